/**
 * Mounts of a container: where they are, what of a volume they show, and how they stand to each
 * other.
 */
import { posix } from 'node:path';
import { Finding, ServerAnswer, Severity, show, violation } from '../findings';
import { putFirst } from '../kube';
import { Fields, fieldsOf, isGiven, textOf } from '../object';
import { POD_RULES as RULES } from './rules';

const PROPAGATIONS = ['None', 'HostToContainer', 'Bidirectional'];
const RECURSIONS = ['Disabled', 'IfPossible', 'Enabled'];

/** A mount among the others of its container. */
export interface MountPlace {
  readonly mountPath: string;
  /** The field that the mount comes from. */
  readonly field: string;
  readonly pathField: string;
  /**
   * What can be made in it for further mounts: directories and files, directories only, or none.
   * @default - none
   */
  readonly makes?: 'all' | 'directories' | 'none';
  /** Whether a file is mounted there, which needs a file to be mounted over. */
  readonly isFile?: boolean;
}

/** What is asked of the mounts of a container together. */
interface MountPathOptions {
  /** What to do about two mounts at one path. */
  readonly remedy?: string;
  /**
   * How much it weighs that two paths are one in different spellings: the API server takes them.
   */
  readonly aliases?: Severity;
  /** Whether it is told elsewhere that the one lies below the other. */
  readonly isTold?: (inner: MountPlace, outer: MountPlace) => boolean;
}

/** Where a path leads: without double slashes, dots and a slash at the end, seen from the root. */
export function resolvedPath(path: string): string {
  return posix.resolve('/', path);
}

/**
 * Findings on the path of a mount; `odd` is how much it weighs that one is relative or has a colon,
 * which the API server takes.
 */
export function checkMountPath(
  path: unknown,
  field: string,
  odd: Severity = Severity.ERROR,
): Finding[] {
  const text = textOf(path);
  if (text === '') {
    return [
      violation(RULES.mountPath, field, 'the path is empty', 'use an absolute path, such as /data'),
    ];
  }
  const findings: Finding[] = [];
  if (!text.startsWith('/')) {
    findings.push(
      violation(
        RULES.mountPath,
        field,
        `${show(text)} is relative`,
        `use an absolute path: ${show(resolvedPath(text))}`,
      ),
    );
  }
  if (text.includes(':')) {
    findings.push(
      violation(RULES.mountPath, field, `${show(text)} has a colon`, 'use a path without one'),
    );
  }
  return findings.map((finding) => ({ ...finding, severity: odd }));
}

/**
 * Findings on what a mount shows of its volume, and how; `context` is the security context of its
 * container.
 */
export function checkMount(mount: Fields, field: string, context: unknown): Finding[] {
  return [...subPathFindings(mount, field), ...optionFindings(mount, field, fieldsOf(context))];
}

/**
 * Findings on the mounts of a container together: two at one path, or one below another. Those
 * without a path are none.
 */
export function checkMountPaths(
  mounts: readonly MountPlace[],
  options: MountPathOptions,
): Finding[] {
  const { remedy = 'use another path', aliases = Severity.ERROR, isTold = () => false } = options;
  const seen = new Map<string, MountPlace>();
  const findings: Finding[] = [];
  for (const place of mounts.filter(({ mountPath }) => mountPath !== '')) {
    const path = resolvedPath(place.mountPath);
    const same = putFirst(seen, path, place);
    if (!same) continue;
    const finding = violation(
      RULES.mountPathTaken,
      place.pathField,
      `${show(place.mountPath)} is already mounted, by ${same.field}`,
      remedy,
    );
    findings.push(same.mountPath === place.mountPath ? finding : { ...finding, severity: aliases });
  }
  const outerOf = nesting(seen);
  for (const [path, place] of seen) {
    const outer = outerOf(path);
    if (!outer || hasRoom(outer, place) || isTold(place, outer)) continue;
    findings.push(
      violation(
        RULES.mountsNested,
        place.pathField,
        `${show(place.mountPath)} is below ${show(outer.mountPath)} of ${outer.field}`,
        remedyFor(place, outer),
      ),
    );
  }
  return findings;
}

/** Whether there is, or will be, something to mount over. */
function hasRoom({ makes = 'none' }: MountPlace, inner: MountPlace): boolean {
  return makes === 'all' || (makes === 'directories' && !inner.isFile);
}

/** Where kubelet makes a directory, there cannot be a file. */
function remedyFor({ isFile = false }: MountPlace, { makes = 'none' }: MountPlace): string {
  const remedy = 'mount one of them elsewhere';
  if (makes === 'directories') return remedy;
  return `${remedy}, unless the outer volume has the ${isFile ? 'file' : 'directory'}`;
}

/** The server's name of a field of a mount: of most it leaves out which mount it is. */
function ofMounts(field: string, name: string): ServerAnswer {
  return { field: `${field.slice(0, field.lastIndexOf('['))}.${name}` };
}

function subPathFindings(mount: Fields, field: string): Finding[] {
  const findings = ['subPath', 'subPathExpr'].flatMap((name) => {
    const path = textOf(mount[name]);
    const wrong = path.startsWith('/')
      ? 'is absolute'
      : path.split('/').includes('..')
        ? 'points outside the volume'
        : undefined;
    return wrong === undefined
      ? []
      : [
          violation(
            RULES.subPath,
            `${field}.${name}`,
            `${show(path)} ${wrong}`,
            'use a relative path within the volume',
            ofMounts(field, name),
          ),
        ];
  });
  if (mount.subPath && mount.subPathExpr) {
    findings.push(
      violation(
        RULES.subPath,
        `${field}.subPathExpr`,
        `subPath ${show(mount.subPath)} and subPathExpr ${show(mount.subPathExpr)} cannot be combined`,
        'keep one of them',
      ),
    );
  }
  return findings;
}

function optionFindings(
  { mountPropagation, recursiveReadOnly, readOnly }: Fields,
  field: string,
  { privileged }: Fields,
): Finding[] {
  const wrong = (name: string, message: string, remedy: string) =>
    violation(RULES.mountOption, `${field}.${name}`, message, remedy, ofMounts(field, name));
  const findings: Finding[] = [];
  if (isGiven(mountPropagation) && !PROPAGATIONS.includes(mountPropagation as string)) {
    findings.push(
      wrong(
        'mountPropagation',
        `${show(mountPropagation)} is not a valid propagation`,
        `use one of ${PROPAGATIONS.join(', ')}`,
      ),
    );
  }
  if (mountPropagation === 'Bidirectional' && privileged !== true) {
    findings.push(
      wrong(
        'mountPropagation',
        'Bidirectional is only for privileged containers',
        'use HostToContainer, or make the container privileged',
      ),
    );
  }
  if (!isGiven(recursiveReadOnly)) return findings;
  if (!RECURSIONS.includes(recursiveReadOnly as string)) {
    findings.push(
      wrong(
        'recursiveReadOnly',
        `${show(recursiveReadOnly)} is not a valid value`,
        `must be one of ${RECURSIONS.join(', ')}`,
      ),
    );
  } else if (recursiveReadOnly !== 'Disabled' && readOnly !== true) {
    findings.push(
      wrong(
        'recursiveReadOnly',
        `${show(recursiveReadOnly)} requires a read-only mount`,
        'set readOnly: true as well',
      ),
    );
  } else if (
    recursiveReadOnly !== 'Disabled' &&
    isGiven(mountPropagation) &&
    mountPropagation !== 'None'
  ) {
    findings.push(
      wrong(
        'recursiveReadOnly',
        `${show(recursiveReadOnly)} cannot be combined with mountPropagation ${show(mountPropagation)}`,
        'remove one of them',
      ),
    );
  }
  return findings;
}

interface Folder {
  readonly folders: Map<string, Folder>;
  place?: MountPlace;
}

/** Finds the nearest mount above a path. Each path is gone through once, however deep it is. */
function nesting(
  places: ReadonlyMap<string, MountPlace>,
): (path: string) => MountPlace | undefined {
  const root: Folder = { folders: new Map() };
  for (const [path, place] of places) {
    let at = root;
    for (const name of namesIn(path)) {
      let inner = at.folders.get(name);
      if (!inner) at.folders.set(name, (inner = { folders: new Map() }));
      at = inner;
    }
    at.place = place;
  }
  return (path) => {
    let outer: MountPlace | undefined;
    let at: Folder | undefined = root;
    for (const name of namesIn(path).slice(0, -1)) {
      at = at?.folders.get(name);
      outer = at?.place ?? outer;
    }
    return outer;
  };
}

/**
 * What a resolved path goes through; the root is above everything, and no mount that others lie
 * below.
 */
function namesIn(path: string): string[] {
  return path.split('/').slice(1);
}
