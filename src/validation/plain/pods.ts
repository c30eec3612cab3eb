/** Pods that are surely right: what most of them have, and nothing that depends on a cluster. */
import {
  annotations,
  bool,
  differIn,
  either,
  hasOneOf,
  isAmong,
  label,
  labels,
  like,
  listOf,
  oneOf,
  path,
  port,
  portName,
  protocol,
  qualified,
  relativePath,
  size,
  struct,
  subdomain,
  Test,
  text,
  whole,
} from './tests';
import { compareQuantities, Fields, lazily, ParsedQuantity, parseQuantity } from '../../kube';
import { FIELDS_OF_VARIABLES } from '../../pod';

const key = like(/^[-_a-zA-Z0-9][-._a-zA-Z0-9]*$/, 253);

const PART = '[a-z0-9]+(?:[._-][a-z0-9]+)*';
const IMAGE = new RegExp(
  `^(?:[a-z0-9]+(?:[.-][a-z0-9]+)*(?::\\d+)?/)?${PART}(?:/${PART})*(?::\\w[\\w.-]{0,127})?(?:@sha256:[a-f0-9]{64})?$`,
);
const anImage = like(IMAGE, 200);
/** A text of the length of an ID may be one. */
const image: Test = (value) => anImage(value) && (value as string).length !== 64;

/** The metadata and the spec of the pods that a workload makes. */
export const template = lazily(() => templateOf(podSpec(oneOf('Always'))));

/** The same of pods that end. */
export const templateOfJob = lazily(() =>
  templateOf(podSpec(oneOf('Never', 'OnFailure'), ['restartPolicy'])),
);

function templateOf(spec: Test): Test {
  const own = struct({ labels, annotations }, ['labels']);
  return struct({ metadata: own, spec }, ['metadata', 'spec']);
}

/** Whether containers mount only what the pod has, or its workload makes for it: `claims`. */
export function hasItsVolumes(pod: Fields, claims: unknown): boolean {
  const { volumes } = pod;
  for (const list of [pod.containers, pod.initContainers]) {
    for (const { volumeMounts } of (list ?? []) as readonly Fields[]) {
      for (const { name } of (volumeMounts ?? []) as readonly Fields[]) {
        if (!isAmong(name, volumes, 'name') && !isTemplate(name, claims)) return false;
      }
    }
  }
  for (const { name } of (volumes ?? []) as readonly Fields[]) {
    if (isTemplate(name, claims)) return false;
  }
  return true;
}

function isTemplate(name: unknown, claims: unknown): boolean {
  for (const { metadata } of (claims ?? []) as readonly Fields[]) {
    if ((metadata as Fields).name === name) return true;
  }
  return false;
}

function podSpec(restartPolicy: Test, needed: readonly 'restartPolicy'[] = []): Test {
  const user = whole(1);
  const seccompProfile = struct({ type: oneOf('RuntimeDefault') }, ['type']);
  const ids = { runAsUser: user, runAsGroup: whole(0), runAsNonRoot: bool, seccompProfile };
  const toleration = struct(
    { key: qualified, operator: oneOf('Exists'), effect: oneOf('NoSchedule', 'NoExecute') },
    ['key', 'operator'],
  );
  return struct(
    {
      containers: listOf(container(ids, probes()), 1),
      initContainers: listOf(container(ids, { restartPolicy: oneOf('Always') })),
      volumes: listOf(volume()),
      restartPolicy,
      dnsPolicy: oneOf('ClusterFirst'),
      schedulerName: oneOf('default-scheduler'),
      serviceAccountName: subdomain,
      serviceAccount: subdomain,
      priorityClassName: subdomain,
      terminationGracePeriodSeconds: whole(1),
      imagePullSecrets: listOf(struct({ name: subdomain }, ['name']), 0, 1),
      nodeSelector: labels,
      tolerations: listOf(toleration),
      automountServiceAccountToken: bool,
      enableServiceLinks: bool,
      securityContext: struct({
        ...ids,
        fsGroup: whole(0),
        fsGroupChangePolicy: oneOf('Always', 'OnRootMismatch'),
      }),
    },
    ['containers', ...needed],
    ({ containers, initContainers, volumes }) =>
      differIn(containers, 'name') &&
      differIn(initContainers, 'name') &&
      differIn(volumes, 'name') &&
      !((initContainers ?? []) as readonly Fields[]).some(({ name }) =>
        isAmong(name, containers, 'name'),
      ),
  );
}

function container(
  ids: { readonly [name: string]: Test },
  more: { readonly [name: string]: Test },
) {
  const source = struct({ name: subdomain, key, optional: bool }, ['name', 'key']);
  const fieldRef = struct({ apiVersion: oneOf('v1'), fieldPath: oneOf(...FIELDS_OF_VARIABLES) }, [
    'fieldPath',
  ]);
  const valueFrom = struct(
    { configMapKeyRef: source, secretKeyRef: source, fieldRef },
    [],
    hasOneOf(['configMapKeyRef', 'secretKeyRef', 'fieldRef']),
  );
  const list = struct({ name: subdomain, optional: bool }, ['name']);
  const variable = struct(
    { name: like(/^[A-Za-z_][\w.-]*$/, 253), value: text, valueFrom },
    ['name'],
    (one) => one.value === undefined || one.valueFrom === undefined,
  );
  return struct(
    {
      name: label,
      image,
      imagePullPolicy: oneOf('Always', 'IfNotPresent', 'Never'),
      command: listOf(text, 0, Infinity),
      args: listOf(text, 0, Infinity),
      terminationMessagePath: oneOf('/dev/termination-log'),
      terminationMessagePolicy: oneOf('File', 'FallbackToLogsOnError'),
      workingDir: path,
      ports: listOf(struct({ name: portName, containerPort: port, protocol }, ['containerPort'])),
      env: listOf(variable, 0, 64),
      envFrom: listOf(
        struct(
          { configMapRef: list, secretRef: list },
          [],
          hasOneOf(['configMapRef', 'secretRef']),
        ),
      ),
      resources: resources(),
      volumeMounts: listOf(
        struct({ name: label, mountPath: path, readOnly: bool, subPath: relativePath }, [
          'name',
          'mountPath',
        ]),
      ),
      securityContext: struct({
        ...ids,
        privileged: oneOf(false),
        allowPrivilegeEscalation: bool,
        readOnlyRootFilesystem: bool,
        capabilities: struct({ drop: listOf(text), add: listOf(like(/^(?!CAP_)[A-Z_]+$/, 63)) }),
      }),
      ...more,
    },
    ['name', 'image'],
    ({ env, ports, volumeMounts }) =>
      differIn(env, 'name') &&
      differIn(ports, 'name') &&
      differIn(ports, 'containerPort') &&
      areApart(volumeMounts),
  );
}

/** Whether no mount is at or below another one. */
function areApart(mounts: unknown): boolean {
  const list = (mounts ?? []) as readonly { readonly mountPath: string }[];
  for (let index = 1; index < list.length; index += 1) {
    const at = list[index].mountPath;
    for (let other = 0; other < index; other += 1) {
      const before = list[other].mountPath;
      if (at === before || isBelow(at, before) || isBelow(before, at)) return false;
    }
  }
  return true;
}

function isBelow(inner: string, outer: string): boolean {
  return inner.startsWith(outer) && inner.charCodeAt(outer.length) === SLASH;
}

const SLASH = 47;

const RESOURCES = ['cpu', 'memory', 'ephemeral-storage'];

function resources(): Test {
  const quantity = like(/^(?:\d{1,6}(?:m|[kMGT]|[KMGT]i|\.\d{9})?|\d{7,15})$/, 16);
  const list = struct({ cpu: quantity, memory: quantity, 'ephemeral-storage': quantity });
  return struct({ requests: list, limits: list }, [], ({ requests, limits }) => {
    if (requests === undefined || limits === undefined) return true;
    for (const name of RESOURCES) {
      const [asked, most] = [(requests as Fields)[name], (limits as Fields)[name]];
      if (asked === undefined || most === undefined) continue;
      if (compareQuantities(amountOf(asked), amountOf(most)) > 0) return false;
    }
    return true;
  });
}

function amountOf(quantity: unknown): ParsedQuantity {
  return parseQuantity(quantity as string)!;
}

function probes(): { readonly [name: string]: Test } {
  const target = either(port, portName);
  const probe = struct(
    {
      httpGet: struct({ path: like(/^\//, 1000), port: target, scheme: oneOf('HTTP', 'HTTPS') }, [
        'port',
      ]),
      tcpSocket: struct({ port: target }, ['port']),
      exec: struct({ command: listOf(text, 1, Infinity) }, ['command']),
      initialDelaySeconds: whole(0),
      timeoutSeconds: whole(1),
      periodSeconds: whole(1),
      successThreshold: oneOf(1),
      failureThreshold: whole(1),
    },
    [],
    hasOneOf(['httpGet', 'tcpSocket', 'exec']),
  );
  return { livenessProbe: probe, readinessProbe: probe, startupProbe: probe };
}

const SOURCES = ['configMap', 'secret', 'emptyDir', 'persistentVolumeClaim'];

function volume(): Test {
  const files = {
    optional: bool,
    defaultMode: whole(0, 0o777),
    items: listOf(struct({ key, path: relativePath }, ['key', 'path'])),
  };
  return struct(
    {
      name: label,
      configMap: struct({ name: subdomain, ...files }, ['name']),
      secret: struct({ secretName: subdomain, ...files }, ['secretName']),
      emptyDir: struct({ medium: oneOf('Memory'), sizeLimit: size }),
      persistentVolumeClaim: struct({ claimName: subdomain, readOnly: bool }, ['claimName']),
    },
    ['name'],
    hasOneOf(SOURCES),
  );
}
