/** Where the pods of a test may run: selectors, tolerations and affinities that the API server would refuse. */
import { Finding, show, violation } from '../../findings';
import { labelValueProblems, qualifiedKeyProblems } from '../../kube';
import { LOCUST_RULES as RULES } from '../rules';
import { KubeValue, LocustTestResource } from '../spec';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Findings on the scheduling. */
export function checkScheduling({ spec = {} }: LocustTestResource): Finding[] {
  const { nodeSelector, tolerations = [], affinity } = spec.scheduling ?? {};
  const { nodeAffinity, podAffinity, podAntiAffinity } = (affinity ?? {}) as { [kind: string]: KubeValue | undefined };
  return [
    ...labels(nodeSelector, 'spec.scheduling.nodeSelector'),
    ...tolerations.flatMap((one, index) => toleration(one, `spec.scheduling.tolerations[${index}]`)),
    ...nodes(nodeAffinity, 'spec.scheduling.affinity.nodeAffinity'),
    ...pods(podAffinity, 'spec.scheduling.affinity.podAffinity'),
    ...pods(podAntiAffinity, 'spec.scheduling.affinity.podAntiAffinity'),
  ];
}

function toleration({ key = '', operator = '', value = '', effect, tolerationSeconds }: KubeValue, field: string): Finding[] {
  const isEqual = operator === '' || operator === 'Equal';
  return [
    ...key === '' && operator !== 'Exists' ? [wrong(`${field}.key`, 'a toleration without a key needs the operator Exists', 'give a key, or operator: Exists for all taints')] : [],
    ...key === '' ? [] : keyProblems(key, `${field}.key`),
    ...operator === 'Exists' && value !== '' ? [wrong(`${field}.value`, `the operator Exists has no value, but ${show(value)} is given`, 'leave it out, or give operator: Equal')] : [],
    ...isEqual ? valueProblems(value, `${field}.value`) : [],
    ...tolerationSeconds !== undefined && effect !== 'NoExecute'
      ? [wrong(`${field}.tolerationSeconds`, `tolerationSeconds is for the effect NoExecute, not ${show(effect ?? '')}`, 'leave it out, or give effect: NoExecute')] : [],
  ];
}

function nodes(affinity: KubeValue | undefined, field: string): Finding[] {
  const required = affinity?.[REQUIRED] as KubeValue | undefined;
  const terms = listOf(required?.nodeSelectorTerms);
  return [
    ...required && terms.length === 0 ? [wrong(`${field}.${REQUIRED}.nodeSelectorTerms`, 'there is no term', 'give at least one, or leave out the affinity')] : [],
    ...terms.flatMap((term, index) => nodeTerm(term, `${field}.${REQUIRED}.nodeSelectorTerms[${index}]`)),
    ...preferred(affinity, field, ({ preference }, at) => nodeTerm(preference as KubeValue, `${at}.preference`)),
  ];
}

function nodeTerm({ matchExpressions, matchFields }: KubeValue, field: string): Finding[] {
  return [
    ...expressions(matchExpressions, `${field}.matchExpressions`),
    ...listOf(matchFields).flatMap(({ key, values }, index) => [
      ...key === 'metadata.name' ? [] : [wrong(`${field}.matchFields[${index}].key`, `${show(key)} is no field that nodes are chosen by`, 'give metadata.name')],
      ...listOf(values).length === 1 ? [] : [wrong(`${field}.matchFields[${index}].values`, `a field is compared with one value, not ${listOf(values).length}`, 'give one')],
    ]),
  ];
}

function pods(affinity: KubeValue | undefined, field: string): Finding[] {
  return [
    ...listOf(affinity?.[REQUIRED]).flatMap((term, index) => podTerm(term, `${field}.${REQUIRED}[${index}]`)),
    ...preferred(affinity, field, ({ podAffinityTerm }, at) => podTerm(podAffinityTerm as KubeValue, `${at}.podAffinityTerm`)),
  ];
}

function podTerm(term: KubeValue, field: string): Finding[] {
  return [
    ...keyProblems(term.topologyKey, `${field}.topologyKey`),
    ...['labelSelector', 'namespaceSelector'].flatMap((name) => {
      const selector = term[name] as KubeValue | undefined;
      return [
        ...labels(selector?.matchLabels as KubeValue | undefined, `${field}.${name}.matchLabels`),
        ...expressions(selector?.matchExpressions, `${field}.${name}.matchExpressions`),
        ...listOf(selector?.matchExpressions).flatMap(({ operator }, index) => operator !== 'Gt' && operator !== 'Lt' ? []
          : [wrong(`${field}.${name}.matchExpressions[${index}].operator`, `pods are not chosen by ${operator}`, 'give In, NotIn, Exists or DoesNotExist')]),
      ];
    }),
  ];
}

function preferred(affinity: KubeValue | undefined, field: string, check: (term: KubeValue, at: string) => Finding[]): Finding[] {
  return listOf(affinity?.[PREFERRED]).flatMap((term, index) => {
    const at = `${field}.${PREFERRED}[${index}]`;
    const weight = Number(term.weight);
    return [...weight >= 1 && weight <= 100 ? [] : [wrong(`${at}.weight`, `the weight is ${show(term.weight)}`, 'give 1 to 100')], ...check(term, at)];
  });
}

function expressions(list: unknown, field: string): Finding[] {
  return listOf(list).flatMap(({ key, operator, values }, index) => {
    const at = `${field}[${index}]`;
    const given = listOf(values) as readonly unknown[];
    const isSet = operator === 'In' || operator === 'NotIn';
    const count = isSet && given.length === 0 ? 'at least one value'
      : (operator === 'Exists' || operator === 'DoesNotExist') && given.length > 0 ? 'no values'
        : (operator === 'Gt' || operator === 'Lt') && given.length !== 1 ? 'exactly one value' : undefined;
    return [
      ...keyProblems(key, `${at}.key`),
      ...count === undefined ? [] : [wrong(`${at}.values`, `the operator ${String(operator)} takes ${count}, but there are ${given.length}`, `give ${count}`)],
      ...isSet ? given.flatMap((value, place) => valueProblems(value, `${at}.values[${place}]`)) : [],
    ];
  });
}

function labels(entries: KubeValue | undefined, field: string): Finding[] {
  return Object.entries(entries ?? {}).flatMap(([key, value]) => [...keyProblems(key, `${field}.${key}`), ...valueProblems(value, `${field}.${key}`)]);
}

function keyProblems(key: unknown, field: string): Finding[] {
  return qualifiedKeyProblems(String(key)).map((problem) => wrong(field, `the key ${show(key)}: ${problem}`, 'give a key such as kubernetes.io/arch'));
}

function valueProblems(value: unknown, field: string): Finding[] {
  return labelValueProblems(String(value)).map((problem) => wrong(field, `the value ${show(value)}: ${problem}`, 'give at most 63 letters, digits, dashes, dots and underscores'));
}

function listOf(value: unknown): readonly KubeValue[] {
  return Array.isArray(value) ? value : [];
}

function wrong(field: string, message: string, remedy: string): Finding {
  return violation(RULES.scheduling, field, message, remedy);
}
