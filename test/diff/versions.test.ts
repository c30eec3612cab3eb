/** The kinds that a release of Kubernetes serves, and what is refused because it does not. */
import { diffObjects } from '../../src/diff';

/** The verdict on one new object, with the first refusal. */
function answerTo(apiVersion: string, kind: string, minor?: number): unknown {
  const [{ verdict, code, errors, remedy }] = diffObjects(
    [],
    [{ apiVersion, kind, metadata: { name: 'one', namespace: 'shop' } }],
    minor === undefined ? {} : { minor },
  ).objects;
  return verdict === 'refused' && code === 404 ? [errors?.[0].message, remedy] : verdict;
}

test.each<[string, string, string, string]>([
  [
    'a kind that moved to another group',
    'extensions/v1beta1',
    'Deployment',
    'write apiVersion: apps/v1',
  ],
  [
    'a version that went',
    'autoscaling/v2beta2',
    'HorizontalPodAutoscaler',
    'write apiVersion: autoscaling/v2',
  ],
  [
    'a kind that went',
    'policy/v1beta1',
    'PodSecurityPolicy',
    'remove it: Kubernetes 1.36 does not have the kind',
  ],
  ['a misspelt kind', 'apps/v1', 'Deploymnt', 'write kind: Deployment'],
  ['a kind of another group', 'apps/v1', 'CronJob', 'write apiVersion: batch/v1'],
  ['a group without its name', 'v1', 'StorageClass', 'write apiVersion: storage.k8s.io/v1'],
  ['a misspelt group', 'app/v1', 'StatefulSet', 'write apiVersion: apps/v1'],
  [
    'a version that is off unless it is switched on',
    'storage.k8s.io/v1beta1',
    'VolumeAttributesClass',
    'write apiVersion: storage.k8s.io/v1',
  ],
  [
    'a subresource',
    'policy/v1',
    'Eviction',
    'install what serves it first, or correct its apiVersion and kind',
  ],
])('%s is refused', (_about, apiVersion, kind, remedy) => {
  expect(answerTo(apiVersion, kind)).toEqual([
    `no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`,
    remedy,
  ]);
});

test('a kind of a group of definitions may be served', () => {
  expect(answerTo('example.com/v1', 'Widget')).toBe('created');
});
