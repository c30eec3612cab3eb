/**
 * Objects that leave the files and are not pruned: the marks of Argo CD, Flux and Helm, and what
 * happens to the data.
 */
import { diffObjects, DiffOptions, PruningEngine } from '../../src/diff';
import { Cluster } from '../../src/diff/cluster';
import { diffBothWays } from '../../src/diff/diff';
import { guardsOf, treatmentsIn } from '../../src/diff/guards';
import type { Stored } from '../../src/diff/stored';

type Marks = { readonly [key: string]: string };

const CLASS = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'ebs.csi.aws.com',
};
const ARGO = 'argocd.argoproj.io/sync-options';
const FLUX = 'kustomize.toolkit.fluxcd.io/prune';
const NOTHING_LOST = {
  object: 'PersistentVolumeClaim/shop/data',
  verdict: 'unchanged',
  data: 'kept',
  phase: 'Bound',
};

const claim = (annotations: Marks = {}, labels: Marks = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'shop', annotations, labels },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'fast',
    resources: { requests: { storage: '1Gi' } },
  },
});

function told(removed: object, options: DiffOptions = {}, others: readonly object[] = []) {
  const { objects, notes } = diffObjects([CLASS, ...others, removed], [CLASS, ...others], options);
  return { ...objects.at(-1), notes: notes.map(({ message }) => message) };
}

const BECAUSE = 'its driver deletes the volume with the claim (reclaim policy Delete)';
const lost = {
  object: 'PersistentVolumeClaim/shop/data',
  verdict: 'deleted',
  data: 'lost',
  because: BECAUSE,
  remedy: expect.stringContaining('keep the claim in the files'),
  notes: [],
};

test.each<[string, PruningEngine, object, string]>([
  [
    'Prune=false',
    'argo',
    claim({ [ARGO]: 'ServerSideApply=true, Prune=false' }),
    'Argo CD (Prune=false) does not prune it: it stays, with its data',
  ],
  [
    'prune: disabled',
    'flux',
    claim({ [FLUX]: 'Disabled' }),
    'Flux (kustomize.toolkit.fluxcd.io/prune: disabled) does not prune it: it stays, with its data',
  ],
  [
    'prune: disabled as a label',
    'flux',
    claim({}, { [FLUX]: 'disabled' }),
    'Flux (kustomize.toolkit.fluxcd.io/prune: disabled) does not prune it: it stays, with its data',
  ],
  [
    'resource-policy: keep',
    'helm',
    claim({ 'helm.sh/resource-policy': 'keep' }),
    'Helm (helm.sh/resource-policy: keep) does not prune it: it stays, with its data',
  ],
])('%s keeps a claim and its data where %s deploys it', (_mark, engine, removed, note) => {
  expect(told(removed, { engine })).toEqual({ ...NOTHING_LOST, notes: [note] });
});

test.each<[string, object, string, string]>([
  [
    'Prune=false',
    claim({ [ARGO]: 'Prune=false' }),
    'whether Argo CD deploys it (--engine argo)',
    'Argo CD (Prune=false) perhaps does not prune it',
  ],
  [
    'resource-policy: keep',
    claim({ 'helm.sh/resource-policy': 'keep' }),
    'whether Helm deploys it (--engine helm)',
    'Helm (helm.sh/resource-policy: keep) perhaps does not prune it',
  ],
  [
    'marks of two engines',
    claim({ [ARGO]: 'Prune=false', [FLUX]: 'disabled' }),
    'whether Argo CD or Flux deploys it (--engine argo, --engine flux)',
    'Argo CD (Prune=false) and Flux (kustomize.toolkit.fluxcd.io/prune: disabled) perhaps do not prune it',
  ],
])('%s proves nothing where nothing shows the engine', (_mark, removed, doubt, note) => {
  expect(told(removed)).toEqual({
    object: 'PersistentVolumeClaim/shop/data',
    verdict: 'depends',
    data: 'may be lost',
    because: BECAUSE,
    dependsOn: [doubt],
    notes: [`${note}: it depends on ${doubt}`],
  });
});

const APPLICATION = (options: readonly string[] = [], syncPolicy = {}) => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name: 'shop', namespace: 'argocd' },
  spec: {
    project: 'default',
    destination: { namespace: 'shop' },
    source: { repoURL: 'https://git.example.com/shop', path: 'shop' },
    syncPolicy: { syncOptions: options, ...syncPolicy },
  },
});
const KUSTOMIZATION = (prune: boolean) => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name: 'shop', namespace: 'flux-system' },
  spec: {
    interval: '10m',
    path: './shop',
    prune,
    sourceRef: { kind: 'GitRepository', name: 'shop' },
  },
});

test('the engine is the one whose objects are among the files', () => {
  const marked = claim({ [ARGO]: 'Prune=false' });
  expect(told(marked, {}, [APPLICATION()])).toMatchObject({ verdict: 'unchanged', data: 'kept' });
  expect(told(marked, {}, [KUSTOMIZATION(true)])).toEqual(lost);
  expect(told(marked, {}, [KUSTOMIZATION(true), APPLICATION()])).toMatchObject({
    data: 'may be lost',
    dependsOn: ['whether Argo CD deploys it, and not Flux'],
  });
});

test('pruning that is switched off together with a removal may come too late', () => {
  const { objects } = diffObjects(
    [CLASS, KUSTOMIZATION(true), claim()],
    [CLASS, KUSTOMIZATION(false)],
  );
  expect(objects.at(-1)).toMatchObject({
    data: 'may be lost',
    dependsOn: [
      'whether Flux sees the change (Kustomization/flux-system/shop has prune: false) before it prunes, and whether Kustomization/flux-system/shop deploys it',
    ],
  });
});

describe('kubectl apply --prune', () => {
  const settings = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'shop' },
  };

  test('deletes claims in a namespace of which something is still in the files', () => {
    expect(told(claim({ [ARGO]: 'Prune=false' }), { engine: 'kubectl' }, [settings])).toEqual(lost);
  });

  test('looks into no other namespace', () => {
    expect(told(claim(), { engine: 'kubectl' })).toMatchObject({
      verdict: 'unchanged',
      data: 'kept',
      notes: [
        'kubectl (apply --prune looks only into namespaces of which something is still in the files) does not prune it: it stays, with its data',
      ],
    });
  });

  test.each([
    ['v1', 'ConfigMap', true],
    ['v1', 'Endpoints', true],
    ['v1', 'Namespace', true],
    ['v1', 'PersistentVolumeClaim', true],
    ['v1', 'PersistentVolume', true],
    ['v1', 'Pod', true],
    ['v1', 'ReplicationController', true],
    ['v1', 'Secret', true],
    ['v1', 'Service', true],
    ['batch/v1', 'CronJob', true],
    ['batch/v1', 'Job', true],
    ['networking.k8s.io/v1', 'Ingress', true],
    ['apps/v1', 'DaemonSet', true],
    ['apps/v1', 'Deployment', true],
    ['apps/v1', 'ReplicaSet', true],
    ['apps/v1', 'StatefulSet', true],
    ['v1', 'LimitRange', false],
    ['v1', 'ServiceAccount', false],
    ['policy/v1', 'PodDisruptionBudget', false],
    ['rbac.authorization.k8s.io/v1', 'Role', false],
    ['storage.k8s.io/v1', 'StorageClass', false],
  ])('looks for what is of %s and a %s: %s', (apiVersion, kind, isPruned) => {
    const left = { sent: { id: 'a', kindKey: `${apiVersion.replace(/\/?v1$/, '')}/${kind}` } };
    const side = { ofKind: () => [] };
    const sides = {
      before: side,
      after: side,
      options: { engine: 'kubectl' },
      namespaces: new Set([undefined]),
    };
    expect(guardsOf([left as never], sides as never).size).toBe(isPruned ? 0 : 1);
  });

  test('looks for no custom resource', () => {
    const database = {
      apiVersion: 'postgresql.cnpg.io/v1',
      kind: 'Cluster',
      metadata: { name: 'pg', namespace: 'shop' },
      spec: { instances: 1, storage: { size: '1Gi' } },
    };
    expect(told(database, { engine: 'kubectl' }, [settings])).toMatchObject({
      verdict: 'unchanged',
    });
  });

  test('deletes nothing without --prune', () => {
    expect(told(claim(), { engine: 'kubectl', prunes: false }, [settings])).toMatchObject({
      verdict: 'unchanged',
      data: 'kept',
    });
  });
});

test.each([
  ['nothing', claim()],
  ['Delete=false, which is about the Application,', claim({ [ARGO]: 'Delete=false' })],
  ['prune: enabled', claim({ [FLUX]: 'enabled' })],
])('%s keeps nothing', (_mark, removed) => {
  expect(told(removed)).toEqual(lost);
});

test('an upgrade of Helm asks for keep in that very spelling', () => {
  expect(told(claim({ 'helm.sh/resource-policy': 'Keep' }), { engine: 'helm' })).toEqual(lost);
});

test('what must be confirmed depends on that', () => {
  expect(told(claim({ [ARGO]: 'Prune=confirm' }), { engine: 'argo' })).toEqual({
    object: 'PersistentVolumeClaim/shop/data',
    verdict: 'depends',
    data: 'may be lost',
    because: BECAUSE,
    dependsOn: ['whether somebody confirms that Argo CD prunes it'],
    notes: [
      'Argo CD (Prune=confirm) perhaps does not prune it: it depends on whether somebody confirms that Argo CD prunes it',
    ],
  });
});

test("of an engine that is named no other one's marks count", () => {
  const guarded = claim({ [ARGO]: 'Prune=false' });
  expect(told(guarded, { engine: 'argo' })).toMatchObject({ verdict: 'unchanged', data: 'kept' });
  for (const engine of ['flux', 'helm', 'none'] as const) {
    expect(told(guarded, { engine })).toEqual(lost);
  }
});

test('an Application speaks for its objects where its engine is named', () => {
  expect(told(claim(), { engine: 'argo' }, [APPLICATION(['Prune=false'])])).toMatchObject({
    verdict: 'unchanged',
    data: 'kept',
    notes: ['Argo CD (Prune=false of its Application) does not prune it: it stays, with its data'],
  });
  expect(told(claim(), { engine: 'argo' }, [APPLICATION()])).toEqual(lost);
});

describe('what the only deployer says counts for its own objects', () => {
  const { spec } = APPLICATION(['Prune=false']);
  const elsewhere = {
    ...APPLICATION(),
    spec: { ...spec, destination: { namespace: 'other' }, source: { path: 'other' } },
  };
  const toldIn = (deployer: object, file: string) =>
    diffBothWays(
      [CLASS, deployer, claim()],
      [CLASS, deployer],
      {},
      {
        old: [['class.yaml'], ['apps/one.yaml'], [file]],
        next: [['class.yaml'], ['apps/one.yaml']],
      },
    )[0].objects.at(-1);
  const mayBeLost = (doubt: string) => ({
    verdict: 'depends',
    data: 'may be lost',
    dependsOn: [doubt],
  });

  test.each([
    ['an Application', elsewhere, 'whether Application/argocd/shop deploys it'],
    ['a Kustomization', KUSTOMIZATION(false), 'whether Kustomization/flux-system/shop deploys it'],
  ])('%s of another namespace or folder decides nothing', (_kind, deployer, doubt) => {
    expect(toldIn(deployer, 'web/claim.yaml')).toMatchObject(mayBeLost(doubt));
    expect(told(claim(), {}, [deployer])).toMatchObject(mayBeLost(doubt));
  });

  test.each([
    ['an Application', APPLICATION(['Prune=false'])],
    ['a Kustomization', KUSTOMIZATION(false)],
  ])('%s decides of what is in its folder', (_kind, deployer) => {
    expect(toldIn(deployer, 'shop/base/claim.yaml')).toMatchObject(NOTHING_LOST);
  });

  test.each([
    ['first', (one: object, two: object) => [one, two]],
    ['last', (one: object, two: object) => [two, one]],
  ])('of several that do not prune by themselves, the %s may be synced with prune', (_, sort) => {
    const byHand = { ...APPLICATION(), metadata: { name: 'hand', namespace: 'argocd' } };
    const both = [CLASS, ...sort(byHand, APPLICATION([], { automated: {} }))];
    const files = [['class.yaml'], ['apps/one.yaml'], ['apps/two.yaml']];
    const [{ objects }] = diffBothWays(
      [...both, claim()],
      both,
      {},
      { old: [...files, ['shop/claim.yaml']], next: files },
    );
    expect(objects.at(-1)).toMatchObject(
      mayBeLost('whether Application/argocd/hand, which is synced by hand, is synced with prune'),
    );
  });

  test.each([
    ['reconcile: disabled', 'may be lost'],
    ['prune: disabled', 'kept'],
  ])('a removed one deletes what has %s only in its file: %s', (mark, data) => {
    const [option, value] = mark.split(': ');
    const marked = claim({ [`kustomize.toolkit.fluxcd.io/${option}`]: value });
    const [{ objects }] = diffBothWays(
      [CLASS, KUSTOMIZATION(true), marked],
      [CLASS, marked],
      { engine: 'flux' },
      {
        old: [['class.yaml'], ['apps/one.yaml'], ['shop/claim.yaml']],
        next: [['class.yaml'], ['shop/claim.yaml']],
      },
    );
    expect(objects.find(({ object }) => object.includes('Claim'))).toMatchObject({ data });
  });

  test('of several that deploy one folder, one that prunes is enough', () => {
    const second = { ...KUSTOMIZATION(true), metadata: { name: 'b', namespace: 'flux-system' } };
    const both = [CLASS, KUSTOMIZATION(false), second];
    const files = [['class.yaml'], ['apps/one.yaml'], ['apps/two.yaml']];
    const [{ objects }] = diffBothWays(
      [...both, claim()],
      both,
      {},
      {
        old: [...files, ['shop/claim.yaml']],
        next: files,
      },
    );
    expect(objects.at(-1)).toMatchObject({ verdict: 'deleted', data: 'lost' });
  });
});

test('definitions are left by Argo CD alone', () => {
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'boxes.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Box', plural: 'boxes' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object' } },
        },
      ],
    },
  };
  expect(told(definition)).toMatchObject({ verdict: 'deleted' });
  const annotations = { 'helm.sh/resource-policy': 'keep' };
  expect(told({ ...definition, metadata: { ...definition.metadata, annotations } })).toMatchObject({
    verdict: 'depends',
    dependsOn: ['whether Helm deploys it (--engine helm)'],
  });
  expect(told(definition, { engine: 'argo' })).toMatchObject({
    verdict: 'unchanged',
    notes: ['Argo CD does not prune it: it stays'],
  });
});

test('a workload that stays goes on using its claim', () => {
  const pod = (annotations: Marks) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'shop', annotations },
    spec: {
      containers: [{ name: 'web', image: 'web:1' }],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
    },
  });
  const verdicts = (annotations: Marks) =>
    diffObjects([CLASS, claim(), pod(annotations)], [CLASS], { engine: 'argo' }).objects.map(
      ({ object, verdict, data }) => [object, verdict, data],
    );
  expect(verdicts({})).toEqual([
    ['StorageClass/fast', 'unchanged', undefined],
    ['PersistentVolumeClaim/shop/data', 'deleted', 'lost'],
    ['Pod/shop/web', 'deleted', undefined],
  ]);
  expect(verdicts({ [ARGO]: 'Prune=false' })).toEqual([
    ['StorageClass/fast', 'unchanged', undefined],
    ['PersistentVolumeClaim/shop/data', 'stuck', 'may be lost'],
    ['Pod/shop/web', 'unchanged', undefined],
  ]);
});

test('a mark does not save what goes with its namespace', () => {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
  const { objects, notes } = diffObjects(
    [namespace, CLASS, claim({ [ARGO]: 'Prune=false' })],
    [CLASS],
    { engine: 'argo' },
  );
  expect(objects.find(({ object }) => object === 'PersistentVolumeClaim/shop/data')).toMatchObject({
    verdict: 'deleted',
    data: 'lost',
  });
  expect(notes.map(({ message }) => message)).toContain(
    'Argo CD (Prune=false) does not prune it: but it is deleted with its namespace or definition',
  );
});

test.each([
  ['Delete', { 'pv.kubernetes.io/provisioned-by': 'ebs.csi.aws.com' }, 'may be lost'],
  ['Delete', {}, 'left behind'],
  ['Retain', { 'pv.kubernetes.io/provisioned-by': 'ebs.csi.aws.com' }, 'left behind'],
])('a volume without a claim that Argo CD prunes if somebody confirms it: %s %j', (...how) => {
  const [persistentVolumeReclaimPolicy, annotations, data] = how;
  const volume = {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'data', annotations: { ...annotations, [ARGO]: 'Prune=confirm' } },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      persistentVolumeReclaimPolicy,
      csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-1' },
    },
  };
  expect(told(volume, { engine: 'argo' })).toMatchObject({
    verdict: 'depends',
    data,
    dependsOn: ['whether somebody confirms that Argo CD prunes it'],
  });
});

test('nothing spares what is not among the objects that were read', () => {
  const manifest = claim({ [FLUX]: 'disabled' });
  const sent = {
    ...{ id: 'data', kind: manifest.kind, kindKey: `/${manifest.kind}`, ...manifest.metadata },
    ...{ manifest, given: manifest },
  };
  const stored = { sent, live: {}, applied: {}, last: sent } as unknown as Stored;
  const treat = (objects: readonly Stored[]) =>
    treatmentsIn(objects, new Cluster(), 'pruning', () => new Map())(stored, 'flux').does;
  expect([treat([stored]), treat([])]).toEqual(['keeps', 'deletes']);
});
