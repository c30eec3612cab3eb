import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, App, Chart, Duration, JsonPatch, Lazy, Size, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import {
  EfsSharedVolume,
  Findings,
  FindingsError,
  LocustCredential,
  LocustOperatorSettings,
  LocustRerun,
  LocustTarget,
  LocustTest,
  LocustTestFiles,
  LocustTestProps,
  Claim,
} from '../../../src';
import { locustTestSchemas } from '../../../src/locust/schema';
import { LOCUST_TEST_SHAPE } from '../../../src/locust/shape';
import { admit } from '../../../src/resource';
import { conformanceFolder } from '../../support/conformance';
import { find } from '../../support/manifests';
import { violationsOf } from '../../support/restricted';
import { expectValid } from '../../support/validate';

const PROPS: LocustTestProps = {
  image: 'locustio/locust:2.43.1',
  master: { command: '--locustfile /lotest/src/checkout.py --host https://shop.example' },
  worker: { command: '--locustfile /lotest/src/checkout.py', replicas: 20 },
};
const NEVER = { rerun: LocustRerun.NEVER };
const FILES = LocustTestFiles.fromInline({ 'checkout.py': 'from locust import HttpUser\n' });
const { READ_WRITE_ONCE, READ_WRITE_ONCE_POD, READ_WRITE_MANY } = kplus.PersistentVolumeAccessMode;

beforeAll(() => {
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterAll(() => jest.restoreAllMocks());

const chart = (namespace: string | undefined = 'load') =>
  new Chart(new App(), 'test', { namespace, disableResourceNameHashes: true });

function synthesize(scope: Chart): any[] {
  const manifests = Testing.synth(scope);
  expectValid(manifests);
  return manifests;
}

/** A test of these props in a chart of its own. */
const make = (props: object = {}, id = 'checkout') =>
  new LocustTest(chart(), id, { ...PROPS, ...props });
const chartOf = (test: Construct) => Chart.of(test);
const pods = (test: LocustTest) => {
  const [master, worker] = synthesize(chartOf(test))
    .filter(({ kind }) => kind === 'Job')
    .map(({ spec }) => spec.template.spec);
  return { master, worker };
};
const emptyDir = (scope: Construct, name = 'cache') =>
  kplus.Volume.fromEmptyDir(scope, name, name, { medium: kplus.EmptyDirMedium.MEMORY });
const warningsOf = (test: Construct) =>
  Findings.of(test).all.map(
    ({ severity, path, message, rule }) => `${severity} ${path}: ${message} (${rule})`,
  );

test('a test is a Service and a Job of each role', () => {
  const test = make({ testFiles: FILES });
  const [configMap, service, master, worker] = synthesize(chartOf(test));
  const name = test.testName;
  expect(name).toMatch(/^checkout-[0-9a-f]{8}$/);
  expect(configMap).toEqual({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `${name}-files`, namespace: 'load' },
    data: { 'checkout.py': 'from locust import HttpUser\n' },
    immutable: true,
  });
  expect(service.spec).toEqual({
    selector: { 'performance-test-pod-name': `${name}-master` },
    ports: [
      { name: 'port5557', protocol: 'TCP', port: 5557 },
      { name: 'port5558', protocol: 'TCP', port: 5558 },
      { name: 'prometheus-metrics', protocol: 'TCP', port: 9646 },
    ],
  });
  expect(
    [service, master, worker].map(({ kind, metadata }) => [
      kind,
      metadata.name,
      metadata.namespace,
    ]),
  ).toEqual([
    ['Service', `${name}-master`, 'load'],
    ['Job', `${name}-master`, 'load'],
    ['Job', `${name}-worker`, 'load'],
  ]);
  expect([master, worker].map(({ spec }) => spec.parallelism)).toEqual([1, 20]);
});

test('the pod of the workers reads as one would write it', () => {
  expect(pods(make({ ...NEVER, testFiles: FILES })).worker).toMatchInlineSnapshot(`
{
  "automountServiceAccountToken": false,
  "containers": [
    {
      "args": [
        "--locustfile",
        "/lotest/src/checkout.py",
        "--worker",
        "--master-port=5557",
        "--master-host=checkout-master",
      ],
      "image": "locustio/locust:2.43.1",
      "imagePullPolicy": "IfNotPresent",
      "name": "checkout-worker",
      "ports": [
        {
          "containerPort": 8080,
          "protocol": "TCP",
        },
      ],
      "resources": {
        "limits": {
          "cpu": "1",
          "ephemeral-storage": "50M",
          "memory": "1Gi",
        },
        "requests": {
          "cpu": "250m",
          "ephemeral-storage": "30M",
          "memory": "128Mi",
        },
      },
      "securityContext": {
        "allowPrivilegeEscalation": false,
        "capabilities": {
          "drop": [
            "ALL",
          ],
        },
      },
      "volumeMounts": [
        {
          "mountPath": "/lotest/src",
          "name": "checkout-worker",
        },
      ],
    },
  ],
  "restartPolicy": "Never",
  "securityContext": {
    "runAsNonRoot": true,
    "runAsUser": 1000,
    "seccompProfile": {
      "type": "RuntimeDefault",
    },
  },
  "volumes": [
    {
      "configMap": {
        "name": "checkout-files",
      },
      "name": "checkout-worker",
    },
  ],
}
`);
});

test('a data set for the workers and results of the master go where they belong', () => {
  const scope = chart();
  const datasets = new EfsSharedVolume(scope, 'datasets', {
    fileSystemId: 'fs-0123456789abcdef0',
    accessPointId: 'fsap-0123456789abcdef0',
  });
  const results = new Claim(scope, 'results', {
    accessModes: [READ_WRITE_ONCE],
    storage: Size.gibibytes(1),
  });
  const test = new LocustTest(scope, 'checkout', { ...PROPS, testFiles: FILES });
  test.volumes.mount('/data', datasets, { target: LocustTarget.WORKER, readOnly: true });
  test.volumes.keepResults({ claim: results, html: true, csv: true });
  const { master, worker } = pods(test);
  const name = test.testName;
  expect(worker.volumes.slice(1)).toEqual([
    { name: 'pvc-datasets', persistentVolumeClaim: { claimName: 'pvc-datasets', readOnly: false } },
  ]);
  expect(worker.containers[0].volumeMounts.slice(1)).toEqual([
    { name: 'pvc-datasets', mountPath: '/data', readOnly: true },
  ]);
  expect(master.volumes.slice(1)).toEqual([
    { name: 'locust-results', persistentVolumeClaim: { claimName: 'results' } },
  ]);
  expect(master.containers[0].volumeMounts.slice(1)).toEqual([
    { name: 'locust-results', mountPath: '/results' },
  ]);
  expect(master.containers[0].args.slice(-4)).toEqual([
    '--html',
    `/results/${name}.html`,
    '--csv',
    `/results/${name}`,
  ]);
  expect(worker.containers[0].args).not.toContain('--html');
  expect(Findings.of(scope).all).toEqual([]);
});

test('the objects are ApiObjects that can be patched, in the order in which they are applied', () => {
  const test = make(NEVER);
  test.masterJob!.addJsonPatch(JsonPatch.add('/spec/suspend', true));
  test.workerJob!.metadata.addAnnotation('argocd.argoproj.io/sync-wave', '1');
  const [service, master, worker] = synthesize(chartOf(test));
  expect([service.kind, master.spec.suspend, worker.metadata.annotations]).toEqual([
    'Service',
    true,
    { 'argocd.argoproj.io/sync-wave': '1' },
  ]);
});

test('two tests of one app wait for nothing of each other', () => {
  const scope = chart();
  for (const name of ['b', 'a']) new LocustTest(scope, name, { ...PROPS, ...NEVER });
  expect(synthesize(scope).map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    'Service b-master',
    'Job b-master',
    'Job b-worker',
    'Service a-master',
    'Job a-master',
    'Job a-worker',
  ]);
});

test('a chart without a namespace makes objects without one', () => {
  const scope = new Chart(new App(), 'test');
  new LocustTest(scope, 'checkout', { ...PROPS, testFiles: FILES }).volumes.keepResults({
    storage: Size.gibibytes(1),
  });
  expect(synthesize(scope).map(({ metadata }) => metadata.namespace)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('the namespace of the test is that of all its objects', () => {
  const test = make({ namespace: 'other', testFiles: FILES });
  test.volumes.keepResults({ storage: Size.gibibytes(1) });
  expect(synthesize(chartOf(test)).map(({ kind, metadata }) => [kind, metadata.namespace])).toEqual(
    [
      ['PersistentVolumeClaim', 'other'],
      ['ConfigMap', 'other'],
      ['Service', 'other'],
      ['Job', 'other'],
      ['Job', 'other'],
    ],
  );
});

test('synthesizing twice gives the same bytes', () => {
  const app = new App();
  const test = new LocustTest(new Chart(app, 'test'), 'checkout', { ...PROPS, testFiles: FILES });
  test.volumes.keepResults({ storage: Size.gibibytes(1) });
  expect(app.synthYaml()).toBe(app.synthYaml());
});

test('props stay as they are', () => {
  const props = {
    ...PROPS,
    labels: { team: 'shop' },
    env: { variables: [{ name: 'A', value: '1' }] },
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
    volumeMounts: [{ name: 'data', mountPath: '/data' }],
  };
  const before = JSON.stringify(props);
  const test = make(props);
  test.volumes.keepResults({ storage: Size.gibibytes(1) });
  synthesize(chartOf(test));
  test.toCustomResource().spec.master.command = 'changed';
  expect(JSON.stringify(props)).toBe(before);
  expect(test.toCustomResource().spec.master.command).toBe(PROPS.master.command);
});

describe('the name', () => {
  const nameWith = (
    props: object = {},
    change: (test: LocustTest) => void = () => undefined,
    id?: string,
  ) => {
    const test = make(props, id);
    change(test);
    return test.testName;
  };
  const mounted =
    (options: object, path = '/data') =>
    (test: LocustTest) =>
      test.volumes.mount(path, emptyDir(test), options);

  const changes: [string, object, ((test: LocustTest) => void)?][] = [
    ['the image', { image: 'locustio/locust:2.43.2' }],
    ['the pull policy', { imagePullPolicy: kplus.ImagePullPolicy.ALWAYS }],
    ['the pull secrets', { imagePullSecrets: [{ name: 'registry' }] }],
    ['the command of the master', { master: { command: '-f /a.py' } }],
    ['the command of the workers', { worker: { command: '-f /a.py', replicas: 20 } }],
    ['the number of workers', { worker: { ...PROPS.worker, replicas: 21 } }],
    ['labels of the pods', { worker: { ...PROPS.worker, labels: { team: 'shop' } } }],
    ['autostart', { master: { ...PROPS.master, autostart: false } }],
    [
      'autoquit',
      { master: { ...PROPS.master, autoquit: { enabled: true, timeout: Duration.seconds(10) } } },
    ],
    ['scheduling', { scheduling: { nodeSelector: { pool: 'load' } } }],
    ['affinity', { scheduling: { affinity: { podAntiAffinity: {} } } }],
    ['a variable', { env: { variables: [{ name: 'A', value: '1' }] } }],
    ['security', { security: { podSecurityContext: { runAsNonRoot: true } } }],
    [
      'telemetry',
      { observability: { openTelemetry: { enabled: true, endpoint: 'http://collector:4317' } } },
    ],
    ['the settings', { settings: LocustOperatorSettings.binary() }],
    [
      'volumes',
      {
        volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
        volumeMounts: [{ name: 'data', mountPath: '/data' }],
      },
    ],
    ['test files', { testFiles: LocustTestFiles.fromInline({ 'a.py': 'x' }) }],
    ['the content of test files', { testFiles: LocustTestFiles.fromInline({ 'a.py': 'y' }) }],
    ['the name of a test file', { testFiles: LocustTestFiles.fromInline({ 'b.py': 'x' }) }],
    ['a config map that exists', { testFiles: LocustTestFiles.fromConfigMapName('code') }],
    [
      'a library',
      {
        testFiles: LocustTestFiles.fromInline(
          { 'a.py': 'x' },
          { lib: LocustTestFiles.fromInline({ 'b.py': 'x' }) },
        ),
      },
    ],
    [
      'the content of the library',
      {
        testFiles: LocustTestFiles.fromInline(
          { 'a.py': 'x' },
          { lib: LocustTestFiles.fromInline({ 'b.py': 'y' }) },
        ),
      },
    ],
    [
      'the place of the files',
      { testFiles: LocustTestFiles.fromInline({ 'a.py': 'x' }, { mountPath: '/src' }) },
    ],
    ['a mount', {}, mounted({})],
    ['the path of a mount', {}, mounted({}, '/cache')],
    ['the target of a mount', {}, mounted({ target: LocustTarget.MASTER })],
    ['whether a mount is read-only', {}, mounted({ readOnly: true })],
    ['the subPath of a mount', {}, mounted({ subPath: 'a' })],
    ['results', {}, (test) => test.volumes.keepResults({ storage: Size.gibibytes(1) })],
    [
      'what is kept of the results',
      {},
      (test) => test.volumes.keepResults({ storage: Size.gibibytes(1), html: false }),
    ],
    [
      'where the results are',
      {},
      (test) => test.volumes.keepResults({ storage: Size.gibibytes(1), mountPath: '/out' }),
    ],
  ];

  const names = new Map(changes.map(([what, props, change]) => [what, nameWith(props, change)]));

  test.each(changes.map(([what]) => what))('changes with %s', (what) => {
    const others = [...names].filter(([other]) => other !== what).map(([, name]) => name);
    expect(names.get(what)).toMatch(/^checkout-[0-9a-f]{8}$/);
    expect([nameWith(), ...others]).not.toContain(names.get(what));
  });

  test('changes with the name itself', () => {
    expect(nameWith({}, undefined, 'a').split('-')[1]).not.toBe(
      nameWith({}, undefined, 'b').split('-')[1],
    );
  });

  test('stays with the order of fields, and of files', () => {
    const { image, master, worker } = PROPS;
    const one = new LocustTest(chart(), 'checkout', {
      image,
      master,
      worker,
      testFiles: LocustTestFiles.fromInline({ a: '1', b: '2' }),
    });
    const other = new LocustTest(chart(), 'checkout', {
      testFiles: LocustTestFiles.fromInline({ b: '2', a: '1' }),
      worker: { replicas: 20, command: worker.command },
      master,
      image,
    });
    expect(one.testName).toBe(other.testName);
  });

  test('stays with what is said though it is the default', () => {
    const said = {
      master: {
        ...PROPS.master,
        autostart: true,
        autoquit: { enabled: true, timeout: Duration.seconds(60) },
      },
      imagePullPolicy: kplus.ImagePullPolicy.IF_NOT_PRESENT,
      settings: LocustOperatorSettings.chart(),
    };
    expect(nameWith(said)).toBe(nameWith());
  });

  test('stays with the place in the tree, and with what stands beside it', () => {
    const scope = new Chart(new App(), 'elsewhere', { namespace: 'load' });
    new LocustTest(scope, 'another', PROPS);
    expect(new LocustTest(new Construct(scope, 'nested'), 'checkout', PROPS).testName).toBe(
      nameWith(),
    );
  });

  test.each([{}, { customResource: true }])(
    'stays with what can be changed in place: labels, annotations and namespace of the objects of %j',
    (props) => {
      expect(
        nameWith({
          ...props,
          labels: { team: 'shop' },
          annotations: { note: 'x' },
          namespace: 'other',
        }),
      ).toBe(nameWith(props));
    },
  );

  test('stays with the size of the claim that is made for the results', () => {
    const sized = (storage: Size) => nameWith({}, (test) => test.volumes.keepResults({ storage }));
    expect(sized(Size.gibibytes(2))).toBe(sized(Size.gibibytes(1)));
  });

  test('is in step everywhere', () => {
    const test = make({
      name: 'team.checkout',
      testFiles: FILES,
      runId: '42',
      rerun: LocustRerun.ON_CHANGE,
    });
    test.volumes.keepResults({ storage: Size.gibibytes(1) });
    const manifests = synthesize(chartOf(test));
    const name = test.testName;
    const dashed = name.replaceAll('.', '-');
    expect(name).toMatch(/^team\.checkout-42-[0-9a-f]{8}$/);
    expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'PersistentVolumeClaim team.checkout-results',
      `ConfigMap ${name}-files`,
      `Service ${dashed}-master`,
      `Job ${dashed}-master`,
      `Job ${dashed}-worker`,
    ]);
    const [
      ,
      ,
      service,
      {
        spec: { template: master },
      },
      {
        spec: { template: worker },
      },
    ] = manifests;
    expect(service.spec.selector['performance-test-pod-name']).toBe(
      master.metadata.labels['performance-test-pod-name'],
    );
    expect(worker.spec.containers[0].args).toContain(`--master-host=${service.metadata.name}`);
    expect(
      [master, worker].map(({ metadata }) => metadata.labels['performance-test-name']),
    ).toEqual([name, name]);
    expect([
      test.masterHost,
      test.service!.name,
      test.masterJob!.name,
      test.workerJob!.name,
    ]).toEqual([`${dashed}-master`, `${dashed}-master`, `${dashed}-master`, `${dashed}-worker`]);
  });

  test('has no hash with a run id, which is another test for another id', () => {
    expect([nameWith({ runId: '41' }), nameWith({ runId: '42', image: 'other' })]).toEqual([
      'checkout-41',
      'checkout-42',
    ]);
  });

  test.each<[string, object, boolean | undefined]>([
    ['a hash', {}, true],
    ['a run id', { runId: '42' }, true],
    ['a name that stays', NEVER, undefined],
  ])('with %s decides whether the files of a test can be exchanged', (_what, props, immutable) => {
    expect(
      find(synthesize(chartOf(make({ ...props, testFiles: FILES }))), 'ConfigMap').immutable,
    ).toBe(immutable);
  });

  test('has no hash where a changed test is to be refused', () => {
    expect([nameWith(NEVER), nameWith({ ...NEVER, image: 'other' })]).toEqual([
      'checkout',
      'checkout',
    ]);
  });

  test('once read, keeps out what would change it', () => {
    const test = make();
    const name = test.testName;
    expect(() => mounted({})(test)).toThrow(
      `test/checkout: the name "${name}" of the test was already used, and its hash would change; mount first, or set rerun: LocustRerun.NEVER`,
    );
    expect(() => test.volumes.keepResults({ storage: Size.gibibytes(1) })).toThrow(
      'was already used',
    );
    expect(() => test.volumes.addVolume({ name: 'x', emptyDir: {} })).toThrow('was already used');
    expect(() => test.volumes.addMount({ name: 'x', mountPath: '/x' })).toThrow('was already used');
    expect(synthesize(chartOf(test)).map(({ kind }) => kind)).toEqual(['Service', 'Job', 'Job']);
  });

  test('is not read by those who only look', () => {
    const test = make();
    Findings.of(chartOf(test)).all;
    const [
      {
        metadata: { name: first },
      },
    ] = synthesize(chartOf(test));
    mounted({})(test);
    const [
      {
        metadata: { name: second },
      },
    ] = synthesize(chartOf(test));
    expect(first).not.toBe(second);
  });

  test('of an object, once read, does so as well', () => {
    const test = make();
    expect(test.service!.name).toMatch(/^checkout-[0-9a-f]{8}-master$/);
    expect(() => mounted({})(test)).toThrow('was already used');
  });

  test('without a hash keeps nothing out', () => {
    const test = make(NEVER);
    expect(test.testName).toBe('checkout');
    mounted({})(test);
    expect(pods(test).worker.volumes).toEqual([{ name: 'cache', emptyDir: { medium: 'Memory' } }]);
  });
});

describe('the objects', () => {
  test('are labelled, with the labels of the user on top', () => {
    const manifests = synthesize(
      chartOf(
        make({
          ...NEVER,
          labels: { team: 'shop', 'app.kubernetes.io/name': 'load' },
          annotations: { 'example.com/note': 'a: b' },
        }),
      ),
    );
    expect(manifests.map(({ metadata }) => [metadata.labels, metadata.annotations])).toEqual(
      ['master', 'master', 'worker'].map((component) => [
        {
          'app.kubernetes.io/name': 'load',
          'app.kubernetes.io/instance': 'checkout',
          'app.kubernetes.io/component': component,
          team: 'shop',
        },
        { 'example.com/note': 'a: b' },
      ]),
    );
  });

  test('keep the labels of their chart', () => {
    const scope = new Chart(new App(), 'test', { labels: { chart: 'yes' } });
    new LocustTest(scope, 'checkout', { ...PROPS, testFiles: FILES });
    expect(synthesize(scope).map(({ metadata }) => metadata.labels.chart)).toEqual([
      'yes',
      'yes',
      'yes',
      'yes',
    ]);
  });

  test('have pods that pass Pod Security restricted, mount no token and name no operator', () => {
    const manifests = synthesize(chartOf(make({ testFiles: FILES })));
    expect(manifests.flatMap(violationsOf)).toEqual([]);
    for (const {
      spec: { template },
    } of manifests.filter(({ kind }) => kind === 'Job')) {
      expect(template.spec.automountServiceAccountToken).toBe(false);
      expect(Object.keys(template.metadata.labels)).toEqual([
        'app',
        'performance-test-name',
        'performance-test-pod-name',
      ]);
    }
  });

  test('take the security of the test in place of their own, for the pods and for the containers', () => {
    const podSecurityContext = { fsGroup: 2000, runAsUser: 0 };
    const { master, worker } = pods(make({ security: { podSecurityContext } }));
    const unprivileged = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
    const expected = [podSecurityContext, unprivileged];
    expect(
      [master, worker].map((pod) => [pod.securityContext, pod.containers[0].securityContext]),
    ).toEqual([expected, expected]);
    const containerSecurityContext = { privileged: true };
    const own = pods(make({ security: { containerSecurityContext } })).master;
    expect([own.securityContext.runAsUser, own.containers[0].securityContext]).toEqual([
      1000,
      containerSecurityContext,
    ]);
    expect(own.initContainers[0].securityContext).toEqual({
      ...unprivileged,
      readOnlyRootFilesystem: true,
    });
  });

  test('ask for no user and no group where the platform chooses them', () => {
    const context = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };
    const kept = (options: object) => {
      const test = make({ userFromPlatform: true });
      test.volumes.keepResults({ storage: Size.gibibytes(1), ...options });
      return test;
    };
    const { master, worker } = pods(kept({}));
    expect([master.securityContext, worker.securityContext]).toEqual([context, context]);
    expect(synthesize(chartOf(kept({}))).flatMap(violationsOf)).toEqual([]);
    expect(pods(kept({ fsGroup: 5 })).master.securityContext).toEqual({ fsGroup: 5, ...context });
    const scope = chart();
    const test = new LocustTest(scope, 'checkout', { ...PROPS, userFromPlatform: true });
    test.volumes.keepResults({
      claim: kplus.PersistentVolumeClaim.fromClaimName(scope, 'c', 'shared'),
    });
    expect([warningsOf(test), test.toCustomResource().spec.security]).toEqual([[], undefined]);
  });

  test('may have a label managed-by of the user', () => {
    const [, , worker] = synthesize(
      chartOf(make({ worker: { ...PROPS.worker, labels: { 'managed-by': 'us' } } })),
    );
    expect(worker.spec.template.metadata.labels['managed-by']).toBe('us');
  });

  test('know nothing of Kafka, unless it is asked for', () => {
    expect(pods(make()).master.containers[0].env).toBeUndefined();
  });

  test('know Kafka with credentials from secrets', () => {
    const settings = LocustOperatorSettings.chart({
      kafka: {
        bootstrapServers: 'kafka:9092',
        securityEnabled: true,
        username: LocustCredential.fromSecretName('kafka', 'user'),
        password: LocustCredential.fromSecretName('kafka', 'password'),
      },
    });
    expect(pods(make({ settings })).worker.containers[0].env).toEqual([
      { name: 'KAFKA_BOOTSTRAP_SERVERS', value: 'kafka:9092' },
      { name: 'KAFKA_SECURITY_ENABLED', value: 'true' },
      { name: 'KAFKA_SECURITY_PROTOCOL_CONFIG', value: 'SASL_PLAINTEXT' },
      { name: 'KAFKA_SASL_MECHANISM', value: 'SCRAM-SHA-512' },
      { name: 'KAFKA_SASL_JAAS_CONFIG' },
      { name: 'KAFKA_USERNAME', valueFrom: { secretKeyRef: { name: 'kafka', key: 'user' } } },
      { name: 'KAFKA_PASSWORD', valueFrom: { secretKeyRef: { name: 'kafka', key: 'password' } } },
    ]);
  });

  test('have no credential in clear text', () => {
    const settings = LocustOperatorSettings.chart({
      kafka: { password: LocustCredential.fromClearText('s3cret') },
    });
    expect(() => make({ settings })).toThrow('KAFKA_PASSWORD would be in clear text in every pod');
    expect(() => make({ settings })).not.toThrow('s3cret');
  });

  test('may have the user of Kafka in clear text, with a warning', () => {
    const settings = LocustOperatorSettings.chart({
      kafka: { username: LocustCredential.fromClearText('load') },
    });
    const test = make({ settings });
    expect(pods(test).master.containers[0].env[5]).toEqual({
      name: 'KAFKA_USERNAME',
      value: 'load',
    });
    expect(Findings.of(test).all).toEqual([
      {
        rule: 'locust/user-name-in-clear-text',
        severity: 'warning',
        path: '',
        message: 'KAFKA_USERNAME would be in clear text in every pod',
        remedy:
          'set a variable KAFKA_USERNAME of the test with valueFrom.secretKeyRef, or use LocustCredential.fromSecret in the settings',
        construct: 'test/checkout',
      },
    ]);
  });

  test('have each variable once, where it was first, with the value that was last', () => {
    const variables = [
      { name: 'A', value: '1' },
      { name: 'B', value: '2' },
      { name: 'A', value: '3' },
    ];
    const test = make({ env: { variables } });
    expect(pods(test).master.containers[0].env).toEqual([
      { name: 'A', value: '3' },
      { name: 'B', value: '2' },
    ]);
    expect(warningsOf(test)).toEqual([
      'warning env.variables[2].name: "A" is already set, by env.variables[0]; this one wins (pod/env-twice)',
    ]);
  });

  test("keep the labels of a volume's own claim, which the operator loses", () => {
    const test = make({
      volumes: [
        {
          name: 'scratch',
          ephemeral: {
            volumeClaimTemplate: {
              metadata: { labels: { team: 'shop' } },
              spec: {
                accessModes: ['ReadWriteOnce'],
                resources: { requests: { storage: kplus.k8s.Quantity.fromString('1Gi') } },
              },
            },
          },
        },
      ],
      volumeMounts: [{ name: 'scratch', mountPath: '/scratch', target: LocustTarget.WORKER }],
    });
    expect(pods(test).worker.volumes[0].ephemeral.volumeClaimTemplate.metadata).toEqual({
      labels: { team: 'shop' },
    });
  });
});

describe('mistakes', () => {
  test('are told all at once, with their remedies', () => {
    expect(() =>
      make({
        image: '',
        name: '2fa_login',
        worker: { command: '', replicas: 20, labels: { team: 'a team' } },
        volumeMounts: [{ name: 'dta', mountPath: '/lotest/src/data' }],
        testFiles: FILES,
        settings: LocustOperatorSettings.chart({
          kafka: { password: LocustCredential.fromClearText('me') },
        }),
        observability: { openTelemetry: { enabled: true } },
      }),
    ).toThrow(`7 errors
  error: test/checkout: volumeMounts[0].mountPath: volumeMount path "/lotest/src/data" conflicts with reserved path "/lotest/src"; \
mount it elsewhere than /lotest/src, or move the test files with testFiles.mountPath (locust/mount-path-reserved)
  error: test/checkout: volumeMounts[0].name: volumeMount "dta" references undefined volume; add the volume to volumes (locust/mount-undefined)
  error: test/checkout: observability.openTelemetry.endpoint: observability.openTelemetry.endpoint is required when OpenTelemetry is enabled; \
set the endpoint, such as http://collector:4317, or disable telemetry (locust/telemetry-endpoint)
  error: test/checkout: name: the Service would be "2fa_login-00000000-master": a DNS-1035 label must consist of lower case alphanumeric characters or '-', \
start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?'); \
use a name that begins with a letter (locust/test-name)
  error: test/checkout: image: the image is empty; name it, such as locustio/locust:2.43.1 (pod/image)
  error: test/checkout: worker.labels.team: the value "a team": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', \
and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is \
'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?'); use at most 63 letters, digits, dashes, dots and underscores (pod/label)
  error: test/checkout: KAFKA_PASSWORD would be in clear text in every pod; \
set a variable KAFKA_PASSWORD of the test with valueFrom.secretKeyRef, or use LocustCredential.fromSecret in the settings (locust/credential-in-clear-text)`);
  });

  const outOfBounds = {
    worker: { command: '', replicas: 0, resources: { limits: { cpu: 'lots' } } },
    volumeMounts: [{ name: 'dta', mountPath: '/data', target: 'all' }],
    env: { variables: [{ name: 'A=B', value: '1' }] },
  };
  const linesOf = (props: object) => {
    try {
      return Findings.of(make(props)).all.map(({ path }) => path);
    } catch (error) {
      return (error as FindingsError).findings.map(({ path }) => path);
    }
  };

  test('that are only out of bounds leave the others to be told, and are told once', () => {
    const schema = ['volumeMounts[0].target', 'worker.replicas', 'worker.resources.limits.cpu'];
    expect(linesOf(outOfBounds).sort()).toEqual([
      'env.variables[0].name',
      'volumeMounts[0].name',
      ...schema,
    ]);
    expect(linesOf({ ...outOfBounds, operatorMode: true }).sort()).toEqual(schema);
  });

  test('of another shape are told alone', () => {
    expect(linesOf({ ...outOfBounds, image: 5 }).sort()).toEqual([
      'image',
      'volumeMounts[0].target',
      'worker.replicas',
      'worker.resources.limits.cpu',
    ]);
  });

  const cases: [string, object, string][] = [
    [
      'a text for true or false',
      { operatorMode: 'false' },
      'test/checkout: operatorMode: "false" is neither true nor false; write it without quotes: false (input/type)',
    ],
    [
      'a text for true or false inside',
      { master: { ...PROPS.master, autoquit: { enabled: 'false' } } },
      'test/checkout: master.autoquit.enabled: "false" is neither true nor false; write it without quotes: false (input/type)',
    ],
    [
      'too few workers',
      { worker: { command: '', replicas: 0 } },
      'should be greater than or equal to 1; use 1 or more (locust/schema)',
    ],
    ['a misspelled option', { testfiles: FILES }, 'testfiles: there is no option "testfiles"'],
    [
      'a misspelled option inside',
      { master: { ...PROPS.master, autoStart: false } },
      'master.autoStart: there is no option "autoStart", so false would have no effect; perhaps you meant "autostart" (input/unknown-field)',
    ],
    [
      'a misspelled option of a volume',
      { volumes: [{ name: 'a', emptyDir: { sizLimit: '1Gi' } }] },
      'volumes[0].emptyDir.sizLimit: unknown field "sizLimit"; perhaps you meant "sizeLimit"',
    ],
    [
      'too many workers',
      { worker: { command: '', replicas: 501 } },
      'worker.replicas: spec.worker.replicas: Invalid value: 501: spec.worker.replicas in body should be less than or equal to 500',
    ],
    [
      'a name that leaves no room for the hash',
      { name: 'n'.repeat(48) },
      'is too long: generated Job names would exceed 63 characters (max CR name length is 56); use a name of at most 47 characters: the run id and the hash are added to it',
    ],
    [
      'a name that leaves no room for the run id',
      { name: 'n'.repeat(50), runId: '2026-11-21' },
      'use a name of at most 45 characters: the run id and the hash are added to it',
    ],
    ['a run id that leaves no room for a name', { runId: 'r'.repeat(60) }, 'use a shorter runId'],
    [
      'a name that is too long by itself',
      { name: 'n'.repeat(57), ...NEVER },
      'use a name of at most 56 characters (locust/name-too-long)',
    ],
    [
      'a name with two dots',
      { name: 'a..b' },
      'name: "a..b": a lowercase RFC 1123 subdomain must consist of',
    ],
    [
      'a name in upper case',
      { name: 'Checkout' },
      'name: the Service would be "Checkout-00000000-master"',
    ],
    [
      'no name',
      { name: '' },
      'name: the name is empty; use a name that begins with a letter (locust/test-name)',
    ],
    [
      'a run id in upper case',
      { runId: 'Run 42' },
      'runId: "Run 42" cannot be part of a name; use lower-case letters, digits and dashes (locust/run-id)',
    ],
    ['an empty run id', { runId: '' }, 'runId: "" cannot be part of a name'],
    [
      'an unknown answer to changes',
      { rerun: 'always' },
      'rerun: "always" is not a valid value; must be one of onChange, never (input/type)',
    ],
    [
      'a label of the objects that is none',
      { labels: { team: 'a team' } },
      'labels.team: the value "a team": a valid label must be',
    ],
    [
      'a key of an annotation that is none',
      { annotations: { 'a b': '' } },
      'annotations.a b: the key "a b": name part must consist of',
    ],
    [
      'annotations of a byte too many',
      { annotations: { a: 'x'.repeat(256 * 1024) } },
      'annotations: the keys and values of the annotations have 262145 bytes, but at most 262144 are allowed; remove or shorten some (pod/annotation-size)',
    ],
    [
      'annotations of pods of a byte too many',
      { worker: { ...PROPS.worker, annotations: { a: 'x'.repeat(256 * 1024) } } },
      'worker.annotations: the keys and values of the annotations have 262145 bytes, but at most 262144 are allowed',
    ],
    ['a namespace that is none', { namespace: 'a.b' }, 'namespace: "a.b": must not contain dots'],
    [
      'a namespace that is not a text',
      { namespace: 5 },
      'namespace: 5 is not a string; write it in quotes: "5" (input/type)',
    ],
    [
      'a name that is known late',
      { name: Lazy.any({ produce: () => 'x' }) },
      'name: name is known only at synthesis; pass a plain value (input/known-late)',
    ],
    [
      'a construct where data is meant',
      { env: { variables: [new App()] } },
      'env.variables[0]: env.variables[0] contains an object of "App", which is not plain data',
    ],
    [
      'a library of a library',
      {
        testFiles: LocustTestFiles.fromInline(
          { a: '' },
          {
            lib: LocustTestFiles.fromInline(
              { a: '' },
              { lib: LocustTestFiles.fromInline({ a: '' }) },
            ),
          },
        ),
      },
      'testFiles: the library has its own testFiles; use a library of files only (locust/test-files)',
    ],
    [
      'test files that are a path',
      { testFiles: 'load' },
      'testFiles: "load" is not a LocustTestFiles; call one of the functions of LocustTestFiles (input/type)',
    ],
    [
      'a library that is a path',
      { testFiles: LocustTestFiles.fromInline({ a: '' }, { lib: 'lib' as any }) },
      'testFiles.lib: "lib" is not a LocustTestFiles; call one of the functions of LocustTestFiles (input/type)',
    ],
    [
      'settings that are a word',
      { settings: 'chart' },
      'settings: "chart" is not a LocustOperatorSettings; call one of the functions of LocustOperatorSettings (input/type)',
    ],
    [
      'settings that are null',
      { settings: null },
      'settings: null is not a LocustOperatorSettings',
    ],
  ];

  test.each(cases)('such as %s are refused', (_what, wrong, message) => {
    expect(() => make(wrong)).toThrow(message);
  });

  const FIELDS = [
    'image',
    'imagePullPolicy',
    'imagePullSecrets',
    'master',
    'worker',
    'scheduling',
    'env',
    'security',
    'observability',
    'volumes',
    'volumeMounts',
    'name',
    'namespace',
    'runId',
    'rerun',
    'labels',
    'annotations',
    'customResource',
    'operatorMode',
    'testFiles',
    'settings',
  ];
  const INNER = [
    ['master', 'resources'],
    ['worker', 'labels'],
    ['worker', 'extraArgs'],
    ['env', 'variables'],
    ['env', 'secretMounts'],
    ['scheduling', 'tolerations'],
    ['observability', 'openTelemetry'],
    ['security', 'podSecurityContext'],
  ];
  const WRONG = [
    5,
    'x',
    true,
    null,
    [],
    {},
    [null],
    [5],
    ['x'],
    [{}],
    [{ name: 5 }],
    [{ name: 'x', mountPath: 5 }],
    { command: 5 },
    NaN,
    Symbol.iterator.toString,
  ];

  test.each([...FIELDS.map((field) => [field, '']), ...INNER])(
    'of the wrong type, in %s %s, are findings and no TypeErrors',
    (field, inner) => {
      for (const wrong of WRONG) {
        const props: any = { ...PROPS };
        props[field] = inner ? { ...props[field], [inner]: wrong } : wrong;
        try {
          Findings.of(make(props)).all;
        } catch (error) {
          expect(error).toBeInstanceOf(FindingsError);
        }
      }
    },
  );

  test('of a caller that gives nothing at all are findings', () => {
    expect(() => new LocustTest(chart(), 'checkout', undefined as any)).toThrow(
      'image: spec.image: Required value',
    );
  });

  test('leave nothing behind that a synthesis would trip over', () => {
    const scope = chart();
    expect(() => new LocustTest(scope, 'bad', { ...PROPS, image: '' })).toThrow(FindingsError);
    scope.node.tryRemoveChild('bad');
    expect(synthesize(scope)).toEqual([]);
  });
});

describe('warnings', () => {
  const withClaim = (
    modes: kplus.PersistentVolumeAccessMode[],
    target: LocustTarget | undefined,
    replicas = 20,
    props: object = {},
  ) => {
    const scope = chart();
    const claim = new Claim(scope, 'data', { accessModes: modes, storage: Size.gibibytes(1) });
    const test = new LocustTest(scope, 'checkout', {
      ...PROPS,
      worker: { command: '', replicas },
      ...props,
    });
    test.volumes.mount('/data', claim, { target });
    return test;
  };
  const FAN_OUT =
    'warning volumes[0].persistentVolumeClaim.claimName: the claim "data" is for one node (ReadWriteOnce), but 21 pods (1 master, 20 workers) mount it (locust/claim-fan-out)';

  test('there are none for annotations of just 256 KiB', () => {
    expect(warningsOf(make({ annotations: { a: 'x'.repeat(256 * 1024 - 1) } }))).toEqual([]);
  });

  test('there are none for a usual test', () => {
    expect(warningsOf(make({ testFiles: FILES }))).toEqual([]);
  });

  test('a source of volumes that is not known yet may be misspelled, and is written', () => {
    const test = make({
      volumes: [{ name: 'x', emptyDri: {} }],
      volumeMounts: [{ name: 'x', mountPath: '/x' }],
    });
    expect(warningsOf(test)).toEqual([
      'warning volumes[0].emptyDri: unknown field "emptyDri" (locust/schema)',
    ]);
    expect(Testing.synth(chartOf(test))[1].spec.template.spec.volumes).toEqual([
      { name: 'x', emptyDri: {} },
    ]);
  });

  test('a claim for one node that many pods mount', () => {
    expect(warningsOf(withClaim([READ_WRITE_ONCE], undefined))).toEqual([FAN_OUT]);
  });

  test('no claim for one node that the master mounts, and none for many', () => {
    expect(warningsOf(withClaim([READ_WRITE_ONCE], LocustTarget.MASTER))).toEqual([]);
    expect(warningsOf(withClaim([READ_WRITE_MANY], undefined))).toEqual([]);
  });

  test('a claim for one node that somebody else of the app has, too', () => {
    const test = withClaim([READ_WRITE_ONCE], LocustTarget.MASTER);
    new ApiObject(chartOf(test), 'shop', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'shop' },
      spec: {
        containers: [],
        volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
      },
    });
    expect(warningsOf(test)).toEqual([
      'warning volumes[0].persistentVolumeClaim.claimName: the claim "data" is for one node (ReadWriteOnce), but Pod/load/shop uses it as well (locust/claim-fan-out)',
    ]);
  });

  test('a claim for one pod that many mount is an error', () => {
    const test = withClaim([READ_WRITE_ONCE_POD], LocustTarget.WORKER);
    expect(() => Testing.synth(chartOf(test))).toThrow(
      'test/checkout: volumes[0].persistentVolumeClaim.claimName: the claim "data" is for one pod (ReadWriteOncePod), but 20 pods (20 workers) mount it',
    );
  });

  test('a claim for one pod that one worker mounts is fine', () => {
    expect(warningsOf(withClaim([READ_WRITE_ONCE_POD], LocustTarget.WORKER, 1))).toEqual([]);
  });

  test('what the operator takes is no error in its mode', () => {
    expect(
      warningsOf(
        withClaim([READ_WRITE_ONCE_POD], LocustTarget.WORKER, 20, { operatorMode: true }),
      ).map((line) => line.split(' ')[0]),
    ).toEqual(['warning']);
  });

  test('claims are known however they were made', () => {
    const scope = chart();
    new kplus.PersistentVolumeClaim(scope, 'a', {
      metadata: { name: 'a' },
      accessModes: [READ_WRITE_ONCE],
    });
    new ApiObject(scope, 'b', {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'b' },
      spec: { accessModes: ['ReadWriteOnce'] },
    } as any);
    new ApiObject(scope, 'c', {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'c', namespace: 'other' },
      spec: { accessModes: ['ReadWriteOnce'] },
    } as any);
    new ApiObject(scope, 'd', {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'd' },
      spec: { accessModes: 'ReadWriteOnce' },
    } as any);
    const names = ['a', 'b', 'c', 'd', 'unknown'];
    const test = new LocustTest(scope, 'checkout', {
      ...PROPS,
      volumes: names.map((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
      volumeMounts: names.map((name) => ({ name, mountPath: `/${name}` })),
    });
    const own = Findings.of(test).all.filter(({ rule }) => rule.startsWith('locust/'));
    expect(own.map(({ message }) => message.split(' is ')[0])).toEqual([
      'the claim "a"',
      'the claim "b"',
    ]);
  });

  test('are accepted with a reason', () => {
    const test = withClaim([READ_WRITE_ONCE], undefined);
    Findings.of(test).acknowledge('locust/claim-fan-out', 'one node');
    expect(warningsOf(test)).toEqual([]);
  });

  test('of the settings are told', () => {
    expect(
      warningsOf(
        make({ settings: LocustOperatorSettings.fromEnvironment({ POD_CPU_REQEST: '1' }) }),
      ),
    ).toEqual([
      'warning : "POD_CPU_REQEST" is not a setting that affects the objects of a test (locust/setting-ignored)',
    ]);
  });

  test('of an emptyDir go away with the limit', () => {
    const props = {
      volumes: [{ name: 'tmp', emptyDir: {} }],
      volumeMounts: [{ name: 'tmp', mountPath: '/scratch' }],
    };
    expect(warningsOf(make(props))).toEqual([
      'warning volumes[0].emptyDir: the emptyDir "tmp" has no sizeLimit, but a pod of the master is evicted when it uses more than "100M" of ephemeral-storage (locust/empty-dir-too-large)',
    ]);
    const resources = { limits: { cpu: kplus.k8s.Quantity.fromString('1') } };
    const exporter = { limits: { 'ephemeral-storage': '1Gi' } };
    const settings = LocustOperatorSettings.chart({
      exporter: { resources: exporter },
      resources: exporter,
    });
    const small = {
      ...props,
      volumes: [{ name: 'tmp', emptyDir: { sizeLimit: kplus.k8s.Quantity.fromString('900Mi') } }],
    };
    expect(warningsOf(make({ ...small, settings }))).toEqual([]);
    expect(
      warningsOf(make({ ...small, settings, worker: { ...PROPS.worker, resources } })),
    ).toEqual([]);
  });
});

describe('files that -f names', () => {
  const command = {
    master: { command: '-f /lotest/src/chekout.py' },
    worker: { command: '-f /lotest/src/checkout.py', replicas: 1 },
  };
  const line =
    'warning master.command: "/lotest/src/chekout.py" is not among the test files (locust/locustfile)';

  test.each([
    ['of the test', { 'checkout.py': '' }],
    ['of the test in folders', { 'checkout.py': '', 'lib/a.py': '' }],
  ])('are looked for among those %s', (_what, files) => {
    expect(
      warningsOf(make({ ...command, testFiles: LocustTestFiles.fromInline(files as any) })),
    ).toEqual([line]);
  });

  test('are looked for in a config map of the app, in the namespace of the test', () => {
    const scope = chart();
    const map = (id: string, namespace: string) =>
      new ApiObject(scope, id, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'code', namespace },
        data: { 'checkout.py': '' },
      });
    map('elsewhere', 'other');
    const test = new LocustTest(scope, 'checkout', {
      ...PROPS,
      ...command,
      testFiles: LocustTestFiles.fromConfigMapName('code'),
    });
    expect(warningsOf(test).filter((one) => one.includes('locust/'))).toEqual([]);
    map('here', 'load');
    expect(warningsOf(test)).toEqual([line]);
  });
});

describe('tests of one app', () => {
  const twice = (first: string, second: string, props: object = NEVER) => {
    const app = new App();
    new LocustTest(new Chart(app, 'one', { namespace: 'load' }), first, { ...PROPS, ...props });
    new LocustTest(new Chart(app, 'two', { namespace: 'load' }), second, { ...PROPS, ...props });
    return () => app.synthYaml();
  };

  test('must not have names that make the same objects', () => {
    expect(twice('a.b', 'a-b')).toThrow(
      'two/a-b: name: the tests "a.b" (one/a.b) and "a-b" both create "a-b-master" and "a-b-worker"; rename one of them (locust/test-name-taken)',
    );
  });

  test('may be called a.b and a-b with hashes', () => {
    expect(twice('a.b', 'a-b', {})).not.toThrow();
  });

  test('must not be the same one twice', () => {
    expect(twice('a', 'a', {})).toThrow(
      /two\/a: name: the tests "a-[0-9a-f]{8}" \(one\/a\) and "a-[0-9a-f]{8}" both create/,
    );
  });

  test('may have one name in two namespaces', () => {
    const app = new App();
    for (const namespace of ['one', 'two']) {
      new LocustTest(new Chart(app, namespace, { namespace }), 'checkout', { ...PROPS, ...NEVER });
    }
    expect(() => app.synthYaml()).not.toThrow();
  });

  test.each(['custom resource', 'Jobs'])('must not be one that is also there as %s', (kind) => {
    const scope = chart();
    new LocustTest(scope, 'checkout', {
      ...PROPS,
      ...NEVER,
      customResource: kind === 'custom resource',
    });
    new LocustTest(scope, 'again', { ...PROPS, ...NEVER, name: 'checkout' });
    expect(() => Testing.synth(scope)).toThrow(
      'test/again: name: the tests "checkout" (test/checkout) and "checkout" both create',
    );
  });

  test('must not make a Service that somebody else makes', () => {
    const scope = chart();
    new ApiObject(scope, 'other', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'checkout-master' },
    });
    new LocustTest(scope, 'checkout', { ...PROPS, ...NEVER });
    expect(() => Testing.synth(scope)).toThrow(
      'test/checkout: name: the test "checkout" creates the Service "checkout-master", which test/other creates as well; rename one of them (locust/test-name-taken)',
    );
  });
});

describe('operator mode', () => {
  interface Case {
    id: string;
    operatorEnv: { [name: string]: string };
    input: any;
    schemaErrors: string[];
    webhookError?: string;
    configError?: string;
    builtAfterDefaulting?: any;
  }
  const folder = conformanceFolder('locust');
  const cases: Case[] = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  /** Test files of a case in the words of the construct, which has no paths without files. */
  const filesOf = ({ configMapRef, libConfigMapRef, srcMountPath, libMountPath }: any = {}) => {
    const lib = libConfigMapRef
      ? LocustTestFiles.fromConfigMapName(
          libConfigMapRef,
          libMountPath ? { mountPath: libMountPath } : {},
        )
      : undefined;
    const options = {
      ...(srcMountPath ? { mountPath: srcMountPath } : {}),
      ...(lib ? { lib } : {}),
    };
    if (configMapRef) return LocustTestFiles.fromConfigMapName(configMapRef, options);
    return lib && LocustTestFiles.onlyLib(lib);
  };
  /** Accepted, and without options that there are not: those are errors here. */
  const sayable = ({
    input: { apiVersion, spec },
    schemaErrors,
    webhookError,
    configError,
  }: Case) =>
    apiVersion === 'locust.io/v2' &&
    spec &&
    Object.keys(spec).every(
      (field) => field === 'testFiles' || Object.hasOwn(LOCUST_TEST_SHAPE.fields, field),
    ) &&
    schemaErrors.length === 0 &&
    webhookError === '' &&
    configError === undefined &&
    (!spec.testFiles ||
      spec.testFiles.libConfigMapRef ||
      (spec.testFiles.configMapRef && !spec.testFiles.libMountPath));

  test.each(cases.filter(sayable).map((one) => [one.id, one] as const))(
    'writes what the operator makes of %s',
    (_id, { input: { metadata, spec }, operatorEnv, builtAfterDefaulting }) => {
      const scope = new Chart(new App(), 'test');
      new LocustTest(scope, 'checkout', {
        ...spec,
        testFiles: filesOf(spec.testFiles),
        name: metadata.name,
        namespace: metadata.namespace,
        settings: LocustOperatorSettings.fromEnvironment(operatorEnv),
        operatorMode: true,
      });
      const { service, masterJob, workerJob } = builtAfterDefaulting;
      expect(Testing.synth(scope)).toEqual([service, masterJob, workerJob]);
    },
  );

  test('refuses in the words of the operator, and warns of what only we object to', () => {
    const wrong = {
      operatorMode: true,
      volumes: [
        { name: 'secret-a', emptyDir: { medium: 'Memory' } },
        { name: 'locust-lib', emptyDir: { medium: 'Memory' } },
      ],
      image: '',
    };
    const findings = () => {
      try {
        return Findings.of(make(wrong)).all;
      } catch (error) {
        return (error as FindingsError).findings;
      }
    };
    expect(findings().map(({ severity, message }) => [severity, message])).toEqual([
      ['error', 'volume name "secret-a" uses reserved prefix "secret-"'],
    ]);
    expect(warningsOf(make({ operatorMode: true, image: '' }))).toEqual([
      'warning image: the image is empty (pod/image)',
    ]);
  });

  test('has no hash, labels or protocols, and the variables of Kafka', () => {
    const test = make({ operatorMode: true, testFiles: FILES });
    const [configMap, service, master] = synthesize(chartOf(test));
    expect([configMap, service, master].map(({ metadata }) => metadata)).toEqual([
      { name: 'checkout-files', namespace: 'load' },
      { name: 'checkout-master', namespace: 'load' },
      { name: 'checkout-master', namespace: 'load' },
    ]);
    expect(configMap.immutable).toBeUndefined();
    expect(master.spec.template.spec.containers[0].ports[0]).toEqual({ containerPort: 5557 });
    expect(master.spec.template.spec.containers[0].env).toHaveLength(7);
  });

  test('takes a credential in clear text, with a warning', () => {
    const test = make({
      operatorMode: true,
      settings: LocustOperatorSettings.chart({
        kafka: { password: LocustCredential.fromClearText('s3cret') },
      }),
    });
    expect(pods(test).master.containers[0].env[6]).toEqual({
      name: 'KAFKA_PASSWORD',
      value: 's3cret',
    });
    expect(warningsOf(test)).toEqual([
      'warning : KAFKA_PASSWORD would be in clear text in every pod (locust/credential-in-clear-text)',
    ]);
  });

  test('keeps variables that are set twice', () => {
    const test = make({
      operatorMode: true,
      env: {
        variables: [
          { name: 'A', value: '1' },
          { name: 'A', value: '2' },
        ],
      },
    });
    expect(
      find(
        Testing.synth(chartOf(test)),
        'Job',
        'checkout-master',
      ).spec.template.spec.containers[0].env.slice(7),
    ).toEqual([
      { name: 'A', value: '1' },
      { name: 'A', value: '2' },
    ]);
  });

  test.each([
    [
      { runId: '42' },
      'runId: "42" is not an option of the operator; remove runId or operatorMode (locust/operator-option)',
    ],
    [{ labels: { a: 'b' } }, 'labels: {"a":"b"} is not an option of the operator'],
    [
      { rerun: LocustRerun.ON_CHANGE },
      'rerun: the operator does not put a hash into its names; remove rerun or operatorMode (locust/operator-option)',
    ],
    [
      { testFiles: LocustTestFiles.fromInline({ 'a/b.py': '' }) },
      'testFiles: the operator cannot mount "a/b.py"; use files without folders, or pass the folder as lib (locust/sub-folders)',
    ],
    [
      { worker: { command: '', replicas: 0 } },
      'spec.worker.replicas in body should be greater than or equal to 1',
    ],
  ])('refuses %j', (wrong, message) => {
    expect(() => make({ operatorMode: true, ...wrong })).toThrow(message);
  });
});

describe('the custom resource', () => {
  const expectAdmitted = (resource: object) => {
    const { errors, pruned } = admit(resource, locustTestSchemas().v2);
    expect([errors, pruned]).toEqual([[], []]);
  };

  test('is written in place of the objects, beside its config maps', () => {
    const test = make({
      customResource: true,
      ...NEVER,
      testFiles: FILES,
      labels: { team: 'shop' },
    });
    test.volumes.mount('/data', emptyDir(test), { target: LocustTarget.WORKER });
    const [configMap, resource, ...more] = Testing.synth(chartOf(test));
    expectAdmitted(resource);
    expect(configMap.metadata.name).toBe('checkout-files');
    expect(resource).toEqual({
      apiVersion: 'locust.io/v2',
      kind: 'LocustTest',
      metadata: { name: 'checkout', namespace: 'load', labels: { team: 'shop' } },
      spec: {
        ...PROPS,
        testFiles: { configMapRef: 'checkout-files' },
        volumes: [{ name: 'cache', emptyDir: { medium: 'Memory' } }],
        volumeMounts: [{ name: 'cache', mountPath: '/data', target: 'worker' }],
      },
    });
    expect(more).toEqual([]);
    expect([test.service, test.masterJob, test.workerJob, test.masterHost]).toEqual([
      undefined,
      undefined,
      undefined,
      'checkout-master',
    ]);
  });

  test('has a hash in its name that changes with the resource, whatever the settings leave out', () => {
    const name = (props: object) =>
      make({ customResource: true, settings: LocustOperatorSettings.binary(), ...props }).testName;
    expect(name({})).toMatch(/^checkout-[0-9a-f]{8}$/);
    expect(name({ scheduling: { affinity: { podAntiAffinity: {} } } })).not.toBe(name({}));
  });

  test('is the same where the objects are written', () => {
    const keep = (test: LocustTest) => {
      test.volumes.keepResults({ storage: Size.gibibytes(1) });
      return test;
    };
    const resource = find(
      Testing.synth(chartOf(keep(make({ ...NEVER, customResource: true, testFiles: FILES })))),
      'LocustTest',
    );
    expectAdmitted(resource);
    expect(keep(make({ ...NEVER, testFiles: FILES })).toCustomResource()).toEqual(resource);
    expect(resource.spec.master.extraArgs).toEqual([
      '--html',
      '/results/checkout.html',
      '--csv',
      '/results/checkout',
    ]);
  });

  test('has no place for sub-folders', () => {
    const testFiles = LocustTestFiles.fromInline({ 'a/b.py': '' });
    const message =
      'testFiles: the operator cannot mount "a/b.py"; use files without folders, or pass the folder as lib (locust/sub-folders)';
    expect(() => make({ customResource: true, testFiles })).toThrow(message);
    expect(() => make({ testFiles }).toCustomResource()).toThrow(message);
  });

  test('tells of a label that the operator keeps for itself', () => {
    const worker = { ...PROPS.worker, labels: { 'managed-by': 'us' } };
    expect(warningsOf(make({ customResource: true, worker }))).toEqual([
      'warning worker.labels.managed-by: "us" has no effect: the test itself sets the label (locust/label-ignored)',
    ]);
    expect(warningsOf(make({ worker }))).toEqual([]);
  });

  test("has no place for the labels of a volume's own claim", () => {
    const volumes = [
      {
        name: 'a',
        ephemeral: {
          volumeClaimTemplate: {
            metadata: { labels: { team: 'shop' } },
            spec: { accessModes: ['ReadWriteOnce'] },
          },
        },
      },
    ];
    expect(() => make({ customResource: true, volumes })).toThrow(
      'volumes[0].ephemeral.volumeClaimTemplate.metadata.labels: unknown field "labels"',
    );
  });
});
