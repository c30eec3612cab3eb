/**
 * A class whose volumes the EFS driver makes on demand, as plain input: each claim gets an access
 * point of its own.
 */
import { always, flag, integer, listOf, Of, oneOf, objectOf, string, strings } from '../../shape';

/** What the driver makes for each claim. */
const PROVISIONING_MODES = ['efs-ap', 's3files-ap'] as const;

/** A dynamic class of EFS, with the parameters by their names in the driver. */
export const EFS_STORAGE_CLASS_SHAPE = objectOf({
  name: always(string),
  provisioningMode: oneOf<string>(PROVISIONING_MODES),
  fileSystemId: string,
  fileSystemIdConfigRef: string,
  fileSystemIdSecretRef: string,
  directoryPerms: string,
  uid: integer,
  gid: integer,
  gidRangeStart: integer,
  gidRangeEnd: integer,
  basePath: string,
  subPathPattern: string,
  ensureUniqueDirectory: flag,
  reuseAccessPoint: flag,
  az: string,
  enforceZoneAffinity: flag,
  enableTagging: flag,
  provisionerSecretName: string,
  provisionerSecretNamespace: string,
  reclaimPolicy: string,
  volumeBindingMode: string,
  mountOptions: listOf(string),
  isDefault: flag,
  labels: strings,
  annotations: strings,
});
export type EfsStorageClassSpec = Of<typeof EFS_STORAGE_CLASS_SHAPE>;
