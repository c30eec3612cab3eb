/** Whose the files of a claim are, as those who work with it tell: for what comes to look at them, or to add some. */
import { fieldsOf } from '../kube';
import { Topology, Workload } from '../topology';

/** Where a claim takes the files of its volume from, if they are not new. */
const SOURCES = ['volumeName', 'selector', 'dataSource', 'dataSourceRef'];

/** A group that somebody gives the claim to beyond what manifests say. */
export type GivenGroup = (workload: Workload) => number | undefined;

/** What each workload with a claim says of the group of its files: undefined for one that says nothing. Those that do not count are left out. */
export function ownersOfClaim(
  topology: Topology, namespace: string | undefined, claimName: string, counts: (workload: Workload) => boolean, given: GivenGroup = () => undefined,
): readonly (number | undefined)[] {
  return topology.consumersOf(namespace, claimName).map(({ workload }) => workload).filter(counts).map((workload) => {
    const { fsGroup } = fieldsOf(workload.podSpec.securityContext);
    return given(workload) ?? (Number.isInteger(fsGroup) ? fsGroup as number : undefined);
  });
}

/** Whether the volume is made for a claim of the app, so that there was nobody before. */
export function isMadeForClaim(topology: Topology, namespace: string | undefined, claimName: string): boolean {
  const claim = topology.claim(namespace, claimName);
  // The class without a name is that of volumes that are there.
  return claim !== undefined && claim.spec.storageClassName !== '' && SOURCES.every((field) => claim.spec[field] === undefined)
    && topology.volumeOf(namespace, claimName) === undefined;
}
