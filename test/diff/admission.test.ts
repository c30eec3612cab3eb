/** The demands of the server of new objects beyond their own validity. */
import { DiffOptions, diffObjects } from '../../src/diff';

type Manifest = { readonly [field: string]: unknown };

const namespaced = (apiVersion: string, kind: string, name: string, rest: object): Manifest => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'shop' },
  ...rest,
});
const namespace = (labels: object = {}): Manifest => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'shop', labels },
});
const configMap = namespaced('v1', 'ConfigMap', 'c', { data: { a: '1' } });
const pod = (spec: object = {}): Manifest =>
  namespaced('v1', 'Pod', 'p', {
    spec: { containers: [{ name: 'app', image: 'app:1' }], ...spec },
  });
const deployment = (spec: object = {}): Manifest =>
  namespaced('apps/v1', 'Deployment', 'd', {
    spec: {
      selector: { matchLabels: { app: 'd' } },
      template: {
        metadata: { labels: { app: 'd' } },
        spec: { containers: [{ name: 'app', image: 'app:1' }], ...spec },
      },
    },
  });
const quota = (hard: object): Manifest =>
  namespaced('v1', 'ResourceQuota', 'q', { spec: { hard } });

/** Of each object of NEW: the verdict, the code, and whether it becomes ready. */
function answersTo(
  old: readonly Manifest[],
  next: readonly Manifest[],
  options?: DiffOptions,
): unknown[] {
  return diffObjects(old, next, options)
    .objects.slice(0, next.length)
    .map(({ verdict, code, ready }) =>
      [
        verdict,
        ...(code === undefined ? [] : [code]),
        ...(ready === false ? ['not ready'] : []),
      ].join(' '),
    );
}

test('nothing is in a namespace before there is one', () => {
  expect(answersTo([], [configMap, namespace()])).toEqual(['refused 404', 'created']);
  expect(answersTo([], [namespace(), configMap])).toEqual(['created', 'created']);
  expect(answersTo([namespace()], [configMap, namespace()])).toEqual(['created', 'unchanged']);
  expect(answersTo([], [configMap])).toEqual(['created']);
});

test.each(['argo', 'flux', 'helm'] as const)('%s makes namespaces first', (engine) => {
  expect(answersTo([], [configMap, namespace()], { engine })).toEqual(['created', 'created']);
});

test('a new pod must be what its namespace enforces', () => {
  const restricted = namespace({ 'pod-security.kubernetes.io/enforce': 'restricted' });
  expect(answersTo([restricted], [restricted, pod()])).toEqual(['unchanged', 'refused 403']);
  expect(diffObjects([restricted], [restricted, pod()]).objects[1].remedy).toBe(
    'change the pod, or what its namespace enforces',
  );
  expect(answersTo([namespace(), pod()], [restricted, pod()])).toEqual(['changed', 'unchanged']);
});

test('devices are for administrators where the namespace says so', () => {
  const claim = (adminAccess: boolean) =>
    namespaced('resource.k8s.io/v1', 'ResourceClaim', 'r', {
      spec: {
        devices: {
          requests: [{ name: 'a', exactly: { deviceClassName: 'gpu', adminAccess } }],
        },
      },
    });
  const labelled = namespace({ 'resource.kubernetes.io/admin-access': 'true' });
  expect(answersTo([], [namespace(), claim(true)])).toEqual(['created', 'refused 422']);
  expect(answersTo([], [labelled, claim(true)])).toEqual(['created', 'created']);
  expect(answersTo([], [claim(true)])).toEqual(['depends']);
  expect(answersTo([], [namespace(), claim(false)])).toEqual(['created', 'created']);
});

test('whether a new pod finds what it names depends on the cluster', () => {
  expect(answersTo([], [pod({ serviceAccountName: 'absent' })])).toEqual(['depends']);
  expect(answersTo([], [pod({ priorityClassName: 'absent' })])).toEqual(['depends']);
  expect(
    answersTo(
      [],
      [pod({ priorityClassName: 'system-node-critical', serviceAccountName: 'default' })],
    ),
  ).toEqual(['created']);
});

test('the priority of a pod stays as it was computed of its class', () => {
  const high = {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'high' },
    value: 1000,
    preemptionPolicy: 'Never',
  };
  const ofClass = { priorityClassName: 'high' };
  expect(
    answersTo(
      [high, pod({ ...ofClass, priority: 1000, preemptionPolicy: 'Never' })],
      [high, pod(ofClass)],
    ),
  ).toEqual(['unchanged', 'unchanged']);
  const ofSystem = { priorityClassName: 'system-node-critical' };
  expect(answersTo([pod(ofSystem)], [pod({ ...ofSystem, priority: 2_000_001_000 })])).toEqual([
    'unchanged',
  ]);
});

test('no pods are made with a priority or a runtime that is not there; what is pruned goes after the rollout', () => {
  const priority = {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'high' },
    value: 5,
  };
  expect(answersTo([deployment()], [deployment({ priorityClassName: 'high' })])).toEqual([
    'changed not ready',
  ]);
  expect(answersTo([deployment()], [deployment({ runtimeClassName: 'gvisor' })])).toEqual([
    'changed not ready',
  ]);
  expect(answersTo([deployment()], [priority, deployment({ priorityClassName: 'high' })])).toEqual([
    'created',
    'changed',
  ]);
  expect(
    answersTo(
      [priority, deployment({ priorityClassName: 'high' })],
      [deployment({ priorityClassName: 'high', hostname: 'a' })],
    ),
  ).toEqual(['changed']);
});

test('a quota counts objects of every kind, and node ports and load balancers', () => {
  const role = (name: string) =>
    namespaced('rbac.authorization.k8s.io/v1', 'Role', name, { rules: [] });
  const service = (name: string, type: string) =>
    namespaced('v1', 'Service', name, { spec: { type, ports: [{ port: 80 }] } });
  const roles = quota({ 'count/roles.rbac.authorization.k8s.io': '1' });
  expect(answersTo([roles], [roles, role('a'), role('b')])).toEqual([
    'unchanged',
    'created',
    'refused 403',
  ]);
  const ports = quota({ 'services.nodeports': '1', 'services.loadbalancers': '0' });
  expect(
    answersTo(
      [ports],
      [
        ports,
        service('a', 'NodePort'),
        service('b', 'NodePort'),
        service('c', 'LoadBalancer'),
        service('d', 'ClusterIP'),
      ],
    ),
  ).toEqual(['unchanged', 'created', 'refused 403', 'refused 403', 'created']);
  expect(
    answersTo(
      [ports, service('a', 'NodePort'), service('b', 'ClusterIP')],
      [ports, service('a', 'NodePort'), service('b', 'NodePort')],
    ),
  ).toEqual(['unchanged', 'unchanged', 'refused 403']);
});

describe('what pods ask for', () => {
  const asking = (resources: object, replicas = 1): Manifest =>
    namespaced('apps/v1', 'Deployment', 'd', {
      spec: {
        replicas,
        selector: { matchLabels: { app: 'd' } },
        template: {
          metadata: { labels: { app: 'd' } },
          spec: { containers: [{ name: 'app', image: 'app:1', resources }] },
        },
      },
    });
  const range = (limit: object): Manifest =>
    namespaced('v1', 'LimitRange', 'l', { spec: { limits: [{ type: 'Container', ...limit }] } });
  const oneCpu = quota({ 'requests.cpu': '1' });

  test.each<[string, Manifest, object, string]>([
    ['at the most', range({ max: { cpu: '1' } }), { requests: { cpu: '1' } }, 'changed'],
    [
      'more than the most',
      range({ max: { cpu: '1' } }),
      { requests: { cpu: '1001m' } },
      'changed not ready',
    ],
    [
      'limited above the most',
      range({ max: { cpu: '1' } }),
      { limits: { cpu: '2' } },
      'changed not ready',
    ],
    ['at the least', range({ min: { cpu: '1' } }), { requests: { cpu: '1' } }, 'changed'],
    [
      'less than the least',
      range({ min: { cpu: '1' } }),
      { requests: { cpu: '999m' } },
      'changed not ready',
    ],
    ['something else', range({ max: { cpu: '1' } }), { requests: { memory: '1Gi' } }, 'changed'],
    ['nothing, where a quota asks for it', oneCpu, {}, 'changed not ready'],
    ['a limit, which is asked for as well', oneCpu, { limits: { cpu: '100m' } }, 'changed'],
    [
      'something else, where a quota asks for it',
      oneCpu,
      { requests: { memory: '1Gi' } },
      'changed not ready',
    ],
  ])('%s', (_about, rule, resources, answer) => {
    const { metadata, ...rest } = asking(resources) as {
      metadata: object;
      spec: { template: { spec: object } };
    };
    const next = {
      ...rest,
      metadata,
      spec: {
        ...rest.spec,
        template: { ...rest.spec.template, spec: { ...rest.spec.template.spec, hostname: 'a' } },
      },
    };
    expect(answersTo([asking(resources)], [rule, next])[1]).toBe(answer);
  });

  test('a quota takes as many pods as fit', () => {
    const replicas = (count: number) =>
      diffObjects(
        [oneCpu, asking({ requests: { cpu: '400m' } })],
        [oneCpu, asking({ requests: { cpu: '400m' } }, count)],
      ).objects[1];
    expect([2, 3].map((count) => [replicas(count).podsAdded, replicas(count).ready])).toEqual([
      [1, undefined],
      [1, false],
    ]);
  });

  test('defaults of the namespace count for the quota', () => {
    const defaults = range({ defaultRequest: { cpu: '100m' } });
    expect(answersTo([asking({})], [defaults, oneCpu, asking({}, 3)])).toEqual([
      'created',
      'created',
      'changed',
    ]);
  });
});
