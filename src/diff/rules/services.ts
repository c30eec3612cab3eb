/** Services: what the server chooses for them, keeps of it in an update, and refuses to change. */
import { at, Change, KindRules, listAt } from './kind-rules';
import { append, Fields, fieldsOf, labelValueProblems, qualifiedKeyProblems } from '../../kube';
import { Draft } from '../../model';
import { required, invalid, forbidden, duplicate, Refusal } from '../../validation';
import { isSame } from '../changes';
import { Cluster, Index } from '../cluster';
import { AppliedManifest } from '../objects';
import { ASSIGNED_ADDRESS, ASSIGNED_PORT } from '../server-assigned';

const RECREATE = 'remove it; or delete and recreate the Service, which gives it another address';

export const SERVICE_RULES: { readonly [kindKey: string]: KindRules } = {
  '/Service': {
    created: allocate,
    updated: update,
    refused: serviceRefusals,
    invalid: serviceProblems,
  },
};

const needsAddress = (type: unknown) => type !== 'ExternalName';
const needsPorts = (spec: Fields) =>
  spec.type === 'NodePort' ||
  (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts !== false);
const hasItems = (list: unknown) => Array.isArray(list) && list.length > 0;
const isOutside = ({ type, externalIPs }: Fields) =>
  type === 'NodePort' || type === 'LoadBalancer' || (type === 'ClusterIP' && hasItems(externalIPs));
const needsHealthPort = (spec: Fields) =>
  spec.type === 'LoadBalancer' && spec.externalTrafficPolicy === 'Local';

/** What the server writes where nothing was asked for. */
function allocate(live: Draft): void {
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

function update(after: Draft, before: Fields): void {
  const spec = after.spec as Draft | undefined;
  const old = fieldsOf(before.spec);
  if (!spec) return;
  if (needsAddress(old.type) && needsAddress(spec.type)) keepAddress(spec, old);
  if (needsPorts(old) && needsPorts(spec) && Array.isArray(spec.ports)) {
    spec.ports = spec.ports.map((port) => withOldPort(fieldsOf(port), old));
  }
  if (needsHealthPort(old) && needsHealthPort(spec) && spec.healthCheckNodePort === undefined) {
    spec.healthCheckNodePort = old.healthCheckNodePort;
  }
  dropUnused(spec, old);
  allocate(after);
}

/** What is left out is what it was; whoever writes one address means both fields. */
function keepAddress(spec: Draft, old: Fields): void {
  if (spec.clusterIP === undefined) spec.clusterIP = old.clusterIP;
  if (spec.clusterIP !== old.clusterIP && isSame(spec.clusterIPs, old.clusterIPs)) {
    spec.clusterIPs = [spec.clusterIP];
  }
  if (spec.clusterIPs === undefined) {
    spec.clusterIPs = spec.clusterIP === old.clusterIP ? old.clusterIPs : [spec.clusterIP];
  }
}

function withOldPort(port: Fields, old: Fields): Fields {
  if (port.nodePort !== undefined) return port;
  const same = listAt({ spec: old }, 'spec.ports').find(
    (one) => one.port === port.port && one.protocol === port.protocol,
  );
  return same?.nodePort === undefined ? port : { ...port, nodePort: same.nodePort };
}

/** What the new type has no use for goes, unless it was changed in the same edit. */
function dropUnused(spec: Draft, old: Fields): void {
  if (needsAddress(old.type) && !needsAddress(spec.type)) {
    if (isSame(spec.clusterIP, old.clusterIP) && isSame(spec.clusterIPs, old.clusterIPs)) {
      for (const field of ['clusterIP', 'clusterIPs']) delete spec[field];
    }
    for (const field of ['ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy']) {
      if (isSame(spec[field], old[field])) delete spec[field];
    }
  }
  if (
    needsPorts(old) &&
    !needsPorts(spec) &&
    isSame(nodePortsOf(spec), nodePortsOf(old)) &&
    Array.isArray(spec.ports)
  ) {
    spec.ports = spec.ports.map((port) => {
      const { nodePort: _nodePort, ...rest } = fieldsOf(port);
      return rest;
    });
  }
  const leave = (field: string, isDropped: boolean) => {
    if (isDropped && isSame(spec[field], old[field])) delete spec[field];
  };
  leave('healthCheckNodePort', needsHealthPort(old) && !needsHealthPort(spec));
  leave(
    'allocateLoadBalancerNodePorts',
    old.type === 'LoadBalancer' && spec.type !== 'LoadBalancer',
  );
  leave('loadBalancerClass', old.type === 'LoadBalancer' && spec.type !== 'LoadBalancer');
  leave('externalTrafficPolicy', isOutside(old) && !isOutside(spec));
  if (spec.sessionAffinity === 'None') {
    leave('sessionAffinityConfig', old.sessionAffinity === 'ClientIP');
  }
}

function nodePortsOf(spec: Fields): unknown[] {
  return listAt({ spec }, 'spec.ports').map(({ nodePort }) => nodePort);
}

function serviceRefusals({ before, after }: Change): Refusal[] {
  const spec = fieldsOf(after.spec);
  const old = fieldsOf(before.spec);
  const found: Refusal[] = [];
  if (needsAddress(old.type) && needsAddress(spec.type)) append(found, addressRefusals(spec, old));
  if (old.type === 'LoadBalancer' && spec.type === 'LoadBalancer') {
    if (!isSame(old.loadBalancerClass, spec.loadBalancerClass)) {
      found.push(
        invalid(
          'spec.loadBalancerClass',
          spec.loadBalancerClass,
          'may not change once set',
          'create a new Service, which gets another load balancer',
        ),
      );
    }
    if (
      needsHealthPort(old) &&
      needsHealthPort(spec) &&
      !isSame(old.healthCheckNodePort, spec.healthCheckNodePort)
    ) {
      found.push(
        invalid(
          'spec.healthCheckNodePort',
          spec.healthCheckNodePort,
          'field is immutable',
          'leave the port, or create a new Service',
        ),
      );
    }
  }
  return found;
}

function addressRefusals(spec: Fields, old: Fields): Refusal[] {
  const [oldFamily] = Array.isArray(old.ipFamilies) ? (old.ipFamilies as unknown[]) : [];
  const [family] = Array.isArray(spec.ipFamilies) ? (spec.ipFamilies as unknown[]) : [];
  if (!isSame(first(spec.clusterIPs), first(old.clusterIPs))) {
    return [invalid('spec.clusterIPs[0]', spec.clusterIPs, 'may not change once set', RECREATE)];
  }
  if (family === oldFamily) return [];
  const remedy = 'create a new Service of the other family';
  if (old.clusterIP === 'None') {
    return [invalid('spec.ipFamilies[0]', spec.ipFamilies, 'may not change once set', remedy)];
  }
  return [
    invalid(
      'spec.clusterIPs[0]',
      first(spec.clusterIPs),
      `expected an ${String(family)} value as indicated by \`ipFamilies[0]\``,
      remedy,
    ),
  ];
}

function first(list: unknown): unknown {
  return Array.isArray(list) ? (list[0] as unknown) : undefined;
}

function serviceProblems(after: Fields, sent: AppliedManifest, cluster: Cluster): Refusal[] {
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
  return found.length > 0 ? found : takenAlready(after, sent, cluster);
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

const ADDRESSES: Index = {
  kindKey: '/Service',
  keysOf: ({ live }) => [String(at(live, 'spec.clusterIP'))],
};
const NODE_PORTS: Index = {
  kindKey: '/Service',
  keysOf: ({ live }) =>
    listAt(live, 'spec.ports')
      .filter(({ nodePort }) => typeof nodePort === 'number')
      .map(({ nodePort, protocol }) => `${String(nodePort)} ${String(protocol)}`),
};

/** Ports and addresses that another Service has: the old one is there until it is pruned. */
function takenAlready(after: Fields, sent: AppliedManifest, cluster: Cluster): Refusal[] {
  const found: Refusal[] = [];
  const remedy =
    'remove it and let the server assign one; or make two changes, the first of which removes the Service that uses it';
  const address = at(after, 'spec.clusterIP');
  const isAsked = typeof address === 'string' && address !== 'None' && address !== ASSIGNED_ADDRESS;
  if (
    !isAsked &&
    listAt(after, 'spec.ports').every(({ nodePort }) => typeof nodePort !== 'number')
  ) {
    return found;
  }
  const isTaken = (index: Index, key: string) =>
    [...cluster.having(index, key).members.keys()].some((id) => id !== sent.id);
  if (isAsked && isTaken(ADDRESSES, address)) {
    found.push(
      invalid(
        'spec.clusterIPs',
        [address],
        `failed to allocate IP ${address}: provided IP is already allocated`,
        remedy,
      ),
    );
  }
  const own = new Set<string>();
  listAt(after, 'spec.ports').forEach(({ nodePort, protocol }, index) => {
    const key = `${String(protocol)} ${String(nodePort)}`;
    if (typeof nodePort === 'number' && own.has(key) && cluster.get(sent.id)) {
      found.push({
        field: '',
        code: 500,
        message: `duplicate nodePort: {${key}}`,
        remedy: 'give each port a node port of its own, or let the server assign one',
      });
    }
    own.add(key);
    if (typeof nodePort === 'number' && (nodePort < 30000 || nodePort > 32767)) {
      found.push(
        invalid(
          `spec.ports[${index}].nodePort`,
          nodePort,
          'provided port is not in the valid range. The range of valid ports is 30000-32767',
          'write a port of the range, or let the server assign one',
        ),
      );
    }
    if (typeof nodePort === 'number' && isTaken(NODE_PORTS, `${nodePort} ${String(protocol)}`)) {
      found.push(
        invalid(
          `spec.ports[${index}].nodePort`,
          nodePort,
          'provided port is already allocated',
          remedy,
        ),
      );
    }
  });
  return found;
}
