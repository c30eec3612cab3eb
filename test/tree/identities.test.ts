/** Objects of an app that are the same one. */
import { ApiObject, App, Chart } from 'cdk8s';
import { Findings, registerIdentity } from '../../src/tree';

type Identity = [apiVersion: string, kind: string, name: string, namespace?: string];

/** What is said when the library makes the first object and somebody else the others. */
function messages(own: Identity, ...others: Identity[]): string[] {
  const chart = new Chart(new App(), 'c');
  const add = ([apiVersion, kind, name, namespace]: Identity, id: string) =>
    new ApiObject(chart, id, { apiVersion, kind, metadata: { name, namespace } });
  registerIdentity(chart, add(own, 'own'));
  others.forEach((other, index) => add(other, `other${index}`));
  return Findings.of(chart).all.map(
    ({ construct, path, message, remedy }) => `${construct}: ${path}: ${message}; ${remedy}`,
  );
}

const CLAIM: Identity = ['v1', 'PersistentVolumeClaim', 'data', 'ada'];

test.each<[string, Identity]>([
  ['kind', ['v1', 'Service', 'data', 'ada']],
  ['name', ['v1', 'PersistentVolumeClaim', 'other', 'ada']],
  ['namespace', ['v1', 'PersistentVolumeClaim', 'data', 'bob']],
  ['namespace, of which one has none', ['v1', 'PersistentVolumeClaim', 'data']],
  ['group', ['example.com/v1', 'PersistentVolumeClaim', 'data', 'ada']],
])('objects that differ in their %s are two', (_, other) =>
  expect(messages(CLAIM, other)).toEqual([]),
);

test('of a third object of the same name it is said once more', () => {
  const said = (at: string) =>
    `c: name: c/${at} is also the PersistentVolumeClaim "data" in namespace "ada"; rename one of them`;
  expect(messages(CLAIM, CLAIM, CLAIM)).toEqual([said('other0'), said('other1')]);
});

test('objects of one group and two versions are the same one', () => {
  expect(
    messages(['apps/v1', 'Deployment', 'web', 'ada'], ['apps/v1beta1', 'Deployment', 'web', 'ada']),
  ).toEqual([
    'c: name: c/other0 is also the Deployment "web" in namespace "ada"; rename one of them',
  ]);
});

test('cluster-scoped, the namespace does not count', () => {
  expect(messages(['v1', 'PersistentVolume', 'v', 'ada'], ['v1', 'PersistentVolume', 'v'])).toEqual(
    ['c: name: c/other0 is also the PersistentVolume "v"; rename one of them'],
  );
});

test('what others have twice is theirs', () => {
  expect(messages(CLAIM, ['v1', 'ConfigMap', 'x', 'ada'], ['v1', 'ConfigMap', 'x', 'ada'])).toEqual(
    [],
  );
});
