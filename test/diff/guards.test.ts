/** What leaves the files and is not pruned: the marks of Argo CD, Flux and Helm, and what happens to the data. */
import { diffObjects, DiffOptions } from '../../src/diff';

type Marks = { readonly [key: string]: string };

const CLASS = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'fast' }, provisioner: 'ebs.csi.aws.com' };
const ARGO = 'argocd.argoproj.io/sync-options';
const FLUX = 'kustomize.toolkit.fluxcd.io/prune';
const NOTHING_LOST = { object: 'PersistentVolumeClaim/shop/data', verdict: 'unchanged', data: 'kept', phase: 'Bound' };

const claim = (annotations: Marks = {}, labels: Marks = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'shop', annotations, labels },
  spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'fast', resources: { requests: { storage: '1Gi' } } },
});

function told(removed: object, options: DiffOptions = {}, others: readonly object[] = []) {
  const { objects, notes } = diffObjects([CLASS, ...others, removed], [CLASS, ...others], options);
  return { ...objects.at(-1), notes: notes.map(({ message }) => message) };
}

const lost = { object: 'PersistentVolumeClaim/shop/data', verdict: 'deleted', data: 'deleted', remedy: expect.stringContaining('keep the claim in the files'), notes: [] };

test.each<[string, object, string]>([
  ['Prune=false', claim({ [ARGO]: 'ServerSideApply=true, Prune=false' }), 'Argo CD (Prune=false) does not prune it: it stays, with its data'],
  ['prune: disabled', claim({ [FLUX]: 'Disabled' }), 'Flux (kustomize.toolkit.fluxcd.io/prune: disabled) does not prune it: it stays, with its data'],
  ['prune: disabled as a label', claim({}, { [FLUX]: 'disabled' }), 'Flux (kustomize.toolkit.fluxcd.io/prune: disabled) does not prune it: it stays, with its data'],
  ['resource-policy: keep', claim({ 'helm.sh/resource-policy': 'keep' }), 'Helm (helm.sh/resource-policy: keep) does not prune it: it stays, with its data'],
  [
    'marks of two engines', claim({ [ARGO]: 'Prune=false', [FLUX]: 'disabled' }),
    'Argo CD (Prune=false) and Flux (kustomize.toolkit.fluxcd.io/prune: disabled) do not prune it: it stays, with its data',
  ],
])('%s keeps a claim and its data', (_mark, removed, note) => {
  expect(told(removed)).toEqual({ ...NOTHING_LOST, notes: [note] });
});

test.each([
  ['nothing', claim()],
  ['Delete=false, which is about the Application,', claim({ [ARGO]: 'Delete=false' })],
  ['prune: enabled', claim({ [FLUX]: 'enabled' })],
])('%s keeps nothing', (_mark, removed) => {
  expect(told(removed)).toEqual(lost);
});

test('what must be confirmed depends on that', () => {
  expect(told(claim({ [ARGO]: 'Prune=confirm' }))).toEqual({
    object: 'PersistentVolumeClaim/shop/data',
    verdict: 'depends',
    data: 'depends',
    dependsOn: ['whether somebody confirms that Argo CD prunes it'],
    notes: ['Argo CD (Prune=confirm) prunes it only after confirmation: until then it stays, with its data'],
  });
});

test('of an engine that is named no other one\'s marks count', () => {
  const guarded = claim({ [ARGO]: 'Prune=false' });
  expect(told(guarded, { engine: 'argo' })).toMatchObject({ verdict: 'unchanged', data: 'kept' });
  for (const engine of ['flux', 'helm', 'none'] as const) expect(told(guarded, { engine })).toEqual(lost);
});

test('an Application speaks for its objects where its engine is named', () => {
  const application = (options: readonly string[]) => ({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'shop', namespace: 'argocd' },
    spec: { project: 'default', destination: { namespace: 'shop' }, source: { repoURL: 'https://git.example.com/shop', path: '.' }, syncPolicy: { syncOptions: options } },
  });
  expect(told(claim(), { engine: 'argo' }, [application(['Prune=false'])])).toMatchObject({ verdict: 'unchanged', data: 'kept', notes: ['Argo CD (Prune=false of its Application) does not prune it: it stays, with its data'] });
  expect(told(claim(), { engine: 'argo' }, [application([])])).toEqual(lost);
});

test('definitions are left by Argo CD alone', () => {
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'boxes.example.com' },
    spec: { group: 'example.com', scope: 'Namespaced', names: { kind: 'Box', plural: 'boxes' }, versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }] },
  };
  expect(told(definition)).toMatchObject({ verdict: 'deleted' });
  expect(told(definition, { engine: 'argo' })).toMatchObject({ verdict: 'unchanged', notes: ['Argo CD does not prune it: it stays'] });
});

test('a workload that stays goes on using its claim', () => {
  const pod = (annotations: Marks) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'shop', annotations },
    spec: { containers: [{ name: 'web', image: 'web:1' }], volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] },
  });
  const verdicts = (annotations: Marks) =>
    diffObjects([CLASS, claim(), pod(annotations)], [CLASS]).objects.map(({ object, verdict, data }) => [object, verdict, data]);
  expect(verdicts({})).toEqual([['StorageClass/fast', 'unchanged', undefined], ['PersistentVolumeClaim/shop/data', 'deleted', 'deleted'], ['Pod/shop/web', 'deleted', undefined]]);
  expect(verdicts({ [ARGO]: 'Prune=false' })).toEqual([['StorageClass/fast', 'unchanged', undefined], ['PersistentVolumeClaim/shop/data', 'stuck', 'kept'], ['Pod/shop/web', 'unchanged', undefined]]);
});

test('a mark does not save what goes with its namespace', () => {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
  const { objects, notes } = diffObjects([namespace, CLASS, claim({ [ARGO]: 'Prune=false' })], [CLASS]);
  expect(objects.find(({ object }) => object === 'PersistentVolumeClaim/shop/data')).toMatchObject({ verdict: 'deleted', data: 'deleted' });
  expect(notes.map(({ message }) => message)).toContain('Argo CD (Prune=false) does not prune it: but it is deleted with its namespace or definition');
});
