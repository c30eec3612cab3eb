/** The nodes and edges of a map, looked up by each other. */
import { addTo } from '../kube';
import { MapEdge, MapNode, VolumeMap } from './model';

export class Lookup {
  private readonly nodes: ReadonlyMap<string, MapNode>;
  private readonly from = new Map<string, MapEdge[]>();
  private readonly to = new Map<string, MapEdge[]>();

  constructor(map: VolumeMap) {
    this.nodes = new Map(map.nodes.map((node) => [node.id, node]));
    for (const edge of map.edges) {
      addTo(this.from, edge.from, edge);
      addTo(this.to, edge.to, edge);
    }
  }

  public node(id: string): MapNode {
    return this.nodes.get(id)!;
  }

  public edgesFrom({ id }: MapNode): readonly MapEdge[] {
    return this.from.get(id) ?? [];
  }

  public edgesTo({ id }: MapNode): readonly MapEdge[] {
    return this.to.get(id) ?? [];
  }

  /** The ways from a node on, each up to a class or a driver: a class leads to one driver. */
  public chainsOf(node: MapNode): MapNode[][] {
    return this.edgesFrom(node).flatMap(({ to }) => {
      const next = this.node(to);
      const rest = this.chainsOf(next);
      return rest.length === 0 ? [[next]] : rest.map((chain) => [next, ...chain]);
    });
  }
}
