/** The manifest of a dynamic class; all parameters are texts. */
import { EfsStorageClassSpec } from './spec';
import { EFS_DRIVER_NAME } from '../../facts';
import { From, unmarked } from '../../findings';
import { Manifest, withoutUndefined } from '../../kube';
import { buildStorageClass, StorageClassSpec } from '../../storage/core';

export function toStorageClassSpec(
  spec: EfsStorageClassSpec,
  from: From = unmarked,
): StorageClassSpec {
  const { name, labels, annotations, reclaimPolicy, volumeBindingMode, mountOptions, isDefault } =
    spec;
  return {
    name,
    labels,
    annotations,
    reclaimPolicy,
    volumeBindingMode,
    mountOptions,
    isDefault,
    provisioner: EFS_DRIVER_NAME,
    parameters: parametersOf(spec, from),
  };
}

/** The parameters as the driver reads them. */
function parametersOf(spec: EfsStorageClassSpec, from: From): { [key: string]: string } {
  const parameters = {
    provisioningMode: spec.provisioningMode ?? 'efs-ap',
    fileSystemId: spec.fileSystemId,
    fileSystemIdConfigRef: spec.fileSystemIdConfigRef,
    fileSystemIdSecretRef: spec.fileSystemIdSecretRef,
    // EFS refuses an access point that makes its directory without permissions.
    directoryPerms: spec.directoryPerms ?? '700',
    uid: text(spec.uid),
    gid: text(spec.gid),
    gidRangeStart: text(spec.gidRangeStart),
    gidRangeEnd: text(spec.gidRangeEnd),
    basePath: spec.basePath,
    subPathPattern: spec.subPathPattern,
    ensureUniqueDirectory: text(spec.ensureUniqueDirectory),
    reuseAccessPoint: text(spec.reuseAccessPoint),
    az: spec.az,
    enforceZoneAffinity: text(spec.enforceZoneAffinity),
    enableTagging: text(spec.enableTagging),
    'csi.storage.k8s.io/provisioner-secret-name': from(
      'provisionerSecretName',
      spec.provisionerSecretName,
    ),
    'csi.storage.k8s.io/provisioner-secret-namespace': from(
      'provisionerSecretNamespace',
      spec.provisionerSecretNamespace,
    ),
  };
  return withoutUndefined(from.each('', parameters)) as { [key: string]: string };
}

export function buildEfsStorageClass(spec: EfsStorageClassSpec): Manifest {
  return buildStorageClass(toStorageClassSpec(spec));
}

function text(value: number | boolean | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
