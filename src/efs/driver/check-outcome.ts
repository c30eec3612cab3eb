/** The last word on a volume or a class: what the driver itself would answer, in its own words. */
import { MountInput, mountOf } from './mount';
import { provision } from './provision';
import { EFS_DRIVER_RULES as RULES } from './rules';
import { Finding, violation } from '../../findings';

/** The finding on a volume that no other rule objects to, but that the driver would not mount. */
export function checkMounts(input: MountInput): Finding[] {
  const outcome = mountOf(input);
  return 'error' in outcome ? [violation(RULES.driverRefuses, '', outcome.error.message, 'change what it names: with this the driver refuses every volume')] : [];
}

/** The finding on a class that no other rule objects to, but for whose claims the driver would make no volume. */
export function checkProvisions(parameters: { readonly [key: string]: string }, mountOptions?: readonly string[]): Finding[] {
  const references = [parameters.fileSystemIdConfigRef, parameters.fileSystemIdSecretRef].filter((reference) => reference !== undefined);
  const outcome = provision({
    parameters,
    mountOptions,
    // Any claim that Kubernetes and AWS have no objection to.
    claim: { name: 'c', namespace: 'n' },
    capacityBytes: 1,
    volumeName: 'pvc-00000000-0000-0000-0000-000000000000',
    references: Object.fromEntries(references.map((reference) => [reference, 'fs-00000000'])),
    uuid: '00000000-0000-0000-0000-000000000000',
    newAccessPointId: 'fsap-00000000',
  });
  return 'error' in outcome ? [violation(RULES.driverRefuses, 'parameters', outcome.error.message, 'change what it names: with this the driver refuses every volume')] : [];
}
