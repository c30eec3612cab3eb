/**
 * LocustTests beside the objects of the same input: the config maps that they mount, the claims,
 * and the operator's environment.
 */
import { Finding } from '../../src/findings';
import { Fields, Manifest } from '../../src/kube';
import { LOCUST_TEST } from '../../src/locust/core';
import { admit, RenderOptions } from '../../src/resource';
import { readTopology } from '../../src/topology';

const OPTIONS: RenderOptions = { operatorMode: false, operatorPreset: 'chart', operatorEnv: {} };

interface Beside {
  readonly objects?: readonly object[];
  readonly options?: Partial<RenderOptions>;
}

function findingsOn(resource: object, { objects = [], options = {} }: Beside): Finding[] {
  const input = objects.map((object, index) => {
    const { apiVersion, kind, metadata } = object as Manifest;
    const { name = '', namespace } = metadata ?? {};
    const manifest = object as Fields;
    return { key: `object-${index}`, apiVersion, kind, name, namespace, manifest };
  });
  const all = { ...OPTIONS, ...options };
  const surroundings = {
    objects: input,
    topology: readTopology(input, { namespace: all.namespace }),
  };
  const neighbour = {
    key: 'load.yaml',
    resource: resource as Manifest,
    rendered: { manifests: [], findings: [] },
  };
  return [...LOCUST_TEST.checkTogether!([neighbour], { ...surroundings, options: all })];
}

const said = (resource: object, beside: Beside) =>
  findingsOn(resource, beside).map(
    ({ severity, construct, rule, path, message, remedy }) =>
      `${severity} ${rule} ${construct ?? '-'} ${path}: ${message}; ${remedy}`,
  );

const present = (metadata: object = {}, spec: object = {}) => ({
  apiVersion: 'locust.io/v2',
  kind: 'LocustTest',
  metadata: { name: 'checkout', ...metadata },
  spec: {
    image: 'locustio/locust:2.43.1',
    master: { command: '-f /lotest/src/chekout.py' },
    worker: { command: '', replicas: 1 },
    testFiles: { configMapRef: 'code' },
    ...spec,
  },
});
const old = (spec: object = {}) => ({
  apiVersion: 'locust.io/v1',
  kind: 'LocustTest',
  metadata: { name: 'checkout' },
  spec: {
    image: 'locustio/locust:2.43.1',
    masterCommandSeed: '-f /lotest/src/chekout.py',
    workerCommandSeed: '',
    workerReplicas: 1,
    configMap: 'code',
    ...spec,
  },
});
const configMap = (metadata: object = {}, more: object = { data: { 'checkout.py': '' } }) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'code', ...metadata },
  ...more,
});

const MISSPELLED =
  'warning locust/locustfile load.yaml spec.master.command: "/lotest/src/chekout.py" is not among the test files; perhaps you meant "/lotest/src/checkout.py"';

describe('what -f names is looked for in the config map of the test', () => {
  test.each<[string, object, Beside]>([
    ['its data', present(), { objects: [configMap()] }],
    [
      'its binary data',
      present(),
      { objects: [configMap({}, { binaryData: { 'checkout.py': '' } })] },
    ],
    [
      'both kinds of data',
      present(),
      { objects: [configMap({}, { data: { 'a.txt': '' }, binaryData: { 'checkout.py': '' } })] },
    ],
    [
      'one that follows others',
      present(),
      { objects: [configMap({ name: 'other' }, { data: { 'chekout.py': '' } }), configMap()] },
    ],
    [
      'one of the same namespace',
      present({ namespace: 'load' }),
      { objects: [configMap({ namespace: 'load' })] },
    ],
    [
      'one that gets the namespace of the test',
      present({ namespace: 'load' }),
      { objects: [configMap()], options: { namespace: 'load' } },
    ],
    [
      'one that names the namespace that the test gets',
      present(),
      { objects: [configMap({ namespace: 'load' })], options: { namespace: 'load' } },
    ],
    [
      'one that gets its namespace as the test does',
      present(),
      { objects: [configMap()], options: { namespace: 'load' } },
    ],
    [
      'one whose namespace is empty',
      present(),
      { objects: [configMap({ namespace: '' })], options: { namespace: 'load' } },
    ],
    [
      'one whose namespace is empty, beside a test of none',
      present(),
      { objects: [configMap({ namespace: '' })] },
    ],
    [
      'one beside a test whose namespace is empty',
      present({ namespace: '' }),
      { objects: [configMap()], options: { namespace: 'load' } },
    ],
  ])('in %s', (_what, resource, beside) => {
    expect(said(resource, beside)).toEqual([MISSPELLED]);
  });

  test.each<[string, object, Beside]>([
    ['there is none', present(), {}],
    ['it has another name', present(), { objects: [configMap({ name: 'other' })] }],
    [
      'it is of another namespace',
      present({ namespace: 'load' }),
      { objects: [configMap({ namespace: 'shop' })] },
    ],
    [
      'it names a namespace, and the test none',
      present(),
      { objects: [configMap({ namespace: 'load' })] },
    ],
    [
      'the test names a namespace, and it none',
      present({ namespace: 'load' }),
      { objects: [configMap()] },
    ],
    [
      'the test names another namespace than they get',
      present({ namespace: 'shop' }),
      { objects: [configMap()], options: { namespace: 'load' } },
    ],
    ['it is a secret', present(), { objects: [{ ...configMap(), kind: 'Secret' }] }],
    [
      'it is of another group',
      present(),
      { objects: [{ ...configMap(), apiVersion: 'example.com/v1' }] },
    ],
    [
      'it has no metadata',
      present(),
      { objects: [{ apiVersion: 'v1', kind: 'ConfigMap', data: { 'checkout.py': '' } }] },
    ],
    ['the file is there', present(), { objects: [configMap({}, { data: { 'chekout.py': '' } })] }],
  ])('but is not judged where %s', (_what, resource, beside) => {
    expect(said(resource, beside)).toEqual([]);
  });

  test('and a config map without any files has none to name', () => {
    expect(said(present(), { objects: [configMap({}, {})] })).toEqual([
      'warning locust/locustfile load.yaml spec.master.command: "/lotest/src/chekout.py" is not among the test files; add it to them',
    ]);
  });

  test('and a test of locust.io/v1 is told in its own words', () => {
    expect(said(old(), { objects: [configMap()] })).toEqual([
      MISSPELLED.replace('spec.master.command', 'spec.masterCommandSeed'),
    ]);
    expect(
      said(
        old({
          configMap: undefined,
          libConfigMap: 'code',
          masterCommandSeed: '',
          workerCommandSeed: '-f /opt/locust/lib/chekout.py',
        }),
        { objects: [configMap()] },
      ),
    ).toEqual([
      'warning locust/locustfile load.yaml spec.workerCommandSeed: "/opt/locust/lib/chekout.py" is not among the test files; perhaps you meant "/opt/locust/lib/checkout.py"',
    ]);
  });

  test('whoever decides, it is a warning', () => {
    expect(said(present(), { objects: [configMap()], options: { operatorMode: true } })).toEqual([
      MISSPELLED,
    ]);
  });
});

describe('the claims that a test mounts are those of its own namespace', () => {
  const claim = (namespace?: string) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', ...(namespace === undefined ? {} : { namespace }) },
    spec: { accessModes: ['ReadWriteOncePod'], resources: { requests: { storage: '1Gi' } } },
  });
  const mounting = (metadata: object = {}) =>
    present(metadata, {
      master: { command: '' },
      testFiles: undefined,
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
      volumeMounts: [{ name: 'data', mountPath: '/data' }],
    });
  const lines = (resource: object, beside: Beside) =>
    findingsOn(resource, beside).map(
      ({ severity, rule, construct, message }) => `${severity} ${rule} ${construct}: ${message}`,
    );

  test.each<[string, object, Beside, boolean]>([
    ['its own', mounting({ namespace: 'load' }), { objects: [claim('load')] }, true],
    [
      'the one that both get',
      mounting(),
      { objects: [claim()], options: { namespace: 'load' } },
      true,
    ],
    ['another', mounting({ namespace: 'load' }), { objects: [claim('shop')] }, false],
  ])('in %s', (_what, resource, beside, isMounted) => {
    expect(lines(resource, beside)).toEqual(
      isMounted
        ? [
            'error locust/claim-for-one-pod load.yaml: the claim "data" is for one pod (ReadWriteOncePod), but 2 pods (1 master, 1 worker) mount it',
          ]
        : [],
    );
  });

  test('and the operator does not look at them, so that it is a warning where it decides', () => {
    expect(lines(mounting(), { objects: [claim()], options: { operatorMode: true } })).toEqual([
      'warning locust/claim-for-one-pod load.yaml: the claim "data" is for one pod (ReadWriteOncePod), but 2 pods (1 master, 1 worker) mount it',
    ]);
  });
});

describe('the environment of the operator is looked at once, and for no test', () => {
  test('what it does not know, and what it would refuse', () => {
    expect(
      said(present(), { options: { operatorEnv: { POD_CPU_REQUEST: 'a', POD_CPU_REQEST: '1' } } }),
    ).toEqual([
      'error locust/operator-settings - : invalid operator configuration: resource validation failed:\n  - invalid value for POD_CPU_REQUEST: "a" is not a valid Kubernetes quantity; correct these settings',
      'warning locust/setting-ignored - : "POD_CPU_REQEST" is not a setting that affects the objects of a test; perhaps you meant "POD_CPU_REQUEST"',
    ]);
  });

  test('and it remains an error where the operator decides: it does not start', () => {
    expect(
      findingsOn(present(), {
        options: { operatorMode: true, operatorEnv: { POD_CPU_REQUEST: 'a' } },
      }).map(({ severity, rule }) => `${severity} ${rule}`),
    ).toEqual(['error locust/operator-settings']);
  });

  const variablesOf = (options: Partial<RenderOptions>) => {
    const [, master] = LOCUST_TEST.render(
      present() as Manifest,
      { ...OPTIONS, ...options },
      { objects: [], topology: readTopology([]) },
    ).manifests;
    return ((master as any).spec.template.spec.containers[0].env ?? []).map(
      ({ name }: { name: string }) => name,
    );
  };
  const KAFKA = [
    'KAFKA_BOOTSTRAP_SERVERS',
    'KAFKA_SECURITY_ENABLED',
    'KAFKA_SECURITY_PROTOCOL_CONFIG',
    'KAFKA_SASL_MECHANISM',
    'KAFKA_SASL_JAAS_CONFIG',
    'KAFKA_USERNAME',
    'KAFKA_PASSWORD',
  ];

  test.each<[string, Partial<RenderOptions>, string[]]>([
    ['nothing', {}, []],
    ['nothing about Kafka', { operatorEnv: { POD_CPU_REQUEST: '1' } }, []],
    ['an empty text about Kafka', { operatorEnv: { KAFKA_USERNAME: '' } }, []],
    ['something about Kafka', { operatorEnv: { KAFKA_BOOTSTRAP_SERVERS: 'kafka:9092' } }, KAFKA],
    ['nothing, but the operator decides', { operatorMode: true }, KAFKA],
  ])('the pods have variables for Kafka if it says %s', (_what, options, names) => {
    expect(variablesOf(options)).toEqual(names);
  });
});

describe('a LocustTest of the other operator is told by its fields', () => {
  test.each<[string, object, boolean]>([
    ['the number of its workers', { image: 'a', workers: 2 }, true],
    ['its arguments', { args: '--headless' }, true],
    ['its locustfile', { locustfile: {} }, true],
    ['its metrics', { metrics: {} }, true],
    ['no field at all', {}, false],
    ['fields that both have', { image: 'a', labels: {} }, false],
    ...[
      'masterCommandSeed',
      'workerCommandSeed',
      'workerReplicas',
      'configMap',
      'libConfigMap',
      'affinity',
      'tolerations',
    ].map((field): [string, object, boolean] => [
      `its workers beside the ${field} of this one`,
      { workers: 2, [field]: '' },
      false,
    ]),
  ])('%s', (_what, spec, isForeign) => {
    expect(LOCUST_TEST.isForeign!({ apiVersion: 'locust.io/v1', kind: 'LocustTest', spec })).toBe(
      isForeign,
    );
  });

  test.each<[string, object]>([
    [
      'of locust.io/v2, which only this one has',
      { apiVersion: 'locust.io/v2', spec: { workers: 2 } },
    ],
    ['without a spec', { apiVersion: 'locust.io/v1' }],
    ['whose spec is not an object', { apiVersion: 'locust.io/v1', spec: ['workers'] }],
  ])('but not one %s', (_what, resource) => {
    expect(LOCUST_TEST.isForeign!({ kind: 'LocustTest', ...resource })).toBe(false);
  });
});

test.each([
  [false, []],
  [
    true,
    [
      'spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.annotations',
      'spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.labels',
    ],
  ],
])(
  'a claim template loses its labels where the operator makes the pods only: in operator mode, %s: %j',
  (operatorMode, lost) => {
    const metadata = { labels: { team: 'shop' }, annotations: { owner: 'Jo' } };
    const resource = present(
      {},
      {
        volumes: [
          {
            name: 'data',
            ephemeral: {
              volumeClaimTemplate: { metadata, spec: { accessModes: ['ReadWriteOnce'] } },
            },
          },
        ],
      },
    );
    const { pruned } = admit(resource, LOCUST_TEST.versions.v2!({ ...OPTIONS, operatorMode }));
    expect(pruned.map(({ path }) => path).sort()).toEqual(lost);
  },
);

test('a test without a spec stands for nothing, and for what the operator would make where that decides', () => {
  const { spec: _spec, ...empty } = present();
  const made = (operatorMode: boolean) =>
    LOCUST_TEST.render(
      empty as Manifest,
      { ...OPTIONS, operatorMode },
      { objects: [], topology: readTopology([]) },
    );
  expect(made(false)).toEqual({
    manifests: [],
    findings: [
      {
        rule: 'locust/spec-missing',
        severity: 'error',
        path: 'spec',
        message: 'the test has no spec, so nothing would ever be created',
        remedy: 'set image, master and worker',
      },
    ],
  });
  expect(made(true).manifests.map(({ kind, metadata: { name } }) => `${kind}/${name}`)).toEqual([
    'Service/checkout-master',
    'Job/checkout-master',
    'Job/checkout-worker',
  ]);
});
