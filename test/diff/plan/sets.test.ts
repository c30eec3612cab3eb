/** The ways out for StatefulSets, act by act: claims of their pods are made to fit before. */
import { actsOf, appliedBy, metadata, plansOf, sized, storageClass } from './plans';

const FAST = storageClass('fast');
const SLOW = storageClass('slow');
const template = (name: string, spec: object = {}, more: object = {}) => ({
  metadata: { name, ...more },
  spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'fast', ...sized('1Gi'), ...spec },
});
const set = (spec: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: metadata('db'),
  spec: {
    serviceName: 'db',
    replicas: 2,
    selector: { matchLabels: { app: 'db' } },
    template: {
      metadata: { labels: { app: 'db', tier: 'a' } },
      spec: { containers: [{ name: 'db', image: 'db:1' }] },
    },
    volumeClaimTemplates: [template('data')],
    ...spec,
  },
});
const of = (...volumeClaimTemplates: object[]) => ({ volumeClaimTemplates });

const stop = [
  '# Stop the pods, so that nothing writes and none is left running.',
  'kubectl scale statefulset.apps/db --namespace shop --replicas=0',
  'until test -z "$(kubectl get pods --namespace shop --selector app=db,tier=a --output name)"; do sleep 1; done',
];
const gone = 'kubectl delete statefulset.apps/db --namespace shop --cascade=orphan';
const adopt = [
  '# Delete only the StatefulSet: its pods keep running, and its claims stay.',
  gone,
  '# Create the StatefulSet as it should be. It adopts the existing pods and claims.',
  'apply StatefulSet/db',
];
const renew = [
  '# Delete the StatefulSet.',
  gone,
  '# Create the StatefulSet as it should be. It uses the existing claims.',
  'apply StatefulSet/db',
];
const expandable = [
  '# Allow expansion of claims of the class fast; also set allowVolumeExpansion: true in its manifest.',
  `kubectl patch storageclass.storage.k8s.io/fast --type=merge --patch '{"allowVolumeExpansion":true}'`,
];
const growth = (name: string) =>
  `kubectl patch persistentvolumeclaim/${name} --namespace shop --type=merge --patch '{"spec":{"resources":{"requests":{"storage":"2Gi"}}}}'`;
const keep = [
  '# Keep the claims of the StatefulSet while its pods are gone: with its current policy, they would be deleted with them.',
  `kubectl patch statefulset.apps/db --namespace shop --type=merge --patch '{"spec":{"persistentVolumeClaimRetentionPolicy":{"whenDeleted":"Retain","whenScaled":"Retain"}}}'`,
];
const larger = of(template('data', sized('2Gi')));
const owned = {
  persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' },
};

test.each<[string, object, object, readonly string[]]>([
  ['another order of its pods', {}, { podManagementPolicy: 'Parallel' }, adopt],
  ['another template more', {}, of(template('data'), template('files')), adopt],
  ['two templates for one', {}, of(template('a'), template('b')), adopt],
  ['another selector', {}, { selector: { matchLabels: { tier: 'a' } } }, [...stop, ...renew]],
  [
    'another selector, which owns its claims',
    owned,
    { ...owned, selector: { matchLabels: { tier: 'a' } } },
    [...keep, ...stop, ...renew],
  ],
  [
    'another order of its pods, which owns its claims',
    owned,
    { ...owned, podManagementPolicy: 'Parallel' },
    adopt,
  ],
  [
    'larger claims',
    {},
    larger,
    [
      ...adopt,
      ...expandable,
      '# Let the claims grow, one by one.',
      growth('data-db-0'),
      growth('data-db-1'),
    ],
  ],
  [
    'a larger claim of one pod, which is not the first',
    { replicas: 1, ordinals: { start: 3 } },
    { replicas: 1, ordinals: { start: 3 }, ...larger },
    [...adopt, ...expandable, '# Let the claim grow.', growth('data-db-3')],
  ],
  [
    'larger claims, which it owns',
    { replicas: 1, ...owned },
    { replicas: 1, ...owned, ...larger },
    [...keep, ...adopt, ...expandable, '# Let the claim grow.', growth('data-db-0')],
  ],
  ['larger claims of no pods', { replicas: 0 }, { replicas: 0, ...larger }, adopt],
])('a set with %s', (_what, old, next, acts) => {
  const [plan] = plansOf([FAST, set(old)], [FAST, set(next)]);
  expect(actsOf(plan)).toEqual(acts);
});

const copied = [
  '# Copy the data. If the driver requires it, run the Job as the user who owns the files.',
  expect.stringMatching(/^apply Job\/copy-[0-9a-f]{8}$/),
  '# Wait until everything is copied.',
  expect.stringMatching(/^kubectl wait job\.batch\/copy-[0-9a-f]{8} --namespace shop /),
  expect.stringMatching(/^kubectl delete job\.batch\/copy-[0-9a-f]{8} --namespace shop$/),
];

test('claims of another template name are copied one by one, and the old ones stay', () => {
  const [plan] = plansOf(
    [FAST, SLOW, set()],
    [FAST, SLOW, set(of(template('files', { storageClassName: 'slow' }, { labels: { a: 'b' } })))],
  );
  const acts = ['0', '1'].flatMap((ordinal) => [
    `# Create the claim files-db-${ordinal}.`,
    `apply PersistentVolumeClaim/files-db-${ordinal}`,
    ...copied,
  ]);
  expect(actsOf(plan)).toEqual([...stop, ...acts, ...renew]);
  expect(appliedBy(plan, 'PersistentVolumeClaim', 'files-db-1')).toEqual({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'files-db-1', namespace: 'shop', labels: { a: 'b' } },
    spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'slow', ...sized('1Gi') },
  });
  const copies = plan.steps
    .flatMap(({ manifests = [] }) => manifests as any[])
    .filter(({ kind }) => kind === 'Job')
    .map(({ spec }) =>
      spec.template.spec.volumes.map((one: any) => one.persistentVolumeClaim.claimName),
    );
  expect(copies).toEqual([
    ['data-db-0', 'files-db-0'],
    ['data-db-1', 'files-db-1'],
  ]);
});

test.each<[string, object]>([
  ['files', {}],
  ['blocks', { volumeMode: 'Block' }],
])('claims of another template name are copied as %s', (what, mode) => {
  const old = set({ replicas: 1, ...of(template('data', mode)) });
  const [plan] = plansOf([FAST, old], [FAST, set({ replicas: 1, ...of(template('files', mode)) })]);
  const [job] = plan.steps
    .flatMap(({ manifests = [] }) => manifests as any[])
    .filter(({ kind }) => kind === 'Job');
  expect(Object.hasOwn(job.spec.template.spec.containers[0], 'volumeDevices')).toBe(
    what === 'blocks',
  );
});

test.each<[string, object, object, readonly string[]]>([
  ['smaller', sized('512Mi'), FAST, []],
  [
    'of a class that is new',
    { storageClassName: 'slow' },
    SLOW,
    ['# Create the class, which is new.', 'apply StorageClass/slow'],
  ],
])('claims that become %s are copied under their names', (_what, spec, added, first) => {
  const [plan] = plansOf(
    [FAST, set({ replicas: 1, ...owned })],
    [
      FAST,
      ...(added === FAST ? [] : [added]),
      set({ replicas: 1, ...owned, ...of(template('data', spec)) }),
    ],
  );
  const acts = actsOf(plan);
  expect(acts.slice(0, 7 + first.length)).toEqual([
    ...keep,
    ...stop,
    ...first,
    '# Create a second claim as it should be, under a temporary name.',
    expect.stringMatching(/^apply PersistentVolumeClaim\/data-db-0-[0-9a-f]{6}$/),
  ]);
  expect(acts.slice(-7)).toEqual([
    '# Wait for that, and restore the reclaim policy of the volume.',
    expect.stringContaining('kubectl wait persistentvolumeclaim/data-db-0 '),
    expect.stringContaining('"persistentVolumeReclaimPolicy":"\'"$volume_policy"\'"'),
    ...renew,
  ]);
});

test('a class that is new is created once for all claims', () => {
  const both = (spec: object) => of(template('a', spec), template('b', spec));
  const [plan] = plansOf(
    [FAST, set({ replicas: 1, ...both({}) })],
    [FAST, SLOW, set({ replicas: 1, ...both({ storageClassName: 'slow' }) })],
  );
  expect(actsOf(plan).filter((act) => act === 'apply StorageClass/slow')).toHaveLength(1);
});

test('claims without a class grow in that of the cluster', () => {
  const usual = storageClass('usual', {
    metadata: {
      name: 'usual',
      annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
    },
  });
  const unnamed = (storage: string) =>
    set({
      replicas: 1,
      ...of(template('data', { storageClassName: undefined, ...sized(storage) })),
    });
  const [plan] = plansOf([usual, unnamed('1Gi')], [usual, unnamed('2Gi')]);
  expect(actsOf(plan)).toEqual([
    ...adopt,
    '# Allow expansion of claims of the class usual; also set allowVolumeExpansion: true in its manifest.',
    `kubectl patch storageclass.storage.k8s.io/usual --type=merge --patch '{"allowVolumeExpansion":true}'`,
    '# Let the claim grow.',
    growth('data-db-0'),
  ]);
});

test.each([
  [1000, 1000],
  [1001, 1000],
])('of %i pods, the claims of %i grow', (replicas, count) => {
  const [plan] = plansOf([FAST, set({ replicas })], [FAST, set({ replicas, ...larger })]);
  const grown = actsOf(plan).filter((act) => act.includes('patch persistentvolumeclaim/'));
  expect(grown).toHaveLength(count);
});
