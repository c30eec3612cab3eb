/** A map while it is made: what is added twice is there once. */
import { addTo } from '../kube';
import { MapEdge, MapGroup, MapKind, MapNode, MAP_KINDS, VolumeMap } from './model';
import { UniqueNames } from './unique-names';
import { Finding } from '../findings';

/** A node that is not finished. */
export interface DraftNode {
  readonly kind: MapKind;
  readonly type: string;
  readonly name: string;
  readonly namespace?: string;
  readonly isDeclared: boolean;
  readonly details: string[];
  /** The keys of the objects that it stands for. */
  readonly keys: Set<string>;
}

interface DraftEdge {
  readonly from: DraftNode;
  readonly to: DraftNode;
  readonly accessModes: Set<string>;
  readonly mounts: Set<string>;
}

/** Nodes and edges as they are found; in the end they are sorted, named and have their findings. */
export class Draft {
  private readonly nodes: DraftNode[] = [];
  private readonly edges = new Map<DraftNode, Map<DraftNode, DraftEdge>>();

  public add(
    node: Omit<DraftNode, 'keys' | 'details'>,
    keys: readonly string[],
    details: readonly string[] = [],
  ): DraftNode {
    const added = { ...node, keys: new Set(keys), details: [...details] };
    this.nodes.push(added);
    return added;
  }

  /** One edge between two nodes, with all that is said of it. */
  public link(
    from: DraftNode,
    to: DraftNode,
    accessModes: readonly string[] = [],
    mounts: readonly string[] = [],
  ): void {
    let own = this.edges.get(from);
    if (!own) this.edges.set(from, (own = new Map<DraftNode, DraftEdge>()));
    let edge = own.get(to);
    if (!edge) own.set(to, (edge = { from, to, accessModes: new Set(), mounts: new Set() }));
    for (const mode of accessModes) edge.accessModes.add(mode);
    for (const mount of mounts) edge.mounts.add(mount);
  }

  /** The map. A finding belongs to the nodes of the object whose key its `construct` is. */
  public finish(findings: readonly Finding[]): VolumeMap {
    const found = new Map<string, Finding[]>();
    for (const { construct = '', ...finding } of findings) {
      addTo(found, construct, finding);
    }
    const ids = new Map<DraftNode, string>();
    const names = new UniqueNames('#');
    const sorted = sortedBy(this.nodes, rankOf);
    const nodes = sorted.map((draft): MapNode => {
      const { kind, type, name, namespace, isDeclared, details, keys } = draft;
      const id = [
        kind,
        ...(kind === 'workload' ? [type] : []),
        ...(namespace === undefined ? [] : [namespace]),
        name,
      ].join('/');
      const unique = names.unique(id);
      ids.set(draft, unique);
      return {
        id: unique,
        kind,
        type,
        name,
        namespace,
        details,
        isDeclared,
        findings: [...keys].flatMap((key) => found.get(key) ?? []),
      };
    });
    return { nodes, edges: this.finishedEdges(sorted, ids), groups: groupsOf(nodes) };
  }

  private finishedEdges(
    sorted: readonly DraftNode[],
    ids: ReadonlyMap<DraftNode, string>,
  ): MapEdge[] {
    const positions = new Map(sorted.map((node, index) => [node, index]));
    return sorted.flatMap((node) => {
      const own = [...(this.edges.get(node)?.values() ?? [])].sort(
        (a, b) => positions.get(a.to)! - positions.get(b.to)!,
      );
      return own.map(({ from, to, accessModes, mounts }) => ({
        from: ids.get(from)!,
        to: ids.get(to)!,
        accessModes: [...accessModes],
        mounts: [...mounts],
      }));
    });
  }
}

/** Namespaces come first, by name; in each of them, and outside, one kind after the other. */
function rankOf({ kind, type, name, namespace }: DraftNode): readonly string[] {
  const isLocal = isOfNamespace(kind);
  return [
    isLocal ? '0' : '1',
    isLocal ? (namespace ?? '') : '',
    String(MAP_KINDS.indexOf(kind)),
    name,
    type,
  ];
}

function isOfNamespace(kind: MapKind): boolean {
  return kind === 'workload' || kind === 'claim';
}

function sortedBy<T>(values: readonly T[], rank: (value: T) => readonly string[]): T[] {
  return values
    .map((value) => ({ value, key: rank(value) }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ value }) => value);
}

function compare(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((text, index) => text !== b[index]);
  return at === -1 ? 0 : a[at] < b[at] ? -1 : 1;
}

function groupsOf(nodes: readonly MapNode[]): MapGroup[] {
  const groups = new Map<string, { id: string; namespace?: string; nodes: string[] }>();
  for (const { id, kind, namespace } of nodes) {
    if (!isOfNamespace(kind)) continue;
    const key = namespace ?? '';
    const group = groups.get(key) ?? { id: `namespace/${key}`, namespace, nodes: [] };
    groups.set(key, group);
    group.nodes.push(id);
  }
  return [...groups.values()];
}
