/** Sizes whose suffix was probably forgotten or mistaken: a few bytes, or less than one. */
import { FACT_RULES as RULES } from './rules';
import { Finding, show, violation } from '../../findings';
import { Judge, WORKLOADS } from '../../judge';
import { ParsedQuantity } from '../../kube';
import { Fields, fieldOf, fieldsOf, readQuantity, textOf } from '../../object';
import { hasInContainers, podContainersOf } from '../pods';
import { fieldOfClaim, writtenClaims } from '../written-claims';

const NANO_OF_BYTE = 1_000_000_000n;
/** Nothing works with less, and nobody asks for it. */
const LEAST = 1_048_576n * NANO_OF_BYTE;
const NUMBER = /^(\d+)(m?)$/;

/** Claims that something is provisioned for, and the memory of containers. */
export const TINY_QUANTITIES: Judge = {
  kinds: ['/PersistentVolumeClaim', WORKLOADS],
  check: (object) => [
    ...writtenClaims(object).flatMap((claim) =>
      // The size of a volume that is there need not be true.
      textOf(claim.spec.volumeName) !== '' || claim.spec.storageClassName === ''
        ? []
        : listFindings(
            fieldsOf(claim.spec.resources),
            'storage',
            fieldOfClaim(claim, 'spec.resources'),
          ),
    ),
    ...(object.workload && hasInContainers(object.workload.podSpec, 'resources')
      ? podContainersOf(object.workload.podSpec, object.podPath ?? '').flatMap(
          ({ container, path }) =>
            listFindings(fieldsOf(container.resources), 'memory', `${path}.resources`),
        )
      : []),
  ],
};

function listFindings(resources: Fields, resource: string, path: string): Finding[] {
  return ['requests', 'limits'].flatMap((list) => {
    const given = fieldOf(resources[list], resource);
    const size = readQuantity(given);
    return size && size.nano > 0n && size.nano < LEAST
      ? [finding(String(given), size, resource, `${path}.${list}.${resource}`)]
      : [];
  });
}

function finding(given: string, { nano }: ParsedQuantity, resource: string, path: string): Finding {
  const what = nano < NANO_OF_BYTE ? 'less than a byte' : `${nano / NANO_OF_BYTE} bytes`;
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
