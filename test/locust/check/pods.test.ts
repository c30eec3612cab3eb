/**
 * The findings on pods of a test that the API server or kubelet refuses: in the fields of the test,
 * and in its settings.
 */
import { Severity } from '../../../src/findings';
import { checkLocustTest } from '../../../src/locust/check';
import { readOperatorEnv } from '../../../src/locust/operator-env';
import { LocustTestResource } from '../../../src/locust/spec';

type Env = { [name: string]: string };

function said(spec: object, env: Env = {}, operatorMode = false): string[] {
  const test = {
    apiVersion: 'locust.io/v2',
    kind: 'LocustTest',
    metadata: { name: 'load' },
    spec: {
      image: 'locustio/locust:2.43.1',
      master: { command: '-f a.py' },
      worker: { command: '-f a.py', replicas: 3 },
      ...spec,
    },
  } as LocustTestResource;
  const settings = { ...readOperatorEnv('chart', env).settings, kafka: undefined };
  return checkLocustTest(test, { settings, operatorMode }).map(
    ({ severity, rule, path, message, remedy }) => {
      expect(remedy).not.toBe('');
      const words = message.replace(/(DNS|name part|lowercase|valid label).*/, '…');
      return `${severity === Severity.ERROR ? '' : `${severity} `}${rule.replace(/^(locust|pod)\//, '')} ${path.replace('spec.', '')}: ${words}`;
    },
  );
}

const mounted = (source: object) => ({
  volumes: [{ name: 'data', ...source }],
  volumeMounts: [{ name: 'data', mountPath: '/data' }],
});
const variable = (valueFrom: object) => ({ env: { variables: [{ name: 'A', valueFrom }] } });
const telemetry = (extraEnvVars: object) => ({
  observability: {
    openTelemetry: { enabled: true, endpoint: 'http://collector:4317', extraEnvVars },
  },
});
const asked = (resources: object) => ({ worker: { command: '', replicas: 1, resources } });
const besidePods = (podAffinityTerm: object, weight = 1) => ({
  scheduling: {
    affinity: {
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight, podAffinityTerm }],
      },
    },
  },
});

const PODS =
  'scheduling.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0]';

test.each<[string, object, string[], Env?]>([
  [
    'a path of a file that leads out',
    mounted({ configMap: { name: 'a', items: [{ key: '', path: '../x' }] } }),
    [
      'volume-source volumes[0].configMap.items[0].key: the key is empty',
      'volume-source volumes[0].configMap.items[0].path: "../x" is not a relative path inside the volume',
    ],
  ],

  [
    'a variable of two sources',
    variable({ secretKeyRef: { name: 'a', key: 'b' }, fieldRef: { fieldPath: 'metadata.name' } }),
    ['env-name env.variables[0].valueFrom: "A" has several sources: secretKeyRef, fieldRef'],
  ],
  [
    'names and prefixes of whole config maps',
    { env: { configMapRefs: [{ name: 'A B', prefix: 'A=' }], secretRefs: [{ name: '' }] } },
    [
      'env-name env.configMapRefs[0].name: "A B": a …',
      'env-name env.configMapRefs[0].prefix: "A=" is not a valid prefix for the name of a variable',
      'env-name env.secretRefs[0].name: the name is empty',
    ],
  ],
  [
    'names of variables for telemetry',
    telemetry({ '': 'x', 'A=B': 'y' }),
    [
      'env-name observability.openTelemetry.extraEnvVars.: "" is not a valid name for a variable',
      'env-name observability.openTelemetry.extraEnvVars.A=B: "A=B" is not a valid name for a variable',
    ],
  ],
  [
    'variables for telemetry that are already set',
    {
      ...telemetry({ OTEL_TRACES_EXPORTER: 'none', A: '1' }),
      env: { variables: [{ name: 'A', value: '2' }] },
    },
    [
      'warning env-twice observability.openTelemetry.extraEnvVars.OTEL_TRACES_EXPORTER: "OTEL_TRACES_EXPORTER" is already set, by the test itself; this one wins',
      'warning env-twice env.variables[0].name: "A" is already set, by spec.observability.openTelemetry.extraEnvVars.A; this one wins',
    ],
  ],
  [
    'a password among the variables for telemetry',
    telemetry({ KAFKA_PASSWORD: 'x' }),
    [
      'credential-in-clear-text observability.openTelemetry.extraEnvVars.KAFKA_PASSWORD: KAFKA_PASSWORD is in clear text',
    ],
  ],

  [
    'a resource with a slip of the pen',
    asked({ limits: { mem: '1Gi' } }),
    ['resources worker.resources.limits.mem: containers have no resource "mem"'],
  ],
  [
    'a claim of a device',
    asked({ limits: { cpu: '1' }, claims: [{ name: 'gpu' }] }),
    ['resources worker.resources.claims[0]: the pod has no resource claim "gpu"'],
  ],
  [
    'settings that request more than they allow',
    { worker: { command: '', replicas: 1, resources: { limits: { cpu: '1' } } } },
    [
      'resources : the settings of the master: requests.cpu: "2" is more than the limit "1"',
      'resources : the settings of the metrics exporter: limits.memory: "-1" is negative',
      'resources : the settings of the metrics exporter: requests.memory: "64Mi" is more than the limit "-1"',
    ],
    { POD_CPU_REQUEST: '2', METRICS_EXPORTER_MEM_LIMIT: '-1' },
  ],
  [
    'a port of locust for the metrics exporter',
    {},
    [
      'setting-out-of-range : the port of the metrics exporter is 5557, which locust itself listens on',
    ],
    { METRICS_EXPORTER_PORT: '5557' },
  ],

  [
    'labels of nodes that are none',
    { scheduling: { nodeSelector: { 'a b': 'x y' } } },
    [
      'scheduling scheduling.nodeSelector.a b: the key "a b": …',
      'scheduling scheduling.nodeSelector.a b: the value "x y": a …',
    ],
  ],
  [
    'a weight beyond 100',
    besidePods({ topologyKey: 'kubernetes.io/hostname' }, 101),
    [`scheduling ${PODS}.weight: the weight is 101`],
  ],

  [
    'groups that are none',
    { security: { podSecurityContext: { fsGroup: 2 ** 31, supplementalGroups: [1, -1] } } },
    [
      'security security.podSecurityContext.fsGroup: 2147483648 is not a valid user or group',
      'security security.podSecurityContext.supplementalGroups[1]: -1 is not a valid user or group',
    ],
  ],
  [
    'root that must not be root',
    {
      security: {
        podSecurityContext: { runAsNonRoot: true },
        containerSecurityContext: { runAsUser: 0 },
      },
    },
    [
      'security security.containerSecurityContext.runAsUser: the user is root (0), which runAsNonRoot forbids',
    ],
  ],
  [
    'privileges that must not grow',
    {
      security: { containerSecurityContext: { privileged: true, allowPrivilegeEscalation: false } },
    },
    [
      'security security.containerSecurityContext.allowPrivilegeEscalation: a privileged container may escalate its privileges',
    ],
  ],
])('says what is wrong with %s', (_what, spec, lines, ...[env]) => {
  expect(said(spec, env)).toEqual(lines);
});

test.each<[string, object, Env?]>([
  [
    'files of a config map and of a projection',
    mounted({
      projected: {
        defaultMode: 0o400,
        sources: [
          { configMap: { name: 'a', items: [{ key: 'a', path: 'b/c', mode: 0 }] } },
          { serviceAccountToken: { path: 't' } },
        ],
      },
    }),
  ],
  [
    'fields and keys as variables',
    {
      env: {
        variables: [
          { name: 'A', valueFrom: { fieldRef: { fieldPath: "metadata.labels['app']" } } },
          { name: 'B', valueFrom: { resourceFieldRef: { resource: 'limits.ephemeral-storage' } } },
          { name: 'C', valueFrom: { configMapKeyRef: { name: 'a.b', key: 'c.d' } } },
          { name: 'D', valueFrom: { sourceOfTomorrow: {} } },
        ],
      },
    },
  ],
  [
    'variables of telemetry that is off',
    { observability: { openTelemetry: { enabled: false, extraEnvVars: { 'A=B': 'x' } } } },
  ],
  [
    'settings that no container has',
    {
      master: { command: '', resources: { limits: { cpu: '1' } } },
      ...asked({ limits: { cpu: '1' } }),
      ...telemetry({}),
    },
    { POD_CPU_REQUEST: '2', METRICS_EXPORTER_CPU_REQUEST: '2' },
  ],
  [
    'pods that keep apart',
    besidePods(
      {
        topologyKey: 'kubernetes.io/hostname',
        labelSelector: { matchLabels: { 'performance-test-name': 'load' } },
      },
      100,
    ),
  ],
  [
    'the contexts of OpenShift',
    {
      security: {
        podSecurityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        containerSecurityContext: {
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
          runAsNonRoot: true,
        },
      },
    },
  ],
])('takes %s', (_what, spec, ...[env]) => {
  expect(said(spec, env)).toEqual([]);
});

test('warns of all this where the operator decides', () => {
  expect(said(asked({ limits: { mem: '1Gi' } }), {}, true)).toEqual([
    'warning resources worker.resources.limits.mem: containers have no resource "mem"',
  ]);
});
