import { checkSharedVolumes, SharedVolumeEntry } from '../../../src/efs/shared-volume/check-tree';
import { describeFinding } from '../../../src/findings';
import { Identity } from '../../../src/judge';

const ENTRY: SharedVolumeEntry = {
  construct: 'app/data',
  namespace: 'team',
  name: 'data',
  volumeName: 'pv-team-data',
  claimName: 'pvc-data',
  storageClassName: 'efs-sc',
  operatorMode: false,
};
const object = (kind: string, name: string, rest: Partial<Identity> = {}): Identity => ({
  key: 'app/other',
  apiVersion: 'v1',
  kind,
  name,
  ...rest,
});
const SHARED = { apiVersion: 'aws-efs.managed.openshift.io/v1alpha1' };
const CLASS = { apiVersion: 'storage.k8s.io/v1' };
const lines = (entries: SharedVolumeEntry[], objects: Identity[] = []) =>
  checkSharedVolumes(entries, objects).map(
    (finding) => `${finding.severity}: ${describeFinding(finding)}`,
  );

test.each<[string, Identity]>([
  ['a volume of another name', object('PersistentVolume', 'pv-team-other')],
  [
    'a claim of the same name in another namespace',
    object('PersistentVolumeClaim', 'pvc-data', { namespace: 'other' }),
  ],
  ['a claim of the same name without a namespace', object('PersistentVolumeClaim', 'pvc-data')],
  ['another kind of the same name', object('ConfigMap', 'pv-team-data', { namespace: 'team' })],
  [
    'a volume of another group',
    object('PersistentVolume', 'pv-team-data', { apiVersion: 'example.com/v1' }),
  ],
  [
    'a claim of another group',
    object('PersistentVolumeClaim', 'pvc-data', {
      apiVersion: 'example.com/v1',
      namespace: 'team',
    }),
  ],
  [
    'a SharedVolume of another group',
    object('SharedVolume', 'data', { apiVersion: 'example.com/v1', namespace: 'team' }),
  ],
  [
    'a SharedVolume of a group that only starts alike',
    object('SharedVolume', 'data', {
      apiVersion: 'aws-efs.managed.openshift.io.example.com/v1',
      namespace: 'team',
    }),
  ],
  ['a SharedVolume that names no namespace', object('SharedVolume', 'data', SHARED)],
  [
    'its own volume',
    object('PersistentVolume', 'pv-team-data', { key: 'app/data/PersistentVolume' }),
  ],
  [
    'its own claim',
    object('PersistentVolumeClaim', 'pvc-data', {
      key: 'app/data/PersistentVolumeClaim',
      namespace: 'team',
    }),
  ],
])('beside a shared volume there may be %s', (_, other) => {
  expect(lines([ENTRY], [other])).toEqual([]);
});

test.each<[string, SharedVolumeEntry, Identity, string[]]>([
  [
    'its persistent volume',
    ENTRY,
    object('PersistentVolume', 'pv-team-data'),
    [
      'error: app/data: volumeName: shared volume team/data and another object (app/other) both define the persistent volume "pv-team-data"; ' +
        'set volumeName for one of them (efs/volume-name-taken)',
    ],
  ],
  [
    'its claim',
    ENTRY,
    object('PersistentVolumeClaim', 'pvc-data', { namespace: 'team' }),
    [
      'error: app/data: claimName: shared volume team/data and another object (app/other) both define the claim "pvc-data" in namespace "team"; ' +
        'set claimName for one of them (efs/claim-name-taken)',
    ],
  ],
  [
    'its claim, in operator mode',
    { ...ENTRY, operatorMode: true },
    object('PersistentVolumeClaim', 'pvc-data', { namespace: 'team' }),
    [
      'error: app/data: claimName: shared volume team/data and another object (app/other) both define the claim "pvc-data" in namespace "team"; ' +
        'rename one of them (efs/claim-name-taken)',
    ],
  ],
  [
    'a SharedVolume that means both',
    ENTRY,
    object('SharedVolume', 'data', { ...SHARED, namespace: 'team' }),
    [
      'error: app/data: volumeName: shared volume team/data and the SharedVolume team/data, which the operator acts on (app/other) both define the persistent volume ' +
        '"pv-team-data"; set volumeName for one of them (efs/volume-name-taken)',
      'error: app/data: claimName: shared volume team/data and the SharedVolume team/data, which the operator acts on (app/other) both define the claim ' +
        '"pvc-data" in namespace "team"; set claimName for one of them (efs/claim-name-taken)',
    ],
  ],
  [
    'a SharedVolume of the default namespace',
    { ...ENTRY, namespace: 'default', volumeName: 'pv-x' },
    object('SharedVolume', 'data', SHARED),
    [
      'error: app/data: claimName: shared volume default/data and the SharedVolume default/data, which the operator acts on (app/other) both define the claim ' +
        '"pvc-data" in namespace "default"; set claimName for one of them (efs/claim-name-taken)',
    ],
  ],
])('somebody else has %s', (_, entry, other, expected) => {
  expect(lines([entry], [other])).toEqual(expected);
});

test('of two shared volumes the second is told, and of three the first is named', () => {
  const twin = (construct: string): SharedVolumeEntry => ({
    ...ENTRY,
    construct,
    claimName: construct,
  });
  expect(
    lines([twin('app/a'), twin('app/b'), twin('app/c')]).map((line) => line.slice(0, 110)),
  ).toEqual([
    'error: app/b: volumeName: shared volume team/data and shared volume team/data (app/a) both define the persiste',
    'error: app/c: volumeName: shared volume team/data and shared volume team/data (app/a) both define the persiste',
  ]);
});

test('an object that stands in the way goes before a SharedVolume that would make another one', () => {
  const objects = [
    object('PersistentVolume', 'pv-team-data', { key: 'app/hand' }),
    object('SharedVolume', 'data', { ...SHARED, namespace: 'team' }),
  ];
  expect(lines([ENTRY], objects)[0]).toContain(
    'and another object (app/hand) both define the persistent volume',
  );
});

test.each<[string, Partial<SharedVolumeEntry>, Identity[], boolean]>([
  ['one that nobody declares, in a cluster whose classes are unknown', {}, [], false],
  ['one that nobody declares', { isClassInCluster: false }, [], true],
  ['one of the cluster', { isClassInCluster: true }, [], false],
  ['none', { isClassInCluster: false, storageClassName: '' }, [], false],
  [
    'one that is declared',
    { isClassInCluster: false },
    [object('StorageClass', 'efs-sc', CLASS)],
    false,
  ],
  [
    'another one than is declared',
    { isClassInCluster: false },
    [object('StorageClass', 'other', CLASS)],
    true,
  ],
  [
    'one whose name another kind has',
    { isClassInCluster: false },
    [object('ConfigMap', 'efs-sc')],
    true,
  ],
])('the class of a shared volume is %s', (_, entry, objects, told) => {
  expect(lines([{ ...ENTRY, ...entry }], objects)).toEqual(
    told
      ? [
          'warning: app/data: storageClassName: the class "efs-sc" is neither declared in the app nor among the storageClassNames of the target; ' +
            'declare it, or add it to storageClassNames (efs/class-not-declared)',
        ]
      : [],
  );
});
