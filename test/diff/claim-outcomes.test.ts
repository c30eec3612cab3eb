/** What becomes of claims: by how they end, who uses them, what holds them, and their class. */
import { diffObjects, DiffOptions, ObjectDiff } from '../../src/diff';

type Fields = Record<string, unknown>;

const storageClass = (reclaimPolicy: string) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'ebs.csi.aws.com',
  reclaimPolicy,
});
const CLAIM_SPEC = {
  accessModes: ['ReadWriteOnce'],
  storageClassName: 'fast',
  resources: { requests: { storage: '1Gi' } },
};
const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
const inShop = (apiVersion: string, kind: string, name: string, rest: Fields, metadata = {}) => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'shop', ...metadata },
  ...rest,
});
const claim = (metadata: Fields = {}) =>
  inShop('v1', 'PersistentVolumeClaim', 'data', { spec: CLAIM_SPEC }, metadata);
const settings = (value: string) => inShop('v1', 'ConfigMap', 'settings', { data: { value } });
const podSpec = (image: string, volume: Fields) => ({
  containers: [{ name: 'web', image, volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
  volumes: [{ name: 'data', ...volume }],
});
const workload = (kind: string, template: Fields, spec: Fields = {}) =>
  inShop('apps/v1', kind, 'web', {
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: template },
      ...spec,
    },
  });
const USER = workload(
  'Deployment',
  podSpec('web:1', { persistentVolumeClaim: { claimName: 'data' } }),
);

const answersOf = (old: readonly Fields[], next: readonly Fields[], options: DiffOptions = {}) =>
  new Map(diffObjects(old, next, options).objects.map((one) => [one.object, one]));

const POD = 'when the last pod that uses the claim ends';
const CONTROLLER = 'whether a controller serves the finalizer example.com/a, example.com/b';
const FOREIGN = ['example.com/a', 'example.com/b'];
const HOOK = { annotations: { 'argocd.argoproj.io/hook': 'PreSync' } };

interface Ending {
  readonly how: 'removed' | 'recreated' | 'in a namespace that is removed';
  readonly isUsed: boolean;
  readonly isHeld: boolean;
  readonly policy: 'Delete' | 'Retain';
  readonly bound: 'all' | 'none';
}

const ENDINGS = (['removed', 'recreated', 'in a namespace that is removed'] as const).flatMap(
  (how) =>
    [false, true].flatMap((isUsed) =>
      [false, true].flatMap((isHeld) =>
        (['Delete', 'Retain'] as const).flatMap((policy) =>
          (['all', 'none'] as const).map((bound): Ending => ({
            how,
            isUsed,
            isHeld,
            policy,
            bound,
          })),
        ),
      ),
    ),
);

const nameOf = ({ how, isUsed, isHeld, policy, bound }: Ending) =>
  [
    `${bound === 'all' ? 'bound' : 'unbound'}, ${how}`,
    `${isUsed ? '' : 'not '}used`,
    `${isHeld ? '' : 'not '}held by finalizers`,
    policy,
  ].join(', ');

function toldOf({ how, isUsed, isHeld, policy, bound }: Ending): ObjectDiff {
  const metadata = isHeld ? { finalizers: [...FOREIGN, 'kubernetes.io/pvc-protection'] } : {};
  const both = [storageClass(policy), ...(isUsed ? [USER] : [])];
  const left: { readonly [how in Ending['how']]: readonly Fields[] } = {
    removed: [NAMESPACE],
    recreated: [NAMESPACE, claim({ ...metadata, ...HOOK })],
    'in a namespace that is removed': [claim(metadata)],
  };
  return answersOf(
    [...both, claim(metadata), settings('1'), NAMESPACE],
    [...both, settings('2'), ...left[how]],
    { bound, engine: 'argo' },
  ).get('PersistentVolumeClaim/shop/data')!;
}

const ROWS = ENDINGS.map((one) => [nameOf(one), one, toldOf(one)] as const);

describe('a claim that ends', () => {
  /** What is created anew is taken to go, whatever holds it; pods go with their namespace. */
  const waitsOf = ({ how, isUsed, isHeld }: Ending) => [
    ...(isUsed && how !== 'in a namespace that is removed' ? [POD] : []),
    ...(isHeld && how !== 'recreated' ? [CONTROLLER] : []),
  ];

  test.each(ROWS)('%s: its data are lost at once, later, perhaps, or not', (_name, one, told) => {
    const waits = waitsOf(one);
    const data =
      one.bound === 'none'
        ? undefined
        : one.policy === 'Retain'
          ? 'left behind'
          : waits.length > 0
            ? 'may be lost'
            : 'lost';
    const isLostLater = data === 'may be lost' && !waits.includes(CONTROLLER);
    expect([told.data, told.dataAfterwards]).toEqual([data, isLostLater ? 'lost' : undefined]);
  });

  test.each(ROWS)('%s: what it waits for is told', (_name, one, told) => {
    const because = 'Argo CD deletes and recreates a hook at each sync (BeforeHookCreation)';
    const waits =
      one.how !== 'recreated'
        ? waitsOf(one)
        : one.bound === 'none'
          ? []
          : waitsOf(one).map((wait) => `${wait}: ${because}`);
    expect([...(told.dependsOn ?? [])].sort()).toEqual([...waits].sort());
  });

  test.each(ROWS.filter(([, { how }]) => how !== 'recreated'))(
    '%s: it is gone, or stuck with what holds it',
    (_name, one, told) => {
      const isStuck = waitsOf(one).length > 0;
      const isRemoved = one.how === 'removed';
      expect([told.verdict, told.afterwards, told.phase, told.finalizers]).toEqual([
        isRemoved ? (isStuck ? 'stuck' : 'deleted') : 'unchanged',
        isRemoved ? undefined : isStuck ? 'stuck' : 'deleted',
        isStuck ? (one.bound === 'all' ? 'Bound' : 'Pending') : undefined,
        isRemoved && isStuck
          ? [
              ...(one.isUsed ? ['kubernetes.io/pvc-protection'] : []),
              ...(one.isHeld ? FOREIGN : []),
            ]
          : undefined,
      ]);
    },
  );
});

describe('the ephemeral claims of a StatefulSet', () => {
  const set = (image: string, spec: Fields = {}) =>
    workload(
      'StatefulSet',
      podSpec(image, { ephemeral: { volumeClaimTemplate: { spec: CLAIM_SPEC } } }),
      { serviceName: 'web', replicas: 2, ...spec },
    );
  const DELETED = storageClass('Delete');
  const fates = (old: readonly Fields[], next: readonly Fields[]) => {
    const answers = answersOf([DELETED, ...old], [DELETED, ...next]);
    return [0, 1, 2].map((ordinal) => {
      const told = answers.get(`PersistentVolumeClaim/shop/web-${ordinal}-data`);
      return told && [told.verdict, told.data, told.phase];
    });
  };
  const REPLACED = ['replaced', 'lost', 'Bound'];
  const KEPT = ['unchanged', 'kept', 'Bound'];
  const DELETED_WITH_POD = ['deleted', 'lost', undefined];

  test('are replaced with their pods, and their data are lost', () => {
    expect(fates([set('web:1')], [set('web:2')])).toEqual([REPLACED, REPLACED, undefined]);
  });

  test('stay with the pods below the partition of its update', () => {
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { partition: 1 } };
    expect(fates([set('web:1', { updateStrategy })], [set('web:2', { updateStrategy })])).toEqual([
      KEPT,
      REPLACED,
      undefined,
    ]);
  });

  test('stay while their pods do', () => {
    expect(fates([set('web:1')], [set('web:1')])).toEqual([KEPT, KEPT, undefined]);
  });

  test('come and go with the number of pods', () => {
    expect(fates([set('web:1')], [set('web:1', { replicas: 1 })])).toEqual([
      KEPT,
      DELETED_WITH_POD,
      undefined,
    ]);
    expect(fates([set('web:1')], [set('web:1', { replicas: 3 })])).toEqual([
      KEPT,
      KEPT,
      ['created', undefined, 'Bound'],
    ]);
  });

  test('go with the set', () => {
    expect(fates([set('web:1')], [])).toEqual([DELETED_WITH_POD, DELETED_WITH_POD, undefined]);
  });

  test('go with the namespace, where those that were never made are not told', () => {
    expect(fates([NAMESPACE, set('web:1')], [set('web:1', { replicas: 3 })])).toEqual([
      DELETED_WITH_POD,
      DELETED_WITH_POD,
      undefined,
    ]);
  });
});
