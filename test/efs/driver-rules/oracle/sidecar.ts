/**
 * The parameters of a StorageClass as csi-provisioner, the sidecar, changes them before the driver
 * sees them.
 */
import { Result, toLower } from '../../../../src/kube';
import {
  FS_TYPE_KEY,
  RESERVED_KEYS,
  RESERVED_PREFIX,
  secretProblems,
} from '../../../../src/storage/sidecar';

/** What the sidecar passes on. */
export interface SidecarRequest {
  readonly fsType: string;
  readonly parameters: { readonly [key: string]: string };
}

/**
 * The parameters without the sidecar's own, or the error with which it refuses the claim:
 * csi-provisioner v6.3.0.
 */
export function throughSidecar(parameters: {
  readonly [key: string]: string;
}): Result<SidecarRequest> {
  const fsTypes = Object.keys(parameters).filter(
    (key) => toLower(key) === 'fstype' || key === FS_TYPE_KEY,
  );
  if (fsTypes.length > 1) {
    return { error: `fstype specified in parameters with both "fstype" and "${FS_TYPE_KEY}" keys` };
  }
  const [problem] = secretProblems(parameters);
  if (problem) return { error: problem.message };
  const unknown = Object.keys(parameters).find(
    (key) => key.startsWith(RESERVED_PREFIX) && !RESERVED_KEYS.includes(key),
  );
  if (unknown !== undefined) {
    return {
      error: `found unknown parameter key "${unknown}" with reserved namespace ${RESERVED_PREFIX}`,
    };
  }
  const passedOn = Object.entries(parameters).filter(([key]) => !key.startsWith(RESERVED_PREFIX));
  return {
    value: {
      fsType: fsTypes.length > 0 ? parameters[fsTypes[0]] : '',
      parameters: Object.fromEntries(passedOn),
    },
  };
}
