/**
 * Places of everything in a view: kinds are columns from left to right, and dagre keeps edges from
 * crossing.
 */
import { graphlib, layout } from '@dagrejs/dagre';
import { edgeLabel, labelOf, NodeLabel } from './labels';
import { MAP_KINDS, MapEdge, MapNode } from './model';
import { View } from './views';

/**
 * The width of a letter and the height of a line, in a font of 12 pixels whose letters are all as
 * wide.
 */
const LETTER = 7.25;
export const LINE = 16;
export const PAD = 10;

const NODE_SEPARATION = 14;
const COLUMN_SEPARATION = 44;

/** A node and its box, by its upper left corner. */
export interface PlacedNode {
  readonly node: MapNode;
  readonly label: NodeLabel;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An edge, the points that it goes through, and where its label is in the middle of. */
export interface PlacedEdge {
  readonly edge: MapEdge;
  readonly text: string;
  readonly points: readonly Point[];
  readonly label?: Point;
}

/** A point, in pixels from the upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A view as it is drawn. */
export interface Placed {
  readonly view: View;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

/** Places a view. The same view is placed the same way. */
export function placed(view: View): Placed {
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({
    rankdir: 'LR',
    nodesep: NODE_SEPARATION,
    ranksep: COLUMN_SEPARATION,
    ranker: rankByColumn as unknown as string,
  });
  const columns = MAP_KINDS.filter((kind) => view.nodes.some((node) => node.kind === kind));
  const labels = view.nodes.map(labelOf);
  const widths = columns.map((kind) =>
    view.nodes.reduce(
      (widest, node, index) =>
        node.kind === kind ? Math.max(widest, boxWidth(labels[index])) : widest,
      0,
    ),
  );
  view.nodes.forEach(({ id, kind }, index) => {
    const column = columns.indexOf(kind);
    // The label of an edge has a rank of its own, between columns.
    graph.setNode(id, {
      width: widths[column],
      height: linesOf(labels[index]).length * LINE + PAD,
      rank: 2 * column,
    });
  });
  const texts = view.edges.map(edgeLabel);
  view.edges.forEach(({ from, to }, index) => {
    const size = texts[index] === '' ? {} : { width: widthOf(texts[index]) + PAD, height: LINE };
    graph.setEdge(from, to, { ...size, labelpos: 'c' }, String(index));
  });
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const nodes = view.nodes.map((node, index) => {
    const box = graph.node(node.id);
    return {
      node,
      label: labels[index],
      x: box.x - box.width / 2,
      y: box.y - box.height / 2,
      width: box.width,
      height: box.height,
    };
  });
  const edges = view.edges.map((edge, index): PlacedEdge => {
    const { points, x, y } = graph.edge(edge.from, edge.to, String(index)) as {
      points: Point[];
      x?: number;
      y?: number;
    };
    return {
      edge,
      text: texts[index],
      points,
      label: x === undefined || y === undefined ? undefined : { x, y },
    };
  });
  return { view, nodes, edges, width, height };
}

/** How wide a text is: letters outside of ASCII may be twice as wide. */
export function widthOf(text: string): number {
  return (
    [...text].reduce((sum, letter) => sum + (letter > '\u02ff' && letter !== '…' ? 2 : 1), 0) *
    LETTER
  );
}

/** The lines of a node below each other. */
export function linesOf({ type, names, details, findings }: NodeLabel): string[] {
  return [type, ...names, ...details, ...(findings === undefined ? [] : [findings])];
}

function boxWidth(label: NodeLabel): number {
  return (
    Math.ceil(linesOf(label).reduce((widest, line) => Math.max(widest, widthOf(line)), 0)) + 2 * PAD
  );
}

/**
 * In place of dagre's own ways to find ranks, which know nothing of columns. Its node that holds
 * all together comes first.
 */
function rankByColumn(graph: graphlib.Graph<{ rank?: number }>): void {
  for (const id of graph.nodes()) {
    const node = graph.node(id);
    node.rank ??= -1;
  }
}
