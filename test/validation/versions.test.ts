/** Objects of a version that a server does not have, and what is made of older versions. */
import { noMatches, unservedAlone } from '../../src/validation/served';
import { inComparedVersion, servedInstead } from '../../src/validation/versions';

test.each<[string, string, number, string | undefined]>([
  ['extensions/v1beta1', 'Deployment', 36, 'write apiVersion: apps/v1'],
  ['apps/v1beta1', 'Deployment', 36, 'write apiVersion: apps/v1'],
  ['apps/v1', 'Deploymnt', 36, 'write kind: Deployment'],
  ['v1', 'Pods', 36, 'write kind: Pod'],
  ['policy/v1', 'PodSecurityPolic', 36, undefined],
  ['policy/v1beta1', 'PodSecurityPolicy', 36, 'remove it: Kubernetes 1.36 does not have the kind'],
  ['policy/v1beta1', 'PodDisruptionBudget', 20, 'write apiVersion: policy/v1beta1'],
  ['policy/v1beta1', 'PodDisruptionBudget', 36, 'write apiVersion: policy/v1'],
  ['apps/v1', 'Ingrss', 36, undefined],
  ['example.com/v1', 'Thing', 36, undefined],
])('%s %s on 1.%i: %s', (apiVersion, kind, minor, remedy) => {
  expect(servedInstead(apiVersion, kind, minor)).toBe(remedy);
});

test.each<[string, string, boolean]>([
  ['apps/v1', 'Deployment', true],
  ['apps/v1beta1', 'Deployment', true],
  ['example.com/v1', 'Thing', true],
  ['apps/v1', 'Thing', false],
  ['apps/v9', 'Deployment', false],
])('%s %s is known to some release: %s', (apiVersion, kind, isKnown) => {
  const refusal = unservedAlone({ apiVersion, kind }, 36);
  expect(refusal?.server?.message).toBe(isKnown ? undefined : noMatches({ apiVersion, kind }));
});

test('what nobody serves is told in the words of the server, and what to do', () => {
  expect(unservedAlone({ apiVersion: 'apps/v1', kind: 'Thing' }, 36)).toMatchObject({
    rule: 'api/served',
    path: '',
    message: 'no matches for kind "Thing" in version "apps/v1"',
    remedy: 'install what serves it first, or correct its apiVersion and kind',
  });
});

describe('compared are', () => {
  test.each<[string, string, string]>([
    ['apps/v1beta1', 'Deployment', 'apps/v1'],
    ['apps/v1', 'Deployment', 'apps/v1'],
    ['autoscaling/v2beta2', 'HorizontalPodAutoscaler', 'autoscaling/v2'],
    ['batch/v1beta1', 'CronJob', 'batch/v1'],
    ['policy/v1beta1', 'PodDisruptionBudget', 'policy/v1'],
    ['rbac.authorization.k8s.io/v1beta1', 'Role', 'rbac.authorization.k8s.io/v1'],
    ['storage.k8s.io/v1beta1', 'CSIDriver', 'storage.k8s.io/v1'],
    ['scheduling.k8s.io/v1beta1', 'PriorityClass', 'scheduling.k8s.io/v1'],
    ['networking.k8s.io/v1beta1', 'Ingress', 'networking.k8s.io/v1'],
    ['discovery.k8s.io/v1beta1', 'EndpointSlice', 'discovery.k8s.io/v1'],
    ['node.k8s.io/v1beta1', 'RuntimeClass', 'node.k8s.io/v1'],
    ['v1', 'Pod', 'v1'],
    ['example.com/v1', 'Thing', 'example.com/v1'],
  ])('%s %s as %s', (apiVersion, kind, compared) => {
    expect(inComparedVersion({ apiVersion, kind, spec: {} })).toEqual({
      apiVersion: compared,
      kind,
      spec: {},
    });
  });

  test('what is in its version already is the same object', () => {
    const object = { apiVersion: 'apps/v1', kind: 'Deployment' };
    expect(inComparedVersion(object)).toBe(object);
    const none = { apiVersion: 1, kind: 'Deployment' };
    expect(inComparedVersion(none)).toBe(none);
    const nameless = { apiVersion: 'apps/v1beta1', kind: 1 };
    expect(inComparedVersion(nameless)).toBe(nameless);
  });

  test.each([
    [{ maxReplicas: 2 }, { maxReplicas: 2 }],
    [{ targetCPUUtilizationPercentage: null }, {}],
    [
      { targetCPUUtilizationPercentage: 50 },
      {
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
          },
        ],
      },
    ],
  ])('autoscalers of %j with metrics', (given, spec) => {
    const kind = 'HorizontalPodAutoscaler';
    expect(inComparedVersion({ apiVersion: 'autoscaling/v1', kind, spec: given })).toEqual({
      apiVersion: 'autoscaling/v2',
      kind,
      spec,
    });
  });
});
