/** The latest waves that keep an order: who must come before whom, and who may share a wave. */

export interface WaveNode {
  /** The wave that it has unless something needs it earlier. */
  readonly latest: number;
  /** Whether the wave is given: nothing changes it. */
  readonly isFixed?: boolean;
  /** Whether it goes with what needs it, however late that is. */
  readonly isWithNeeding?: boolean;
}

/**
 * One node is needed by another, and is applied in an earlier wave (`strict`), or in the same one
 * at the latest.
 */
export interface WaveEdge {
  readonly from: number;
  readonly to: number;
  readonly isStrict: boolean;
}

/**
 * The waves of the nodes. In a circle nobody can be first: all of it share a wave, as they would
 * without waves. Linear.
 */
export function solveWaves(nodes: readonly WaveNode[], edges: readonly WaveEdge[]): number[] {
  const needing: WaveEdge[][] = nodes.map(() => []);
  // What is fixed stays, whoever needs it.
  for (const edge of edges) {
    if (!nodes[edge.from].isFixed && edge.from !== edge.to) needing[edge.from].push(edge);
  }
  const waves = nodes.map(({ latest }) => latest);
  const circleOf = nodes.map(() => -1);
  circles(needing).forEach((circle, index) => {
    for (const node of circle) circleOf[node] = index;
    const [first] = circle;
    if (circle.length === 1 && nodes[first].isFixed) return;
    const outside = circle.flatMap((node) =>
      needing[node].filter(({ to }) => circleOf[to] !== index),
    );
    const limits = outside.map(({ to, isStrict }) => waves[to] - (isStrict ? 1 : 0));
    const own = circle
      .filter((node) => limits.length === 0 || !nodes[node].isWithNeeding)
      .map((node) => nodes[node].latest);
    const wave = least([...limits, ...own]);
    for (const node of circle) waves[node] = wave;
  });
  return waves;
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => (one < other ? one : other));
}

/**
 * The circles of a graph, and what is in none by itself; those that others lead to come first
 * (Tarjan's algorithm, without recursion).
 */
function circles(edges: readonly (readonly WaveEdge[])[]): number[][] {
  const found: number[][] = [];
  const order = edges.map(() => -1);
  const low = edges.map(() => 0);
  const isOpen = edges.map(() => false);
  const open: number[] = [];
  let count = 0;
  for (let root = 0; root < edges.length; root++) {
    if (order[root] >= 0) continue;
    const path: { node: number; next: number }[] = [];
    const enter = (node: number) => {
      order[node] = low[node] = count++;
      open.push(node);
      isOpen[node] = true;
      path.push({ node, next: 0 });
    };
    enter(root);
    while (path.length > 0) {
      const at = path[path.length - 1];
      const { node } = at;
      if (at.next < edges[node].length) {
        const { to } = edges[node][at.next++];
        if (order[to] < 0) enter(to);
        else if (isOpen[to]) low[node] = Math.min(low[node], order[to]);
        continue;
      }
      path.pop();
      const above = path[path.length - 1];
      if (above) low[above.node] = Math.min(low[above.node], low[node]);
      if (low[node] !== order[node]) continue;
      const circle = open.splice(open.lastIndexOf(node));
      for (const one of circle) isOpen[one] = false;
      found.push(circle);
    }
  }
  return found;
}
