/**
 * The storage kinds that cdk8s-plus lacks or leaves incomplete, as plain input: class, CSI
 * persistent volume, claim.
 */

/** The access modes of a volume and of a claim that asks for no others. */
export const DEFAULT_ACCESS_MODES = ['ReadWriteOnce'];

/** What all of them have. */
export interface ObjectSpec {
  readonly name: string;
  readonly labels?: { readonly [key: string]: string };
  readonly annotations?: { readonly [key: string]: string };
  /**
   * Further fields of the object (a class) or of its spec (a volume, a claim), as Kubernetes spells
   * them. They win.
   */
  readonly additionalFields?: { readonly [field: string]: unknown };
}

/** A StorageClass. */
export interface StorageClassSpec extends ObjectSpec {
  readonly provisioner: string;
  readonly parameters?: { readonly [key: string]: string };
  readonly reclaimPolicy?: string;
  readonly volumeBindingMode?: string;
  readonly allowVolumeExpansion?: boolean;
  readonly mountOptions?: readonly string[];
  readonly allowedTopologies?: readonly unknown[];
  readonly isDefault?: boolean;
}

/** The claim that a persistent volume is kept for. */
export interface ClaimRef {
  readonly name: string;
  readonly namespace: string;
}

/** A PersistentVolume with a CSI source. */
export interface CsiPersistentVolumeSpec extends ObjectSpec {
  readonly driver: string;
  readonly volumeHandle: string;
  readonly volumeAttributes?: { readonly [key: string]: string };
  readonly fsType?: string;
  readonly readOnly?: boolean;
  /** Further fields of `spec.csi`: references to secrets. */
  readonly csi?: { readonly [field: string]: unknown };
  readonly storage: string | number;
  readonly accessModes: readonly string[];
  readonly storageClassName?: string;
  readonly reclaimPolicy?: string;
  readonly volumeMode?: string;
  readonly mountOptions?: readonly string[];
  readonly nodeAffinity?: unknown;
  readonly claimRef?: ClaimRef;
}

/** A PersistentVolumeClaim. */
export interface ClaimSpec extends ObjectSpec {
  readonly namespace?: string;
  readonly accessModes: readonly string[];
  readonly storage: string | number;
  readonly limit?: string | number;
  readonly storageClassName?: string;
  readonly volumeMode?: string;
  readonly volumeName?: string;
  readonly volumeAttributesClassName?: string;
  readonly selector?: unknown;
  readonly dataSource?: unknown;
  readonly dataSourceRef?: unknown;
}

/** What a claim template is given. */
export type ClaimTemplateSpec = Omit<ClaimSpec, 'namespace' | 'limit' | 'selector' | 'volumeName'>;

/** What becomes of the claims when the StatefulSet is deleted, or has fewer pods. */
export interface ClaimRetention {
  readonly whenDeleted?: string;
  readonly whenScaled?: string;
}

/** How a container mounts a template; a template of devices is at the path as one. */
export interface TemplateMount {
  readonly containerName: string;
  readonly path: string;
  readonly subPath?: string;
  readonly subPathExpr?: string;
  readonly readOnly?: boolean;
  readonly propagation?: string;
}
