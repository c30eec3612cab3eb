import {
  buildClaim,
  buildCsiPersistentVolume,
  buildStorageClass,
  checkClaim,
  checkCsiPersistentVolume,
  checkStorageClass,
  ClaimSpec,
  CsiPersistentVolumeSpec,
  StorageClassSpec,
} from '../../src/storage/core';
import * as fc from '../support/fast-check';
import { holdsFor } from '../support/properties';

const name = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,30}[a-z0-9])?$/);
const labels = fc.dictionary(fc.constantFrom('a', 'example.com/b'), fc.constantFrom('', 'x'));
const size = fc.constantFrom('1Gi', '500M', '1e9', '0.5Ti');
const accessModes = fc.constantFrom(
  ['ReadWriteMany'],
  ['ReadWriteOnce', 'ReadOnlyMany'],
  ['ReadWriteOncePod'],
);
const identity = { name, labels, annotations: labels };

holdsFor<StorageClassSpec>('a class', {
  check: checkStorageClass,
  build: (spec) => [buildStorageClass(spec)],
  fine: fc.record(
    {
      ...identity,
      provisioner: fc.constantFrom('efs.csi.aws.com', 'example.com/x'),
      parameters: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.string()),
      reclaimPolicy: fc.constantFrom('Delete', 'Retain'),
      volumeBindingMode: fc.constantFrom('Immediate', 'WaitForFirstConsumer'),
      allowVolumeExpansion: fc.boolean(),
      mountOptions: fc.constantFrom([], ['ro']),
      allowedTopologies: fc.constantFrom(
        [],
        [{ matchLabelExpressions: [{ key: 'topology.kubernetes.io/zone', values: ['a', 'b'] }] }],
      ),
      isDefault: fc.boolean(),
    },
    { requiredKeys: ['name', 'provisioner'] },
  ),
  fields: [
    'name',
    'labels',
    'annotations',
    'provisioner',
    'parameters',
    'reclaimPolicy',
    'volumeBindingMode',
    'allowVolumeExpansion',
    'mountOptions',
    'allowedTopologies',
    'isDefault',
  ],
});

holdsFor<CsiPersistentVolumeSpec>('a persistent volume', {
  check: checkCsiPersistentVolume,
  build: (spec) => [buildCsiPersistentVolume(spec)],
  fine: fc.record(
    {
      ...identity,
      driver: fc.constant('fake.csi.test'),
      volumeHandle: fc.stringMatching(/^[a-z:]{1,9}$/),
      volumeAttributes: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.string()),
      readOnly: fc.boolean(),
      storage: size,
      accessModes,
      storageClassName: fc.oneof(name, fc.constant('')),
      reclaimPolicy: fc.constantFrom('Delete', 'Retain'),
      volumeMode: fc.constantFrom('Filesystem', 'Block'),
      mountOptions: fc.constantFrom([], ['ro']),
      nodeAffinity: fc.constantFrom({
        required: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] },
          ],
        },
      }),
      csi: fc.constantFrom({}, { nodePublishSecretRef: { name: 'a', namespace: 'b' } }),
      claimRef: fc.record({ name, namespace: name }),
    },
    { requiredKeys: ['name', 'driver', 'volumeHandle', 'storage', 'accessModes'] },
  ),
  fields: [
    'name',
    'driver',
    'volumeHandle',
    'volumeAttributes',
    'readOnly',
    'storage',
    'accessModes',
    'storageClassName',
    'reclaimPolicy',
    'mountOptions',
    'nodeAffinity',
    'csi',
    'claimRef',
  ],
});

holdsFor<ClaimSpec>('a claim', {
  check: checkClaim,
  build: (spec) => [buildClaim(spec)],
  fine: fc.record(
    {
      ...identity,
      namespace: name,
      accessModes,
      storage: fc.constantFrom('1', '1Gi'),
      limit: fc.constantFrom('1Gi', '1Ti'),
      storageClassName: fc.oneof(name, fc.constant('')),
      volumeMode: fc.constantFrom('Filesystem', 'Block'),
      volumeName: name,
      volumeAttributesClassName: name,
      selector: fc.constantFrom(
        {},
        { matchLabels: { a: 'b' } },
        { matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] },
      ),
      dataSource: fc.constantFrom({ kind: 'PersistentVolumeClaim', name: 'old' }),
      dataSourceRef: fc.constantFrom({ kind: 'PersistentVolumeClaim', name: 'old' }),
    },
    { requiredKeys: ['name', 'accessModes', 'storage'] },
  ),
  fields: [
    'name',
    'namespace',
    'accessModes',
    'storage',
    'limit',
    'storageClassName',
    'volumeMode',
    'volumeName',
    'volumeAttributesClassName',
    'selector',
    'dataSource',
    'dataSourceRef',
  ],
});
