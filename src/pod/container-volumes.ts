/** Mounts and devices of a container, against the volumes of its pod. */
import {
  Finding,
  Nearest,
  nearestIn,
  ServerAnswer,
  Severity,
  isNot,
  show,
  someOf,
  violationOf,
} from '../findings';
import { checkMount, checkMountPath, checkMountPaths, MountPlace } from './mount';
import { Fields, fieldsOf, isGiven, listOf, textOf } from '../object';
import { POD_RULES as RULES } from './rules';
import { isPathOfWindows } from './windows';
import { hasDots } from '../storage/core';

const wrong = violationOf(RULES.mountedVolume);

/** Volumes that kubelet writes itself, and in which it makes the mount points of others. */
const WRITTEN_BY_KUBELET = ['configMap', 'secret', 'downwardAPI', 'projected'];

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

  public has(name: string): boolean {
    return name !== '' && this.byName.has(name);
  }

  /** The volume of this name; undefined for that of a claim of the workload. */
  public get(name: string): Fields | undefined {
    return this.byName.get(name);
  }
}

/** Findings on `volumeMounts` and `volumeDevices`. */
export function checkContainerVolumes(
  container: Fields,
  pod: Fields,
  volumes: PodVolumes,
  path: string,
): Finding[] {
  const mounts = listOf(container.volumeMounts);
  const places = mounts.map((mount, index) =>
    placeOf(mount, volumes, `${path}.volumeMounts[${index}]`),
  );
  return [
    ...mounts.flatMap((mount, index) => [
      ...volumeFindings(mount.name, volumes, `${places[index].field}.name`),
      ...mountPathFindings(mount.mountPath, places[index].pathField, pod),
      ...checkMount(mount, places[index].field, container.securityContext),
    ]),
    ...checkMountPaths(places, { aliases: Severity.WARNING }),
    ...deviceFindings(container, volumes, path),
  ];
}

/** Of what it writes itself, kubelet makes the directories at the root of the volume. */
function placeOf(mount: Fields, pod: PodVolumes, field: string): MountPlace {
  const volume = pod.get(textOf(mount.name)) ?? {};
  const part = textOf(mount.subPath) || textOf(mount.subPathExpr);
  const isKubelets = WRITTEN_BY_KUBELET.some((source) => isGiven(volume[source]));
  const isClosed = isKubelets ? part !== '' : mount.readOnly === true || isGiven(volume.image);
  return {
    mountPath: textOf(mount.mountPath),
    field,
    pathField: `${field}.mountPath`,
    makes: isClosed ? 'none' : isKubelets ? 'directories' : 'all',
    isFile: isKubelets && textOf(mount.subPath) !== '' && !isFolder(part, volume),
  };
}

/** Whether a part of what kubelet writes is a folder, since files are put below it. */
function isFolder(part: string, { configMap, secret, downwardAPI, projected }: Fields): boolean {
  const sources = listOf(fieldsOf(projected).sources).flatMap((source) => Object.values(source));
  return [configMap, secret, downwardAPI, ...sources].some((source) =>
    [fieldsOf(source), ...listOf(fieldsOf(source).items)].some(({ path }) =>
      textOf(path).startsWith(`${part.replace(/\/$/, '')}/`),
    ),
  );
}

function mountPathFindings(mountPath: unknown, field: string, pod: Fields): Finding[] {
  const findings = checkMountPath(mountPath, field, Severity.WARNING);
  return findings.length > 0 && isPathOfWindows(textOf(mountPath), pod) ? [] : findings;
}

function deviceFindings(
  { volumeDevices, volumeMounts }: Fields,
  pod: PodVolumes,
  path: string,
): Finding[] {
  const mounts = listOf(volumeMounts);
  const used = new Set(mounts.map(({ name }) => name));
  const taken = new Set(mounts.map(({ mountPath }) => mountPath));
  // The server finds fault with the mount as well.
  const alsoAt = (field: string, of: 'name' | 'mountPath', value: unknown): ServerAnswer => ({
    field,
    surplusFields: mounts.flatMap((mount, index) =>
      mount[of] === value ? [`${path}.volumeMounts[${index}].${of}`] : [],
    ),
  });
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
              'use a volume that is a persistentVolumeClaim, or mount it',
            ),
          ]
        : []),
      ...(isUsed
        ? [
            wrong(
              `${field}.name`,
              `the volume ${show(name)} is already used`,
              'use it once',
              alsoAt(`${field}.name`, 'name', name),
            ),
          ]
        : []),
      ...(at === '' || hasDots(at)
        ? [
            wrong(
              `${field}.devicePath`,
              isNot(devicePath, 'a valid', 'device path'),
              'use one such as /dev/xvda',
            ),
          ]
        : []),
      ...(at !== '' && isTaken
        ? [
            wrong(
              `${field}.devicePath`,
              `${show(devicePath)} is already taken`,
              'use another path',
              alsoAt(`${field}.devicePath`, 'mountPath', devicePath),
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

/** Whether a volume is there and holds files in any case. */
function isFile(name: unknown, pod: PodVolumes): boolean {
  const volume = pod.get(textOf(name));
  return (
    volume !== undefined && !isGiven(volume.persistentVolumeClaim) && !isGiven(volume.ephemeral)
  );
}
