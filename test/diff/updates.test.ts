/**
 * Updates of single objects, and what Kubernetes 1.36 answered to them: the verdict, and the fields
 * that it refused.
 */
import { ApplyWay, diffObjects } from '../../src/diff';

type Manifest = { readonly [field: string]: unknown };
type Row = readonly [about: string, old: Manifest, next: Manifest, answer: readonly string[]];

const metadata = (more: object = {}) => ({ name: 'one', namespace: 'shop', ...more });
const claim = (spec: object, more: object = {}): Manifest => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: metadata(more),
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } }, ...spec },
});
const job = (spec: object): Manifest => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: metadata(),
  spec: {
    template: { spec: { restartPolicy: 'Never', containers: [{ name: 'app', image: 'app:1' }] } },
    ...spec,
  },
});
const pod = (spec: object): Manifest => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: metadata(),
  spec: { containers: [{ name: 'app', image: 'app:1' }], ...spec },
});
const service = (spec: object): Manifest => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: metadata(),
  spec: { ports: [{ port: 80 }], selector: { app: 'one' }, ...spec },
});
const workload = (
  kind: string,
  container: object = {},
  podSpec: object = {},
  spec: object = {},
): Manifest => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: metadata(),
  spec: {
    selector: { matchLabels: { app: 'one' } },
    template: {
      metadata: { labels: { app: 'one' } },
      spec: { containers: [{ name: 'app', image: 'app:1', ...container }], ...podSpec },
    },
    ...spec,
  },
});

const driver = (spec: object): Manifest => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'CSIDriver',
  metadata: { name: 'a.example.com' },
  spec,
});
const account = (secrets: object[]): Manifest => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: metadata(),
  secrets,
});
const role = (clusterRoleSelectors: object[] | null | undefined): Manifest => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: 'one' },
  aggregationRule: { clusterRoleSelectors },
});
const quota = (scopes: string[]): Manifest => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: metadata(),
  spec: { hard: { pods: '5' }, scopes },
});
const SELECTORS = 'aggregationRule.clusterRoleSelectors';
const frozen = (stringData: object): Manifest => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: metadata(),
  immutable: true,
  stringData,
});

/** The verdict, and behind it the fields that are refused. */
function answerTo(
  old: Manifest,
  next: Manifest,
  way: ApplyWay,
  others: readonly Manifest[] = [],
): unknown {
  const { verdict, errors = [] } = diffObjects([...others, old], [...others, next], { way })
    .objects[others.length];
  return [verdict, ...new Set(errors.map(({ field }) => field))];
}

const PROBE = { httpGet: { port: 80 } };

test.each<Row>([
  [
    'a Job whose template has no labels can be suspended',
    job({}),
    job({ suspend: true }),
    ['changed'],
  ],
  [
    'a Job whose template has no labels has those of its pods',
    job({}),
    job({ parallelism: 1 }),
    ['unchanged'],
  ],
  [
    'a Job without labels keeps its template',
    job({}),
    job({
      template: { spec: { restartPolicy: 'Never', containers: [{ name: 'app', image: 'app:2' }] } },
    }),
    ['refused', 'spec.template'],
  ],
  [
    'a source that dataSource cannot hold is dropped',
    claim({}),
    claim({ dataSource: { apiGroup: 'example.com', kind: 'X', name: 'x' } }),
    ['unchanged'],
  ],
  [
    'a source in another namespace is dropped',
    claim({}),
    claim({ dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'x', namespace: 'other' } }),
    ['unchanged'],
  ],
  [
    'a probe goes with its defaults',
    workload('Deployment', { livenessProbe: PROBE }),
    workload('Deployment'),
    ['changed'],
  ],
  [
    'null leaves the defaults of a probe',
    workload('Deployment', { livenessProbe: PROBE }),
    workload('Deployment', { livenessProbe: null }),
    ['refused', 'spec.template.spec.containers[0].livenessProbe'],
  ],
  [
    'the source of a volume goes with its defaults',
    workload('Deployment', {}, { volumes: [{ name: 'a', configMap: { name: 'c' } }] }),
    workload('Deployment', {}, { volumes: [{ name: 'a' }] }),
    ['changed'],
  ],
  [
    'a volume that had no source is an emptyDir',
    workload('Deployment', {}, { volumes: [{ name: 'a' }] }),
    workload('Deployment', {}, { volumes: [{ name: 'a', configMap: { name: 'c' } }] }),
    ['refused', 'spec.template.spec.volumes[0].configMap'],
  ],
  [
    'a container needs an image',
    workload('DaemonSet'),
    workload('DaemonSet', { image: '' }),
    ['refused', 'spec.template.spec.containers[0].image'],
  ],
  [
    'an image may be any text',
    workload('DaemonSet'),
    workload('DaemonSet', { image: 'Bad Name!' }),
    ['changed'],
  ],
  [
    'a container mounts volumes of the pod',
    workload('StatefulSet'),
    workload('StatefulSet', { volumeMounts: [{ name: 'a', mountPath: '/a' }] }),
    ['refused', 'spec.template.spec.containers[0].volumeMounts[0].name'],
  ],
  [
    'pods of a Deployment are always restarted',
    workload('Deployment'),
    workload('Deployment', {}, { restartPolicy: 'Never' }),
    ['refused', 'spec.template.spec.restartPolicy'],
  ],
  [
    'an unknown strategy',
    workload('Deployment'),
    workload('Deployment', {}, {}, { strategy: { type: 'Sometimes' } }),
    ['refused', 'spec.strategy'],
  ],
  [
    'an unknown access mode',
    claim({}),
    claim({ accessModes: ['Sometimes'] }),
    ['refused', 'spec', 'spec.accessModes'],
  ],
  [
    'gates of a pod may go',
    pod({ schedulingGates: [{ name: 'example.com/a' }] }),
    pod({}),
    ['changed'],
  ],
  [
    'gates of a pod may not come',
    pod({ schedulingGates: [{ name: 'example.com/a' }] }),
    pod({ schedulingGates: [{ name: 'example.com/b' }] }),
    ['refused', 'spec.schedulingGates[0].name'],
  ],
  [
    'a pod that waits may ask more of its node',
    pod({ schedulingGates: [{ name: 'example.com/a' }], nodeSelector: { a: 'b' } }),
    pod({ schedulingGates: [{ name: 'example.com/a' }], nodeSelector: { a: 'b', c: 'd' } }),
    ['changed'],
  ],
  [
    'a pod that waits may not ask for something else',
    pod({ schedulingGates: [{ name: 'example.com/a' }], nodeSelector: { a: 'b' } }),
    pod({ schedulingGates: [{ name: 'example.com/a' }], nodeSelector: { a: 'c' } }),
    ['refused', 'spec.nodeSelector'],
  ],
  [
    'a pod that runs keeps its node selector',
    pod({}),
    pod({ nodeSelector: { a: 'b' } }),
    ['refused', 'spec'],
  ],
  [
    'affinity settings without affinity are dropped',
    service({}),
    service({ sessionAffinityConfig: { clientIP: { timeoutSeconds: 5 } } }),
    ['unchanged'],
  ],
  [
    'external addresses have a traffic policy',
    service({ externalIPs: ['9.9.9.9'] }),
    service({ externalIPs: ['9.9.9.9'], externalTrafficPolicy: 'Cluster' }),
    ['unchanged'],
  ],
  [
    'a node port that a LoadBalancer does not need',
    service({ type: 'LoadBalancer', allocateLoadBalancerNodePorts: false }),
    service({
      type: 'LoadBalancer',
      allocateLoadBalancerNodePorts: false,
      ports: [{ port: 80, nodePort: 31111 }],
    }),
    ['changed'],
  ],
  [
    'a signal that stops a container is not served',
    workload('Deployment', { lifecycle: { preStop: PROBE } }),
    workload('Deployment', { lifecycle: { preStop: PROBE, stopSignal: 'SIGUSR1' } }),
    ['unchanged'],
  ],
  [
    'nothing but a signal that stops a container leaves no hooks',
    workload('Deployment', {}),
    workload('Deployment', { lifecycle: { stopSignal: 'SIGUSR1' } }),
    ['unchanged'],
  ],
  [
    'a group of pods is not served',
    pod({}),
    pod({ schedulingGroup: { podGroupName: 'a' } }),
    ['unchanged'],
  ],
  [
    'whether nodes without a driver get pods is not served',
    driver({}),
    driver({ preventPodSchedulingIfMissing: true }),
    ['unchanged'],
  ],
  [
    'another family of a headless Service that selects no pods',
    service({ clusterIP: 'None' }),
    service({ clusterIP: 'None', selector: {}, ipFamilies: ['IPv6'] }),
    ['changed'],
  ],
  [
    'another family of a headless Service that selects pods',
    service({ clusterIP: 'None' }),
    service({ clusterIP: 'None', ipFamilies: ['IPv6'] }),
    ['refused', 'spec.ipFamilies[0]'],
  ],
  [
    'an external name has no traffic policy',
    service({ type: 'ExternalName', externalName: 'db.example.com' }),
    service({
      type: 'ExternalName',
      externalName: 'db.example.com',
      internalTrafficPolicy: 'Local',
    }),
    ['unchanged'],
  ],
  [
    'an account keeps the names of its Secrets alone',
    account([{ name: 'a', uid: 'x' }]),
    account([{ name: 'a', kind: 'Secret', namespace: 'other' }]),
    ['unchanged'],
  ],
  [
    'the order of the Secrets of an account',
    account([{ name: 'a' }, { name: 'b' }]),
    account([{ name: 'b' }, { name: 'a' }]),
    ['changed'],
  ],
  ['no selectors at all', role([{}]), role([]), ['refused', SELECTORS]],
  ['null in place of selectors', role([{}]), role(null), ['refused', SELECTORS]],
  ['an aggregation of nothing', role([{}]), role(undefined), ['changed']],
  [
    'null for a key of a frozen Secret',
    frozen({ username: 'a' }),
    frozen({ username: null }),
    ['refused', 'data'],
  ],
  [
    'a pull secret without a name beside others',
    workload('Deployment', {}, { imagePullSecrets: [{ name: 'a' }] }),
    workload('Deployment', {}, { imagePullSecrets: [{ name: 'a' }, {}] }),
    ['changed'],
  ],
  [
    'two pull secrets without names',
    workload('Deployment', {}, { imagePullSecrets: [{ name: 'a' }] }),
    workload('Deployment', {}, { imagePullSecrets: [{}, {}] }),
    ['refused', ''],
  ],
  [
    'a scope twice',
    quota(['NotTerminating']),
    quota(['NotTerminating', 'NotTerminating']),
    ['changed'],
  ],
  [
    'another scope',
    quota(['NotTerminating']),
    quota(['NotTerminating', 'NotBestEffort']),
    ['refused', 'spec.scopes'],
  ],
  [
    'the finalizer that the server gives a claim',
    claim({}),
    claim({}, { finalizers: ['kubernetes.io/pvc-protection'] }),
    ['unchanged'],
  ],
  [
    'a finalizer beside that of the server',
    claim({}, { finalizers: ['example.com/x'] }),
    claim({}),
    ['changed'],
  ],
  [
    'tokens for the API server itself',
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'CSIDriver',
      metadata: { name: 'a.example.com' },
      spec: {},
    },
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'CSIDriver',
      metadata: { name: 'a.example.com' },
      spec: { tokenRequests: [{ audience: '' }] },
    },
    ['changed'],
  ],
])('%s', (_about, old, next, answer) => {
  expect(answerTo(old, next, 'serverSide')).toEqual(answer);
});

test.each([
  ['pending', undefined, { phase: 'Pending' }, ['unchanged']],
  ['nothing', undefined, {}, ['unchanged']],
  ['no longer pending', { phase: 'Pending' }, undefined, ['unchanged']],
  ['bound', undefined, { phase: 'Bound' }, ['refused', 'spec']],
  ['no longer bound', { phase: 'Bound' }, undefined, ['refused', 'spec']],
])('a claim template with a status: %s', (_about, old, next, answer) => {
  const sets = [old, next].map((status) => {
    const template = { metadata: { name: 'a' }, spec: claim({}).spec, status };
    return workload('StatefulSet', {}, {}, { volumeClaimTemplates: [template] });
  });
  expect(answerTo(sets[0], sets[1], 'serverSide')).toEqual(answer);
});

test.each<[string, Manifest, object, string]>([
  [
    'a key that stringData has, too',
    { apiVersion: 'v1', kind: 'Secret', metadata: metadata(), data: { a: 'MQ==' } },
    { stringData: { a: '2' } },
    'data.a',
  ],
  ...[
    ['Deployment', 'deployment.kubernetes.io/revision'],
    ['DaemonSet', 'deprecated.daemonset.template.generation'],
  ].map(([kind, key]): [string, Manifest, object, string] => [
    `the annotation ${key}`,
    {
      apiVersion: 'apps/v1',
      kind,
      metadata: { ...metadata(), annotations: { [key]: '3' } },
      spec: {
        selector: { matchLabels: { app: 'a' } },
        template: {
          metadata: { labels: { app: 'a' } },
          spec: { containers: [{ name: 'a', image: 'a:1' }] },
        },
      },
    },
    { metadata: { ...metadata(), annotations: { [key]: '3', more: 'a' } } },
    `metadata.annotations[${key}]`,
  ]),
])('what the server wrote over is written again: %s', (_what, manifest, more, path) => {
  const [{ changes }] = diffObjects([{ ...manifest, ...more }], [manifest], {}).objects;
  expect(changes).toContain(path);
});

test('a controller without labels selects nothing', () => {
  const [{ errors }] = diffObjects([], [controller({})]).objects;
  expect(errors?.map(({ field }) => field)).toEqual(['spec.selector']);
});

test.each([
  [36, 'unchanged'],
  [37, 'changed'],
])('maxUnavailable of a StatefulSet in Kubernetes 1.%s', (minor, verdict) => {
  const updateStrategy = { rollingUpdate: { maxUnavailable: 2 } };
  const sets = [{}, { updateStrategy }].map((spec) => workload('StatefulSet', {}, {}, spec));
  expect(diffObjects([sets[0]], [sets[1]], { minor }).objects[0].verdict).toBe(verdict);
});

test.each([
  ['is 0', { name: 'a', port: 0 }],
  ['is left out', { name: 'a' }],
])('the number of a port by which kubectl knows it %s', (_about, port) => {
  expect(answerTo(service({}), service({ ports: [port] }), 'clientSide')).toEqual([
    'refused',
    'spec.ports[0].port',
    'spec.ports[0].targetPort',
  ]);
});

test.each([
  ['no bytes', []],
  ['some', [1]],
])('kubectl writes a list of numbers over bytes: %s', (_about, blob) => {
  const binary = (value: unknown) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: metadata(),
    binaryData: { blob: value },
  });
  expect(answerTo(binary('YQ=='), binary(blob), 'clientSide')).toEqual(['changed']);
});

test('kubectl takes the place of a source that was left out', () => {
  const old = workload('Deployment', {}, { volumes: [{ name: 'a' }] });
  expect(
    answerTo(
      old,
      workload('Deployment', {}, { volumes: [{ name: 'a', configMap: { name: 'c' } }] }),
      'clientSide',
    ),
  ).toEqual(['changed']);
});

test.each([
  ['set', {}, { volumeAttributesClassName: 'a' }],
  ['set to nothing', {}, { volumeAttributesClassName: '' }],
  ['changed', { volumeAttributesClassName: 'a' }, { volumeAttributesClassName: 'b' }],
  ['removed', { volumeAttributesClassName: 'a' }, {}],
])('the attributes class of a claim that is not bound is not %s', (_about, old, next) => {
  const { objects } = diffObjects([claim(old)], [claim(next)], { bound: 'none' });
  expect(objects[0].errors?.map(({ field }) => field)).toEqual(['spec']);
});

describe('a bound claim', () => {
  const others = [
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'fast' },
      provisioner: 'disk.example.com',
      allowVolumeExpansion: true,
    },
  ];
  const bound = (spec: object) => claim({ storageClassName: 'fast', ...spec });

  test.each<Row>([
    [
      'needs a size',
      bound({}),
      bound({ resources: {} }),
      ['refused', 'spec', 'spec.resources.requests.storage', 'spec.resources[storage]'],
    ],
    [
      'keeps its volume, also from an empty name',
      bound({}),
      bound({ volumeName: '' }),
      ['refused', 'spec'],
    ],
    [
      'keeps its old class',
      bound({}),
      {
        ...bound({}),
        metadata: metadata({ annotations: { 'volume.beta.kubernetes.io/storage-class': 'slow' } }),
      },
      ['refused', 'metadata.annotations.volume.beta.kubernetes.io/storage-class'],
    ],
  ])('%s', (_about, old, next, answer) => {
    expect(answerTo(old, next, 'serverSide', others)).toEqual(answer);
  });
});

const named = (apiVersion: string, kind: string, rest: object): Manifest => ({
  apiVersion,
  kind,
  metadata: metadata(),
  ...rest,
});
const autoscaler = (spec: object) =>
  named('autoscaling/v2', 'HorizontalPodAutoscaler', {
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'one' },
      minReplicas: 2,
      maxReplicas: 5,
      ...spec,
    },
  });
const binding = (validationActions: readonly string[]): Manifest => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name: 'one' },
  spec: { policyName: 'one', validationActions },
});
const controller = (labels: object, selector?: object) =>
  named('v1', 'ReplicationController', {
    spec: {
      ...(selector ? { selector } : {}),
      template: { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'app:1' }] } },
    },
  });
const secret = (data: object, type = 'Opaque') => named('v1', 'Secret', { type, data });

describe('values that are not valid', () => {
  test.each<Row>([
    [
      'fewer replicas than none',
      workload('Deployment'),
      workload('Deployment', {}, {}, { replicas: -1 }),
      ['refused', 'spec.replicas'],
    ],
    [
      'no replicas',
      workload('Deployment'),
      workload('Deployment', {}, {}, { replicas: 0 }),
      ['changed'],
    ],
    [
      'a rolling update that cannot begin',
      workload('Deployment'),
      workload(
        'Deployment',
        {},
        {},
        { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: '0%' } } },
      ),
      ['refused', 'spec.strategy.rollingUpdate.maxUnavailable'],
    ],
    [
      'a rolling update that can',
      workload('Deployment'),
      workload(
        'Deployment',
        {},
        {},
        { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } } },
      ),
      ['changed'],
    ],
    [
      'a lower bound above the upper one',
      autoscaler({}),
      autoscaler({ minReplicas: 6 }),
      ['refused', 'spec.maxReplicas'],
    ],
    ['a lower bound at the upper one', autoscaler({}), autoscaler({ minReplicas: 5 }), ['changed']],
    [
      'Deny together with Warn',
      binding(['Deny']),
      binding(['Deny', 'Warn']),
      ['refused', 'spec.validationActions'],
    ],
    ['Deny together with Audit', binding(['Deny']), binding(['Deny', 'Audit']), ['changed']],
    [
      'a controller that does not select its pods',
      controller({ app: 'a' }),
      controller({ app: 'a' }, { app: 'b' }),
      ['refused', 'spec.template.metadata.labels'],
    ],
    [
      'a controller selects the labels of its template by default',
      controller({ app: 'a' }),
      controller({ app: 'a' }, { app: 'a' }),
      ['unchanged'],
    ],
    [
      'a key that is no file name',
      named('v1', 'ConfigMap', {}),
      named('v1', 'ConfigMap', { data: { 'a b': 'x' } }),
      ['refused', 'data[a b]'],
    ],
    [
      'a key that is there twice',
      named('v1', 'ConfigMap', { data: { a: 'x' } }),
      named('v1', 'ConfigMap', { data: { a: 'x' }, binaryData: { a: 'eA==' } }),
      ['refused', 'data[a]'],
    ],
    ['what is not base64', secret({ a: 'eA==' }), secret({ a: 'not base64!' }), ['refused', '']],
    [
      'a certificate without its key',
      secret({ 'tls.crt': 'eA==', 'tls.key': 'eA==' }, 'kubernetes.io/tls'),
      secret({ 'tls.crt': 'eA==' }, 'kubernetes.io/tls'),
      ['refused', 'data[tls.key]'],
    ],
    [
      'a headless Service with a node port',
      service({ clusterIP: 'None' }),
      service({ clusterIP: 'None', type: 'NodePort' }),
      ['refused', 'spec.clusterIPs[0]'],
    ],
    [
      'a node port outside the range',
      service({ type: 'NodePort' }),
      service({ type: 'NodePort', ports: [{ port: 80, nodePort: 29999 }] }),
      ['refused', 'spec.ports[0].nodePort'],
    ],
    [
      'a node port for two ports',
      service({ type: 'NodePort' }),
      service({
        type: 'NodePort',
        ports: [
          { name: 'a', port: 80, nodePort: 30000 },
          { name: 'b', port: 81, nodePort: 30000 },
        ],
      }),
      ['refused', ''],
    ],
    [
      'a node port for two protocols',
      service({ type: 'NodePort' }),
      service({
        type: 'NodePort',
        ports: [
          { name: 'a', port: 80, nodePort: 30000 },
          { name: 'b', port: 80, nodePort: 30000, protocol: 'UDP' },
        ],
      }),
      ['changed'],
    ],
    [
      'a node port in the range',
      service({ type: 'NodePort' }),
      service({ type: 'NodePort', ports: [{ port: 80, nodePort: 30000 }] }),
      ['changed'],
    ],
    [
      'sources that only a LoadBalancer has',
      service({}),
      service({ loadBalancerSourceRanges: ['10.0.0.0/8'] }),
      ['refused', 'spec.LoadBalancerSourceRanges'],
    ],
    [
      'a traffic policy that only outside Services have',
      service({}),
      service({ externalTrafficPolicy: 'Local' }),
      ['refused', 'spec.externalTrafficPolicy'],
    ],
    [
      'a target port of 0, which means none',
      service({}),
      service({ ports: [{ port: 80, targetPort: 0 }] }),
      ['unchanged'],
    ],
    [
      'a port beyond the last one',
      named('networking.k8s.io/v1', 'NetworkPolicy', {
        spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }] }] },
      }),
      named('networking.k8s.io/v1', 'NetworkPolicy', {
        spec: { podSelector: {}, ingress: [{ ports: [{ port: 65536 }] }] },
      }),
      ['refused', 'spec.ingress[0].ports[0].port'],
    ],
    [
      'a rule without verbs',
      named('rbac.authorization.k8s.io/v1', 'Role', { rules: [] }),
      named('rbac.authorization.k8s.io/v1', 'Role', {
        rules: [{ apiGroups: [''], resources: ['pods'], verbs: [] }],
      }),
      ['refused', 'rules[0].verbs'],
    ],
    [
      'a policy for failures beside the replacement of others',
      job({}),
      job({
        podFailurePolicy: {
          rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [1] } }],
        },
      }),
      ['refused', 'spec.podFailurePolicy', 'spec.podReplacementPolicy'],
    ],
  ])('%s', (_about, old, next, answer) => {
    expect(answerTo(old, next, 'serverSide')).toEqual(answer);
  });
});

test('a StatefulSet whose strategy names only its type may become OnDelete', () => {
  const onDelete = workload('StatefulSet', {}, {}, { updateStrategy: { type: 'OnDelete' } });
  expect(
    answerTo(
      workload('StatefulSet', {}, {}, { updateStrategy: { type: 'RollingUpdate' } }),
      onDelete,
      'serverSide',
    ),
  ).toEqual(['changed']);
  expect(answerTo(workload('StatefulSet'), onDelete, 'serverSide')).toEqual([
    'refused',
    'spec.updateStrategy.rollingUpdate',
  ]);
});
