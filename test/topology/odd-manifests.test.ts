/**
 * Manifests that are odd but pass the API server, or never reach it: what is read of them is what a
 * cluster would make of them.
 */
import { sourcesOf, topologyOf, workloadOf } from './support';
import { readTopology } from '../../src/topology';

const who = (yaml: string, claimName: string) =>
  topologyOf(yaml)
    .consumersOf('ns', claimName)
    .map(({ workload, podName }) =>
      podName === undefined ? workload.name : `${workload.name}:${podName}`,
    );
const document = (apiVersion: string, kind: string, name: string, spec: string, metadata = '') =>
  `---\n{apiVersion: ${apiVersion}, kind: ${kind}, metadata: {name: ${name}, namespace: ns, ${metadata}}, spec: ${spec}}\n`;
const set = (name: string, spec: string) => document('apps/v1', 'StatefulSet', name, spec);
const CACHE =
  '{name: cache, ephemeral: {volumeClaimTemplate: {metadata: {labels: {of: cache}}, spec: {accessModes: [ReadWriteOnce]}}}}';
const WITH_CACHE = `template: {spec: {volumes: [${CACHE}]}}`;
const WITH_DATA =
  'volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce]}}]';

describe('claims that pods make', () => {
  test('have ordinals of several digits', () => {
    const yaml = set('db', `{replicas: 11, ${WITH_DATA}, ${WITH_CACHE}}`);
    expect(
      ['data-db-10', 'data-db-11', 'db-10-cache', 'db-11-cache'].map((name) => who(yaml, name)),
    ).toEqual([['db:db-10'], [], ['db:db-10'], []]);
  });

  test('are those of a Deployment under no name that anybody could know', () => {
    const yaml = document('apps/v1', 'Deployment', 'db', `{replicas: 1, ${WITH_CACHE}}`);
    expect([who(yaml, 'db-0-cache'), who(yaml, 'db-cache')]).toEqual([[], []]);
  });

  test('are not there where the set or the volume has no name', () => {
    const nameless = `---\n{apiVersion: apps/v1, kind: StatefulSet, metadata: {namespace: ns}, spec: {replicas: 1, ${WITH_DATA}}}\n`;
    expect(who(nameless, 'data--0')).toEqual([]);
    expect(workloadOf(nameless).claims.map(({ claimName }) => claimName)).toEqual([undefined]);
    const unnamed = set(
      'db',
      '{replicas: 1, volumeClaimTemplates: [{spec: {}}], template: {spec: {volumes: [{ephemeral: {volumeClaimTemplate: {spec: {}}}}]}}}',
    );
    expect([who(unnamed, '-db-0'), who(unnamed, 'db-0-')]).toEqual([[], []]);
    expect(workloadOf(unnamed).claims.map(({ claimName }) => claimName)).toEqual([undefined]);
  });

  test('are made by the first of those who could, whichever way they name them', () => {
    const template = set(
      '0-x',
      '{replicas: 1, volumeClaimTemplates: [{metadata: {name: db}, spec: {storageClassName: of-template}}]}',
    );
    const ephemeral = set(
      'db',
      '{replicas: 1, template: {spec: {volumes: [{name: x-0, ephemeral: {volumeClaimTemplate: {spec: {storageClassName: of-volume}}}}]}}}',
    );
    expect(
      [template + ephemeral, ephemeral + template].map(
        (yaml) => topologyOf(yaml).claim('ns', 'db-0-x-0')?.spec.storageClassName,
      ),
    ).toEqual(['of-template', 'of-volume']);
  });

  test('have names of at most 253 characters', () => {
    const claimOf = (length: number) => {
      const volume = 'v'.repeat(length - 'db-0-'.length);
      return who(
        set(
          'db',
          `{replicas: 1, template: {spec: {volumes: [{name: ${volume}, ephemeral: {volumeClaimTemplate: {spec: {}}}}]}}}`,
        ),
        `db-0-${volume}`,
      );
    };
    expect([claimOf(253), claimOf(254)]).toEqual([['db:db-0'], []]);
  });

  test('have the labels that the set selects its pods by, if they are of its templates', () => {
    const selector = 'selector: {matchLabels: {app: db}}';
    const topology = topologyOf(
      set('db', `{replicas: 2, ${selector}, ${WITH_DATA}, ${WITH_CACHE}}`),
    );
    expect([
      topology.claim('ns', 'data-db-1')?.labels,
      topology.claim('ns', 'db-1-cache')?.labels,
    ]).toEqual([{ app: 'db' }, { of: 'cache' }]);
  });

  test('are declared by nobody, and yet not missing', () => {
    expect(
      topologyOf(set('db', `{replicas: 1, ${WITH_DATA}, ${WITH_CACHE}}`)).undeclaredClaims(),
    ).toEqual([]);
  });

  test('can be written to before anybody mounts them', () => {
    expect(
      workloadOf(set('db', `{replicas: 1, ${WITH_DATA}, ${WITH_CACHE}}`)).claims.map(
        ({ isReadOnly }) => isReadOnly,
      ),
    ).toEqual([false, false]);
  });
});

describe('a claim under two volumes of a pod', () => {
  const pod = (...readOnly: boolean[]) =>
    document(
      'v1',
      'Pod',
      'a',
      `{volumes: [${readOnly
        .map(
          (only, index) =>
            `{name: v${index}, persistentVolumeClaim: {claimName: files, readOnly: ${only}}}`,
        )
        .join(', ')}]}`,
    );

  test.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ])('is read-only if it is under both: %j, %j', (one, other, expected) => {
    expect(
      topologyOf(pod(one, other))
        .consumersOf('ns', 'files')
        .map(({ use }) => use.isReadOnly),
    ).toEqual([expected]);
  });

  test('has the name of the pod if it is the same for both', () => {
    const both = set(
      'db',
      `{replicas: 1, ${WITH_DATA}, template: {spec: {volumes: [{name: again, persistentVolumeClaim: {claimName: data-db-0}}]}}}`,
    );
    expect(who(both, 'data-db-0')).toEqual(['db']);
    expect(
      who(
        document(
          'v1',
          'Pod',
          'db-0',
          `{volumes: [${CACHE.replace('cache', 'x')}, {name: y, persistentVolumeClaim: {claimName: db-0-x}}]}`,
        ),
        'db-0-x',
      ),
    ).toEqual(['db-0']);
  });
});

describe('values of a type that the API server refuses', () => {
  test('are neither labels nor access modes', () => {
    const yaml =
      document(
        'apps/v1',
        'Deployment',
        'a',
        '{template: {metadata: {labels: {app: web, version: 1}}}}',
      ) + document('v1', 'PersistentVolumeClaim', 'c', '{accessModes: [1, ReadWriteOnce, null]}');
    expect([workloadOf(yaml).podLabels, topologyOf(yaml).accessModesOf('ns', 'c')]).toEqual([
      { app: 'web' },
      ['ReadWriteOnce'],
    ]);
  });

  test.each([
    ['labels of which one is a number', '{matchLabels: {app: web, version: 1}}'],
    [
      'labels beside an expression that is none',
      '{matchLabels: {app: web}, matchExpressions: [app]}',
    ],
    ['nothing', '{}'],
  ])('are no selector: %s', (_, selector) =>
    expect(
      workloadOf(document('apps/v1', 'Deployment', 'a', `{selector: ${selector}}`)).selector,
    ).toBeUndefined(),
  );

  test.each([
    [3n, 3],
    [0, 0],
    [-1, 1],
    [1.5, 1],
    ['2', 1],
  ])('replicas: %p counts as %d', (replicas, expected) => {
    const manifest = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a' },
      spec: { replicas },
    };
    expect(readTopology([{ key: 'x', manifest }]).workloads[0].replicas).toBe(expected);
  });
});

test('a selector may be of expressions alone', () => {
  const expression = { key: 'app', operator: 'Exists' };
  expect(
    workloadOf(
      document(
        'apps/v1',
        'Deployment',
        'a',
        '{selector: {matchExpressions: [{key: app, operator: Exists}]}}',
      ),
    ).selector,
  ).toEqual({ matchExpressions: [expression] });
});

test('only a pod of its own ends for good by its restart policy', () => {
  const kinds = [
    document('v1', 'Pod', 'a', '{restartPolicy: OnFailure}'),
    document('apps/v1', 'Deployment', 'a', '{template: {spec: {restartPolicy: OnFailure}}}'),
  ];
  expect(kinds.map((yaml) => workloadOf(yaml).isBatch)).toEqual([true, false]);
});

test('a kind that is registered is read as it says, and the others stay what they are', () => {
  const workloadKinds = [
    { group: 'example.com', kind: 'Db', templatePath: ['spec', 'pod'], isStateful: true },
  ];
  const yaml =
    document('example.com/v1', 'Db', 'x', `{replicas: 2, ${WITH_DATA}}`) +
    document('apps/v1', 'Deployment', 'y', '{replicas: 3}');
  const { workloads } = readTopology(sourcesOf(yaml), { workloadKinds });
  expect(workloads.map(({ kind, replicas }) => `${kind} ${replicas}`)).toEqual([
    'Db 2',
    'Deployment 3',
  ]);
});

describe('of several default classes', () => {
  const DEFAULT = 'storageclass.kubernetes.io/is-default-class: "true"';
  const storageClass = (name: string, created: string) =>
    `---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: ${name}, creationTimestamp: ${created}, annotations: {${DEFAULT}}}, provisioner: p}\n`;
  const CLAIM = document('v1', 'PersistentVolumeClaim', 'c', '{}');
  const chosen = (...classes: string[]) =>
    topologyOf(CLAIM + classes.join('')).classOf('ns', 'c')?.name;
  const [OLD, NEW] = ['"2024-01-01T00:00:00Z"', '"2025-01-01T00:00:00Z"'];

  test.each([
    ['the newest counts', [storageClass('a', OLD), storageClass('b', NEW)], 'b'],
    ['whatever the order', [storageClass('b', NEW), storageClass('a', OLD)], 'b'],
    ['of equally new ones the first name', [storageClass('b', NEW), storageClass('a', NEW)], 'a'],
    ['one that has no age is the oldest', [storageClass('a', 'null'), storageClass('b', OLD)], 'b'],
  ])('%s', (_, classes, expected) => expect(chosen(...classes)).toBe(expected));
});

test('a volume that is reserved for the claim of another namespace is not for this one', () => {
  const volume = (namespace: string) =>
    `---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: v}, spec: {claimRef: {name: c, namespace: ${namespace}}}}\n`;
  const claim = document('v1', 'PersistentVolumeClaim', 'c', '{volumeName: v}');
  expect(
    ['ns', 'else'].map(
      (namespace) => topologyOf(claim + volume(namespace)).volumeOf('ns', 'c')?.name,
    ),
  ).toEqual(['v', undefined]);
});
