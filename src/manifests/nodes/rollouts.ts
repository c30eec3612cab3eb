/**
 * Rollouts of Deployments whose new pod waits for a claim that the old one has, and the old one for
 * the new one.
 */
import { defineRules, Finding, show, violationBy } from '../../findings';
import { Judge, World } from '../../judge';
import { Fields, fieldsOf, isGiven } from '../../object';
import { STORAGE_RULES } from '../../storage/core';
import { Workload } from '../../topology';
import { scaleOf } from '../scale';
import { selfConflict } from './apart';
import { accessOf, ClaimAccess } from './claim-access';
import { membersOf, nameOf, tiesOf } from './together';

const RULES = defineRules('nodes', {
  rolloutNeverEnds: {
    error:
      'A rollout adds the new pod first, though it can never use the claim together with the old one.',
    why: 'The new pod waits for the claim, and the old one is kept until the new one is ready: the rollout never ends.',
    bad: 'a Deployment with a hostPort and a ReadWriteOnce claim, and no strategy',
    good: 'strategy: { type: Recreate }',
    source: 'Kubernetes, Deployment controller and kube-scheduler',
  },
});

const REMEDY =
  'set strategy: { type: Recreate }, or rollingUpdate: { maxSurge: 0, maxUnavailable: 1 }';

export const ROLLOUT_JUDGE: Judge = {
  rules: () => [RULES, STORAGE_RULES],
  kinds: ['apps/Deployment'],
  check: ({ workload }, world) => (workload ? checkRollout(workload, world) : []),
};

/** One finding a rollout: what it never gets past, or else what it may hang at. */
function checkRollout(workload: Workload, world: World): Finding[] {
  const { least, most } = scaleOf(workload, world);
  if (most === 0 || !addsBeforeItRemoves(workload.manifest, Math.max(least, 1))) return [];
  const claims = workload.claims.flatMap(({ origin, claimName, mounts }) => {
    if (origin !== 'declared' || claimName === undefined) return [];
    const access = accessOf(world, workload.namespace, claimName);
    // The scheduler counts the pods of a claim for one pod, mounted or not.
    return access.by === 'pod' || (access.by === 'node' && mounts.length > 0)
      ? [{ claimName, access }]
      : [];
  });
  if (claims.length === 0) return [];
  const ofOnePod = claims.find(({ access }) => access.by === 'pod');
  if (ofOnePod) return [never(workload, ofOnePod, 'the claim is for one pod')];
  const why = selfConflict(workload, world, true);
  if (why !== undefined) return [never(workload, claims[0], why)];
  if (tiesOf(workload, membersOf([workload]), world, true).isHeld) return [];
  const [{ claimName, access }] = claims;
  return [
    violationBy(
      nameOf(workload),
      STORAGE_RULES.rolloutOnOneNode,
      'spec.strategy',
      `adds a pod before it removes one, and its claim ${show(claimName)} is for one ` +
        `node (${access.modes.join(', ')}), so a rollout may wait forever`,
      REMEDY,
    ),
  ];
}

/**
 * Whether a rollout of so many pods starts one before any may go. As the Deployment controller
 * counts: a surge is rounded up, what may be missing down.
 */
function addsBeforeItRemoves(manifest: Fields, replicas: number): boolean {
  const { maxUnavailable } = fieldsOf(fieldsOf(fieldsOf(manifest.spec).strategy).rollingUpdate);
  return surgeOf(manifest, replicas) > 0 && countOf(maxUnavailable, replicas, Math.floor) === 0;
}

/** How many pods of a Deployment a rollout may have beside the ones that there are to be. */
export function surgeOf({ spec }: Fields, replicas: number): number {
  const { type, rollingUpdate } = fieldsOf(fieldsOf(spec).strategy);
  if (isGiven(type) && type !== '' && type !== 'RollingUpdate') return 0;
  return countOf(fieldsOf(rollingUpdate).maxSurge, replicas, Math.ceil);
}

/**
 * A number of pods, or a share of them; a quarter unless it is said. What is neither is somebody
 * else's to tell.
 */
function countOf(value: unknown, replicas: number, round: (count: number) => number): number {
  const given = value ?? '25%';
  if (typeof given === 'string' && /^\d{1,9}%$/.test(given)) {
    return round((Number(given.slice(0, -1)) * replicas) / 100);
  }
  return Number(given) || 0;
}

function never(
  workload: Workload,
  { claimName, access }: { readonly claimName: string; readonly access: ClaimAccess },
  why: string,
): Finding {
  return violationBy(
    nameOf(workload),
    RULES.rolloutNeverEnds,
    'spec.strategy',
    'adds a pod before it removes one, ' +
      `but no new pod can use the claim ${show(claimName)} (${access.modes.join(', ')}) together with an old one: ${why}`,
    REMEDY,
  );
}
