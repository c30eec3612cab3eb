/**
 * The storage kinds that cdk8s-plus lacks or leaves incomplete, as plain input: class, CSI
 * persistent volume, claim.
 */
import {
  always,
  data,
  flag,
  listOf,
  numberOrString,
  Of,
  OfFields,
  oneOf,
  objectOf,
  Shape,
  string,
  strings,
  text,
} from '../shape';
import { VOLUME_MODES } from './objects/common';

/** The access modes of a volume and of a claim that asks for no others. */
export const DEFAULT_ACCESS_MODES = ['ReadWriteOnce'];
const RECLAIM_POLICIES = ['Delete', 'Retain'];
const value: Shape<unknown> = data;

const OBJECT = {
  name: always(string),
  labels: strings,
  annotations: strings,
  // Further fields of the object (a class) or of its spec (a volume, a claim), as Kubernetes spells
  // them. They win.
  additionalFields: data as Shape<{ readonly [field: string]: unknown }>,
};
export type ObjectSpec = OfFields<typeof OBJECT>;

export const STORAGE_CLASS_SHAPE = objectOf({
  ...OBJECT,
  provisioner: always(string),
  parameters: strings,
  reclaimPolicy: oneOf(RECLAIM_POLICIES),
  volumeBindingMode: oneOf<string>(['Immediate', 'WaitForFirstConsumer']),
  allowVolumeExpansion: flag,
  mountOptions: listOf(string),
  allowedTopologies: listOf(value),
  isDefault: flag,
});
export type StorageClassSpec = Of<typeof STORAGE_CLASS_SHAPE>;

/** The claim that a persistent volume is kept for. */
const CLAIM_REF = objectOf({ name: always(string), namespace: always(string) });
export type ClaimRef = Of<typeof CLAIM_REF>;

export const CSI_PERSISTENT_VOLUME_SHAPE = objectOf({
  ...OBJECT,
  driver: always(string),
  volumeHandle: always(string),
  volumeAttributes: strings,
  fsType: string,
  readOnly: flag,
  // Further fields of `spec.csi`: references to secrets.
  csi: data as Shape<{ readonly [field: string]: unknown }>,
  storage: always(numberOrString),
  accessModes: always(listOf(string)),
  storageClassName: string,
  reclaimPolicy: oneOf(RECLAIM_POLICIES),
  volumeMode: oneOf<string>(VOLUME_MODES),
  mountOptions: listOf(string),
  nodeAffinity: value,
  claimRef: CLAIM_REF,
});
export type CsiPersistentVolumeSpec = Of<typeof CSI_PERSISTENT_VOLUME_SHAPE>;

const CLAIMED = {
  ...OBJECT,
  accessModes: always(listOf(string)),
  storage: always(numberOrString),
  storageClassName: string,
  volumeMode: oneOf<string>(VOLUME_MODES),
  volumeAttributesClassName: string,
  dataSource: value,
  dataSourceRef: value,
};

export const CLAIM_SHAPE = objectOf({
  ...CLAIMED,
  namespace: text,
  limit: numberOrString,
  volumeName: string,
  selector: value,
});
export type ClaimSpec = Of<typeof CLAIM_SHAPE>;

export const CLAIM_TEMPLATE_SHAPE = objectOf(CLAIMED);
export type ClaimTemplateSpec = Of<typeof CLAIM_TEMPLATE_SHAPE>;

/** What becomes of the claims when the StatefulSet is deleted, or has fewer pods. */
export const CLAIM_RETENTION_SHAPE = objectOf({
  whenDeleted: oneOf(RECLAIM_POLICIES),
  whenScaled: oneOf(RECLAIM_POLICIES),
});
export type ClaimRetention = Of<typeof CLAIM_RETENTION_SHAPE>;

/** How a container mounts a template; a template of devices is at the path as one. */
export const TEMPLATE_MOUNT_SHAPE = objectOf({
  containerName: always(text),
  path: always(text),
  subPath: string,
  subPathExpr: string,
  readOnly: flag,
  propagation: oneOf<string>(['None', 'HostToContainer', 'Bidirectional']),
});
export type TemplateMount = Of<typeof TEMPLATE_MOUNT_SHAPE>;
