import { topologyOf } from './support';
import { readTopology, TopologySource } from '../../src/topology';

const POD = (name: string, namespace = '', claimName = 'c') =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, ${namespace}}, spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: ${claimName}}}]}}`;
const names = (yaml: string) => topologyOf(yaml).workloads.map(({ name }) => name);

test('the items of a list are read, those of lists in it too', () => {
  expect(
    names(
      `{apiVersion: v1, kind: List, items: [${POD('a')}, {apiVersion: v1, kind: List, items: [${POD('b')}]}, ${POD('c')}]}`,
    ),
  ).toEqual(['a', 'b', 'c']);
});

test('the items of a typed list need not say what they are', () => {
  expect(
    names(
      '{apiVersion: apps/v1, kind: DeploymentList, items: [{metadata: {name: a}}, {apiVersion: apps/v1, kind: Deployment, metadata: {name: b}}]}',
    ),
  ).toEqual(['a', 'b']);
});

test('an object with a name and items is not a list', () => {
  expect(names(`{apiVersion: v1, kind: List, metadata: {name: x}, items: [${POD('a')}]}`)).toEqual(
    [],
  );
});

test('lists may be in lists as deep as anybody likes', () => {
  let manifest: TopologySource['manifest'] = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'deep' },
  };
  for (let depth = 0; depth < 50_000; depth++) {
    manifest = { apiVersion: 'v1', kind: 'List', items: [manifest] };
  }
  expect(readTopology([{ key: '', manifest }]).workloads).toMatchObject([{ name: 'deep' }]);
});

test('an object is the same in all versions of its group', () => {
  const topology = topologyOf(
    '{apiVersion: apps/v1, kind: Deployment, metadata: {name: a, namespace: ns}}',
  );
  expect(topology.workload('apps/v1beta2', 'Deployment', 'ns', 'a')?.key).toBe('#0');
  expect(topology.workload('extensions/v1beta1', 'Deployment', 'ns', 'a')).toBeUndefined();
  expect(topology.workload('apps/v1', 'StatefulSet', 'ns', 'a')).toBeUndefined();
});

test('a workload is found by where it is from', () => {
  expect(topologyOf(`${POD('a')}\n---\n${POD('b')}`).workloadAt('#1')?.name).toBe('b');
  expect(topologyOf(POD('a')).workloadAt('#1')).toBeUndefined();
});

test('of two objects with one identity the first is found, and both are consumers', () => {
  const topology = topologyOf(
    `${POD('a')}\n---\n${POD('a')}\n---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: c}, spec: {volumeName: x}}\n---\n` +
      '{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: c}, spec: {volumeName: y}}',
  );
  expect(topology.workload('v1', 'Pod', undefined, 'a')?.key).toBe('#0');
  expect(topology.consumersOf(undefined, 'c').map(({ workload }) => workload.key)).toEqual([
    '#0',
    '#1',
  ]);
  expect(topology.claim(undefined, 'c')?.volumeName).toBe('x');
  expect(topology.claims).toHaveLength(2);
});

test('objects without a namespace are found without one', () => {
  const topology = topologyOf(
    `${POD('a')}\n---\n${POD('b', 'namespace: ns')}\n---\n${POD('c', 'namespace: ""')}`,
  );
  expect(topology.workloads.map(({ namespace }) => namespace)).toEqual([
    undefined,
    'ns',
    undefined,
  ]);
  expect(topology.consumersOf(undefined, 'c').map(({ workload }) => workload.name)).toEqual([
    'a',
    'c',
  ]);
  expect(topology.consumersOf('ns', 'c').map(({ workload }) => workload.name)).toEqual(['b']);
});

test('objects without a namespace are in that of the options, and are found there and without one', () => {
  const topology = topologyOf(`${POD('a')}\n---\n${POD('b', 'namespace: ns')}`, {
    namespace: 'ns',
  });
  expect(topology.workloads.map(({ namespace }) => namespace)).toEqual(['ns', 'ns']);
  for (const namespace of ['ns', undefined, '']) {
    expect(topology.consumersOf(namespace, 'c').map(({ workload }) => workload.name)).toEqual([
      'a',
      'b',
    ]);
  }
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  '%s is a name like any other',
  (name) => {
    const topology = topologyOf(
      `${POD('a', `namespace: "${name}"`, `"${name}"`)}\n---\n{apiVersion: v1, kind: Service, metadata: {name: s, namespace: "${name}"}, spec: {selector: {app: x}}}`,
    );
    expect(topology.consumersOf(name, name)).toHaveLength(1);
    expect(topology.consumersOf(undefined, name)).toEqual([]);
    expect(topology.claim(name, name)).toBeUndefined();
    expect(topology.workload(`${name}/v1`, name, name, name)).toBeUndefined();
    expect(topology.workloadAt(name)).toBeUndefined();
    expect(
      topology.servicesSelecting(name, JSON.parse(`{"${name}": "x"}`) as { [key: string]: string }),
    ).toEqual([]);
  },
);

test('a label may have any name', () => {
  const labels = JSON.parse('{"__proto__": "x", "constructor": "y"}') as { [key: string]: string };
  const topology = readTopology([
    {
      key: 's',
      manifest: {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 's' },
        spec: { selector: labels },
      },
    },
    {
      key: 'j',
      manifest: {
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name: 'j' },
        spec: { template: { metadata: { labels } } },
      },
    },
  ]);
  expect(topology.servicesSelecting(undefined, topology.workloads[0].podLabels)).toHaveLength(1);
  expect(topology.servicesSelecting(undefined, { app: 'x' })).toEqual([]);
});

test('names with any characters are told apart', () => {
  const topology = topologyOf(
    `${POD('a', 'namespace: "x/y"', 'z')}\n---\n${POD('b', 'namespace: x', '"y/z"')}`,
  );
  expect(topology.consumersOf('x/y', 'z').map(({ workload }) => workload.name)).toEqual(['a']);
  expect(topology.consumersOf('x', 'y/z').map(({ workload }) => workload.name)).toEqual(['b']);
});

test('objects without names are passed over, except workloads', () => {
  const topology =
    topologyOf(`{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {generateName: c}}
---
{apiVersion: v1, kind: PersistentVolume}
---
{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {}}
---
{apiVersion: v1, kind: Service, spec: {selector: {app: a}}}
---
{apiVersion: batch/v1, kind: Job, metadata: {generateName: j-}, spec: {template: {spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]}}}}`);
  expect([
    ...topology.claims,
    ...topology.persistentVolumes,
    ...topology.storageClasses,
    ...topology.services,
  ]).toEqual([]);
  expect(topology.consumersOf(undefined, 'c')).toMatchObject([
    { workload: { name: '', podLabels: {} } },
  ]);
});

test('sources may come one after the other, and once only', () => {
  function* sources(): Generator<TopologySource> {
    yield { key: 'a', manifest: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } } };
  }
  const topology = readTopology(sources());
  expect(topology.workloads).toHaveLength(1);
  expect(topology.workloads).toBe(topology.workloads);
});
