/**
 * Checks of where a pod may run: selectors, tolerations, affinities and spreads that the API server
 * would refuse.
 */
import { Finding, Severity, isNot, show, takenAt, violation, violationOf } from '../findings';
import { labelProblems, parseInt64, PREFERRED_TERMS, REQUIRED_TERMS } from '../kube';
import {
  checkLabelKeys,
  checkLabelSelector,
  checkLabelValue,
  checkNodeSelector,
  checkNodeTerm,
  checkSelectorKey,
  checkSelectorLabels,
  Fields,
  fieldsOf,
  isGiven,
  listOf,
  numberOf,
  textOf,
  valuesOf,
} from '../object';
import { COMPARISON_GATE, COMPARISONS, gateFindings, PodCluster } from './gates';
import { POD_RULES as RULES } from './rules';

const wrong = violationOf(RULES.scheduling);

/**
 * Findings on the fields of a pod, or of whatever else has them by the same names, that choose its
 * node.
 */
export function checkScheduling(
  { nodeSelector, tolerations, affinity, topologySpreadConstraints }: Fields,
  path: string,
  cluster?: PodCluster,
): Finding[] {
  const { nodeAffinity, podAffinity, podAntiAffinity } = fieldsOf(affinity);
  return [
    ...checkSelectorLabels(nodeSelector, `${path}.nodeSelector`, RULES.scheduling),
    ...listOf(tolerations).flatMap((one, index) =>
      toleration(one, `${path}.tolerations[${index}]`, cluster),
    ),
    ...nodes(fieldsOf(nodeAffinity), `${path}.affinity.nodeAffinity`),
    ...pods(fieldsOf(podAffinity), `${path}.affinity.podAffinity`),
    ...pods(fieldsOf(podAntiAffinity), `${path}.affinity.podAntiAffinity`),
    ...spreads(listOf(topologySpreadConstraints), `${path}.topologySpreadConstraints`),
  ];
}

function toleration(
  { key: given, operator: asked, value: wanted, effect, tolerationSeconds }: Fields,
  field: string,
  cluster?: PodCluster,
): Finding[] {
  const [key, operator, value] = [given ?? '', asked ?? '', wanted ?? ''];
  return [
    ...(key === '' && operator !== 'Exists'
      ? [
          wrong(
            `${field}.operator`,
            'a toleration without a key requires the operator Exists',
            'use a key, or operator: Exists for all taints',
          ),
        ]
      : []),
    ...(key === '' ? [] : checkSelectorKey(key, `${field}.key`, RULES.scheduling)),
    ...(operator === 'Exists' && value !== ''
      ? [
          wrong(
            `${field}.operator`,
            `the operator Exists has no value, but ${show(value)} is set`,
            'remove value, or set operator: Equal',
          ),
        ]
      : []),
    ...(operator === '' || operator === 'Equal'
      ? checkLabelValue(value, `${field}.value`, RULES.scheduling).map((finding) => ({
          ...finding,
          server: { field: `${field}.operator` },
        }))
      : []),
    ...(COMPARISONS.includes(operator) ? comparison(String(operator), value, field, cluster) : []),
    ...(isGiven(tolerationSeconds) && effect !== 'NoExecute'
      ? [
          wrong(
            `${field}.effect`,
            `tolerationSeconds is for the effect NoExecute, not ${show(effect ?? '')}`,
            'remove tolerationSeconds, or set effect: NoExecute',
          ),
        ]
      : []),
  ];
}

/** Comparisons are for clusters that have switched them on. */
function comparison(
  operator: string,
  value: unknown,
  field: string,
  cluster?: PodCluster,
): Finding[] {
  const isNumber =
    /^(0|-?[1-9][0-9]*)$/.test(textOf(value)) && 'value' in parseInt64(textOf(value));
  return [
    ...gateFindings(
      RULES.scheduling,
      {
        what: `the operator ${operator}`,
        gate: COMPARISON_GATE,
        path: `${field}.operator`,
        remedy: 'use Equal or Exists',
      },
      cluster,
    ),
    ...(isNumber
      ? []
      : [
          wrong(
            `${field}.value`,
            `the operator ${operator} compares whole numbers, but ${show(value)} is not one`,
            'use a whole number, in quotes',
          ),
        ]),
  ];
}

function nodes(affinity: Fields, field: string): Finding[] {
  return [
    ...(isGiven(affinity[REQUIRED_TERMS])
      ? checkNodeSelector(affinity[REQUIRED_TERMS], `${field}.${REQUIRED_TERMS}`, RULES.scheduling)
      : []),
    ...emptyTerms(
      listOf(fieldsOf(affinity[REQUIRED_TERMS]).nodeSelectorTerms),
      `${field}.${REQUIRED_TERMS}.nodeSelectorTerms`,
    ),
    ...preferred(affinity, field, ({ preference }, at) =>
      checkNodeTerm(fieldsOf(preference), `${at}.preference`, RULES.scheduling, {
        isPreference: true,
      }),
    ),
  ];
}

/** A term without requirements is met by no node; it looks as if it were met by all. */
function emptyTerms(terms: readonly Fields[], field: string): Finding[] {
  const isEmpty = (term: Fields) =>
    listOf(term.matchExpressions).length === 0 && listOf(term.matchFields).length === 0;
  const isNowhere = terms.every(isEmpty);
  const consequence = isNowhere
    ? 'so the pod is never scheduled'
    : 'so it adds nothing to the others';
  return terms.flatMap((term, index) =>
    isEmpty(term)
      ? [
          {
            ...violation(
              RULES.emptyNodeTerm,
              `${field}[${index}]`,
              `a term without requirements matches no node, ${consequence}`,
              'add a requirement, or remove it',
              takenAt(`${field}[${index}]`),
            ),
            severity: isNowhere ? Severity.ERROR : Severity.WARNING,
          },
        ]
      : [],
  );
}

function pods(affinity: Fields, field: string): Finding[] {
  return [
    ...listOf(affinity[REQUIRED_TERMS]).flatMap((term, index) =>
      podTerm(term, `${field}.${REQUIRED_TERMS}[${index}]`),
    ),
    ...preferred(affinity, field, ({ podAffinityTerm }, at) =>
      podTerm(fieldsOf(podAffinityTerm), `${at}.podAffinityTerm`),
    ),
  ];
}

function podTerm(term: Fields, field: string): Finding[] {
  return [
    ...checkSelectorKey(term.topologyKey, `${field}.topologyKey`, RULES.scheduling),
    ...['labelSelector', 'namespaceSelector'].flatMap((name) =>
      checkLabelSelector(term[name], `${field}.${name}`, RULES.scheduling),
    ),
    ...checkLabelKeys(term, field, RULES.scheduling),
    ...valuesOf(term.namespaces).flatMap((namespace, index) =>
      labelProblems(textOf(namespace)).map((problem) =>
        wrong(
          `${field}.namespaces[${index}]`,
          `${show(namespace)}: ${problem}`,
          'use the name of a namespace',
          { field: `${field}.namespace` },
        ),
      ),
    ),
  ];
}

function preferred(
  affinity: Fields,
  field: string,
  check: (term: Fields, at: string) => Finding[],
): Finding[] {
  return listOf(affinity[PREFERRED_TERMS]).flatMap((term, index) => {
    const at = `${field}.${PREFERRED_TERMS}[${index}]`;
    const weight = numberOf(term.weight ?? 0);
    return [
      ...(weight >= 1 && weight <= 100
        ? []
        : [wrong(`${at}.weight`, `the weight is ${show(term.weight)}`, 'use 1 to 100')]),
      ...check(term, at),
    ];
  });
}

function spreads(constraints: readonly Fields[], field: string): Finding[] {
  const seen = new Set<string>();
  return constraints.flatMap((constraint, index) => {
    const { maxSkew, minDomains, topologyKey, whenUnsatisfiable, labelSelector } = constraint;
    const at = `${field}[${index}]`;
    const key = JSON.stringify([topologyKey, whenUnsatisfiable]);
    const isTwice = seen.has(key);
    seen.add(key);
    return [
      ...(numberOf(maxSkew) > 0
        ? []
        : [wrong(`${at}.maxSkew`, isNot(maxSkew, 'a valid', 'skew'), 'use 1 or more')]),
      ...(textOf(topologyKey) === ''
        ? [
            wrong(
              `${at}.topologyKey`,
              'there is no key',
              'use a key such as kubernetes.io/hostname',
            ),
          ]
        : []),
      ...(isGiven(whenUnsatisfiable)
        ? []
        : [
            wrong(
              `${at}.whenUnsatisfiable`,
              'whenUnsatisfiable is missing',
              'use DoNotSchedule or ScheduleAnyway',
            ),
          ]),
      ...(isTwice
        ? [
            wrong(
              at,
              `there is already a constraint on ${show(topologyKey)} with ${show(whenUnsatisfiable)}`,
              'remove one of them',
            ),
          ]
        : []),
      ...(isGiven(minDomains) && !(numberOf(minDomains) > 0)
        ? [
            wrong(
              `${at}.minDomains`,
              `${show(minDomains)} is not a valid number of domains`,
              'use 1 or more',
            ),
          ]
        : []),
      ...(isGiven(minDomains) && whenUnsatisfiable !== 'DoNotSchedule'
        ? [
            wrong(
              `${at}.minDomains`,
              `minDomains is for DoNotSchedule, not ${show(whenUnsatisfiable)}`,
              'remove it, or set whenUnsatisfiable: DoNotSchedule',
            ),
          ]
        : []),
      ...checkLabelSelector(labelSelector, `${at}.labelSelector`, RULES.scheduling),
      ...checkLabelKeys(constraint, at, RULES.scheduling),
    ];
  });
}
