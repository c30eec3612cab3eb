import { stringify } from 'yaml';
import { checkDocuments } from '../../src/check';
import { targetFacts } from '../../src/facts';
import { Finding } from '../../src/findings';

type Json = { readonly [field: string]: unknown };

const REQUEST = {
  operatorMode: false,
  operatorPreset: 'chart',
  operatorEnv: {},
  only: false,
} as const;

function findingsOn(object: Json, kubernetes: string = '1.36'): Finding[] {
  const text = stringify(object);
  const target = targetFacts({ kubernetes });
  const { findings } = checkDocuments([{ name: 'a.yaml', text }], { target, render: REQUEST });
  return findings.map(({ rule, severity, path, message, remedy, server }) => ({
    rule,
    severity,
    path,
    message,
    remedy,
    ...(server === undefined ? {} : { server }),
  }));
}

const linesOn = (object: Json) =>
  findingsOn(object).map(
    ({ rule, severity, path, message, remedy }) =>
      `${severity} ${rule} ${path}: ${message}; ${remedy}`,
  );

const service = (spec: Json, metadata: Json = {}): Json => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', ...metadata },
  spec: { selector: { app: 'web' }, ports: [{ name: 'web', port: 80 }], ...spec },
});
const deployment = (spec: Json, template: Json = {}): Json => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' }, ...template },
      spec: { containers: [{ name: 'web', image: 'web:1' }] },
    },
    ...spec,
  },
});
const configMap = (fields: Json, metadata: Json = {}): Json => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings', ...metadata },
  ...fields,
});

const LABEL =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

/** What is wrong, the object, and all that is said of it. */
const MISTAKES: readonly (readonly [string, Json, string])[] = [
  [
    'a value that is none of few',
    service({ type: 'Clusterip' }),
    'error api/unsupported spec.type: "Clusterip" is not a valid type; use one of "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"',
  ],
  [
    'a field that is missing',
    service({ ports: [] }),
    'error api/required spec.ports: ports is missing; set ports',
  ],
  [
    'a name that appears twice',
    service({
      ports: [
        { name: 'web', port: 80 },
        { name: 'web', port: 81 },
      ],
    }),
    'error api/duplicate spec.ports[1].name: "web" appears twice; use a unique name',
  ],
  [
    'a port under two names',
    service({
      ports: [
        { name: 'web', port: 80 },
        { name: 'also', port: 80 },
      ],
    }),
    'error api/duplicate spec.ports[1]: {"protocol":"TCP","port":80} appears twice; use a different number or protocol for each port',
  ],
  [
    'a field that another one excludes',
    service({ ports: [{ name: 'web', port: 80, nodePort: 30080 }] }),
    "error api/forbidden spec.ports[0].nodePort: nodePort may not be used when `type` is 'ClusterIP'; remove it",
  ],
  [
    'a number that is too small',
    deployment({ replicas: -1 }),
    'error api/invalid spec.replicas: -1: must be greater than or equal to 0; use at least 0',
  ],
  [
    'a value of another type',
    configMap({ data: { port: 80 } }),
    'error api/type data.port: 80 is not a string; write it in quotes: "80"',
  ],
  [
    'a field that is like none',
    service({ team: 'a' }),
    'error api/unknown-field spec.team: unknown field "team": strict validation, the default of kubectl, and server-side apply reject it, and otherwise it is dropped; remove it, or correct its name',
  ],
  [
    'a field that there is not',
    service({ selectors: {} }),
    'error api/unknown-field spec.selectors: unknown field "selectors": strict validation, the default of kubectl, and server-side apply reject it, and otherwise it is dropped; perhaps you meant "selector"',
  ],
  [
    'a name that its kind cannot have',
    configMap({}, { name: 'My_Settings' }),
    "error api/name metadata.name: \"My_Settings\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'); use a valid name",
  ],
  [
    'a label that is none',
    configMap({}, { labels: { app: 'a b' } }),
    `error api/invalid metadata.labels.app: "a b": a valid label must be an empty string or ${LABEL.replace('must', '').trim()} (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?'); use a valid value`,
  ],
  [
    'a label of a template that is none',
    deployment({}, { annotations: { 'a/b/c': 'x' } }),
    `error api/invalid spec.template.metadata.annotations.a/b/c: "a/b/c": a valid label key ${LABEL} (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName'); correct it in the metadata of the template`,
  ],
  [
    'a finalizer without a domain',
    configMap({}, { finalizers: ['mine'] }),
    'error api/invalid metadata.finalizers[0]: "mine": name is neither a standard finalizer name nor is it fully qualified; add a domain, such as example.com/cleanup',
  ],
  [
    'annotations that are too long',
    configMap({}, { annotations: { 'example.com/file': 'x'.repeat(270000) } }),
    'error api/too-long metadata.annotations: annotations may not be more than 262144 bytes; remove or shorten annotations',
  ],
  [
    'a kind that nothing serves',
    { apiVersion: 'apps/v1', kind: 'Deploymnet', metadata: { name: 'web' } },
    'error api/served kind: no matches for kind "Deploymnet" in version "apps/v1"; write kind: Deployment',
  ],
  [
    'a finalizer of a volume, whose other metadata rules on storage judge',
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'fast', finalizers: ['mine'] },
      provisioner: 'ebs.csi.aws.com',
    },
    'error api/invalid metadata.finalizers[0]: "mine": name is neither a standard finalizer name nor is it fully qualified; add a domain, such as example.com/cleanup',
  ],
];

describe('the API server refuses', () => {
  test.each(MISTAKES)('%s', (_what, object, expected) => {
    expect(linesOn(object)).toEqual([expected]);
  });

  test('a local volume without a node, of which rules on storage tell', () => {
    const volume = {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'disk' },
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], local: { path: '/d' } },
    };
    expect(linesOn(volume)).toContain(
      'error storage/node-affinity spec.nodeAffinity: a local volume must name its node; set nodeAffinity.required.nodeSelectorTerms, such as kubernetes.io/hostname In the node',
    );
  });
});

describe('a field that Kubernetes does not know', () => {
  const pod = deployment({
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'web:1', imag: 'x' }] },
    },
  });
  const claim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'fast',
      resources: { requests: { storage: '1Gi' } },
      size: '1Gi',
    },
  };
  const fate =
    'strict validation, the default of kubectl, and server-side apply reject it, and otherwise it is dropped';

  test.each([
    ['pod', pod, 'pod/unknown-field', 'imag', 'perhaps you meant "image"'],
    ['claim', claim, 'storage/unknown-field', 'size', 'remove it'],
  ])('is an error of a %s', (_what, object, rule, field, remedy) => {
    const [line] = linesOn(object).filter((one) => one.includes(rule));
    expect(line).toMatch(new RegExp(`^error ${rule} `));
    expect(
      line.endsWith(`unknown field "${field}" up to Kubernetes 1.36: ${fate}; ${remedy}`),
    ).toBe(true);
  });

  test.each([
    ['a Service', service({ selectors: {} })],
    ['a pod', pod],
  ])('is a warning of %s for a server that is newer than the model', (_what, object) => {
    const lines = findingsOn(object, '1.37').filter(({ rule }) => rule.endsWith('/unknown-field'));
    expect(lines.map(({ severity }) => severity)).toEqual(['warning']);
  });
});

test.each<[string, Json, string]>([
  [
    'things.example.com',
    { group: 'example.org', names: { plural: 'things' } },
    'call it things.example.org',
  ],
  [
    'things.example.com',
    { group: 'example.com', names: {} },
    'set spec.names.plural and spec.group',
  ],
  ['things.example.com', { names: { plural: 'things' } }, 'set spec.names.plural and spec.group'],
])('a definition with another name, %s, than its %j', (name, spec, remedy) => {
  const found = findingsOn({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec,
  });
  const why = 'must be spec.names.plural+"."+spec.group';
  expect(found.find(({ message }) => message.endsWith(why))?.remedy).toBe(remedy);
});

test.each<[string, Json[], string[]]>([
  [
    'an Event',
    [{ apiVersion: 'v1', kind: 'Event', name: 'a', uid: 'b' }],
    ['Invalid value: {…}: /v1, Kind=Event is disallowed from being an owner; remove it'],
  ],
  [
    'an Event of another group',
    [{ apiVersion: 'events.k8s.io/v1', kind: 'Event', name: 'a', uid: 'b' }],
    [],
  ],
  [
    'nothing',
    [{ apiVersion: 'v1', kind: '', name: 'a', uid: 'b' }],
    ['Invalid value: "": must not be empty; write it'],
  ],
])('an owner that is %s', (_, ownerReferences, answers) => {
  const found = findingsOn(configMap({}, { ownerReferences }));
  expect(found.map(({ server, remedy }) => `${server!.message}; ${remedy}`)).toEqual(answers);
});

test('a custom resource is judged by the definition among the input', () => {
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Thing', plural: 'things' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                spec: {
                  type: 'object',
                  required: ['size'],
                  properties: {
                    size: { type: 'integer', minimum: 1 },
                    mode: { type: 'string', enum: ['a', 'b'] },
                    most: { type: 'integer' },
                  },
                  'x-kubernetes-validations': [
                    { rule: '!has(self.most) || self.most >= self.size', message: 'too small' },
                  ],
                },
              },
            },
          },
        },
      ],
    },
  };
  const thing = (spec: Json, apiVersion = 'example.com/v1'): Json => ({
    apiVersion,
    kind: 'Thing',
    metadata: { name: 'one' },
    spec,
  });
  const list = (one: Json): Json => ({ apiVersion: 'v1', kind: 'List', items: [definition, one] });

  expect(linesOn(list(thing({ size: 2, most: 3 })))).toEqual([]);
  expect(linesOn(list(thing({ mode: 'c', extra: 1 })))).toEqual([
    'error api/required spec.size: size is missing; correct the field',
    'error api/unsupported spec.mode: unsupported value: "c": supported values: "a", "b"; correct the field',
    'error api/unknown-field spec.extra: unknown field "extra": strict validation, the default of kubectl, and server-side apply reject it, and otherwise it is dropped; remove it, or correct its name',
  ]);
  expect(linesOn(list(thing({ size: 2, most: 1 })))).toEqual([
    'error api/invalid spec: invalid value: too small; correct the field',
  ]);
  expect(linesOn(list(thing({ size: 2 }, 'example.com/v2')))).toEqual([
    'error api/served : no matches for kind "Thing" in version "example.com/v2"; install what serves it first, or correct its apiVersion and kind',
  ]);
});

test('a finding has the words of the server as data', () => {
  expect(findingsOn(service({ type: 'Clusterip' })).map(({ server }) => server)).toEqual([
    {
      field: 'spec.type',
      message:
        'Unsupported value: "Clusterip": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"',
    },
  ]);
});

test('values of a Secret are not shown', () => {
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'login' },
    data: { password: 1234 },
    stringData: { pin: 5678 },
  };
  expect(linesOn(secret)).toEqual([
    'error api/type data.password: password is not a string; write it in quotes',
    'error api/type stringData.pin: pin is not a string; write it in quotes',
  ]);
});

describe('nothing is said of', () => {
  test.each<[string, Json]>([
    ['an object that is right', service({})],
    [
      'a custom resource',
      { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'A_B' } },
    ],
    [
      'a kind whose release is told by its own rule',
      {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'VolumeAttributesClass',
        metadata: { name: 'x' },
        driverName: 'a',
        parameters: { a: 'b' },
      },
    ],
  ])('%s', (_what, object) => {
    expect(linesOn(object)).toEqual([]);
  });
});

test('a name that the server makes is judged with what it puts behind', () => {
  const { metadata: _, ...rest } = service({});
  expect(linesOn({ ...rest, metadata: { generateName: 'web-' } })).toEqual([]);
  expect(linesOn({ ...rest, metadata: { generateName: 'Web-' } })).toEqual([
    expect.stringContaining('error api/name metadata.name: "Web-abcde": '),
    expect.stringContaining('error api/invalid metadata.generateName: "Web-": '),
  ]);
});

describe('what only the server writes is taken wherever it is read back', () => {
  const written = { uid: 'a', resourceVersion: '1', creationTimestamp: null, managedFields: [{}] };
  const claimed = {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'fast',
    resources: { requests: { storage: '1Gi' } },
  };
  const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim' };
  const pod = { containers: [{ name: 'db', image: 'registry.example.com/db:1.0.0' }] };

  test.each<[string, Json]>([
    [
      'a claim',
      {
        ...claim,
        metadata: { name: 'data', namespace: 'shop', ...written },
        spec: claimed,
        status: { phase: 'Bound' },
      },
    ],
    [
      'a volume',
      {
        apiVersion: 'v1',
        kind: 'PersistentVolume',
        metadata: { name: 'disk', ...written },
        spec: {
          accessModes: ['ReadWriteOnce'],
          capacity: { storage: '1Gi' },
          csi: { driver: 'disks.example.com', volumeHandle: 'vol-0' },
        },
        status: { phase: 'Available' },
      },
    ],
    [
      'a claim template',
      {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata: { name: 'db', namespace: 'shop', ...written },
        spec: {
          serviceName: 'db',
          selector: { matchLabels: { app: 'db' } },
          template: {
            metadata: { creationTimestamp: null, labels: { app: 'db' } },
            spec: {
              containers: [
                { ...pod.containers[0], volumeMounts: [{ name: 'data', mountPath: '/data' }] },
              ],
            },
          },
          volumeClaimTemplates: [
            { ...claim, metadata: { name: 'data', ...written }, spec: claimed, status: {} },
          ],
        },
        status: { replicas: 1 },
      },
    ],
    [
      'a pod',
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'db', namespace: 'shop', ...written },
        spec: pod,
        status: { phase: 'Running' },
      },
    ],
  ])('%s', (_what, object) => {
    expect(linesOn(object)).toEqual([]);
  });
});

test('an object that a server has taken is not judged as if somebody had written it', () => {
  const template = {
    metadata: { labels: { 'batch.kubernetes.io/controller-uid': 'a' } },
    spec: {
      restartPolicy: 'Never',
      containers: [{ name: 'a', image: 'registry.example.com/a:1' }],
    },
  };
  const job = (metadata: Json): Json => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'once', namespace: 'shop', ...metadata },
    spec: { selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': 'a' } }, template },
  });
  expect(linesOn(job({ uid: 'b', resourceVersion: '1' }))).toEqual([]);
  expect(findingsOn(job({})).map(({ rule, path }) => [rule, path])).toEqual([
    ['api/invalid', 'spec.selector'],
    ['api/invalid', 'spec.template.metadata.labels[batch.kubernetes.io/controller-uid]'],
  ]);
});

test.each<[string, Json]>([
  ['a pod', { apiVersion: 'v1', kind: 'Pod', spec: { containers: [{ name: 'a' }], newer: true } }],
  ['a claim', { apiVersion: 'v1', kind: 'PersistentVolumeClaim', spec: { newer: true } }],
])('what a newer server has taken of %s is not refused', (_what, object) => {
  const errorsOn = (metadata: Json) =>
    findingsOn({ ...object, metadata: { name: 'a', namespace: 'shop', ...metadata } }).filter(
      ({ severity }) => severity === 'error',
    );
  expect(errorsOn({ uid: 'b', resourceVersion: '1' })).toEqual([]);
  expect(errorsOn({}).map(({ path }) => path)).toContain('spec.newer');
});

test.each<[string, Json, string[]]>([
  [
    'a label of a claim',
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'a', namespace: 'shop', labels: { tier: '-a' } },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
    ['storage/label metadata.labels.tier'],
  ],
  [
    'a volume with two sources and no size',
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'a' },
      spec: { accessModes: ['ReadWriteOnce'], nfs: {}, csi: {} },
    },
    [
      'storage/source spec',
      'storage/source spec.nfs.path',
      'storage/quantity spec.capacity.storage',
      'api/required spec.nfs.server',
    ],
  ],
  [
    'an expression that is none',
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'a', namespace: 'shop' },
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
        selector: { matchExpressions: [true] },
      },
    },
    ['storage/type spec.selector.matchExpressions[0]'],
  ],
])('%s is told by one rule for each field', (_what, object, places) => {
  const errors = findingsOn(object).filter(({ severity }) => severity === 'error');
  expect(errors.map(({ rule, path }) => `${rule} ${path}`).sort()).toEqual(places.sort());
});

test('limits without a name get one, and nothing else does', () => {
  const limits = (metadata: Json): Json => ({
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { namespace: 'shop', ...metadata },
    spec: { limits: [] },
  });
  expect(linesOn(limits({}))).toEqual([]);
  expect(
    findingsOn({ ...limits({}), kind: 'ResourceQuota', spec: {} }).map(({ rule }) => rule),
  ).toEqual(['api/name']);
  expect(findingsOn(limits({ name: [], generateName: 'a' })).map(({ rule }) => rule)).toEqual([
    'api/type',
  ]);
});

test('bytes that are a list of numbers are taken', () => {
  const secret = (data: Json): Json => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'a', namespace: 'shop' },
    data,
  });
  expect(linesOn(secret({ a: [] }))).toEqual([]);
  expect(findingsOn(secret({ a: ['b'] })).map(({ rule }) => rule)).toEqual(['api/type']);
});

test('a time in the metadata of a template is one', () => {
  const claim = (creationTimestamp: unknown) => ({
    metadata: { name: 'data', creationTimestamp },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  });
  const set = (time: unknown): Json => ({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'a', namespace: 'shop' },
    spec: {
      serviceName: 'a',
      selector: { matchLabels: { app: 'a' } },
      template: {
        metadata: { labels: { app: 'a' } },
        spec: {
          containers: [
            {
              name: 'a',
              image: 'registry.example.com/a:1',
              volumeMounts: [{ name: 'data', mountPath: '/data' }],
            },
          ],
        },
      },
      volumeClaimTemplates: [claim(time)],
    },
  });
  const pathsOf = (time: unknown) =>
    findingsOn(set(time)).flatMap(({ severity, path }) => (severity === 'error' ? [path] : []));
  expect(pathsOf('yesterday')).toEqual(['spec.volumeClaimTemplates[0].metadata.creationTimestamp']);
  expect(pathsOf('2026-01-01T00:00:00Z')).toEqual([]);
  expect(pathsOf(null)).toEqual([]);
});
