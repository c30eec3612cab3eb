/**
 * The policy on pods: where their volumes are, looked up from the volumes' side, since expressions
 * cannot look up anything.
 */
import { HyperconvergedSpec } from './spec';
import {
  add,
  allOf,
  Cel,
  isThere,
  listOf,
  literal,
  mutatingBinding,
  mutatingPolicy,
  mutatingVersion,
  NamedExpression,
  not,
  pointer,
  valueAt,
} from '../../admission';
import { Manifest, PREFERRED_TERMS, REQUIRED_TERMS, withoutUndefined } from '../../kube';
import { parseVersion } from '../../model';
import { LEFT_PHASES } from '../../topology';
import { FAILOVER_MODE, INITIAL_NODE, LOCAL_DRIVER, NODE_KEY, SELECTED_NODE } from '../names';

const NODE_AFFINITY = ['spec', 'affinity', 'nodeAffinity'];
/**
 * How many alternatives of required nodes a pod may have. Engines before Kubernetes 1.33 cannot
 * count without a list to count by.
 */
const MOST_TERMS = 64;

/**
 * The variable with what has to be narrowed: its name is what the API server says of a pod that has
 * more.
 */
const NARROWED = `narrowedOfAtMost${MOST_TERMS}`;

export function buildHyperconverged(spec: HyperconvergedSpec): [Manifest, Manifest] {
  const { name, kubernetes, failurePolicy, everyPod, labelKey, labelValue } = spec;
  const version = mutatingVersion(parseVersion(kubernetes!)!.minor)!;
  const policy = mutatingPolicy({
    name,
    version,
    failurePolicy,
    paramKind: { apiVersion: 'v1', kind: 'PersistentVolume' },
    matchConstraints: {
      resourceRules: [
        {
          apiGroups: [''],
          apiVersions: ['v1'],
          operations: ['CREATE'],
          resources: ['pods'],
          scope: 'Namespaced',
        },
      ],
    },
    matchConditions: CONDITIONS,
    variables: VARIABLES,
    patches: [PATCH],
  });
  // Only pods with the label are held against all volumes: a selector is looked at before any
  // volume is.
  const matchResources = everyPod
    ? undefined
    : { objectSelector: { matchLabels: { [labelKey!]: labelValue! } } };
  return [
    policy,
    mutatingBinding(withoutUndefined({ name, forEachParam: true, matchResources }), version),
  ];
}

/** The nodes that a volume names, the one that counts first. An empty text is as good as none. */
const NODES: Cel = `[${[
  valueAt('params.metadata', ['annotations', SELECTED_NODE], '""'),
  valueAt('params.spec', ['csi', 'volumeAttributes', INITIAL_NODE], '""'),
].join(', ')}].filter(n, n != "")`;

/**
 * It is evaluated for each volume of the cluster, and the API server evaluates all conditions that
 * there are. So there is one, which asks first for what most volumes are not: those of claims of
 * this pod. Asking with has() takes half the time of optional fields.
 */
const CONDITIONS: readonly NamedExpression[] = [
  {
    // The claim of an ephemeral volume does not exist yet; one of its name is that of an earlier
    // pod.
    name: 'local-volume-of-this-pod',
    expression: allOf(
      isThere('params', 'spec.claimRef.namespace'),
      'params.spec.claimRef.namespace == request.namespace',
      'has(params.spec.claimRef.name)',
      isThere('object', 'spec.volumes'),
      `object.spec.volumes.exists(v, ${allOf(isThere('v', 'persistentVolumeClaim.claimName'), 'v.persistentVolumeClaim.claimName == params.spec.claimRef.name')})`,
      'params.spec.claimRef.name != ""',
      // A volume that was released still names its claim, but a new claim of that name has another
      // volume.
      not(`${valueAt('params', ['status', 'phase'], '""')} in ${listOf(LEFT_PHASES)}`),
      `${valueAt('params.spec', ['csi', 'driver'], '""')} == ${literal(LOCAL_DRIVER)}`,
      `${valueAt('params.spec', ['csi', 'volumeHandle'], '""')} != ""`,
      `size(${NODES}) > 0`,
    ),
  },
];

/** Whether an expression of a term is the one for the node. */
const IS_NODE = `e.key == ${literal(NODE_KEY)} && e.operator == "In" && ${valueAt('e', ['values'], '[]')} == [variables.node]`;
const namesNode = (term: Cel): Cel =>
  `${valueAt(term, ['matchExpressions'], '[]')}.exists(e, ${IS_NODE})`;
/** Whether a term is for any node at all. An empty one is for none, and stays so. */
const isAny = (term: Cel): Cel =>
  `size(${valueAt(term, ['matchExpressions'], '[]')}) + size(${valueAt(term, ['matchFields'], '[]')}) > 0`;

const VARIABLES: readonly NamedExpression[] = [
  { name: 'node', expression: `${NODES}[0]` },
  {
    name: 'durable',
    expression: `${valueAt('params.spec', ['csi', 'volumeAttributes', FAILOVER_MODE], '""')} == "durability"`,
  },
  {
    name: 'preferred',
    expression: valueAt('object.spec', ['affinity', 'nodeAffinity', PREFERRED_TERMS], '[]'),
  },
  {
    name: 'required',
    expression: valueAt(
      'object.spec',
      ['affinity', 'nodeAffinity', REQUIRED_TERMS, 'nodeSelectorTerms'],
      '[]',
    ),
  },
  {
    // The places of the terms that have to be narrowed. A text that is not a number is how an
    // expression fails.
    name: NARROWED,
    expression:
      `size(variables.required) > ${MOST_TERMS} ? [int("terms: " + string(size(variables.required)))] : ` +
      `[${Array.from({ length: MOST_TERMS }, (_, index) => index).join(', ')}].filter(i, i < size(variables.required) && ` +
      `${allOf(isAny('variables.required[i]'), not(namesNode('variables.required[i]')))})`,
  },
  {
    name: 'isPreferred',
    expression: `variables.preferred.exists(t, t.weight == 100 && ${namesNode('t.preference')})`,
  },
];

const EXPRESSION = { key: literal(NODE_KEY), operator: '"In"', values: ['variables.node'] };
const TERMS = pointer(...NODE_AFFINITY, REQUIRED_TERMS, 'nodeSelectorTerms', '');
const isMissing = (path: Cel, ...others: readonly Cel[]): Cel =>
  not([...others, path].map((one) => `has(${one})`).join(' && '));
const onlyIf = (condition: Cel, ...operations: readonly Cel[]): Cel =>
  `(${condition} ? [${operations.join(', ')}] : [])`;

/** Affinity where there is none, as far as something is added to it. */
const WITH_AFFINITY: readonly Cel[] = [
  onlyIf(isMissing('object.spec.affinity'), add(pointer(...NODE_AFFINITY.slice(0, 2)), {})),
  onlyIf(
    isMissing('object.spec.affinity.nodeAffinity', 'object.spec.affinity'),
    add(pointer(...NODE_AFFINITY), {}),
  ),
];

const REQUIRE: Cel = [
  onlyIf(
    'size(variables.required) == 0',
    add(pointer(...NODE_AFFINITY, REQUIRED_TERMS), {
      nodeSelectorTerms: [{ matchExpressions: [EXPRESSION] }],
    }),
  ),
  `variables.${NARROWED}.filter(i, size(${valueAt('variables.required[i]', ['matchExpressions'], '[]')}) == 0).map(i, ${add(`${TERMS} + string(i) + "/matchExpressions"`, [])})`,
  `variables.${NARROWED}.map(i, ${add(`${TERMS} + string(i) + "/matchExpressions/-"`, EXPRESSION)})`,
].join(' + ');

const PREFER: Cel = [
  onlyIf('size(variables.preferred) == 0', add(pointer(...NODE_AFFINITY, PREFERRED_TERMS), [])),
  `[${add(pointer(...NODE_AFFINITY, PREFERRED_TERMS, '-'), { weight: '100', preference: { matchExpressions: [EXPRESSION] } })}]`,
].join(' + ');

/** What already exists is not added again: of terms only those are narrowed that need it. */
const PATCH: Cel =
  '!variables.durable && variables.isPreferred ? [] : ' +
  `${WITH_AFFINITY.join(' + ')} + (variables.durable ? ${REQUIRE} : ${PREFER})`;
