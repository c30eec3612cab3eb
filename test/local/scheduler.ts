/**
 * The nodes of a pod, as the scheduler's node affinity plug-in decides them: those that are
 * eligible, and what each is worth.
 */
import { Fields, get, isFields, list } from '../support/reading';

/** Nodes by their names, each with the sum of the weights of what it satisfies. */
export interface Placement {
  readonly eligibleNodes: readonly string[];
  readonly preferenceScores: { readonly [node: string]: number };
}

/** The placement of a pod with this spec among these objects, of which the nodes count. */
export function placementOf(podSpec: Fields, objects: readonly Fields[]): Placement {
  const nodes = objects.filter(({ kind }) => kind === 'Node');
  const required = get(
    podSpec,
    'affinity',
    'nodeAffinity',
    'requiredDuringSchedulingIgnoredDuringExecution',
  );
  const preferred = list(
    get(podSpec, 'affinity', 'nodeAffinity', 'preferredDuringSchedulingIgnoredDuringExecution'),
  );
  const eligible = nodes.filter(
    (node) =>
      Object.entries(isFields(podSpec.nodeSelector) ? podSpec.nodeSelector : {}).every(
        ([key, value]) => get(node, 'metadata', 'labels', key) === value,
      ) &&
      (required === undefined ||
        list(get(required, 'nodeSelectorTerms')).some((term) => isMet(term, node))),
  );
  const scoreOf = (node: Fields) =>
    preferred
      .filter((one) => isMet(get(one, 'preference'), node))
      .reduce((sum: number, one) => sum + Number(get(one, 'weight')), 0);
  const scores = eligible.map((node): [string, number] => [nameOf(node), scoreOf(node)]);
  return { eligibleNodes: eligible.map(nameOf), preferenceScores: Object.fromEntries(scores) };
}

/** Which nodes, and in which order they are preferred. */
export interface Order {
  readonly nodes: readonly string[];
  /** Groups of nodes that are worth the same, the best first. */
  readonly preferred: readonly (readonly string[])[];
}

/** The placement without the numbers. */
export function orderOf({ eligibleNodes, preferenceScores }: Placement): Order {
  const scores = [...new Set(Object.values(preferenceScores))].sort((a, b) => b - a);
  const nodesOf = (score: number) =>
    Object.keys(preferenceScores)
      .filter((node) => preferenceScores[node] === score)
      .sort();
  return { nodes: [...eligibleNodes].sort(), preferred: scores.map(nodesOf) };
}

function isMet(term: unknown, node: Fields): boolean {
  const expressions = list(get(term, 'matchExpressions'));
  const fields = list(get(term, 'matchFields'));
  if (expressions.length + fields.length === 0) return false;
  return (
    expressions.every((one) =>
      holds(one, get(node, 'metadata', 'labels', String(get(one, 'key')))),
    ) &&
    fields.every((one) =>
      holds(one, get(one, 'key') === 'metadata.name' ? nameOf(node) : undefined),
    )
  );
}

function holds(expression: unknown, value: unknown): boolean {
  const values = list(get(expression, 'values'));
  switch (get(expression, 'operator')) {
    case 'In':
      return values.includes(value);
    case 'NotIn':
      return !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      throw new Error(`not known here: ${JSON.stringify(expression)}`);
  }
}

function nameOf(node: Fields): string {
  return String(get(node, 'metadata', 'name'));
}
