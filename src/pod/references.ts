/** Names that a pod refers to outside of itself, and those that others find in it. */
import { Finding, show, takenAt, violation, violationOf } from '../findings';
import { qualifiedKeyProblems, subdomainProblems } from '../kube';
import { Fields, isGiven, listOf, textOf, checkLabelName } from '../object';
import { POD_RULES as RULES } from './rules';

const wrong = violationOf(RULES.objectName);

const NAMES = ['nodeName', 'priorityClassName', 'serviceAccount', 'serviceAccountName'];
const CLAIM_NAMES = ['resourceClaimName', 'resourceClaimTemplateName'];

/** Findings on the names in the fields of a pod; `isPod` is whether it is a Pod itself. */
export function checkReferences(pod: Fields, path: string, isPod: boolean): Finding[] {
  return [
    ...NAMES.filter((name) => textOf(pod[name]) !== '' && !isOverruled(name, pod)).flatMap((name) =>
      nameFindings(pod[name], `${path}.${name}`),
    ),
    ...(isGiven(pod.runtimeClassName)
      ? nameFindings(pod.runtimeClassName, `${path}.runtimeClassName`)
      : []),
    ...claimFindings(pod, path),
    ...listOf(pod.readinessGates).flatMap(({ conditionType }, index) =>
      keyFindings(conditionType, `${path}.readinessGates[${index}].conditionType`),
    ),
    ...gateFindings(pod, path, isPod),
  ];
}

/** The older name of a field counts where the present one is not given. */
function isOverruled(name: string, { serviceAccountName }: Fields): boolean {
  return name === 'serviceAccount' && textOf(serviceAccountName) !== '';
}

/** Findings on the secrets for pulling images. */
export function checkPullSecrets(secrets: unknown, path: string): Finding[] {
  const seen = new Set<unknown>();
  return listOf(secrets).flatMap(({ name: given }, index) => {
    const name = textOf(given);
    const problem =
      name === ''
        ? 'the secret has no name'
        : seen.has(name)
          ? `${show(name)} already exists`
          : undefined;
    seen.add(name);
    return problem === undefined
      ? []
      : [violation(RULES.pullSecret, `${path}[${index}]`, problem, 'name each secret once')];
  });
}

function claimFindings({ resourceClaims }: Fields, path: string): Finding[] {
  const seen = new Set<string>();
  return listOf(resourceClaims).flatMap((claim, index) => {
    const field = `${path}.resourceClaims[${index}]`;
    const name = textOf(claim.name);
    const isTwice = name !== '' && seen.has(name);
    seen.add(name);
    const given = CLAIM_NAMES.filter((one) => isGiven(claim[one]));
    return [
      ...checkLabelName(claim.name, `${field}.name`, RULES.objectName),
      ...(isTwice
        ? [wrong(`${field}.name`, `the claim ${show(name)} already exists`, 'rename it')]
        : []),
      ...(given.length === 1
        ? []
        : [
            wrong(
              field,
              given.length === 0
                ? 'the name of the claim is missing'
                : `both ${given.join(' and ')} are set`,
              `use one of ${CLAIM_NAMES.join(', ')}`,
            ),
          ]),
      ...given.flatMap((one) => nameFindings(claim[one], `${field}.${one}`)),
    ];
  });
}

function gateFindings(
  { schedulingGates, nodeName }: Fields,
  path: string,
  isPod: boolean,
): Finding[] {
  const gates = listOf(schedulingGates).map(({ name }) => textOf(name));
  const seen = new Set<string>();
  return [
    ...gates.flatMap((name, index) => {
      const field = `${path}.schedulingGates[${index}].name`;
      const isTwice = seen.has(name);
      seen.add(name);
      return [
        ...keyFindings(name, field),
        ...(!isTwice ? [] : [wrong(field, `the gate ${show(name)} already exists`, 'remove it')]),
      ];
    }),
    ...(gates.length > 0 && textOf(nodeName) !== ''
      ? [
          wrong(
            `${path}.nodeName`,
            isPod
              ? 'the node is already set, but the pod has schedulingGates'
              : 'no pod starts: the API server takes this template, and rejects its pods, which have both a node and schedulingGates',
            'remove one of them',
            isPod ? undefined : takenAt(`${path}.nodeName`),
          ),
        ]
      : []),
  ];
}

function keyFindings(key: unknown, path: string): Finding[] {
  return qualifiedKeyProblems(textOf(key)).map((problem) =>
    wrong(path, `${show(key)}: ${problem}`, 'use a name such as example.com/ready'),
  );
}

function nameFindings(name: unknown, path: string): Finding[] {
  return subdomainProblems(textOf(name)).map((problem) =>
    wrong(
      path,
      `${show(name)}: ${problem}`,
      'use the name of an object: at most 253 lower-case letters, digits, dashes and dots',
    ),
  );
}
