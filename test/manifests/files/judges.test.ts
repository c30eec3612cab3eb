/**
 * Properties of all rules on files: any objects have findings, and many objects take no longer than
 * they are many.
 */
import { FILE_JUDGES } from '../../../src/manifests/files';
import * as fc from '../../support/fast-check';
import { cronJobOf, deploymentOf, judged } from '../../support/judged';
import { exchange } from '../../support/properties';
import { sized } from '../../support/size';

const SPEC = {
  resources: { limits: { memory: '1Gi' } },
  initContainers: [
    {
      name: 'i',
      restartPolicy: 'Always',
      resources: { limits: { memory: '1Gi' } },
      volumeMounts: [{ name: 'b', mountPath: '/b', subPathExpr: '$(A)' }],
    },
  ],
  containers: [
    {
      name: 'a',
      image: 'a',
      resources: { limits: { memory: '1Gi', 'ephemeral-storage': '1Gi' } },
      envFrom: [{ secretRef: { name: 'db' } }],
      volumeMounts: ['a', 'b', 'c', 'd'].map((name) => ({
        name,
        mountPath: `/${name}`,
        subPath: name,
      })),
    },
  ],
  volumes: [
    {
      name: 'a',
      configMap: { name: 'a', defaultMode: 400, items: [{ key: 'a', path: 'a', mode: 400 }] },
    },
    {
      name: 'b',
      projected: {
        defaultMode: 440,
        sources: [
          { secret: { name: 'a', items: [{ key: 'a', path: 'a' }] } },
          { serviceAccountToken: { path: 'c' } },
        ],
      },
    },
    { name: 'c', emptyDir: { medium: 'Memory', sizeLimit: '9Gi' } },
    { name: 'd', emptyDir: { sizeLimit: '9Gi' } },
    {
      name: 'e',
      csi: {
        driver: 'secrets-store.csi.k8s.io',
        volumeAttributes: { secretProviderClass: 'vault' },
      },
    },
  ],
};
const ANNOTATIONS = { 'backup.velero.io/backup-volumes': 'a, b', 'checksum-of': 'x' };
const OBJECTS: readonly object[] = [
  deploymentOf(SPEC, {
    annotations: { 'pre.hook.backup.velero.io/command': 'x' },
    podAnnotations: ANNOTATIONS,
  }),
  cronJobOf(SPEC),
  {
    apiVersion: 'secrets-store.csi.x-k8s.io/v1',
    kind: 'SecretProviderClass',
    metadata: { name: 'vault' },
    spec: { secretObjects: [{ secretName: 'db' }] },
  },
  {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'r' },
    spec: { limits: [{ type: 'Container', default: { memory: '1Gi' } }] },
  },
];

test('any objects have findings', () => {
  const broken = fc
    .tuple(fc.integer({ min: 0, max: OBJECTS.length - 1 }), fc.nat(), fc.anything())
    .map(([object, at, value]) =>
      OBJECTS.map((one, index) => (index === object ? (exchange(one, at, value) as object) : one)),
    );
  fc.assert(
    fc.property(broken, (objects) => {
      expect(Array.isArray(judged(FILE_JUDGES, objects))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('the objects stay as they were', () => {
  const before = JSON.stringify(OBJECTS);
  judged(FILE_JUDGES, OBJECTS);
  expect(JSON.stringify(OBJECTS)).toBe(before);
});

const MANY = sized(10_000, 2_500);
const times = <T>(make: (index: number) => T): T[] =>
  Array.from({ length: MANY }, (_, index) => make(index));
const mounts = times((index) => ({ name: `v${index}`, mountPath: `/${index}`, subPath: 'a' }));

/**
 * Shapes in which a loop within a loop would look at a hundred million pairs: far beyond the time
 * that a test has.
 */
test.each<readonly [string, () => readonly object[], number]>([
  [
    'a pod with many files',
    () => [
      deploymentOf({
        containers: [{ name: 'a', volumeMounts: mounts }],
        volumes: times((index) => ({ name: `v${index}`, configMap: { name: 'c' } })),
      }),
    ],
    MANY,
  ],
  [
    'a pod with many directories',
    () => [
      deploymentOf({
        containers: [
          {
            name: 'a',
            resources: { limits: { 'ephemeral-storage': '1Gi' } },
            volumeMounts: mounts,
          },
        ],
        volumes: times((index) => ({ name: `v${index}`, emptyDir: {} })),
      }),
    ],
    MANY,
  ],
  [
    'many pods that wait for one Secret',
    () => [
      ...times((index) =>
        deploymentOf(
          { containers: [{ name: 'a', envFrom: [{ secretRef: { name: 'db' } }] }] },
          { name: `w${index}` },
        ),
      ),
      OBJECTS[2],
    ],
    1,
  ],
  [
    'many names of volumes',
    () => [
      deploymentOf(
        { containers: [], volumes: times((index) => ({ name: `v${index}`, emptyDir: {} })) },
        {
          podAnnotations: {
            'backup.velero.io/backup-volumes': times((index) => `x${index}`).join(','),
          },
        },
      ),
    ],
    MANY,
  ],
])('%s', (_title, make, count) => {
  expect(judged(FILE_JUDGES, make())).toHaveLength(count);
});
