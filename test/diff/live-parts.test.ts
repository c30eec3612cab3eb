/** The parts of a live cluster: whether pods are there, who owns what, and doubts about answers. */
import { conflictsWith } from '../../src/diff/live/conflicts';
import { problemOf } from '../../src/diff/live/health';
import { foreignFinalizers } from '../../src/diff/outcome';
import { UNCHANGED, withDoubt, withUnknown } from '../../src/diff/server/answers';
import {
  claimsOf,
  hasStarted,
  NODES,
  ordinalsOf,
  podsOf,
  templateOf,
  templatePathOf,
} from '../../src/diff/workloads';
import { workloadKinds } from '../../src/kube';

describe('a live workload', () => {
  const NOT_READY = 'its pods are not ready in the cluster';
  const healthOf = (kindKey: string, status: object | undefined, replicas?: unknown) =>
    problemOf(
      {
        sent: { kindKey },
        live: { spec: { replicas } },
        seen: status && { metadata: { generation: 2 }, status },
      } as never,
      { kind: 'waiting', why: 'what its objects show' } as never,
    );
  const alone = (kindKey: string, status: object, replicas?: unknown) =>
    problemOf(
      {
        sent: { kindKey },
        live: { spec: { replicas } },
        seen: { metadata: { generation: 2 }, status },
      } as never,
      undefined,
    );

  test.each<[string, object, unknown, boolean | undefined]>([
    ['apps/Deployment', { readyReplicas: 2 }, 2, true],
    ['apps/Deployment', { readyReplicas: 3 }, 2, true],
    ['apps/Deployment', { readyReplicas: 1 }, 2, false],
    ['apps/Deployment', {}, 0, true],
    ['apps/Deployment', {}, 1, false],
    ['apps/Deployment', {}, undefined, false],
    ['apps/Deployment', { readyReplicas: 1 }, undefined, true],
    ['apps/Deployment', { observedGeneration: 1 }, 1, undefined],
    ['apps/Deployment', { observedGeneration: 2 }, 1, false],
    ['apps/StatefulSet', { readyReplicas: 1 }, 1, true],
    ['apps/StatefulSet', {}, 1, false],
    ['apps/ReplicaSet', { readyReplicas: 1 }, 1, true],
    ['apps/ReplicaSet', {}, 1, false],
    ['/ReplicationController', { readyReplicas: 1 }, 1, true],
    ['/ReplicationController', {}, 1, false],
    ['apps/DaemonSet', { numberReady: 2, desiredNumberScheduled: 2 }, undefined, true],
    ['apps/DaemonSet', { numberReady: 1, desiredNumberScheduled: 2 }, undefined, false],
    ['/Pod', { conditions: [{ type: 'Ready', status: 'True' }] }, undefined, true],
    ['/Pod', { conditions: [{ type: 'Ready', status: 'False' }] }, undefined, false],
    [
      '/Pod',
      { conditions: [{ type: 'Ready', status: 'False', reason: 'PodCompleted' }] },
      undefined,
      true,
    ],
    ['/Pod', { conditions: [{ type: 'Initialized', status: 'True' }] }, undefined, false],
    ['/Pod', {}, undefined, false],
    ['batch/Job', {}, undefined, undefined],
  ])('%s with the status %j of %j pods is ready: %s', (kindKey, status, replicas, isReady) => {
    const shown = { kind: 'waiting', why: 'what its objects show' };
    expect(healthOf(kindKey, status, replicas)).toEqual(isReady === true ? undefined : shown);
    expect(alone(kindKey, status, replicas)).toEqual(
      isReady === false ? { kind: 'waiting', why: NOT_READY } : undefined,
    );
  });

  test('that nobody has seen is as its objects show', () => {
    expect(healthOf('apps/Deployment', undefined, 1)).toEqual({
      kind: 'waiting',
      why: 'what its objects show',
    });
  });
});

describe('conflicts', () => {
  const conflicts = (owned: object, before: object, after: object, subresource = '') =>
    conflictsWith(
      [{ manager: 'hpa', apiVersion: 'apps/v1', subresource, owned } as never],
      before as never,
      after as never,
    ).map(({ path, server }) => [path, server?.code, server?.message]);
  const MESSAGE = 'conflict with "hpa" using apps/v1';

  test.each<[string, object, object, object, readonly string[]]>([
    ['a value that changes', { 'f:a': {} }, { a: 1 }, { a: 2 }, ['.a']],
    ['a value that stays', { 'f:a': {} }, { a: 1 }, { a: 1 }, []],
    ['a value that comes', { 'f:a': {} }, {}, { a: 1 }, ['.a']],
    ['a value that is not applied', { 'f:a': {} }, { a: 1 }, {}, []],
    ['a value of nobody else', {}, { a: 1 }, { a: 2 }, []],
    [
      'values within, in the order of the alphabet',
      { 'f:b': { '.': {}, 'f:d': {}, 'f:c': {} }, 'f:a': {} },
      { a: 1, b: { c: 1, d: 1 } },
      { a: 2, b: { c: 2, d: 2 } },
      ['.a', '.b.c', '.b.d'],
    ],
    [
      'an item by its keys',
      { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { 'f:name': {} } } },
      { ports: [{ port: 80, name: 'a' }] },
      { ports: [{ port: 80, name: 'b' }] },
      ['.ports[port=80,protocol="TCP"].name'],
    ],
    ['an item of a set', { 'f:l': { 'v:"a"': {} } }, { l: [] }, { l: ['a'] }, ['.l[="a"]']],
  ])('%s', (_what, owned, before, after, fields) => {
    expect(conflicts(owned, before, after)).toEqual(fields.map((field) => [field, 409, MESSAGE]));
  });

  test('a manager of a subresource is told with it', () => {
    expect(conflicts({ 'f:a': {} }, { a: 1 }, { a: 2 }, 'scale')).toEqual([
      ['.a', 409, 'conflict with "hpa" with subresource "scale" using apps/v1'],
    ]);
  });
});

describe('answers', () => {
  test('depend on what is unknown, and say what is coming', () => {
    expect(withUnknown(UNCHANGED, { unknown: [], coming: [] } as never)).toBe(UNCHANGED);
    expect(withUnknown(UNCHANGED, { unknown: ['a'], coming: ['b'] } as never)).toEqual({
      ...UNCHANGED,
      verdict: 'depends',
      dependsOn: ['a', 'b'],
    });
    expect(withUnknown(UNCHANGED, { unknown: [], coming: ['b'] } as never)).toEqual({
      ...UNCHANGED,
      dependsOn: ['b'],
    });
  });

  test('in doubt nothing is unchanged, and what changes does so', () => {
    expect(withDoubt(UNCHANGED, 'a')).toMatchObject({ verdict: 'depends', dependsOn: ['a'] });
    expect(withDoubt({ ...UNCHANGED, verdict: 'changed', dependsOn: ['a'] }, 'b')).toMatchObject({
      verdict: 'changed',
      dependsOn: ['a', 'b'],
    });
  });
});

describe('pods', () => {
  const kindOf = (kindKey: string) => ({ workload: workloadKinds().get(kindKey) });

  test.each<[string, object, number]>([
    ['/Pod', {}, 1],
    ['apps/DaemonSet', {}, NODES],
    ['apps/Deployment', {}, 1],
    ['apps/Deployment', { replicas: 0 }, 0],
    ['apps/Deployment', { replicas: 4 }, 4],
    ['apps/Deployment', { replicas: -1 }, 1],
    ['apps/Deployment', { replicas: '4' }, 1],
    ['batch/Job', {}, 1],
    ['batch/Job', { parallelism: 0 }, 0],
    ['batch/Job', { parallelism: 3 }, 3],
    ['batch/Job', { parallelism: 3, completions: 2 }, 2],
    ['batch/Job', { parallelism: 2, completions: 3 }, 2],
    ['batch/Job', { parallelism: 3, suspend: true }, 0],
    ['batch/Job', { parallelism: 3, suspend: false }, 3],
  ])('%s with %j makes %i', (kindKey, spec, pods) => {
    expect(podsOf(kindOf(kindKey), { spec } as never)).toBe(pods);
  });

  test('a template is where its kind has it', () => {
    const live = { metadata: { name: 'a' }, spec: { template: { spec: { b: 1 } } } } as never;
    expect(templateOf(kindOf('apps/Deployment'), live)).toEqual({ spec: { b: 1 } });
    expect(templateOf({ workload: undefined }, live)).toEqual({ spec: { b: 1 } });
    expect(templateOf(kindOf('/Pod'), live)).toEqual(live);
    expect(templatePathOf({ workload: undefined })).toEqual(['spec', 'template']);
    expect(templatePathOf(kindOf('batch/CronJob'))).toEqual([
      'spec',
      'jobTemplate',
      'spec',
      'template',
    ]);
  });

  test.each<[string, object, boolean]>([
    ['apps/Deployment', { paused: true }, false],
    ['apps/Deployment', { paused: false }, true],
    ['apps/Deployment', {}, true],
    ['apps/StatefulSet', { paused: true }, true],
  ])('%s with %j has started: %s', (kindKey, spec, isStarted) => {
    expect(hasStarted({ kindKey }, { spec } as never)).toBe(isStarted);
  });

  test.each<[object, readonly number[]]>([
    [{}, [0, 1]],
    [{ replicas: 0 }, [0, 0]],
    [{ replicas: 3 }, [0, 3]],
    [{ replicas: 3, ordinals: { start: 2 } }, [2, 5]],
    [{ replicas: 3, ordinals: { start: -2 } }, [0, 3]],
  ])('the ordinals of a StatefulSet with %j are %j', (spec, ordinals) => {
    expect(ordinalsOf({ spec } as never)).toEqual(ordinals);
  });

  test.each<[unknown, readonly string[]]>([
    [undefined, []],
    ['a', []],
    [[], []],
    [[null, 'a', {}, { persistentVolumeClaim: {} }, { persistentVolumeClaim: null }], []],
    [[{ persistentVolumeClaim: { claimName: 5 } }], []],
    [
      [
        { persistentVolumeClaim: { claimName: 'a' } },
        { persistentVolumeClaim: { claimName: 'b' } },
      ],
      ['a', 'b'],
    ],
  ])('the volumes %j have the claims %j', (volumes, claims) => {
    expect(claimsOf({ spec: { volumes } } as never)).toEqual(claims);
  });
});

test.each<[unknown, readonly string[]]>([
  [undefined, []],
  ['a.com/b', []],
  [[], []],
  [['kubernetes', 'foregroundDeletion', 'orphan'], []],
  [
    ['kubernetes.io/pvc-protection', 'kubernetes.io/pv-protection', 'kubernetes.io/vac-protection'],
    [],
  ],
  [
    ['a.com/b', 5, null, 'orphan', 'c.com/d'],
    ['a.com/b', 'c.com/d'],
  ],
])('of the finalizers %j somebody else has to serve %j', (finalizers, foreign) => {
  expect(foreignFinalizers({ metadata: { finalizers } } as never)).toEqual(foreign);
});
