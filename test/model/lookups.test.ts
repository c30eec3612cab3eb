/** What can be asked of the tables of kinds, of types and of paths. */
import {
  at,
  availableVersion,
  fieldsAt,
  isServed,
  kindsOfGroup,
  lifeOfKind,
  listAt,
  quantityAt,
  servingVersions,
  standingOfKind,
  typeBelow,
  typeOf,
} from '../../src/model';

const OBJECT = { spec: { size: '1Gi', count: 2, ports: [{ port: 80 }, 'odd'], 'a.b': 1 } };

test.each<[string, unknown]>([
  ['spec.count', 2],
  ['spec.count.more', undefined],
  ['spec.a', undefined],
  ['spec.a.b', undefined],
  ['spec.toString', undefined],
  ['toString', undefined],
])('at %s stands %j', (path, value) => {
  expect([at(OBJECT, path), at(OBJECT, path)]).toEqual([value, value]);
});

test('fields, lists and quantities at a path are none where something else stands', () => {
  expect([fieldsAt(OBJECT, 'spec'), fieldsAt(OBJECT, 'spec.size')]).toEqual([OBJECT.spec, {}]);
  expect([listAt(OBJECT, 'spec.ports'), listAt(OBJECT, 'spec')]).toEqual([[{ port: 80 }, {}], []]);
  expect(quantityAt(OBJECT, 'spec.size')?.nano).toBe(2n ** 30n * 10n ** 9n);
  expect(['spec.count', 'spec.ports', 'spec.none'].map((path) => quantityAt(OBJECT, path))).toEqual(
    [undefined, undefined, undefined],
  );
});

test.each<[string, string, number, string]>([
  ['batch/v1', 'CronJob', 20, 'early'],
  ['batch/v1', 'CronJob', 21, 'served'],
  ['batch/v1beta1', 'CronJob', 24, 'served'],
  ['batch/v1beta1', 'CronJob', 25, 'gone'],
  ['scheduling.k8s.io/v1beta1', 'Workload', 37, 'off'],
])('%s %s is to a server of 1.%i %s', (apiVersion, kind, minor, standing) => {
  expect(standingOfKind(lifeOfKind(apiVersion, kind)!, minor)).toBe(standing);
});

test('versions that a server has by itself come with the best first, of each group', () => {
  const versions = (kind: string, minor: number) =>
    servingVersions(kind, minor).map(({ apiVersion }) => apiVersion);
  expect(versions('HorizontalPodAutoscaler', 24)).toEqual([
    'autoscaling/v2',
    'autoscaling/v1',
    'autoscaling/v2beta2',
    'autoscaling/v2beta1',
  ]);
  expect(versions('Event', 30).sort()).toEqual(['events.k8s.io/v1', 'v1']);
  expect(versions('Workload', 37)).toEqual([]);
  expect(versions('Nothing', 37)).toEqual([]);
});

test.each<[string, string, number, string | undefined]>([
  ['batch', 'CronJob', 24, 'batch/v1'],
  ['batch', 'CronJob', 20, 'batch/v1beta1'],
  ['extensions', 'Deployment', 37, undefined],
  ['scheduling.k8s.io', 'Workload', 37, 'scheduling.k8s.io/v1beta1'],
  ['apps', 'CronJob', 37, undefined],
  ['apps', 'Nothing', 37, undefined],
])('the version of %s %s that 1.%i can have is %s', (group, kind, minor, version) => {
  expect(availableVersion(group, kind, minor)).toBe(version);
});

test('a group has each kind once that it ever had', () => {
  expect([...kindsOfGroup('batch')].sort()).toEqual(['CronJob', 'Job']);
  expect(kindsOfGroup('example.com')).toEqual([]);
});

test('a group without a dot that Kubernetes never had is served by nobody', () => {
  expect(isServed('nosuch/v1', 'Widget', 36)).toBe(false);
});

test.each<[string, string, string | undefined]>([
  ['PodSpec', 'volumes', '[]Volume'],
  ['PodSpec', 'nosuch', undefined],
  ['map[string]Volume', 'anything', 'Volume'],
  ['Pod', 'spec', 'PodSpec'],
  ['Pod', 'status', undefined],
])('below a %s, %s is of the type %s', (type, name, below) => {
  expect(typeBelow(typeOf(type), name)?.name).toBe(below);
});
