/**
 * Storage objects that are plainly right, as most of them are: no check of this room has a finding
 * on them.
 */
import { ACCESS_MODES, Fields, lazily, NO_PROVISIONER } from '../../kube';
import {
  arrayOf,
  bool,
  either,
  hasOneOf,
  label,
  like,
  mapOf,
  objectWith,
  oneOf,
  path,
  size,
  struct,
  subdomain,
  Test,
  text,
  visible,
} from '../../object/plain';

/** The tests of storage objects by their kinds, of one version each, made when they are needed. */
export const PLAIN_STORAGE = {
  PersistentVolumeClaim: lazily(() => objectWith({ spec: plainClaimSpec() }, ['spec'])),
  PersistentVolume: lazily(() => objectWith({ spec: volumeSpec() }, ['spec'])),
  StorageClass: lazily(storageClass),
};

/** Whether a storage object is plainly right. Of others nothing is known. */
export function isPlainStorage(manifest: Fields): boolean {
  const { apiVersion, kind } = manifest;
  switch (kind) {
    case 'PersistentVolumeClaim':
    case 'PersistentVolume':
      return apiVersion === 'v1' && PLAIN_STORAGE[kind]()(manifest);
    case 'StorageClass':
      return apiVersion === 'storage.k8s.io/v1' && PLAIN_STORAGE[kind]()(manifest);
    default:
      return false;
  }
}

/** The test of the spec of a claim, be it one of its own or a template. */
export function plainClaimSpec(): Test {
  return struct(
    {
      accessModes: modes,
      resources: struct({ requests: struct({ storage: size }, ['storage']) }, ['requests']),
      storageClassName: either(subdomain, oneOf('')),
      volumeName: subdomain,
      volumeMode,
    },
    ['accessModes', 'resources'],
  );
}

const modes = arrayOf(oneOf(...ACCESS_MODES), 1, 1);
const volumeMode = oneOf('Filesystem', 'Block');
const mountOptions = arrayOf(visible);

function volumeSpec(): Test {
  const claimRef = struct(
    {
      apiVersion: oneOf('v1'),
      kind: oneOf('PersistentVolumeClaim'),
      name: subdomain,
      namespace: label,
    },
    ['name', 'namespace'],
  );
  const csi = struct(
    {
      driver: subdomain,
      volumeHandle: visible,
      fsType: text,
      readOnly: bool,
      volumeAttributes: mapOf((key) => key !== '', text),
    },
    ['driver', 'volumeHandle'],
  );
  return struct(
    {
      capacity: struct({ storage: size }, ['storage']),
      accessModes: modes,
      storageClassName: either(subdomain, oneOf('')),
      persistentVolumeReclaimPolicy: oneOf('Retain', 'Delete'),
      volumeMode,
      mountOptions,
      claimRef,
      csi,
      nfs: struct({ server: subdomain, path, readOnly: bool }, ['server', 'path']),
    },
    ['capacity', 'accessModes'],
    hasOneOf(['csi', 'nfs']),
  );
}

function storageClass(): Test {
  return objectWith(
    {
      provisioner: either(subdomain, oneOf(NO_PROVISIONER)),
      parameters: mapOf((key) => key !== '' && key.length <= 250, like(/^/, 1000), 32),
      reclaimPolicy: oneOf('Delete', 'Retain'),
      volumeBindingMode: oneOf('Immediate', 'WaitForFirstConsumer'),
      allowVolumeExpansion: bool,
      mountOptions,
    },
    ['provisioner'],
  );
}
