/** Targets of volumes and mounts of a test: which are for the master, which for the workers. */
import { KubeValue, Role, TargetedVolumeMount, VolumeSpec } from './spec';

/** What a pod gets, each list in the order in which it was given. */
export interface PodVolumes {
  readonly volumes: readonly VolumeSpec[];
  readonly volumeMounts: readonly KubeValue[];
}

/**
 * Whether a mount is for the pods of a role. No target means both; one that is unknown means
 * neither.
 */
export function appliesTo(mount: { readonly target?: string }, role: Role): boolean {
  return !mount.target || mount.target === 'both' || mount.target === role;
}

/** The volumes and mounts of a role: a volume comes along when something mounts it there. */
export function volumesFor(
  role: Role,
  volumes: readonly VolumeSpec[] = [],
  mounts: readonly TargetedVolumeMount[] = [],
): PodVolumes {
  const own = mounts.filter((mount) => appliesTo(mount, role));
  const names = new Set(own.map((mount) => mount.name));
  return {
    volumes: volumes.filter((volume) => names.has(volume.name)),
    volumeMounts: own.map(({ target: _target, ...mount }) => mount),
  };
}
