/**
 * A class whose volumes the EFS driver makes on demand, as plain input: each claim gets an access
 * point of its own.
 */
import { flag, integer, listOf, oneOf, Shape, string, strings, struct } from '../../shape';

/** What the driver makes for each claim. */
export const PROVISIONING_MODES = ['efs-ap', 's3files-ap'] as const;

/** A dynamic class of EFS, with the parameters by their names in the driver. */
export interface EfsStorageClassSpec {
  readonly name: string;
  readonly provisioningMode?: string;
  readonly fileSystemId?: string;
  readonly fileSystemIdConfigRef?: string;
  readonly fileSystemIdSecretRef?: string;
  readonly directoryPerms?: string;
  readonly uid?: number;
  readonly gid?: number;
  readonly gidRangeStart?: number;
  readonly gidRangeEnd?: number;
  readonly basePath?: string;
  readonly subPathPattern?: string;
  readonly ensureUniqueDirectory?: boolean;
  readonly reuseAccessPoint?: boolean;
  readonly az?: string;
  readonly enforceZoneAffinity?: boolean;
  readonly enableTagging?: boolean;
  readonly provisionerSecretName?: string;
  readonly provisionerSecretNamespace?: string;
  readonly reclaimPolicy?: string;
  readonly volumeBindingMode?: string;
  readonly mountOptions?: readonly string[];
  readonly isDefault?: boolean;
  readonly labels?: { readonly [key: string]: string };
  readonly annotations?: { readonly [key: string]: string };
}

/** The types of it all. */
export const EFS_STORAGE_CLASS_SHAPE: Shape<EfsStorageClassSpec> = struct<EfsStorageClassSpec>({
  name: string,
  provisioningMode: oneOf(PROVISIONING_MODES),
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
