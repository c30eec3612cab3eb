/**
 * How many pods a rollout adds and removes, whatever new pods run into: the numbers that the
 * controllers of Kubernetes come to.
 */
import type { PodProblem } from '../../src/diff/pods/problems';
import { rollOut, RolloutInput } from '../../src/diff/pods/rollout';
import type { Stored } from '../../src/diff/stored';
import { isClusterScoped, workloadKinds } from '../../src/kube';
import { readManifests } from '../../src/validation';

type Spec = { readonly [field: string]: unknown };
type Around = Partial<Pick<RolloutInput, 'problemBefore' | 'problemStill' | 'scaled'>> & {
  readonly problem?: PodProblem['kind'];
  readonly room?: number;
};
type Answer = readonly [
  restarts: string,
  added: number,
  removed: number,
  ready: boolean,
  keepsOld: boolean,
  isShort?: true,
];

const object = (kind: string, spec: Spec, image = 'web:1') => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image }] },
    },
    ...spec,
  },
});

const WAITING: PodProblem = { kind: 'waiting', why: 'it waits' };

function rollout(
  kind: string,
  old: Spec,
  next: Spec,
  image: string,
  { problem, room = Infinity, ...rest }: Around,
): Answer {
  const [before, after] = [object(kind, old), object(kind, next, image)];
  const kinds = { isCluster: isClusterScoped, workloads: workloadKinds() };
  const [sent] = readManifests([after], 'default', kinds);
  const { restarts, podsAdded, podsRemoved, ready, keepsOld, isShort } = rollOut({
    workload: { sent } as Stored,
    before,
    after,
    problemOfNew: () => (problem ? { kind: problem, why: 'why' } : undefined),
    roomOfNew: () => room,
    ...rest,
  });
  const numbers = [restarts, podsAdded, podsRemoved, ready, keepsOld] as const;
  return isShort ? [...numbers, true] : numbers;
}

const rolling = (maxSurge: unknown, maxUnavailable: unknown, replicas = 4) => ({
  replicas,
  strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } },
});
const recreate = (replicas = 4) => ({ replicas, strategy: { type: 'Recreate' } });
const QUARTER = rolling('25%', '25%');

test.each<[string, Spec, Around, Answer]>([
  ['nothing', QUARTER, {}, ['all', 0, 0, true, false]],
  ['nothing, Recreate', recreate(), {}, ['all', 0, 0, true, false]],
  ['waiting', QUARTER, { problem: 'waiting' }, ['some', 1, 0, false, true]],
  [
    'waiting, surge 50%',
    rolling('50%', '25%'),
    { problem: 'waiting' },
    ['some', 2, 0, false, true],
  ],
  ['waiting, surge of 2 pods', rolling(2, 0), { problem: 'waiting' }, ['none', 2, 0, false, true]],
  ['waiting, neither', rolling(0, 0), { problem: 'waiting' }, ['some', 0, 0, false, true]],
  [
    'waiting, none is to stay',
    rolling(0, '100%'),
    { problem: 'waiting' },
    ['all', 0, 0, false, false],
  ],
  [
    'waiting, shares that are none',
    rolling('a', '1'),
    { problem: 'waiting' },
    ['some', 0, 0, false, true],
  ],
  [
    'waiting, 3 pods, shares round away',
    rolling('25%', '25%', 3),
    { problem: 'waiting' },
    ['none', 1, 0, false, true],
  ],
  ['waiting, Recreate', recreate(), { problem: 'waiting' }, ['all', 0, 0, false, false]],
  ['refused', QUARTER, { problem: 'refused' }, ['none', 0, 1, false, true]],
  ['refused, Recreate', recreate(), { problem: 'refused' }, ['none', 0, 4, false, false]],
  ['exclusive', rolling('25%', '25%', 1), { problem: 'exclusive' }, ['none', 1, 0, false, true]],
  ['exclusive, Recreate', recreate(1), { problem: 'exclusive' }, ['all', 0, 0, true, false]],
  ['no room', rolling(1, 0), { room: 0 }, ['none', 0, 0, false, true, true]],
  ['no room, but old ones make some', QUARTER, { room: 0 }, ['all', 0, 0, true, false]],
  ['some room', rolling(1, 0), { room: 1 }, ['all', 0, 0, true, false]],
  [
    'old ones that were never ready',
    QUARTER,
    { problem: 'waiting', problemBefore: WAITING },
    ['all', 0, 0, false, false],
  ],
  ['no pods at all', recreate(0), {}, ['none', 0, 4, true, false]],
  [
    'a refusal of pods that it does not make',
    recreate(0),
    { problem: 'refused' },
    ['none', 0, 4, true, false],
  ],
  [
    'twice as many by an autoscaler',
    QUARTER,
    { problem: 'waiting', scaled: 8 },
    ['none', 6, 0, false, true],
  ],
])('a Deployment with another image, that runs into: %s', (_about, next, around, answer) => {
  const old = { replicas: next.replicas || 4 };
  expect(rollout('Deployment', old, next, 'web:2', around)).toEqual(answer);
});

test.each<[string, number, number, Around, Answer]>([
  ['up', 1, 3, {}, ['none', 2, 0, true, false]],
  ['down', 3, 1, {}, ['none', 0, 2, true, false]],
  ['down to none, whose pods waited', 3, 0, { problemStill: WAITING }, ['none', 0, 3, true, false]],
  ['down, where pods still wait', 3, 1, { problemStill: WAITING }, ['none', 0, 2, false, false]],
  [
    'not at all, where pods still wait',
    2,
    2,
    { problemStill: WAITING },
    ['none', 0, 0, false, false],
  ],
  ['up, into a refusal', 1, 3, { problem: 'refused' }, ['none', 0, 0, false, false]],
  ['up, where new pods wait', 1, 3, { problem: 'waiting' }, ['none', 2, 0, false, false]],
  ['up, where one pod has it all', 1, 3, { problem: 'exclusive' }, ['none', 0, 0, false, false]],
  [
    'up from none, where one pod has it all',
    0,
    2,
    { problem: 'exclusive' },
    ['none', 2, 0, false, false],
  ],
  ['up, with room for one', 1, 3, { room: 1 }, ['none', 1, 0, false, false, true]],
  ['up, and further by an autoscaler', 1, 2, { scaled: 5 }, ['none', 4, 0, true, false]],
])('a Deployment that is scaled %s', (_about, had, wanted, around, answer) => {
  const specs = [had, wanted].map((replicas) => ({ replicas }));
  expect(rollout('Deployment', specs[0], specs[1], 'web:1', around)).toEqual(answer);
});

test.each<[string, Spec, Spec, Around, Answer]>([
  ['keeps its pods', { replicas: 2 }, { replicas: 2 }, {}, ['none', 0, 0, true, true]],
  ['is scaled up', { replicas: 2 }, { replicas: 3 }, {}, ['none', 1, 0, true, true]],
  ['is scaled down', { replicas: 3 }, { replicas: 2 }, {}, ['none', 0, 1, true, true]],
  [
    'has pods that wait',
    { replicas: 2 },
    { replicas: 2 },
    { problemStill: WAITING },
    ['none', 0, 0, false, true],
  ],
  [
    'was paused since it was made',
    { replicas: 2, paused: true },
    { replicas: 2 },
    {},
    ['none', 0, 0, false, true],
  ],
])('a paused Deployment with another image %s', (_about, old, next, around, answer) => {
  const paused = { ...next, paused: true };
  expect(rollout('Deployment', old, paused, 'web:2', around)).toEqual(answer);
});

test('a Deployment that is resumed for the first time makes its pods', () => {
  const was = { replicas: 2, paused: true };
  expect(rollout('Deployment', was, { replicas: 2 }, 'web:2', {})).toEqual([
    'none',
    2,
    0,
    true,
    true,
  ]);
});

test('a ReplicaSet with another image keeps its pods', () => {
  const spec = { replicas: 2 };
  expect(rollout('ReplicaSet', spec, spec, 'web:2', {})).toEqual(['none', 0, 0, true, true]);
});

const daemon = (maxSurge: unknown, maxUnavailable: unknown) => ({
  updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } },
});

// A DaemonSet is thought to have pods on three nodes.
test.each<[string, Spec, Around, Answer]>([
  ['nothing', daemon(0, 1), {}, ['all', 0, 0, true, false]],
  ['waiting', daemon(0, 1), { problem: 'waiting' }, ['some', 0, 0, false, true]],
  [
    'waiting, half may be gone',
    daemon(0, '50%'),
    { problem: 'waiting' },
    ['some', 0, 0, false, true],
  ],
  ['waiting, all may be gone', daemon(0, 9), { problem: 'waiting' }, ['all', 0, 0, false, false]],
  ['waiting, with a surge', daemon('50%', 0), { problem: 'waiting' }, ['none', 2, 0, false, true]],
  [
    'waiting, with a surge of too many',
    daemon(9, 0),
    { problem: 'waiting' },
    ['none', 3, 0, false, true],
  ],
  ['refused', daemon(0, '50%'), { problem: 'refused' }, ['none', 0, 2, false, true]],
  ['refused, with a surge', daemon(1, 0), { problem: 'refused' }, ['none', 0, 0, false, true]],
  [
    'old ones that were never ready',
    daemon(0, 1),
    { problem: 'waiting', problemBefore: WAITING },
    ['all', 0, 0, false, false],
  ],
  [
    'refused, after old ones that were never ready',
    daemon(0, 1),
    { problem: 'refused', problemBefore: WAITING },
    ['none', 0, 1, false, true],
  ],
  [
    'nobody who deletes pods',
    { updateStrategy: { type: 'OnDelete' } },
    {},
    ['none', 0, 0, true, true],
  ],
])('a DaemonSet with another image, that runs into: %s', (_about, next, around, answer) => {
  expect(rollout('DaemonSet', {}, next, 'web:2', around)).toEqual(answer);
});

const set = (replicas: number, more: Spec = {}) => ({ replicas, ...more });
const from = (partition: unknown) => ({
  updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition } },
});
const PARALLEL = { podManagementPolicy: 'Parallel' };

test.each<[string, Spec, Spec, Around, Answer]>([
  ['replaces all', set(3), set(3), {}, ['all', 0, 0, true, false]],
  ['replaces those from the partition on', set(3), set(3, from(2)), {}, ['some', 0, 0, true, true]],
  ['replaces none below the partition', set(3), set(3, from(3)), {}, ['none', 0, 0, true, true]],
  [
    'counts the partition from its start',
    set(3, { ordinals: { start: 5 } }),
    set(3, { ordinals: { start: 5 }, ...from(1) }),
    {},
    ['some', 0, 0, true, true],
  ],
  [
    'replaces none where nobody deletes them',
    set(3),
    set(3, { updateStrategy: { type: 'OnDelete' } }),
    {},
    ['none', 0, 0, true, true],
  ],
  ['replaces what stays', set(3), set(2), {}, ['all', 0, 1, true, false]],
  ['adds pods', set(1), set(3), {}, ['all', 2, 0, true, false]],
  ['begins elsewhere', set(2), set(2, { ordinals: { start: 1 } }), {}, ['all', 1, 1, true, false]],
  [
    'shares no pod with what it was',
    set(2),
    set(2, { ordinals: { start: 9 } }),
    {},
    ['none', 2, 2, true, false],
  ],
  ['waits for its last pod', set(3), set(3), { problem: 'waiting' }, ['some', 0, 0, false, true]],
  ['waits for its only pod', set(1), set(1), { problem: 'waiting' }, ['all', 0, 0, false, false]],
  ['loses its last pod', set(3), set(3), { problem: 'refused' }, ['none', 0, 1, false, true]],
  [
    'waits for the pod that it adds',
    set(1),
    set(3),
    { problem: 'waiting' },
    ['none', 1, 0, false, true],
  ],
  ['adds no pod', set(1), set(3), { problem: 'refused' }, ['none', 0, 0, false, true]],
  [
    'waits for pods that are there',
    set(3),
    set(3),
    { problemStill: WAITING },
    ['none', 0, 0, false, true],
  ],
  [
    'does not wait in parallel',
    set(3),
    set(3, PARALLEL),
    { problemStill: WAITING },
    ['all', 0, 0, true, false],
  ],
  [
    'has no pods to wait for',
    set(3),
    set(0),
    { problemStill: WAITING },
    ['none', 0, 3, true, false],
  ],
  ['has room for one', set(1), set(3), { room: 1 }, ['all', 1, 0, false, false, true]],
  [
    'has room where others go',
    set(2),
    set(3, { ordinals: { start: 1 } }),
    { room: 0 },
    ['all', 1, 1, false, false, true],
  ],
])('a StatefulSet with another image %s', (_about, old, next, around, answer) => {
  expect(rollout('StatefulSet', old, next, 'web:2', around)).toEqual(answer);
});

test.each<[string, Spec, Spec, Around, Answer]>([
  ['and the same number of pods', set(2), set(2), {}, ['none', 0, 0, true, false]],
  [
    'and pods that still wait, in parallel',
    set(2),
    set(2, PARALLEL),
    { problemStill: WAITING },
    ['none', 0, 0, false, false],
  ],
  [
    'and pods that are refused, which it does not make',
    set(2),
    set(2),
    { problem: 'refused' },
    ['none', 0, 0, true, false],
  ],
  ['and more pods', set(2), set(3), {}, ['none', 1, 0, true, false]],
])('a StatefulSet with the same image %s', (_about, old, next, around, answer) => {
  expect(rollout('StatefulSet', old, next, 'web:1', around)).toEqual(answer);
});
