/** Words for decisions: what a volume is, and what stands in the way of an init container. */
import { EFS_DRIVER_NAME } from '../facts';
import { show, Problem } from '../findings';
import { describeSource } from './sources';
import { OwnershipContext, VolumeFacts } from './spec';

/** The volume and what it is: `"shared" is an NFS volume`. */
export function isWhat(volume: VolumeFacts): string {
  return `${show(volume.name)} is ${what(volume)}`;
}

function what({ source, driver, migratedFrom, accessPoint, isInline, claim }: VolumeFacts): string {
  if (driver === EFS_DRIVER_NAME && accessPoint !== undefined) {
    return {
      none: 'an EFS volume without access point',
      static: 'an EFS volume with an access point',
      dynamic: 'an EFS volume of a class that makes access points',
    }[accessPoint];
  }
  if (driver !== undefined) {
    return `${isInline && migratedFrom === undefined ? 'an ephemeral volume' : 'a volume'} of the CSI driver ${driver}${migratedFrom === undefined ? '' : ` (${migratedFrom})`}`;
  }
  if (source !== undefined) return describeSource(source);
  return claim === undefined
    ? 'an unknown volume'
    : `the claim ${show(claim)}, of which neither the volume nor the driver is known`;
}

/** The group as kubelet sets it: `fsGroup 2000`. */
export function fsGroupOf({ gid }: Pick<OwnershipContext, 'gid'>): string {
  return gid === 'assigned' ? 'the fsGroup that the platform assigns' : `fsGroup ${gid}`;
}

/** The other ways, where an init container has none: for remedies. */
const OTHER_WAYS =
  'change the group of the export on the server and put it in supplementalGroups, use a driver with fsGroupPolicy File, or set uid and gid in the mount options or the class';

/** What forbids an init container that is root; undefined if nothing does. */
export function againstInit({
  podSecurity,
  platform,
  isRootAllowed,
}: Pick<OwnershipContext, 'podSecurity' | 'platform' | 'isRootAllowed'>): Problem | undefined {
  if (podSecurity === 'restricted') {
    return {
      message: 'the restricted level of Pod Security does not let containers run as root',
      remedy: OTHER_WAYS,
    };
  }
  return platform === 'openshift' && !isRootAllowed
    ? {
        message:
          'OpenShift does not let containers run as root unless an SCC such as anyuid is granted',
        remedy: `${OTHER_WAYS}, or set allowRoot where such an SCC is granted`,
      }
    : undefined;
}

/** The stricter one of two levels of Pod Security; what is none does not count. */
export function stricterLevel(
  level: OwnershipContext['podSecurity'],
  other: unknown,
): OwnershipContext['podSecurity'] {
  return other === 'restricted' || (other === 'baseline' && level !== 'restricted') ? other : level;
}
