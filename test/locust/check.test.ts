/** Every mistake that a test can have, with the words that are said about it. */
import { Severity } from '../../src/findings';
import {
  checkClaims,
  checkLocustTest,
  checkStart,
  checkTests,
  checkVariables,
} from '../../src/locust/check';
import { readOperatorEnv } from '../../src/locust/operator-env';
import { LOCUST_RULES } from '../../src/locust/rules';
import { operatorPreset, OperatorSettings } from '../../src/locust/settings';
import { LocustTestResource, LocustTestSpec } from '../../src/locust/spec';

const CHART: OperatorSettings = { ...operatorPreset('chart'), kafka: undefined };

function testOf(spec: Partial<LocustTestSpec> = {}, name = 'load'): LocustTestResource {
  return {
    apiVersion: 'locust.io/v2',
    kind: 'LocustTest',
    metadata: { name },
    spec: {
      image: 'locustio/locust:2.43.1',
      master: { command: '-f a.py' },
      worker: { command: '-f a.py', replicas: 3 },
      ...spec,
    },
  };
}

const lines = (test: LocustTestResource, settings = CHART, operatorMode = false) =>
  checkLocustTest(test, { settings, operatorMode }).map(
    ({ rule, path, message }) => `${rule} ${path}: ${message}`,
  );
const data = { name: 'data', persistentVolumeClaim: { claimName: 'data' } };
const mounted = (mount: object, volume: object = data) => ({
  volumes: [volume as any],
  volumeMounts: [{ name: 'data', mountPath: '/data', ...mount } as any],
});

/** Each row: what is wrong, and all that is said. */
const ROWS: [string, LocustTestResource, string[]][] = [
  [
    'a name of 57 characters',
    testOf({}, 'a'.repeat(57)),
    [
      `locust/name-too-long metadata.name: name "${'a'.repeat(57)}" is too long: generated Job names would exceed 63 characters (max CR name length is 56)`,
    ],
  ],
  [
    'an emptyDir of just the limit',
    testOf(mounted({ target: 'worker' }, { name: 'data', emptyDir: { sizeLimit: '50M' } })),
    [
      'locust/empty-dir-too-large spec.volumes[0].emptyDir: the emptyDir "data" may grow to "50M", but a pod of the worker is evicted when it uses more than "50M" of ephemeral-storage',
    ],
  ],
  [
    'a secret over the test files',
    testOf({ env: { secretMounts: [{ name: 'tls', mountPath: '/lotest/src/certs' }] } }),
    [
      'locust/secret-mount-path-reserved spec.env.secretMounts[0].mountPath: secretMount path "/lotest/src/certs" conflicts with reserved path "/lotest/src"; operator uses this path for test files',
    ],
  ],
  [
    'a volume with a name of the operator',
    testOf(mounted({ name: 'locust-lib' }, { name: 'locust-lib', emptyDir: { sizeLimit: '1M' } })),
    [
      'locust/volume-name-reserved spec.volumes[0].name: volume name "locust-lib" is reserved by the operator',
    ],
  ],
  [
    'a mount over the test files',
    testOf(mounted({ mountPath: '/lotest' })),
    [
      'locust/mount-path-reserved spec.volumeMounts[0].mountPath: volumeMount path "/lotest" conflicts with reserved path "/lotest/src"',
    ],
  ],
  [
    'a mount of nothing',
    testOf({ volumeMounts: [{ name: 'dta', mountPath: '/data' }] }),
    [
      'locust/mount-undefined spec.volumeMounts[0].name: volumeMount "dta" references undefined volume',
    ],
  ],
  [
    'telemetry to nowhere',
    testOf({ observability: { openTelemetry: { enabled: true } } }),
    [
      'locust/telemetry-endpoint spec.observability.openTelemetry.endpoint: observability.openTelemetry.endpoint is required when OpenTelemetry is enabled',
    ],
  ],
  [
    'an argument that the operator sets',
    testOf({ worker: { command: '', replicas: 1, extraArgs: ['--master-port=1'] } }),
    [
      'locust/managed-flag spec.worker.extraArgs: "--master-port=1" is set by the test itself; the last one wins',
    ],
  ],
  [
    'no spec',
    { ...testOf(), spec: undefined },
    ['locust/spec-missing spec: the test has no spec, so nothing would ever be created'],
  ],
  [
    'a quantity that the schema lets pass',
    testOf({ worker: { command: '', replicas: 1, resources: { limits: { memory: '1e5.5' } } } }),
    [
      "locust/quantity spec.worker.resources.limits.memory: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
  ],
  ...[
    ['//lotest/src', '/lotest/src'],
    ['/lotest//src/x', '/lotest/src/x'],
    ['/lotest/./src', '/lotest/src'],
    ['/lotest/x/../src', '/lotest/src'],
  ].map(([path, meant]): [string, LocustTestResource, string[]] => [
    `the path ${path}`,
    testOf(mounted({ mountPath: path })),
    [
      `locust/mount-path-bypass spec.volumeMounts[0].mountPath: "${path}" is "${meant}", which conflicts with the test files at "/lotest/src"`,
    ],
  ]),
  [
    'the relative path lotest/src',
    testOf(mounted({ mountPath: 'lotest/src' })),
    [
      'pod/mount-path spec.volumeMounts[0].mountPath: "lotest/src" is relative',
      'locust/mount-path-bypass spec.volumeMounts[0].mountPath: "lotest/src" is "/lotest/src", which conflicts with the test files at "/lotest/src"',
    ],
  ],
  [
    'a path with a colon',
    testOf(mounted({ mountPath: '/a:b' })),
    ['pod/mount-path spec.volumeMounts[0].mountPath: "/a:b" has a colon'],
  ],
  [
    'an empty path for a secret',
    testOf({
      testFiles: { configMapRef: 'c', srcMountPath: 'src' },
      env: { secretMounts: [{ name: 'tls', mountPath: '' }] },
    }),
    [
      'pod/mount-path spec.testFiles.srcMountPath: "src" is relative',
      'pod/mount-path spec.env.secretMounts[0].mountPath: the path is empty',
    ],
  ],
  [
    'two mounts at one path',
    testOf({
      volumes: [data],
      volumeMounts: [
        { name: 'data', mountPath: '/data' },
        { name: 'data', mountPath: '/data/', target: 'worker' },
      ],
    }),
    [
      'pod/mount-path-taken spec.volumeMounts[1].mountPath: "/data/" is already mounted, by spec.volumeMounts[0]',
    ],
  ],
  [
    'a mount at the path of a secret',
    testOf({
      ...mounted({ mountPath: '/tls' }),
      env: { secretMounts: [{ name: 'tls', mountPath: '/tls' }] },
    }),
    [
      'pod/mount-path-taken spec.volumeMounts[0].mountPath: "/tls" is already mounted, by spec.env.secretMounts[0]',
    ],
  ],
  [
    'a mount below another one',
    testOf({
      volumes: [data],
      volumeMounts: [
        { name: 'data', mountPath: '/data' },
        { name: 'data', mountPath: '/data/x' },
      ],
    }),
    [
      'pod/mounts-nested spec.volumeMounts[1].mountPath: "/data/x" is below "/data" of spec.volumeMounts[0]',
    ],
  ],
  [
    'a library below the test files',
    testOf({
      testFiles: {
        configMapRef: 'c',
        libConfigMapRef: 'd',
        srcMountPath: '/src',
        libMountPath: '/src/lib',
      },
    }),
    [
      'pod/mounts-nested spec.testFiles.libMountPath: "/src/lib" is below "/src" of spec.testFiles.srcMountPath',
    ],
  ],
  [
    'a volume that is no DNS label',
    testOf(mounted({ name: 'Data' }, { ...data, name: 'Data' })),
    [
      "pod/volume-name spec.volumes[0].name: \"Data\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    ],
  ],
  [
    'two volumes of one name',
    testOf({ volumes: [data, data], volumeMounts: [{ name: 'data', mountPath: '/data' }] }),
    [
      'pod/volume-twice spec.volumes[1].name: the volume "data" is already taken by spec.volumes[0]',
    ],
  ],
  [
    'a volume of no source',
    testOf(mounted({}, { name: 'data' })),
    ['pod/volume-source spec.volumes[0]: the volume "data" has no source'],
  ],
  [
    'a volume of two sources',
    testOf(mounted({}, { ...data, hostPath: { path: '/x' } })),
    [
      'pod/volume-source spec.volumes[0]: the volume "data" has several sources: persistentVolumeClaim, hostPath',
    ],
  ],
  [
    'a config map without a name',
    testOf(mounted({}, { name: 'data', configMap: {} })),
    [
      'pod/volume-source spec.volumes[0].configMap.name: the configMap of the volume "data" has no name',
    ],
  ],
  [
    'a claim template without a size and a mode',
    testOf(
      mounted(
        {},
        { name: 'data', ephemeral: { volumeClaimTemplate: { spec: { accessModes: ['RWO'] } } } },
      ),
    ),
    [
      'storage/access-mode spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes[0]: "RWO" is not a valid access mode',
      'storage/quantity spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests.storage: there is no size',
    ],
  ],
  [
    'a volume that nothing mounts',
    testOf({ volumes: [data] }),
    ['locust/volume-unused spec.volumes[0]: nothing mounts the volume "data", so it is left out'],
  ],
  [
    'a secret with a dot',
    testOf({ env: { secretMounts: [{ name: 'a.b', mountPath: '/s' }] } }),
    [
      'locust/secret-volume-name spec.env.secretMounts[0].name: the volume of "a.b" would be "secret-a.b": must not contain dots',
    ],
  ],
  [
    'a secret that is mounted twice',
    testOf({
      env: {
        secretMounts: [
          { name: 'tls', mountPath: '/a' },
          { name: 'tls', mountPath: '/b' },
        ],
      },
    }),
    [
      'locust/secret-volume-name spec.env.secretMounts[1].name: the secret is already mounted by spec.env.secretMounts[0].name: both volumes have the name "secret-tls"',
    ],
  ],
  [
    'words that Kubernetes does not have',
    testOf({
      ...mounted({}, { name: 'data', hostPath: { path: '/data', type: 'directory' } }),
      scheduling: { tolerations: [{ key: 'a', effect: 'NoRun' }] },
      security: { podSecurityContext: { seccompProfile: { type: 'runtime/default' } } },
    }),
    [
      'pod/choice spec.volumes[0].hostPath.type: "directory" is not a valid type',
      'pod/choice spec.scheduling.tolerations[0].effect: "NoRun" is not a valid effect',
      'pod/choice spec.security.podSecurityContext.seccompProfile.type: "runtime/default" is not a valid type',
    ],
  ],
  [
    'a subPath that leads out',
    testOf(mounted({ subPath: '../x' })),
    ['pod/sub-path spec.volumeMounts[0].subPath: "../x" points outside the volume'],
  ],
  [
    'an absolute subPathExpr beside a subPath',
    testOf(mounted({ subPath: 'x', subPathExpr: '/y' })),
    [
      'pod/sub-path spec.volumeMounts[0].subPathExpr: "/y" is absolute',
      'pod/sub-path spec.volumeMounts[0].subPathExpr: subPath "x" and subPathExpr "/y" cannot be combined',
    ],
  ],
  [
    'bidirectional propagation without privileges',
    testOf(mounted({ mountPropagation: 'Bidirectional' })),
    [
      'pod/mount-option spec.volumeMounts[0].mountPropagation: Bidirectional is only for privileged containers',
    ],
  ],
  [
    'an unknown propagation',
    testOf(mounted({ mountPropagation: 'Both' })),
    ['pod/mount-option spec.volumeMounts[0].mountPropagation: "Both" is not a valid propagation'],
  ],
  [
    'a recursive read-only mount that is not read-only',
    testOf(mounted({ recursiveReadOnly: 'Enabled' })),
    [
      'pod/mount-option spec.volumeMounts[0].recursiveReadOnly: "Enabled" requires a read-only mount',
    ],
  ],
  [
    'a recursive read-only mount that propagates',
    testOf(
      mounted({
        recursiveReadOnly: 'Enabled',
        readOnly: true,
        mountPropagation: 'HostToContainer',
      }),
    ),
    [
      'pod/mount-option spec.volumeMounts[0].recursiveReadOnly: "Enabled" cannot be combined with mountPropagation "HostToContainer"',
    ],
  ],
  [
    'a name that begins with a digit',
    testOf({}, '2fa'),
    [
      "locust/test-name metadata.name: the Service would be \"2fa-master\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
    ],
  ],
  [
    'a label that is none',
    testOf({ master: { command: '', labels: { team: 'a team' } } }),
    [
      "pod/label spec.master.labels.team: the value \"a team\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
  ],
  [
    'a label of the test itself',
    testOf({ master: { command: '', labels: { 'performance-test-pod-name': 'u s' } } }),
    [
      'locust/label-ignored spec.master.labels.performance-test-pod-name: "u s" has no effect: the test itself sets the label',
    ],
  ],
  [
    'a variable that is none',
    testOf({ env: { variables: [{ name: 'A=B', value: '1', valueFrom: {} }] } }),
    [
      'pod/env-name spec.env.variables[0].name: "A=B" is not a valid name for a variable',
      'pod/env-name spec.env.variables[0].valueFrom: "A=B" has both a value and a source',
    ],
  ],
  [
    'a variable that is set twice',
    testOf({
      env: {
        variables: [
          { name: 'A', value: '1' },
          { name: 'A', value: '2' },
        ],
      },
    }),
    [
      'pod/env-twice spec.env.variables[1].name: "A" is already set, by spec.env.variables[0]; this one wins',
    ],
  ],
  [
    'a password as a variable',
    testOf({ env: { variables: [{ name: 'KAFKA_PASSWORD', value: 'x' }] } }),
    [
      'locust/credential-in-clear-text spec.env.variables[0].value: KAFKA_PASSWORD is in clear text',
    ],
  ],
  [
    'a user name as a variable',
    testOf({ env: { variables: [{ name: 'KAFKA_USERNAME', value: 'x' }] } }),
    ['locust/user-name-in-clear-text spec.env.variables[0].value: KAFKA_USERNAME is in clear text'],
  ],
  [
    'an emptyDir beyond the limit',
    testOf(mounted({}, { name: 'data', emptyDir: {} })),
    [
      'locust/empty-dir-too-large spec.volumes[0].emptyDir: the emptyDir "data" has no sizeLimit, but a pod of the master is evicted when it uses more than "100M" of ephemeral-storage',
    ],
  ],
  [
    'an emptyDir that only the metrics exporter limits',
    testOf({
      ...mounted({ target: 'master' }, { name: 'data', emptyDir: {} }),
      master: { command: '', resources: { limits: { cpu: '1' } } },
    }),
    [
      'locust/empty-dir-too-large spec.volumes[0].emptyDir: the emptyDir "data" has no sizeLimit, but a pod of the master is evicted when it uses more than "50M" of ephemeral-storage',
    ],
  ],
  [
    'an emptyDir that may outgrow the workers',
    testOf({
      ...mounted({ target: 'worker' }, { name: 'data', emptyDir: { sizeLimit: '1Gi' } }),
      worker: { command: '', replicas: 1, resources: { limits: { 'ephemeral-storage': '500M' } } },
    }),
    [
      'locust/empty-dir-too-large spec.volumes[0].emptyDir: the emptyDir "data" may grow to "1Gi", but a pod of the worker is evicted when it uses more than "500M" of ephemeral-storage',
    ],
  ],
  [
    'a command that begins with locust',
    testOf({ master: { command: 'locust -f a.py' } }),
    [
      'locust/leading-locust spec.master.command: the command begins with "locust", which the image already runs',
    ],
  ],
  [
    'quotes in a command',
    testOf({ master: { command: '--tags "a b"' } }),
    [
      'locust/quotes-in-command spec.master.command: "\\"a" keeps its quotes, because commands are split at whitespace',
    ],
  ],
  ['no image', testOf({ image: '' }), ['pod/image spec.image: the image is empty']],
  [
    'a secret for the images that is given twice',
    testOf({ imagePullSecrets: [{ name: 'a' }, { name: 'a' }, { name: '' }] }),
    [
      'pod/pull-secret spec.imagePullSecrets[1]: "a" already exists',
      'pod/pull-secret spec.imagePullSecrets[2]: the secret has no name',
    ],
  ],
  [
    'a toleration of everything that has a value',
    testOf({ scheduling: { tolerations: [{ operator: 'Exists', value: 'x' }] } }),
    [
      'pod/scheduling spec.scheduling.tolerations[0].operator: the operator Exists has no value, but "x" is set',
    ],
  ],
  [
    'a user that is not a number of one',
    testOf({ security: { podSecurityContext: { runAsUser: -1 } } }),
    ['pod/security spec.security.podSecurityContext.runAsUser: -1 is not a valid user or group'],
  ],
  [
    'a request beyond its limit',
    testOf({
      worker: {
        command: '',
        replicas: 1,
        resources: { requests: { cpu: 2 }, limits: { cpu: '1', memory: '-1' } },
      },
    }),
    [
      'pod/resources spec.worker.resources.limits.memory: "-1" is negative',
      'pod/resources spec.worker.resources.requests.cpu: 2 is more than the limit "1"',
    ],
  ],
];

test.each(ROWS)('says what is wrong with %s', (_what, test, said) => {
  expect(lines(test)).toEqual(said);
});

test('says nothing about a test that is fine', () => {
  expect(
    lines(
      testOf({
        ...mounted({ readOnly: true, subPath: 'a/b' }),
        testFiles: { configMapRef: 'src', srcMountPath: '/src' },
        env: {
          variables: [
            { name: 'A', value: '1' },
            { name: 'KAFKA_PASSWORD', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
          ],
          secretMounts: [{ name: 'tls', mountPath: '/tls' }],
        },
      }),
    ),
  ).toEqual([]);
});

test.each([
  [
    'mounts at one path in different pods',
    {
      volumes: [data],
      volumeMounts: [
        { name: 'data', mountPath: '/d', target: 'master' },
        { name: 'data', mountPath: '/d', target: 'worker' },
      ],
    },
  ],
  ['an emptyDir in memory', mounted({}, { name: 'data', emptyDir: { medium: 'Memory' } })],
  [
    'an emptyDir where nothing limits the storage',
    {
      ...mounted({ target: 'worker' }, { name: 'data', emptyDir: {} }),
      worker: { command: '', replicas: 1, resources: { limits: { cpu: '1' } } },
    },
  ],
  [
    'an emptyDir of the master that telemetry leaves without a limit',
    {
      ...mounted({ target: 'master' }, { name: 'data', emptyDir: {} }),
      master: { command: '', resources: { limits: { cpu: '1' } } },
      observability: { openTelemetry: { enabled: true, endpoint: 'http://collector:4317' } },
    },
  ],
  ['an emptyDir that fits', mounted({}, { name: 'data', emptyDir: { sizeLimit: '10M' } })],
  [
    'an emptyDir of a byte less than the limit',
    mounted({ target: 'worker' }, { name: 'data', emptyDir: { sizeLimit: '49999999' } }),
  ],
  [
    'bidirectional propagation with privileges',
    {
      ...mounted({ mountPropagation: 'Bidirectional' }),
      security: { containerSecurityContext: { privileged: true } },
    },
  ],
])('takes %s', (_what, spec) => {
  expect(lines(testOf(spec as any))).toEqual([]);
});

describe('in operator mode', () => {
  const bad = testOf({
    volumes: [{ name: 'secret-a', emptyDir: {} }, { name: 'locust-lib' }],
    volumeMounts: [{ name: 'x', mountPath: '/lotest/src' }],
  });

  test('only the first objection is an error, and what the operator does not see is a warning', () => {
    const findings = checkLocustTest(bad, { settings: CHART, operatorMode: true });
    expect(
      findings.filter(({ severity }) => severity === Severity.ERROR).map(({ message }) => message),
    ).toEqual(['volume name "secret-a" uses reserved prefix "secret-"']);
    expect(findings.length).toBeGreaterThan(4);
  });

  test('extra arguments that the operator sets are told in its own words', () => {
    expect(
      lines(
        testOf({ worker: { command: '', replicas: 1, extraArgs: ['--master-port=1'] } }),
        CHART,
        true,
      ),
    ).toEqual([
      'locust/managed-flag spec.worker.extraArgs: "level"=0 "msg"="User-provided extraArgs override operator-managed flags" "mode"="worker" ' +
        '"conflicts"=["--master-port=1"] "behavior"="user value takes precedence"',
    ]);
  });

  test("the label managed-by is the operator's own, and otherwise the user's", () => {
    const labelled = testOf({
      worker: { command: '', replicas: 1, labels: { 'managed-by': 'us' } },
    });
    const said = [
      'locust/label-ignored spec.worker.labels.managed-by: "us" has no effect: the test itself sets the label',
    ];
    expect([lines(labelled, CHART, true), lines(labelled)]).toEqual([said, []]);
  });

  test('otherwise all objections are errors', () => {
    const errors = checkLocustTest(bad, { settings: CHART, operatorMode: false }).filter(
      ({ severity }) => severity === Severity.ERROR,
    );
    expect(errors.slice(0, 4).map(({ message }) => message)).toEqual([
      'volume name "secret-a" uses reserved prefix "secret-"',
      'volume name "locust-lib" is reserved by the operator',
      'volumeMount path "/lotest/src" conflicts with reserved path "/lotest/src"',
      'volumeMount "x" references undefined volume',
    ]);
  });
});

describe('the settings', () => {
  const read = (env: { [name: string]: string }) => readOperatorEnv('chart', env).settings;

  test.each<[string, OperatorSettings, string[]]>([
    [
      'a port that is none',
      read({ METRICS_EXPORTER_PORT: '65536' }),
      ['locust/setting-out-of-range : the port of the metrics exporter is 65536'],
    ],
    [
      'a port below all',
      read({ METRICS_EXPORTER_PORT: '-1' }),
      ['locust/setting-out-of-range : the port of the metrics exporter is -1'],
    ],
    ['the last port', read({ METRICS_EXPORTER_PORT: '65535' }), []],
    ['the first port', read({ METRICS_EXPORTER_PORT: '1' }), []],
    [
      'a port of locust',
      read({ METRICS_EXPORTER_PORT: '8089' }),
      [
        'locust/setting-out-of-range : the port of the metrics exporter is 8089, which locust itself listens on',
      ],
    ],
    [
      'Jobs that are deleted at once',
      read({ JOB_TTL_SECONDS_AFTER_FINISHED: '0' }),
      [
        'locust/job-deleted : a finished Job is deleted after 0 seconds, and what is in Git is then created again',
      ],
    ],
    [
      'a pull policy that is none',
      read({ METRICS_EXPORTER_IMAGE_PULL_POLICY: 'always' }),
      ['locust/setting-out-of-range : the pull policy of the metrics exporter is "always"'],
    ],
    [
      'Jobs that are deleted before they are done',
      read({ JOB_TTL_SECONDS_AFTER_FINISHED: '-1' }),
      ['locust/setting-out-of-range : Jobs would be deleted -1 seconds after they finish'],
    ],
    [
      'Jobs that are deleted',
      read({ JOB_TTL_SECONDS_AFTER_FINISHED: '60' }),
      [
        'locust/job-deleted : a finished Job is deleted after 60 seconds, and what is in Git is then created again',
      ],
    ],
    [
      'a Kafka password',
      read({ KAFKA_PASSWORD: 'x' }),
      ['locust/credential-in-clear-text : KAFKA_PASSWORD would be in clear text in every pod'],
    ],
    [
      'a Kafka user',
      read({ KAFKA_USERNAME: 'x' }),
      ['locust/user-name-in-clear-text : KAFKA_USERNAME would be in clear text in every pod'],
    ],
  ])('are looked at for %s', (_what, settings, said) => {
    expect(lines(testOf(), settings)).toEqual(said);
  });

  test.each([
    [false, []],
    [
      true,
      ['locust/credential-in-clear-text : KAFKA_PASSWORD would be in clear text in every pod'],
    ],
  ])(
    'no longer give a password that a variable of the test replaces: in operator mode, %s, they do',
    (operatorMode, said) => {
      const variables = [
        { name: 'KAFKA_PASSWORD', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
      ];
      expect(
        lines(testOf({ env: { variables } }), read({ KAFKA_PASSWORD: 'x' }), operatorMode).filter(
          (line) => !line.startsWith('pod/env-twice'),
        ),
      ).toEqual(said);
    },
  );

  test('say what they leave out', () => {
    const spec = { scheduling: { affinity: {}, tolerations: [{ operator: 'Exists' }] } };
    expect(lines(testOf(spec), { ...operatorPreset('binary'), kafka: undefined })).toEqual([
      "locust/scheduling-ignored spec.scheduling.affinity: the operator's settings ignore the affinity of the test",
      "locust/scheduling-ignored spec.scheduling.tolerations: the operator's settings ignore the tolerations of the test",
    ]);
    expect(lines(testOf(spec))).toEqual([]);
  });

  test('are refused with all quantities that are none', () => {
    expect(
      checkStart(read({ POD_CPU_REQUEST: 'a', METRICS_EXPORTER_MEM_LIMIT: 'b' })),
    ).toMatchObject([
      {
        rule: 'locust/operator-settings',
        message:
          'invalid operator configuration: resource validation failed:\n  - invalid value for POD_CPU_REQUEST: "a" is not a valid Kubernetes quantity\n' +
          '  - invalid value for METRICS_EXPORTER_MEM_LIMIT: "b" is not a valid Kubernetes quantity',
      },
    ]);
  });

  test.each([
    ['Ki', true],
    ['.', true],
    ['1e100', true],
    [' 1', false],
    ['1mi', false],
  ])('are read as Go reads them: %j is a quantity: %s', (value, isOne) => {
    expect(checkStart(read({ POD_MEM_REQUEST: value }))).toHaveLength(isOne ? 0 : 1);
  });

  test('name what the operator does not understand or does not have', () => {
    const env = { JOB_TTL_SECONDS_AFTER_FINISHED: '1h', POD_CPU_REQEST: '1' };
    const { settings, ignored } = readOperatorEnv('chart', env);
    expect(settings.jobTtlSecondsAfterFinished).toBeUndefined();
    expect(checkVariables(env, ignored)).toEqual([
      {
        rule: 'locust/setting-ignored',
        severity: 'warning',
        path: '',
        remedy: 'perhaps you meant "POD_CPU_REQUEST"',
        message: '"POD_CPU_REQEST" is not a setting that affects the objects of a test',
      },
      {
        rule: 'locust/setting-ignored',
        severity: 'warning',
        path: '',
        remedy: 'use a whole number of 32 bits',
        message:
          'JOB_TTL_SECONDS_AFTER_FINISHED is "1h", which the operator does not understand: it uses the default',
      },
    ]);
  });
});

describe('claims', () => {
  const said = (modes: string[] | undefined, mount: object, replicas = 20, others: string[] = []) =>
    checkClaims(testOf({ ...mounted(mount), worker: { command: '', replicas } }), {
      accessModesOf: (name) => (name === 'data' ? modes : undefined),
      othersOf: () => others,
    }).map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`);

  test('for one node are not for many pods', () => {
    expect(said(['ReadWriteOnce'], {})).toEqual([
      'warning locust/claim-fan-out: the claim "data" is for one node (ReadWriteOnce), but 21 pods (1 master, 20 workers) mount it',
    ]);
  });

  test('for one pod are for one', () => {
    expect(said(['ReadWriteOncePod'], { target: 'worker' }, 2)).toEqual([
      'error locust/claim-for-one-pod: the claim "data" is for one pod (ReadWriteOncePod), but 2 pods (2 workers) mount it',
    ]);
  });

  test('for one node or pod are not for others beside the test', () => {
    expect(said(['ReadWriteOnce'], { target: 'master' }, 20, ['Deployment/n/shop'])).toEqual([
      'warning locust/claim-fan-out: the claim "data" is for one node (ReadWriteOnce), but Deployment/n/shop uses it as well',
    ]);
    expect(
      said(['ReadWriteOncePod'], { target: 'master' }, 20, ['Deployment/n/shop', 'Pod/n/p']),
    ).toEqual([
      'error locust/claim-for-one-pod: the claim "data" is for one pod (ReadWriteOncePod), but Deployment/n/shop, Pod/n/p use it as well',
    ]);
    expect(said(['ReadWriteMany'], { target: 'master' }, 20, ['Deployment/n/shop'])).toEqual([]);
    expect(said(['ReadWriteOnce'], { target: 'worker' }, 0, ['Deployment/n/shop'])).toEqual([]);
  });

  test.each([[['ReadOnlyMany']], [['ReadWriteOnce', 'ReadOnlyMany']]])(
    'of %j may be mounted on many nodes',
    (modes) => {
      expect(said(modes, {})).toEqual([]);
    },
  );

  test('for one pod are for one, whatever else they say', () => {
    expect(said(['ReadWriteOnce', 'ReadWriteOncePod'], { target: 'worker' }, 2)).toEqual([
      'error locust/claim-for-one-pod: the claim "data" is for one pod (ReadWriteOncePod), but 2 pods (2 workers) mount it',
    ]);
  });

  test('name five others, and no more', () => {
    const others = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => `Pod/n/${name}`);
    expect(said(['ReadWriteOnce'], { target: 'master' }, 1, others)).toEqual([
      'warning locust/claim-fan-out: the claim "data" is for one node (ReadWriteOnce), but Pod/n/A, Pod/n/B, Pod/n/C, Pod/n/D, Pod/n/E use it as well',
    ]);
  });

  test.each([
    [['ReadWriteOnce'], { target: 'master' }, 20],
    [['ReadWriteOncePod'], { target: 'worker' }, 1],
    [['ReadWriteMany'], {}, 20],
    [undefined, {}, 20],
  ])('of %j are fine for %j of %d workers', (modes, mount, replicas) => {
    expect(said(modes as any, mount as object, replicas as number)).toEqual([]);
  });
});

test('tests that make the same objects are told apart by their names', () => {
  const entries = [
    { construct: 'c/x', name: 'a.b', namespace: 'n' },
    { construct: 'c/y', name: 'a-b', namespace: 'n' },
    { construct: 'c/z', name: 'a-b', namespace: 'm' },
  ];
  const objects = [
    {
      key: 'c/y/Service',
      apiVersion: 'v1',
      kind: 'Service',
      name: 'a-b-master',
      namespace: 'n',
    },
    {
      key: 'c/other',
      apiVersion: 'batch/v1',
      kind: 'Job',
      name: 'a-b-worker',
      namespace: 'm',
    },
    {
      key: 'c/harmless',
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name: 'a-b-worker',
      namespace: 'm',
    },
  ];
  expect(
    checkTests(entries, objects).map(({ construct, message }) => `${construct}: ${message}`),
  ).toEqual([
    'c/y: the tests "a.b" (c/x) and "a-b" both create "a-b-master" and "a-b-worker"',
    'c/z: the test "a-b" creates the Job "a-b-worker", which c/other creates as well',
  ]);
});

test('objects of others take a name only if the test makes an object of their kind', () => {
  const object = (apiVersion: string, kind: string, name: string) => ({
    key: 'c/other',
    apiVersion,
    kind,
    name,
    namespace: 'n',
  });
  const entries = [{ construct: 'c/x', name: 'a', namespace: 'n' }];
  const taken = (apiVersion: string, kind: string, name: string) =>
    checkTests(entries, [object(apiVersion, kind, name)]).length;
  expect([
    taken('v1', 'Service', 'a-master'),
    taken('batch/v1', 'Job', 'a-master'),
    taken('batch/v1', 'Job', 'a-worker'),
  ]).toEqual([1, 1, 1]);
  expect([
    taken('v1', 'Service', 'a-worker'),
    taken('serving.knative.dev/v1', 'Service', 'a-master'),
    taken('v1', 'ConfigMap', 'a-master'),
    taken('batch/v1', 'CronJob', 'a-master'),
    taken('example.com/v1', 'Job', 'a-master'),
    taken('v1', 'Service', 'a-master-2'),
  ]).toEqual([0, 0, 0, 0, 0, 0]);
  expect(
    checkTests(entries, [{ ...object('v1', 'Service', 'a-master'), key: 'c/x/Service' }]),
  ).toEqual([]);
});

test('every rule that is about a test has a row', () => {
  const elsewhere = [
    'runId',
    'testFiles',
    'locustfile',
    'testFilesTooLarge',
    'testFilesLarge',
    'subFolders',
    'results',
    'resultsGroup',
    'resultsShared',
    'appliedTwice',
    'appliedTo',
    'schema',
    'operatorOption',
  ];
  const source = ROWS.flatMap(([, , said]) => said).join('\n');
  const others = [
    'settingOutOfRange',
    'jobDeleted',
    'operatorSettings',
    'settingIgnored',
    'schedulingIgnored',
    'claimFanOut',
    'claimForOnePod',
    'testNameTaken',
  ];
  const missing = Object.entries(LOCUST_RULES).filter(
    ([key, { id }]) => ![...elsewhere, ...others].includes(key) && !source.includes(`${id} `),
  );
  expect(missing).toEqual([]);
});
