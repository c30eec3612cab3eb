/** The names and the handle of a shared volume's objects. */
import { shortHash } from '../../kube';
import { formatVolumeHandle } from '../driver';
import { SharedVolumeSpec } from './spec';

/** The handle by which the driver knows the volume. */
export function volumeHandleOf(spec: SharedVolumeSpec): string {
  return formatVolumeHandle({
    fileSystemId: spec.fileSystemId,
    path: spec.path,
    accessPointId: spec.accessPointId,
    style: spec.handleStyle === 'typed' ? 'typed' : 'legacy',
  });
}

/**
 * The operator's names, `pv-<namespace>-<name>` and `pvc-<name>`, unless others are given. With `newPair` they end in
 * a hash of what the handle points to, so that another file system or access point makes another pair.
 */
export function namesOf(spec: SharedVolumeSpec): { volumeName: string; claimName: string } {
  // Not the handle itself: another spelling of it is no other volume.
  const suffix = spec.onIdChange === 'newPair' ? `-${shortHash([spec.fileSystemId, spec.accessPointId ?? '', spec.path ?? ''])}` : '';
  return {
    volumeName: `${spec.volumeName ?? `pv-${spec.namespace}-${spec.name}`}${suffix}`,
    claimName: `${spec.claimName ?? `pvc-${spec.name}`}${suffix}`,
  };
}
