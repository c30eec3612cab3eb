/** What a container mounts and uses as devices, against the volumes of its pod. */
import { Finding, Nearest, nearestIn, Severity, show, someOf, violation } from '../findings';
import { checkMount, checkMountPath, checkMountPaths } from './mount';
import { Fields, isGiven, listOf, textOf } from '../object';
import { POD_RULES as RULES } from './rules';
import { hasDots } from './volume-files';

const WRITTEN_BY_KUBELET = ['configMap', 'secret', 'downwardAPI', 'projected', 'image'];

/** The volumes that containers may refer to, by their names. */
export class PodVolumes {
  /** The name of each, once. */
  public readonly names: readonly string[];
  /** The name that was probably meant. */
  public readonly nearest: Nearest;
  private readonly byName: ReadonlyMap<string, Fields | undefined>;

  /**
   * `claims` are those that the workload makes for each of its pods, by the names of their volumes.
   */
  constructor(volumes: readonly Fields[], claims: readonly string[]) {
    const byName = new Map<string, Fields | undefined>(claims.map((claim) => [claim, undefined]));
    for (const volume of volumes) {
      const name = textOf(volume.name);
      if (!byName.has(name)) byName.set(name, volume);
    }
    this.byName = byName;
    this.names = [...byName.keys()].filter((name) => name !== '');
    this.nearest = nearestIn(this.names);
  }

  /** Whether there is one of this name. */
  public has(name: string): boolean {
    return name !== '' && this.byName.has(name);
  }

  /** The volume of this name; undefined for that of a claim of the workload. */
  public get(name: string): Fields | undefined {
    return this.byName.get(name);
  }
}

/** Findings on `volumeMounts` and `volumeDevices`. */
export function checkContainerVolumes(container: Fields, pod: PodVolumes, path: string): Finding[] {
  const mounts = listOf(container.volumeMounts);
  const places = mounts.map((mount, index) => {
    const field = `${path}.volumeMounts[${index}]`;
    return {
      mountPath: textOf(mount.mountPath),
      field,
      pathField: `${field}.mountPath`,
      isWritable: isWritable(mount, pod),
    };
  });
  return [
    ...mounts.flatMap((mount, index) => [
      ...volumeFindings(mount.name, pod, `${places[index].field}.name`),
      ...checkMountPath(mount.mountPath, places[index].pathField, Severity.WARNING),
      ...checkMount(mount, places[index].field, container.securityContext),
    ]),
    ...checkMountPaths(places, { aliases: Severity.WARNING }),
    ...deviceFindings(container, pod, path),
  ];
}

function deviceFindings(
  { volumeDevices, volumeMounts }: Fields,
  pod: PodVolumes,
  path: string,
): Finding[] {
  const mounts = listOf(volumeMounts);
  const used = new Set(mounts.map(({ name }) => name));
  const taken = new Set(mounts.map(({ mountPath }) => mountPath));
  return listOf(volumeDevices).flatMap(({ name, devicePath }, index) => {
    const field = `${path}.volumeDevices[${index}]`;
    const [isUsed, isTaken] = [used.has(name), taken.has(devicePath)];
    used.add(name);
    taken.add(devicePath);
    const at = textOf(devicePath);
    return [
      ...volumeFindings(name, pod, `${field}.name`),
      ...(isFile(name, pod)
        ? [
            wrong(
              `${field}.name`,
              `the volume ${show(name)} is not a claim`,
              'give a volume that is a persistentVolumeClaim, or mount it',
            ),
          ]
        : []),
      ...(isUsed
        ? [wrong(`${field}.name`, `the volume ${show(name)} is already used`, 'use it once')]
        : []),
      ...(at === '' || hasDots(at)
        ? [
            wrong(
              `${field}.devicePath`,
              `${show(devicePath)} is not a valid device path`,
              'give one such as /dev/xvda',
            ),
          ]
        : []),
      ...(at !== '' && isTaken
        ? [
            wrong(
              `${field}.devicePath`,
              `${show(devicePath)} is already taken`,
              'give another path',
            ),
          ]
        : []),
    ];
  });
}

function volumeFindings(name: unknown, pod: PodVolumes, path: string): Finding[] {
  return pod.has(textOf(name))
    ? []
    : [wrong(path, `the pod has no volume ${show(name)}`, remedyFor(textOf(name), pod))];
}

function remedyFor(name: string, { names, nearest }: PodVolumes): string {
  if (names.length === 0) return 'add it to volumes';
  const meant = nearest(name);
  return meant === undefined
    ? `add it to volumes, or use one of ${someOf(names)}`
    : `perhaps you meant ${show(meant)}; otherwise add it to volumes`;
}

/**
 * Whether the runtime can make directories in a mount, as far as that shows: kubelet mounts what it
 * writes itself read-only.
 */
function isWritable({ name, readOnly }: Fields, pod: PodVolumes): boolean {
  return (
    readOnly !== true &&
    !WRITTEN_BY_KUBELET.some((source) => isGiven(pod.get(textOf(name))?.[source]))
  );
}

/** Whether a volume is there and holds files in any case. */
function isFile(name: unknown, pod: PodVolumes): boolean {
  const volume = pod.get(textOf(name));
  return (
    volume !== undefined && !isGiven(volume.persistentVolumeClaim) && !isGiven(volume.ephemeral)
  );
}

function wrong(path: string, message: string, remedy: string): Finding {
  return violation(RULES.mountedVolume, path, message, remedy);
}
