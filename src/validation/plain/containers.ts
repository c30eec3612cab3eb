/** Containers that are surely right, with what most of them have. */
import { compareQuantities, Fields, ParsedQuantity, parseQuantity } from '../../kube';
import {
  bool,
  differIn,
  directory,
  either,
  hasOneOf,
  isAmong,
  fileName,
  label,
  like,
  arrayOf,
  oneOf,
  path,
  port,
  portName,
  protocol,
  relativePath,
  struct,
  subdomain,
  Test,
  text,
  whole,
} from '../../object/plain';
import { FIELDS_OF_VARIABLES } from '../../pod';

const PART = '[a-z0-9]+(?:[._-][a-z0-9]+)*';
const IMAGE = new RegExp(
  `^(?:[a-z0-9]+(?:[.-][a-z0-9]+)*(?::\\d+)?/)?${PART}(?:/${PART})*(?::\\w[\\w.-]{0,127})?(?:@sha256:[a-f0-9]{64})?$`,
);
const anImage = like(IMAGE, 200);
/** A text of the length of an ID may be one. */
const image: Test = (value) => anImage(value) && (value as string).length !== 64;

/** The test of a container; `more` are fields that only containers of its list may have. */
export function container(
  ids: { readonly [name: string]: Test },
  more: { readonly [name: string]: Test },
): Test {
  const source = struct({ name: subdomain, key: fileName, optional: bool }, ['name', 'key']);
  const fieldRef = struct({ apiVersion: oneOf('v1'), fieldPath: oneOf(...FIELDS_OF_VARIABLES) }, [
    'fieldPath',
  ]);
  const resourceFieldRef = struct(
    { containerName: label, resource: oneOf(...RESOURCES_OF_VARIABLES), divisor: oneOf('0') },
    ['resource'],
  );
  const sources = { configMapKeyRef: source, secretKeyRef: source, fieldRef, resourceFieldRef };
  const valueFrom = struct(sources, [], hasOneOf(Object.keys(sources)));
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
      command: arrayOf(text, 0, Infinity),
      args: arrayOf(text, 0, Infinity),
      terminationMessagePath: oneOf('/dev/termination-log'),
      terminationMessagePolicy: oneOf('File', 'FallbackToLogsOnError'),
      workingDir: path,
      ports: arrayOf(
        struct(
          { name: portName, containerPort: port, hostPort: port, protocol },
          ['containerPort'],
          ({ containerPort, hostPort }) => hostPort === undefined || hostPort === containerPort,
        ),
      ),
      env: arrayOf(variable, 0, 64),
      envFrom: arrayOf(
        struct(
          { configMapRef: list, secretRef: list },
          [],
          hasOneOf(['configMapRef', 'secretRef']),
        ),
      ),
      resources: resources(),
      volumeMounts: arrayOf(
        struct(
          {
            name: label,
            mountPath: directory,
            mountPropagation: oneOf('None', 'HostToContainer', 'Bidirectional'),
            readOnly: bool,
            subPath: relativePath,
          },
          ['name', 'mountPath'],
        ),
      ),
      securityContext: struct({
        ...ids,
        privileged: bool,
        allowPrivilegeEscalation: bool,
        readOnlyRootFilesystem: bool,
        capabilities: struct({ drop: arrayOf(text), add: arrayOf(like(/^(?!CAP_)[A-Z_]+$/, 63)) }),
      }),
      ...more,
    },
    ['name', 'image'],
    ({ env, ports, volumeMounts, securityContext }) =>
      differIn(env, 'name') &&
      differIn(ports, 'name') &&
      differIn(ports, 'containerPort') &&
      areApart(volumeMounts) &&
      isPrivilegeRight((securityContext ?? {}) as Fields, volumeMounts),
  );
}

/** Only privileged containers mount for the host, and they cannot forbid to escalate privileges. */
function isPrivilegeRight(
  { privileged, allowPrivilegeEscalation }: Fields,
  mounts: unknown,
): boolean {
  return privileged === true
    ? allowPrivilegeEscalation !== false
    : !isAmong('Bidirectional', mounts, 'mountPropagation');
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
  return (
    inner.startsWith(outer) && (outer.endsWith('/') || inner.charCodeAt(outer.length) === SLASH)
  );
}

const SLASH = 47;

const RESOURCES = ['cpu', 'memory', 'ephemeral-storage'];
const RESOURCES_OF_VARIABLES = ['requests', 'limits'].flatMap((list) =>
  RESOURCES.map((resource) => `${list}.${resource}`),
);

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

/** The probes of containers that run as long as their pod does. */
export function probes(): { readonly [name: string]: Test } {
  const target = either(port, portName);
  const probe = struct(
    {
      httpGet: struct({ path: like(/^\//, 1000), port: target, scheme: oneOf('HTTP', 'HTTPS') }, [
        'port',
      ]),
      tcpSocket: struct({ port: target }, ['port']),
      exec: struct({ command: arrayOf(text, 1, Infinity) }, ['command']),
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
