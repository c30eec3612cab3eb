/** The rollout of a changed workload: how many pods go, how many come, and whether it ends. */
import { PodProblem } from './problems';
import { isSame, Fields } from '../../kube';
import { at } from '../../model';
import { AppliedManifest } from '../../validation';
import { Restarts } from '../spec';
import { Stored } from '../stored';
import { hasStarted, ordinalsOf, podsOf, templateOf } from '../workloads';

/** What becomes of the pods that were there. */
export interface Rollout {
  readonly restarts: Restarts;
  readonly podsAdded: number;
  readonly podsRemoved: number;
  readonly ready: boolean;
  /** Whether some pods are still those of the old template. */
  readonly keepsOld: boolean;
  /** Whether the namespace takes fewer pods than are wanted. */
  readonly isShort?: boolean;
  /** The ordinals of a StatefulSet's pods that are replaced. */
  readonly replaced?: readonly number[];
}

export interface RolloutInput {
  readonly workload: Stored;
  readonly before: Fields;
  readonly after: Fields;
  /** What was wrong with its pods before. */
  readonly problemBefore?: PodProblem;
  /** What was wrong with the pods that are there, and still is. */
  readonly problemStill?: PodProblem;
  /** How many pods an autoscaler had made of it, and makes again. */
  readonly scaled?: number;
  /** What is wrong with new pods. */
  problemOfNew(): PodProblem | undefined;
  /** How many pods more the namespace takes. */
  roomOfNew(): number;
}

export function rollOut(input: RolloutInput): Rollout {
  const {
    workload: { sent },
    before,
    after,
  } = input;
  const isSameTemplate = isSame(templateOf(sent, before), templateOf(sent, after));
  if (sent.kindKey === 'apps/StatefulSet') return setRollout(input, isSameTemplate);
  const had = hasStarted(sent, before) ? podsOf(sent, before) : 0;
  const wanted = podsOf(sent, after);
  const rolls = !isSameTemplate && had > 0 && !isHeld(sent, after);
  if (!hasStarted(sent, after)) return paused(had, wanted, input);
  if (!rolls) return scaled(had, wanted, input, !isSameTemplate);
  if (sent.workload?.countedBy === 'nodes') return daemonRollout(had, input);
  return deploymentRollout(had, wanted, input);
}

/** Kinds and strategies that leave running pods as they are. */
function isHeld({ workload }: AppliedManifest, after: Fields): boolean {
  return workload?.keepsPods === true || at(after, 'spec.updateStrategy.type') === 'OnDelete';
}

function paused(had: number, wanted: number, { problemStill }: RolloutInput): Rollout {
  if (had === 0) return result(0, 0, 0, false, true);
  return result(
    had,
    Math.max(0, had - wanted),
    Math.max(0, wanted - had),
    problemStill === undefined,
    true,
  );
}

function scaled(
  had: number,
  wanted: number,
  { problemOfNew, problemStill, roomOfNew, scaled: most }: RolloutInput,
  keepsOld: boolean,
): Rollout {
  const low = Math.min(had, wanted);
  const end = most ?? wanted;
  const gone = Math.max(0, had - low);
  const asked = Math.max(0, end - low);
  if (asked === 0) {
    const isReady = problemStill === undefined || end === 0;
    return { ...result(had, gone, 0, isReady, keepsOld), isShort: false };
  }
  const problem = problemOfNew();
  const isBlocked = problem?.kind === 'refused' || (problem?.kind === 'exclusive' && low > 0);
  const added = isBlocked ? 0 : Math.min(asked, roomOfNew() + gone);
  const ready = problem === undefined && added === asked;
  return { ...result(had, gone, added, ready, keepsOld), isShort: !isBlocked && added < asked };
}

function deploymentRollout(
  had: number,
  replicas: number,
  { after, problemOfNew, problemBefore, roomOfNew, scaled: autoscaled }: RolloutInput,
): Rollout {
  const wanted = autoscaled ?? replicas;
  if (wanted === 0) return result(had, had, 0, true, false);
  const problem = problemOfNew();
  const isRecreate = at(after, 'spec.strategy.type') === 'Recreate';
  const surge = isRecreate
    ? 0
    : share(at(after, 'spec.strategy.rollingUpdate.maxSurge'), wanted, Math.ceil);
  const most = share(at(after, 'spec.strategy.rollingUpdate.maxUnavailable'), wanted, Math.floor);
  const unavailable = isRecreate ? wanted : Math.max(most, surge === 0 ? 1 : 0);
  // Pods that were never ready are no loss, and go at once.
  const kept = problemBefore ? 0 : Math.min(had, Math.max(0, wanted - unavailable));
  const isExclusive = problem?.kind === 'exclusive' && kept > 0;
  const isShort = problem?.kind !== 'refused' && kept >= had && roomOfNew() === 0;
  if (problem?.kind === 'refused' || isShort) {
    return { ...result(had, had - kept, 0, false, kept > 0), isShort };
  }
  if (problem?.kind === 'waiting' || isExclusive) {
    return result(had, had - kept, Math.min(wanted, wanted + surge - kept), false, kept > 0);
  }
  return result(had, had, wanted, true, false);
}

function daemonRollout(had: number, { after, problemOfNew, problemBefore }: RolloutInput): Rollout {
  const problem = problemOfNew();
  if (!problem) return result(had, had, had, true, false);
  const rolling = 'spec.updateStrategy.rollingUpdate';
  const surge = Math.min(had, share(at(after, `${rolling}.maxSurge`), had, Math.ceil));
  const most = Math.min(had, share(at(after, `${rolling}.maxUnavailable`), had, Math.ceil));
  const isRefused = problem.kind === 'refused';
  // Pods that were never ready are no loss, and go at once.
  if (problemBefore && !isRefused) return result(had, had, had, false, false);
  if (surge > 0) return result(had, 0, isRefused ? 0 : surge, false, true);
  return result(had, most, isRefused ? 0 : most, false, most < had);
}

/** A set's pods have names: one is replaced when another one comes under the same name. */
function setRollout(
  { before, after, problemOfNew, problemStill, roomOfNew }: RolloutInput,
  isSameTemplate: boolean,
): Rollout {
  const [first, end] = ordinalsOf(before);
  const [start, stop] = ordinalsOf(after);
  const kept = range(Math.max(first, start), Math.min(end, stop));
  const podsRemoved = end - first - kept.length;
  const asked = stop - start - kept.length;
  const partition = at(after, 'spec.updateStrategy.rollingUpdate.partition');
  const from = start + (typeof partition === 'number' ? partition : 0);
  const isRolling = !isSameTemplate && at(after, 'spec.updateStrategy.type') !== 'OnDelete';
  const due = isRolling ? kept.filter((ordinal) => ordinal >= from) : [];
  const told = (
    replaced: readonly number[],
    podsAdded: number,
    lost: number,
    ready: boolean,
  ): Rollout => ({
    restarts: replaced.length === 0 ? 'none' : replaced.length === kept.length ? 'all' : 'some',
    podsAdded,
    podsRemoved: podsRemoved + lost,
    ready,
    keepsOld: !isSameTemplate && replaced.length + lost < kept.length,
    replaced,
  });
  // In order, a set waits for a pod that is not ready, and does not replace it.
  if (problemStill && kept.length > 0 && at(after, 'spec.podManagementPolicy') !== 'Parallel') {
    return told([], 0, 0, false);
  }
  const problem = asked > 0 || due.length > 0 ? problemOfNew() : undefined;
  if (problem && asked > 0) return told([], problem.kind === 'refused' ? 0 : 1, 0, false);
  if (problem) {
    return problem.kind === 'refused' ? told([], 0, 1, false) : told(due.slice(-1), 0, 0, false);
  }
  const podsAdded = asked > 0 ? Math.min(asked, roomOfNew() + podsRemoved) : 0;
  const ready =
    podsAdded === asked &&
    (isRolling || asked > 0 || problemStill === undefined || kept.length === 0);
  return { ...told(due, podsAdded, 0, ready), isShort: podsAdded < asked };
}

function range(first: number, end: number): number[] {
  return end > first
    ? Array.from({ length: Math.min(end - first, MOST) }, (_, index) => first + index)
    : [];
}

const MOST = 10_000;

function result(
  had: number,
  gone: number,
  added: number,
  ready: boolean,
  keepsOld: boolean,
): Rollout {
  const replaced = Math.min(gone, added);
  const restarts = replaced === 0 ? 'none' : had - gone <= 0 ? 'all' : 'some';
  return { restarts, podsAdded: added - replaced, podsRemoved: gone - replaced, ready, keepsOld };
}

/** A number of pods, or a share of them. */
function share(value: unknown, of: number, round: (value: number) => number): number {
  if (typeof value === 'number') return value;
  const percent = typeof value === 'string' ? /^(\d+)%$/.exec(value) : null;
  return percent ? round((Number(percent[1]) * of) / 100) : 0;
}
