/**
 * Properties of all rules of binding and of names: any objects have findings, and many objects take
 * no longer than they are many.
 */
import { BINDING_JUDGES } from '../../../src/manifests/binding';
import { NAME_JUDGES } from '../../../src/manifests/names';
import { claimOf, classOf, volumeOf } from '../../storage/object-cases';
import * as fc from '../../support/fast-check';
import {
  cronJobOf,
  deploymentOf,
  judged,
  mounting,
  setOf,
  templateOfClaims,
  volumeOfClaim,
} from '../../support/judged';
import { exchange } from '../../support/properties';
import { sized } from '../../support/size';

const TOGETHER_JUDGES = [...BINDING_JUDGES, ...NAME_JUDGES];
const SOURCE = { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'monday' };
const SNAPSHOT = {
  apiVersion: 'snapshot.storage.k8s.io/v1',
  kind: 'VolumeSnapshot',
  metadata: { name: 'monday' },
  spec: { source: { persistentVolumeClaimName: 'data' } },
};
const GROWING = {
  annotations: {
    'resize.topolvm.io/storage_limit': '9Gi',
    'volume.beta.kubernetes.io/storage-class': 'fats',
  },
};

/** Objects that every rule has something to look at in. */
const OBJECTS: readonly object[] = [
  classOf({
    metadata: {
      name: 'fast',
      annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
    },
  }),
  claimOf(
    {
      volumeName: 'data',
      selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['a'] }] },
    },
    GROWING,
  ),
  claimOf(
    { storageClassName: '', dataSource: SOURCE, selector: { matchLabels: { app: 'a' } } },
    { name: 'copy' },
  ),
  claimOf({ storageClassName: 'fats' }, { name: 'misspelt', namespace: 'other' }),
  volumeOf({ claimRef: { name: 'data-db-0', namespace: 'default', uid: 'x' } }),
  {
    ...volumeOf({}, { volumeAttributes: { path: '/a' } }),
    metadata: { name: 'free', labels: { app: 'a' } },
  },
  SNAPSHOT,
  setOf(
    mounting([
      volumeOfClaim('a', 'data'),
      volumeOfClaim('b', 'data'),
      {
        name: 'c',
        ephemeral: { volumeClaimTemplate: templateOfClaims('c', { dataSource: SOURCE }) },
      },
    ]),
    [templateOfClaims('data', { volumeName: 'dtaa' }, GROWING)],
    { replicas: 2 },
  ),
  { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'settings', namespace: 'other' } },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } },
  deploymentOf(
    mounting([{ name: 'a', projected: { sources: [{ secret: { name: 'setings' } }] } }], {
      env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'setings', key: 'a' } } }],
    }),
  ),
  cronJobOf(mounting([volumeOfClaim('a', 'dtaa'), volumeOfClaim('b', 'misspelt')])),
];

test('any objects have findings', () => {
  const broken = fc
    .tuple(fc.integer({ min: 0, max: OBJECTS.length - 1 }), fc.nat(), fc.anything())
    .map(([object, at, value]) =>
      OBJECTS.map((one, index) => (index === object ? (exchange(one, at, value) as object) : one)),
    );
  fc.assert(
    fc.property(broken, fc.constantFrom('1.33', '1.36'), (objects, kubernetes) => {
      expect(Array.isArray(judged(TOGETHER_JUDGES, objects, { kubernetes }))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('the objects stay as they were', () => {
  const before = JSON.stringify(OBJECTS);
  judged(TOGETHER_JUDGES, OBJECTS);
  expect(JSON.stringify(OBJECTS)).toBe(before);
});

const MANY = sized(10_000, 2_500);
const times = (make: (index: number) => object) =>
  Array.from({ length: MANY }, (_, index) => make(index));
const letters = (index: number) =>
  [...index.toString().padStart(5, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('');
const name = (index: number) => `claim-${letters(index)}`;
const numbered =
  (claim: object, spec: object = {}) =>
  (index: number) =>
    claimOf({ ...claim, ...spec }, { name: name(index) });

/**
 * Shapes in which a loop within a loop would look at a hundred million pairs: far beyond the time
 * that a test has.
 */
test.each<readonly [string, () => readonly object[], number]>([
  [
    'all pods have one claim',
    () => [
      claimOf({}),
      ...times((index) =>
        deploymentOf(mounting([volumeOfClaim('data')]), { name: `web-${index}` }),
      ),
    ],
    0,
  ],
  [
    'each pod has a claim of its own',
    () => [
      ...times(numbered({ storageClassName: 'fast' })),
      ...times((index) =>
        deploymentOf(mounting([volumeOfClaim('data', name(index))]), { name: `web-${index}` }),
      ),
    ],
    0,
  ],
  [
    'a pod has all claims',
    () => [
      ...times(numbered({ storageClassName: 'fast' })),
      deploymentOf({ volumes: times((index) => volumeOfClaim(name(index))) }),
    ],
    0,
  ],
  [
    'claims and volumes without a class',
    () => [
      ...times(numbered({ storageClassName: '' })),
      ...times((index) => ({ ...volumeOf({}), metadata: { name: name(index) } })),
    ],
    0,
  ],
  [
    'more claims of the empty class than volumes',
    () => [
      ...times(numbered({ storageClassName: '' })),
      volumeOf({ capacity: { storage: '1Mi' } }),
    ],
    MANY,
  ],
  [
    'claims that select volumes by one label',
    () => [
      ...times(numbered({ storageClassName: '', selector: { matchLabels: { app: 'a' } } })),
      ...times((index) => ({
        ...volumeOf({}),
        metadata: { name: name(index), labels: { app: 'a' } },
      })),
    ],
    0,
  ],
  [
    'claims and volumes that name each other',
    () => [
      ...times((index) =>
        claimOf({ storageClassName: '', volumeName: name(index) }, { name: name(index) }),
      ),
      ...times((index) => ({
        ...volumeOf(
          { claimRef: { name: name(index), namespace: 'default' } },
          { volumeHandle: name(index) },
        ),
        metadata: { name: name(index) },
      })),
    ],
    0,
  ],
  [
    'claims that all name one volume',
    () => [volumeOf({}), ...times(numbered({ storageClassName: '', volumeName: 'data' }))],
    MANY - 1,
  ],
  [
    'volumes of one disk',
    () =>
      times((index) => ({
        ...volumeOf({}, { driver: 'ebs.csi.aws.com' }),
        metadata: { name: name(index) },
      })),
    MANY - 1,
  ],
  [
    'volumes for the claims of one template',
    () => [
      setOf({ containers: [] }, [templateOfClaims('data', { storageClassName: '' })], {
        replicas: MANY,
      }),
      ...times((index) => ({
        ...volumeOf(
          { claimRef: { name: `data-db-${index}`, namespace: 'default' } },
          { volumeHandle: name(index) },
        ),
        metadata: { name: name(index) },
      })),
    ],
    0,
  ],
  [
    'claims that are nearly called as others',
    () => [
      ...times(numbered({ storageClassName: 'fast' })),
      ...times((index) =>
        deploymentOf(
          { volumes: [volumeOfClaim('data', `claiim-${letters(index)}`)] },
          { name: `web-${index}` },
        ),
      ),
    ],
    MANY,
  ],
])('%s', (_title, make, count) => {
  expect(judged(TOGETHER_JUDGES, make())).toHaveLength(count);
});
