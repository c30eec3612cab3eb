/** The ports of their node that pods take: no two pods of a node can have the same. */
import { Fields, listOf, numberOf, textOf } from '../../object';

interface HostPort {
  readonly port: number;
  readonly protocol: string;
  /** The address of the node; empty for all. */
  readonly address: string;
}

const ALL_ADDRESSES = ['', '0.0.0.0', '::'];

/** The ports of the node that a pod takes. */
export function hostPortsOf({
  containers,
  initContainers,
  hostNetwork,
}: Fields): readonly HostPort[] {
  // Of the init containers, those that stay have their ports as long as the others.
  const all = [
    ...listOf(containers),
    ...listOf(initContainers).filter(({ restartPolicy }) => restartPolicy === 'Always'),
  ];
  return all
    .flatMap(({ ports }) => listOf(ports))
    .flatMap(({ hostPort, containerPort, protocol, hostIP }) => {
      const port = numberOf(hostPort) || (hostNetwork === true ? numberOf(containerPort) : 0);
      if (!port) return [];
      const address = textOf(hostIP);
      return [
        {
          port,
          protocol: textOf(protocol) || 'TCP',
          address: ALL_ADDRESSES.includes(address) ? '' : address,
        },
      ];
    });
}

/** The ports of a node that are taken, each with who took it. */
export class TakenPorts<T> {
  private readonly taken = new Map<string, Map<string, T>>();

  /** Who has one of the ports already. */
  public holderOf(
    ports: readonly HostPort[],
  ): { readonly port: HostPort; readonly holder: T } | undefined {
    for (const port of ports) {
      const addresses = this.taken.get(`${port.protocol}/${port.port}`);
      if (!addresses) continue;
      const [any] = addresses.values();
      const holder = port.address === '' ? any : (addresses.get(port.address) ?? addresses.get(''));
      if (holder !== undefined) return { port, holder };
    }
    return undefined;
  }

  public take(ports: readonly HostPort[], holder: T): void {
    for (const { protocol, port, address } of ports) {
      const key = `${protocol}/${port}`;
      const addresses = this.taken.get(key);
      if (!addresses) this.taken.set(key, new Map([[address, holder]]));
      else if (!addresses.has(address)) addresses.set(address, holder);
    }
  }
}
