/** Rollouts of Deployments whose new pod waits for a claim that the old one has, and the old one for the new one. */
import { Finding, show, violation } from '../../findings';
import { Judge, World } from '../../judge';
import { addsBeforeItRemoves, ROLLOUT_REMEDY, rolloutFinding } from '../../storage/core';
import { Workload } from '../../topology';
import { scaleOf } from '../scale';
import { accessOf, ClaimAccess } from './claim-access';
import { NODE_RULES as RULES } from './rules';
import { apartFromItself, membersOf, nameOf, tiesOf } from './together';

/** Deployments. */
export const ROLLOUT_JUDGE: Judge = {
  kinds: ['apps/Deployment'],
  check: ({ workload }, world) => workload ? checkRollout(workload, world) : [],
};

/** One finding a rollout: what it never gets past, or else what it may hang at. */
function checkRollout(workload: Workload, world: World): Finding[] {
  const { least, most } = scaleOf(workload, world);
  if (most === 0 || !addsBeforeItRemoves(workload, Math.max(least, 1))) return [];
  const claims = workload.claims.flatMap(({ origin, claimName, mounts }) => {
    if (origin !== 'declared' || claimName === undefined) return [];
    const access = accessOf(world, workload.namespace, claimName);
    // The scheduler counts the pods of a claim for one pod, mounted or not.
    return access.by === 'pod' || (access.by === 'node' && mounts.length > 0) ? [{ claimName, access }] : [];
  });
  if (claims.length === 0) return [];
  const ofOnePod = claims.find(({ access }) => access.by === 'pod');
  if (ofOnePod) return [never(workload, ofOnePod, 'the claim is for one pod')];
  const why = apartFromItself(workload, world, true);
  if (why !== undefined) return [never(workload, claims[0], why)];
  if (tiesOf(workload, membersOf([workload]), world, true).isHeld) return [];
  return [rolloutFinding(workload, claims[0].claimName, claims[0].access.modes)];
}

function never(workload: Workload, { claimName, access }: { readonly claimName: string; readonly access: ClaimAccess }, why: string): Finding {
  return violation(RULES.rolloutNeverEnds, 'spec.strategy', `${nameOf(workload)} adds a pod before it removes one, `
    + `and no new pod can have the claim ${show(claimName)} (${access.modes.join(', ')}) beside an old one: ${why}`, ROLLOUT_REMEDY);
}
