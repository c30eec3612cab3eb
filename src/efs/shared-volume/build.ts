/** The persistent volume and the claim of a shared volume, bound to each other. */
import { EFS_DRIVER_NAME } from '../../facts';
import { From, unmarked } from '../../findings';
import { Manifest } from '../../kube';
import { buildClaim, buildCsiPersistentVolume } from '../../storage/core';
import { buildAsOperator } from '../operator';
import { namesOf, volumeHandleOf } from './names';
import { DEFAULT_CAPACITY, DEFAULT_CLASS, SharedVolumeSpec } from './spec';

/** The volume and the claim, in the order in which they are applied. */
export function buildSharedVolume(
  spec: SharedVolumeSpec,
  from: From = unmarked,
): [Manifest, Manifest] {
  if (spec.operatorMode) {
    return buildAsOperator({
      name: spec.name,
      namespace: spec.namespace!,
      fileSystemID: spec.fileSystemId,
      accessPointID: spec.accessPointId!,
    });
  }
  const { accessModes = ['ReadWriteMany'], storage = DEFAULT_CAPACITY } = spec;
  // Always explicit, on both: a claim without a class would get the cluster's default one and never
  // bind.
  const { storageClassName = DEFAULT_CLASS } = spec;
  const names = namesOf(spec);
  const volumeName = from(spec.volumeName === undefined ? 'name' : 'volumeName', names.volumeName);
  const claimName = from(spec.claimName === undefined ? 'name' : 'claimName', names.claimName);
  const namespace = from('namespace', spec.namespace);
  const source = spec.accessPointId === undefined ? 'fileSystemId' : 'accessPointId';
  const labels = from('labels', spec.labels);
  const annotations = from('annotations', spec.annotations);
  const modes = from('accessModes', accessModes);
  const className = from('storageClassName', storageClassName);
  const volumeMode = 'Filesystem';
  return [
    buildCsiPersistentVolume({
      name: volumeName,
      labels,
      annotations,
      driver: EFS_DRIVER_NAME,
      volumeHandle: from(source, volumeHandleOf(spec)),
      volumeAttributes: from('volumeAttributes', spec.volumeAttributes),
      storage: from('storage', storage),
      accessModes: modes,
      storageClassName: className,
      reclaimPolicy: 'Retain',
      volumeMode,
      mountOptions: from('mountOptions', spec.mountOptions),
      // Each alone lets somebody else take the other half.
      claimRef: { name: claimName, namespace: namespace! },
    }),
    buildClaim({
      name: claimName,
      namespace,
      labels,
      annotations,
      accessModes: modes,
      storage: from(spec.request === undefined ? 'storage' : 'request', spec.request ?? storage),
      storageClassName: className,
      volumeMode,
      volumeName,
    }),
  ];
}
