/**
 * Whose the files of a volume are: those who work with it decide, not the viewer that comes to
 * look.
 */
import { Finding, show, violation } from '../../findings';
import {
  ClaimOwner,
  GivenGroup,
  groupBeside,
  isMadeForClaim,
  ownersAmong,
} from '../../ownership/core';
import { isViewer } from '../../placement/core';
import { perClaim, Topology } from '../../topology';
import { podSecurity } from '../hardening';
import { identityOf } from '../pod';
import { KubeValue, ViewerSpec } from '../spec';
import { VIEWER_SURROUNDINGS_RULES as RULES } from './rules';

interface Claimed {
  /** Whether there are consumers that the app does not have: whoever names their node says so. */
  readonly hasOthers?: boolean;
}

/**
 * The security context of a viewer's pod beside those who have its claim: with the group that they
 * set for the files, or with none if they set none. Only a volume that is made for the app, and
 * that nobody else in it has, gets the viewer's own group.
 */
export function besideOwners(
  context: KubeValue | undefined,
  spec: ViewerSpec,
  claimed: Claimed,
  topology: Topology,
  given?: GivenGroup,
): KubeValue | undefined {
  if (!isDecidedByOthers(spec)) return context;
  const fsGroup = groupBeside(
    givenOwner(topology, spec.namespace, spec.pvc, given),
    isNew(spec, claimed, topology),
    identityOf(spec)?.group,
  );
  return fsGroup === undefined ? context : podSecurity(identityOf({ ...spec, fsGroup }));
}

/** Findings on a viewer of which nobody knows whose files it shows. */
export function checkOwners(spec: ViewerSpec, claimed: Claimed, topology: Topology): Finding[] {
  const isSaid = spec.user !== undefined || spec.group !== undefined;
  if (
    !isDecidedByOthers(spec) ||
    isSaid ||
    saidOwner(topology, spec.namespace, spec.pvc).length > 0 ||
    isNew(spec, claimed, topology)
  ) {
    return [];
  }
  return [
    violation(
      RULES.ownerUnknown,
      'fsGroup',
      `nothing in the app shows who owns the files of the claim ${show(spec.pvc)}, so the viewer gets no fsGroup and may not be able to write`,
      `add the workloads that use the claim, set user and group to the owner of the files or fsGroup to their group, make the viewer read-only, or acknowledge ${RULES.ownerUnknown.id}`,
    ),
  ];
}

/** Whether the viewer itself says nothing about whose the files are. */
function isDecidedByOthers({ fsGroup, podSpec, readOnly, userFromPlatform }: ViewerSpec): boolean {
  return fsGroup === undefined && podSpec === undefined && !readOnly && !userFromPlatform;
}

/**
 * Of those who work with the claim the first that says whose the files are, or else the first.
 * Others who only look do not count.
 */
function ownerOf(
  topology: Topology,
  namespace: string | undefined,
  pvc: string,
  given?: GivenGroup,
): readonly ClaimOwner[] {
  const owners = ownersAmong(
    topology.consumersOf(namespace, pvc),
    ({ workload }) => !isViewer(workload),
    given,
  );
  const owner = owners.find(({ group }) => group !== undefined) ?? owners[0];
  return owner === undefined ? [] : [owner];
}

const saidOwner = perClaim((topology, namespace, pvc) => ownerOf(topology, namespace, pvc));
const givenOwner = perClaim(ownerOf);

/** Whether the volume is made for a claim of the app, so that there was nobody before. */
function isNew(
  { namespace, pvc }: ViewerSpec,
  { hasOthers = false }: Claimed,
  topology: Topology,
): boolean {
  return !hasOthers && isMadeForClaim(topology, namespace, pvc);
}
