/** The last word on a volume: what the driver itself would answer, in its own words. */
import { MountInput, mountOf } from './mount';
import { EFS_DRIVER_RULES as RULES } from './rules';
import { Finding, violation } from '../../findings';

/** The finding on a volume that no other rule objects to, but that the driver would not mount. */
export function checkMounts(input: MountInput): Finding[] {
  const outcome = mountOf(input);
  return 'error' in outcome
    ? [
        violation(
          RULES.driverRefuses,
          '',
          outcome.error,
          'change what the message names: the driver refuses every volume with this',
        ),
      ]
    : [];
}
