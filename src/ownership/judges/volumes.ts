/** The volumes of a workload and who gives them to its fsGroup, read once for all rules. */
import { World } from '../../judge';
import { fieldsOf } from '../../kube';
import { StorageClass, Workload } from '../../topology';
import { decide } from '../decide';
import { kubeletStep, KubeletAnswer } from '../kubelet';
import { readVolumes } from '../read';
import { Decision, GroupsOfDriver, VolumeFacts } from '../spec';

/** A volume, what kubelet does with it, and what is decided of it. */
export interface JudgedVolume {
  readonly volume: VolumeFacts;
  readonly kubelet: KubeletAnswer;
  readonly decision: Decision;
}

/** The fsGroup of a workload's pods, if it is one. */
export function groupOf({ podSpec }: Workload): number | undefined {
  const { fsGroup } = fieldsOf(podSpec.securityContext);
  return Number.isInteger(fsGroup) && (fsGroup as number) >= 0 ? fsGroup as number : undefined;
}

/** The volumes of a workload with an fsGroup, decided for that group; computed once in a world. */
export function judgedVolumes(workload: Workload, world: World): readonly JudgedVolume[] {
  const known = world.once(volumesByWorkload);
  const found = known.get(workload);
  if (found) return found;
  const driver: GroupsOfDriver = (name) => world.driver(name);
  const { minor } = world.target;
  const gid = groupOf(workload);
  const isOwnUserNamespace = workload.podSpec.hostUsers === false;
  const os = fieldsOf(workload.podSpec.os).name;
  const read = gid === undefined ? [] : readVolumes(workload, { topology: world.topology, driver, classes: world.once(classesByName) });
  const volumes = read.map((volume) => ({
    volume,
    kubelet: kubeletStep(volume, { driver: volume.driver === undefined ? undefined : driver(volume.driver), minor }),
    decision: decide(volume, { gid, driver, minor, isOwnUserNamespace, ...typeof os === 'string' ? { os } : {} }),
  }));
  known.set(workload, volumes);
  return volumes;
}

function volumesByWorkload(): Map<Workload, readonly JudgedVolume[]> {
  return new Map();
}

function classesByName({ topology }: World): ReadonlyMap<string, StorageClass> {
  return new Map([...topology.storageClasses].reverse().map((one) => [one.name, one]));
}
