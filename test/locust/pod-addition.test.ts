/**
 * Additions to a pod that somebody else wrote: the whole workload, with its fields in the order of
 * cdk8s.
 */
import { Manifest } from '../../src/kube';
import { addToPod, checkAddition, checkWorkload, PodAddition } from '../../src/locust/pod-addition';

const EMPTY: PodAddition = { args: [], volumes: [], volumeMounts: [] };
const ADDED: PodAddition = {
  args: ['--csv=/results/x'],
  volumes: [{ name: 'results', emptyDir: {} }],
  volumeMounts: [{ name: 'results', mountPath: '/results' }],
};
const job = (spec: object): Manifest => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'a' },
  spec: { template: { spec } },
});
const podOf = (workload: Manifest) => (workload.spec as any).template.spec;
const PAIR = {
  containers: [
    { name: 'one', image: 'a' },
    { name: 'two', image: 'b', args: ['x'], volumeMounts: [{ name: 'v', mountPath: '/v' }] },
  ],
  volumes: [{ name: 'v' }],
};

test('the first container gets it where none is named', () => {
  const added = addToPod(job(PAIR), ADDED);
  expect(added).toEqual(
    job({
      containers: [
        {
          name: 'one',
          image: 'a',
          args: ['--csv=/results/x'],
          volumeMounts: [{ name: 'results', mountPath: '/results' }],
        },
        PAIR.containers[1],
      ],
      volumes: [{ name: 'v' }, { name: 'results', emptyDir: {} }],
    }),
  );
  expect(Object.keys(podOf(added).containers[0])).toEqual([
    'args',
    'image',
    'name',
    'volumeMounts',
  ]);
});

test('the named container gets it after what it has', () => {
  expect(podOf(addToPod(job(PAIR), ADDED, 'two'))).toEqual({
    containers: [
      PAIR.containers[0],
      {
        name: 'two',
        image: 'b',
        args: ['x', '--csv=/results/x'],
        volumeMounts: [
          { name: 'v', mountPath: '/v' },
          { name: 'results', mountPath: '/results' },
        ],
      },
    ],
    volumes: [{ name: 'v' }, { name: 'results', emptyDir: {} }],
  });
});

test('the fields of the pod and of its container are sorted, whatever their order was', () => {
  const added = podOf(
    addToPod(
      job({
        restartPolicy: 'Never',
        volumes: [],
        containers: [{ name: 'one', image: 'a', env: [] }],
        automountServiceAccountToken: false,
      }),
      ADDED,
    ),
  );
  expect(Object.keys(added)).toEqual([
    'automountServiceAccountToken',
    'containers',
    'restartPolicy',
    'volumes',
  ]);
  expect(Object.keys(added.containers[0])).toEqual([
    'args',
    'env',
    'image',
    'name',
    'volumeMounts',
  ]);
});

test.each<[string, PodAddition, object]>([
  ['nothing', EMPTY, { containers: [{ name: 'one', image: 'a' }] }],
  [
    'arguments',
    { ...EMPTY, args: ['x'] },
    { containers: [{ name: 'one', image: 'a', args: ['x'] }] },
  ],
  [
    'a mount',
    { ...EMPTY, volumeMounts: [{ name: 'v', mountPath: '/v' }] },
    { containers: [{ name: 'one', image: 'a', volumeMounts: [{ name: 'v', mountPath: '/v' }] }] },
  ],
  [
    'a volume',
    { ...EMPTY, volumes: [{ name: 'v' }] },
    { containers: [{ name: 'one', image: 'a' }], volumes: [{ name: 'v' }] },
  ],
])('%s alone adds no empty lists', (_what, addition, expected) => {
  expect(
    podOf(addToPod(job({ containers: [{ name: 'one', image: 'a' }] }), addition)),
  ).toStrictEqual(expected);
});

test('the workload that was given stays as it was', () => {
  const given = job(PAIR);
  const before = JSON.stringify(given);
  addToPod(given, ADDED);
  expect(JSON.stringify(given)).toBe(before);
});

const said = (workload: Manifest, addition: PodAddition, container?: string) =>
  checkAddition(workload, addition, container, () => []).map(
    ({ rule, path, message, remedy }) => `${rule} ${path}: ${message}; ${remedy}`,
  );

test.each<[string, Manifest, string | undefined, string[]]>([
  ['a pod that takes it', job(PAIR), 'two', []],
  [
    'a workload without a pod',
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } },
    undefined,
    ['locust/applied-to : the Secret has no pod; pass a workload with a pod'],
  ],
  [
    'a template without a pod',
    { ...job({}), spec: {} },
    undefined,
    ['locust/applied-to : the Job has no pod; pass a workload with a pod'],
  ],
  [
    'a pod without containers',
    job({}),
    undefined,
    ['locust/applied-to : the pod has no container; add a container'],
  ],
  [
    'a pod without containers, and one is named',
    job({}),
    'one',
    ['locust/applied-to : the pod has no container "one"; add a container'],
  ],
  [
    'a container that is not there',
    job(PAIR),
    'three',
    ['locust/applied-to : the pod has no container "three"; use one of one, two'],
  ],
  [
    'a volume that is there',
    job({ ...PAIR, volumes: [{ name: 'results' }] }),
    undefined,
    ['locust/applied-twice volumes: the volume "results" already exists; use another name'],
  ],
  [
    'a mount that is there',
    job({
      containers: [{ name: 'one', volumeMounts: [{ name: 'other', mountPath: '/results' }] }],
    }),
    undefined,
    [
      'locust/applied-twice volumeMounts: a mount at "/results" already exists; use another mountPath',
    ],
  ],
  [
    'a mount of the other container',
    job({
      containers: [
        { name: 'one', volumeMounts: [{ name: 'other', mountPath: '/results' }] },
        { name: 'two' },
      ],
    }),
    'two',
    [],
  ],
])('says what is in the way of %s', (_what, workload, container, lines) => {
  expect(said(workload, ADDED, container)).toEqual(lines);
  if (lines.some((line) => line.startsWith('locust/applied-to'))) {
    expect(addToPod(workload, ADDED, container)).toBe(workload);
  }
});

test('only kinds with a pod can be added to', () => {
  expect(checkWorkload({ apiVersion: 'apps/v1', kind: 'Deployment' })).toEqual([]);
  expect(checkWorkload({ apiVersion: 'v1', kind: 'Secret' })).toEqual([
    {
      rule: 'locust/applied-to',
      severity: 'error',
      path: '',
      message: 'a Secret has no pod',
      remedy: 'pass a Job, or another workload',
    },
  ]);
});
