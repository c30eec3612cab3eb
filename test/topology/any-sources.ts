/** Objects of any kind and content, for properties that hold for whatever is read. */
import { TopologySource } from '../../src/topology';
import * as fc from '../support/fast-check';

const KINDS = [
  ['v1', 'Pod'],
  ['v1', 'PersistentVolumeClaim'],
  ['v1', 'PersistentVolume'],
  ['v1', 'Service'],
  ['v1', 'List'],
  ['v1', 'ReplicationController'],
  ['apps/v1', 'StatefulSet'],
  ['apps/v1', 'DeploymentList'],
  ['batch/v1', 'Job'],
  ['batch/v1', 'CronJob'],
  ['kubeflow.org/v1', 'Notebook'],
  ['storage.k8s.io/v1', 'StorageClass'],
  ['storage.k8s.io/v1', 'CSIDriver'],
] as const;
const FIELDS = [
  'metadata',
  'spec',
  'template',
  'jobTemplate',
  'labels',
  'annotations',
  'name',
  'namespace',
  'volumes',
  'containers',
  'volumeMounts',
  'selector',
  'matchLabels',
  'persistentVolumeClaim',
  'claimName',
  'ephemeral',
  'volumeClaimTemplate',
  'volumeClaimTemplates',
  'replicas',
  'ordinals',
  'start',
  'claimRef',
  'csi',
  'driver',
  'accessModes',
  'volumeName',
  'storageClassName',
  'provisioner',
  'items',
  'matchExpressions',
  'creationTimestamp',
  '__proto__',
];

/** Objects of the kinds that count, whose known fields have anything in them. */
const field = fc.constantFrom(...FIELDS);
const { value: someValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('a', 'a-0', '__proto__', 1n),
    tie('fields'),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
  fields: fc.dictionary(field, tie('value'), { maxKeys: 6 }),
}));
const oddObject = fc
  .tuple(fc.constantFrom(...KINDS), fc.dictionary(field, someValue))
  .map(([[apiVersion, kind], fields]) => ({ ...fields, apiVersion, kind }));
const anyManifest = fc.oneof(fc.jsonValue(), oddObject) as fc.Arbitrary<TopologySource['manifest']>;
/** Sources whose keys are their numbers: `#0`, `#1`. */
export const anySources = fc
  .array(anyManifest, { maxLength: 8 })
  .map((manifests) => manifests.map((manifest, index) => ({ key: `#${index}`, manifest })));
