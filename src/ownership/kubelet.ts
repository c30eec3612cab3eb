/** The steps of kubelet for the pod's fsGroup when it sets up a volume: `SetUp` of its plugins. */
import { MODEL_MINOR, sinceOf } from '../model';
import { ATTACHED_BY_KUBELET, CONFIGURATION, isRemoved } from './sources';
import { DriverGroups, VolumeFacts } from './spec';
import { isForOnePod } from '../kube';

/**
 * `changes`: files and directories get the group. `passes`: the driver is told it. `fails`: the
 * volume is never mounted.
 */
type KubeletStep = 'changes' | 'passes' | 'ignores' | 'fails' | 'unknown';

/** What kubelet does, and the reason where it depends on more than the kind of volume. */
export interface KubeletAnswer {
  readonly does: KubeletStep;
  readonly because?:
    | 'unmounted'
    | 'readOnly'
    | 'policyNone'
    | 'noFsType'
    | 'accessModes'
    | 'noRwop'
    | 'fsTypeUnknown'
    | 'policyUnknown'
    | 'modesUnknown';
}

interface KubeletFacts {
  readonly driver?: DriverGroups;
  readonly minor?: number;
  /**
   * Whether a flexVolume driver has the capability fsGroup, which is so unless it says otherwise.
   */
  readonly flexFsGroup?: boolean;
}

const CHANGES: KubeletAnswer = { does: 'changes' };
const IGNORES: KubeletAnswer = { does: 'ignores' };
const READ_ONLY: KubeletAnswer = { does: 'ignores', because: 'readOnly' };

/** What kubelet does about a group for a volume of a pod that has one. */
export function kubeletStep(volume: VolumeFacts, facts: KubeletFacts): KubeletAnswer {
  const { source } = volume;
  if (volume.isUnmounted) return { does: 'ignores', because: 'unmounted' };
  if (volume.isBlock) return IGNORES;
  if (volume.driver !== undefined) return csiStep(volume, facts);
  if (source === undefined) return { does: 'unknown' };
  if (source === 'emptyDir' || CONFIGURATION.includes(source)) return CHANGES;
  if (source === 'gitRepo' || isRemoved(source)) return { does: 'fails' };
  if (ATTACHED_BY_KUBELET.includes(source)) return volume.isReadOnly ? READ_ONLY : CHANGES;
  if (source === 'flexVolume') {
    return volume.isReadOnly ? READ_ONLY : facts.flexFsGroup === false ? IGNORES : CHANGES;
  }
  return IGNORES;
}

/** `SetUpAt` of the CSI plugin. */
function csiStep(
  volume: VolumeFacts,
  { driver = {}, minor = MODEL_MINOR }: KubeletFacts,
): KubeletAnswer {
  if (driver.appliesFsGroup) return { does: 'passes' };
  if (volume.isReadOnly) return READ_ONLY;
  switch (driver.fsGroupPolicy) {
    case 'None':
      return { does: 'ignores', because: 'policyNone' };
    case 'File':
      return CHANGES;
    case undefined:
      return { does: 'unknown', because: 'policyUnknown' };
    default:
      return onceWithFsType(volume, minor);
  }
}

/**
 * The policy ReadWriteOnceWithFSType. A volume in the pod itself counts as ReadWriteOnce, unless it
 * is one that is shared by nature.
 */
function onceWithFsType(
  { fsType, accessModes, isInline }: VolumeFacts,
  minor: number,
): KubeletAnswer {
  const modes = accessModes ?? (isInline ? ['ReadWriteOnce'] : undefined);
  if (fsType === '') return { does: 'ignores', because: 'noFsType' };
  if (modes === undefined) return { does: 'unknown', because: 'modesUnknown' };
  if (!modes.includes('ReadWriteOnce')) {
    const isOfOnePod = isForOnePod(modes);
    if (!isOfOnePod) return { does: 'ignores', because: 'accessModes' };
    if (minor < sinceOf('fsGroupOfReadWriteOncePod')) return { does: 'ignores', because: 'noRwop' };
  }
  return fsType === undefined ? { does: 'unknown', because: 'fsTypeUnknown' } : CHANGES;
}
