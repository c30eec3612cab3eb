/** Services: what the server chooses for them, keeps of it in an update, and refuses to change. */
import { KindRules } from './kind';
import { append, Fields, fieldsOf, labelValueProblems, qualifiedKeyProblems } from '../../kube';
import { listAt, Draft } from '../../model';
import { required, invalid, forbidden, duplicate, Refusal } from '../refusal';
import { ASSIGNED_ADDRESS, ASSIGNED_PORT } from '../server-assigned';

export const SERVICE_RULES: { readonly [kindKey: string]: KindRules } = {
  '/Service': { created: allocate, invalid: serviceProblems },
};

export const needsAddress = (type: unknown) => type !== 'ExternalName';
export const needsPorts = (spec: Fields) =>
  spec.type === 'NodePort' ||
  (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts !== false);
const hasItems = (list: unknown) => Array.isArray(list) && list.length > 0;
export const isOutside = ({ type, externalIPs }: Fields) =>
  type === 'NodePort' || type === 'LoadBalancer' || (type === 'ClusterIP' && hasItems(externalIPs));
export const needsHealthPort = (spec: Fields) =>
  spec.type === 'LoadBalancer' && spec.externalTrafficPolicy === 'Local';

/** What the server writes where nothing was asked for. */
export function allocate(live: Draft): void {
  const spec = live.spec as Draft | undefined;
  if (!spec) return;
  if (needsAddress(spec.type)) {
    if (spec.clusterIP === undefined) spec.clusterIP = first(spec.clusterIPs) ?? ASSIGNED_ADDRESS;
    if (!Array.isArray(spec.clusterIPs) || spec.clusterIPs.length === 0) {
      spec.clusterIPs = [spec.clusterIP];
    }
    if (spec.ipFamilyPolicy === undefined) {
      spec.ipFamilyPolicy =
        Array.isArray(spec.ipFamilies) && spec.ipFamilies.length > 1
          ? 'RequireDualStack'
          : 'SingleStack';
    }
    if (spec.ipFamilies === undefined) {
      spec.ipFamilies = [String(spec.clusterIP).includes(':') ? 'IPv6' : 'IPv4'];
    }
    if (spec.internalTrafficPolicy === undefined) spec.internalTrafficPolicy = 'Cluster';
  }
  if (isOutside(spec) && spec.externalTrafficPolicy === undefined) {
    spec.externalTrafficPolicy = 'Cluster';
  }
  if (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts === undefined) {
    spec.allocateLoadBalancerNodePorts = true;
  }
  if (needsHealthPort(spec) && spec.healthCheckNodePort === undefined) {
    spec.healthCheckNodePort = ASSIGNED_PORT;
  }
  if (needsPorts(spec) && Array.isArray(spec.ports)) {
    spec.ports = spec.ports.map((port) => ({
      ...fieldsOf(port),
      nodePort: fieldsOf(port).nodePort ?? ASSIGNED_PORT,
    }));
  }
}

function first(list: unknown): unknown {
  return Array.isArray(list) ? (list[0] as unknown) : undefined;
}

function serviceProblems(after: Fields): Refusal[] {
  const spec = fieldsOf(after.spec);
  const ports = listAt(after, 'spec.ports');
  const found: Refusal[] = [];
  if (ports.length === 0 && spec.clusterIP !== 'None' && needsAddress(spec.type)) {
    found.push(required('spec.ports', 'write its ports'));
  }
  ports.forEach((port, index) => {
    if (ports.length > 1 && port.name === undefined) {
      found.push(required(`spec.ports[${index}].name`, 'name each port'));
    }
    if (port.name !== undefined && ports.findIndex(({ name }) => name === port.name) < index) {
      found.push(duplicate(`spec.ports[${index}].name`, port.name, 'use a unique name'));
    }
    if (typeof port.port === 'number' && (port.port < 1 || port.port > 65535)) {
      found.push(
        invalid(
          `spec.ports[${index}].port`,
          port.port,
          'must be between 1 and 65535, inclusive',
          'write a port',
        ),
      );
    }
    if (port.port === undefined) {
      // Without another one, its target is the same.
      for (const field of ['port', ...(port.targetPort === undefined ? ['targetPort'] : [])]) {
        found.push(
          invalid(
            `spec.ports[${index}].${field}`,
            0,
            'must be between 1 and 65535, inclusive',
            'write a port',
          ),
        );
      }
    }
    for (const why of typeof port.targetPort === 'string'
      ? portNameProblems(port.targetPort)
      : []) {
      found.push(
        invalid(
          `spec.ports[${index}].targetPort`,
          port.targetPort,
          why,
          'give the name of a port of the pods',
        ),
      );
    }
    if (spec.type === 'ClusterIP' && typeof port.nodePort === 'number') {
      found.push(
        forbidden(
          `spec.ports[${index}].nodePort`,
          "may not be used when `type` is 'ClusterIP'",
          'remove it',
        ),
      );
    }
  });
  append(found, misplaced(spec));
  append(found, selectorOfService(spec));
  if (isOutside({ type: spec.type }) && spec.clusterIP === 'None') {
    const why = `may not be set to 'None' for ${String(spec.type)} services`;
    const remedy = 'delete and recreate the Service with the other type';
    found.push(invalid('spec.clusterIPs[0]', 'None', why, remedy));
  }
  if (spec.type === 'ExternalName') {
    if (spec.externalName === undefined) {
      found.push(required('spec.externalName', 'write the name'));
    }
    if (spec.clusterIP !== undefined) {
      found.push(
        forbidden(
          'spec.clusterIPs[0]',
          "may not be set when `type` is 'ExternalName'",
          'remove it',
        ),
      );
    }
  }
  return found.length > 0 ? found : rangeProblems(ports);
}

/** Labels of pods. */
function selectorOfService({ selector }: Fields): Refusal[] {
  return Object.entries(fieldsOf(selector)).flatMap(([key, value]) => [
    ...qualifiedKeyProblems(key).map((why) =>
      invalid('spec.selector', key, why, 'give a valid key'),
    ),
    ...(typeof value === 'string' ? labelValueProblems(value) : []).map((why) =>
      invalid('spec.selector', value, why, 'give a valid value'),
    ),
  ]);
}

const LETTERS = /^[a-z0-9-]*$/;
const MOST_PORT_NAME = 15;

/** Why a text is no name of a port. */
export function portNameProblems(name: string): string[] {
  return [
    ...(name.length > MOST_PORT_NAME ? [`must be no more than ${MOST_PORT_NAME} characters`] : []),
    ...(LETTERS.test(name)
      ? []
      : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
    ...(LETTERS.test(name) && !/[a-z]/.test(name)
      ? ['must contain at least one letter (a-z)']
      : []),
    ...(name.includes('--') ? ['must not contain consecutive hyphens'] : []),
    ...(name.startsWith('-') || name.endsWith('-') ? ['must not begin or end with a hyphen'] : []),
  ];
}

/** Settings that only some types have. */
function misplaced(spec: Fields): Refusal[] {
  const isBalanced = spec.type === 'LoadBalancer';
  const misplacedAt = (field: string): Refusal =>
    forbidden(`spec.${field}`, "may only be used when `type` is 'LoadBalancer'", 'remove it');
  const found: Refusal[] = [];
  if (!isBalanced && hasItems(spec.loadBalancerSourceRanges)) {
    found.push(misplacedAt('LoadBalancerSourceRanges'));
  }
  if (!isBalanced && spec.loadBalancerClass !== undefined) {
    found.push(misplacedAt('loadBalancerClass'));
  }
  if (!isBalanced && spec.allocateLoadBalancerNodePorts !== undefined) {
    found.push(misplacedAt('allocateLoadBalancerNodePorts'));
  }
  if (!isOutside(spec) && spec.externalTrafficPolicy !== undefined) {
    const why = 'may only be set for externally-accessible services';
    found.push(invalid('spec.externalTrafficPolicy', spec.externalTrafficPolicy, why, 'remove it'));
  }
  if (!needsHealthPort(spec) && typeof spec.healthCheckNodePort === 'number') {
    const why =
      "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    found.push(invalid('spec.healthCheckNodePort', spec.healthCheckNodePort, why, 'remove it'));
  }
  return found;
}

const RANGE = { least: 30000, most: 32767 };

/** Ports of nodes are of a range; asked for last. */
function rangeProblems(ports: readonly Fields[]): Refusal[] {
  return ports.flatMap(({ nodePort }, index) =>
    typeof nodePort !== 'number' || (nodePort >= RANGE.least && nodePort <= RANGE.most)
      ? []
      : [
          invalid(
            `spec.ports[${index}].nodePort`,
            nodePort,
            `provided port is not in the valid range. The range of valid ports is ${RANGE.least}-${RANGE.most}`,
            'write a port of the range, or let the server assign one',
          ),
        ],
  );
}
