/** Objects among the files that their engine leaves as they are in the cluster. */
import { diffObjects, PruningEngine } from '../../src/diff';
import { bare, liveIn, readOutOf } from '../support/read-outs';

type Marks = { readonly [key: string]: string };

const FLUX = 'kustomize.toolkit.fluxcd.io';
const SKIP = { 'argocd.argoproj.io/hook': 'Skip' };
const LABEL = 'PersistentVolume/files';

const volume = (policy: string, marks: Marks = {}, labels: Marks = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: {
    name: 'files',
    annotations: { 'pv.kubernetes.io/provisioned-by': 'ebs.csi.aws.com', ...marks },
    labels,
  },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
    persistentVolumeReclaimPolicy: policy,
    csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-1' },
  },
});
const claim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'shop' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: '',
    volumeName: 'files',
    resources: { requests: { storage: '1Gi' } },
  },
};

const marked = (annotations: Marks) => ({ metadata: { ...claim.metadata, annotations } });

/** What becomes of the data when the volume is to be retained, and its claim leaves the files. */
function told(engine: PruningEngine, before: object, after: object) {
  const { objects, notes } = diffObjects([before, claim], [after], { engine });
  const dataOf = (label: string) => objects.find(({ object }) => object === label);
  return {
    verdict: dataOf(LABEL)?.verdict,
    data: dataOf('PersistentVolumeClaim/shop/data')?.data,
    notes: notes.filter(({ id }) => id === 'skipped').map(({ message }) => message),
  };
}

const stays = (engine: string, mark: string) => ({
  verdict: 'unchanged',
  data: 'lost',
  notes: [`${engine} does not apply it (${mark}): it stays as it is in the cluster`],
});

test.each<[string, PruningEngine, object, object, object]>([
  [
    'reconcile: disabled',
    'flux',
    volume('Delete'),
    volume('Retain', { [`${FLUX}/reconcile`]: 'disabled' }),
    stays('Flux', `${FLUX}/reconcile: disabled`),
  ],
  [
    'ssa: Ignore, as a label',
    'flux',
    volume('Delete'),
    volume('Retain', {}, { [`${FLUX}/ssa`]: 'Ignore' }),
    stays('Flux', `${FLUX}/ssa: Ignore`),
  ],
  [
    'ssa: IfNotPresent',
    'flux',
    volume('Delete'),
    volume('Retain', { [`${FLUX}/ssa`]: 'IfNotPresent' }),
    stays('Flux', `${FLUX}/ssa: IfNotPresent`),
  ],
  [
    'the hook Skip',
    'argo',
    volume('Delete'),
    volume('Retain', SKIP),
    stays('Argo CD', 'argocd.argoproj.io/hook: Skip'),
  ],
])('by %s', (_mark, engine, before, after, answer) => {
  expect(told(engine, before, after)).toEqual(answer);
});

test.each<[string, PruningEngine, object, object]>([
  [
    'the mark is no longer in the files, from which it never came into the cluster',
    'flux',
    volume('Delete', { [`${FLUX}/reconcile`]: 'disabled' }),
    volume('Retain'),
  ],
  ['Flux merges', 'flux', volume('Delete'), volume('Retain', { [`${FLUX}/ssa`]: 'Merge' })],
  ['Flux does not know the hook', 'flux', volume('Delete'), volume('Retain', SKIP)],
  [
    'kubectl does not know the mark',
    'none',
    volume('Delete'),
    volume('Retain', { [`${FLUX}/reconcile`]: 'disabled' }),
  ],
])('are applied if %s', (_what, engine, before, after) => {
  expect(told(engine, before, after)).toEqual({
    verdict: 'changed',
    data: 'left behind',
    notes: [],
  });
});

test('are not refused, and not mentioned where nothing would change', () => {
  const mark = { [`${FLUX}/reconcile`]: 'disabled' };
  const after = volume('Delete', mark);
  const other = { ...after, spec: { ...after.spec, csi: { ...after.spec.csi, driver: 'other' } } };
  const refused = diffObjects([volume('Delete')], [other], { engine: 'flux' });
  expect(refused.objects).toMatchObject([{ object: LABEL, verdict: 'unchanged' }]);
  expect(refused.notes).toHaveLength(1);
  expect(diffObjects([after], [after], { engine: 'flux' }).notes).toEqual([]);
});

test.each<[string, PruningEngine, Marks, string | undefined]>([
  [
    'reconcile: disabled',
    'flux',
    { [`${FLUX}/reconcile`]: 'disabled' },
    `whether somebody has set ${FLUX}/reconcile: disabled in the cluster: Flux does not`,
  ],
  [
    'prune: disabled beside ssa: Ignore',
    'flux',
    { [`${FLUX}/ssa`]: 'Ignore', [`${FLUX}/prune`]: 'disabled' },
    `whether somebody has set ${FLUX}/ssa: Ignore in the cluster: Flux does not`,
  ],
  [
    'the hook Skip',
    'argo',
    SKIP,
    'whether somebody has set argocd.argoproj.io/hook: Skip in the cluster: Argo CD does not',
  ],
  [
    'prune: disabled beside IfNotPresent, with which Flux creates it',
    'flux',
    { [`${FLUX}/ssa`]: 'IfNotPresent', [`${FLUX}/prune`]: 'disabled' },
    undefined,
  ],
])(
  'and leave the files: %s keeps only what has it in the cluster',
  (_mark, engine, marks, doubt) => {
    const kept = volume('Delete', marks);
    const { objects } = diffObjects([kept, { ...claim, ...marked(marks) }], [], { engine });
    expect(
      objects.find(({ object }) => object === 'PersistentVolumeClaim/shop/data'),
    ).toMatchObject(
      doubt === undefined
        ? { verdict: 'unchanged', data: 'kept' }
        : { verdict: 'depends', data: 'may be lost', dependsOn: [doubt] },
    );
  },
);

test('have the mark in the cluster alone', () => {
  const config = (value: string, annotations: Marks = {}) => ({
    metadata: { name: 'web', namespace: 'shop', annotations },
    data: { value },
  });
  const verdictWith = (annotations: Marks) => {
    const live = liveIn('shop', 'v1', 'ConfigMap', 'web', config('1', annotations));
    const cluster = readOutOf([...bare('shop'), live]);
    const next = { apiVersion: 'v1', kind: 'ConfigMap', ...config('2') };
    return diffObjects([], [next], { engine: 'flux', cluster }).objects[0].verdict;
  };
  expect(verdictWith({ [`${FLUX}/reconcile`]: 'disabled' })).toBe('unchanged');
  expect(verdictWith({ [`${FLUX}/ssa`]: 'IfNotPresent' })).toBe('changed');
  expect(verdictWith({})).toBe('changed');
});

test('are not created', () => {
  const notes = (engine: PruningEngine, marks: Marks) => {
    const result = diffObjects([], [volume('Retain', marks)], { engine });
    return [result.objects[0].verdict, ...result.notes.map(({ message }) => message)];
  };
  const disabled = { [`${FLUX}/reconcile`]: 'disabled' };
  const ignored = { [`${FLUX}/ssa`]: 'Ignore' };
  const isNot = (engine: string, mark: string) => [
    'unchanged',
    `${engine} does not apply it (${mark}): it is not created`,
  ];
  expect(notes('flux', disabled)).toEqual(isNot('Flux', `${FLUX}/reconcile: disabled`));
  expect(notes('flux', ignored)).toEqual(isNot('Flux', `${FLUX}/ssa: Ignore`));
  expect(notes('argo', SKIP)).toEqual(isNot('Argo CD', 'argocd.argoproj.io/hook: Skip'));
  expect(notes('argo', disabled)).toEqual(['created']);
  expect(notes('flux', { [`${FLUX}/ssa`]: 'IfNotPresent' })).toEqual(['created']);
});

test('may not be in the cluster, where the mark has left the files', () => {
  const verdictAnd = (engine: PruningEngine, marks: Marks) => {
    const { objects } = diffObjects([volume('Retain', marks)], [volume('Retain')], { engine });
    return [objects[0].verdict, ...(objects[0].dependsOn ?? [])];
  };
  const disabled = { [`${FLUX}/reconcile`]: 'disabled' };
  expect(verdictAnd('flux', disabled)).toEqual([
    'changed',
    `whether it is in the cluster: Flux does not create what has ${FLUX}/reconcile: disabled`,
  ]);
  expect(verdictAnd('flux', { [`${FLUX}/ssa`]: 'IfNotPresent' })).toEqual(['changed']);
  expect(verdictAnd('none', disabled)).toEqual(['changed']);
});
