/** The map as lists: by namespace the claims, their storage and who mounts them; and the rest. */
import { Lookup } from './lookup';
import { MapEdge, MapGroup, MapNode, VolumeMap } from './model';
import { addTo } from '../kube';

/** A claim, a workload without one, or what is cluster-scoped, with what it has to do with. */
export interface Branch {
  /** Undefined where workloads have volumes of a driver without a claim. */
  readonly node?: MapNode;
  /** The access modes of a claim, as far as somebody says them. */
  readonly accessModes: readonly string[];
  /** What it leads to, and what that leads to. */
  readonly chains: readonly (readonly MapNode[])[];
  readonly mounters: readonly Mounter[];
  /** Of a class: how many claims and volumes have it. */
  readonly users?: { readonly claims: number; readonly volumes: number };
}

/** Who mounts it, and where. */
export interface Mounter {
  readonly node: MapNode;
  readonly mounts: readonly string[];
}

/** A namespace with its branches; without a group, what belongs to none. */
export interface Tree {
  readonly group?: MapGroup;
  readonly nodes: readonly MapNode[];
  readonly branches: readonly Branch[];
}

/** One for each namespace, and one for what is cluster-scoped, if there is any. */
export function treesOf(map: VolumeMap): Tree[] {
  const lookup = new Lookup(map);
  const trees = map.groups.map((group): Tree => {
    const nodes = group.nodes.map((id) => lookup.node(id));
    return { group, nodes, branches: branchesOf(nodes, lookup) };
  });
  const rest = map.nodes.filter(({ kind }) => kind !== 'workload' && kind !== 'claim');
  const branches = rest.flatMap((node) => clusterScoped(node, lookup));
  return branches.length === 0 ? trees : [...trees, { nodes: rest, branches }];
}

/** The claims of a namespace, and behind them the workloads that have volumes without one. */
function branchesOf(nodes: readonly MapNode[], lookup: Lookup): Branch[] {
  const claims = nodes.filter(({ kind }) => kind === 'claim');
  const workloads = nodes.filter(({ kind }) => kind === 'workload');
  const inline = new Map<string, MapEdge[]>();
  for (const edge of workloads.flatMap((node) => lookup.edgesFrom(node))) {
    if (lookup.node(edge.to).kind !== 'claim') addTo(inline, edge.to, edge);
  }
  const lone = workloads.filter((node) => lookup.edgesFrom(node).length === 0);
  return [
    ...claims.map((node): Branch => {
      const mounts = lookup.edgesTo(node);
      const modes = [...mounts, ...lookup.edgesFrom(node)].flatMap((edge) => edge.accessModes);
      return {
        node,
        accessModes: [...new Set(modes)],
        chains: lookup.chainsOf(node),
        mounters: mountersOf(mounts, lookup),
      };
    }),
    ...[...inline].map(([id, edges]): Branch => ({
      accessModes: [],
      chains: [[lookup.node(id)]],
      mounters: mountersOf(edges, lookup),
    })),
    ...lone.map((node): Branch => ({ node, accessModes: [], chains: [], mounters: [] })),
  ];
}

/** Volumes that are nobody's, classes, and drivers that nothing leads to. */
function clusterScoped(node: MapNode, lookup: Lookup): Branch[] {
  const users = lookup.edgesTo(node).map(({ from }) => lookup.node(from));
  if (node.kind !== 'class' && users.length > 0) return [];
  const count = (kind: string) =>
    users.reduce((sum, user) => sum + (user.kind === kind ? (user.members?.length ?? 1) : 0), 0);
  return [
    {
      node,
      accessModes: [],
      chains: lookup.chainsOf(node),
      mounters: [],
      ...(node.kind === 'class'
        ? { users: { claims: count('claim'), volumes: count('volume') } }
        : {}),
    },
  ];
}

function mountersOf(edges: readonly MapEdge[], lookup: Lookup): Mounter[] {
  return edges.map(({ from, mounts }) => ({ node: lookup.node(from), mounts }));
}
