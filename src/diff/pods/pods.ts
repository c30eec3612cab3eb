/** Pods of workloads: what becomes of them when NEW has come to rest. */
import { Cluster } from '../cluster';
import { podAnswer, policyProblem } from './policies';
import { ownTemplate, podProblem, PodProblem, presumedOf, roomFor } from './problems';
import { RunningPods } from './resources';
import { Fields, lazily } from '../../kube';
import { ADMITTED, hasPolicies } from '../admission/policies';
import { ClaimRooms } from '../live/claim-room';
import { problemOf } from '../live/health';
import { Rest } from '../rest';
import { Rollout, rollOut } from './rollout';
import { outlineOf, Stored } from '../stored';
import { hasStarted, podsOf } from '../workloads';

/** What became of a workload's pods. */
export interface PodsOutcome extends Rollout {
  /** Of new workloads, and of those that are not ready. */
  readonly problem?: PodProblem;
  readonly isNew: boolean;
  /** For how many new pods of a StatefulSet a quota has room for claims, if not for all. */
  readonly claimRoom?: number;
  /** What decides whether the pods come, and is not in the files. */
  readonly dependsOn?: readonly string[];
}

/** The cluster at the times that count. */
interface Stages {
  readonly before: Cluster;
  /** Objects that NEW changed, as they were applied, before controllers saw them, by identity. */
  readonly applied: ReadonlyMap<string, Stored['live']>;
  readonly after: Cluster;
  readonly restBefore: Rest;
  readonly rest: Rest;
  readonly minor: number;
}

/** What becomes of the pods of each workload, by its identity. */
export function podsOutcomes({
  before,
  applied,
  after,
  restBefore,
  rest,
  minor,
}: Stages): Map<string, PodsOutcome> {
  const outcomes = new Map<string, PodsOutcome>();
  const presumed = lazily(() => presumedOf(before, restBefore.claims));
  const worldBefore = { cluster: before, claims: restBefore.claims, presumed };
  const world = { cluster: after, claims: rest.claims, presumed };
  const running = lazily(() => runningPods(before, after));
  const roomIn = (namespace: string | undefined, template: Fields) => {
    const pods = running().get(namespace) ?? new RunningPods(after, namespace);
    return Math.min(roomFor(namespace, world, pods.count), pods.roomFor(template));
  };
  const rooms = new ClaimRooms(after);
  const isPoliced = hasPolicies(before) || hasPolicies(after);
  for (const workload of after.workloads) {
    const { id, kindKey, namespace } = workload.sent;
    const had = before.get(id);
    const policies =
      kindKey === '/Pod' || !isPoliced
        ? ADMITTED
        : podAnswer(workload, ownTemplate(workload), { settled: before, now: after, minor });
    const problemOfNew = lazily(
      () => policyProblem(policies) ?? podProblem(workload, ownTemplate(workload), world),
    );
    const dependsOn = [...policies.unknown, ...policies.coming];
    if (!had) {
      const problem = problemOfNew();
      const isRunning =
        podsOf(workload.sent, outlineOf(workload)) > 0 &&
        hasStarted(workload.sent, outlineOf(workload));
      const room = problem || !isRunning ? 0 : roomIn(namespace, ownTemplate(workload));
      const claims = rooms.of(workload, undefined);
      const ready =
        claims === undefined &&
        (!isRunning ||
          (!problem && room >= podsOf(workload.sent, outlineOf(workload))) ||
          problem?.kind === 'exclusive');
      outcomes.set(id, {
        restarts: 'none',
        podsAdded: 0,
        podsRemoved: 0,
        ready,
        ...(claims === undefined ? {} : { claimRoom: claims }),
        keepsOld: false,
        isShort: !problem && !ready,
        isNew: true,
        dependsOn,
        ...(problem ? { problem } : {}),
      });
      continue;
    }
    const problemBefore = problemOf(had, ofOthers(podProblem(had, ownTemplate(had), worldBefore)));
    const problemStill =
      problemBefore && problemOf(had, ofOthers(podProblem(had, ownTemplate(had), world)));
    const claims = rooms.of(workload, had);
    const now = applied.get(id);
    const rollout = rollOut({
      workload,
      before: now ? had.live : outlineOf(had),
      after: now ?? outlineOf(had),
      roomOfNew: () => Math.min(roomIn(namespace, ownTemplate(workload)), claims ?? Infinity),
      problemOfNew,
      ...(problemBefore ? { problemBefore } : {}),
      ...(problemStill ? { problemStill } : {}),
      ...(rest.scaled.has(id) ? { scaled: rest.scaled.get(id)! } : {}),
    });
    const makesPods = rollout.restarts !== 'none' || rollout.podsAdded > 0;
    const why = rollout.ready ? undefined : (problemOfNew() ?? problemStill);
    outcomes.set(id, {
      ...rollout,
      ...(claims === undefined ? {} : { claimRoom: claims }),
      isNew: false,
      dependsOn: makesPods ? dependsOn : [],
      ...(why ? { problem: why } : {}),
    });
  }
  return outcomes;
}

/** The pods that run in each namespace that has some. */
function runningPods(before: Cluster, after: Cluster): Map<string | undefined, RunningPods> {
  const running = new Map<string | undefined, RunningPods>();
  for (const { sent } of after.workloads) {
    const had = before.get(sent.id);
    if (!had || !hasStarted(had.sent, outlineOf(had))) continue;
    const pods = running.get(sent.namespace) ?? new RunningPods(after, sent.namespace);
    running.set(sent.namespace, pods);
    pods.add(ownTemplate(had), podsOf(had.sent, outlineOf(had)));
  }
  return running;
}

/** Without what only another pod of the same workload is in the way of. */
function ofOthers(problem: PodProblem | undefined): PodProblem | undefined {
  return problem?.kind === 'exclusive' ? undefined : problem;
}
