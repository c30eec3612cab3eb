/**
 * Parts of a map that can be drawn: a namespace with what its claims lead to, or a part of one that
 * is large.
 */
import { MapEdge, MapGroup, MapNode, VolumeMap } from './model';
import { addTo, append } from '../kube';

/** What is drawn together. What several need is in each of them. */
export interface View {
  /** The group that it is of; undefined for what is cluster-scoped. */
  readonly group?: MapGroup;
  readonly title: string;
  /** In the order of the map. */
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
}

/** The map in views of at most so many edges, as far as what one edge leads to has room. */
export function viewsOf(map: VolumeMap, most: number): View[] {
  const index = new Index(map);
  const views = map.groups.flatMap((group) => viewsOfGroup(group, index, most));
  const shown = new Set(views.flatMap(({ nodes }) => nodes));
  const rest = map.nodes.filter((node) => !shown.has(node));
  return [...views, ...viewsOfRest(rest, index, most)];
}

class Index {
  public readonly positions: ReadonlyMap<string, number>;
  private readonly from = new Map<string, MapEdge[]>();

  constructor(private readonly map: VolumeMap) {
    this.positions = new Map(map.nodes.map(({ id }, position) => [id, position]));
    for (const edge of map.edges) {
      addTo(this.from, edge.from, edge);
    }
  }

  public edgesFrom(id: string): readonly MapEdge[] {
    return this.from.get(id) ?? [];
  }

  public nodesOf(ids: ReadonlySet<string>): MapNode[] {
    return [...ids]
      .map((id) => this.positions.get(id)!)
      .sort((a, b) => a - b)
      .map((position) => this.map.nodes[position]);
  }
}

/** A view while it is filled. */
class Part {
  public readonly ids = new Set<string>();
  public readonly edges = new Set<MapEdge>();

  constructor(private readonly index: Index) {}

  /** Adds a node, and all that it leads to: volumes, classes and drivers. */
  public addNode(id: string): void {
    if (this.ids.has(id)) return;
    this.ids.add(id);
    if (isOfNamespace(id)) return;
    for (const edge of this.index.edgesFrom(id)) this.addEdge(edge);
  }

  /** How many edges these would add, with all that they lead to. */
  public costOf(edges: readonly MapEdge[]): number {
    const added = new Set<MapEdge>();
    const rest = [...edges];
    for (let edge = rest.pop(); edge; edge = rest.pop()) {
      if (this.edges.has(edge) || added.has(edge)) continue;
      added.add(edge);
      for (const end of [edge.from, edge.to]) {
        if (!isOfNamespace(end)) append(rest, this.index.edgesFrom(end));
      }
    }
    return added.size;
  }

  public addEdge(edge: MapEdge): void {
    if (this.edges.has(edge)) return;
    this.edges.add(edge);
    this.addNode(edge.from);
    this.addNode(edge.to);
  }
}

function isOfNamespace(id: string): boolean {
  return id.startsWith('workload/') || id.startsWith('claim/');
}

function viewsOfGroup(group: MapGroup, index: Index, most: number): View[] {
  const title = group.namespace ?? 'no namespace';
  return titled(partsOf(componentsOf(group.nodes, index), index, most), group, title, index);
}

function viewsOfRest(nodes: readonly MapNode[], index: Index, most: number): View[] {
  return titled(
    partsOf(
      nodes.map(({ id }) => [id]),
      index,
      most,
    ),
    undefined,
    'cluster-scoped',
    index,
  );
}

function titled(
  parts: readonly Part[],
  group: MapGroup | undefined,
  title: string,
  index: Index,
): View[] {
  return parts.map(({ ids, edges }, at) => ({
    group,
    title: parts.length === 1 ? title : `${title} (${at + 1} of ${parts.length})`,
    nodes: index.nodesOf(ids),
    edges: [...edges],
  }));
}

/** What hangs together stays together, as far as there is room. */
function partsOf(components: readonly (readonly string[])[], index: Index, most: number): Part[] {
  const parts: Part[] = [];
  let part = new Part(index);
  const next = () => {
    if (part.ids.size > 0) parts.push(part);
    part = new Part(index);
  };
  for (const component of components) {
    const edges = component.flatMap((id) => index.edgesFrom(id));
    if (part.edges.size + part.costOf(edges) > most) next();
    for (const edge of edges) {
      if (part.edges.size > 0 && part.edges.size + part.costOf([edge]) > most) next();
      part.addEdge(edge);
    }
    // One that leads nowhere, and nothing leads to.
    if (edges.length === 0) part.addNode(component[0]);
    if (part.ids.size >= most) next();
  }
  next();
  return parts;
}

/** The nodes of a namespace that lead to each other, in the order of the map. */
function componentsOf(ids: readonly string[], index: Index): string[][] {
  const neighbours = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const id of ids) {
    for (const { to } of index.edgesFrom(id)) {
      if (!neighbours.has(to)) continue;
      neighbours.get(id)!.push(to);
      neighbours.get(to)!.push(id);
    }
  }
  const seen = new Set<string>();
  return ids.flatMap((id) => {
    const component = reached(id, neighbours, seen);
    return component.length > 0 ? [component] : [];
  });
}

function reached(
  start: string,
  neighbours: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
): string[] {
  if (seen.has(start)) return [];
  seen.add(start);
  const found = [start];
  for (let at = 0; at < found.length; at += 1) {
    for (const next of neighbours.get(found[at])!) {
      if (seen.has(next)) continue;
      seen.add(next);
      found.push(next);
    }
  }
  return found;
}
