/** The last word on a volume: what the driver itself would answer, in its own words. */
import { SUPPORTED_MODES } from './check-mount';
import { MountInput, mountOf } from './mount';
import { EFS_DRIVER_RULES as RULES } from './rules';
import { Finding, violation } from '../../findings';

const PLAIN_HANDLE = /^fs-[0-9a-f]{8,40}(?:::fsap-[0-9a-f]{8,40})?$/;

/**
 * Whether the driver surely mounts a volume: a file system, or an access point of one, with nothing
 * else asked for. Nearly all volumes are that plain.
 */
export function isPlainVolume({
  volumeHandle,
  volumeAttributes,
  mountOptions,
  accessMode = 'ReadWriteMany',
  volumeMode = 'Filesystem',
}: { readonly [field in keyof MountInput]?: unknown }): boolean {
  return (
    volumeAttributes === undefined &&
    mountOptions === undefined &&
    volumeMode === 'Filesystem' &&
    SUPPORTED_MODES.includes(String(accessMode)) &&
    PLAIN_HANDLE.test(String(volumeHandle))
  );
}

/** The finding on a volume that no other rule objects to, but that the driver would not mount. */
export function checkMounts(input: MountInput): Finding[] {
  if (isPlainVolume(input)) return [];
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
