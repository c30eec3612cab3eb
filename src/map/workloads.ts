/** Workloads on the map: those with volumes. Pods are drawn as the one that makes them. */
import { Draft, DraftNode } from './draft';
import { Names } from './names';
import { Storage } from './storage';
import { inlineDrivers, mountWords } from './words';
import { fieldsOf } from '../kube';
import { itemsOf, Topology, Workload } from '../topology';

/** How many owners of owners are looked up: a Deployment's pod has two. */
const MOST_OWNERS = 8;

interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

/** The nodes of workloads, which are added when something is linked to them. */
export class Workloads {
  private readonly nodes = new Map<Workload, DraftNode>();
  /** Of owners that are not in the input, with the number of their pods. */
  private readonly absent = new Names();
  private readonly pods = new Map<DraftNode, number>();

  constructor(
    private readonly topology: Topology,
    private readonly draft: Draft,
    private readonly storage: Storage,
  ) {}

  /** The node of the workload, or of the one that it belongs to. */
  public nodeOf(workload: Workload): DraftNode {
    const known = this.nodes.get(workload);
    if (known) return known;
    const { root, owner } = this.rootOf(workload);
    const node = owner ? this.absentOwner(root, owner) : (this.nodes.get(root) ?? this.add(root));
    node.keys.add(workload.key);
    this.nodes.set(workload, node);
    return node;
  }

  /** Links workloads to the drivers of volumes that they have without a claim. */
  public addInline(): void {
    for (const workload of this.topology.workloads) {
      for (const { volume, driver, isReadOnly } of inlineDrivers(workload.podSpec)) {
        const mounts = workload.mounts.filter((mount) => mount.volume === volume);
        this.draft.link(
          this.nodeOf(workload),
          this.storage.driverNode(driver),
          [],
          mountWords(mounts, isReadOnly),
        );
      }
    }
  }

  /** The last owner that is in the input; and its owner, if it has one that is not. */
  private rootOf(workload: Workload): { readonly root: Workload; readonly owner?: Owner } {
    let root = workload;
    for (let step = 0; step < MOST_OWNERS; step += 1) {
      const owner = ownerOf(root);
      if (!owner) return { root };
      const above = this.topology.workload(
        owner.apiVersion,
        owner.kind,
        root.namespace,
        owner.name,
      );
      if (!above) return root.kind === 'Pod' ? { root, owner } : { root };
      root = above;
    }
    return { root: workload };
  }

  private add(workload: Workload): DraftNode {
    const { kind: type, name, namespace, key } = workload;
    const node = this.draft.add(
      { kind: 'workload', type, name, namespace, isDeclared: true },
      [key],
      podsOf(workload),
    );
    this.nodes.set(workload, node);
    return node;
  }

  private absentOwner({ namespace }: Workload, { kind: type, name }: Owner): DraftNode {
    const node = this.absent.getOrAdd(namespace, `${type}/${name}`, () =>
      this.draft.add({ kind: 'workload', type, name, namespace, isDeclared: false }, []),
    );
    const count = (this.pods.get(node) ?? 0) + 1;
    this.pods.set(node, count);
    node.details.splice(0, 1, `${count} ${count === 1 ? 'pod' : 'pods'}`);
    return node;
  }
}

function ownerOf({ manifest }: Workload): Owner | undefined {
  const owner = itemsOf(fieldsOf(manifest.metadata).ownerReferences).find(
    ({ controller }) => controller === true,
  );
  if (!owner) return undefined;
  const { apiVersion, kind, name } = owner;
  return typeof apiVersion === 'string' &&
    typeof kind === 'string' &&
    typeof name === 'string' &&
    name !== ''
    ? { apiVersion, kind, name }
    : undefined;
}

function podsOf({ kind, replicas, isBatch }: Workload): string[] {
  if (replicas === undefined) return ['on each node'];
  if (kind === 'Pod' || (isBatch && replicas === 1)) return [];
  return [
    isBatch
      ? `${replicas} pods at a time`
      : `${replicas} ${replicas === 1 ? 'replica' : 'replicas'}`,
  ];
}
