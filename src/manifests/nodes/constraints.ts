/**
 * Constraints of pods and volumes on the labels of their nodes, and whether one node can meet
 * several of them.
 */
import { own } from '../../kube';
import { Fields, fieldsOf, isGiven, listOf, textOf, valuesOf } from '../../object';

/** What may be the value of a label: `undefined` is a node without the label. */
type Value = string | undefined;

interface Wanted {
  /** The only values that will do; undefined if it is not limited so. */
  readonly only?: ReadonlySet<Value>;
  /** Values that will not do. */
  readonly not: ReadonlySet<Value>;
  /** What asks for the values, for messages. */
  readonly by?: string;
}

/** What is asked of the labels of a node, by label. Beta names stand for the stable ones. */
export type NodeConstraint = ReadonlyMap<string, Wanted>;

export const ZONE = 'topology.kubernetes.io/zone';
/** The label of a node's own name. */
export const HOSTNAME = 'kubernetes.io/hostname';
/** The name of the node itself, which no label has to repeat. */
const NODE_NAME = 'metadata.name';
/** How many values a message shows. */
const MOST_VALUES = 5;

/** Other names of labels, as nodes and drivers have them: their values are the same. */
const SAME_LABELS: { readonly [label: string]: string } = {
  'failure-domain.beta.kubernetes.io/zone': ZONE,
  'topology.ebs.csi.aws.com/zone': ZONE,
  'topology.gke.io/zone': ZONE,
  'topology.disk.csi.azure.com/zone': ZONE,
  'topology.cinder.csi.openstack.org/zone': ZONE,
  'failure-domain.beta.kubernetes.io/region': 'topology.kubernetes.io/region',
  'beta.kubernetes.io/os': 'kubernetes.io/os',
  'beta.kubernetes.io/arch': 'kubernetes.io/arch',
  'beta.kubernetes.io/instance-type': 'node.kubernetes.io/instance-type',
};
/**
 * Labels of persistent volumes that the scheduler compares with those of nodes; several values are
 * joined.
 */
const VOLUME_LABELS = [
  ZONE,
  'failure-domain.beta.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/region',
];
const JOINT = '__';

const NOTHING: NodeConstraint = new Map<string, Wanted>();

export function constraintOfPod(podSpec: Fields, by: string): NodeConstraint {
  const { nodeSelector, nodeName, affinity } = podSpec;
  const { requiredDuringSchedulingIgnoredDuringExecution: required } = fieldsOf(
    fieldsOf(affinity).nodeAffinity,
  );
  const labels = Object.entries(fieldsOf(nodeSelector)).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  const parts: NodeConstraint[] = labels.map(([label, value]) => oneOf(label, [value]));
  if (typeof nodeName === 'string' && nodeName !== '') parts.push(oneOf(NODE_NAME, [nodeName]));
  if (isGiven(required)) parts.push(constraintOfTerms(fieldsOf(required).nodeSelectorTerms));
  // Most pods run anywhere.
  return parts.length === 0 ? NOTHING : named(allOf(parts), by);
}

/** Whether a persistent volume asks anything of the nodes of its pods. */
export function isBound(manifest: Fields): boolean {
  const labels = fieldsOf(fieldsOf(manifest.metadata).labels);
  return (
    isGiven(fieldsOf(manifest.spec).nodeAffinity) ||
    VOLUME_LABELS.some((label) => typeof labels[label] === 'string')
  );
}

/** What a persistent volume asks of the nodes of its pods. */
export function constraintOfVolume(manifest: Fields, by?: string): NodeConstraint {
  const labels = fieldsOf(fieldsOf(manifest.metadata).labels);
  const { nodeAffinity } = fieldsOf(manifest.spec);
  const parts = VOLUME_LABELS.filter((label) => typeof labels[label] === 'string').map((label) =>
    oneOf(label, (labels[label] as string).split(JOINT)),
  );
  parts.push(constraintOfTerms(fieldsOf(fieldsOf(nodeAffinity).required).nodeSelectorTerms));
  return named(allOf(parts), by);
}

/** Where a class makes its volumes; undefined if it does not say it. */
export function constraintOfClass(
  { allowedTopologies }: Fields,
  by?: string,
): NodeConstraint | undefined {
  const terms = listOf(allowedTopologies);
  if (terms.length === 0) return undefined;
  return named(
    anyOf(
      terms.map(({ matchLabelExpressions }) =>
        allOf(
          listOf(matchLabelExpressions).map(({ key, values }) => oneOf(textOf(key), texts(values))),
        ),
      ),
    ),
    by,
  );
}

/** What meets all of several: each is added to those before. Linear in what is added. */
export class ConstraintSum {
  private readonly wanted = new Map<
    string,
    { only?: ReadonlySet<Value>; readonly not: Set<Value>; by?: string }
  >();

  /** What they ask for together. */
  public get constraint(): NodeConstraint {
    return this.wanted;
  }

  /**
   * Adds one; answers with the labels for which no value meets it and all before it, which are left
   * as they were.
   */
  public add(constraint: NodeConstraint): readonly string[] {
    const refused: string[] = [];
    for (const [label, { only, not, by }] of constraint) {
      const known = this.wanted.get(label);
      const left = common(known?.only, only);
      if (left && [...left].every((value) => not.has(value) || known?.not.has(value))) {
        refused.push(label);
      } else if (known) {
        if (only && !known.only) known.by = by;
        known.only = left;
        for (const value of not) known.not.add(value);
      } else {
        this.wanted.set(label, { only, not: new Set(not), by });
      }
    }
    return refused;
  }
}

/** The sum of constraints of one pod; what contradicts itself stays, and no node meets it. */
function allOf(constraints: readonly NodeConstraint[]): NodeConstraint {
  if (constraints.length === 1) return constraints[0];
  const sum = new ConstraintSum();
  const impossible = constraints.flatMap((one) => sum.add(one));
  if (impossible.length === 0) return sum.constraint;
  const nothing = { only: new Set<Value>(), not: new Set<Value>() };
  return new Map<string, Wanted>([
    ...sum.constraint,
    ...impossible.map((label) => [label, nothing] as const),
  ]);
}

/** The values of a label that will do; undefined if any may. */
export function valuesFor(
  constraint: NodeConstraint | undefined,
  label: string,
): readonly Value[] | undefined {
  const wanted = constraint?.get(label);
  return wanted?.only && [...wanted.only].filter((value) => !wanted.not.has(value));
}

export function whoAsks(constraint: NodeConstraint, label: string): string | undefined {
  return constraint.get(label)?.by;
}

/** The one node that meets it, if there is only one. */
export function onlyNode(constraint: NodeConstraint): string | undefined {
  for (const label of [NODE_NAME, HOSTNAME]) {
    const values = valuesFor(constraint, label);
    if (values?.length === 1) return values[0];
  }
  return undefined;
}

/** What is asked of a label, as messages say it: `pool "a" or "b"`. */
export function wordsFor(label: string, values: readonly Value[] | undefined): string {
  if (!values) return `another ${label === NODE_NAME ? 'node' : label}`;
  if (values.every((value) => value === undefined)) return `no ${label}`;
  const all = values.map((value) => (value === undefined ? 'none' : JSON.stringify(value)));
  const told =
    all.length > MOST_VALUES
      ? [...all.slice(0, MOST_VALUES), `${all.length - MOST_VALUES} more`]
      : all;
  return `${label === NODE_NAME || label === HOSTNAME ? 'the node' : label} ${told.join(' or ')}`;
}

/** Terms of which any one suffices. */
function constraintOfTerms(terms: unknown): NodeConstraint {
  const all = listOf(terms);
  return all.length === 0
    ? NOTHING
    : anyOf(
        all.map(({ matchExpressions, matchFields }) =>
          allOf([...listOf(matchExpressions), ...listOf(matchFields)].map(constraintOfExpression)),
        ),
      );
}

function constraintOfExpression({ key, operator, values }: Fields): NodeConstraint {
  const label = textOf(key);
  switch (operator) {
    case 'In':
      return oneOf(label, texts(values));
    case 'NotIn':
      return except(label, texts(values));
    case 'DoesNotExist':
      return oneOf(label, [undefined]);
    // Numbers are not compared.
    case 'Exists':
    case 'Gt':
    case 'Lt':
      return except(label, [undefined]);
    default:
      return NOTHING;
  }
}

/** What holds of every alternative: what only some of them ask for, others leave open. */
function anyOf(alternatives: readonly NodeConstraint[]): NodeConstraint {
  if (alternatives.length === 1) return alternatives[0];
  const joint = new Map<string, Wanted>();
  for (const label of alternatives[0].keys()) {
    const lists = alternatives.map((one) => valuesFor(one, label));
    if (lists.every((list) => list !== undefined)) {
      joint.set(label, { only: new Set(lists.flat()), not: new Set() });
    }
  }
  return joint;
}

function oneOf(label: string, values: readonly Value[]): NodeConstraint {
  // Azure's disks of no zone have an empty one, and nodes of no zone another.
  return new Map([
    [values.includes('') ? label : stable(label), { only: new Set(values), not: new Set<Value>() }],
  ]);
}

function except(label: string, values: readonly Value[]): NodeConstraint {
  return new Map([[stable(label), { not: new Set(values) }]]);
}

function stable(label: string): string {
  return own(SAME_LABELS, label) ?? label;
}

function common(
  a: ReadonlySet<Value> | undefined,
  b: ReadonlySet<Value> | undefined,
): ReadonlySet<Value> | undefined {
  if (!a || !b) return a ?? b;
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a];
  return new Set([...fewer].filter((value) => more.has(value)));
}

function named(constraint: NodeConstraint, by: string | undefined): NodeConstraint {
  return by === undefined
    ? constraint
    : new Map([...constraint].map(([label, wanted]) => [label, { ...wanted, by }]));
}

function texts(values: unknown): readonly string[] {
  return valuesOf(values).filter((one): one is string => typeof one === 'string');
}
