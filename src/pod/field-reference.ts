/**
 * References of variables and files to what the pod itself knows: its fields, and the resources of
 * its containers.
 */
import { Finding, Rule, show, violation } from '../findings';
import { goQuantity, qualifiedKeyProblems } from '../kube';
import { fieldsOf, isGiven, readQuantity, textOf } from '../object';

/** Who refers: a variable, or a file of a volume. */
type Referrer = 'file' | 'variable';

/** The fields of its pod that a variable can have, beside single labels and annotations. */
export const FIELDS_OF_VARIABLES: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.host',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];
const FIELDS: { readonly [referrer in Referrer]: readonly string[] } = {
  file: [
    'metadata.annotations',
    'metadata.labels',
    'metadata.name',
    'metadata.namespace',
    'metadata.uid',
  ],
  variable: FIELDS_OF_VARIABLES,
};
const EXAMPLES: { readonly [referrer in Referrer]: string } = {
  file: 'metadata.name or metadata.labels',
  variable: 'metadata.name or status.podIP',
};
const ENTRY = /^metadata\.(labels|annotations)\['(.*)'\]$/s;
const RESOURCE = /^(requests|limits)\.(cpu|memory|ephemeral-storage|hugepages-.*)$/;
const DIVISORS = [
  '1',
  '1k',
  '1M',
  '1G',
  '1T',
  '1P',
  '1E',
  '1Ki',
  '1Mi',
  '1Gi',
  '1Ti',
  '1Pi',
  '1Ei',
];

/** Findings on a `fieldRef`. */
export function checkFieldRef(
  ref: unknown,
  path: string,
  rule: Rule,
  referrer: Referrer,
): Finding[] {
  const { apiVersion, fieldPath } = fieldsOf(ref);
  return [
    ...(['', 'v1'].includes(textOf(apiVersion))
      ? []
      : [
          violation(
            rule,
            `${path}.apiVersion`,
            `pods have no version ${show(apiVersion)}`,
            'remove it',
            { field: `${path}.fieldPath` },
          ),
        ]),
    ...(isField(textOf(fieldPath), referrer)
      ? []
      : [
          violation(
            rule,
            `${path}.fieldPath`,
            isGiven(fieldPath)
              ? `${show(fieldPath)} is not a field that a ${referrer} can use`
              : 'there is no fieldPath',
            `use one such as ${EXAMPLES[referrer]}`,
          ),
        ]),
  ];
}

/** Findings on a `resourceFieldRef`. */
export function checkResourceRef(
  ref: unknown,
  path: string,
  rule: Rule,
  referrer: Referrer,
): Finding[] {
  const { resource, containerName, divisor } = fieldsOf(ref);
  if (!RESOURCE.test(textOf(resource))) {
    return [
      violation(
        rule,
        `${path}.resource`,
        isGiven(resource)
          ? `${show(resource)} is not a resource that a ${referrer} can use`
          : 'there is no resource',
        'use one such as limits.cpu or requests.memory',
      ),
    ];
  }
  const allowed = textOf(resource).endsWith('.cpu') ? ['1m', '1'] : DIVISORS;
  return [
    ...(referrer === 'file' && textOf(containerName) === ''
      ? [
          violation(
            rule,
            `${path}.containerName`,
            'the name of the container is missing',
            'use the name of a container',
          ),
        ]
      : []),
    ...(isDivisor(divisor, allowed)
      ? []
      : [
          violation(
            rule,
            `${path}.divisor`,
            `${show(resource)} cannot have the divisor ${show(divisor)}`,
            `use one of ${allowed.join(', ')}`,
          ),
        ]),
  ];
}

function isField(path: string, referrer: Referrer): boolean {
  const [, list, key] = ENTRY.exec(path) ?? [];
  if (list === undefined) return FIELDS[referrer].includes(path);
  return qualifiedKeyProblems(list === 'annotations' ? key.toLowerCase() : key).length === 0;
}

/** What is not a quantity is told elsewhere; zero counts as none. */
function isDivisor(divisor: unknown, allowed: readonly string[]): boolean {
  const quantity = readQuantity(divisor);
  return !quantity || quantity.nano === 0n || allowed.includes(goQuantity(divisor as string) ?? '');
}
