/** Marks of engines on live objects, and who made a live claim. */
import type { Cluster } from '../../src/diff/cluster';
import { ownOf } from '../../src/diff/live/makers';
import { markedBy, marksFor, nameOf, withMarks } from '../../src/diff/live/marks';
import type { Stored } from '../../src/diff/stored';
import { isClusterScoped, workloadKinds } from '../../src/kube';
import { AppliedManifest, readManifests } from '../../src/validation';

type Texts = { readonly [key: string]: string };

const KINDS = { isCluster: isClusterScoped, workloads: workloadKinds() };
const TRACKING = 'argocd.argoproj.io/tracking-id';

function configMap(name: string, metadata: object = {}, namespace = 'shop'): AppliedManifest {
  const manifest = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace, ...metadata },
  };
  return readManifests([manifest], 'default', KINDS)[0];
}

const argo = (name: string, of = 'app', namespace?: string) =>
  configMap(name, { annotations: { [TRACKING]: `${of}:/ConfigMap:shop/${name}` } }, namespace);
const flux = (name: string, of = 'apps', namespace?: string) =>
  configMap(
    name,
    {
      labels: {
        'kustomize.toolkit.fluxcd.io/name': of,
        'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
      },
    },
    namespace,
  );
const helm = (name: string, of = 'web', namespace?: string) =>
  configMap(
    name,
    {
      annotations: {
        'meta.helm.sh/release-name': of,
        'meta.helm.sh/release-namespace': 'shop',
      },
    },
    namespace,
  );

const found = (
  next: readonly AppliedManifest[],
  live: readonly AppliedManifest[],
  options: Parameters<typeof marksFor>[2] = {},
) => {
  const marks = marksFor(next, new Map(live.map((one) => [one.id, one])), options);
  return marks && nameOf(marks);
};

test.each([
  ['Argo CD', argo('a'), 'the Application app'],
  ['Flux', flux('a'), 'the Kustomization flux-system/apps'],
  ['Helm', helm('a'), 'the release shop/web'],
])('what %s has applied is known by its marks', (_engine, live, name) => {
  expect(found([configMap('a')], [live])).toBe(name);
});

test.each<[string, object]>([
  ['no marks', {}],
  ['the tracking id of another object', { annotations: { [TRACKING]: 'app:/ConfigMap:shop/b' } }],
  ['the tracking id of another kind', { annotations: { [TRACKING]: 'app:/Secret:shop/a' } }],
  ['a tracking id without an application', { annotations: { [TRACKING]: '/ConfigMap/a' } }],
  ['half of the marks of Flux', { labels: { 'kustomize.toolkit.fluxcd.io/name': 'apps' } }],
  [
    'the other half of them',
    { labels: { 'kustomize.toolkit.fluxcd.io/namespace': 'flux-system' } },
  ],
  ['half of the marks of Helm', { annotations: { 'meta.helm.sh/release-name': 'web' } }],
  ['the other half of those', { annotations: { 'meta.helm.sh/release-namespace': 'shop' } }],
])('an object with %s is of no engine', (_about, metadata) => {
  expect(found([configMap('a')], [configMap('a', metadata)])).toBeUndefined();
});

test('the marks that most objects have are those of all', () => {
  const names = ['a', 'b', 'c'];
  const next = names.map((name) => configMap(name));
  expect([
    found(next, [argo('a', 'one'), argo('b', 'two'), argo('c', 'two')]),
    found(next, [argo('a', 'two'), argo('b', 'two'), argo('c', 'one')]),
  ]).toEqual(['the Application two', 'the Application two']);
});

test.each(['argo', 'flux', 'helm'] as const)('only marks of %s count if it is named', (engine) => {
  const next = ['a', 'b', 'c'].map((name) => configMap(name));
  const names = {
    argo: 'the Application app',
    flux: 'the Kustomization flux-system/apps',
    helm: 'the release shop/web',
  };
  expect(found(next, [argo('a'), flux('b'), helm('c')], { engine })).toBe(names[engine]);
});

test('marks of every engine count if none prunes', () => {
  expect(found([configMap('a')], [argo('a')], { engine: 'none' })).toBe('the Application app');
});

test.each([
  ['apps', 'the Kustomization flux-system/apps'],
  ['flux-system/apps', 'the Kustomization flux-system/apps'],
  ['app', 'the Application app'],
  ['ps', undefined],
])('only marks of the application %s count if it is named', (application, name) => {
  const live = [argo('a'), flux('b')];
  expect(found([configMap('a'), configMap('b')], live, { application })).toBe(name);
});

test.each<[string, readonly AppliedManifest[], object, string | undefined]>([
  ['the only marks in its namespace', [argo('b')], {}, 'the Application app'],
  ['two in its namespace', [argo('b', 'one'), argo('c', 'two')], {}, undefined],
  ['marks in another namespace', [argo('b', 'app', 'other')], {}, undefined],
  [
    'marks in another namespace of the application that is named',
    [argo('b', 'app', 'other')],
    { application: 'app' },
    'the Application app',
  ],
])('what is all new has %s', (_about, live, options, name) => {
  expect(found([configMap('a')], live, options)).toBe(name);
});

const metadataWith = (live: AppliedManifest, sent = configMap('a'), before?: AppliedManifest) => {
  const marks = marksFor([live], new Map([[live.id, live]]), {})!;
  const { labels, annotations } = withMarks(sent, marks, before).manifest.metadata as {
    labels?: Texts;
    annotations?: Texts;
  };
  return { labels, annotations };
};

test.each<[string, AppliedManifest, { labels?: Texts; annotations?: Texts }]>([
  ['Argo CD', argo('z'), { annotations: { [TRACKING]: 'app:/ConfigMap:shop/a' } }],
  [
    'Flux',
    flux('z'),
    {
      labels: {
        'kustomize.toolkit.fluxcd.io/name': 'apps',
        'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
      },
    },
  ],
  [
    'Helm',
    helm('z'),
    {
      labels: { 'app.kubernetes.io/managed-by': 'Helm' },
      annotations: { 'meta.helm.sh/release-name': 'web', 'meta.helm.sh/release-namespace': 'shop' },
    },
  ],
])('%s adds its marks to what it applies', (_engine, live, metadata) => {
  expect(metadataWith(live)).toEqual({ labels: undefined, annotations: undefined, ...metadata });
});

test('the tracking id of what has no namespace has none', () => {
  const manifest = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' };
  const [role] = readManifests([{ ...manifest, metadata: { name: 'a' } }], 'default', KINDS);
  expect(metadataWith(argo('z'), role).annotations).toEqual({
    [TRACKING]: 'app:rbac.authorization.k8s.io/ClusterRole:/a',
  });
});

test('marks stand beside the labels and annotations of the manifest', () => {
  const sent = configMap('a', { labels: { a: '1' }, annotations: { b: '2' } });
  expect([metadataWith(argo('z'), sent), metadataWith(flux('z'), sent)]).toEqual([
    { labels: { a: '1' }, annotations: { b: '2', [TRACKING]: 'app:/ConfigMap:shop/a' } },
    {
      labels: {
        a: '1',
        'kustomize.toolkit.fluxcd.io/name': 'apps',
        'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
      },
      annotations: { b: '2' },
    },
  ]);
});

test('a tracking id that an object has already is kept, if it is its own', () => {
  const before = (id: string) => configMap('a', { annotations: { [TRACKING]: id } });
  const kept = (id: string) => metadataWith(argo('z'), configMap('a'), before(id)).annotations;
  expect([kept('app:/ConfigMap:argocd/a'), kept('app:/ConfigMap:argocd/b')]).toEqual([
    { [TRACKING]: 'app:/ConfigMap:argocd/a' },
    { [TRACKING]: 'app:/ConfigMap:shop/a' },
  ]);
});

test('an engine without tracking ids keeps none', () => {
  expect(metadataWith(flux('z'), configMap('a'), argo('a')).annotations).toBeUndefined();
});

test('what has the marks is listed, unless a controller made it', () => {
  const owned = configMap('d', {
    ...(argo('d').given.metadata as object),
    ownerReferences: [{ kind: 'ReplicaSet', name: 'x' }],
  });
  const live = [argo('a'), argo('b', 'other'), flux('c', 'app'), owned];
  const marks = marksFor([live[0]], new Map([[live[0].id, live[0]]]), {})!;
  expect([...markedBy(live, marks)].map(({ name }) => name)).toEqual(['a']);
});

const claimOf = (name: string, metadata: object = {}) =>
  ({
    sent: { namespace: 'shop', name },
    live: { metadata: { name, ...metadata }, spec: { volumeName: 'v' } },
  }) as unknown as Stored;
const clusterOf = (...sets: readonly (readonly [name: string, template: string])[]) =>
  ({
    find: (kindKey: string, namespace: string, name: string) => {
      const set = sets.find(([one]) => one === name);
      return kindKey === 'apps/StatefulSet' && namespace === 'shop' && set
        ? {
            sent: { name, label: `StatefulSet/shop/${name}` },
            live: { spec: { volumeClaimTemplates: [{ metadata: { name: set[1] } }] } },
          }
        : undefined;
    },
  }) as unknown as Cluster;

test.each<[string, readonly (readonly [string, string])[], unknown]>([
  ['data-db-0', [['db', 'data']], ['StatefulSet/shop/db', 'db-0', 0, false]],
  ['data-db-12', [['db', 'data']], ['StatefulSet/shop/db', 'db-12', 12, false]],
  ['data-my-db-1', [['my-db', 'data']], ['StatefulSet/shop/my-db', 'my-db-1', 1, false]],
  ['my-data-db-1', [['db', 'my-data']], ['StatefulSet/shop/db', 'db-1', 1, false]],
  [
    'my-data-db-1',
    [
      ['data-db', 'other'],
      ['db', 'my-data'],
    ],
    ['StatefulSet/shop/db', 'db-1', 1, false],
  ],
  ['logs-db-0', [['db', 'data']], undefined],
  ['data-db', [['db', 'data']], undefined],
  ['data-db-0', [], undefined],
  ['-db-0', [['db', '']], undefined],
])('the claim %s is of the set that would make it', (name, sets, expected) => {
  const own = ownOf(claimOf(name), clusterOf(...sets));
  expect(own && [own.of, own.pod, own.ordinal, own.isEphemeral]).toEqual(expected);
});

test.each([
  ['web-3', 3],
  ['web-12', 12],
  ['web', 0],
  ['web-7d9f-x2x', 0],
])('a claim that the pod %s owns is of this pod', (pod, ordinal) => {
  const ownerReferences = [
    { kind: 'Node', name: 'n' },
    { kind: 'Pod', name: pod },
  ];
  expect(ownOf(claimOf('data-db-0', { ownerReferences }), clusterOf(['db', 'data']))).toEqual({
    namespace: 'shop',
    name: 'data-db-0',
    template: { metadata: { name: 'data-db-0', ownerReferences }, spec: { volumeName: 'v' } },
    of: `Pod/shop/${pod}`,
    pod,
    isEphemeral: true,
    ordinal,
  });
});
