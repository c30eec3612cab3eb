/** Checks of the ports at which a driver listens: two that want the same one. */
import { Finding, violation } from '../../findings';
import { append } from '../../kube';
import { pluginsOf } from '../installation';
import { CSI_RULES as RULES } from '../rules';
import { ContainerPort, PortRange, StackSpec } from '../spec';

/** Something that listens, with the option that it comes from. */
interface Listener {
  readonly port: number;
  readonly protocol: string;
  readonly plugin: string;
  readonly name: string;
  readonly path: string;
}

/** What shares its ports: the pods on the host's network, or one pod with a network of its own. */
interface Network {
  readonly ofHost: boolean;
  readonly listeners: Listener[];
  readonly ranges: (PortRange & { readonly plugin: string })[];
}

/** Findings on the ports of all plugins. */
export function checkPorts(spec: StackSpec): Finding[] {
  const host: Network = { ofHost: true, listeners: [], ranges: [] };
  const networks = [host];
  for (const { key, plugin, options, pod } of pluginsOf(spec)) {
    const own: Network = pod.hostNetwork ? host : { ofHost: false, listeners: [], ranges: [] };
    if (own !== host) networks.push(own);
    append(
      own.ranges,
      (plugin.reservedPorts ?? []).map((range) => ({ ...range, plugin: plugin.name })),
    );
    for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
      for (const port of container.ports ?? []) {
        const { containerPort, hostPort } = port;
        const path = options.healthPort === containerPort ? `${key}.healthPort` : key;
        const listener = {
          protocol: protocolOf(port),
          plugin: plugin.name,
          name: nameOf(port, container.name),
          path,
        };
        own.listeners.push({ ...listener, port: containerPort });
        if (hostPort !== undefined && own !== host) {
          host.listeners.push({ ...listener, port: hostPort });
        }
      }
    }
  }
  return networks.flatMap(checkNetwork);
}

function checkNetwork({ ofHost, listeners, ranges }: Network): Finding[] {
  const where = ofHost ? ' of the host' : '';
  return listeners.flatMap((listener, index) => {
    const { port, protocol, plugin, name, path } = listener;
    const other = listeners
      .slice(0, index)
      .find((one) => one.port === port && one.protocol === protocol);
    // The API server refuses two of one pod at a port of the host, which is told with the rest of
    // the pod.
    const isTold = ofHost && other?.plugin === plugin;
    const range = ranges.find(({ first, last }) => port >= first && port <= last);
    return [
      ...(other === undefined || isTold
        ? []
        : [
            violation(
              RULES.portClash,
              path,
              `the port ${port}${where} is used by ${other.plugin} (${other.name}) and by ${plugin} (${name})`,
              other.plugin === plugin
                ? 'use another port for one of them'
                : "use another port for one of them, or take it off the host's network",
            ),
          ]),
      ...(range === undefined
        ? []
        : [
            violation(
              RULES.portClash,
              path,
              `the port ${port}${where}, for ${plugin} (${name}), is in the range from ${range.first} to ${range.last}, which ${range.plugin} uses for ${range.use}`,
              'use another port',
            ),
          ]),
    ];
  });
}

function protocolOf({ protocol }: ContainerPort): string {
  return typeof protocol === 'string' ? protocol : 'TCP';
}

function nameOf({ name }: ContainerPort, container: string): string {
  return typeof name === 'string' ? name : container;
}
