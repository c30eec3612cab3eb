/** Live nodes, and health: where pods can run, what is attached where, and which pods are ready. */
import type { ClaimState } from '../../src/diff/binding/volumes';
import type { Cluster } from '../../src/diff/cluster';
import { problemOf } from '../../src/diff/live/health';
import { attachedElsewhere, isOutOfReach } from '../../src/diff/live/nodes';
import type { Stored } from '../../src/diff/stored';

type Fields = { readonly [field: string]: unknown };

const NODES: readonly (readonly [name: string, labels: Fields])[] = [
  ['one', { zone: 'a', size: '4' }],
  ['two', { zone: 'b', size: '8' }],
];
const stored = (name: string, live: Fields, more: Fields = {}) =>
  ({ sent: { name }, live, ...more }) as unknown as Stored;

function clusterOf(
  isComplete = true,
  attached: readonly (readonly [string, string])[] = [],
): Cluster {
  const nodes = NODES.map(([name, labels]) => stored(name, { metadata: { labels } }));
  return {
    covers: (kindKey: string) => isComplete && kindKey === '/Node',
    ofKind: () => nodes,
    find: (_kind: string, _namespace: undefined, name: string) =>
      nodes.find(({ sent }) => sent.name === name),
    having: (_index: unknown, volume: string) => ({
      members: new Map(
        attached
          .filter(([one]) => one === volume)
          .map(([, nodeName]) => [nodeName, stored('attachment', { spec: { nodeName } })]),
      ),
    }),
  } as unknown as Cluster;
}

const required = (terms: readonly Fields[]) => ({
  nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } },
});
const where = (key: string, operator: string, ...values: readonly string[]) => ({
  matchExpressions: [{ key, operator, ...(values.length > 0 ? { values } : {}) }],
});
const named = (name: string) => ({
  matchFields: [{ key: 'metadata.name', operator: 'In', values: [name] }],
});
const claimOn = (...terms: readonly Fields[]): ClaimState =>
  ({
    volume: stored('disk', {
      spec: {
        accessModes: ['ReadWriteOnce'],
        ...(terms.length > 0 ? { nodeAffinity: { required: { nodeSelectorTerms: terms } } } : {}),
      },
    }),
  }) as unknown as ClaimState;

const IN_A = where('zone', 'In', 'a');

test.each<[string, Fields, boolean]>([
  ['ask for nothing', {}, false],
  ['ask for its zone', { nodeSelector: { zone: 'a' } }, false],
  ['ask for another zone', { nodeSelector: { zone: 'b' } }, true],
  ['ask for a label that no node has', { nodeSelector: { other: 'a' } }, true],
  ['are on its node', { nodeName: 'one' }, false],
  ['are on another node', { nodeName: 'two' }, true],
  ['have an empty node', { nodeName: '' }, false],
  ['require its zone', { affinity: required([IN_A]) }, false],
  ['require another zone', { affinity: required([where('zone', 'NotIn', 'a')]) }, true],
  ['require one of both', { affinity: required([where('zone', 'In', 'b'), IN_A]) }, false],
  ['require its node', { affinity: required([named('one')]) }, false],
  ['require another node', { affinity: required([named('two')]) }, true],
  [
    'require its zone and another node',
    { affinity: required([{ ...IN_A, ...named('two') }]) },
    true,
  ],
  ['require its size and less', { affinity: required([where('size', 'Lt', '5')]) }, false],
  ['require less than its size', { affinity: required([where('size', 'Lt', '4')]) }, true],
  ['require more than less', { affinity: required([where('size', 'Gt', '3')]) }, false],
  ['require more than its size', { affinity: required([where('size', 'Gt', '4')]) }, true],
  ['require a size of what has none', { affinity: required([where('zone', 'Gt', '1')]) }, true],
  ['require more than nothing', { affinity: required([where('size', 'Gt')]) }, true],
])('a volume in a zone is out of reach of pods that %s', (_about, spec, isOut) => {
  expect(isOutOfReach(clusterOf(), { spec }, claimOn(IN_A))).toBe(isOut);
});

test('a volume for several zones is within reach of each', () => {
  const claim = claimOn(IN_A, where('zone', 'In', 'b'));
  const reach = ['a', 'b', 'c'].map((zone) =>
    isOutOfReach(clusterOf(), { spec: { nodeSelector: { zone } } }, claim),
  );
  expect(reach).toEqual([false, false, true]);
});

test.each<[string, Cluster, ClaimState]>([
  ['that may be anywhere', clusterOf(), claimOn()],
  ['that is not there', clusterOf(), {} as ClaimState],
  ['on nodes that nobody knows', clusterOf(false), claimOn(IN_A)],
])('a volume %s is not out of reach', (_about, cluster, claim) => {
  expect(isOutOfReach(cluster, { spec: { nodeSelector: { zone: 'b' } } }, claim)).toBe(false);
});

const POD = (spec: Fields = {}) => ({
  spec: { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }], ...spec },
});
const claimsWith = (accessModes: unknown) =>
  new Map([['shop/data', { volume: stored('disk', { spec: { accessModes } }) } as ClaimState]]);
const elsewhere = (
  spec: Fields,
  accessModes: unknown = ['ReadWriteOnce'],
  attached: readonly (readonly [string, string])[] = [['disk', 'one']],
) => attachedElsewhere(clusterOf(true, attached), POD(spec), claimsWith(accessModes), 'shop');
const WHY =
  'the volume of the claim "data" is attached to the node "one", on which the pods cannot run';

test('a volume that is attached to a node keeps pods from others', () => {
  expect([
    elsewhere({}),
    elsewhere({ nodeName: 'one' }),
    elsewhere({ nodeName: 'two' }),
    elsewhere({ nodeSelector: { zone: 'b' } }),
  ]).toEqual([undefined, undefined, WHY, WHY]);
});

test.each<[string, string | undefined]>([
  ['a volume for many nodes', elsewhere({ nodeName: 'two' }, ['ReadWriteOnce', 'ReadWriteMany'])],
  ['a volume without modes', elsewhere({ nodeName: 'two' }, null)],
  ['another volume', elsewhere({ nodeName: 'two' }, ['ReadWriteOnce'], [['other', 'one']])],
  ['a node that is gone', elsewhere({ nodeName: 'two' }, ['ReadWriteOnce'], [['disk', 'gone']])],
  [
    'a claim of another namespace',
    attachedElsewhere(
      clusterOf(true, [['disk', 'one']]),
      POD({ nodeName: 'two' }),
      claimsWith(['ReadWriteOnce']),
      'other',
    ),
  ],
])('%s keeps pods from no node', (_about, why) => {
  expect(why).toBeUndefined();
});

const UNREADY = { kind: 'waiting', why: 'its pods are not ready in the cluster' };
const TOLD = { kind: 'waiting', why: 'told' } as const;
const healthOf = (kindKey: string, status: Fields, spec: Fields = {}, metadata: Fields = {}) => {
  const had = {
    sent: { kindKey },
    live: { spec },
    seen: { metadata: { generation: 2, ...metadata }, status },
  } as unknown as Stored;
  return [problemOf(had, undefined), problemOf(had, TOLD)];
};
const READY = [undefined, undefined];
const WAITS = [UNREADY, TOLD];
const UNKNOWN = [undefined, TOLD];

describe.each(['apps/Deployment', 'apps/StatefulSet', 'apps/ReplicaSet', '/ReplicationController'])(
  'pods of a live %s',
  (kindKey) => {
    test.each<[string, Fields, Fields, unknown]>([
      ['as many as it wants', { readyReplicas: 2 }, { replicas: 2 }, READY],
      ['more than it wants', { readyReplicas: 3 }, { replicas: 2 }, READY],
      ['fewer than it wants', { readyReplicas: 1 }, { replicas: 2 }, WAITS],
      ['one of one', { readyReplicas: 1 }, {}, READY],
      ['none of one', {}, {}, WAITS],
      ['none of none', {}, { replicas: 0 }, READY],
    ])('are ready if %s are', (_about, status, spec, health) => {
      expect(healthOf(kindKey, status, spec)).toEqual(health);
    });
  },
);

test.each<[string, string, Fields, unknown]>([
  ['a DaemonSet with all', 'apps/DaemonSet', { numberReady: 2, desiredNumberScheduled: 2 }, READY],
  [
    'a DaemonSet with one less',
    'apps/DaemonSet',
    { numberReady: 1, desiredNumberScheduled: 2 },
    WAITS,
  ],
  [
    'a DaemonSet on no node',
    'apps/DaemonSet',
    { numberReady: 0, desiredNumberScheduled: 0 },
    READY,
  ],
  ['a ready pod', '/Pod', { conditions: [{ type: 'Ready', status: 'True' }] }, READY],
  ['a pod that is not', '/Pod', { conditions: [{ type: 'Ready', status: 'False' }] }, WAITS],
  [
    'a pod that has ended',
    '/Pod',
    { conditions: [{ type: 'Ready', status: 'False', reason: 'PodCompleted' }] },
    READY,
  ],
  [
    'a pod that is only scheduled',
    '/Pod',
    { conditions: [{ type: 'PodScheduled', status: 'True' }] },
    WAITS,
  ],
  ['a Job', 'batch/Job', { active: 1 }, UNKNOWN],
])('health of %s', (_about, kindKey, status, health) => {
  expect(healthOf(kindKey, status)).toEqual(health);
});

test('a status of another generation tells nothing, and one without a generation does', () => {
  expect(
    [1, 2, undefined].map((observedGeneration) =>
      healthOf('apps/Deployment', { observedGeneration }),
    ),
  ).toEqual([UNKNOWN, WAITS, WAITS]);
});

test('what was not seen has no health', () => {
  const had = { sent: { kindKey: 'apps/Deployment' }, live: {} } as unknown as Stored;
  expect([problemOf(had, undefined), problemOf(had, TOLD)]).toEqual(UNKNOWN);
});
