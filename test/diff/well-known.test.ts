/**
 * Custom kinds of which no definition is among the files: what Kubernetes 1.36 answered where their
 * projects' definitions were installed.
 */
import { ApplyWay, diffObjects } from '../../src/diff';

const thing = (apiVersion: string, kind: string, fields: object) => ({
  apiVersion,
  kind,
  metadata: { name: 'one', namespace: 'shop' },
  ...fields,
});
const service = (spec: object) =>
  thing('networking.istio.io/v1', 'VirtualService', { spec: { hosts: ['shop'], ...spec } });
const route = (more: object, destination: object = { host: 'shop' }) =>
  service({ http: [{ route: [{ destination }], ...more }] });
const snapshotClass = (fields: object) =>
  thing('snapshot.storage.k8s.io/v1', 'VolumeSnapshotClass', {
    driver: 'fake.csi.test',
    deletionPolicy: 'Delete',
    ...fields,
  });
const snapshot = (source: object) =>
  thing('snapshot.storage.k8s.io/v1', 'VolumeSnapshot', { spec: { source } });
const application = (spec: object) =>
  thing('argoproj.io/v1alpha1', 'Application', {
    spec: { project: 'default', destination: { namespace: 'shop' }, ...spec },
  });
const httpRoute = (rule: object) =>
  thing('gateway.networking.k8s.io/v1', 'HTTPRoute', { spec: { rules: [rule] } });
const gateway = (listener: object) =>
  thing('gateway.networking.k8s.io/v1', 'Gateway', {
    spec: {
      gatewayClassName: 'any',
      listeners: [{ name: 'web', port: 80, protocol: 'HTTP', ...listener }],
    },
  });
const constraints = (fields: object) =>
  thing('security.openshift.io/v1', 'SecurityContextConstraints', {
    ...Object.fromEntries(
      [
        'allowHostDirVolumePlugin',
        'allowHostIPC',
        'allowHostNetwork',
        'allowHostPID',
        'allowHostPorts',
        'allowPrivilegedContainer',
        'readOnlyRootFilesystem',
      ].map((field) => [field, false]),
    ),
    allowedCapabilities: null,
    defaultAddCapabilities: null,
    requiredDropCapabilities: null,
    priority: null,
    volumes: ['csi'],
    ...fields,
  });

/** The verdict on the last object, with the fields that are refused, or what cannot be decoded. */
function answerTo(
  old: readonly object[],
  next: readonly object[],
  way: ApplyWay = 'serverSide',
): readonly (string | undefined)[] {
  const { objects } = diffObjects(old, next, { way });
  const { verdict, errors = [], dependsOn = [] } = objects[objects.length - 1];
  const doubts = verdict === 'depends' ? dependsOn : [];
  return [
    verdict,
    ...errors.map(({ field, message }) => (field === '' ? message.replace(/^.*\): /, '') : field)),
    ...doubts,
  ];
}

test.each<[string, object, readonly string[]]>([
  ['what is right', route({ timeout: '5m' }), ['created']],
  [
    'an unknown field',
    service({ host: ['shop'] }),
    ['refused', '.spec.host: field not declared in schema'],
  ],
  [
    'a field like none',
    service({ flavour: 'a' }),
    ['refused', '.spec.flavour: field not declared in schema'],
  ],
  [
    'a value of another type',
    route({ timeout: 5 }),
    ['refused', '.spec.http[0].timeout: expected string, got int'],
  ],
  [
    'a field that is missing',
    route({}, {}),
    ['refused', '<nil>', 'spec.http[0].route[0].destination.host'],
  ],
  [
    'two alternatives at once',
    route({ match: [{ uri: { prefix: '/', exact: '/' } }] }),
    ['refused', '<nil>'],
  ],
  [
    'a value that is none of few',
    snapshotClass({ deletionPolicy: 'Keep' }),
    ['refused', 'deletionPolicy'],
  ],
  [
    'no policy for deletions',
    snapshotClass({ deletionPolicy: undefined }),
    ['refused', 'deletionPolicy'],
  ],
  [
    'a rule',
    snapshot({ persistentVolumeClaimName: 'data', volumeSnapshotContentName: 'content' }),
    ['refused', 'spec.source'],
  ],
  [
    'a rule with a field that is a word of the language',
    thing('snapshot.storage.k8s.io/v1', 'VolumeSnapshotContent', {
      spec: {
        deletionPolicy: 'Delete',
        driver: 'fake.csi.test',
        source: { snapshotHandle: 'a' },
        volumeSnapshotRef: { name: 'one' },
      },
    }),
    ['refused', 'spec.volumeSnapshotRef'],
  ],
  [
    'constraints without what they must say',
    constraints({ allowHostPorts: undefined }),
    ['refused', 'allowHostPorts'],
  ],
  [
    'an application without a project',
    application({ project: undefined }),
    ['refused', 'spec.project'],
  ],
  [
    'a listener that may not have certificates',
    gateway({ tls: { mode: 'Terminate' } }),
    ['refused', 'spec.listeners', 'spec.listeners[0].tls'],
  ],
  [
    'a duration that is not long enough',
    httpRoute({ timeouts: { request: '1s', backendRequest: '2s' } }),
    ['refused', 'spec.rules[0].timeouts'],
  ],
  [
    'listeners with one name',
    thing('gateway.networking.k8s.io/v1', 'Gateway', {
      spec: {
        gatewayClassName: 'any',
        listeners: [80, 81].map((port) => ({ name: 'web', port, protocol: 'HTTP' })),
      },
    }),
    ['refused', '.spec.listeners: duplicate entries for key [name="web"]'],
  ],
  [
    'a label that is no text',
    { ...snapshotClass({}), metadata: { name: 'one', labels: { size: 1 } } },
    ['refused', '.metadata.labels.size: expected string, got int'],
  ],
  [
    'a pattern in quotes of three',
    httpRoute({ matches: [{ path: { type: 'PathPrefix', value: '/a b' } }] }),
    ['refused', 'spec.rules[0].matches[0].path'],
  ],
])('the definition of the project counts: %s', (_about, next, answer) => {
  expect(answerTo([], [next])).toEqual(answer);
});

test.each<[string, object, readonly string[]]>([
  [
    'a field that is nearly one',
    application({ sourcs: {} }),
    ['refused', '.spec.sourcs: field not declared in schema'],
  ],
  [
    'a field that belongs elsewhere',
    application({ automated: {} }),
    ['refused', '.spec.automated: field not declared in schema'],
  ],
  [
    'a field that a later release may have',
    application({ flavour: {} }),
    ['depends', 'whether the definition of Application in the cluster has the field spec.flavour'],
  ],
  [
    'a value that is nearly one',
    httpRoute({ filters: [{ type: 'URLrewrite' }] }),
    ['refused', '<nil>', 'spec.rules[0].filters[0].type'],
  ],
  [
    'a value in other letters',
    gateway({ allowedRoutes: { namespaces: { from: 'SAME' } } }),
    ['refused', '<nil>', 'spec.listeners[0].allowedRoutes.namespaces.from'],
  ],
  [
    'a text of another form',
    gateway({ hostname: 'a_b' }),
    ['refused', 'spec.listeners[0].hostname'],
  ],
  [
    'a value that a later release may have',
    gateway({ allowedRoutes: { namespaces: { from: 'Elsewhere' } } }),
    [
      'depends',
      'whether the definition of Gateway in the cluster takes that value of spec.listeners[0].allowedRoutes.namespaces.from',
    ],
  ],
])('of kinds that grow, only what is surely wrong is refused: %s', (_about, next, answer) => {
  expect(answerTo([], [next])).toEqual(answer);
});

test('what the cluster has taken before, it takes again', () => {
  const old = service({ flavour: 'a', http: [{ name: 'x', retryBudget: 1 }] });
  const names = Array.from({ length: 11 }, (_one, index) => `y${index}`);
  const next = service({
    flavour: 'b',
    http: ['x', ...names].map((name) => ({ name, retryBudget: 1 })),
  });
  expect(answerTo([old], [next])).toEqual(['changed']);
  expect(
    answerTo(
      [snapshotClass({ deletionPolicy: 'Archive' })],
      [snapshotClass({ deletionPolicy: 'Archive', parameters: { a: 'b' } })],
    ),
  ).toEqual(['changed']);
});

test('what changes is judged', () => {
  expect(answerTo([snapshotClass({})], [snapshotClass({ deletionPolicy: 'retain' })])).toEqual([
    'refused',
    'deletionPolicy',
  ]);
  expect(
    answerTo(
      [snapshot({ persistentVolumeClaimName: 'a' })],
      [snapshot({ persistentVolumeClaimName: 'b' })],
    ),
  ).toEqual(['refused', 'spec.source.persistentVolumeClaimName']);
});

test('a definition among the files counts more', () => {
  const definition = thing('apiextensions.k8s.io/v1', 'CustomResourceDefinition', {
    metadata: { name: 'volumesnapshotclasses.snapshot.storage.k8s.io' },
    spec: {
      group: 'snapshot.storage.k8s.io',
      scope: 'Cluster',
      names: { kind: 'VolumeSnapshotClass', plural: 'volumesnapshotclasses' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { driver: { type: 'string' }, deletionPolicy: { type: 'string' } },
            },
          },
        },
      ],
    },
  });
  expect(answerTo([definition], [definition, snapshotClass({ deletionPolicy: 'Keep' })])).toEqual([
    'created',
  ]);
});

test('kubectl leaves out nulls, which constraints must have, and server-side apply does not', () => {
  expect(answerTo([], [constraints({})])).toEqual(['created']);
  expect(answerTo([], [constraints({})], 'clientSide')).toEqual([
    'refused',
    'allowedCapabilities',
    'defaultAddCapabilities',
    'priority',
    'requiredDropCapabilities',
  ]);
  expect(answerTo([constraints({})], [constraints({ volumes: ['csi', 'secret'] })])).toEqual([
    'changed',
  ]);
});
