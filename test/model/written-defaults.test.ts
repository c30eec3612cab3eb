/** Defaults that depend on what else is there: each way of being there, and of being absent. */
import { KEY_DEFAULTS, writeDefaults } from '../../src/model';

const IMAGE = 'terminationMessagePath';

/** The value with its defaults. */
function written(type: string, given: object): unknown {
  const value = structuredClone(given);
  writeDefaults(type, value);
  return value;
}

test.each<[string, string]>([
  ['app', 'Always'],
  ['app:latest', 'Always'],
  ['app:1', 'IfNotPresent'],
  ['example.com:5000/app', 'Always'],
  ['example.com:5000/team/app:1', 'IfNotPresent'],
  ['app@sha256:0123', 'IfNotPresent'],
  ['app:1@sha256:0123', 'IfNotPresent'],
  ['app:latest@sha256:0123', 'Always'],
  ['latest@sha256:0123', 'IfNotPresent'],
])('the image %s is pulled: %s', (image, imagePullPolicy) => {
  expect(written('Container', { name: 'a', image })).toMatchObject({ imagePullPolicy });
  expect(written('ImageVolumeSource', { reference: image })).toEqual({
    reference: image,
    pullPolicy: imagePullPolicy,
  });
});

test('without an image there is no policy of pulling, and one that is there stays', () => {
  expect(Object.keys(written('Container', { name: 'a' }) as object)).toEqual([
    'name',
    IMAGE,
    'terminationMessagePolicy',
    'resources',
  ]);
  expect(written('ImageVolumeSource', {})).toEqual({});
  expect(written('Container', { name: 'a', image: 'a', imagePullPolicy: 'Never' })).toMatchObject({
    imagePullPolicy: 'Never',
  });
});

describe('of limits', () => {
  test.each<[string, object, object]>([
    ['of another type, nothing', { type: 'Pod', max: { cpu: '1' } }, {}],
    ['that are empty, nothing', { type: 'Container' }, {}],
    [
      'with the most, the default and the request',
      { type: 'Container', max: { cpu: '1' } },
      { default: { cpu: '1' }, defaultRequest: { cpu: '1' } },
    ],
    [
      'with the least, the request',
      { type: 'Container', min: { cpu: '1' } },
      { defaultRequest: { cpu: '1' } },
    ],
    [
      'with the most and a default, that one',
      { type: 'Container', max: { cpu: '2', memory: '1Gi' }, default: { cpu: '1' } },
      { default: { cpu: '1', memory: '1Gi' }, defaultRequest: { cpu: '1', memory: '1Gi' } },
    ],
    [
      'with a request, that one',
      {
        type: 'Container',
        default: { cpu: '2' },
        min: { cpu: '1' },
        defaultRequest: { cpu: '500m' },
      },
      { defaultRequest: { cpu: '500m' } },
    ],
    [
      'with the least and a default, the default',
      { type: 'Container', default: { cpu: '2' }, min: { cpu: '1' } },
      { defaultRequest: { cpu: '2' } },
    ],
  ])('%s', (_what, given, more) => {
    expect(written('LimitRangeItem', given)).toEqual({ ...given, ...more });
  });
});

describe('of updates', () => {
  test.each<[string, string, object, object]>([
    [
      'of a Deployment',
      'DeploymentStrategy',
      {},
      { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
    ],
    [
      'of a Deployment with one of two',
      'DeploymentStrategy',
      { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } },
      { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: 1 } },
    ],
    ['of a Deployment at once', 'DeploymentStrategy', { type: 'Recreate' }, { type: 'Recreate' }],
    [
      'of a StatefulSet',
      'StatefulSetUpdateStrategy',
      {},
      { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
    ],
    [
      'of a StatefulSet by its type alone',
      'StatefulSetUpdateStrategy',
      { type: 'RollingUpdate' },
      { type: 'RollingUpdate' },
    ],
    [
      'of a StatefulSet with a partition',
      'StatefulSetUpdateStrategy',
      { rollingUpdate: { partition: 2 } },
      { type: 'RollingUpdate', rollingUpdate: { partition: 2 } },
    ],
    [
      'of a StatefulSet on deletion',
      'StatefulSetUpdateStrategy',
      { type: 'OnDelete' },
      { type: 'OnDelete' },
    ],
    [
      'of a DaemonSet',
      'DaemonSetUpdateStrategy',
      {},
      { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
    ],
    [
      'of a DaemonSet with one of two',
      'DaemonSetUpdateStrategy',
      { rollingUpdate: { maxSurge: 1 } },
      { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } },
    ],
    [
      'of a DaemonSet on deletion',
      'DaemonSetUpdateStrategy',
      { type: 'OnDelete' },
      { type: 'OnDelete' },
    ],
  ])('%s', (_what, type, given, result) => expect(written(type, given)).toEqual(result));
});

describe('of scaling', () => {
  const down = {
    selectPolicy: 'Max',
    policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
  };

  test('either way has the policies of its own', () => {
    expect(written('v2.HorizontalPodAutoscalerBehavior', {})).toEqual({
      scaleUp: {
        stabilizationWindowSeconds: 0,
        selectPolicy: 'Max',
        policies: [
          { type: 'Pods', value: 4, periodSeconds: 15 },
          { type: 'Percent', value: 100, periodSeconds: 15 },
        ],
      },
      scaleDown: down,
    });
  });

  test('what is said of one stays', () => {
    expect(
      written('v2.HorizontalPodAutoscalerBehavior', {
        scaleUp: { selectPolicy: 'Disabled', policies: [] },
        scaleDown: { stabilizationWindowSeconds: 60 },
      }),
    ).toEqual({
      scaleUp: { stabilizationWindowSeconds: 0, selectPolicy: 'Disabled', policies: [] },
      scaleDown: { ...down, stabilizationWindowSeconds: 60 },
    });
  });
});

describe('of Services', () => {
  test.each<[object, object]>([
    [{ port: 80 }, { port: 80, protocol: 'TCP', targetPort: 80 }],
    [
      { port: 80, targetPort: 0 },
      { port: 80, protocol: 'TCP', targetPort: 80 },
    ],
    [
      { port: 80, targetPort: '' },
      { port: 80, protocol: 'TCP', targetPort: 80 },
    ],
    [
      { port: 80, targetPort: 'http' },
      { port: 80, protocol: 'TCP', targetPort: 'http' },
    ],
    [
      { port: 80, protocol: 'UDP' },
      { port: 80, protocol: 'UDP', targetPort: 80 },
    ],
  ])('the port %j is %j', (given, port) => expect(written('ServicePort', given)).toEqual(port));

  test('a port that is missing is not written, either', () => {
    expect(Object.keys(written('ServicePort', {}) as object)).toEqual(['protocol']);
  });

  test.each<[object, object]>([
    [{}, { sessionAffinity: 'None' }],
    [{ sessionAffinityConfig: { clientIP: {} } }, { sessionAffinity: 'None' }],
    [
      { sessionAffinity: 'ClientIP' },
      {
        sessionAffinity: 'ClientIP',
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 10800 } },
      },
    ],
    [
      { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 5 } } },
      { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 5 } } },
    ],
  ])('with %j, clients are kept as %j', (given, affinity) => {
    expect(written('ServiceSpec', given)).toEqual({ type: 'ClusterIP', ...affinity });
  });
});

describe('of Jobs', () => {
  const job = (spec: object) => written('Job', { spec }) as { spec: object };

  test.each<[string, object, object]>([
    ['one pod', {}, { completions: 1, parallelism: 1 }],
    ['as many as there is work', { parallelism: 2 }, { parallelism: 2 }],
    ['some one after the other', { completions: 3 }, { completions: 3, parallelism: 1 }],
  ])('%s', (_what, given, { completions, parallelism }: any) => {
    const { spec } = job(given) as any;
    expect([spec.completions, spec.parallelism]).toEqual([completions, parallelism]);
  });

  test('failures are counted for all pods, or for each index', () => {
    expect(job({}).spec).toMatchObject({ backoffLimit: 6 });
    expect(job({ backoffLimitPerIndex: 0 }).spec).toMatchObject({ backoffLimit: 2147483647 });
    expect(job({ backoffLimitPerIndex: 1, backoffLimit: 2 }).spec).toMatchObject({
      backoffLimit: 2,
    });
  });

  test('pods are replaced when they go, or when they failed where a policy asks', () => {
    expect(job({}).spec).toMatchObject({ podReplacementPolicy: 'TerminatingOrFailed' });
    expect(job({ podFailurePolicy: { rules: [] } }).spec).toMatchObject({
      podReplacementPolicy: 'Failed',
    });
  });

  test('a spec of another type stays as it is', () => {
    expect(written('Job', { spec: 'a' })).toEqual({ metadata: {}, spec: 'a' });
  });
});

describe('of pods', () => {
  const port = (more: object) => ({
    spec: { ...more, containers: [{ name: 'a', ports: [{ containerPort: 80 }] }] },
  });
  const portOf = (pod: any) => pod.spec.containers[0].ports[0];

  test('a port is that of the node where the network is', () => {
    expect(portOf(written('Pod', port({ hostNetwork: true })))).toEqual({
      containerPort: 80,
      protocol: 'TCP',
      hostPort: 80,
    });
    expect(portOf(written('Pod', port({ hostNetwork: false })))).toEqual({
      containerPort: 80,
      protocol: 'TCP',
    });
  });

  test('a port of the node that is there stays, and those that start first have one, too', () => {
    const pod: any = written('Pod', {
      spec: {
        hostNetwork: true,
        initContainers: [{ name: 'a', ports: [{ containerPort: 1 }] }],
        containers: [{ name: 'b', ports: [{ containerPort: 2, hostPort: 3 }] }, { name: 'c' }],
      },
    });
    expect([pod.spec.initContainers[0].ports[0].hostPort, portOf(pod).hostPort]).toEqual([1, 3]);
  });

  test.each<[object, object]>([
    [{ serviceAccountName: 'a' }, { serviceAccountName: 'a', serviceAccount: 'a' }],
    [{ serviceAccount: 'a' }, { serviceAccountName: 'a', serviceAccount: 'a' }],
    [
      { serviceAccountName: 'a', serviceAccount: 'b' },
      { serviceAccountName: 'a', serviceAccount: 'a' },
    ],
  ])('the account %j is %j', (given, both) => {
    expect(written('PodSpec', given)).toMatchObject(both);
  });

  test('without an account none is written', () => {
    expect(written('PodSpec', {})).not.toHaveProperty('serviceAccountName');
  });

  test.each<[object, object]>([
    [{ name: 'a' }, { name: 'a', emptyDir: {} }],
    [{}, { emptyDir: {} }],
    [
      { name: 'a', hostPath: { path: '/a' } },
      { name: 'a', hostPath: { path: '/a', type: '' } },
    ],
  ])('the volume %j is %j', (given, volume) => expect(written('Volume', given)).toEqual(volume));
});

test.each<[object, object]>([
  [{ kind: 'User', name: 'a' }, { apiGroup: 'rbac.authorization.k8s.io' }],
  [{ kind: 'Group', name: 'a' }, { apiGroup: 'rbac.authorization.k8s.io' }],
  [{ kind: 'ServiceAccount', name: 'a' }, {}],
  [{ kind: 'User', name: 'a', apiGroup: 'x' }, {}],
])('the subject %j has %j beside', (given, more) => {
  expect(written('Subject', given)).toEqual({ ...given, ...more });
});

test.each<[object, object]>([
  [{}, ['Ingress']],
  [{ ingress: [] }, ['Ingress']],
  [{ egress: [] }, ['Ingress', 'Egress']],
  [{ egress: [], policyTypes: ['Egress'] }, ['Egress']],
])('the network policy %j is of %j', (given, policyTypes) => {
  expect(written('NetworkPolicySpec', given)).toMatchObject({ policyTypes });
});

test.each<[object, object]>([
  [{ plural: 'things' }, {}],
  [{ kind: 'Thing' }, { singular: 'thing', listKind: 'ThingList' }],
  [{ kind: 'Thing', singular: 'a', listKind: 'B' }, {}],
])('the names %j are %j beside', (given, more) => {
  expect(written('CustomResourceDefinitionNames', given)).toEqual({ ...given, ...more });
});

test.each<[string, object, object]>([
  ['ExactDeviceRequest', {}, { allocationMode: 'ExactCount', count: 1 }],
  ['DeviceSubRequest', { count: 2 }, { allocationMode: 'ExactCount', count: 2 }],
  ['ExactDeviceRequest', { allocationMode: 'All' }, { allocationMode: 'All' }],
])('a device of %s with %j is %j', (type, given, request) => {
  expect(written(type, given)).toEqual(request);
});

test('an item without a protocol is one of TCP', () => {
  expect(KEY_DEFAULTS).toEqual({ protocol: 'TCP' });
});

test('what is written into one object is no part of another', () => {
  const [one, other]: any[] = [written('CSIDriverSpec', {}), written('CSIDriverSpec', {})];
  expect(one.volumeLifecycleModes).toEqual(['Persistent']);
  expect(one.volumeLifecycleModes).not.toBe(other.volumeLifecycleModes);
});
