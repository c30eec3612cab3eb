import { topologyOf } from './support';

const service = (name: string, selector: string, namespace = 'ns', more = '') => `---
{apiVersion: v1, kind: Service, metadata: {name: ${name}, namespace: ${namespace}}, spec: {selector: ${selector}, ${more}}}
`;
const selecting = (yaml: string, labels: { [key: string]: string }, namespace = 'ns') =>
  topologyOf(yaml)
    .servicesSelecting(namespace, labels)
    .map(({ name }) => name);

test('a service selects pods that have all labels of its selector', () => {
  const yaml =
    service('both', '{app: a, tier: web}') +
    service('one', '{app: a}') +
    service('other', '{app: b}');
  expect(selecting(yaml, { app: 'a', tier: 'web', more: 'x' })).toEqual(['both', 'one']);
  expect(selecting(yaml, { app: 'a' })).toEqual(['one']);
  expect(selecting(yaml, {})).toEqual([]);
});

test('services are in the order of the objects, whatever label leads to them', () => {
  const yaml = service('z', '{b: x}') + service('a', '{a: x}') + service('m', '{b: x, a: x}');
  expect(selecting(yaml, { a: 'x', b: 'x' })).toEqual(['z', 'a', 'm']);
});

test('a service of another namespace selects nothing here', () => {
  expect(selecting(service('one', '{app: a}', 'else'), { app: 'a' })).toEqual([]);
});

test.each(['null', '{}', '{app: 1}', '[app]', 'app'])(
  'a service with the selector %s is for no pods',
  (selector) => {
    expect(topologyOf(service('one', selector)).services).toEqual([]);
  },
);

test('a service of the type ExternalName is for no pods', () => {
  expect(topologyOf(service('one', '{app: a}', 'ns', 'type: ExternalName')).services).toEqual([]);
});

test('services that select a workload are found by its pod labels', () => {
  const topology = topologyOf(
    `{apiVersion: batch/v1, kind: Job, metadata: {name: load, namespace: ns}, spec: {}}\n${service('of-job', '{job-name: load}')}`,
  );
  expect(topology.servicesSelecting('ns', topology.workloads[0].podLabels)).toMatchObject([
    { name: 'of-job', key: '#1', selector: { 'job-name': 'load' } },
  ]);
});
