/** Beside whom a workload is placed: the table of claims, consumers and modes. */
import {
  CoLocationDecision,
  CoLocationMode,
  CoLocationRequest,
  decideCoLocation,
  podAffinity,
} from '../../src/placement/core';
import { readTopology } from '../../src/topology';

type Fields = { [field: string]: any };
const { AUTO, PREFERRED, REQUIRED, NONE } = CoLocationMode;

const claim = (...accessModes: string[]) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'team' },
  spec: { accessModes },
});
const podOf = (labels: Fields | undefined, claimName = 'data') => ({
  ...(labels ? { metadata: { labels } } : {}),
  spec: {
    containers: [{ name: 'main', image: 'a', volumeMounts: [{ name: 'v', mountPath: '/d' }] }],
    volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }],
  },
});
const workload = (kind: string, name: string, spec: Fields = {}, namespace = 'team') => ({
  apiVersion: kind === 'Job' || kind === 'CronJob' ? 'batch/v1' : 'apps/v1',
  kind,
  metadata: { name, namespace },
  spec: {
    ...(kind === 'Job' || kind === 'CronJob' ? {} : { selector: { matchLabels: { app: name } } }),
    ...(kind === 'CronJob'
      ? { jobTemplate: { spec: { template: podOf({ app: name }) } } }
      : { template: podOf({ app: name, tier: 'web' }) }),
    ...spec,
  },
});
const pod = (name: string, labels?: Fields) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  ...podOf(labels),
  metadata: { name, namespace: 'team', ...(labels ? { labels } : {}) },
});

const tolerating = (...keys: string[]) => {
  const { metadata, spec } = podOf({ app: 'shop' });
  return {
    metadata,
    spec: { ...spec, tolerations: keys.map((key) => ({ key, operator: 'Exists' })) },
  };
};
const request = (over: Partial<CoLocationRequest> = {}): CoLocationRequest => ({
  key: 'me',
  namespace: 'team',
  claim: { name: 'data', path: 'pvc' },
  mode: AUTO,
  ...over,
});

function decide(objects: Fields[], over: Partial<CoLocationRequest> = {}): CoLocationDecision {
  return decideCoLocation(
    request(over),
    readTopology(objects.map((manifest) => ({ key: manifest.metadata.name, manifest }))),
  );
}
const summary = ({ terms }: CoLocationDecision) =>
  terms.map(({ selector, isRequired }) => [
    isRequired ? 'required' : 'preferred',
    selector.matchLabels,
  ]);
const messages = ({ findings }: CoLocationDecision) =>
  findings.map(
    ({ severity, rule, path, message, remedy }) =>
      `${severity} ${rule} ${path}: ${message}; ${remedy}`,
  );

const RWO = claim('ReadWriteOnce');
const SHOP = workload('Deployment', 'shop');

test('the one workload that has a ReadWriteOnce claim is required, by the selector of its controller', () => {
  const decision = decide([RWO, SHOP]);
  expect(podAffinity(decision.terms)).toEqual({
    podAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: { matchLabels: { app: 'shop' } }, topologyKey: 'kubernetes.io/hostname' },
      ],
    },
  });
  expect(decision.findings).toEqual([]);
});

test('what is preferred has the greatest weight, and says where', () => {
  expect(
    podAffinity(
      decide([RWO, SHOP], { mode: PREFERRED, topologyKey: 'topology.kubernetes.io/zone' }).terms,
    ),
  ).toEqual({
    podAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        {
          weight: 100,
          podAffinityTerm: {
            labelSelector: { matchLabels: { app: 'shop' } },
            topologyKey: 'topology.kubernetes.io/zone',
          },
        },
      ],
    },
  });
  expect(
    decide([RWO, SHOP], { mode: PREFERRED, weight: 7 }).terms.map(({ weight }) => weight),
  ).toEqual([7]);
});

test.each<[string, Fields[], Partial<CoLocationRequest>, unknown[]]>([
  ['nobody has the claim', [RWO], {}, []],
  ['nobody but the workload itself has it', [RWO, SHOP], { key: 'shop' }, []],
  ['the mode is none', [RWO, SHOP], { mode: NONE }, []],
  ['the claim can be written on many nodes', [claim('ReadWriteMany'), SHOP], {}, []],
  [
    'the claim can be read on many nodes as well',
    [claim('ReadWriteOnce', 'ReadOnlyMany'), SHOP],
    {},
    [],
  ],
  [
    'the modes that are given say many, whatever the claim says',
    [RWO, SHOP],
    { claim: { name: 'data', path: '', accessModes: ['ReadWriteMany'] } },
    [],
  ],
  [
    'the claim is unknown, and so taken for one of one node',
    [SHOP],
    {},
    [['required', { app: 'shop' }]],
  ],
  [
    'the claim has the same name elsewhere',
    [RWO, workload('Deployment', 'shop', {}, 'other')],
    {},
    [],
  ],
  ['the mode is preferred', [RWO, SHOP], { mode: PREFERRED }, [['preferred', { app: 'shop' }]]],
  [
    'the workload has no replicas now',
    [RWO, workload('Deployment', 'shop', { replicas: 0 })],
    {},
    [['preferred', { app: 'shop' }]],
  ],
  [
    'the workload has none and is required all the same',
    [RWO, workload('Deployment', 'shop', { replicas: 0 })],
    { mode: REQUIRED },
    [['required', { app: 'shop' }]],
  ],
  [
    'there are two workloads',
    [RWO, SHOP, workload('StatefulSet', 'db')],
    {},
    [
      ['preferred', { app: 'shop' }],
      ['preferred', { app: 'db' }],
    ],
  ],
  [
    'one of two has no replicas',
    [RWO, SHOP, workload('Deployment', 'old', { replicas: 0 })],
    {},
    [
      ['required', { app: 'shop' }],
      ['preferred', { app: 'old' }],
    ],
  ],
  [
    'beside the one workload there is a CronJob',
    [RWO, SHOP, workload('CronJob', 'backup')],
    {},
    [
      ['required', { app: 'shop' }],
      ['preferred', { app: 'backup' }],
    ],
  ],
  [
    'only a Job has it',
    [RWO, workload('Job', 'load')],
    {},
    [
      [
        'preferred',
        { app: 'load', tier: 'web', 'batch.kubernetes.io/job-name': 'load', 'job-name': 'load' },
      ],
    ],
  ],
  [
    'only a DaemonSet has it',
    [RWO, workload('DaemonSet', 'agent')],
    {},
    [['preferred', { app: 'agent' }]],
  ],
  [
    'a Pod has it, which has no selector',
    [RWO, pod('one', { app: 'one' })],
    {},
    [['required', { app: 'one' }]],
  ],
  [
    'another viewer has it, beside a workload',
    [RWO, SHOP, pod('v', { 'app.kubernetes.io/part-of': 'pvc-viewer' })],
    {},
    [['required', { app: 'shop' }]],
  ],
  [
    'only another viewer has it',
    [RWO, pod('v', { 'app.kubernetes.io/part-of': 'pvc-viewer' })],
    {},
    [['preferred', { 'app.kubernetes.io/part-of': 'pvc-viewer' }]],
  ],
])('%s', (_when, objects, over, expected) => {
  expect(summary(decide(objects, over))).toEqual(expected);
});

test('the claim of one pod of a StatefulSet leads to that pod, whatever the others do', () => {
  const db = workload('StatefulSet', 'db', {
    replicas: 3,
    volumeClaimTemplates: [
      { metadata: { name: 'files' }, spec: { accessModes: ['ReadWriteOnce'] } },
    ],
  });
  const decision = decide([db], { claim: { name: 'files-db-1', path: 'pvc' } });
  expect(summary(decision)).toEqual([
    ['required', { 'statefulset.kubernetes.io/pod-name': 'db-1' }],
  ]);
  expect(decision.findings).toEqual([]);
  expect(summary(decide([db], { claim: { name: 'files-db-3', path: 'pvc' } }))).toEqual([]);
});

test.each<[string, Fields, string]>([
  ['requires other pods', { app: 'cache' }, 'preferred'],
  ['requires the same pods', { tier: 'web' }, 'required'],
])(
  'one whose own affinity %s is placed so that one pod can meet both',
  (_what, matchLabels, strength) => {
    const affinity = {
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { labelSelector: { matchLabels }, topologyKey: 'kubernetes.io/hostname' },
        ],
      },
    };
    const me: Fields = workload('Deployment', 'me');
    me.spec.template.spec.affinity = affinity;
    expect(summary(decide([RWO, SHOP, me]))).toEqual([[strength, { app: 'shop' }]]);
    expect(summary(decide([RWO, SHOP], { key: '', podSpec: { affinity } }))).toEqual([
      [strength, { app: 'shop' }],
    ]);
    expect(messages(decide([RWO, SHOP, me], { mode: REQUIRED }))).toEqual(
      strength === 'required'
        ? []
        : [
            'warning placement/required-of-many : the existing affinity requires pods other than those of Deployment/team/shop, so these are only preferred; ' +
              'use the mode auto or preferred, or remove the other term',
          ],
    );
  },
);

const HOOK = 'argocd.argoproj.io/hook';
const WAVE = 'argocd.argoproj.io/sync-wave';
test.each<[string, Fields, Fields, string]>([
  [
    'a hook of Helm before an upgrade',
    { 'helm.sh/hook': 'pre-install,pre-upgrade' },
    {},
    'preferred',
  ],
  ['a hook of Helm afterwards', { 'helm.sh/hook': 'post-install' }, {}, 'required'],
  [
    'a hook of Helm after an upgrade',
    { 'helm.sh/hook': 'post-upgrade' },
    { [WAVE]: '1' },
    'required',
  ],
  ['a hook of Argo CD afterwards', { [HOOK]: 'PostSync' }, { [WAVE]: '1' }, 'required'],
  ['before a hook of Helm afterwards', {}, { 'helm.sh/hook': 'post-install' }, 'preferred'],
  ['before a hook of Helm after an upgrade', {}, { 'helm.sh/hook': 'post-upgrade' }, 'preferred'],
  ['before a hook of Argo CD afterwards', {}, { [HOOK]: 'PostSync' }, 'preferred'],
  ['in the sync, whatever the wave', { [HOOK]: 'Sync', [WAVE]: '1' }, { [WAVE]: '1' }, 'required'],
  ['a hook of Argo CD before all else', { [HOOK]: 'PreSync' }, {}, 'preferred'],
  ['in an earlier wave', { [WAVE]: '-1' }, {}, 'preferred'],
  ['in a later wave', { [WAVE]: '3' }, { [WAVE]: '2' }, 'required'],
  ['in the same wave', { [WAVE]: '2' }, { [WAVE]: '2' }, 'required'],
  ['a hook beforehand, whatever its wave', { [HOOK]: 'PreSync', [WAVE]: '9' }, {}, 'preferred'],
])('nobody requires what is applied after it: %s', (_what, own, others, strength) => {
  const me: Fields = workload('Job', 'me');
  const shop: Fields = workload('Deployment', 'shop');
  Object.assign(me.metadata, { annotations: own });
  Object.assign(shop.metadata, { annotations: others });
  expect(summary(decide([RWO, shop, me]))).toEqual([[strength, { app: 'shop' }]]);
  expect(summary(decide([RWO, shop, me], { mode: REQUIRED }))).toEqual([
    ['required', { app: 'shop' }],
  ]);
});

test('of two that are to be required one is, which has pods', () => {
  const old = workload('Deployment', 'old', { replicas: 0 });
  expect(summary(decide([RWO, old, SHOP], { mode: REQUIRED }))).toEqual([
    ['preferred', { app: 'old' }],
    ['required', { app: 'shop' }],
  ]);
});

test('a workload of another namespace is named with it', () => {
  const decision = decide([workload('Deployment', 'shop', {}, 'other')], {
    claim: undefined,
    workloadKey: 'shop',
  });
  expect(podAffinity(decision.terms)).toMatchObject({
    podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ namespaces: ['other'] }] },
  });
});

test.each<[string, Fields[], Partial<CoLocationRequest>, string[]]>([
  [
    'a second pod has a claim for one',
    [claim('ReadWriteOncePod'), SHOP],
    {},
    [
      'error placement/claim-for-one-pod pvc: the claim "data" is for one pod (ReadWriteOncePod), but Deployment/team/shop uses it; mount it in one pod, or claim ReadWriteOnce',
    ],
  ],
  [
    'the second pod is not there now',
    [claim('ReadWriteOncePod'), SHOP],
    { replicas: 0 },
    [
      'warning placement/claim-for-one-pod pvc: the claim "data" is for one pod (ReadWriteOncePod), but Deployment/team/shop uses it; mount it in one pod, or claim ReadWriteOnce',
    ],
  ],
  [
    'several replicas have a claim for one node',
    [RWO, workload('Deployment', 'shop', { replicas: 3 })],
    {},
    [
      'warning placement/claim-on-many-nodes spec.template.spec: the claim "data" is for one node (ReadWriteOnce), but Deployment/team/shop has 3 pods; run one pod, or claim ReadWriteMany',
    ],
  ],
  [
    'a DaemonSet has a claim for one node',
    [RWO, workload('DaemonSet', 'agent')],
    {},
    [
      'warning placement/claim-on-many-nodes spec.template.spec: the claim "data" is for one node (ReadWriteOnce), but DaemonSet/team/agent has a pod on every node; run one pod, or claim ReadWriteMany',
    ],
  ],
  [
    'nobody can be found',
    [RWO, pod('one')],
    {},
    [
      'warning placement/consumer-without-labels : the pods of Pod/team/one have no labels to select them by; add labels to them',
    ],
  ],
  [
    'many Jobs are to be required',
    Array.from({ length: 7 }, (_, index) => workload('Job', `load-${index}`)),
    { mode: REQUIRED },
    [
      'warning placement/required-of-batch : it can only follow Job/team/load-0, Job/team/load-1, Job/team/load-2, Job/team/load-3, Job/team/load-4 and 2 more, ' +
        'whose pods come and go, so its node is only preferred; use the mode auto or preferred',
    ],
  ],
  [
    'a taint is not tolerated',
    [
      RWO,
      workload('Deployment', 'shop', {
        template: tolerating('dedicated', 'gpu', 'node.kubernetes.io/not-ready'),
      }),
    ],
    { podSpec: { tolerations: [{ key: 'gpu', operator: 'Exists' }] } },
    [
      'warning placement/taint-not-tolerated : Deployment/team/shop tolerates the taint "dedicated", but the workload that should run with it does not; add the same toleration to it',
    ],
  ],
  [
    'the ordinal of a claim is missing',
    [workload('StatefulSet', 'db', { volumeClaimTemplates: [{ metadata: { name: 'data' } }] })],
    { claim: { name: 'data-db', path: 'pvc' } },
    [
      'warning placement/claim-of-pods pvc: there is no claim "data-db": each pod of StatefulSet/team/db has its own; use the claim of a pod, such as "data-db-0"',
    ],
  ],
  [
    'a Job is to be required',
    [RWO, workload('Job', 'load')],
    { mode: REQUIRED },
    [
      'warning placement/required-of-batch : it can only follow Job/team/load, whose pods come and go, so its node is only preferred; use the mode auto or preferred',
    ],
  ],
  [
    'two are to be required',
    [RWO, SHOP, workload('Deployment', 'cart')],
    { mode: REQUIRED },
    [
      'warning placement/required-of-many : no pod belongs to all of Deployment/team/shop, Deployment/team/cart, so only Deployment/team/shop is required, and the others are preferred; use the mode auto or preferred',
    ],
  ],
  [
    'what is to be followed is not there',
    [],
    { claim: undefined, workloadKey: 'app/web' },
    [
      'error placement/not-placeable : app/web does not create pods; use a workload, or a claim that workloads mount',
    ],
  ],
])('it is told that %s', (_what, objects, over, expected) => {
  expect(messages(decide(objects, over))).toEqual(expected);
});

test('taints that are tolerated, and those of one who is only preferred, are nothing to tell', () => {
  const objects = [RWO, workload('Deployment', 'shop', { template: tolerating('dedicated') })];
  expect(messages(decide(objects, { podSpec: { tolerations: [{ operator: 'Exists' }] } }))).toEqual(
    [],
  );
  expect(messages(decide(objects, { mode: PREFERRED }))).toEqual([]);
});
