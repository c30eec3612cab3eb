/** The types of what a class, a volume and a claim are given. */
import { VOLUME_MODES } from './objects/common';
import {
  ClaimRef,
  ClaimRetention,
  ClaimSpec,
  ClaimTemplateSpec,
  CsiPersistentVolumeSpec,
  ObjectSpec,
  StorageClassSpec,
  TemplateMount,
} from './spec';
import {
  data,
  flag,
  listOf,
  numberOrString,
  oneOf,
  Shapes,
  string,
  strings,
  struct,
  text,
} from '../shape';

const RECLAIM_POLICIES = ['Delete', 'Retain'];

const OBJECT: Shapes<ObjectSpec> = {
  name: string,
  labels: strings,
  annotations: strings,
  additionalFields: data,
};

/** What a StorageClass is given. */
export const STORAGE_CLASS_SHAPE = struct<StorageClassSpec>({
  ...OBJECT,
  provisioner: string,
  parameters: strings,
  reclaimPolicy: oneOf(RECLAIM_POLICIES),
  volumeBindingMode: oneOf(['Immediate', 'WaitForFirstConsumer']),
  allowVolumeExpansion: flag,
  mountOptions: listOf(string),
  allowedTopologies: listOf(data),
  isDefault: flag,
});

/** What a persistent volume is given. */
export const CSI_PERSISTENT_VOLUME_SHAPE = struct<CsiPersistentVolumeSpec>({
  ...OBJECT,
  driver: string,
  volumeHandle: string,
  volumeAttributes: strings,
  fsType: string,
  readOnly: flag,
  csi: data,
  storage: numberOrString,
  accessModes: listOf(string),
  storageClassName: string,
  reclaimPolicy: oneOf(RECLAIM_POLICIES),
  volumeMode: oneOf(VOLUME_MODES),
  mountOptions: listOf(string),
  nodeAffinity: data,
  claimRef: struct<ClaimRef>({ name: string, namespace: string }),
});

/** What a claim is given. */
export const CLAIM_SHAPE = struct<ClaimSpec>({
  ...OBJECT,
  namespace: text,
  accessModes: listOf(string),
  storage: numberOrString,
  limit: numberOrString,
  storageClassName: string,
  volumeMode: oneOf(VOLUME_MODES),
  volumeName: string,
  volumeAttributesClassName: string,
  selector: data,
  dataSource: data,
  dataSourceRef: data,
});

/** What a claim template is given. */
export const CLAIM_TEMPLATE_SHAPE = struct<ClaimTemplateSpec>({
  ...OBJECT,
  accessModes: listOf(string),
  storage: numberOrString,
  storageClassName: string,
  volumeMode: oneOf(VOLUME_MODES),
  volumeAttributesClassName: string,
  dataSource: data,
  dataSourceRef: data,
});

/** What is said of the claims of templates when their pods are gone. */
export const CLAIM_RETENTION_SHAPE = struct<ClaimRetention>({
  whenDeleted: oneOf(RECLAIM_POLICIES),
  whenScaled: oneOf(RECLAIM_POLICIES),
});

/** How a template is mounted. */
export const TEMPLATE_MOUNT_SHAPE = struct<TemplateMount>({
  containerName: text,
  path: text,
  subPath: string,
  subPathExpr: string,
  readOnly: flag,
  propagation: oneOf(['None', 'HostToContainer', 'Bidirectional']),
});
