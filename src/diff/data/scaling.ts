/**
 * Autoscalers of StatefulSets that delete the claims of pods which they no longer have: how few
 * pods may be left.
 */
import { fieldsOf, textOf } from '../../kube';
import { at, fieldsAt } from '../../model';
import { Cluster, Index } from '../cluster';
import type { Comparison } from '../comparison';
import { annotationsOf, outlineOf, Stored } from '../stored';
import { ordinalsOf, OwnClaim } from '../workloads';

const [HORIZONTAL, SCALED_OBJECTS] = [
  'autoscaling/HorizontalPodAutoscaler',
  'keda.sh/ScaledObject',
].map((kindKey): Index => ({
  kindKey,
  keysOf: ({ sent, live }) => {
    const { kind, name } = fieldsAt(live, 'spec.scaleTargetRef');
    return [keyOf(sent.namespace, kind, name)];
  },
}));
const PAUSED_AT = 'autoscaling.keda.sh/paused-replicas';

/** The fewest pods that something may leave of a set, and what decides. */
interface Floor {
  readonly pods: number;
  readonly doubt: string;
}

/** Why a claim of a set that stays may be deleted, as its pod may be scaled away. */
export function scalingDoubt(
  set: Stored,
  { ordinal }: OwnClaim,
  is: Pick<Comparison, 'before' | 'after' | 'answers' | 'settings'>,
): string | undefined {
  if (!deletesScaled(set)) return undefined;
  const had = is.before.get(set.sent.id);
  const isAtRisk = (one: Stored, pods: number) => ordinal >= ordinalsOf(outlineOf(one))[0] + pods;
  const wasAtRisk = (pods: number) =>
    had !== undefined && deletesScaled(had) && isAtRisk(had, pods);
  const known = had ? scalersOf(had, is.before) : [];
  const found = [
    ...scalersOf(set, is.after).filter(
      ({ pods }) => isAtRisk(set, pods) && !known.some((one) => wasAtRisk(one.pods)),
    ),
    ...appliedTo(set, is).filter(({ pods }) => isAtRisk(set, pods)),
  ];
  return found[0]?.doubt;
}

/** Whether a set deletes the claims of pods that it no longer has. */
export function deletesScaled(set: Stored): boolean {
  return at(outlineOf(set), 'spec.persistentVolumeClaimRetentionPolicy.whenScaled') === 'Delete';
}

function scalersOf({ sent }: Stored, cluster: Cluster): Floor[] {
  const key = keyOf(sent.namespace, sent.kind, sent.name);
  return [HORIZONTAL, SCALED_OBJECTS].flatMap((index) =>
    [...cluster.having(index, key).members.values()].map((scaler) => ({
      pods: leastOf(scaler),
      doubt: `whether ${scaler.sent.label} scales ${sent.label} down, which deletes the claims of its pods (whenScaled: Delete)`,
    })),
  );
}

/** How few pods an autoscaler may leave. */
function leastOf(scaler: Stored): number {
  const { minReplicas, minReplicaCount, idleReplicaCount } = fieldsOf(scaler.live.spec);
  if (scaler.sent.kindKey === HORIZONTAL.kindKey) return countOf(minReplicas, 1);
  const paused = Number.parseInt(textOf(annotationsOf(scaler)[PAUSED_AT]), 10);
  const least = countOf(minReplicaCount, 0);
  return Number.isNaN(paused) ? Math.min(least, countOf(idleReplicaCount, least)) : paused;
}

/**
 * A manifest that sets fewer pods than an autoscaler wants scales down until that is put back. One
 * that no longer sets any leaves those that the autoscaler owns by server-side apply.
 */
function appliedTo(
  { sent, live }: Stored,
  { before, answers, settings }: Pick<Comparison, 'before' | 'answers' | 'settings'>,
): Floor[] {
  const answer = answers.get(sent.id);
  const given = at(sent.manifest, 'spec.replicas');
  const pods = countOf(given, 1);
  const isSet = answer?.changes.some(({ path }) => path === 'spec.replicas') === true;
  if (!isSet || pods >= countOf(at(live, 'spec.replicas'), 1)) return [];
  const isOwnerUnknown =
    given === undefined && settings.way === 'serverSide' && before.get(sent.id)?.seen === undefined;
  const doubt = isOwnerUnknown
    ? `whether an autoscaler was the last to set replicas of ${sent.label}, which are ${pods} otherwise until it sets them again, and pods are gone by then, and their claims with them (whenScaled: Delete)`
    : `whether an autoscaler sets more replicas than ${pods} of ${sent.label} again before the pods are gone, and their claims with them (whenScaled: Delete)`;
  return [{ pods, doubt }];
}

function keyOf(namespace: string | undefined, kind: unknown, name: unknown): string {
  return JSON.stringify([namespace ?? '', kind, name]);
}

function countOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value >= 0 ? value : otherwise;
}
