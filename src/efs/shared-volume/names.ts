/** The names and the handle of a shared volume's objects. */
import { shortHash } from '../../kube';
import { formatVolumeHandle } from '../driver-rules';
import { SharedVolumeSpec } from './spec';

export function volumeHandleOf(spec: SharedVolumeSpec): string {
  return formatVolumeHandle({
    fileSystemId: spec.fileSystemId,
    path: spec.path,
    accessPointId: spec.accessPointId,
    style: spec.handleStyle === 'typed' ? 'typed' : 'plain',
  });
}

/**
 * The operator's names, `pv-<namespace>-<name>` and `pvc-<name>`, unless others are given. With
 * `replace` they end in a hash of the volume's source, which cannot be changed: another source
 * makes another pair.
 */
export function namesOf(spec: SharedVolumeSpec): { volumeName: string; claimName: string } {
  const suffix = suffixOf(spec);
  return {
    volumeName: `${spec.volumeName ?? `pv-${spec.namespace}-${spec.name}`}${suffix}`,
    claimName: `${spec.claimName ?? `pvc-${spec.name}`}${suffix}`,
  };
}

export function suffixOf(spec: SharedVolumeSpec): string {
  if (spec.onIdChange !== 'replace') return '';
  const attributes = Object.entries(spec.volumeAttributes ?? {}).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return `-${shortHash([volumeHandleOf(spec), ...attributes.flat()])}`;
}
