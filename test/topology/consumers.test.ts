import { sourcesOf, topologyOf } from './support';
import { readTopology, Topology } from '../../src/topology';

const pod = (name: string, ...volumes: string[]) => `---
{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: ns}, spec: {volumes: [${volumes.join(', ')}]}}
`;
const set = (name: string, spec: string) => `---
{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: ${name}, namespace: ns}, spec: ${spec}}
`;
const deployment = (name: string, ...volumes: string[]) => `---
{apiVersion: apps/v1, kind: Deployment, metadata: {name: ${name}, namespace: ns}, spec: {template: {spec: {volumes: [${volumes.join(', ')}]}}}}
`;
const claim = (name: string, spec = '{}') => `---
{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: ${name}, namespace: ns}, spec: ${spec}}
`;
const named = (volume: string, claimName: string) =>
  `{name: ${volume}, persistentVolumeClaim: {claimName: ${claimName}}}`;
const ephemeral = (volume: string) =>
  `{name: ${volume}, ephemeral: {volumeClaimTemplate: {metadata: {labels: {of: ${volume}}}, spec: {accessModes: [ReadWriteOnce]}}}}`;
const templates = (...names: string[]) =>
  `volumeClaimTemplates: [${names.map((name) => `{metadata: {name: ${name}}, spec: {accessModes: [ReadWriteOnce]}}`).join(', ')}]`;

/** Who has a claim, as `name` or `name:pod`. */
const who = (topology: Topology, name: string) =>
  topology
    .consumersOf('ns', name)
    .map(({ workload, podName }) =>
      podName === undefined ? workload.name : `${workload.name}:${podName}`,
    );

test('the consumers of a claim are in the order of the objects', () => {
  const topology = topologyOf(
    deployment('b', named('v', 'files')) +
      pod('c', named('v', 'other')) +
      pod('a', named('v', 'files')),
  );
  expect(who(topology, 'files')).toEqual(['b', 'a']);
});

test('a claim of another namespace is another claim', () => {
  expect(topologyOf(pod('a', named('v', 'files'))).consumersOf('else', 'files')).toEqual([]);
});

test('a workload that has a claim under two volumes is one consumer with all their mounts', () => {
  const [consumer, ...more] = topologyOf(`
apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  volumes: [${named('x', 'files')}, ${named('y', 'files')}]
  containers: [{name: m, volumeMounts: [{name: x, mountPath: /x, readOnly: true}, {name: y, mountPath: /y}]}]
`).consumersOf(undefined, 'files');
  expect(more).toEqual([]);
  expect(consumer.use).toMatchObject({
    volume: 'x',
    isReadOnly: false,
    mounts: [{ path: '/x' }, { path: '/y' }],
  });
});

test('each pod of a StatefulSet has a claim of the template', () => {
  const topology = topologyOf(set('db', `{replicas: 2, ${templates('data')}}`));
  expect(['data-db-0', 'data-db-1', 'data-db-2'].map((name) => who(topology, name))).toEqual([
    ['db:db-0'],
    ['db:db-1'],
    [],
  ]);
});

test('ordinals begin where the StatefulSet says', () => {
  const topology = topologyOf(
    set('db', `{ordinals: {start: 3}, replicas: 2, ${templates('data')}}`),
  );
  expect(
    ['data-db-2', 'data-db-3', 'data-db-4', 'data-db-5'].flatMap((name) => who(topology, name)),
  ).toEqual(['db:db-3', 'db:db-4']);
});

test.each([
  'data-db-01',
  'data-db-',
  'data-db',
  'data-db-+0',
  'data-db-0-0',
  'data-db-1e0',
  '-0',
  '0',
  'data-db-00000000000',
])('%s is not a claim of the template', (name) => {
  const topology = topologyOf(set('db', `{replicas: 100, ${templates('data')}}`));
  expect(who(topology, name)).toEqual([]);
  expect(topology.claim('ns', name)).toBeUndefined();
});

test('a StatefulSet without pods has no claims of templates', () => {
  expect(who(topologyOf(set('db', `{replicas: 0, ${templates('data')}}`)), 'data-db-0')).toEqual(
    [],
  );
});

test('a name may be of two StatefulSets, read in two ways', () => {
  const topology = topologyOf(
    set('b-c', `{${templates('a')}}`) + set('c', `{${templates('a-b')}}`),
  );
  expect(who(topology, 'a-b-c-0')).toEqual(['b-c:b-c-0', 'c:c-0']);
});

test('a StatefulSet whose name ends with a number keeps it', () => {
  expect(who(topologyOf(set('db-1', `{${templates('data')}}`)), 'data-db-1-0')).toEqual([
    'db-1:db-1-0',
  ]);
});

test('a claim template hides a volume of the same name', () => {
  const {
    workloads: [workload],
  } = topologyOf(
    set(
      'db',
      `{${templates('data')}, template: {spec: {volumes: [${named('data', 'files')}, ${named('more', 'rest')}]}}}`,
    ),
  );
  expect(
    workload.claims.map(({ origin, volume, claimName }) => [origin, volume, claimName]),
  ).toEqual([
    ['template', 'data', 'data-db-0'],
    ['declared', 'more', 'rest'],
  ]);
});

test('the claim of a template has no name if there are several pods, or none', () => {
  const nameOf = (replicas: number) =>
    topologyOf(set('db', `{replicas: ${replicas}, ${templates('data')}}`)).workloads[0].claims[0]
      .claimName;
  expect([0, 1, 2].map(nameOf)).toEqual([undefined, 'data-db-0', undefined]);
});

test('a claim of a template is known, with what the template says and the labels of the selector', () => {
  const topology = topologyOf(
    set(
      'db',
      `{
    selector: {matchLabels: {app: db}},
    volumeClaimTemplates: [{metadata: {name: data, labels: {app: x, tier: y}, annotations: {note: z}}, spec: {accessModes: [ReadWriteOnce], volumeMode: Block}}]}`,
    ),
  );
  expect(topology.claim('ns', 'data-db-0')).toEqual({
    name: 'data-db-0',
    namespace: 'ns',
    origin: 'template',
    key: '#0',
    spec: { accessModes: ['ReadWriteOnce'], volumeMode: 'Block' },
    labels: { app: 'db', tier: 'y' },
    annotations: { note: 'z' },
    accessModes: ['ReadWriteOnce'],
    volumeMode: 'Block',
  });
  expect(topology.claim('ns', 'data-db-0')).toBe(topology.claim('ns', 'data-db-0'));
});

test('a claim that is declared under the name that a template makes is declared, and the StatefulSet has it', () => {
  const topology = topologyOf(claim('data-db-0') + set('db', `{${templates('data')}}`));
  expect(topology.claim('ns', 'data-db-0')?.origin).toBe('declared');
  expect(who(topology, 'data-db-0')).toEqual(['db:db-0']);
  expect(topology.unmountedClaims()).toEqual([]);
});

test('a claim of a template may be mounted by others', () => {
  const topology = topologyOf(
    pod('reader', named('v', 'data-db-0')) +
      set('db', `{${templates('data')}}`) +
      pod('late', named('v', 'data-db-0')),
  );
  expect(who(topology, 'data-db-0')).toEqual(['reader', 'db:db-0', 'late']);
  expect(topology.undeclaredClaims()).toEqual([]);
});

test('a pod that mounts the claim of its own template by name is one consumer', () => {
  const topology = topologyOf(
    set(
      'db',
      `{replicas: 2, ${templates('data')}, template: {spec: {volumes: [${named('v', 'data-db-0')}]}}}`,
    ),
  );
  expect(who(topology, 'data-db-0')).toEqual(['db']);
});

test('the ephemeral claim of a pod has the names of the pod and the volume', () => {
  const topology = topologyOf(pod('job-x', ephemeral('cache')));
  expect(topology.workloads[0].claims).toMatchObject([
    { origin: 'ephemeral', claimName: 'job-x-cache', template: { accessModes: ['ReadWriteOnce'] } },
  ]);
  expect(who(topology, 'job-x-cache')).toEqual(['job-x:job-x']);
  expect(topology.claim('ns', 'job-x-cache')).toMatchObject({
    origin: 'ephemeral',
    labels: { of: 'cache' },
    accessModes: ['ReadWriteOnce'],
  });
});

test('the ephemeral claims of a StatefulSet have an ordinal between the names', () => {
  const topology = topologyOf(
    set(
      'db',
      `{replicas: 3, template: {spec: {volumes: [${ephemeral('x-1-y')}, ${ephemeral('y')}]}}}`,
    ),
  );
  expect(
    ['db-0-x-1-y', 'db-2-y', 'db-3-y', 'db-02-y', 'db-2', 'db-2-'].map((name) =>
      who(topology, name),
    ),
  ).toEqual([['db:db-0'], ['db:db-2'], [], [], [], []]);
});

test('an ephemeral claim may be read in two ways', () => {
  const both = ['a', 'a-0-b']
    .map((name, index) =>
      set(
        name,
        `{replicas: 2, template: {spec: {volumes: [${ephemeral(['b-1-c', 'c'][index])}]}}}`,
      ),
    )
    .join('');
  expect(who(topologyOf(both), 'a-0-b-1-c')).toEqual(['a:a-0', 'a-0-b:a-0-b-1']);
});

test('nobody knows the names of ephemeral claims of other workloads', () => {
  const {
    workloads: [workload],
  } = topologyOf(deployment('web', ephemeral('cache')));
  expect(workload.claims).toMatchObject([{ origin: 'ephemeral', volume: 'cache' }]);
  expect(workload.claims[0].claimName).toBeUndefined();
});

test('the pod of a Notebook is named as that of a StatefulSet', () => {
  const topology = topologyOf(
    `{apiVersion: kubeflow.org/v1, kind: Notebook, metadata: {name: n, namespace: ns}, spec: {template: {spec: {volumes: [${ephemeral('tmp')}]}}}}`,
  );
  expect(who(topology, 'n-0-tmp')).toEqual(['n:n-0']);
});

test('a pod whose name the server makes has ephemeral claims without names', () => {
  expect(
    topologyOf(
      `{apiVersion: v1, kind: Pod, metadata: {generateName: a}, spec: {volumes: [${ephemeral('v')}]}}`,
    ).workloads[0].claims[0].claimName,
  ).toBeUndefined();
});

test('claims that nobody has are unmounted, those of other names and namespaces alike', () => {
  const topology = topologyOf(
    claim('used') +
      claim('unused') +
      pod('a', named('v', 'used')) +
      '---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: used}}',
  );
  expect(topology.unmountedClaims().map(({ namespace, name }) => [namespace, name])).toEqual([
    ['ns', 'unused'],
    [undefined, 'used'],
  ]);
});

test('claims that are mounted and not declared are told with who mounts them', () => {
  const topology = topologyOf(
    claim('used') +
      pod('a', named('v', 'used'), named('w', 'lost')) +
      deployment('b', named('x', 'lost')),
  );
  expect(
    topology
      .undeclaredClaims()
      .map(({ workload, use, claimName }) => [workload.name, use.volume, claimName]),
  ).toEqual([
    ['a', 'w', 'lost'],
    ['b', 'x', 'lost'],
  ]);
});

test('the input is not changed', () => {
  const sources = sourcesOf(
    set(
      'db',
      `{replicas: 2, ${templates('data')}, template: {spec: {volumes: [${ephemeral('e')}]}}}`,
    ) + claim('data-db-0'),
  );
  const before = JSON.stringify(sources);
  const topology = readTopology(sources);
  topology.unmountedClaims();
  topology.claim('ns', 'db-0-e');
  expect(JSON.stringify(sources)).toBe(before);
});
