/** Rollouts: whether pods become ready, and what is said where they do not. */
import { diffObjects } from '../../src/diff';
import * as fc from '../support/fast-check';

type Fields = { readonly [field: string]: unknown };

const meta = (name: string) => ({ name, namespace: 'shop' });
const CLASS = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'ebs.csi.aws.com',
};
const SECRET = { apiVersion: 'v1', kind: 'Secret', metadata: meta('login') };
const quota = (hard: Fields) => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: meta('most'),
  spec: { hard },
});
const claim = (spec: Fields = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: meta('data'),
  spec: { accessModes: ['ReadWriteMany'], resources: { requests: { storage: '1Gi' } }, ...spec },
});
const DATA = { name: 'data', persistentVolumeClaim: { claimName: 'data' } };
const LOGIN = { name: 'login', secret: { secretName: 'login' } };
const workload = (
  kind: string,
  spec: Fields = {},
  volumes: readonly Fields[] = [DATA],
  image = 'web:1',
) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: meta('web'),
  spec: {
    ...(kind === 'DaemonSet' ? {} : { replicas: 2 }),
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image }], volumes },
    },
    ...spec,
  },
});

/** Whether the workload becomes ready, and what is said of its rollout. */
function rollout(old: readonly unknown[], next: readonly unknown[]): unknown {
  const { objects, notes } = diffObjects(old, next);
  const { ready } = objects.find(({ object }) => object.endsWith('/web'))!;
  return [
    ready ?? true,
    ...notes.filter(({ id }) => id === 'rollout').map(({ message }) => message),
  ];
}

const UNBOUND = claim({ storageClassName: '' });
const VOLUME = {
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'free' },
  spec: {
    accessModes: ['ReadWriteMany'],
    capacity: { storage: '1Gi' },
    nfs: { server: 'nfs.example.com', path: '/' },
  },
};

describe.each(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet'])(
  'pods of a %s that wait',
  (kind) => {
    test('become ready when their claim gets a class', () => {
      expect(
        rollout(
          [CLASS, claim(), workload(kind)],
          [CLASS, claim({ storageClassName: 'fast' }), workload(kind)],
        ),
      ).toEqual([true]);
    });

    test('become ready when their claim gets a volume', () => {
      expect(rollout([UNBOUND, workload(kind)], [UNBOUND, VOLUME, workload(kind)])).toEqual([true]);
    });

    test('wait on if it does not, for the same reason', () => {
      expect(rollout([UNBOUND, workload(kind)], [UNBOUND, CLASS, workload(kind)])).toEqual([
        false,
        expect.stringContaining('the claim "data" is not bound'),
      ]);
    });

    test('become ready under a quota that has room, and nothing is said of it', () => {
      const room = quota({ pods: '9' });
      expect(
        rollout([room, UNBOUND, workload(kind)], [room, UNBOUND, VOLUME, workload(kind)]),
      ).toEqual([true]);
    });
  },
);

test('pods that are not replaced wait for what they name, whatever the new template names', () => {
  const held = { updateStrategy: { type: 'OnDelete' } };
  const old = [UNBOUND, workload('DaemonSet', held)];
  expect(rollout(old, [UNBOUND, workload('DaemonSet', held, [])])).toEqual([
    false,
    'the rollout stops, and old pods keep running: the claim "data" is not bound',
  ]);
  expect(rollout(old, [UNBOUND, VOLUME, workload('DaemonSet', held, [])])).toEqual([true]);
});

test('a set whose first pod waits goes on when that is ready', () => {
  const set = (image: string) => workload('StatefulSet', {}, [DATA], image);
  expect(rollout([UNBOUND, set('web:1')], [UNBOUND, VOLUME, set('web:2')])).toEqual([true]);
});

describe('pods that ask for nodes', () => {
  const ELSEWHERE = [
    false,
    'its pods do not become ready: the volume of the claim "data" is on different nodes than those that the pods require',
  ];
  const isIn = (key: string, ...values: readonly string[]) => ({ key, operator: 'In', values });
  const on = (...terms: readonly (readonly Fields[])[]) => ({
    ...VOLUME,
    spec: {
      ...VOLUME.spec,
      nodeAffinity: {
        required: { nodeSelectorTerms: terms.map((matchExpressions) => ({ matchExpressions })) },
      },
    },
  });
  const asking = (nodeSelector: Fields) => {
    const { spec, ...web } = workload('Deployment');
    const { template } = spec;
    return {
      ...web,
      spec: { ...spec, template: { ...template, spec: { ...template.spec, nodeSelector } } },
    };
  };

  test.each<[string, Fields, Fields, boolean]>([
    ['those of the volume', { zone: 'a' }, on([isIn('zone', 'a', 'b')]), true],
    ['others', { zone: 'c' }, on([isIn('zone', 'a', 'b')]), false],
    ['one of two places', { zone: 'b' }, on([isIn('zone', 'a')], [isIn('zone', 'b')]), true],
    ['none of two places', { zone: 'c' }, on([isIn('zone', 'a')], [isIn('zone', 'b')]), false],
    [
      'others, by one of two labels',
      { zone: 'b', disk: 'ssd' },
      on([isIn('zone', 'a'), isIn('disk', 'ssd')]),
      false,
    ],
    ['another label', { disk: 'ssd' }, on([isIn('zone', 'a')]), true],
    ['anything, of a volume that is everywhere', { zone: 'a' }, VOLUME, true],
  ])(
    'find their volume there or wait: they ask for %s',
    (_about, nodeSelector, volume, isThere) => {
      expect(rollout([], [volume, UNBOUND, asking(nodeSelector)])).toEqual(
        isThere ? [true] : ELSEWHERE,
      );
    },
  );

  test.each<[string, boolean]>([
    ['a', true],
    ['b', false],
  ])('find what their class makes there or wait: they ask for the zone %s', (zone, isThere) => {
    const topology = [{ matchLabelExpressions: [{ key: 'zone', values: ['a'] }] }];
    const bound = claim({ storageClassName: 'fast' });
    expect(
      rollout([], [{ ...CLASS, allowedTopologies: topology }, bound, asking({ zone })]),
    ).toEqual(isThere ? [true] : ELSEWHERE);
  });
});

test.each<[number, readonly unknown[]]>([
  [1, [true]],
  [
    2,
    [
      false,
      'its pods do not become ready: the claim "data" is for one pod only (ReadWriteOncePod)',
    ],
  ],
])('of %i new pods of a claim for one alone, one starts', (replicas, expected) => {
  const own = claim({ storageClassName: 'fast', accessModes: ['ReadWriteOncePod'] });
  expect(rollout([], [CLASS, own, workload('Deployment', { replicas })])).toEqual(expected);
});

test.each(['priorityClassName', 'runtimeClassName'])(
  'a class that running pods have as their %s is there',
  (field) => {
    const web = (image: string, fields: Fields) => {
      const { spec, ...rest } = workload('Deployment', {}, [], image);
      const { template } = spec;
      return {
        ...rest,
        spec: { ...spec, template: { ...template, spec: { ...template.spec, ...fields } } },
      };
    };
    const named = { [field]: 'high' };
    expect(rollout([web('web:1', named)], [web('web:2', named)])).toEqual([true]);
    const kind = field === 'priorityClassName' ? 'PriorityClass' : 'RuntimeClass';
    expect(rollout([web('web:1', {})], [web('web:2', named)])).toEqual([
      false,
      `the rollout stops, and old pods keep running: the ${kind} "high" is not in the files`,
    ]);
  },
);

test.each([
  ['at the quota', '2', [true]],
  ['beyond it', '1', [false, 'not all pods are created: a quota of the namespace prevents it']],
])('new pods %s', (_, pods, expected) => {
  expect(rollout([quota({ pods })], [quota({ pods }), workload('Deployment', {}, [])])).toEqual(
    expected,
  );
  expect(
    rollout(
      [quota({ pods }), workload('Deployment', { replicas: 1 }, [])],
      [quota({ pods }), workload('Deployment', { replicas: 2 }, [])],
    ),
  ).toEqual(expected);
  expect(
    rollout(
      [quota({ pods }), workload('StatefulSet', { replicas: 1 }, [])],
      [quota({ pods }), workload('StatefulSet', { replicas: 2 }, [])],
    ),
  ).toEqual(expected);
});

const anySpec = fc.constantFrom<Fields>(
  {},
  { replicas: 0 },
  { replicas: 3 },
  { paused: true },
  { updateStrategy: { type: 'OnDelete' } },
  { podManagementPolicy: 'Parallel' },
);
const anyVolumes = fc.subarray([DATA, LOGIN]);
const anyAround = fc
  .tuple(
    fc.constantFrom([], [UNBOUND], [claim()], [claim({ storageClassName: 'fast' })]),
    fc.subarray<object>([CLASS, VOLUME, SECRET]),
  )
  .map((all) => all.flat());

test('a quota is named only where there is one', () => {
  const anyKind = fc.constantFrom('Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet');
  fc.assert(
    fc.property(
      anyKind,
      anyAround,
      anyVolumes,
      anyAround,
      anyVolumes,
      anySpec,
      (kind, had, before, has, after, spec) => {
        const { notes } = diffObjects(
          [...had, workload(kind, {}, before)],
          [...has, workload(kind, spec, after)],
        );
        expect(notes.filter(({ message }) => message.includes('quota'))).toEqual([]);
      },
    ),
    { numRuns: 200 },
  );
});
