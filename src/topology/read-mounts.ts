/** Mounts of a pod's volumes in its containers. */
import { itemsOf, someText } from './data';
import { Data, Mount } from './model';
import { textOf, groupedBy } from '../kube';

/** The mounts and devices of all containers, and then of all init containers, sidecars included. */
export function readMounts(podSpec: Data): readonly Mount[] {
  const mounts: Mount[] = [];
  for (const container of itemsOf(podSpec.containers)) addMounts(container, false, mounts);
  for (const container of itemsOf(podSpec.initContainers)) addMounts(container, true, mounts);
  return mounts;
}

function addMounts(
  { name, volumeMounts, volumeDevices }: Data,
  isInit: boolean,
  mounts: Mount[],
): void {
  const container = textOf(name);
  for (const mount of itemsOf(volumeMounts)) {
    mounts.push({
      container,
      isInit,
      volume: textOf(mount.name),
      path: textOf(mount.mountPath),
      subPath: someText(mount.subPath),
      subPathExpr: someText(mount.subPathExpr),
      isReadOnly: mount.readOnly === true,
      isDevice: false,
    });
  }
  for (const device of itemsOf(volumeDevices)) {
    mounts.push({
      container,
      isInit,
      volume: textOf(device.name),
      path: textOf(device.devicePath),
      isReadOnly: false,
      isDevice: true,
    });
  }
}

export function mountsByVolume(mounts: readonly Mount[]): ReadonlyMap<string, readonly Mount[]> {
  return groupedBy(mounts, (mount) => mount.volume);
}
