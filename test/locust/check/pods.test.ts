/** What the API server or kubelet refuses in the pods of a test, with the words that are said about it. */
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
    spec: { image: 'locustio/locust:2.43.1', master: { command: '-f a.py' }, worker: { command: '-f a.py', replicas: 3 }, ...spec },
  } as LocustTestResource;
  const settings = { ...readOperatorEnv('chart', env).settings, kafka: undefined };
  return checkLocustTest(test, { settings, operatorMode }).map(({ severity, rule, path, message, remedy }) => {
    expect(remedy).not.toBe('');
    const words = message.replace(/(DNS|name part|lowercase|valid label).*/, '…');
    return `${severity === Severity.ERROR ? '' : `${severity} `}${rule.replace('locust/', '')} ${path.replace('spec.', '')}: ${words}`;
  });
}

const mounted = (source: object) => ({ volumes: [{ name: 'data', ...source }], volumeMounts: [{ name: 'data', mountPath: '/data' }] });
const variable = (valueFrom: object) => ({ env: { variables: [{ name: 'A', valueFrom }] } });
const telemetry = (extraEnvVars: object) => ({ observability: { openTelemetry: { enabled: true, endpoint: 'http://collector:4317', extraEnvVars } } });
const asked = (resources: object) => ({ worker: { command: '', replicas: 1, resources } });
const tolerating = (toleration: object) => ({ scheduling: { tolerations: [toleration] } });
const onNodes = (...nodeSelectorTerms: object[]) => ({
  scheduling: { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } },
});
const besidePods = (podAffinityTerm: object, weight = 1) => ({
  scheduling: { affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight, podAffinityTerm }] } } },
});
const expression = (operator: string, ...values: string[]) => onNodes({ matchExpressions: [{ key: 'zone', operator, values }] });

const TERM = 'scheduling.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
const PODS = 'scheduling.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0]';

test.each<[string, object, string[], Env?]>([
  ['a path of a file that leads out', mounted({ configMap: { name: 'a', items: [{ key: '', path: '../x' }] } }), [
    'volume-source volumes[0].configMap.items[0].key: the key is empty',
    'volume-source volumes[0].configMap.items[0].path: "../x" is no relative path inside the volume',
  ]],
  ['modes beyond 0777', mounted({ secret: { secretName: 's', defaultMode: 1777, items: [{ key: 'a', path: 'a', mode: 512 }] } }), [
    'volume-source volumes[0].secret.defaultMode: 1777 is no file mode',
    'volume-source volumes[0].secret.items[0].mode: 512 is no file mode',
  ]],
  ['projections that are two in one, or have no name', mounted({ projected: { sources: [{ configMap: { name: 'a' }, secret: { name: 'b' } }, { secret: { name: '' } }] } }), [
    'volume-source volumes[0].projected.sources[0]: there are several sources: configMap, secret',
    'volume-source volumes[0].projected.sources[1].secret.name: the secret has no name',
  ]],
  ['a path of the node with dots', mounted({ hostPath: { path: '/a/../b' } }), ['volume-source volumes[0].hostPath.path: "/a/../b" has ..']],
  ['a file server without a name', mounted({ nfs: { server: '', path: 'a' } }), [
    'volume-source volumes[0].nfs.server: the nfs of the volume "data" has no server',
    'volume-source volumes[0].nfs.path: "a" is no absolute path',
  ]],
  ['a driver that is none', mounted({ csi: { driver: 'a b' } }), ['volume-source volumes[0].csi.driver: "a b": a …']],
  ['an emptyDir of less than nothing', mounted({ emptyDir: { medium: 'Memory', sizeLimit: '-1' } }), ['volume-source volumes[0].emptyDir.sizeLimit: "-1" is negative']],

  ['a variable without a source', variable({}), ['env-name env.variables[0].valueFrom: "A" has no source']],
  ['a variable of two sources', variable({ secretKeyRef: { name: 'a', key: 'b' }, fieldRef: { fieldPath: 'metadata.name' } }), [
    'env-name env.variables[0].valueFrom: "A" has several sources: secretKeyRef, fieldRef',
  ]],
  ['a key of nothing', variable({ secretKeyRef: { name: '', key: 'a b' } }), [
    'env-name env.variables[0].valueFrom.secretKeyRef.name: the name is empty',
    'env-name env.variables[0].valueFrom.secretKeyRef.key: "a b" is no key',
  ]],
  ['a field that pods do not have', variable({ fieldRef: { fieldPath: 'status.ip' } }), [
    'env-name env.variables[0].valueFrom.fieldRef.fieldPath: "status.ip" is no field that a variable can have',
  ]],
  ['a resource that containers do not have', variable({ resourceFieldRef: { resource: 'cpu' } }), [
    'env-name env.variables[0].valueFrom.resourceFieldRef.resource: "cpu" is no resource that a variable can have',
  ]],
  ['names and prefixes of whole config maps', { env: { configMapRefs: [{ name: 'A B', prefix: 'A=' }], secretRefs: [{ name: '' }] } }, [
    'env-name env.configMapRefs[0].name: "A B": a …',
    'env-name env.configMapRefs[0].prefix: "A=" cannot begin the name of a variable',
    'env-name env.secretRefs[0].name: the name is empty',
  ]],
  ['names of variables for telemetry', telemetry({ '': 'x', 'A=B': 'y' }), [
    'env-name observability.openTelemetry.extraEnvVars.: "" is no name of a variable',
    'env-name observability.openTelemetry.extraEnvVars.A=B: "A=B" is no name of a variable',
  ]],
  ['variables for telemetry that are set already', { ...telemetry({ OTEL_TRACES_EXPORTER: 'none', A: '1' }), env: { variables: [{ name: 'A', value: '2' }] } }, [
    'warning env-twice observability.openTelemetry.extraEnvVars.OTEL_TRACES_EXPORTER: "OTEL_TRACES_EXPORTER" is set already, by the test itself; this one wins',
    'warning env-twice env.variables[0].name: "A" is set already, by spec.observability.openTelemetry.extraEnvVars.A; this one wins',
  ]],
  ['a password among the variables for telemetry', telemetry({ KAFKA_PASSWORD: 'x' }), [
    'credential-in-clear-text observability.openTelemetry.extraEnvVars.KAFKA_PASSWORD: KAFKA_PASSWORD stands in clear text',
  ]],

  ['a resource with a slip of the pen', asked({ limits: { mem: '1Gi' } }), ['resources worker.resources.limits.mem: containers have no resource "mem"']],
  ['devices that are asked for in parts, and without a limit', asked({ requests: { 'nvidia.com/gpu': 1, 'b.c/d': '500m' }, limits: { 'nvidia.com/gpu': '2' } }), [
    'resources worker.resources.requests.b.c/d: "500m" is no whole number',
    'resources worker.resources.requests.nvidia.com/gpu: 1 is not the limit "2"',
    'resources worker.resources.requests.b.c/d: "b.c/d" has no limit',
  ]],
  ['a claim of a device', asked({ limits: { cpu: '1' }, claims: [{ name: 'gpu' }] }), ['resources worker.resources.claims[0]: the pod has no resource claim "gpu"']],
  ['settings that request more than they allow', { worker: { command: '', replicas: 1, resources: { limits: { cpu: '1' } } } }, [
    'resources : the settings of the master: requests.cpu: "2" is more than the limit "1"',
    'resources : the settings of the metrics exporter: limits.memory: "-1" is negative',
    'resources : the settings of the metrics exporter: requests.memory: "64Mi" is more than the limit "-1"',
  ], { POD_CPU_REQUEST: '2', METRICS_EXPORTER_MEM_LIMIT: '-1' }],
  ['a port of locust for the metrics exporter', {}, ['setting-out-of-range : the port of the metrics exporter is 5557, on which locust itself listens'], { METRICS_EXPORTER_PORT: '5557' }],

  ['labels of nodes that are none', { scheduling: { nodeSelector: { 'a b': 'x y' } } }, [
    'scheduling scheduling.nodeSelector.a b: the key "a b": …', 'scheduling scheduling.nodeSelector.a b: the value "x y": a …',
  ]],
  ['a toleration of nothing', tolerating({}), ['scheduling scheduling.tolerations[0].key: a toleration without a key needs the operator Exists']],
  ['a toleration with a key and a value that are none', tolerating({ key: 'a b', value: 'c d' }), [
    'scheduling scheduling.tolerations[0].key: the key "a b": …', 'scheduling scheduling.tolerations[0].value: the value "c d": a …',
  ]],
  ['a time for another effect', tolerating({ key: 'a', operator: 'Exists', effect: 'NoSchedule', tolerationSeconds: 3 }), [
    'scheduling scheduling.tolerations[0].tolerationSeconds: tolerationSeconds is for the effect NoExecute, not "NoSchedule"',
  ]],
  ['an affinity to nothing', onNodes(), [`scheduling ${TERM}: there is no term`]],
  ['an expression without values', expression('In'), [`scheduling ${TERM}[0].matchExpressions[0].values: the operator In takes at least one value, but there are 0`]],
  ['an expression with values that it does not take', expression('Exists', 'a'), [`scheduling ${TERM}[0].matchExpressions[0].values: the operator Exists takes no values, but there are 1`]],
  ['an expression with too many values', expression('Gt', '1', '2'), [`scheduling ${TERM}[0].matchExpressions[0].values: the operator Gt takes exactly one value, but there are 2`]],
  ['an expression with a value that is none', expression('In', 'a b'), [`scheduling ${TERM}[0].matchExpressions[0].values[0]: the value "a b": a …`]],
  ['a field of nodes that they are not chosen by', onNodes({ matchFields: [{ key: 'metadata.uid', operator: 'In', values: [] }] }), [
    `scheduling ${TERM}[0].matchFields[0].key: "metadata.uid" is no field that nodes are chosen by`,
    `scheduling ${TERM}[0].matchFields[0].values: a field is compared with one value, not 0`,
  ]],
  ['a weight beyond 100', besidePods({ topologyKey: 'kubernetes.io/hostname' }, 101), [`scheduling ${PODS}.weight: the weight is 101`]],
  ['pods without a topology, chosen by labels that are none', besidePods({
    topologyKey: 'a b', labelSelector: { matchLabels: { app: 'a b' }, matchExpressions: [{ key: 'app', operator: 'Gt', values: ['1'] }] },
  }), [
    `scheduling ${PODS}.podAffinityTerm.topologyKey: the key "a b": …`,
    `scheduling ${PODS}.podAffinityTerm.labelSelector.matchLabels.app: the value "a b": a …`,
    `scheduling ${PODS}.podAffinityTerm.labelSelector.matchExpressions[0].operator: pods are not chosen by Gt`,
  ]],

  ['groups that are none', { security: { podSecurityContext: { fsGroup: 2 ** 31, supplementalGroups: [1, -1] } } }, [
    'security security.podSecurityContext.fsGroup: 2147483648 is no user or group',
    'security security.podSecurityContext.supplementalGroups[1]: -1 is no user or group',
  ]],
  ['root that must not be root', { security: { podSecurityContext: { runAsNonRoot: true }, containerSecurityContext: { runAsUser: 0 } } }, [
    'security security.containerSecurityContext.runAsUser: the user is root (0), and runAsNonRoot forbids it',
  ]],
  ['privileges that must not grow', { security: { containerSecurityContext: { privileged: true, allowPrivilegeEscalation: false } } }, [
    'security security.containerSecurityContext.allowPrivilegeEscalation: a privileged container may escalate its privileges',
  ]],
  ['profiles of the node', { security: { podSecurityContext: { seccompProfile: { type: 'Localhost' }, appArmorProfile: { type: 'RuntimeDefault', localhostProfile: 'x' } } } }, [
    'security security.podSecurityContext.appArmorProfile.localhostProfile: "x" is for the type Localhost, not "RuntimeDefault"',
    'security security.podSecurityContext.seccompProfile.localhostProfile: the type Localhost needs a profile of the node',
  ]],
])('says what is wrong with %s', (_what, spec, lines, ...[env]) => {
  expect(said(spec, env)).toEqual(lines);
});

test.each<[string, object, Env?]>([
  ['files of a config map and of a projection', mounted({ projected: { defaultMode: 0o400, sources: [{ configMap: { name: 'a', items: [{ key: 'a', path: 'b/c', mode: 0 }] } }, { serviceAccountToken: { path: 't' } }] } })],
  ['fields and keys as variables', {
    env: {
      variables: [
        { name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.labels[\'app\']' } } },
        { name: 'B', valueFrom: { resourceFieldRef: { resource: 'limits.ephemeral-storage' } } },
        { name: 'C', valueFrom: { configMapKeyRef: { name: 'a.b', key: 'c.d' } } },
        { name: 'D', valueFrom: { sourceOfTomorrow: {} } },
      ],
    },
  }],
  ['variables of telemetry that is off', { observability: { openTelemetry: { enabled: false, extraEnvVars: { 'A=B': 'x' } } } }],
  ['a device with its limit, and huge pages', asked({ requests: { 'cpu': '1', 'nvidia.com/gpu': '1', 'hugepages-2Mi': '2Mi' }, limits: { 'nvidia.com/gpu': 1, 'hugepages-2Mi': '2Mi' } })],
  ['settings that no container has', {
    master: { command: '', resources: { limits: { cpu: '1' } } }, ...asked({ limits: { cpu: '1' } }), ...telemetry({}),
  }, { POD_CPU_REQUEST: '2', METRICS_EXPORTER_CPU_REQUEST: '2' }],
  ['a taint of any kind', tolerating({ operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 0 })],
  ['pods that keep apart', besidePods({ topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { 'performance-test-name': 'load' } } }, 100)],
  ['root where the container may be', { security: { podSecurityContext: { runAsNonRoot: true, runAsUser: 0 }, containerSecurityContext: { runAsNonRoot: false } } }],
  ['the contexts of OpenShift', {
    security: {
      podSecurityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containerSecurityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, runAsNonRoot: true },
    },
  }],
])('takes %s', (_what, spec, ...[env]) => {
  expect(said(spec, env)).toEqual([]);
});

test('warns of all this where the operator decides', () => {
  expect(said(asked({ limits: { mem: '1Gi' } }), {}, true)).toEqual(['warning resources worker.resources.limits.mem: containers have no resource "mem"']);
});
