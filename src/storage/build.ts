/**
 * The storage kinds as manifests: only what was asked for, no default that the API server would
 * set.
 */
import { Manifest, ObjectMeta, withoutUndefined } from '../kube';
import { ClaimSpec, CsiPersistentVolumeSpec, ObjectSpec, StorageClassSpec } from './spec';

/** The annotation that makes a class the default one. */
export const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';

/** The manifest of a StorageClass. */
export function buildStorageClass(spec: StorageClassSpec): Manifest {
  const annotations = spec.isDefault
    ? { ...spec.annotations, [DEFAULT_CLASS]: 'true' }
    : spec.annotations;
  return withoutUndefined({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: metadataOf({ ...spec, annotations }),
    provisioner: spec.provisioner,
    parameters: spec.parameters,
    reclaimPolicy: spec.reclaimPolicy,
    volumeBindingMode: spec.volumeBindingMode,
    allowVolumeExpansion: spec.allowVolumeExpansion,
    mountOptions: spec.mountOptions,
    allowedTopologies: spec.allowedTopologies,
    ...spec.additionalFields,
  });
}

/** The manifest of a persistent volume. */
export function buildCsiPersistentVolume(spec: CsiPersistentVolumeSpec): Manifest {
  return withoutUndefined({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: metadataOf(spec),
    spec: {
      accessModes: spec.accessModes,
      capacity: { storage: spec.storage },
      claimRef: spec.claimRef && {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        name: spec.claimRef.name,
        namespace: spec.claimRef.namespace,
      },
      csi: {
        driver: spec.driver,
        volumeHandle: spec.volumeHandle,
        fsType: spec.fsType,
        readOnly: spec.readOnly,
        volumeAttributes: spec.volumeAttributes,
        ...spec.csi,
      },
      mountOptions: spec.mountOptions,
      nodeAffinity: spec.nodeAffinity,
      persistentVolumeReclaimPolicy: spec.reclaimPolicy,
      storageClassName: spec.storageClassName,
      volumeMode: spec.volumeMode,
      ...spec.additionalFields,
    },
  });
}

/** The manifest of a claim. */
export function buildClaim(spec: ClaimSpec): Manifest {
  return withoutUndefined({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: metadataOf(spec),
    spec: {
      accessModes: spec.accessModes,
      dataSource: spec.dataSource,
      dataSourceRef: spec.dataSourceRef,
      resources: {
        requests: { storage: spec.storage },
        limits: spec.limit === undefined ? undefined : { storage: spec.limit },
      },
      selector: spec.selector,
      storageClassName: spec.storageClassName,
      volumeAttributesClassName: spec.volumeAttributesClassName,
      volumeMode: spec.volumeMode,
      volumeName: spec.volumeName,
      ...spec.additionalFields,
    },
  });
}

function metadataOf(spec: ObjectSpec & Pick<ClaimSpec, 'namespace'>): ObjectMeta {
  return {
    name: spec.name,
    namespace: spec.namespace,
    labels: spec.labels,
    annotations: spec.annotations,
  };
}
