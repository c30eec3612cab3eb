/** Sizes whose suffix was probably forgotten or mistaken: a few bytes, or less than one. */
import { defineRules, Finding, show, violation } from '../../findings';
import { Judge, WORKLOADS } from '../../judge';
import { ParsedQuantity } from '../../kube';
import { fieldOf, fieldsOf, readQuantity, textOf } from '../../object';
import { hasInContainers, podContainersOf } from '../pods';
import { fieldOfClaim, writtenClaims } from '../written-claims';

const RULES = defineRules('manifest', {
  tinyQuantity: {
    warning: 'A claim or container requests less than a mebibyte.',
    why: 'Without a suffix a size is in bytes, and m stands for thousandths: the volume is as small as the driver can make it, and the container is killed when it starts.',
    bad: 'memory: 512m',
    good: 'memory: 512Mi',
    source: 'Kubernetes, apimachinery (quantity.go)',
  },
});

const NANO_OF_BYTE = 1_000_000_000n;
/** Nothing works with less, and nobody asks for it. */
const LEAST = 1_048_576n * NANO_OF_BYTE;
const NUMBER = /^(\d+)(m?)$/;

/** Claims that something is provisioned for, and the memory of containers. */
export const TINY_QUANTITIES: Judge = {
  rules: () => [RULES],
  kinds: ['/PersistentVolumeClaim', WORKLOADS],
  needs: ['resources'],
  check: (object) => {
    const findings: Finding[] = [];
    for (const claim of writtenClaims(object)) {
      const { resources, volumeName, storageClassName } = claim.spec;
      // The size of a volume that is there need not be true.
      if (textOf(volumeName) === '' && storageClassName !== '') {
        addFindings(resources, 'storage', () => fieldOfClaim(claim, 'spec.resources'), findings);
      }
    }
    if (object.workload && hasInContainers(object.workload.podSpec, 'resources')) {
      for (const { container, path } of podContainersOf(
        object.workload.podSpec,
        object.podPath ?? '',
      )) {
        addFindings(container.resources, 'memory', () => `${path}.resources`, findings);
      }
    }
    return findings;
  },
};

const LISTS = ['requests', 'limits'];

function addFindings(
  resources: unknown,
  resource: string,
  path: () => string,
  findings: Finding[],
): void {
  for (const list of LISTS) {
    const given = fieldOf(fieldsOf(resources)[list], resource);
    const size = readQuantity(given);
    if (size && size.nano > 0n && size.nano < LEAST) {
      findings.push(finding(String(given), size, resource, `${path()}.${list}.${resource}`));
    }
  }
}

function finding(given: string, { nano }: ParsedQuantity, resource: string, path: string): Finding {
  const bytes = nano / NANO_OF_BYTE;
  const what = bytes < 1n ? 'less than a byte' : bytes === 1n ? 'one byte' : `${bytes} bytes`;
  const [, digits] = NUMBER.exec(given) ?? [];
  const suffix = resource === 'memory' ? 'Mi' : 'Gi';
  return violation(
    RULES.tinyQuantity,
    path,
    `${show(given)} is ${what} of ${resource}`,
    digits === undefined
      ? 'use a larger unit, such as Mi or Gi'
      : `perhaps you meant ${show(`${digits}${suffix}`)}`,
  );
}
