/** The remedies of mistakes in a test, with the whole of every finding. */
import { checkLocustTest } from '../../../src/locust/check';
import { readOperatorEnv } from '../../../src/locust/operator-env';
import { LocustTestResource } from '../../../src/locust/spec';

type Env = { [name: string]: string };

function said(spec: object, env: Env = {}, name = 'load'): string[] {
  const test = {
    apiVersion: 'locust.io/v2',
    kind: 'LocustTest',
    metadata: { name },
    spec: {
      image: 'locustio/locust:2.43.1',
      master: { command: '-f a.py' },
      worker: { command: '-f a.py', replicas: 3 },
      ...spec,
    },
  } as LocustTestResource;
  const settings = { ...readOperatorEnv('chart', env).settings, kafka: undefined };
  return checkLocustTest(test, { settings, operatorMode: false }).map(
    ({ rule, path, message, remedy }) => `${rule} ${path}: ${message}; ${remedy}`,
  );
}

const data = { name: 'data', persistentVolumeClaim: { claimName: 'data' } };
const mounts = (...paths: string[]) => ({
  volumes: [data],
  volumeMounts: paths.map((mountPath) => ({ name: 'data', mountPath })),
});
const mounting = (name: string, ...volumes: string[]) => ({
  volumes: volumes.map((volume) => ({
    name: volume,
    persistentVolumeClaim: { claimName: 'data' },
  })),
  volumeMounts: [name, ...volumes].map((one, index) => ({
    name: one,
    mountPath: `/data/../mnt-${index}`,
  })),
});
const source = (volume: object) => ({
  volumes: [{ name: 'data', ...volume }],
  volumeMounts: [{ name: 'data', mountPath: '/data' }],
});
const variables = (...list: object[]) => ({ env: { variables: list } });
const limited = (limits: object) => ({
  worker: { command: '', replicas: 1, resources: { limits } },
});
const template = (resources: object) =>
  source({
    ephemeral: { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources } } },
  });

const noQuantity = (field: string, value: string) =>
  `locust/quantity ${field}: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'; ${value} is not a valid quantity: use one such as 500m or 1Gi`;

test.each<[string, object, string[], Env?, string?]>([
  [
    'a name of 57 characters',
    {},
    [
      'locust/name-too-long metadata.name: name "' +
        'a'.repeat(57) +
        '" is too long: generated Job names would exceed 63 characters (max CR name length is 56); use a name of at most 56 characters',
    ],
    {},
    'a'.repeat(57),
  ],
  ['a name of 56 characters', {}, [], {}, 'a'.repeat(56)],
  [
    'a volume with a name of the master',
    mounting('load-master', 'load-master'),
    [
      'locust/volume-name-reserved spec.volumes[0].name: volume name "load-master" conflicts with operator-generated name; rename the volume',
    ],
  ],
  [
    'a volume with a name of the workers',
    { ...mounting('load-worker', 'load-worker') },
    [
      'locust/volume-name-reserved spec.volumes[0].name: volume name "load-worker" conflicts with operator-generated name; rename the volume',
    ],
  ],
  [
    'a volume with a name of a secret',
    mounting('secret-a', 'secret-a'),
    [
      'locust/volume-name-reserved spec.volumes[0].name: volume name "secret-a" uses reserved prefix "secret-"; rename the volume',
    ],
  ],
  [
    'telemetry to nowhere',
    { observability: { openTelemetry: { enabled: true } } },
    [
      'locust/telemetry-endpoint spec.observability.openTelemetry.endpoint: observability.openTelemetry.endpoint is required when OpenTelemetry is enabled; set the endpoint, such as http://collector:4317, or disable telemetry',
    ],
  ],
  [
    'telemetry to an empty text',
    { observability: { openTelemetry: { enabled: true, endpoint: '' } } },
    [
      'locust/telemetry-endpoint spec.observability.openTelemetry.endpoint: observability.openTelemetry.endpoint is required when OpenTelemetry is enabled; set the endpoint, such as http://collector:4317, or disable telemetry',
    ],
  ],
  [
    'a mount of nothing where there are no volumes',
    { volumeMounts: [{ name: 'dta', mountPath: '/data' }] },
    [
      'locust/mount-undefined spec.volumeMounts[0].name: volumeMount "dta" references undefined volume; add the volume to volumes',
    ],
  ],
  [
    'a mount of nothing near a volume',
    mounting('dta', 'data'),
    [
      'locust/mount-undefined spec.volumeMounts[0].name: volumeMount "dta" references undefined volume; perhaps you meant "data"; otherwise add it to volumes',
    ],
  ],
  [
    'a mount of nothing near no volume',
    mounting('x', 'data', 'results'),
    [
      'locust/mount-undefined spec.volumeMounts[0].name: volumeMount "x" references undefined volume; add it to volumes, or mount one of data, results',
    ],
  ],
  [
    'a second mount of nothing near a volume',
    {
      volumes: [data],
      volumeMounts: [
        { name: 'data', mountPath: '/a' },
        { name: 'dat', mountPath: '/b' },
      ],
    },
    [
      'locust/mount-undefined spec.volumeMounts[1].name: volumeMount "dat" references undefined volume; perhaps you meant "data"; otherwise add it to volumes',
    ],
  ],
  [
    'a mount over both places of test files',
    mounts('/'),
    [
      'locust/mount-path-reserved spec.volumeMounts[0].mountPath: volumeMount path "/" conflicts with reserved path "/lotest/src"; mount it elsewhere than /lotest/src and /opt/locust/lib, or move the test files with testFiles.srcMountPath and testFiles.libMountPath',
      'locust/mount-path-reserved spec.volumeMounts[0].mountPath: volumeMount path "/" conflicts with reserved path "/opt/locust/lib"; mount it elsewhere than /lotest/src and /opt/locust/lib, or move the test files with testFiles.srcMountPath and testFiles.libMountPath',
    ],
  ],
  [
    'a mount over the place of the test files',
    { ...mounts('/lotest'), testFiles: { configMapRef: 'code' } },
    [
      'locust/mount-path-reserved spec.volumeMounts[0].mountPath: volumeMount path "/lotest" conflicts with reserved path "/lotest/src"; mount it elsewhere than /lotest/src, or move the test files with testFiles.srcMountPath',
    ],
  ],
  [
    'a mount below the test files, told once',
    { ...mounts('/lotest/src/data'), testFiles: { configMapRef: 'code' } },
    [
      'locust/mount-path-reserved spec.volumeMounts[0].mountPath: volumeMount path "/lotest/src/data" conflicts with reserved path "/lotest/src"; mount it elsewhere than /lotest/src, or move the test files with testFiles.srcMountPath',
    ],
  ],
  [
    'a mount below the library, told once',
    { ...mounts('/lib/data'), testFiles: { libConfigMapRef: 'code', libMountPath: '/lib' } },
    [
      'locust/mount-path-reserved spec.volumeMounts[0].mountPath: volumeMount path "/lib/data" conflicts with reserved path "/lib"; mount it elsewhere than /lib, or move the test files with testFiles.libMountPath',
    ],
  ],
  [
    'a mount around the library, told once',
    { ...mounts('/srv'), testFiles: { libConfigMapRef: 'code', libMountPath: '/srv/lib' } },
    [
      'locust/mount-path-reserved spec.volumeMounts[0].mountPath: volumeMount path "/srv" conflicts with reserved path "/srv/lib"; mount it elsewhere than /srv/lib, or move the test files with testFiles.libMountPath',
    ],
  ],
  [
    'a mount that reaches the test files by a detour',
    mounts('/lotest/./src'),
    [
      'locust/mount-path-bypass spec.volumeMounts[0].mountPath: "/lotest/./src" is "/lotest/src", which conflicts with the test files at "/lotest/src"; mount it elsewhere',
    ],
  ],
  [
    'a mount below that of a secret',
    { ...mounts('/tls/a'), env: { secretMounts: [{ name: 'tls', mountPath: '/tls' }] } },
    [
      'pod/mounts-nested spec.volumeMounts[0].mountPath: "/tls/a" is below "/tls" of spec.env.secretMounts[0]; mount one of them elsewhere, unless the outer volume has the directory',
    ],
  ],
  [
    'two mounts at one path',
    mounts('/a', '/a'),
    [
      'pod/mount-path-taken spec.volumeMounts[1].mountPath: "/a" is already mounted, by spec.volumeMounts[0]; use another path, or targets that do not overlap in any pod',
    ],
  ],
  [
    'a secret over the test files',
    { env: { secretMounts: [{ name: 'tls', mountPath: '/lotest/src' }] } },
    [
      'locust/secret-mount-path-reserved spec.env.secretMounts[0].mountPath: secretMount path "/lotest/src" conflicts with reserved path "/lotest/src"; operator uses this path for test files; mount it elsewhere than /lotest/src and /opt/locust/lib, or move the test files with testFiles.srcMountPath and testFiles.libMountPath',
    ],
  ],
  [
    'a secret with a dot',
    { env: { secretMounts: [{ name: 'a.b', mountPath: '/s' }] } },
    [
      'locust/secret-volume-name spec.env.secretMounts[0].name: the volume of "a.b" would be "secret-a.b": must not contain dots; mount it with volumes and volumeMounts, under another name',
    ],
  ],
  [
    'a volume that nothing mounts',
    { volumes: [data] },
    [
      'locust/volume-unused spec.volumes[0]: nothing mounts the volume "data", so it is left out; mount it, or remove it',
    ],
  ],

  [
    'a name with a digit first',
    {},
    [
      "locust/test-name metadata.name: the Service would be \"2fa-master\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?'); use a name that begins with a letter",
    ],
    {},
    '2fa',
  ],
  [
    'no image',
    { image: '' },
    ['pod/image spec.image: the image is empty; name it, such as locustio/locust:2.43.1'],
  ],
  [
    'an own label',
    { worker: { command: '', replicas: 1, labels: { 'performance-test-pod-name': 'x' } } },
    [
      'locust/label-ignored spec.worker.labels.performance-test-pod-name: "x" has no effect: the test itself sets the label; use another key',
    ],
  ],
  [
    'the word locust',
    { master: { command: 'locust -f a.py' } },
    [
      'locust/leading-locust spec.master.command: the command begins with "locust", which the image already runs; remove it',
    ],
  ],
  ['locust as another word', { master: { command: '-f locust' } }, []],
  [
    'single quotes',
    { master: { command: "--tags 'a b'" } },
    [
      'locust/quotes-in-command spec.master.command: "\'a" keeps its quotes, because commands are split at whitespace; put arguments with whitespace into extraArgs',
    ],
  ],
  [
    'an argument of the test itself',
    { master: { command: '', extraArgs: ['--master', '--master-port=1', '--headless'] } },
    [
      'locust/managed-flag spec.master.extraArgs: "--master", "--master-port=1" are set by the test itself; the last one wins; remove them, unless you want other values',
    ],
  ],

  [
    'a password',
    variables({ name: 'KAFKA_PASSWORD', value: 'x' }),
    [
      'locust/credential-in-clear-text spec.env.variables[0].value: KAFKA_PASSWORD is in clear text; use valueFrom.secretKeyRef',
    ],
  ],
  [
    'a user name',
    variables({ name: 'KAFKA_USERNAME', value: 'x' }),
    [
      'locust/user-name-in-clear-text spec.env.variables[0].value: KAFKA_USERNAME is in clear text; use valueFrom.secretKeyRef',
    ],
  ],
  [
    'a login configuration',
    variables({ name: 'KAFKA_SASL_JAAS_CONFIG', value: 'x' }),
    [
      'locust/credential-in-clear-text spec.env.variables[0].value: KAFKA_SASL_JAAS_CONFIG is in clear text; use valueFrom.secretKeyRef',
    ],
  ],
  ['an empty password', variables({ name: 'KAFKA_PASSWORD', value: '' }), []],
  [
    'a variable that is set thrice',
    variables({ name: 'A', value: '1' }, { name: 'A', value: '2' }, { name: 'A', value: '3' }),
    [
      'pod/env-twice spec.env.variables[1].name: "A" is already set, by spec.env.variables[0]; this one wins; set it once',
      'pod/env-twice spec.env.variables[2].name: "A" is already set, by spec.env.variables[1]; this one wins; set it once',
    ],
  ],

  [
    'a quantity of a limit',
    limited({ cpu: '1.5.5' }),
    [noQuantity('spec.worker.resources.limits.cpu', '"1.5.5"')],
  ],
  [
    'a quantity of a request',
    { master: { command: '', resources: { requests: { memory: '1e5.5' } } } },
    [noQuantity('spec.master.resources.requests.memory', '"1e5.5"')],
  ],
  [
    'a quantity of an emptyDir',
    source({ emptyDir: { sizeLimit: '1e5.5' } }),
    [
      noQuantity('spec.volumes[0].emptyDir.sizeLimit', '"1e5.5"'),
      'locust/empty-dir-too-large spec.volumes[0].emptyDir: the emptyDir "data" may grow to "1e5.5", but a pod of the master is evicted when it uses more than "100M" of ephemeral-storage; raise resources.limits.ephemeral-storage of the master, or set a sizeLimit below it',
    ],
  ],
  [
    'a quantity of a claim',
    template({ requests: { storage: '1e5.5' } }),
    [
      noQuantity(
        'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests.storage',
        '"1e5.5"',
      ),
      'storage/quantity spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests.storage: "1e5.5" is not a valid quantity; use a size such as 10Gi or 500M',
    ],
  ],
  [
    'a quantity of the limits of a claim',
    template({ requests: { storage: '1Gi' }, limits: { storage: '1e5.5' } }),
    [
      noQuantity(
        'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.limits.storage',
        '"1e5.5"',
      ),
      'storage/quantity spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.limits.storage: "1e5.5" is not a valid quantity; use a size such as 10Gi or 500M',
    ],
  ],
  [
    'a divisor of a variable',
    variables(
      { name: 'A', value: '' },
      { name: 'B', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '1e5.5' } } },
    ),
    [noQuantity('spec.env.variables[1].valueFrom.resourceFieldRef.divisor', '"1e5.5"')],
  ],
  [
    'a divisor of a file',
    source({
      downwardAPI: {
        items: [
          {
            path: 'a',
            resourceFieldRef: { containerName: 'a', resource: 'limits.cpu', divisor: '1e5.5' },
          },
        ],
      },
    }),
    [noQuantity('spec.volumes[0].downwardAPI.items[0].resourceFieldRef.divisor', '"1e5.5"')],
  ],
  [
    'a divisor of a projected file',
    source({
      projected: {
        sources: [
          {
            downwardAPI: {
              items: [
                {
                  path: 'a',
                  resourceFieldRef: {
                    containerName: 'a',
                    resource: 'limits.cpu',
                    divisor: '1e5.5',
                  },
                },
              ],
            },
          },
        ],
      },
    }),
    [
      noQuantity(
        'spec.volumes[0].projected.sources[0].downwardAPI.items[0].resourceFieldRef.divisor',
        '"1e5.5"',
      ),
    ],
  ],
  [
    'a divisor that is one',
    variables({
      name: 'B',
      valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '1m' } },
    }),
    [],
  ],
  [
    'no divisor',
    variables({ name: 'B', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } }),
    [],
  ],
  [
    'an emptyDir beyond a limit',
    {
      ...source({ emptyDir: { sizeLimit: '2Gi' } }),
      ...limited({ 'ephemeral-storage': '1Gi' }),
      master: { command: '', resources: { limits: { cpu: '1' } } },
    },
    [
      'locust/empty-dir-too-large spec.volumes[0].emptyDir: the emptyDir "data" may grow to "2Gi", but a pod of the master is evicted when it uses more than "50M" of ephemeral-storage; raise resources.limits.ephemeral-storage of the master, or set a sizeLimit below it',
    ],
  ],
  ['an emptyDir of huge pages', source({ emptyDir: { medium: 'HugePages-2Mi' } }), []],
  [
    'claims of devices',
    { master: { command: '', resources: { limits: { cpu: '1' }, claims: [{ name: 'gpu' }] } } },
    [
      'pod/resources spec.master.resources.claims[0]: the pod has no resource claim "gpu"; remove it: the operator does not support resource claims',
    ],
  ],

  [
    'affinity and tolerations that are left out',
    { scheduling: { affinity: {}, tolerations: [{ operator: 'Exists' }] } },
    [
      "locust/scheduling-ignored spec.scheduling.affinity: the operator's settings ignore the affinity of the test; set ENABLE_AFFINITY_CR_INJECTION=true",
      "locust/scheduling-ignored spec.scheduling.tolerations: the operator's settings ignore the tolerations of the test; set ENABLE_TAINT_TOLERATIONS_CR_INJECTION=true",
    ],
    { ENABLE_AFFINITY_CR_INJECTION: 'false', ENABLE_TAINT_TOLERATIONS_CR_INJECTION: 'false' },
  ],
  [
    'a port that is none',
    {},
    [
      'locust/setting-out-of-range : the port of the metrics exporter is 0; use a port from 1 to 65535',
    ],
    { METRICS_EXPORTER_PORT: '0' },
  ],
  [
    'a port of locust',
    {},
    [
      'locust/setting-out-of-range : the port of the metrics exporter is 5557, which locust itself listens on; use another port, such as 9646',
    ],
    { METRICS_EXPORTER_PORT: '5557' },
  ],
  [
    'a pull policy that is none',
    {},
    [
      'locust/setting-out-of-range : the pull policy of the metrics exporter is "always"; use one of Always, IfNotPresent, Never',
    ],
    { METRICS_EXPORTER_IMAGE_PULL_POLICY: 'always' },
  ],
  [
    'Jobs that are deleted',
    {},
    [
      'locust/job-deleted : a finished Job is deleted after 60 seconds, and what is in Git is then created again; do not set a TTL, or remove the test from Git when it has finished',
    ],
    { JOB_TTL_SECONDS_AFTER_FINISHED: '60' },
  ],
  [
    'Jobs that are deleted before they are done',
    {},
    [
      'locust/setting-out-of-range : Jobs would be deleted -1 seconds after they finish; use a number that is not negative',
    ],
    { JOB_TTL_SECONDS_AFTER_FINISHED: '-1' },
  ],
])('%s', (_what, spec, lines, ...[env, name]) => {
  expect(said(spec, env, name)).toEqual(lines);
});
