/**
 * Single files of ConfigMaps and Secrets that are mounted by their path, and stay as they were when
 * the container started.
 */
import { posix } from 'node:path';
import { defineRules, Finding, show, violation } from '../../findings';
import { Judge, JudgedObject, World, WORKLOADS } from '../../judge';
import { Fields, fieldsOf, isGiven, listOf, textOf } from '../../object';
import { lacksFile } from '../names';
import { podContainersOf, podMetadataOf, volumesByName } from '../pods';

const RULES = defineRules('files', {
  singleFile: {
    warning:
      'A long-running pod mounts a single file of a ConfigMap, a Secret or a projected volume.',
    why: 'A subPath is bound to the file that exists when the container starts: the container never sees a new configuration or certificate.',
    bad: 'mountPath: /etc/nginx/nginx.conf, subPath: nginx.conf',
    good: 'mountPath: /etc/nginx, or annotations: { checksum/config: … } in the template',
    source: 'Kubernetes, kubelet (atomic_writer.go); kubernetes/kubernetes#50345',
  },
});

/** The mounts of pods that live long. */
export const SINGLE_FILE_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  needs: ['subPath', 'subPathExpr'],
  check: (object, world) => {
    const { workload, podPath = '' } = object;
    if (
      !workload ||
      workload.isBatch ||
      !workload.mounts.some(({ subPath, subPathExpr }) => subPath ?? subPathExpr) ||
      isRolled(object)
    ) {
      return [];
    }
    const volumes = volumesByName(workload.podSpec);
    return podContainersOf(workload.podSpec, podPath)
      .filter(({ isLasting }) => isLasting)
      .flatMap(({ container, path }) => {
        const told = new Set<unknown>();
        return listOf(container.volumeMounts).flatMap((mount, index) => {
          const volume = volumes.get(textOf(mount.name));
          if (!volume || told.has(mount.name)) return [];
          const findings = mountFindings(
            mount,
            volume,
            `${path}.volumeMounts[${index}]`,
            object,
            world,
          );
          if (findings.length > 0) told.add(mount.name);
          return findings;
        });
      });
  },
};

function mountFindings(
  mount: Fields,
  volume: Fields,
  path: string,
  { namespace }: JudgedObject,
  world: World,
): Finding[] {
  const field = textOf(mount.subPath) === '' ? 'subPathExpr' : 'subPath';
  const file = textOf(mount[field]);
  // The folder itself is renewed.
  if (file === '' || posix.normalize(file).replace(/\/$/, '') === '.') return [];
  if (field === 'subPath' && lacksFile(volume, file, namespace, world)) return [];
  const source = sourcesOf(volume, field === 'subPath' ? file : undefined).find(
    (one) => !isFixed(one, namespace, world),
  );
  if (!source) return [];
  return [
    violation(
      RULES.singleFile,
      `${path}.${field}`,
      `${show(file)} of ${source.title} is mounted at ${show(mount.mountPath)} as it is when the container starts: the pod does not see later changes`,
      'mount the whole volume as a folder, or add an annotation to the pods with a checksum of what they read',
    ),
  ];
}

interface Source {
  readonly kind: 'ConfigMap' | 'Secret' | 'other';
  readonly name: string;
  /** How a message calls it. */
  readonly title: string;
}

/** The sources that may have the file; of a projection, those that do not list others. */
function sourcesOf(
  { configMap, secret, projected }: Fields,
  file: string | undefined,
): readonly Source[] {
  if (isGiven(configMap)) return [named('ConfigMap', fieldsOf(configMap).name)];
  if (isGiven(secret)) return [named('Secret', fieldsOf(secret).secretName)];
  return listOf(fieldsOf(projected).sources).flatMap((source): Source[] => {
    if (isGiven(source.configMap)) {
      return mayHave(source.configMap, file)
        ? [named('ConfigMap', fieldsOf(source.configMap).name)]
        : [];
    }
    if (isGiven(source.secret)) {
      return mayHave(source.secret, file) ? [named('Secret', fieldsOf(source.secret).name)] : [];
    }
    if (!isGiven(source.serviceAccountToken)) return [];
    return file === undefined || isOf(textOf(fieldsOf(source.serviceAccountToken).path), file)
      ? [{ kind: 'other', name: '', title: 'a token, which is renewed every hour,' }]
      : [];
  });
}

function named(kind: 'ConfigMap' | 'Secret', name: unknown): Source {
  return { kind, name: textOf(name), title: `the ${kind} ${show(textOf(name))}` };
}

function mayHave(source: unknown, file: string | undefined): boolean {
  const items = listOf(fieldsOf(source).items);
  return (
    file === undefined || items.length === 0 || items.some(({ path }) => isOf(textOf(path), file))
  );
}

/** Whether a path is the file, or below it if that is a folder. */
function isOf(path: string, file: string): boolean {
  const wanted = posix.normalize(file);
  return path === wanted || path.startsWith(`${wanted.replace(/\/$/, '')}/`);
}

/** Whether it never changes under its name. */
function isFixed({ kind, name }: Source, namespace: string | undefined, world: World): boolean {
  if (kind === 'other') return false;
  return (
    hasHash(name) ||
    world.find(`/${kind}`, namespace, name).some(({ manifest }) => manifest.immutable === true)
  );
}

/**
 * What Kustomize puts behind the names of what it generates; it has no vowels, so that it makes no
 * words.
 */
const KUSTOMIZE_HASH = /-[bcdfghkmt2456789]{10}$/;
/**
 * A part of a name of hexadecimal digits: letters and numbers, so that it is not a word and no
 * date.
 */
const HEX_HASH = /[-.](?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{6,64}$/;

function hasHash(name: string): boolean {
  return KUSTOMIZE_HASH.test(name) || HEX_HASH.test(name);
}

/**
 * How annotations are called that change with what the pods read, whatever they are called else.
 */
const CHECKSUM_NAME =
  /(?:^|[^a-z])(?:rollme|check-?sum|(?:config|secret|content|file|env|data|settings)?-?(?:hash|digest|fingerprint|sha\d*|md5|crc32?))(?:$|[^a-z])/i;
/**
 * What looks like the sum itself: hexadecimal digits, or the base 64 of as many bytes as sums have.
 */
const CHECKSUM =
  /^(?:(?:sha\d+|md5)[:-])?(?:[0-9a-f]{8,128}|[A-Za-z0-9+/]{22}==|[A-Za-z0-9+/]{27}=|[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==)$/;
/** Annotations by which a controller rolls the pods when something changes that they read. */
const ROLLED =
  /^(?:reloader\.stakater\.com\/(?:auto|search)|(?:configmap|secret)\.reloader\.stakater\.com\/(?:reload|auto)|wave\.pusher\.com\/update-on-config-change)$/;

/** Whether a change rolls the pods. */
function isRolled(object: JudgedObject): boolean {
  const { annotations, labels } = podMetadataOf(object);
  return (
    [...Object.entries(annotations), ...Object.entries(labels)].some(([name, value]) =>
      isChecksum(name, value),
    ) ||
    [annotations, object.annotations].some((some) =>
      Object.entries(some).some(([name, value]) => ROLLED.test(name) && value !== 'false'),
    )
  );
}

function isChecksum(name: string, value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value !== '' &&
    (CHECKSUM_NAME.test(name) || (/\d/.test(value) && /[a-z]/i.test(value) && CHECKSUM.test(value)))
  );
}
