/**
 * Fields that Kubernetes 1.36 refuses of one kind or another, and what it takes though it looks
 * wrong.
 */
import { diffObjects } from '../../src/diff';

const thing = (apiVersion: string, kind: string, fields: object, metadata: object = {}) => ({
  apiVersion,
  kind,
  metadata: { name: 'one', namespace: 'shop', ...metadata },
  ...fields,
});
const driver = (spec: object) => thing('storage.k8s.io/v1', 'CSIDriver', { spec });
const attributes = (fields: object) =>
  thing('storage.k8s.io/v1', 'VolumeAttributesClass', {
    driverName: 'fake.csi.test',
    parameters: { a: 'b' },
    ...fields,
  });
const attachment = (source: object) =>
  thing('storage.k8s.io/v1', 'VolumeAttachment', {
    spec: { attacher: 'fake.csi.test', nodeName: 'a', source },
  });
const service = (port: object, more: object = {}) =>
  thing('v1', 'Service', { spec: { ports: [{ port: 80, ...port }], ...more } });
const web = (kind: string, spec: object, metadata: object = {}) =>
  thing('apps/v1', kind, {
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' }, ...metadata },
        spec: { containers: [{ name: 'web', image: 'nginx:1' }] },
      },
      ...spec,
    },
  });
const claim = (spec: object) =>
  thing('v1', 'PersistentVolumeClaim', {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
  });
const budget = (metadata: object) =>
  thing(
    'policy/v1',
    'PodDisruptionBudget',
    { spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } } },
    metadata,
  );

/** The fields that are refused, or what cannot be decoded; otherwise the verdict. */
function answerTo(next: object): unknown {
  const [{ verdict, errors = [] }] = diffObjects([], [next]).objects;
  return verdict === 'refused'
    ? errors.map(({ field, message }) => (field === '' ? message.replace(/^.*\): /, '') : field))
    : verdict;
}

test.each([
  ['server-side', 'serverSide' as const],
  ['client-side', 'clientSide' as const],
])('an object without a name cannot be applied, %s', (_name, way) => {
  const answerOf = (metadata: object) =>
    diffObjects([], [{ apiVersion: 'v1', kind: 'ConfigMap', metadata }], { way }).objects[0];
  expect(answerOf({ namespace: 'shop' })).toMatchObject({
    verdict: 'refused',
    errors: [{ field: 'metadata.name', message: 'resource name may not be empty' }],
  });
  expect(answerOf({ generateName: 'one-', namespace: 'shop' })).toMatchObject({
    verdict: 'refused',
    errors: [{ field: 'metadata.name', message: 'cannot use generate name with apply' }],
  });
});

test('items with one key are refused of an apply by the server, and created by kubectl', () => {
  const env = [
    { name: 'A', value: 'a' },
    { name: 'A', value: 'b' },
  ];
  const pod = thing('v1', 'Pod', { spec: { containers: [{ name: 'a', image: 'b', env }] } });
  const verdictOf = (way: 'serverSide' | 'clientSide') =>
    diffObjects([], [pod], { way, isFresh: true }).objects[0].verdict;
  expect([verdictOf('serverSide'), verdictOf('clientSide')]).toEqual(['refused', 'created']);
});

test.each<[string, object, readonly string[]]>([
  ['a driver with a policy of few', driver({ fsGroupPolicy: 'file' }), ['spec.fsGroupPolicy']],
  [
    'a driver with a lifecycle of few',
    driver({ volumeLifecycleModes: ['persistent'] }),
    ['spec.volumeLifecycleModes'],
  ],
  [
    'a driver with short tokens',
    driver({ tokenRequests: [{ audience: 'a', expirationSeconds: 599 }] }),
    ['spec.tokenRequests[0].expirationSeconds'],
  ],
  [
    'a driver with two tokens for one',
    driver({ tokenRequests: [{ audience: 'a' }, { audience: 'a' }] }),
    ['spec.tokenRequests[1].audience'],
  ],
  [
    'a driver that tells too often',
    driver({ nodeAllocatableUpdatePeriodSeconds: 9 }),
    ['spec.nodeAllocatableUpdatePeriodSeconds'],
  ],
  ['a class of attributes without any', attributes({ parameters: {} }), ['parameters']],
  ['a class of attributes of no driver', attributes({ driverName: 'a b' }), ['driverName']],
  ['an attachment of nothing', attachment({}), ['spec.source']],
  [
    'a selector of labels that are none',
    service({}, { selector: { app: ' a' } }),
    ['spec.selector'],
  ],
  ['a port that is no name', service({ targetPort: '80' }), ['spec.ports[0].targetPort']],
  ['no port', service({ port: 0 }), ['spec.ports[0].port', 'spec.ports[0].targetPort']],
  [
    'a distribution of few',
    service({}, { trafficDistribution: 'near' }),
    ['spec.trafficDistribution'],
  ],
  [
    'a finalizer without a domain',
    thing('v1', 'ConfigMap', {}, { finalizers: ['cleanup'] }),
    ['metadata.finalizers[0]'],
  ],
  [
    'a name that is no text',
    thing('v1', 'ConfigMap', {}, { name: 5 }),
    ['.metadata.name: expected string, got int'],
  ],
  [
    'a label of pods that is none',
    web('DaemonSet', {}, { labels: { app: 'web', tier: 'a b' } }),
    ['spec.template.labels'],
  ],
  [
    'a deadline before pods are available',
    web('Deployment', { minReadySeconds: 60, progressDeadlineSeconds: 60 }),
    ['spec.progressDeadlineSeconds'],
  ],
  ['a Service that is no name', web('StatefulSet', { serviceName: 'a b' }), ['spec.serviceName']],
  [
    'a number with a point',
    web('Deployment', { replicas: 1.5 }),
    ['.spec.replicas: expected integer, got float'],
  ],
  [
    'a number that is too large',
    web('Deployment', { replicas: 2 ** 31 }),
    ['.spec.replicas: expected int32, got int'],
  ],
])('%s is refused', (_about, next, refused) => {
  expect(answerTo(next)).toEqual(refused);
});

test.each<[string, object]>([
  [
    'the longest tokens',
    driver({ tokenRequests: [{ audience: 'a', expirationSeconds: 2 ** 32 }] }),
  ],
  ['the largest number', web('Deployment', { revisionHistoryLimit: 2 ** 31 - 1 })],
  ['one mode twice', claim({ accessModes: ['ReadWriteOncePod', 'ReadWriteOncePod'] })],
  [
    'a limit of nothing',
    claim({ resources: { requests: { storage: '1Gi' }, limits: { storage: '0' } } }),
  ],
  ['white space around a quantity', claim({ resources: { requests: { storage: '1Gi ' } } })],
  ['budgets with any name and finalizer', budget({ name: 'A b', finalizers: ['cleanup'] })],
  ['a finalizer that is known', thing('v1', 'ConfigMap', {}, { finalizers: ['orphan'] })],
  [
    'a selector of metrics',
    thing('autoscaling/v2', 'HorizontalPodAutoscaler', {
      spec: {
        maxReplicas: 2,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        metrics: [
          {
            type: 'Pods',
            pods: {
              metric: { name: 'a', selector: { matchLabels: { a: '-a' } } },
              target: { type: 'AverageValue', averageValue: 1 },
            },
          },
        ],
      },
    }),
  ],
])('%s is taken', (_about, next) => {
  expect(answerTo(next)).toBe('created');
});

const ingress = (path: object, host = 'shop.example.com') =>
  thing('networking.k8s.io/v1', 'Ingress', {
    spec: {
      rules: [
        {
          host,
          http: {
            paths: [
              {
                path: '/',
                pathType: 'Prefix',
                backend: { service: { name: 'web', port: { number: 80 } } },
                ...path,
              },
            ],
          },
        },
      ],
    },
  });
const network = (rule: object) =>
  thing('networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: {}, ingress: [rule] } });
const role = (kind: string, rule: object) =>
  thing('rbac.authorization.k8s.io/v1', kind, { rules: [{ verbs: ['get'], ...rule }] });
const secret = (type: string, stringData: object) => thing('v1', 'Secret', { type, stringData });

test.each<[string, object, readonly string[]]>([
  ['a path that is not absolute', ingress({ path: 'a' }), ['spec.rules[0].http.paths[0].path']],
  ['an address as host', ingress({}, '10.0.0.1'), ['spec.rules[0].host']],
  ['a star within a host', ingress({}, 'a.*.example.com'), ['spec.rules[0].host']],
  [
    'a backend without a port',
    ingress({ backend: { service: { name: 'web' } } }),
    ['spec.rules[0].http.paths[0].backend'],
  ],
  [
    'two backends',
    ingress({
      backend: {
        service: { name: 'web', port: { number: 80 } },
        resource: { kind: 'A', name: 'a' },
      },
    }),
    ['spec.rules[0].http.paths[0].backend'],
  ],
  ['no rules', thing('networking.k8s.io/v1', 'Ingress', { spec: {} }), ['spec']],
  ['no peer', network({ from: [{}] }), ['spec.ingress[0].from[0]']],
  [
    'two kinds of peers at once',
    network({ from: [{ ipBlock: { cidr: '10.0.0.0/8' }, podSelector: {} }] }),
    ['spec.ingress[0].from[0]'],
  ],
  [
    'ports that end before they begin',
    network({ ports: [{ port: 80, endPort: 79 }] }),
    ['spec.ingress[0].ports[0].endPort'],
  ],
  [
    'addresses in a namespace',
    role('Role', { nonResourceURLs: ['/metrics'] }),
    ['rules[0].nonResourceURLs'],
  ],
  [
    'addresses beside resources',
    role('ClusterRole', { nonResourceURLs: ['/metrics'], resources: ['pods'] }),
    ['rules[0].nonResourceURLs'],
  ],
  ['a rule for nothing', role('Role', {}), ['rules[0].apiGroups', 'rules[0].resources']],
  [
    'a role that is none',
    thing('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', {
      roleRef: { kind: 'Role', name: 'a' },
      subjects: [{ kind: 'Users', name: 'a' }],
    }),
    ['roleRef.kind', 'subjects[0].kind'],
  ],
  [
    'a login without either',
    secret('kubernetes.io/basic-auth', {}),
    ['data[username]', 'data[password]'],
  ],
  [
    'a token of nobody',
    secret('kubernetes.io/service-account-token', {}),
    ['metadata.annotations[kubernetes.io/service-account.name]'],
  ],
  [
    'credentials that are no JSON',
    secret('kubernetes.io/dockerconfigjson', { '.dockerconfigjson': 'x' }),
    ['data[.dockerconfigjson]'],
  ],
  ['an empty access mode', claim({ accessModes: ['ReadWriteOnce', null] }), ['spec.accessModes']],
])('%s: the server refuses it', (_about, next, refused) => {
  expect(answerTo(next)).toEqual(refused);
});

test.each<[string, object]>([
  ['any host', ingress({}, '*.example.com')],
  [
    'a path that only the controller knows',
    ingress({ path: undefined, pathType: 'ImplementationSpecific' }),
  ],
  ['a peer that is every pod', network({ from: [{ podSelector: {} }] })],
  ['a range of ports', network({ ports: [{ port: 80, endPort: 80 }] })],
  ['addresses of the cluster', role('ClusterRole', { nonResourceURLs: ['/metrics'] })],
  ['a group that is none', role('ClusterRole', { apiGroups: [null], resources: ['pods'] })],
  ['a login with a name', secret('kubernetes.io/basic-auth', { username: '' })],
])('%s: the server takes it', (_about, next) => {
  expect(answerTo(next)).toBe('created');
});
