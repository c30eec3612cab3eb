/** Read-only roots of images that are known to write to theirs. */
import { ImageFacts, knownImages, wholeName } from '../../facts';
import { defineRules, Finding, show, violation } from '../../findings';
import { Judge, WORKLOADS } from '../../judge';
import { readImage } from '../../kube';
import { Fields, fieldsOf, listOf, namesOf, textOf, textsOf } from '../../object';
import { volumesByName } from '../pods';

const RULES = defineRules('manifest', {
  readOnlyRoot: {
    warning: 'A program writes to a read-only root file system, where it has no volume.',
    why: 'The program fails when it starts, with "Read-only file system".',
    bad: 'image: nginx:1.27, securityContext.readOnlyRootFilesystem: true, and no volume at /var/cache/nginx',
    good: 'the same with emptyDirs at /var/cache/nginx and /var/run',
    source: 'the documentation and Dockerfiles of the images; trueforge-org/truecharts#1094',
  },
});

/** Containers whose root is read-only and whose program has nowhere to write. */
export const READ_ONLY_ROOT: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  needs: ['readOnlyRootFilesystem'],
  check: ({ workload, podPath }) => {
    if (!workload) return [];
    const volumes = volumesByName(workload.podSpec);
    return ['containers', 'initContainers'].flatMap((field) =>
      listOf(workload.podSpec[field]).flatMap((container, index) =>
        rootFindings(container, volumes, `${podPath}.${field}[${index}]`),
      ),
    );
  },
};

function rootFindings(
  container: Fields,
  volumes: ReadonlyMap<string, Fields>,
  path: string,
): Finding[] {
  if (fieldsOf(container.securityContext).readOnlyRootFilesystem !== true) return [];
  const facts = factsOf(textOf(container.image));
  if (!facts || !runsProgram(container, facts)) return [];
  const mounts = listOf(container.volumeMounts).map((mount): Place => ({
    path: plain(textOf(mount.mountPath)),
    isWritable: isWritable(mount, volumes),
  }));
  if (
    facts.settings.some((file) =>
      mounts.some((mount) => isBelow(file, mount.path) || isBelow(mount.path, file)),
    )
  ) {
    return [];
  }
  const missing = facts.writes.filter((folder) => !canWrite(plain(folder), mounts));
  if (missing.length === 0) return [];
  const folders = missing.join(' and ');
  return [
    violation(
      RULES.readOnlyRoot,
      `${path}.securityContext.readOnlyRootFilesystem`,
      `the root file system of the container ${show(container.name)} is read-only, but ${show(facts.program)} in the image ${show(container.image)} writes to ${folders}, where it has no writable volume: it fails when it starts`,
      `mount an emptyDir at ${folders}`,
    ),
  ];
}

let byName: ReadonlyMap<string, ImageFacts> | undefined;

function factsOf(image: string): ImageFacts | undefined {
  const reference = readImage(image);
  if ('error' in reference) return undefined;
  byName ??= new Map(knownImages().flatMap((one) => one.names.map((name) => [name, one] as const)));
  return byName.get(wholeName(reference));
}

/**
 * Another command or program may write elsewhere, or nowhere; and so may the same one with some
 * options.
 */
function runsProgram({ command, args: given }: Fields, { program, options }: ImageFacts): boolean {
  const args = textsOf(given);
  if (
    textsOf(command).length > 0 ||
    args.some((one) =>
      options.some((option) =>
        option.startsWith('-') ? one.startsWith(option) : one.includes(option),
      ),
    )
  ) {
    return false;
  }
  return args.length === 0 || args[0].startsWith('-') || args[0] === program;
}

interface Place {
  readonly path: string;
  readonly isWritable: boolean;
}

/** These are read-only whatever the mount says. */
const READ_ONLY_SOURCES = ['configMap', 'downwardAPI', 'image', 'projected', 'secret'];

function isWritable({ name, readOnly }: Fields, volumes: ReadonlyMap<string, Fields>): boolean {
  if (readOnly === true) return false;
  const { name: _, ...sources } = volumes.get(textOf(name)) ?? {};
  return !namesOf(sources).some(
    (source) => READ_ONLY_SOURCES.includes(source) || fieldsOf(sources[source]).readOnly === true,
  );
}

/**
 * The innermost volume around the folder decides. One below it may be all that the program needs.
 */
function canWrite(folder: string, mounts: readonly Place[]): boolean {
  const around = mounts.filter(({ path }) => isBelow(folder, path));
  if (around.length === 0) {
    return mounts.some(({ path, isWritable: is }) => is && isBelow(path, folder));
  }
  return around.reduce((inner, one) => (one.path.length > inner.path.length ? one : inner))
    .isWritable;
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

/** A path without what does not count; /var/run is a link to /run in all images that are known. */
function plain(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return `/${(parts[0] === 'var' && parts[1] === 'run' ? parts.slice(1) : parts).join('/')}`;
}
