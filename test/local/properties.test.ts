/**
 * Properties of every pair of check and build: of policies, webhooks, classes, claims, ephemeral
 * volumes and manually created volumes.
 */
import {
  checkEphemeralOnly,
  checkHyperconverged,
  checkWebhook,
} from '../../src/local/policies/check';
import { buildEphemeralOnly } from '../../src/local/policies/ephemeral-only';
import { buildHyperconverged } from '../../src/local/policies/hyperconverged';
import {
  EPHEMERAL_ONLY_SHAPE,
  EphemeralOnlySpec,
  HYPERCONVERGED_SHAPE,
  HyperconvergedSpec,
  WEBHOOK_SHAPE,
  WebhookSpec,
} from '../../src/local/policies/spec';
import {
  buildEphemeralOnlyWebhook,
  buildHyperconvergedWebhook,
} from '../../src/local/policies/webhooks';
import {
  buildEphemeralSource,
  toClaimSpec,
  toClassSpec,
  toPersistentVolumeSpec,
} from '../../src/local/volumes/build';
import {
  checkEphemeralVolume,
  checkLocalClaim,
  checkLocalClass,
  checkLocalPersistentVolume,
} from '../../src/local/volumes/check';
import {
  ClaimedSpec,
  EPHEMERAL_VOLUME_SHAPE,
  LOCAL_CLAIM_SHAPE,
  LOCAL_CLASS_SHAPE,
  LOCAL_PERSISTENT_VOLUME_SHAPE,
  LocalClaimSpec,
  LocalClassSpec,
  LocalPersistentVolumeSpec,
} from '../../src/local/volumes/spec';
import { checkShaped } from '../../src/shape';
import { buildClaim, buildCsiPersistentVolume, buildStorageClass } from '../../src/storage/core';
import * as fc from '../support/fast-check';
import { holdsFor } from '../support/properties';

const name = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,30}[a-z0-9])?$/);
const storage = fc.constantFrom('1Gi', '500M', '4Mi', '1', '10Ti');
const failurePolicy = fc.constantFrom('Fail', 'Ignore');
const accessModes = fc.constantFrom('ReadWriteOnce', 'ReadWriteOncePod').map((mode) => [mode]);
const volumeMode = fc.constantFrom('Filesystem', 'Block');
const labels = fc.constantFrom<{ [key: string]: string }>({}, { a: 'b' }, { 'example.com/a': '' });

holdsFor<EphemeralOnlySpec>('the policy on claims', {
  // The version is the target's.
  check: ({ kubernetes, ...spec }) =>
    checkShaped(spec, EPHEMERAL_ONLY_SHAPE, (given) =>
      checkEphemeralOnly({ ...given, kubernetes }),
    ),
  build: (spec) => buildEphemeralOnly(spec).flatMap(({ policy, binding }) => [policy, binding]),
  fine: fc.record(
    {
      name,
      kubernetes: fc.constantFrom('1.30', 'v1.36.1'),
      storageClassNames: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
      validationActions: fc.constantFrom(['Deny'], ['Deny', 'Audit'], ['Warn', 'Audit']),
      failurePolicy,
      anyPodOwner: fc.boolean(),
      statefulSets: fc.boolean(),
      pods: fc.boolean(),
      storageClasses: fc.boolean(),
      persistentVolumes: fc.boolean(),
      exemptNamespaces: fc.uniqueArray(name, { maxLength: 3 }),
    },
    { requiredKeys: ['name', 'validationActions', 'failurePolicy'] },
  ),
  fields: [
    'name',
    'storageClassNames',
    'validationActions',
    'failurePolicy',
    'anyPodOwner',
    'statefulSets',
    'exemptNamespaces',
    'storageClassConfigMap',
  ],
});

holdsFor<HyperconvergedSpec>('the policy on pods', {
  check: ({ kubernetes, ...spec }) =>
    checkShaped(spec, HYPERCONVERGED_SHAPE, (given) =>
      checkHyperconverged({ ...given, kubernetes }),
    ),
  build: buildHyperconverged,
  fine: fc.oneof<fc.Arbitrary<HyperconvergedSpec>[]>(
    fc.record({
      name,
      kubernetes: fc.constant('1.36'),
      everyPod: fc.constant(true),
      failurePolicy,
    }),
    fc.record({
      name,
      kubernetes: fc.constant('1.36'),
      labelKey: fc.constantFrom('a', 'example.com/b'),
      labelValue: name,
      failurePolicy,
    }),
  ),
  fields: ['name', 'everyPod', 'failurePolicy'],
});

holdsFor<WebhookSpec>('the webhooks', {
  check: (spec) => checkShaped(spec, WEBHOOK_SHAPE, checkWebhook),
  build: (spec) => [buildEphemeralOnlyWebhook(spec), buildHyperconvergedWebhook(spec)],
  fine: fc.record({ name, serviceName: name, namespace: name, failurePolicy }),
  fields: ['name'],
});

holdsFor<LocalClassSpec>('a class', {
  check: (spec) => checkShaped(spec, LOCAL_CLASS_SHAPE, checkLocalClass),
  build: (spec) => [buildStorageClass(toClassSpec(spec))],
  fine: fc.record(
    {
      name,
      failoverMode: fc.constantFrom('availability', 'durability'),
      volumeGroup: fc.constantFrom('fast', 'a+b_c.d-e'),
      fsType: fc.constantFrom('ext4', 'xfs'),
      reclaimPolicy: fc.constantFrom('Delete', 'Retain'),
      volumeBindingMode: fc.constantFrom('Immediate', 'WaitForFirstConsumer'),
      allowVolumeExpansion: fc.boolean(),
      mountOptions: fc.constantFrom([], ['noatime']),
      nodeNames: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
      isDefault: fc.boolean(),
      labels,
      annotations: labels,
    },
    { requiredKeys: ['name', 'volumeBindingMode', 'allowVolumeExpansion'] },
  ),
  fields: [
    'name',
    'failoverMode',
    'volumeGroup',
    'fsType',
    'reclaimPolicy',
    'volumeBindingMode',
    'allowVolumeExpansion',
    'mountOptions',
    'nodeNames',
    'isDefault',
    'labels',
    'annotations',
  ],
});

holdsFor<LocalClaimSpec>('a claim', {
  check: (spec) => checkShaped(spec, LOCAL_CLAIM_SHAPE, checkLocalClaim),
  build: (spec) => [buildClaim(toClaimSpec(spec))],
  fine: fc.record(
    {
      name,
      namespace: name,
      storage,
      storageClassName: name,
      accessModes,
      volumeMode,
      volumeName: name,
      labels,
      annotations: labels,
    },
    { requiredKeys: ['name', 'storage', 'storageClassName', 'accessModes'] },
  ),
  fields: [
    'name',
    'namespace',
    'storage',
    'storageClassName',
    'volumeMode',
    'volumeName',
    'labels',
    'annotations',
  ],
});

holdsFor<ClaimedSpec>('an ephemeral volume', {
  check: (spec) => checkShaped(spec, EPHEMERAL_VOLUME_SHAPE, checkEphemeralVolume),
  // In a pod, which the schemas know.
  build: (spec) => [
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'pod' },
      spec: {
        containers: [{ name: 'main', image: 'a' }],
        volumes: [{ name: spec.name, ...buildEphemeralSource(spec) }],
      },
    },
  ],
  fine: fc.record(
    { name, storage, storageClassName: name, accessModes, volumeMode, labels, annotations: labels },
    { requiredKeys: ['name', 'storage', 'accessModes'] },
  ),
  fields: ['storage', 'storageClassName', 'volumeMode', 'labels', 'annotations'],
});

holdsFor<LocalPersistentVolumeSpec>('a volume that is made by hand', {
  check: (spec) => checkShaped(spec, LOCAL_PERSISTENT_VOLUME_SHAPE, checkLocalPersistentVolume),
  build: (spec) => [buildCsiPersistentVolume(toPersistentVolumeSpec(spec))],
  fine: fc.record(
    {
      name,
      nodeName: name,
      storage,
      storageClassName: name,
      hyperconverged: fc.boolean(),
      failoverMode: fc.constantFrom('availability', 'durability'),
      volumeGroup: fc.constantFrom('containerstorage', 'fast-1'),
      fsType: fc.constantFrom('ext4', 'xfs'),
      accessModes,
      volumeMode,
      reclaimPolicy: fc.constantFrom('Delete', 'Retain'),
      labels,
    },
    {
      requiredKeys: [
        'name',
        'nodeName',
        'storage',
        'storageClassName',
        'hyperconverged',
        'volumeGroup',
        'accessModes',
      ],
    },
  ),
  fields: [
    'name',
    'nodeName',
    'storage',
    'storageClassName',
    'failoverMode',
    'fsType',
    'volumeMode',
    'reclaimPolicy',
    'labels',
  ],
});
