import { App, Chart, Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Findings,
  LocustCredential,
  LocustKafka,
  LocustKafkaSaslMechanism,
  LocustKafkaSecurityProtocol,
  LocustOperatorOptions,
  LocustOperatorSettings,
  LocustTest,
} from '../../../src';
import { expectValid } from '../../support/validate';

beforeAll(() => {
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterAll(() => jest.restoreAllMocks());

const AFFINITY = { podAntiAffinity: {} };
const TOLERATIONS = [{ key: 'load', operator: 'Exists' }];

const make = (settings?: LocustOperatorSettings, props: object = {}) =>
  new LocustTest(new Chart(new App(), 'test'), 'checkout', {
    image: 'locust',
    master: { command: '' },
    worker: { command: '', replicas: 2 },
    scheduling: { affinity: AFFINITY, tolerations: TOLERATIONS },
    settings,
    ...props,
  });

/** The objects of a test with these settings. */
function built(settings?: LocustOperatorSettings, props: object = {}) {
  const [service, ...jobs] = Testing.synth(Chart.of(make(settings, props)));
  expectValid([service, ...jobs]);
  const [master, worker] = jobs.map(({ spec }) => spec.template.spec);
  return { service, job: jobs[0], master, worker, exporter: master.initContainers[0] };
}
const resources = (requests: object, limits: object) => ({ requests, limits });
const BIG = resources(
  { cpu: '250m', memory: '128Mi', 'ephemeral-storage': '30M' },
  { cpu: '1', memory: '1Gi', 'ephemeral-storage': '50M' },
);
const SMALL = resources(
  { cpu: '100m', memory: '64Mi', 'ephemeral-storage': '30M' },
  { cpu: '250m', memory: '128Mi', 'ephemeral-storage': '50M' },
);

test('the chart gives pods their affinity and tolerations, and a small exporter', () => {
  const { worker, exporter } = built(LocustOperatorSettings.chart());
  expect([worker.affinity, worker.tolerations, worker.containers[0].resources]).toEqual([
    AFFINITY,
    TOLERATIONS,
    BIG,
  ]);
  expect([exporter.imagePullPolicy, exporter.resources]).toEqual(['IfNotPresent', SMALL]);
});

test('the binary gives them neither, and a big exporter that is always pulled', () => {
  const { worker, exporter } = built(LocustOperatorSettings.binary());
  expect([worker.affinity, worker.tolerations, worker.containers[0].resources]).toEqual([
    undefined,
    undefined,
    BIG,
  ]);
  expect([exporter.imagePullPolicy, exporter.resources]).toEqual(['Always', BIG]);
});

test('the chart is what is meant when nothing is said', () => {
  expect(built()).toEqual(built(LocustOperatorSettings.chart()));
});

test('every option is where it belongs', () => {
  const { service, job, master, worker, exporter } = built(
    LocustOperatorSettings.chart({
      jobTtl: Duration.minutes(1),
      resources: { requests: { cpu: '300m' } },
      masterResources: { limits: { memory: '2Gi', 'example.com/gpu': '1' } },
      workerResources: { requests: { memory: '1Gi' } },
      exporter: {
        image: 'exporter:1',
        port: 9000,
        imagePullPolicy: kplus.ImagePullPolicy.NEVER,
        resources: { limits: { cpu: '100m' } },
      },
      injectAffinity: false,
      injectTolerations: false,
      defaultRuntimeClassName: 'gvisor',
    }),
  );
  expect(job.spec.ttlSecondsAfterFinished).toBe(60);
  expect(master.containers[0].resources).toEqual(
    resources(
      { ...BIG.requests, cpu: '300m' },
      { ...BIG.limits, memory: '2Gi', 'example.com/gpu': '1' },
    ),
  );
  expect(worker.containers[0].resources).toEqual(
    resources({ ...BIG.requests, cpu: '300m', memory: '1Gi' }, BIG.limits),
  );
  expect([exporter.image, exporter.imagePullPolicy, exporter.ports, exporter.resources]).toEqual([
    'exporter:1',
    'Never',
    [{ containerPort: 9000, protocol: 'TCP' }],
    resources(SMALL.requests, { ...SMALL.limits, cpu: '100m' }),
  ]);
  expect(service.spec.ports[2].port).toBe(9000);
  expect([worker.affinity, worker.tolerations, worker.runtimeClassName]).toEqual([
    undefined,
    undefined,
    'gvisor',
  ]);
});

test('options that are undefined keep what the preset says', () => {
  const undefinedOnes: LocustOperatorOptions = {
    injectAffinity: undefined,
    exporter: { port: undefined, resources: undefined },
    resources: { requests: { cpu: undefined as any } },
    kafka: undefined,
  };
  expect(built(LocustOperatorSettings.chart(undefinedOnes))).toEqual(built());
});

test('a test may opt out of the runtime class of the settings', () => {
  const settings = LocustOperatorSettings.chart({ defaultRuntimeClassName: 'gvisor' });
  expect(
    built(settings, { scheduling: { runtimeClassName: '' } }).worker.runtimeClassName,
  ).toBeUndefined();
  expect(
    built(settings, { scheduling: { runtimeClassName: 'kata' } }).worker.runtimeClassName,
  ).toBe('kata');
});

describe('from the environment of an operator that runs', () => {
  test('settings are read as it reads them', () => {
    const { worker, exporter } = built(
      LocustOperatorSettings.fromEnvironment({
        POD_CPU_REQUEST: '300m',
        WORKER_POD_MEM_LIMIT: '2Gi',
        METRICS_EXPORTER_PORT: '+9000',
        ENABLE_AFFINITY_CR_INJECTION: 'T',
        METRICS_EXPORTER_IMAGE: '',
      }),
    );
    expect([
      worker.containers[0].resources.requests.cpu,
      worker.containers[0].resources.limits.memory,
      worker.affinity,
    ]).toEqual(['300m', '2Gi', AFFINITY]);
    expect([exporter.ports[0].containerPort, exporter.image]).toEqual([
      9000,
      'containersol/locust_exporter:v0.5.0',
    ]);
  });

  test('numbers and missing values are read as texts, and nothing is no environment', () => {
    const env: any = { METRICS_EXPORTER_PORT: 9000, POD_CPU_REQUEST: undefined };
    expect(built(LocustOperatorSettings.fromEnvironment(env)).exporter.ports[0].containerPort).toBe(
      9000,
    );
    expect(built(LocustOperatorSettings.fromEnvironment(undefined as any))).toEqual(
      built(LocustOperatorSettings.binary()),
    );
  });

  test('what it would ignore is a warning', () => {
    expect(
      Findings.of(
        make(
          LocustOperatorSettings.fromEnvironment({
            METRICS_EXPORTER_PORT: '1h',
            POD_CPU_REQEST: '1',
          }),
          { scheduling: undefined },
        ),
      ).all.map(({ message, remedy }) => `${message}; ${remedy}`),
    ).toEqual([
      '"POD_CPU_REQEST" is not a setting that affects the objects of a test; perhaps you meant "POD_CPU_REQUEST"',
      'METRICS_EXPORTER_PORT is "1h", which the operator does not understand: it uses the default; use a whole number of 32 bits',
    ]);
  });

  test('what it would not start with is an error', () => {
    expect(() => make(LocustOperatorSettings.fromEnvironment({ POD_CPU_REQUEST: 'much' }))).toThrow(
      'invalid value for POD_CPU_REQUEST: "much" is not a valid Kubernetes quantity',
    );
  });

  test('Kafka is spoken of only where something is said', () => {
    expect(
      built(LocustOperatorSettings.fromEnvironment({ KAFKA_USERNAME: '', POD_CPU_REQUEST: '1' }))
        .worker.containers[0].env,
    ).toBeUndefined();
    expect(
      built(LocustOperatorSettings.fromEnvironment({ KAFKA_BOOTSTRAP_SERVERS: 'kafka:9092' }))
        .worker.containers[0].env,
    ).toHaveLength(7);
  });
});

test('Kafka is what it is by default, but for what is said', () => {
  const env = (kafka: LocustKafka) => {
    const { worker } = built(LocustOperatorSettings.chart({ kafka }));
    return worker.containers[0].env.map(({ name, value, valueFrom }: any) => [
      name,
      value ?? valueFrom,
    ]);
  };
  expect(env({})).toEqual([
    ['KAFKA_BOOTSTRAP_SERVERS', 'localhost:9092'],
    ['KAFKA_SECURITY_ENABLED', 'false'],
    ['KAFKA_SECURITY_PROTOCOL_CONFIG', 'SASL_PLAINTEXT'],
    ['KAFKA_SASL_MECHANISM', 'SCRAM-SHA-512'],
    ['KAFKA_SASL_JAAS_CONFIG', undefined],
    ['KAFKA_USERNAME', undefined],
    ['KAFKA_PASSWORD', undefined],
  ]);
  const securityProtocol = LocustKafkaSecurityProtocol.SASL_SSL;
  const saslMechanism = LocustKafkaSaslMechanism.PLAIN;
  const saslJaasConfig = LocustCredential.fromSecret(
    kplus.Secret.fromSecretName(Testing.chart(), 'kafka', 'kafka'),
    'jaas',
  );
  expect(
    env({ securityProtocol, saslMechanism, saslJaasConfig, bootstrapServers: undefined }).slice(
      0,
      5,
    ),
  ).toEqual([
    ['KAFKA_BOOTSTRAP_SERVERS', 'localhost:9092'],
    ['KAFKA_SECURITY_ENABLED', 'false'],
    ['KAFKA_SECURITY_PROTOCOL_CONFIG', 'SASL_SSL'],
    ['KAFKA_SASL_MECHANISM', 'PLAIN'],
    ['KAFKA_SASL_JAAS_CONFIG', { secretKeyRef: { name: 'kafka', key: 'jaas' } }],
  ]);
});

test('options stay as they are', () => {
  const options = {
    resources: { requests: { cpu: '1' } },
    exporter: { port: 9000 },
    kafka: { username: LocustCredential.fromSecretName('a', 'b') },
  };
  const before = JSON.stringify(options);
  built(LocustOperatorSettings.chart(options));
  expect(JSON.stringify(options)).toBe(before);
});

test.each<[object, string]>([
  [
    { exporter: { port: 70000 } },
    'the port of the metrics exporter is 70000; use a port from 1 to 65535 (locust/setting-out-of-range)',
  ],
  [
    { exporter: { imagePullPolicy: 'always' } },
    'settings.exporter.imagePullPolicy: "always" is not a valid value; must be one of Always, IfNotPresent, Never; perhaps you meant "Always" (input/type)',
  ],
  [{ jobTtl: -1 as any }, 'Jobs would be deleted -1 seconds after they finish'],
  [
    { resources: { limits: { cpu: 'much' } } },
    'invalid value for POD_CPU_LIMIT: "much" is not a valid Kubernetes quantity',
  ],
  [
    { defaultRuntimeClassName: 'gVisor' },
    'invalid value for DEFAULT_RUNTIME_CLASS_NAME: "gVisor" is not a valid RuntimeClass name',
  ],
  [
    { injectAfinity: true },
    'settings.injectAfinity: there is no option "injectAfinity", so true would have no effect; perhaps you meant "injectAffinity" (input/unknown-field)',
  ],
  [
    { exporter: { prt: 1 } },
    'settings.exporter.prt: there is no option "prt", so 1 would have no effect; perhaps you meant "port"',
  ],
  [
    { injectAffinity: 'false' },
    'settings.injectAffinity: "false" is neither true nor false; write it without quotes: false (input/type)',
  ],
  [
    { exporter: { port: '9646' } },
    'settings.exporter.port: "9646" is not a whole number; write it without quotes: 9646 (input/type)',
  ],
  [
    { exporter: 'x' },
    'settings.exporter: "x" is not an object; use an object with image, port, imagePullPolicy, resources (input/type)',
  ],
  [
    { resources: { requests: 5 } },
    'settings.resources.requests: 5 is not a map; use a map of keys and values (input/type)',
  ],
  [
    { kafka: { username: 'me' } },
    'settings.kafka.username: it is not a valid LocustCredential; call LocustCredential.fromSecret (input/type)',
  ],
  [
    { kafka: { securityProtocol: 'SASL-SSL' } },
    'settings.kafka.securityProtocol: "SASL-SSL" is not a valid value; must be one of PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL; perhaps you meant "SASL_SSL" (input/type)',
  ],
  [
    { kafka: { saslMechanism: 'SHA' } },
    'settings.kafka.saslMechanism: "SHA" is not a valid value; must be one of PLAIN, SCRAM-SHA-256, SCRAM-SHA-512, GSSAPI, OAUTHBEARER (input/type)',
  ],
  [
    { kafka: { bootstrapServers: ['kafka:9092'] } },
    'settings.kafka.bootstrapServers: ["kafka:9092"] is not a string; use a string (input/type)',
  ],
  [
    { kafka: { username: LocustCredential.fromSecretName('', 'user') } },
    'settings.kafka.username: the secret has no name, or no key; set both (pod/env-name)',
  ],
  [
    { kafka: { username: LocustCredential.fromSecretName('kafka', undefined as any) } },
    'settings.kafka.username: it is not a valid LocustCredential',
  ],
])('%j is refused by the test that uses it', (options, message) => {
  expect(() => make(LocustOperatorSettings.chart(options as LocustOperatorOptions))).toThrow(
    message,
  );
});

test('a credential that is no credential is not shown', () => {
  expect(() =>
    make(LocustOperatorSettings.chart({ kafka: { password: 's3cret' as any } })),
  ).not.toThrow('s3cret');
});

test('everything that is wrong with settings is told at once', () => {
  expect(() =>
    make(
      LocustOperatorSettings.chart({
        exporter: { port: 'x' },
        kafka: { username: 'y' },
        nothing: 1,
      } as any),
    ),
  ).toThrow(/^3 errors\n/);
});
