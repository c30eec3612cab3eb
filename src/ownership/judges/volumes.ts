/** The volumes of a workload and who applies its fsGroup to them, read once for all rules. */
import { onceInWorld, World } from '../../judge';
import { fieldsOf } from '../../kube';
import { Workload } from '../../topology';
import { decide } from '../decide';
import { kubeletStep, KubeletAnswer } from '../kubelet';
import { readVolumes } from '../read';
import { Decision, VolumeFacts } from '../spec';

/** A volume, what kubelet does with it, and what is decided of it. */
export interface JudgedVolume {
  readonly volume: VolumeFacts;
  /** The group that it is decided for. */
  readonly gid?: number;
  readonly kubelet: KubeletAnswer;
  readonly decision: Decision;
}

/** The fsGroup of a workload's pods, if it is one. */
export function groupOf({ podSpec }: Workload): number | undefined {
  const { fsGroup } = fieldsOf(podSpec.securityContext);
  return Number.isInteger(fsGroup) && (fsGroup as number) >= 0 ? (fsGroup as number) : undefined;
}

/** The volumes of a workload with an fsGroup, decided for that group; computed once in a world. */
export const judgedVolumes = onceInWorld((workload: Workload, world): readonly JudgedVolume[] => {
  const gid = groupOf(workload);
  return gid === undefined ? [] : decidedVolumes(workload, world, () => gid);
});

/**
 * The volumes of a workload, each decided for its group: without a group, that its files are left
 * as they are.
 */
export function decidedVolumes(
  workload: Workload,
  { topology, target, driver }: World,
  groupFor: (name: string) => number | undefined,
): readonly JudgedVolume[] {
  const { minor, podSecurity, platform } = target;
  const isOwnUserNamespace = workload.podSpec.hostUsers === false;
  const os = fieldsOf(workload.podSpec.os).name;
  return readVolumes(workload, { topology, driver }).map((volume) => {
    const gid = groupFor(volume.name);
    return {
      volume,
      gid,
      kubelet: kubeletStep(volume, {
        driver: volume.driver === undefined ? undefined : driver(volume.driver),
        minor,
      }),
      decision: decide(volume, {
        gid,
        driver,
        minor,
        podSecurity,
        platform,
        isOwnUserNamespace,
        ...(typeof os === 'string' ? { os } : {}),
      }),
    };
  });
}
