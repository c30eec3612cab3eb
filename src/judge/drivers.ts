/** Facts about storage drivers, where objects of theirs may be among those that are judged. */
import { DriverFacts, Drivers, TargetFacts } from '../facts';
import { fieldsOf } from '../kube';
import { Topology } from '../topology';

/**
 * What the CSIDriver object of a driver says, if it is among the objects, then what the target and
 * the library know.
 */
export function driversAmong(topology: Topology, target: TargetFacts): Drivers {
  return (name): DriverFacts | undefined => {
    const known = target.driver(name);
    const declared = name === undefined ? undefined : topology.csiDriver(name);
    if (name === undefined || !declared) return known;
    const { attachRequired, fsGroupPolicy, seLinuxMount } = fieldsOf(declared.manifest.spec);
    return {
      name,
      ...known,
      ...(typeof attachRequired === 'boolean' ? { attachRequired: attachRequired } : {}),
      seLinuxMount: seLinuxMount === true,
      // What it does not say is what the API server writes out.
      fsGroupPolicy: typeof fsGroupPolicy === 'string' ? fsGroupPolicy : 'ReadWriteOnceWithFSType',
    };
  };
}
