/** The volumes and mounts of each role's pod, each with the field that it comes from. */
import { LIB_VOLUME, nodeName, secretVolumeName, testFilePaths } from '../names';
import { LocustTestResource, Role, TargetedVolumeMount, VolumeSpec } from '../spec';
import { appliesTo } from '../targets';

interface MountEntry {
  readonly name: string;
  readonly mountPath: string;
  readonly field: string;
  /** The user's mount, where it is one of the list. */
  readonly mount?: TargetedVolumeMount;
}

export interface VolumeEntry {
  readonly name: string;
  readonly field: string;
  /** The user's volume, where it is one of the list. */
  readonly volume?: VolumeSpec;
}

export function mountEntries(
  { spec = {} }: LocustTestResource,
  role: Role,
  test: string,
): MountEntry[] {
  const { src, lib } = testFilePaths(spec.testFiles);
  return [
    ...(spec.testFiles?.configMapRef
      ? [{ name: nodeName(test, role), mountPath: src, field: 'spec.testFiles.srcMountPath' }]
      : []),
    ...(spec.testFiles?.libConfigMapRef
      ? [{ name: LIB_VOLUME, mountPath: lib, field: 'spec.testFiles.libMountPath' }]
      : []),
    ...(spec.env?.secretMounts ?? []).map(({ name, mountPath }, index) => ({
      name: secretVolumeName(name),
      mountPath,
      field: `spec.env.secretMounts[${index}]`,
    })),
    ...(spec.volumeMounts ?? []).flatMap((mount, index) =>
      appliesTo(mount, role)
        ? [
            {
              name: mount.name,
              mountPath: mount.mountPath,
              field: `spec.volumeMounts[${index}]`,
              mount,
            },
          ]
        : [],
    ),
  ];
}

export function volumeEntries(resource: LocustTestResource, role: Role): VolumeEntry[] {
  const {
    metadata: { name: test },
    spec = {},
  } = resource;
  const mounted = new Set(
    (spec.volumeMounts ?? []).filter((mount) => appliesTo(mount, role)).map((mount) => mount.name),
  );
  return [
    ...(spec.testFiles?.configMapRef
      ? [{ name: nodeName(test, role), field: 'spec.testFiles.configMapRef' }]
      : []),
    ...(spec.testFiles?.libConfigMapRef
      ? [{ name: LIB_VOLUME, field: 'spec.testFiles.libConfigMapRef' }]
      : []),
    ...(spec.env?.secretMounts ?? []).map(({ name }, index) => ({
      name: secretVolumeName(name),
      field: `spec.env.secretMounts[${index}].name`,
    })),
    ...(spec.volumes ?? []).flatMap((volume, index) =>
      mounted.has(volume.name)
        ? [{ name: volume.name, field: `spec.volumes[${index}]`, volume }]
        : [],
    ),
  ];
}
