/** What a container mounts and uses as devices, against the volumes of its pod. */
import { Finding, Severity, show, violation } from '../findings';
import { checkMount, checkMountPath, checkMountPaths } from './mount';
import { Fields, isGiven, listOf, textOf } from './read';
import { POD_RULES as RULES } from './rules';
import { hasDots } from './volume-files';

/** The volumes that a container may refer to. */
export interface PodVolumes {
  readonly volumes: readonly Fields[];
  /** Claims that the workload makes for each of its pods, by the names of their volumes. */
  readonly claims: readonly string[];
}

/** Findings on `volumeMounts` and `volumeDevices`. */
export function checkContainerVolumes(container: Fields, pod: PodVolumes, path: string): Finding[] {
  const mounts = listOf(container.volumeMounts);
  const places = mounts.map((mount, index) => {
    const field = `${path}.volumeMounts[${index}]`;
    return { mountPath: textOf(mount.mountPath), field, pathField: `${field}.mountPath` };
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

function deviceFindings({ volumeDevices, volumeMounts }: Fields, pod: PodVolumes, path: string): Finding[] {
  const mounts = listOf(volumeMounts);
  const devices = listOf(volumeDevices);
  return devices.flatMap(({ name, devicePath }, index) => {
    const field = `${path}.volumeDevices[${index}]`;
    const others = [...mounts.map((one) => [one.name, one.mountPath]), ...devices.slice(0, index).map((one) => [one.name, one.devicePath])];
    const at = textOf(devicePath);
    return [
      ...volumeFindings(name, pod, `${field}.name`),
      ...isFile(name, pod) ? [wrong(`${field}.name`, `the volume ${show(name)} is no claim`, 'give a volume that is a persistentVolumeClaim, or mount it')] : [],
      ...others.some(([other]) => other === name) ? [wrong(`${field}.name`, `the volume ${show(name)} is used already`, 'use it once')] : [],
      ...at === '' || hasDots(at) ? [wrong(`${field}.devicePath`, `${show(devicePath)} is no path of a device`, 'give one such as /dev/xvda')] : [],
      ...at !== '' && others.some(([, other]) => other === devicePath) ? [wrong(`${field}.devicePath`, `${show(devicePath)} is taken already`, 'give another path')] : [],
    ];
  });
}

function volumeFindings(name: unknown, { volumes, claims }: PodVolumes, path: string): Finding[] {
  const names = [...volumes.map((volume) => textOf(volume.name)), ...claims].filter((one) => one !== '');
  return names.includes(textOf(name)) ? [] : [wrong(path, `the pod has no volume ${show(name)}`, names.length === 0 ? 'add it to volumes' : `add it to volumes, or give one of ${names.join(', ')}`)];
}

/** Whether a volume is there and holds files in any case. */
function isFile(name: unknown, { volumes, claims }: PodVolumes): boolean {
  const volume = volumes.find((one) => one.name === name);
  return volume !== undefined && !claims.includes(textOf(name)) && !isGiven(volume.persistentVolumeClaim) && !isGiven(volume.ephemeral);
}

function wrong(path: string, message: string, remedy: string): Finding {
  return violation(RULES.mountedVolume, path, message, remedy);
}
