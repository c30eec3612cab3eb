/** Services: what the server chooses for them, keeps of it in an update, and refuses to change. */
import { wrongName, wrongNameOf } from './field-names';
import { KindRules, Past } from './kind';
import { addressProblems, FAMILIES } from './service-addresses';
import { Finding } from '../../findings';
import {
  append,
  Fields,
  fieldsOf,
  labelProblems,
  portNameProblems,
  qualifiedKeyProblems,
  subdomainProblems,
  valuesOf,
} from '../../kube';
import { listAt, Draft } from '../../model';
import { required, invalid, forbidden, duplicate } from '../../resource';
import { labelFaults } from '../labels';
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

const POLICIES: readonly unknown[] = ['Cluster', 'Local'];

/** What the server writes where nothing was asked for. */
export function allocate(live: Draft): void {
  const spec = live.spec as Draft | undefined;
  if (!spec) return;
  if (needsAddress(spec.type)) {
    if (spec.clusterIP === undefined) spec.clusterIP = first(spec.clusterIPs) ?? ASSIGNED_ADDRESS;
    if (!Array.isArray(spec.clusterIPs) || spec.clusterIPs.length === 0) {
      spec.clusterIPs = [spec.clusterIP];
    }
    const isAnybodys =
      spec.clusterIP === 'None' && Object.keys(fieldsOf(spec.selector)).length === 0;
    spec.ipFamilyPolicy ??= isAnybodys ? 'RequireDualStack' : 'SingleStack';
    spec.ipFamilies ??= [String(spec.clusterIP).includes(':') ? 'IPv6' : 'IPv4'];
    // It has both families, whatever the cluster has.
    if (isAnybodys && spec.ipFamilyPolicy !== 'SingleStack') {
      spec.ipFamilies = [...new Set([...valuesOf(spec.ipFamilies), ...FAMILIES])];
    }
    if (spec.internalTrafficPolicy === undefined) spec.internalTrafficPolicy = 'Cluster';
  }
  // It is judged, but never read again.
  if (spec.type === 'ExternalName' && POLICIES.includes(spec.internalTrafficPolicy)) {
    delete spec.internalTrafficPolicy;
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

function serviceProblems(after: Fields, { sent, before }: Past): Finding[] {
  const spec = fieldsOf(after.spec);
  const ports = listAt(after, 'spec.ports');
  const found: Finding[] = [];
  if (ports.length === 0 && spec.clusterIP !== 'None' && needsAddress(spec.type)) {
    found.push(required('spec.ports', 'set ports'));
  }
  ports.forEach((port, index) => {
    if (ports.length > 1 && port.name === undefined) {
      found.push(required(`spec.ports[${index}].name`, 'name each port'));
    }
    append(
      found,
      wrongNameOf(port, `spec.ports[${index}]`, 'name', labelProblems, 'use a valid name'),
    );
    append(
      found,
      wrongNameOf(
        port,
        `spec.ports[${index}]`,
        'appProtocol',
        qualifiedKeyProblems,
        'use the name of a protocol, or remove it',
      ),
    );
    const isTwin = (one: Fields) => one.port === port.port && one.protocol === port.protocol;
    if (ports.findIndex(isTwin) < index) {
      const { protocol, port: number } = port;
      const remedy = 'use a different number or protocol for each port';
      found.push(duplicate(`spec.ports[${index}]`, { protocol, port: number }, remedy));
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
          'use a port',
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
            'use a port',
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
          'use the name of a port of the pods',
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
  append(found, labelFaults(spec.selector, 'spec.selector'));
  append(found, affinityProblems(spec));
  append(found, addressProblems(spec, before ? undefined : fieldsOf(sent.manifest.spec)));
  if (isOutside({ type: spec.type }) && spec.clusterIP === 'None') {
    const why = `may not be set to 'None' for ${String(spec.type)} services`;
    const remedy = 'delete and recreate the Service with the other type';
    found.push(invalid('spec.clusterIPs[0]', 'None', why, remedy));
  }
  if (spec.type === 'ExternalName') {
    const name = typeof spec.externalName === 'string' ? spec.externalName.replace(/\.$/, '') : '';
    const field = 'spec.externalName';
    if (name === '') found.push(required(field, 'set the name'));
    else append(found, wrongName(field, name, subdomainProblems, 'use a DNS name'));
    const given = [
      ...(spec.clusterIP === undefined && !hasItems(spec.clusterIPs) ? [] : ['clusterIPs']),
      ...(hasItems(spec.ipFamilies) ? ['ipFamilies'] : []),
      ...(spec.ipFamilyPolicy === undefined ? [] : ['ipFamilyPolicy']),
    ];
    for (const one of given) {
      found.push(forbidden(`spec.${one}`, 'may not be set for ExternalName services', 'remove it'));
    }
  }
  return found.length > 0 ? found : rangeProblems(ports);
}

const MOST_TIMEOUT = 86400;

function affinityProblems({ sessionAffinity, sessionAffinityConfig }: Fields): Finding[] {
  const { timeoutSeconds } = fieldsOf(fieldsOf(sessionAffinityConfig).clientIP);
  if (sessionAffinity !== 'ClientIP' || typeof timeoutSeconds !== 'number') return [];
  if (timeoutSeconds > 0 && timeoutSeconds <= MOST_TIMEOUT) return [];
  const field = 'spec.sessionAffinityConfig.clientIP.timeoutSeconds';
  const why = `must be greater than 0 and less than ${MOST_TIMEOUT}`;
  return [invalid(field, timeoutSeconds, why, `write 1 to ${MOST_TIMEOUT}`)];
}

/** Settings that only some types have. */
function misplaced(spec: Fields): Finding[] {
  const isBalanced = spec.type === 'LoadBalancer';
  const misplacedAt = (field: string): Finding =>
    forbidden(`spec.${field}`, "may only be used when `type` is 'LoadBalancer'", 'remove it');
  const found: Finding[] = [];
  if (!isBalanced && hasItems(spec.loadBalancerSourceRanges)) {
    found.push(misplacedAt('LoadBalancerSourceRanges'));
  }
  if (isBalanced) {
    append(
      found,
      wrongNameOf(spec, 'spec', 'loadBalancerClass', qualifiedKeyProblems, 'use a valid name'),
    );
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
  } else if (
    typeof spec.healthCheckNodePort === 'number' &&
    (spec.healthCheckNodePort < 0 || spec.healthCheckNodePort > LARGEST_PORT)
  ) {
    const why = 'must be between 1 and 65535, inclusive';
    found.push(invalid('spec.healthCheckNodePort', spec.healthCheckNodePort, why, 'remove it'));
  }
  return found;
}

const LARGEST_PORT = 65535;
const RANGE = { least: 30000, most: 32767 };

/** Ports of nodes are of a range; asked for last. */
function rangeProblems(ports: readonly Fields[]): Finding[] {
  return ports.flatMap(({ nodePort }, index) =>
    typeof nodePort !== 'number' || (nodePort >= RANGE.least && nodePort <= RANGE.most)
      ? []
      : [
          invalid(
            `spec.ports[${index}].nodePort`,
            nodePort,
            `provided port is not in the valid range. The range of valid ports is ${RANGE.least}-${RANGE.most}`,
            'use a port in the range, or let the server assign one',
          ),
        ],
  );
}
