/**
 * Whose the files of a claim are, as those who work with it tell: for what comes to look at them,
 * or to add some.
 */
import { fieldsOf } from '../kube';
import { Consumer, Topology, Workload } from '../topology';

/** Where a claim takes the files of its volume from, if they are not new. */
const SOURCES = ['volumeName', 'selector', 'dataSource', 'dataSourceRef'];

/** Somebody who works with a claim. */
export interface ClaimOwner {
  readonly workload: Workload;
  /** The group that they set for its files; undefined if they say nothing. */
  readonly group?: number;
}

/** A group that somebody sets for the claim beyond what manifests say. */
export type GivenGroup = (workload: Workload) => number | undefined;

/** Those among the consumers of a claim who count, and what each says of the group of its files. */
export function ownersAmong(
  consumers: readonly Consumer[],
  counts: (consumer: Consumer) => boolean,
  given: GivenGroup = () => undefined,
): readonly ClaimOwner[] {
  return consumers.filter(counts).map(({ workload }): ClaimOwner => {
    const { fsGroup } = fieldsOf(workload.podSpec.securityContext);
    const group = given(workload) ?? (Number.isInteger(fsGroup) ? (fsGroup as number) : undefined);
    return { workload, ...(group === undefined ? {} : { group }) };
  });
}

/**
 * The fsGroup of a pod that comes to a claim: that of those who have it, or none if they say
 * nothing, since another one would take the files from them; databases refuse to start then. Only
 * files that are nobody's yet go to the group that it has itself.
 */
export function groupBeside(
  owners: readonly ClaimOwner[],
  isNew: boolean,
  own: number | undefined,
): number | undefined {
  return owners.length > 0
    ? owners.find(({ group }) => group !== undefined)?.group
    : isNew
      ? own
      : undefined;
}

/** Whether the volume is made for a claim of the app, so that there was nobody before. */
export function isMadeForClaim(
  topology: Topology,
  namespace: string | undefined,
  claimName: string,
): boolean {
  const claim = topology.claim(namespace, claimName);
  // The class without a name is that of volumes that are there.
  return (
    claim !== undefined &&
    claim.spec.storageClassName !== '' &&
    SOURCES.every((field) => claim.spec[field] === undefined) &&
    topology.volumeOf(namespace, claimName) === undefined
  );
}
