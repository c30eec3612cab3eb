/** The kinds that servers have by version, and that all doors say the same of it. */
import { diffObjects } from '../../src/diff';
import { knownKinds, newestMinor, isOwnGroup, isServed, servedVersion } from '../../src/model';
import { judged } from '../manifests/facts/judged';

const MINORS = Array.from({ length: newestMinor() - 14 }, (_, at) => at + 15);
const objects = knownKinds().map(({ apiVersion, kind }, at) => ({
  apiVersion,
  kind,
  metadata: { name: `one-${at}`, namespace: 'shop' },
}));
const nameOf = ({ apiVersion, kind }: { apiVersion: string; kind: string }) =>
  `${kind} of ${apiVersion}`;

/** What `diff` says that a server of a version does not know. */
function unknownToDiff(minor: number): string[] {
  return objects
    .filter((object) =>
      diffObjects([], [object], { minor }).objects.some(
        ({ errors = [] }) => errors[0]?.message.startsWith('no matches for kind') ?? false,
      ),
    )
    .map(nameOf);
}

/** What `check` says that it does not serve. */
function unservedToCheck(minor: number): string[] {
  const text = objects.map((object) => JSON.stringify(object)).join('\n---\n');
  return judged(text, { kubernetes: `1.${minor}` }).flatMap(
    (line) => / does not serve (\S+ of \S+):/.exec(line)?.[1] ?? [],
  );
}

test.each(MINORS)('check and diff agree on the kinds of 1.%i', (minor) => {
  const unserved = unservedToCheck(minor);
  expect(unserved).toEqual(unknownToDiff(minor));
  expect(unserved).toEqual(
    objects.filter(({ apiVersion, kind }) => !isServed(apiVersion, kind, minor)).map(nameOf),
  );
});

test('every kind is there once, is removed after it came, and is off where it is not stable', () => {
  const keys = knownKinds().map(nameOf);
  expect(new Set(keys).size).toBe(keys.length);
  expect(
    knownKinds().filter(
      ({ apiVersion, since, removed = Infinity, gate }) =>
        removed <= since ||
        (gate !== undefined) !==
          (apiVersion.includes('alpha') ||
            (apiVersion.includes('beta') &&
              since >= 24 &&
              apiVersion !== 'flowcontrol.apiserver.k8s.io/v1beta3')),
    ),
  ).toEqual([]);
});

test.each<[string, string, number, number | undefined]>([
  ['batch/v1', 'CronJob', 21, undefined],
  ['batch/v1beta1', 'CronJob', 8, 25],
  ['discovery.k8s.io/v1beta1', 'EndpointSlice', 17, 25],
  ['authorization.k8s.io/v1', 'LocalSubjectAccessReview', 6, undefined],
  ['flowcontrol.apiserver.k8s.io/v1beta3', 'FlowSchema', 26, 32],
  ['storage.k8s.io/v1', 'VolumeAttributesClass', 34, undefined],
  ['certificates.k8s.io/v1', 'ClusterTrustBundle', 37, undefined],
  ['resource.k8s.io/v1', 'DeviceTaintRule', 37, undefined],
  ['storagemigration.k8s.io/v1', 'StorageVersionMigration', 37, undefined],
])('%s %s comes with 1.%i', (apiVersion, kind, since, removed) => {
  const served = [...Array(100).keys()].filter((minor) => isServed(apiVersion, kind, minor));
  expect([served[0], served[served.length - 1]]).toEqual([since, (removed ?? 100) - 1]);
});

test('what is off is served where its gate is on', () => {
  const isThere = (gates?: string[]) =>
    isServed('scheduling.k8s.io/v1beta1', 'Workload', 37, gates);
  expect([isThere(), isThere(['GenericWorkload'])]).toEqual([false, true]);
});

test.each<[string, string, number, string | undefined]>([
  ['extensions', 'Deployment', 16, 'apps/v1'],
  ['autoscaling', 'HorizontalPodAutoscaler', 23, 'autoscaling/v2'],
  ['autoscaling', 'HorizontalPodAutoscaler', 22, 'autoscaling/v1'],
  ['events.k8s.io', 'Event', 20, 'events.k8s.io/v1'],
  ['', 'Event', 20, 'v1'],
  ['resource.k8s.io', 'ResourceClaim', 33, undefined],
  ['policy', 'PodSecurityPolicy', 25, undefined],
])('the version of %s %s to write for 1.%i is %s', (group, kind, minor, version) => {
  expect(servedVersion(group, kind, minor)).toBe(version);
});

test('groups of definitions are not known, and what they serve may be', () => {
  expect([isOwnGroup('example.com'), isServed('example.com/v1', 'Widget', 36)]).toEqual([
    false,
    true,
  ]);
});
