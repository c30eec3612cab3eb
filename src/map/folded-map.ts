/** The map with fewer nodes: objects that appear twice are one, and many that are alike are one. */
import { inBrief } from './brief';
import { Lookup } from './lookup';
import { MapEdge, MapNode, VolumeMap } from './model';
import { addTo, groupedBy } from '../kube';

/** Fewer that are alike are drawn each for itself. */
const FEWEST = 6;

/**
 * The map folded. Of nodes that are alike, at least six are one, with the others as its members:
 * what has the same details, the same kinds of findings, and leads to the same and is led to by the
 * same. A volume that one claim alone has is folded with that claim. What is declared several times
 * is one node that says so.
 */
export function foldedMap(map: VolumeMap): VolumeMap {
  return foldedAlike(foldedTwins(map));
}

/** The declarations of one object as one node. */
function foldedTwins(map: VolumeMap): VolumeMap {
  const twins = new Map<string, MapNode[]>();
  for (const node of map.nodes) {
    const { kind, type, namespace, name, isDeclared } = node;
    addTo(
      twins,
      // What has no name yet gets one of its own.
      name === '' ? node.id : JSON.stringify([kind, type, namespace, name, isDeclared]),
      node,
    );
  }
  return mergedMap(map, [...twins.values()], ([first, ...others]) => ({
    ...first,
    details: [
      ...new Set([first, ...others].flatMap(({ details }) => details)),
      `declared ${others.length + 1} times`,
    ],
    findings: [first, ...others].flatMap(({ findings }) => findings),
  }));
}

function foldedAlike(map: VolumeMap): VolumeMap {
  const likeness = new Likeness(map);
  const groups = groupedBy(map.nodes, (node) => likeness.of(node));
  const lists = [...groups.values()].flatMap((group) =>
    group.length < FEWEST ? group.map((node) => [node]) : [group],
  );
  return mergedMap(map, lists, (members) => ({
    ...members[0],
    findings: members.flatMap(({ findings }) => findings),
    members,
  }));
}

/** What nodes have to have in common to be drawn as one. */
class Likeness {
  private readonly lookup: Lookup;
  private readonly known = new Map<string, string>();

  constructor(map: VolumeMap) {
    this.lookup = new Lookup(map);
  }

  public of(node: MapNode): string {
    const known = this.known.get(node.id);
    if (known !== undefined) return known;
    const owner = this.ownerOf(node);
    const likeness = JSON.stringify([
      lookOf(node),
      this.lookup
        .edgesFrom(node)
        .map((edge) => [wordsOf(edge), this.endOf(edge)])
        .sort(),
      owner
        ? this.of(owner)
        : this.lookup
            .edgesTo(node)
            .map((edge) => [wordsOf(edge), edge.from])
            .sort(),
    ]);
    this.known.set(node.id, likeness);
    return likeness;
  }

  /** What an edge leads to: of a volume that is the claim's own, not which one it is. */
  private endOf({ to }: MapEdge): unknown {
    const node = this.lookup.node(to);
    if (!this.ownerOf(node)) return to;
    const edges = this.lookup.edgesFrom(node);
    return [lookOf(node), edges.map((edge) => [wordsOf(edge), edge.to]).sort()];
  }

  /** The claim that alone has the volume. */
  private ownerOf(node: MapNode): MapNode | undefined {
    const edges = this.lookup.edgesTo(node);
    return node.kind === 'volume' && edges.length === 1
      ? this.lookup.node(edges[0].from)
      : undefined;
  }
}

function lookOf({ kind, type, namespace, details, isDeclared, findings }: MapNode): unknown {
  return [kind, type, namespace, details, isDeclared, findings.map(({ rule }) => rule).sort()];
}

/** What matters of an edge: not where a volume is mounted, but whether it is written to. */
function wordsOf({ accessModes, mounts }: MapEdge): string {
  const words = mounts.map((mount) =>
    mount.startsWith('/') ? (mount.includes(' (read-only') ? 'read-only' : '') : mount,
  );
  return JSON.stringify([accessModes, [...new Set(words)].sort()]);
}

/** The map with one node in the place of each list of several. */
function mergedMap(
  { nodes, edges, groups }: VolumeMap,
  lists: readonly (readonly MapNode[])[],
  merge: (nodes: readonly MapNode[]) => MapNode,
): VolumeMap {
  const merged = new Map<MapNode, MapNode>();
  const ids = new Map<string, string>();
  for (const list of lists) {
    merged.set(list[0], list.length === 1 ? list[0] : merge(list));
    for (const { id } of list) ids.set(id, list[0].id);
  }
  return {
    nodes: nodes.flatMap((node) => merged.get(node) ?? []),
    edges: mergedEdges(edges, ids),
    groups: groups.map((group) => ({
      ...group,
      nodes: [...new Set(group.nodes.map((id) => ids.get(id)!))],
    })),
  };
}

function mergedEdges(edges: readonly MapEdge[], ids: ReadonlyMap<string, string>): MapEdge[] {
  const lists = new Map<string, MapEdge[]>();
  for (const edge of edges) {
    const ends = { from: ids.get(edge.from)!, to: ids.get(edge.to)! };
    addTo(lists, JSON.stringify([ends.from, ends.to]), { ...edge, ...ends });
  }
  return [...lists.values()].map((list) =>
    list.length === 1
      ? list[0]
      : {
          ...list[0],
          accessModes: [...new Set(list.flatMap(({ accessModes }) => accessModes))],
          mounts: inBrief(list.flatMap(({ mounts }) => mounts)),
        },
  );
}
