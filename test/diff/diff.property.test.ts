/** Properties of any two sets of manifests. */
import { diffCases } from './cases';
import { diffObjects, DiffOptions, DiffResult } from '../../src/diff';
import { diffBothWays } from '../../src/diff/diff';
import { isFields } from '../../src/kube';
import * as fc from '../support/fast-check';

const CASES = diffCases();
const OBJECTS = CASES.flatMap((one) => [...one.old, ...one.new]);
const anyCase = fc.constantFrom(...CASES);
const anyWay = fc.constantFrom<DiffOptions>({ way: 'serverSide' }, { way: 'clientSide' });
/** Real objects, some with a part exchanged for anything, and values of any kind. */
const anyObject = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...OBJECTS) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...OBJECTS),
        fc.nat(),
        fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(null, {}, [], '', 0, 2n ** 60n)),
      )
      .map(([object, at, value]) => exchanged(object, at, value)),
  },
  { weight: 1, arbitrary: fc.anything() },
);
const anySet = fc.array(anyObject, { maxLength: 6 });

test('any two sets have an answer for each object, in words of the list', () => {
  const verdicts = [
    'unchanged',
    'changed',
    'refused',
    'created',
    'deleted',
    'stuck',
    'replaced',
    'depends',
  ];
  fc.assert(
    fc.property(anySet, anySet, anyWay, (old, next, options) => {
      const [{ objects }] = diffBothWays(old, next, { ...options, isPlanned: true });
      expect(objects.filter(({ verdict }) => !verdicts.includes(verdict))).toEqual([]);
      expect(new Set(objects.map(({ object }) => object)).size).toBeLessThanOrEqual(objects.length);
    }),
    { numRuns: 300 },
  );
});

/** Nobody sends a status, and nothing that has one is taken to be right without a look. */
const withStatus = (objects: readonly unknown[]) =>
  objects.map((one) => (isFields(one) ? { ...one, status: {} } : one));

test('what is left alone since it is right, or the same, is told as what is looked at', () => {
  fc.assert(
    fc.property(anyCase, anyCase, anyWay, (one, other, options) => {
      const [old, next] = [
        [...one.old, ...other.old],
        [...one.new, ...other.new],
      ];
      const told = diffObjects(old, next, options);
      expect(diffObjects(withStatus(old), next, options)).toEqual(told);
      expect(diffObjects(old, withStatus(next), options)).toEqual(told);
      expect(diffObjects(withStatus(old), withStatus(next), options)).toEqual(told);
    }),
    { numRuns: 50 },
  );
});

/**
 * What says what becomes of data: deployers, charts, owners, snapshots, what operators run, and
 * marks of engines.
 */
const SPEAKERS = [
  [
    'argoproj.io/v1alpha1',
    'Application',
    {
      destination: { namespace: 'shop' },
      sources: [
        {
          path: 'shop',
          directory: { recurse: true, exclude: 'a' },
          kustomize: { namePrefix: 'a' },
          helm: {
            values: 'a:\n  b: 1',
            valuesObject: { persistence: { enabled: true } },
            parameters: [{ name: 'a.b', value: 'c' }],
          },
        },
      ],
      syncPolicy: { automated: { prune: true }, syncOptions: ['Force=true'] },
    },
  ],
  [
    'argoproj.io/v1alpha1',
    'ApplicationSet',
    {
      generators: [{ list: { elements: [{ team: 'a' }] } }, { clusters: {} }],
      template: { metadata: { name: '{{team}}' }, spec: { source: { path: '{{ .team }}' } } },
    },
  ],
  [
    'kustomize.toolkit.fluxcd.io/v1',
    'Kustomization',
    {
      path: './shop',
      prune: true,
      targetNamespace: 'shop',
      sourceRef: { kind: 'GitRepository', name: 'one' },
    },
  ],
  [
    'source.toolkit.fluxcd.io/v1',
    'GitRepository',
    { url: 'a', ref: { branch: 'b' }, ignore: 'c', sparseCheckout: ['d'] },
  ],
  [
    'helm.toolkit.fluxcd.io/v2',
    'HelmRelease',
    {
      chart: { spec: { chart: 'a', sourceRef: { name: 'b' } } },
      values: { persistence: { enabled: true } },
    },
  ],
  [
    'snapshot.storage.k8s.io/v1',
    'VolumeSnapshot',
    { source: { volumeSnapshotContentName: 'one' } },
  ],
  [
    'snapshot.storage.k8s.io/v1',
    'VolumeSnapshotContent',
    { deletionPolicy: 'Delete', volumeSnapshotRef: { namespace: 'shop', name: 'one' } },
  ],
  [
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    {
      group: 'a.example.com',
      names: { kind: 'A' },
      versions: [{ schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  ],
  [
    'postgresql.cnpg.io/v1',
    'Cluster',
    { instances: 3, storage: { size: '1Gi', storageClass: 'fast' } },
  ],
  [
    'v1',
    'PersistentVolumeClaim',
    {
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'fast',
      resources: { requests: { storage: '1Gi' } },
    },
  ],
  [
    'v1',
    'PersistentVolume',
    {
      mountOptions: ['accesspoint=a'],
      claimRef: { namespace: 'shop', name: 'one' },
      csi: { driver: 'a', volumeHandle: 'b' },
    },
  ],
  [
    'apps/v1',
    'StatefulSet',
    {
      replicas: 2,
      ordinals: { start: 1 },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Delete' },
      template: {
        spec: {
          containers: [
            { name: 'a', volumeMounts: [{ name: 'data', mountPath: '/data', subPath: 'a' }] },
          ],
          nodeSelector: { a: 'b' },
          affinity: {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [
                  { matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] },
                ],
              },
            },
          },
          volumes: [{ name: 'data', hostPath: { path: '/srv' } }],
        },
      },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: {} }],
    },
  ],
].map(([apiVersion, kind, spec]) => ({
  apiVersion,
  kind,
  metadata: {
    name: 'one',
    namespace: 'shop',
    finalizers: ['resources-finalizer.argocd.argoproj.io'],
    annotations: {
      'argocd.argoproj.io/hook': 'PreSync',
      'argocd.argoproj.io/sync-options': 'Force=true',
      'helm.sh/hook': 'pre-upgrade',
    },
    ownerReferences: [{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: 'one', uid: 'a' }],
  },
  spec,
}));

const DEEP = Array.from({ length: 5000 }).reduce<unknown>((inner) => ({ inner }), {});
const anyJunk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    1,
    -1,
    1e9,
    NaN,
    2n ** 70n,
    '',
    '{{',
    '{{.a}}',
    true,
    [],
    [[]],
    [null],
    ['a', 1, {}],
    {},
    { a: null },
    JSON.parse('{"__proto__":{"a":1}}'),
    DEEP,
  ),
  fc.jsonValue(),
);
const anySpeaker = fc.oneof(
  fc.constantFrom<unknown>(...SPEAKERS),
  fc
    .tuple(fc.constantFrom(...SPEAKERS), fc.nat(), anyJunk)
    .map(([one, at, value]) => exchanged(one, at, value)),
);

test('what becomes of data is answered in words of the list, whatever stands in what decides', () => {
  const words = [undefined, 'lost', 'may be lost', 'left behind', 'kept'];
  const anySpeakers = fc.array(anySpeaker, { maxLength: 6 });
  const anyEngine = fc.constantFrom<DiffOptions>(
    {},
    { engine: 'argo' },
    { engine: 'flux' },
    { engine: 'helm' },
    { engine: 'kubectl' },
  );
  fc.assert(
    fc.property(anySpeakers, anySpeakers, anyEngine, (old, next, options) => {
      expect(
        diffObjects(old, next, options).objects.filter(({ data }) => !words.includes(data)),
      ).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('an object whose namespace is a deep value is answered', () => {
  const [one] = SPEAKERS.filter(({ kind }) => kind === 'PersistentVolumeClaim');
  const deep = { ...one, metadata: { ...one.metadata, namespace: DEEP } };
  expect(() => diffObjects([deep], [], { way: 'clientSide' })).not.toThrow();
});

test('the same set is unchanged, unless a controller has changed or taken what it says', () => {
  fc.assert(
    fc.property(anyCase, anyWay, ({ old }, options) => {
      const { objects } = diffObjects(old, old, options);
      const others = objects.filter(
        ({ verdict, putBack, afterwards }) => verdict !== 'unchanged' && !putBack && !afterwards,
      );
      expect(others.map(({ object, verdict }) => [object, verdict])).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('keys in another order are no difference', () => {
  fc.assert(
    fc.property(anyCase, anyWay, (one, options) => {
      expect(diffObjects(one.old, reversed(one.new) as unknown[], options)).toEqual(
        diffObjects(one.old, one.new, options),
      );
    }),
    { numRuns: 150 },
  );
});

test('the order of objects does not matter, but where the server takes one before the other', () => {
  // Whether a claim grows depends on whether its class lets it, or still does, when the claim is
  // applied; and of two manifests of one object the last one stands.
  const ofOrder = ['pvc-grow-class-loses', 'duplicate'];
  const shuffled = (list: readonly unknown[]) =>
    fc.shuffledSubarray([...list], { minLength: list.length });
  const inOrder = ({ objects }: DiffResult) =>
    [...objects].sort((a, b) => (a.object < b.object ? -1 : 1));
  const any = anyCase
    .filter(({ id }) => !ofOrder.includes(id))
    .chain((one) => fc.tuple(fc.constant(one), shuffled(one.old), shuffled(one.new)));
  fc.assert(
    fc.property(any, anyWay, ([one, old, next], options) => {
      expect(inOrder(diffObjects(old, next, options))).toEqual(
        inOrder(diffObjects(one.old, one.new, options)),
      );
    }),
    { numRuns: 150 },
  );
});

test('the input stays as it was, and the same input has the same answer', () => {
  fc.assert(
    fc.property(anyCase, anyWay, (one, options) => {
      const before = JSON.stringify(one);
      const answer = JSON.stringify(diffObjects(frozen(one.old), frozen(one.new), options));
      expect(JSON.stringify(one)).toBe(before);
      expect(JSON.stringify(diffObjects(one.old, one.new, options))).toBe(answer);
    }),
    { numRuns: 100 },
  );
});

function exchanged(object: unknown, at: number, value: unknown): unknown {
  const copy = structuredClone(object);
  const places: (() => void)[] = [];
  const walk = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return;
    for (const key of Object.keys(one)) {
      places.push(() => {
        (one as Record<string, unknown>)[key] = value;
      });
      walk((one as Record<string, unknown>)[key]);
    }
  };
  walk(copy);
  if (places.length > 0) places[at % places.length]();
  return copy;
}

/** The same value with the keys of every object the other way round, but for lists. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, one]) => [key, reversed(one)]),
  );
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(Object.freeze(value)).forEach(frozen);
  }
  return value;
}

/** The same manifests, which are read anew: what the server writes itself means nothing in them. */
const renewed = (manifests: readonly unknown[]) =>
  manifests.map((one) => {
    const { metadata, ...rest } = one as { metadata?: object };
    return { ...rest, metadata: { ...metadata, creationTimestamp: null } };
  });

/** Several cases in one cluster, of which some objects are changed. */
const anyWorld = fc
  .array(fc.tuple(anyCase, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 })), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => {
    const old = parts.flatMap(([one]) => one.old);
    const next = parts.flatMap(([one, choices]) => {
      const before = new Map(one.old.map((object) => [nameOf(object), object]));
      return one.new.map((object, index) =>
        choices[index % 4] ? (before.get(nameOf(object)) ?? object) : object,
      );
    });
    return { old, next };
  });

test('objects that are as they were take a short way to the same answer', () => {
  fc.assert(
    fc.property(anyWorld, anyWay, ({ old, next }, options) => {
      expect(diffObjects(old, next, options)).toEqual(diffObjects(old, renewed(next), options));
    }),
    { numRuns: 150 },
  );
});

test('the other way of applying is left out only where its answers are the same', () => {
  fc.assert(
    fc.property(anyWorld, anyWay, ({ old, next }, options) => {
      const [result, other] = diffBothWays(old, next, options);
      expect(result).toEqual(diffObjects(old, next, options));
      const real = diffObjects(old, next, {
        ...options,
        way: options.way === 'clientSide' ? 'serverSide' : 'clientSide',
      });
      expect(verdictsOf(other ?? result)).toEqual(verdictsOf(real));
    }),
    { numRuns: 150 },
  );
});

test.each(CASES.map((one) => [one.id, one] as const))(
  '%s: both short ways',
  (_id, { old, new: next }) => {
    for (const way of ['serverSide', 'clientSide'] as const) {
      expect(diffObjects(old, next, { way })).toEqual(diffObjects(old, renewed(next), { way }));
      expect(diffObjects(old, old, { way })).toEqual(diffObjects(old, renewed(old), { way }));
      const [result, other = result] = diffBothWays(old, next, { way });
      expect(verdictsOf(other)).toEqual(
        verdictsOf(
          diffObjects(old, next, { way: way === 'clientSide' ? 'serverSide' : 'clientSide' }),
        ),
      );
    }
  },
);

const verdictsOf = ({ objects }: DiffResult) =>
  objects.map(({ object, verdict }) => `${object} ${verdict}`);

function nameOf(object: unknown): string {
  const { apiVersion, kind, metadata } = object as {
    apiVersion: string;
    kind: string;
    metadata?: { name: string; namespace?: string };
  };
  return [apiVersion, kind, metadata?.namespace, metadata?.name].join('/');
}
