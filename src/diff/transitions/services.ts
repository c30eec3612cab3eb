/** Services: what the server keeps of them in an update, and refuses to change. */
import { Change, Transitions } from './transitions';
import { Finding } from '../../findings';
import { append, Fields, fieldsOf, isSame, valuesOf } from '../../kube';
import { Draft, at, listAt } from '../../model';
import { forbidden, invalid, inWords } from '../../resource';
import {
  allocate,
  AppliedManifest,
  ASSIGNED_ADDRESS,
  isOutside,
  needsAddress,
  needsHealthPort,
  needsPorts,
} from '../../validation';
import { Cluster, Index } from '../cluster';

export const SERVICE_TRANSITIONS: { readonly [kindKey: string]: Transitions } = {
  '/Service': { updated: update, refused: serviceRefusals },
};

const NOTHING: readonly Finding[] = [];
const RECREATE = 'remove it; or delete and recreate the Service, which changes its address';

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
    const isAsked = spec.clusterIP !== undefined && !isSame(spec.clusterIP, old.clusterIP);
    if (!isAsked && isSame(spec.clusterIPs, old.clusterIPs)) {
      for (const field of ['clusterIP', 'clusterIPs']) delete spec[field];
    }
    for (const field of ['ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy']) {
      if (isSame(spec[field], old[field])) delete spec[field];
    }
  }
  if (
    hasPorts(old) &&
    !hasPorts(spec) &&
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
}

/** Whether ports of nodes stay, whether or not any are asked for. */
function hasPorts({ type }: Fields): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

function nodePortsOf(spec: Fields): unknown[] {
  return listAt({ spec }, 'spec.ports').map(({ nodePort }) => nodePort);
}

function serviceRefusals(after: Fields, { before }: Change): Finding[] {
  const spec = fieldsOf(after.spec);
  const old = fieldsOf(before.spec);
  const found: Finding[] = [];
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
        forbidden(
          'spec.healthCheckNodePort',
          'field is immutable',
          'leave the port, or create a new Service',
        ),
      );
    }
  }
  return found;
}

function addressRefusals(spec: Fields, old: Fields): Finding[] {
  const [oldFamily] = valuesOf(old.ipFamilies);
  const [family] = valuesOf(spec.ipFamilies);
  if (!isSame(first(spec.clusterIPs), first(old.clusterIPs))) {
    return [invalid('spec.clusterIPs[0]', spec.clusterIPs, 'may not change once set', RECREATE)];
  }
  // Nobody asks for the addresses behind a headless Service that selects no pods.
  const isByHand = spec.clusterIP === 'None' && Object.keys(fieldsOf(spec.selector)).length === 0;
  if (family === oldFamily || isByHand) return [];
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
export function takenFromServices(
  after: Fields,
  sent: AppliedManifest,
  cluster: Cluster,
): readonly Finding[] {
  if (sent.kindKey !== '/Service') return NOTHING;
  const found: Finding[] = [];
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
      const ports = 'set a different node port for each port, or let the server assign one';
      found.push(inWords('', `duplicate nodePort: {${key}}`, ports, 500));
    }
    own.add(key);
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

function first(list: unknown): unknown {
  return Array.isArray(list) ? (list[0] as unknown) : undefined;
}
