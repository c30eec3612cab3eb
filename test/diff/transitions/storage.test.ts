/** Volumes, claims, classes and drivers: which fields change when, as Kubernetes 1.36 answers. */
import { answerTo, byName, Manifest } from './answers';
import { diffObjects } from '../../../src/diff';

const disk = { csi: { driver: 'disk.example.com', volumeHandle: 'a' } };
const volume = (spec: object = {}): Manifest => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'one' },
  spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...disk, ...spec },
});
const csi = (more: object) => ({ csi: { ...disk.csi, ...more } });
const secretRef = (name: string) => ({ name, namespace: 'shop' });
const affinity = (key: string, value = 'a') => ({
  nodeAffinity: {
    required: {
      nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values: [value] }] }],
    },
  },
});
const storageClass = (rest: object = {}): Manifest => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'one' },
  provisioner: 'disk.example.com',
  ...rest,
});
const driver = (spec: object = {}): Manifest => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'CSIDriver',
  metadata: { name: 'disk.example.com' },
  spec,
});
const node = (...drivers: object[]): Manifest => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'CSINode',
  metadata: { name: 'one' },
  spec: { drivers },
});
const onNode = (rest: object = {}) => ({
  name: 'a.example.com',
  nodeID: 'a',
  topologyKeys: [],
  ...rest,
});
const attributes = (rest: object = {}): Manifest => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'VolumeAttributesClass',
  metadata: { name: 'one' },
  driverName: 'disk.example.com',
  parameters: { iops: '1' },
  ...rest,
});
const attachment = (nodeName: string): Manifest => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'VolumeAttachment',
  metadata: { name: 'one' },
  spec: { attacher: 'disk.example.com', nodeName, source: { persistentVolumeName: 'a' } },
});
const claim = (spec: object = {}, annotations?: object): Manifest => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'one', namespace: 'shop', ...(annotations ? { annotations } : {}) },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});
const sized = (storage: string, limit?: string) => ({
  resources: { requests: { storage }, ...(limit ? { limits: { storage: limit } } : {}) },
});
const BETA = 'volume.beta.kubernetes.io/storage-class';
const bound = (spec: object = {}, annotations?: object) =>
  claim({ storageClassName: 'fast', volumeName: 'disk', ...spec }, annotations);
const AROUND = [
  { ...storageClass({ allowVolumeExpansion: true }), metadata: { name: 'fast' } },
  {
    ...volume({
      capacity: { storage: '4Gi' },
      storageClassName: 'fast',
      claimRef: { namespace: 'shop', name: 'one' },
    }),
    metadata: { name: 'disk' },
  },
];
const FIXED = [{ ...storageClass({}), metadata: { name: 'fast' } }, AROUND[1]];
const unbound = (spec: object = {}, annotations?: object) =>
  claim({ storageClassName: 'none', ...spec }, annotations);

test.each(
  byName([
    [
      'the volume mode of a volume',
      volume(),
      volume({ volumeMode: 'Block' }),
      ['refused', 'volumeMode: Invalid value: "Block": field is immutable'],
    ],
    [
      'the handle of a volume',
      volume(),
      volume(csi({ volumeHandle: 'b' })),
      [
        'refused',
        'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation',
      ],
    ],
    [
      'attributes of a volume',
      volume(),
      volume(csi({ volumeAttributes: { a: 'b' } })),
      [
        'refused',
        'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation',
      ],
    ],
    [
      'another source of a volume',
      volume(),
      {
        ...volume(),
        spec: {
          capacity: { storage: '1Gi' },
          accessModes: ['ReadWriteOnce'],
          nfs: { server: 'a', path: '/' },
        },
      },
      [
        'refused',
        'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation',
      ],
    ],
    [
      'a secret for expansion that there was none',
      volume(),
      volume(csi({ controllerExpandSecretRef: secretRef('a') })),
      ['changed', 'spec.csi.controllerExpandSecretRef'],
    ],
    [
      'another secret for expansion',
      volume(csi({ controllerExpandSecretRef: secretRef('a') })),
      volume(csi({ controllerExpandSecretRef: secretRef('b') })),
      [
        'refused',
        'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation',
      ],
    ],
    [
      'no secret for expansion any more',
      volume(csi({ controllerExpandSecretRef: secretRef('a') })),
      volume(),
      [
        'refused',
        'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation',
      ],
    ],
    [
      'a first secret for publishing',
      volume(),
      volume(csi({ nodePublishSecretRef: secretRef('a') })),
      [
        'refused',
        'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation',
      ],
    ],
    [
      'a secret for expansion beside another handle',
      volume(),
      volume(csi({ volumeHandle: 'b', controllerExpandSecretRef: secretRef('a') })),
      [
        'refused',
        'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation',
      ],
    ],
    [
      'capacity of a volume',
      volume(),
      volume({ capacity: { storage: '2Gi' } }),
      ['changed', 'spec.capacity.storage'],
    ],
    [
      'accessModes of a volume',
      volume(),
      volume({ accessModes: ['ReadWriteMany'] }),
      ['changed', 'spec.accessModes'],
    ],
    [
      'persistentVolumeReclaimPolicy of a volume',
      volume(),
      volume({ persistentVolumeReclaimPolicy: 'Delete' }),
      ['changed', 'spec.persistentVolumeReclaimPolicy'],
    ],
    [
      'mountOptions of a volume',
      volume(),
      volume({ mountOptions: ['ro'] }),
      ['changed', 'spec.mountOptions'],
    ],
    [
      'storageClassName of a volume',
      volume(),
      volume({ storageClassName: 'fast' }),
      ['changed', 'spec.storageClassName'],
    ],
    [
      'claimRef of a volume',
      volume(),
      volume({ claimRef: { namespace: 'shop', name: 'a' } }),
      ['changed', 'spec.claimRef'],
    ],
    ['first nodes of a volume', volume(), volume(affinity('a')), ['changed', 'spec.nodeAffinity']],
    [
      'other nodes of a volume',
      volume(affinity('a')),
      volume(affinity('b')),
      [
        'refused',
        'nodeAffinity: Invalid value: {…}: field is immutable, except for updating from beta label to GA',
      ],
    ],
    [
      'no nodes of a volume any more',
      volume(affinity('a')),
      volume(),
      [
        'refused',
        'nodeAffinity: Invalid value: null: field is immutable, except for updating from beta label to GA',
      ],
    ],
    [
      'the label failure-domain.beta.kubernetes.io/zone by its later name',
      volume(affinity('failure-domain.beta.kubernetes.io/zone')),
      volume(affinity('topology.kubernetes.io/zone')),
      ['changed', 'spec.nodeAffinity.required.nodeSelectorTerms'],
    ],
    [
      'the label failure-domain.beta.kubernetes.io/region by its later name',
      volume(affinity('failure-domain.beta.kubernetes.io/region')),
      volume(affinity('topology.kubernetes.io/region')),
      ['changed', 'spec.nodeAffinity.required.nodeSelectorTerms'],
    ],
    [
      'the label beta.kubernetes.io/os by its later name',
      volume(affinity('beta.kubernetes.io/os')),
      volume(affinity('kubernetes.io/os')),
      ['changed', 'spec.nodeAffinity.required.nodeSelectorTerms'],
    ],
    [
      'the label beta.kubernetes.io/arch by its later name',
      volume(affinity('beta.kubernetes.io/arch')),
      volume(affinity('kubernetes.io/arch')),
      ['changed', 'spec.nodeAffinity.required.nodeSelectorTerms'],
    ],
    [
      'the label beta.kubernetes.io/instance-type by its later name',
      volume(affinity('beta.kubernetes.io/instance-type')),
      volume(affinity('node.kubernetes.io/instance-type')),
      ['changed', 'spec.nodeAffinity.required.nodeSelectorTerms'],
    ],
    [
      'a label by its beta name',
      volume(affinity('topology.kubernetes.io/zone')),
      volume(affinity('failure-domain.beta.kubernetes.io/zone')),
      [
        'refused',
        'nodeAffinity: Invalid value: {…}: field is immutable, except for updating from beta label to GA',
      ],
    ],
    [
      'a beta label by its later name, with another value',
      volume(affinity('beta.kubernetes.io/os')),
      volume(affinity('kubernetes.io/os', 'b')),
      [
        'refused',
        'nodeAffinity: Invalid value: {…}: field is immutable, except for updating from beta label to GA',
      ],
    ],
    [
      'a beta label by the later name of another',
      volume(affinity('beta.kubernetes.io/os')),
      volume(affinity('kubernetes.io/arch')),
      [
        'refused',
        'nodeAffinity: Invalid value: {…}: field is immutable, except for updating from beta label to GA',
      ],
    ],
    [
      'a first class of attributes of a volume',
      volume(),
      volume({ volumeAttributesClassName: 'a' }),
      ['changed', 'spec.volumeAttributesClassName'],
    ],
    [
      'another class of attributes of a volume',
      volume({ volumeAttributesClassName: 'a' }),
      volume({ volumeAttributesClassName: 'b' }),
      ['changed', 'spec.volumeAttributesClassName'],
    ],
    [
      'no class of attributes of a volume any more',
      volume({ volumeAttributesClassName: 'a' }),
      volume(),
      [
        'refused',
        'spec.volumeAttributesClassName: Forbidden: update from non-nil value to nil is forbidden',
      ],
    ],
    [
      'parameters of a class',
      storageClass(),
      storageClass({ parameters: { a: 'b' } }),
      ['refused', 'parameters: Invalid value: {…}: field is immutable'],
    ],
    [
      'the provisioner of a class',
      storageClass(),
      storageClass({ provisioner: 'b.example.com' }),
      ['refused', 'provisioner: Invalid value: "b.example.com": field is immutable'],
    ],
    [
      'the reclaim policy of a class',
      storageClass(),
      storageClass({ reclaimPolicy: 'Retain' }),
      ['refused', 'reclaimPolicy: Invalid value: "Retain": field is immutable'],
    ],
    [
      'the binding mode of a class',
      storageClass(),
      storageClass({ volumeBindingMode: 'WaitForFirstConsumer' }),
      ['refused', 'volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable'],
    ],
    [
      'the topologies of a class',
      storageClass(),
      storageClass({
        allowedTopologies: [{ matchLabelExpressions: [{ key: 'a', values: ['b'] }] }],
      }),
      ['changed', 'allowedTopologies'],
    ],
    [
      'whether a class expands',
      storageClass(),
      storageClass({ allowVolumeExpansion: true }),
      ['changed', 'allowVolumeExpansion'],
    ],
    [
      'the mount options of a class',
      storageClass(),
      storageClass({ mountOptions: ['ro'] }),
      ['changed', 'mountOptions'],
    ],
    [
      'whether a driver attaches',
      driver(),
      driver({ attachRequired: false }),
      ['refused', 'spec.attachedRequired: Invalid value: false: field is immutable'],
    ],
    [
      'the lifecycles of a driver',
      driver(),
      driver({ volumeLifecycleModes: ['Ephemeral'] }),
      [
        'refused',
        'spec.volumeLifecycleModes: Invalid value: ["Persistent","Ephemeral"]: field is immutable',
      ],
    ],
    [
      'whether a driver is told of pods',
      driver(),
      driver({ podInfoOnMount: true }),
      ['changed', 'spec.podInfoOnMount'],
    ],
    [
      'the policy of groups of a driver',
      driver(),
      driver({ fsGroupPolicy: 'File' }),
      ['changed', 'spec.fsGroupPolicy'],
    ],
    [
      'whether a driver tells capacity',
      driver(),
      driver({ storageCapacity: true }),
      ['changed', 'spec.storageCapacity'],
    ],
    [
      'a driver more on a node',
      node(onNode()),
      node(onNode(), onNode({ name: 'b.example.com' })),
      ['changed', 'spec.drivers[b.example.com]'],
    ],
    [
      'a driver less on a node',
      node(onNode(), onNode({ name: 'b.example.com' })),
      node(onNode()),
      ['changed', 'spec.drivers[b.example.com]'],
    ],
    [
      'how many volumes a driver takes on a node',
      node(onNode({ allocatable: { count: 5 } })),
      node(onNode({ allocatable: { count: 6 } })),
      ['changed', 'spec.drivers[a.example.com].allocatable.count'],
    ],
    [
      'the name of the node to a driver',
      node(onNode()),
      node(onNode({ nodeID: 'b' })),
      ['refused', 'spec.drivers: Invalid value: {…}: field is immutable'],
    ],
    [
      'the driver of a class of attributes',
      attributes(),
      attributes({ driverName: 'b.example.com' }),
      ['refused', 'driverName: Forbidden: updates to driverName are forbidden.'],
    ],
    [
      'the parameters of a class of attributes',
      attributes(),
      attributes({ parameters: { iops: '2' } }),
      ['refused', 'parameters: Forbidden: updates to parameters are forbidden.'],
    ],
    [
      'labels of a class of attributes',
      attributes(),
      attributes({ metadata: { name: 'one', labels: { a: 'b' } } }),
      ['changed', 'metadata.labels'],
    ],
    [
      'the node of an attachment',
      attachment('a'),
      attachment('b'),
      ['refused', 'spec: Invalid value: {…}: field is immutable'],
    ],
    [
      'a larger size of a claim that is not bound',
      unbound(),
      unbound(sized('2Gi')),
      [
        'refused',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ],
    ],
    [
      'a smaller size of a claim that is not bound',
      unbound(sized('2Gi')),
      unbound(),
      [
        'refused',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ],
    ],
    [
      'the modes of a claim that is not bound',
      unbound(),
      unbound({ accessModes: ['ReadWriteMany'] }),
      [
        'refused',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ],
    ],
    [
      'a first volume of a claim that is not bound',
      unbound(),
      unbound({ volumeName: 'a' }),
      ['changed', 'spec.volumeName'],
    ],
    [
      'another volume of a claim that is not bound',
      unbound({ volumeName: 'a' }),
      unbound({ volumeName: 'b' }),
      [
        'refused',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ],
    ],
    [
      'a first class of a claim that is not bound',
      claim(),
      claim({ storageClassName: 'none' }),
      ['changed', 'spec.storageClassName'],
    ],
    [
      'no class in place of none',
      claim(),
      claim({ storageClassName: '' }),
      ['changed', 'spec.storageClassName'],
    ],
    [
      'another class of a claim that is not bound',
      unbound(),
      unbound({ storageClassName: 'other' }),
      [
        'refused',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ],
    ],
    [
      'the class of a claim gone',
      unbound(),
      claim(),
      [
        'refused',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ],
    ],
    [
      'the class of an annotation in the spec',
      claim({}, { [BETA]: 'none' }),
      claim({ storageClassName: 'none' }, { [BETA]: 'none' }),
      ['changed', 'spec.storageClassName'],
    ],
    [
      'the class of an annotation in the spec alone',
      claim({}, { [BETA]: 'none' }),
      claim({ storageClassName: 'none' }),
      ['changed', 'metadata.annotations', 'spec.storageClassName'],
    ],
    [
      'another class in the spec than in the annotation',
      claim({}, { [BETA]: 'none' }),
      claim({ storageClassName: 'other' }, { [BETA]: 'none' }),
      [
        'refused',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ],
    ],
    [
      'another class in both',
      claim({}, { [BETA]: 'none' }),
      claim({ storageClassName: 'other' }, { [BETA]: 'other' }),
      [
        'refused',
        'metadata.annotations.volume.beta.kubernetes.io/storage-class: Invalid value: "other": field is immutable',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ],
    ],
    [
      'the class of an annotation and another size',
      claim({}, { [BETA]: 'none' }),
      claim({ storageClassName: 'none', ...sized('2Gi') }, { [BETA]: 'none' }),
      [
        'refused',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ],
    ],
    [
      'another class in the annotation',
      claim({}, { [BETA]: 'none' }),
      claim({}, { [BETA]: 'other' }),
      [
        'refused',
        'metadata.annotations.volume.beta.kubernetes.io/storage-class: Invalid value: "other": field is immutable',
      ],
    ],
    [
      'a first class in the annotation',
      claim(),
      claim({}, { [BETA]: 'none' }),
      [
        'refused',
        'metadata.annotations.volume.beta.kubernetes.io/storage-class: Invalid value: "none": field is immutable',
      ],
    ],
    [
      'no class in the annotation any more',
      claim({}, { [BETA]: 'none' }),
      claim(),
      [
        'refused',
        'metadata.annotations.volume.beta.kubernetes.io/storage-class: Invalid value: "": field is immutable',
      ],
    ],
    [
      'the volume mode of a claim',
      unbound(),
      unbound({ volumeMode: 'Block' }),
      [
        'refused',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
        'volumeMode: Invalid value: "Block": field is immutable',
      ],
    ],
    [
      'the selector of a claim',
      unbound(),
      unbound({ selector: { matchLabels: { a: 'b' } } }),
      [
        'refused',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ],
    ],
    [
      'the limit of a claim that is not bound',
      unbound(),
      unbound(sized('1Gi', '2Gi')),
      [
        'refused',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ],
    ],
    [
      'a larger size of a bound claim',
      bound(),
      bound(sized('2Gi')),
      ['changed', 'spec.resources.requests.storage'],
      AROUND,
    ],
    [
      'a larger size of a class that does not expand',
      bound(),
      bound(sized('2Gi')),
      [
        'refused',
        ': persistentvolumeclaims "one" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
      ],
      FIXED,
    ],
    [
      'a size below the request, above the capacity',
      bound(sized('6Gi')),
      bound(sized('5Gi')),
      ['changed', 'spec.resources.requests.storage'],
      AROUND,
    ],
    [
      'a size below the request, of the capacity',
      bound(sized('6Gi')),
      bound(sized('4Gi')),
      [
        'refused',
        'spec.resources.requests.storage: Forbidden: field can not be less than status.capacity',
      ],
      AROUND,
    ],
    [
      'a size below the request, just above the capacity',
      bound(sized('6Gi')),
      bound(sized('4097Mi')),
      ['changed', 'spec.resources.requests.storage'],
      AROUND,
    ],
    [
      'a size below both',
      bound(sized('6Gi')),
      bound(sized('3Gi')),
      [
        'refused',
        'spec.resources.requests.storage: Forbidden: field can not be less than status.capacity',
      ],
      AROUND,
    ],
    [
      'a size below the request and the capacity',
      bound(sized('3Gi')),
      bound(sized('2Gi')),
      [
        'refused',
        'spec.resources.requests.storage: Forbidden: field can not be less than status.capacity',
      ],
      AROUND,
    ],
    [
      'the limit of a bound claim',
      bound(),
      bound(sized('1Gi', '2Gi')),
      [
        'refused',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ],
      AROUND,
    ],
    [
      'the modes of a bound claim',
      bound(),
      bound({ accessModes: ['ReadWriteMany'] }),
      [
        'refused',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ],
      AROUND,
    ],
    [
      'the class of a bound claim',
      bound(),
      bound({ storageClassName: 'slow' }),
      [
        'refused',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ],
      AROUND,
    ],
    [
      'the volume of a bound claim',
      bound(),
      bound({ volumeName: 'b' }),
      [
        'refused',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ],
      AROUND,
    ],
    [
      'the volume mode of a bound claim',
      bound(),
      bound({ volumeMode: 'Block' }),
      [
        'refused',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
        'volumeMode: Invalid value: "Block": field is immutable',
      ],
      AROUND,
    ],
    [
      'a first class of attributes of a bound claim',
      bound(),
      bound({ volumeAttributesClassName: 'a' }),
      ['changed', 'spec.volumeAttributesClassName'],
      AROUND,
    ],
    [
      'another class of attributes of a bound claim',
      bound({ volumeAttributesClassName: 'a' }),
      bound({ volumeAttributesClassName: 'b' }),
      ['changed', 'spec.volumeAttributesClassName'],
      AROUND,
    ],
    [
      'a size and a class of attributes at once',
      bound(),
      bound({ ...sized('2Gi'), volumeAttributesClassName: 'b' }),
      ['changed', 'spec.resources.requests.storage', 'spec.volumeAttributesClassName'],
      AROUND,
    ],
    [
      'no size of a bound claim',
      bound(),
      bound({ resources: {} }),
      [
        'refused',
        'spec.resources.requests.storage: Forbidden: field can not be less than status.capacity',
        'spec.resources[storage]: Required value',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ],
      AROUND,
    ],
    [
      'a size and the modes of a bound claim',
      bound(),
      bound({ ...sized('2Gi'), accessModes: ['ReadWriteMany'] }),
      [
        'refused',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ],
      AROUND,
    ],
    [
      'an annotation of a claim that names its class in both ways',
      claim({ storageClassName: 'fast' }, { [BETA]: 'fast' }),
      claim({ storageClassName: 'fast' }, { [BETA]: 'fast', a: 'b' }),
      ['changed', 'metadata.annotations.a'],
    ],
    [
      'a label of a bound claim',
      bound(),
      { ...bound(), metadata: { name: 'one', namespace: 'shop', labels: { a: 'b' } } },
      ['changed', 'metadata.labels'],
      AROUND,
    ],
  ]),
)('%s', (_about, row) => {
  expect(answerTo(row)).toEqual(row[3]);
});

const GROWS =
  'a claim can only be expanded while it is bound: let a pod use it first, or delete and recreate it, because it holds no data yet';
const NEW_CLAIM =
  'create a new claim under a new name, copy the data, move the workload, and remove the old claim later';
const RECREATE = 'delete and recreate the claim: it is not bound, so it holds no data yet';

test.each<[string, Manifest, Manifest, readonly Manifest[], string]>([
  ['a larger size', unbound(), unbound(sized('2Gi')), [], GROWS],
  [
    'a larger size and other modes',
    unbound(),
    unbound({ ...sized('2Gi'), accessModes: ['ReadWriteMany'] }),
    [],
    GROWS,
  ],
  ['other modes', unbound(), unbound({ accessModes: ['ReadWriteMany'] }), [], RECREATE],
  ['other modes, bound', bound(), bound({ accessModes: ['ReadWriteMany'] }), AROUND, NEW_CLAIM],
  [
    'another volume',
    bound(),
    bound({ volumeName: 'other' }),
    AROUND,
    'do not change volumeName: "disk"; another volume needs a new claim',
  ],
  [
    'a limit',
    unbound(),
    unbound(sized('1Gi', '2Gi')),
    [],
    'do not change resources.limits; they have no effect on a claim',
  ],
  ['no class', unbound(), claim(), [], 'use the storageClassName that the claim has'],
])('what helps a claim with %s', (_about, old, next, around, remedy) => {
  const options = around.length > 0 ? {} : { bound: 'none' as const };
  const { objects } = diffObjects([...around, old], [...around, next], options);
  expect(objects[around.length].remedy).toBe(remedy);
});

test.each([
  ['attachRequired', false],
  ['volumeLifecycleModes', ['Ephemeral']],
])('what helps a driver with another %s', (field, value) => {
  const { objects } = diffObjects([driver({})], [driver({ [field]: value })]);
  expect([objects[0].verdict, objects[0].remedy]).toEqual([
    'refused',
    'delete and recreate the CSIDriver while no pod starts',
  ]);
});
