/** Where the containers of a pod have its volumes. */
import { itemsOf, someText, textOf } from './data';
import { Data, Mount } from './model';

/** The mounts and devices of all containers, and then of all init containers, sidecars included. */
export function readMounts(podSpec: Data): readonly Mount[] {
  return [
    ...itemsOf(podSpec.containers).flatMap((container) => mountsOf(container, false)),
    ...itemsOf(podSpec.initContainers).flatMap((container) => mountsOf(container, true)),
  ];
}

function mountsOf({ name, volumeMounts, volumeDevices }: Data, isInit: boolean): Mount[] {
  const container = textOf(name);
  const mounts = itemsOf(volumeMounts).map((mount): Mount => ({
    container,
    isInit,
    volume: textOf(mount.name),
    path: textOf(mount.mountPath),
    subPath: someText(mount.subPath),
    subPathExpr: someText(mount.subPathExpr),
    isReadOnly: mount.readOnly === true,
    isDevice: false,
  }));
  const devices = itemsOf(volumeDevices).map((device): Mount => ({
    container,
    isInit,
    volume: textOf(device.name),
    path: textOf(device.devicePath),
    isReadOnly: false,
    isDevice: true,
  }));
  return devices.length === 0 ? mounts : [...mounts, ...devices];
}

/** The mounts of each volume. */
export function mountsByVolume(mounts: readonly Mount[]): ReadonlyMap<string, readonly Mount[]> {
  const byVolume = new Map<string, Mount[]>();
  for (const mount of mounts) {
    const others = byVolume.get(mount.volume);
    if (others) others.push(mount);
    else byVolume.set(mount.volume, [mount]);
  }
  return byVolume;
}
