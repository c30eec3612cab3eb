/** A class whose volumes the EFS driver makes on demand, as plain input: each claim gets an access point of its own. */

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
