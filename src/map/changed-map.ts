/**
 * The volume maps before and after a change as one: what is new, changed, refused or removed says
 * so.
 */
import { MapEdge, MapGroup, MapNode, VolumeMap } from './model';
import { ObjectDiff } from '../diff';

/** Verdicts that a node tells; the others are told by where it is. */
const WORDS: { readonly [verdict: string]: string } = {
  changed: 'changed',
  refused: 'refused',
  stuck: 'stays Terminating',
  replaced: 'replaced',
  depends: 'depends on the cluster',
};

/** One map of both. Nodes and edges that are in one of them alone are marked as new or removed. */
export function changedMap(
  before: VolumeMap,
  after: VolumeMap,
  objects: readonly ObjectDiff[],
): VolumeMap {
  const told = new Map(objects.map((one) => [one.object, one]));
  const [old, now] = [before, after].map(
    ({ nodes }) => new Map(nodes.map((node) => [node.id, node])),
  );
  const left = before.nodes.filter(({ id }) => !now.has(id));
  const nodes = [
    ...after.nodes.map((node) => marked(node, old.get(node.id), true, told)),
    ...left.map((node) => marked(node, node, false, told)),
  ];
  return {
    nodes,
    edges: edgesOf(before.edges, after.edges),
    groups: groupsOf(before.groups, after.groups),
  };
}

function marked(
  node: MapNode,
  old: MapNode | undefined,
  isThere: boolean,
  told: ReadonlyMap<string, ObjectDiff>,
): MapNode {
  const { type, namespace, name, details } = node;
  const diff = told.get([type, ...(namespace === undefined ? [] : [namespace]), name].join('/'));
  const place = !old ? ['new'] : isThere || diff?.verdict === 'unchanged' ? [] : ['removed'];
  const verdict = diff && Object.hasOwn(WORDS, diff.verdict) ? [WORDS[diff.verdict]] : [];
  const data =
    diff?.data !== undefined && diff.data !== 'kept' && diff.data !== 'may be lost'
      ? [`data ${diff.data}`]
      : [];
  const was =
    old && isThere && old.details.join('\n') !== details.join('\n') && old.details.length > 0
      ? [`before: ${old.details.join(', ')}`]
      : [];
  return { ...node, details: [...details, ...was, ...place, ...verdict, ...data] };
}

function edgesOf(before: readonly MapEdge[], after: readonly MapEdge[]): MapEdge[] {
  const keyOf = ({ from, to }: MapEdge) => JSON.stringify([from, to]);
  const [old, now] = [before, after].map((edges) => new Set(edges.map(keyOf)));
  return [
    ...after.map((edge) =>
      old.has(keyOf(edge)) ? edge : { ...edge, mounts: [...edge.mounts, 'new'] },
    ),
    ...before
      .filter((edge) => !now.has(keyOf(edge)))
      .map((edge) => ({ ...edge, mounts: [...edge.mounts, 'removed'] })),
  ];
}

function groupsOf(before: readonly MapGroup[], after: readonly MapGroup[]): MapGroup[] {
  const groups = new Map<string, MapGroup>();
  for (const group of [...after, ...before]) {
    const had = groups.get(group.id);
    groups.set(
      group.id,
      had ? { ...had, nodes: [...new Set([...had.nodes, ...group.nodes])] } : group,
    );
  }
  return [...groups.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
