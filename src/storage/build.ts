/**
 * The storage kinds as manifests: only what was asked for, no default that the API server would
 * set.
 */
import { From, unmarked } from '../findings';
import { Manifest, ObjectMeta, withoutUndefined } from '../kube';
import { ClaimSpec, CsiPersistentVolumeSpec, ObjectSpec, StorageClassSpec } from './spec';

/** The annotation that makes a class the default one. */
const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';

export function buildStorageClass(spec: StorageClassSpec, from: From = unmarked): Manifest {
  const annotations = spec.isDefault
    ? { ...spec.annotations, [DEFAULT_CLASS]: 'true' }
    : spec.annotations;
  return withoutUndefined({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: from('', metadataOf({ ...spec, annotations })),
    provisioner: spec.provisioner,
    parameters: spec.parameters,
    reclaimPolicy: spec.reclaimPolicy,
    volumeBindingMode: spec.volumeBindingMode,
    allowVolumeExpansion: spec.allowVolumeExpansion,
    mountOptions: spec.mountOptions,
    allowedTopologies: spec.allowedTopologies,
    ...from.each('additionalFields', spec.additionalFields),
  });
}

export function buildCsiPersistentVolume(
  spec: CsiPersistentVolumeSpec,
  from: From = unmarked,
): Manifest {
  return withoutUndefined({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: from('', metadataOf(spec)),
    spec: from('', {
      accessModes: spec.accessModes,
      capacity: { storage: from('storage', spec.storage) },
      claimRef: spec.claimRef && {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        name: spec.claimRef.name,
        namespace: spec.claimRef.namespace,
      },
      csi: from('csi', {
        driver: from('driver', spec.driver),
        volumeHandle: from('volumeHandle', spec.volumeHandle),
        fsType: from('fsType', spec.fsType),
        readOnly: from('readOnly', spec.readOnly),
        volumeAttributes: from('volumeAttributes', spec.volumeAttributes),
        ...spec.csi,
      }),
      mountOptions: spec.mountOptions,
      nodeAffinity: spec.nodeAffinity,
      persistentVolumeReclaimPolicy: from('reclaimPolicy', spec.reclaimPolicy),
      storageClassName: spec.storageClassName,
      volumeMode: spec.volumeMode,
      ...from.each('additionalFields', spec.additionalFields),
    }),
  });
}

export function buildClaim(spec: ClaimSpec, from: From = unmarked): Manifest {
  return withoutUndefined({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: from('', metadataOf(spec)),
    spec: from('', {
      accessModes: spec.accessModes,
      dataSource: spec.dataSource,
      dataSourceRef: spec.dataSourceRef,
      resources: {
        requests: { storage: from('storage', spec.storage) },
        limits: spec.limit === undefined ? undefined : { storage: from('limit', spec.limit) },
      },
      selector: spec.selector,
      storageClassName: spec.storageClassName,
      volumeAttributesClassName: spec.volumeAttributesClassName,
      volumeMode: spec.volumeMode,
      volumeName: spec.volumeName,
      ...from.each('additionalFields', spec.additionalFields),
    }),
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
