/**
 * Rare cases of local disks: replicas at their edges, classes that nobody knows, names at their
 * limits.
 */
import { answerFor } from './webhook';
import { targetFacts } from '../../src/facts';
import { describeFinding } from '../../src/findings';
import { judge, readWorld } from '../../src/judge';
import { affinityNodes, checkSteering, LOCAL_JUDGES } from '../../src/local/core';
import { checkEphemeralOnly } from '../../src/local/policies/check';
import { buildEphemeralOnly } from '../../src/local/policies/ephemeral-only';
import { buildHyperconverged } from '../../src/local/policies/hyperconverged';
import { checkLocalClass, checkLocalPersistentVolume } from '../../src/local/volumes/check';
import { readTopology } from '../../src/topology';

type Json = any;
const DRIVER = 'localdisk.csi.acstor.io';
const KEY = `topology.${DRIVER}/node`;

const storageClass = (name: string = 'local', provisioner: string = DRIVER): Json => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name },
  provisioner,
  volumeBindingMode: 'WaitForFirstConsumer',
});
const claim = (name: string, spec: object = {}): Json => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: {
    name,
    namespace: 'apps',
    annotations: { [`${DRIVER}/accept-ephemeral-storage`]: 'true' },
  },
  spec: {
    storageClassName: 'local',
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
    ...spec,
  },
});
const volume = (name: string, claimName: string, change: object = {}): Json => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
    storageClassName: 'local',
    claimRef: { name: claimName, namespace: 'apps' },
    csi: {
      driver: DRIVER,
      volumeHandle: `containerstorage#${name}`,
      volumeAttributes: {
        [`${DRIVER}/capacity`]: '1073741824',
        [`${DRIVER}/selected-initial-node`]: 'node-1',
      },
      ...change,
    },
  },
});
const cache = {
  name: 'cache',
  ephemeral: {
    volumeClaimTemplate: {
      spec: {
        storageClassName: 'local',
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
      },
    },
  },
};
const pod = (name: string, spec: object): Json => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'apps' },
  spec: { containers: [{ name: 'main', image: 'a' }], ...spec },
});
const ofClaim = (claimName: string) => ({ name: claimName, persistentVolumeClaim: { claimName } });
const statefulSet = (replicas: number, start?: number): Json => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db', namespace: 'apps' },
  spec: {
    replicas,
    ...(start === undefined ? {} : { ordinals: { start } }),
    selector: { matchLabels: { app: 'db' } },
    template: {
      metadata: { labels: { app: 'db' } },
      spec: { containers: [{ name: 'main', image: 'a' }] },
    },
    volumeClaimTemplates: [
      {
        metadata: { name: 'data', annotations: { [`${DRIVER}/accept-ephemeral-storage`]: 'true' } },
        spec: {
          storageClassName: 'local',
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: '1Gi' } },
        },
      },
    ],
  },
});
const daemonSet = (
  args: string[],
  initContainers: Json[] = [],
  name: string = 'csi-local-node',
): Json => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name, namespace: 'kube-system' },
  spec: {
    selector: { matchLabels: { app: 'a' } },
    template: {
      metadata: { labels: { app: 'a' } },
      spec: { initContainers, containers: [{ name: 'driver', image: 'a', args }] },
    },
  },
});
const webhook = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'MutatingWebhookConfiguration',
  metadata: { name: 'w' },
  webhooks: [{ name: `hyperconverged.${DRIVER}` }],
};

const sources = (objects: readonly Json[]) =>
  objects.map((manifest, index) => ({ key: String(index), manifest }));
const topologyOf = (...objects: Json[]) => readTopology(sources(objects), { namespace: 'apps' });
/** The workload that comes last, in the topology of all. */
const lastOf = (...objects: Json[]) => {
  const topology = topologyOf(...objects);
  return [topology.workloadAt(String(objects.length - 1))!, topology] as const;
};
const findingsOn = (...objects: Json[]) =>
  judge(readWorld(sources(objects), targetFacts()), LOCAL_JUDGES).map(
    (finding) => `${finding.severity} ${describeFinding(finding)}`,
  );

describe('pods of a StatefulSet, each with a volume of its own', () => {
  const messages = (...objects: Json[]) =>
    checkSteering(...lastOf(...objects)).map(({ message }) => message);
  const told = (count: number, name: string) => [
    `each of the ${count} pods has its own local volume, such as "${name}" on node-1, but they share one affinity`,
  ];

  test('are told of by the first of their volumes that has a node', () => {
    expect(
      messages(volume('pv-1', 'data-db-1'), volume('pv-2', 'data-db-2'), statefulSet(3)),
    ).toEqual(told(3, 'pv-1'));
    expect(messages(volume('pv-2', 'data-db-2'), statefulSet(3))).toEqual(told(3, 'pv-2'));
    expect(messages(volume('pv-6', 'data-db-6'), statefulSet(2, 5))).toEqual(told(2, 'pv-6'));
  });

  test('are not told of volumes that are none of theirs', () => {
    expect(messages(volume('pv-3', 'data-db-3'), statefulSet(3))).toEqual([]);
    expect(messages(volume('pv-4', 'data-db-4'), statefulSet(2, 5))).toEqual([]);
    expect(messages(volume('pv-0', 'data-db-0'), statefulSet(0))).toEqual([]);
    expect(
      messages(volume('pv-1', 'data-db-1', { driver: 'disk.csi.azure.com' }), statefulSet(3)),
    ).toEqual([]);
    expect(messages(volume('pv-1', 'data-db-1', { volumeAttributes: {} }), statefulSet(3))).toEqual(
      [],
    );
    expect(messages(statefulSet(3))).toEqual([]);
  });
});

describe('pods that are not steered, and why', () => {
  const answer = (...objects: Json[]) => answerFor(...lastOf(...objects)).message;

  test.each<[string, Json[], string]>([
    ['without a list of volumes', [pod('web', {})], 'pod has no volumes'],
    ['with an empty one', [pod('web', { volumes: [] })], 'pod has no volumes'],
    [
      'of a claim that is not there',
      [storageClass(), pod('web', { volumes: [ofClaim('data')] })],
      'pvc not found',
    ],
    [
      'of a claim of another class',
      [
        storageClass('std', 'disk.csi.azure.com'),
        claim('data', { storageClassName: 'std' }),
        pod('web', { volumes: [ofClaim('data')] }),
      ],
      'pod has no hyperconverged volumes',
    ],
    [
      'of a claim whose class nobody knows',
      [claim('data', { storageClassName: 'gone' }), pod('web', { volumes: [ofClaim('data')] })],
      'pod has no hyperconverged volumes',
    ],
    [
      'of a claim that waits for its volume',
      [storageClass(), claim('data'), pod('web', { volumes: [ofClaim('data')] })],
      'no nodes found for volume',
    ],
    [
      'of a volume that says nothing of its node',
      [
        storageClass(),
        claim('data'),
        volume('pv-1', 'data', { volumeAttributes: {} }),
        pod('web', { volumes: [ofClaim('data')] }),
      ],
      'pv is not assigned to a node',
    ],
  ])('%s', (_, objects, message) => {
    expect(answer(...objects)).toBe(message);
  });

  test.each<[string, object, string | undefined]>([
    ['Bound', {}, 'node-1'],
    ['Released', {}, undefined],
    ['Failed', {}, undefined],
    ['Released', { volumeName: 'pv-1' }, undefined],
  ])('a volume that is %s, of a claim with %j', (phase, spec, node) => {
    const objects = [
      storageClass(),
      claim('data', spec),
      { ...volume('pv-1', 'data'), status: { phase } },
      pod('web', { volumes: [ofClaim('data')] }),
    ];
    const { affinity } = answerFor(...lastOf(...objects));
    expect(JSON.stringify(affinity)?.match(/node-\d/)?.[0]).toBe(node);
  });

  test('the claim of an earlier pod of the same name is not followed', () => {
    const objects = [
      storageClass(),
      claim('web-cache'),
      volume('pv-1', 'web-cache'),
      pod('web', { volumes: [cache] }),
    ];
    expect(answerFor(...lastOf(...objects)).affinity).toBeUndefined();
  });
});

describe('the nodes that the node affinity of a volume names', () => {
  const nodesOf = (...terms: Json[]) =>
    affinityNodes({
      manifest: { spec: { nodeAffinity: { required: { nodeSelectorTerms: terms } } } },
    });
  const term = (values: unknown, operator: string = 'In', key: string = KEY) => ({
    matchExpressions: [{ key, operator, values }],
  });

  test.each<[string, Json[], string[] | undefined]>([
    ['one', [term(['a'])], ['a']],
    ['several, each once', [term(['a', 'b']), term(['b', 'c'])], ['a', 'b', 'c']],
    [
      'beside other keys',
      [
        {
          matchExpressions: [
            ...term(['z'], 'In', 'zone').matchExpressions,
            ...term(['a']).matchExpressions,
          ],
        },
      ],
      ['a'],
    ],
    ['none, where an alternative names none', [term(['a']), term(['z'], 'In', 'zone')], undefined],
    ['none by another operator', [term(['a'], 'NotIn')], undefined],
    ['none by another key', [term(['a'], 'In', 'kubernetes.io/hostname')], undefined],
    ['none of what is not a list', [term('a')], undefined],
    ['none of nothing', [], undefined],
  ])('%s', (_, terms, nodes) => {
    expect(nodesOf(...terms)).toEqual(nodes);
  });
});

describe('the installation, among other objects', () => {
  const raid = (...env: Json[]) => ({ name: 'raid', env });
  const classOfGroup = (volumeGroup: string) => ({
    ...storageClass(),
    parameters: { volumeGroup },
  });
  const OF_FAST =
    'warning 0: parameters["volumeGroup"]: the class uses the volume group "slow", but the driver creates "fast" on the disks; must be one of fast (local/volume-group-of-raid)';

  test.each<[string, Json[], string[]]>([
    [
      'the container of another name makes no group',
      [{ name: 'other', env: [{ name: 'VOLUME_GROUP', value: 'fast' }] }],
      [],
    ],
    [
      'another variable names no group',
      [raid({ name: 'OTHER', value: 'slow2' }, { name: 'VOLUME_GROUP', value: 'fast' })],
      [OF_FAST],
    ],
    ['an empty group is none', [raid({ name: 'VOLUME_GROUP', value: '' })], []],
    ['no variable at all is none', [{ name: 'raid' }], []],
  ])('%s', (_, initContainers, lines) => {
    expect(
      findingsOn(
        classOfGroup('slow'),
        daemonSet(['--run-alongside-webhook=false'], initContainers),
      ),
    ).toEqual(lines);
  });

  test('a DaemonSet that is not the driver says nothing of it, be it the first', () => {
    const other = daemonSet(['--v=2'], [raid({ name: 'VOLUME_GROUP', value: 'fast' })], 'other');
    expect(
      findingsOn(
        classOfGroup('slow'),
        other,
        daemonSet(['--run-alongside-webhook=true'], [], 'node'),
        webhook,
      ),
    ).toEqual([]);
    expect(
      findingsOn(
        classOfGroup('slow'),
        other,
        daemonSet(
          ['--run-alongside-webhook=true'],
          [raid({ name: 'VOLUME_GROUP', value: 'fast' })],
          'node',
        ),
        webhook,
      ),
    ).toEqual([OF_FAST]);
  });
});

describe('names at their limits', () => {
  test.each([
    ['a', true],
    ['a.b_c+d-e', true],
    ['.hidden', true],
    ['.', false],
    ['..', false],
    ['-a', false],
    ['a b', false],
    ['a/b', false],
  ])('volume group %s: %s', (volumeGroup, isFine) => {
    const lines = findingsOn({ ...storageClass(), parameters: { volumeGroup } });
    expect(lines).toEqual(
      isFine
        ? []
        : [
            `error 0: parameters["volumeGroup"]: "${volumeGroup}" is not a valid name of a volume group; use letters, digits and + _ . - (local/volume-group)`,
          ],
    );
  });

  test.each([
    ['fstyp', 'fstype'],
    ['volumegroups', 'volumeGroup'],
    ['VOLUMEGROUP', 'volumeGroup'],
    ['CSI.STORAGE.K8S.IO/FSTYPE', 'csi.storage.k8s.io/fstype'],
  ])('parameter %s is perhaps %s', (name, meant) => {
    const lines = findingsOn({ ...storageClass(), parameters: { [name]: 'x' } });
    expect(lines).toEqual([
      `warning 0: parameters["${name}"]: the driver has no parameter "${name}": it has no effect; perhaps you meant "${meant}" (local/class-parameter)`,
    ]);
  });

  test.each([
    ['containerstorage#pv-1#'],
    ['containerstorage#pv-1#x'],
    ['pv-1'],
    ['a b#pv-1'],
    [''],
  ])('handle %s', (volumeHandle) => {
    expect(findingsOn(volume('pv-1', 'data', { volumeHandle }))).toEqual([
      `error 0: spec.csi.volumeHandle: "${volumeHandle}" does not name the logical volume "pv-1" of a volume group; use <volume group>#pv-1 (local/volume-handle)`,
    ]);
  });

  test('a claim of an ephemeral volume may have a name of 253 characters', () => {
    // The pod's name, a dash, and the volume's.
    expect(findingsOn(storageClass(), pod('w'.repeat(247), { volumes: [cache] }))).toEqual([]);
    expect(findingsOn(storageClass(), pod('w'.repeat(248), { volumes: [cache] }))).toHaveLength(1);
  });
});

describe('pods with nodeName', () => {
  const placed = (...volumes: Json[]) => pod('web', { nodeName: 'node-1', volumes });
  const NEVER = (name: string) =>
    `error ${name}: spec.nodeName: the class "local" waits for the scheduler to choose a node, but nodeName "node-1" bypasses it; ` +
    'set nodeSelector: { kubernetes.io/hostname: node-1 } instead (local/node-name)';

  test.each<[string, Json[], string[]]>([
    [
      'and a claim that waits',
      [storageClass(), claim('data'), placed(ofClaim('data'))],
      [NEVER('2')],
    ],
    [
      'and a claim of another driver',
      [
        storageClass('std', 'disk.csi.azure.com'),
        claim('data', { storageClassName: 'std' }),
        placed(ofClaim('data')),
      ],
      [
        'warning 1: spec.storageClassName: the claim "data" accepts the loss of its data, but its class "std" belongs to disk.csi.azure.com, which keeps data; ' +
          'use a class of localdisk.csi.acstor.io, or remove the annotation (local/accept-in-vain)',
      ],
    ],
    [
      "and a claim of nobody's class",
      [claim('data', { storageClassName: 'gone' }), placed(ofClaim('data'))],
      [],
    ],
    ['and a claim that is not there', [storageClass(), placed(ofClaim('data'))], []],
    [
      'and a class that binds at once',
      [{ ...storageClass(), volumeBindingMode: 'Immediate' }, placed(cache)],
      [
        'warning 0: volumeBindingMode: volumes are created immediately, before it is known where their pods have room; set volumeBindingMode: WaitForFirstConsumer (local/immediate-binding)',
      ],
    ],
    [
      'and an ephemeral volume of another driver',
      [storageClass('local', 'disk.csi.azure.com'), placed(cache)],
      [],
    ],
    [
      'and an ephemeral volume beside the claim of its name, which is made already',
      [storageClass(), claim('web-cache'), volume('pv-1', 'web-cache'), placed(cache)],
      [
        'error 1: metadata.name: the claim "web-cache" has the name of the claim that the pod web needs for its ephemeral volume "cache", so the pod does not start; rename the claim or the volume (local/ephemeral-claim-name)',
        NEVER('3'),
      ],
    ],
  ])('%s', (_, objects, lines) => {
    expect(findingsOn(...objects)).toEqual(lines);
  });
});

describe('what the checks of options say of the whole', () => {
  test('actions are required', () => {
    expect(
      checkEphemeralOnly({ name: 'only', failurePolicy: 'Fail' } as never).map(describeFinding),
    ).toEqual([
      'validationActions: validationActions is required; set validationActions (input/type)',
    ]);
  });

  test('findings on what a class becomes stand at the options of the class', () => {
    const spec = {
      name: 'local',
      volumeBindingMode: 'WaitForFirstConsumer',
      allowVolumeExpansion: true,
    };
    expect(checkLocalClass({ ...spec, nodeNames: ['a', 'a'] }).map(({ path }) => path)).toEqual([
      'nodeNames',
    ]);
    expect(checkLocalClass(spec)).toEqual([]);
  });

  test('findings on what a volume becomes stand at the options of the volume', () => {
    const spec = {
      name: 'pv-1',
      nodeName: 'node-1',
      storage: '1Gi',
      storageClassName: 'local',
      hyperconverged: true,
      volumeGroup: 'a',
      accessModes: ['ReadWriteOnce'],
    };
    const pathsOf = (change: object) =>
      checkLocalPersistentVolume({ ...spec, ...change }).map(({ path }) => path);
    expect(pathsOf({})).toEqual([]);
    expect(pathsOf({ storage: 'much' })).toEqual(['storage']);
    expect(pathsOf({ storage: undefined, nodeName: undefined })).toEqual(['nodeName', 'storage']);
    expect(pathsOf({ accessModes: ['Never'] })).toEqual(['accessModes[0]']);
  });
});

test('without namespaces that are left alone, the binding has no selector', () => {
  const [{ binding }] = buildEphemeralOnly({
    name: 'only',
    validationActions: ['Deny'],
    failurePolicy: 'Fail',
    exemptNamespaces: [],
  });
  expect(binding.spec).toEqual({
    policyName: 'only',
    paramRef: { selector: {}, parameterNotFoundAction: 'Allow' },
    validationActions: ['Deny'],
  });
});

test('the policy on pods is for pods that are made, and no other request', () => {
  const [policy] = buildHyperconverged({
    name: 'steer',
    kubernetes: '1.36',
    everyPod: true,
    failurePolicy: 'Ignore',
  }) as Json[];
  expect([
    policy.spec.matchConstraints,
    policy.spec.failurePolicy,
    policy.spec.reinvocationPolicy,
  ]).toEqual([
    {
      resourceRules: [
        {
          apiGroups: [''],
          apiVersions: ['v1'],
          operations: ['CREATE'],
          resources: ['pods'],
          scope: 'Namespaced',
        },
      ],
    },
    'Ignore',
    'IfNeeded',
  ]);
});
