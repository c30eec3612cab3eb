/**
 * Compares two sets of manifests: applies OLD to an empty cluster and NEW to what that has become,
 * prunes, and tells what changed.
 */
import { policiesOn } from './admission';
import { changedPaths } from './changes';
import { Cluster, Stored } from './cluster';
import { CustomKinds } from './custom';
import { consumersOf } from './data/consumers';
import { Files } from './data/folders';
import { Guard, guardsOf } from './guards';
import { notesOf } from './notes';
import { reportObjects } from './object-report';
import { readManifests, scopesOf, AppliedManifest } from '../validation';
import { outcomesOf } from './outcomes';
import { phasesAt } from './phases';
import { plansOf } from './plan';
import { podAnswer, policyProblem } from './pod-policies';
import { ownTemplate, podProblem, PodProblem, presumedOf, roomFor } from './pod-problems';
import { RunningPods } from './pod-resources';
import { ADMITTED, hasPolicies, PolicyAnswer } from './policies';
import { comeToRest, isShortLived, Rest } from './rest';
import { Rollout, rollOut } from './rollout';
import { at, MODEL_MINOR } from '../model';
import { DiffOptions, DiffResult } from './spec';
import { Answer, apply, Coming, ServerSettings } from './store';
import { claimKey, hasStarted, podsOf, workloadsOf } from './workloads';
import { Fields, isFields, workloadKinds } from '../kube';

/** What became of a workload's pods. */
export interface PodsOutcome extends Rollout {
  readonly problem?: PodProblem;
  readonly isNew: boolean;
  /** What decides whether the pods come, and is not in the files. */
  readonly dependsOn?: readonly string[];
}

/** All that happened, for those who tell of it. */
export interface Comparison {
  readonly options: DiffOptions;
  readonly old: readonly AppliedManifest[];
  readonly next: readonly AppliedManifest[];
  /** The cluster with OLD at rest, and with NEW at rest before anything is pruned. */
  readonly before: Cluster;
  readonly after: Cluster;
  readonly restBefore: Rest;
  readonly rest: Rest;
  readonly answers: ReadonlyMap<string, Answer>;
  readonly pods: ReadonlyMap<string, PodsOutcome>;
  /** Objects that are in OLD alone and are deleted. */
  readonly pruned: readonly Stored[];
  /** Those of them that their engine leaves alone. */
  readonly guards: ReadonlyMap<string, Guard>;
  /** Those whose deletion policies refuse, or perhaps refuse. */
  readonly denials: ReadonlyMap<string, PolicyAnswer>;
  /** Whether the other way of applying may come to something else. */
  readonly isOfWay: boolean;
  /** How NEW was applied. */
  readonly settings: ServerSettings;
  /** The file of each object of OLD and of NEW, where it is known. */
  readonly oldFiles: Files;
  readonly newFiles: Files;
}

/**
 * What NEW does to a cluster that has OLD. Pure; any values are taken, and what is not an object is
 * passed over.
 */
export function diffObjects(
  old: readonly unknown[],
  next: readonly unknown[],
  options: DiffOptions = {},
): DiffResult {
  return resultOf(compare(readBoth(old, next, options), options));
}

/**
 * What both ways of applying come to: that of the options, and the other one if it may be another.
 */
export function diffBothWays(
  old: readonly unknown[],
  next: readonly unknown[],
  options: DiffOptions = {},
  files: FilesOfBoth = {},
): BothWays {
  const sent = readBoth(old, next, options, files);
  const comparison = compare(sent, options);
  const result = resultOf(comparison);
  if (!comparison.isOfWay) return [result];
  return [
    result,
    resultOf(
      compare(sent, {
        ...options,
        way: options.way === 'clientSide' ? 'serverSide' : 'clientSide',
      }),
    ),
  ];
}

type BothWays = readonly [result: DiffResult, other?: DiffResult];

function resultOf(comparison: Comparison): DiffResult {
  const fates = outcomesOf(comparison);
  const objects = reportObjects(comparison, fates);
  return {
    objects,
    notes: notesOf(comparison, fates, objects),
    ...(comparison.options.isPlanned ? { plans: plansOf(comparison, fates) } : {}),
  };
}

type Both = Pick<Comparison, 'old' | 'next' | 'oldFiles' | 'newFiles'>;

/** The files of the manifests, in the order of these. */
export interface FilesOfBoth {
  readonly old?: readonly string[];
  readonly next?: readonly string[];
}

function readBoth(
  given: readonly unknown[],
  wanted: readonly unknown[],
  { namespace = 'default', isFresh = false, workloadKinds: registered }: DiffOptions,
  files: FilesOfBoth = {},
): Both {
  const kinds = {
    isCluster: scopesOf([...given, ...wanted]),
    workloads: workloadKinds(registered),
  };
  const filed = (names: readonly string[] | undefined) => {
    const found = new Map<string, string>();
    return { found, note: (id: string, index: number) => names && found.set(id, names[index]) };
  };
  const [before, after] = [filed(files.old), filed(files.next)];
  const old = readManifests(isFresh ? [] : given, namespace, kinds, [], before.note);
  return {
    old,
    next: readManifests(wanted, namespace, kinds, old, after.note),
    oldFiles: before.found,
    newFiles: after.found,
  };
}

function compare({ old, next, oldFiles, newFiles }: Both, options: DiffOptions): Comparison {
  const { way = 'serverSide', minor = MODEL_MINOR } = options;
  const cluster = new Cluster();
  const coming = comingOf(old, next, options);
  const settings = (
    sent: readonly AppliedManifest[],
    isPast: boolean,
    isBound: (stored: Stored) => boolean,
  ): ServerSettings => ({
    way,
    minor,
    isPast,
    custom: new CustomKinds(definitionsOf(sent), isPast),
    coming,
    isBound,
  });
  const past = settings(old, true, () => false);
  let isOfWay = false;
  for (const sent of old) if (apply(cluster, sent, past).isOfWay) isOfWay = true;
  const consumers = consumersOf(cluster);
  for (const job of [...cluster.ofKind('batch/Job')]) {
    if (isShortLived(job)) cluster.delete(job.sent.id);
  }
  const restBefore = comeToRest(cluster, new Map(), options.bound, consumers);
  const before = cluster.copy();
  const isBound = ({ sent }: Stored) =>
    restBefore.claims.get(claimKey(sent.namespace, sent.name))?.isBound === true;
  const now = {
    ...settings([...old, ...next], false, isBound),
    customBefore: past.custom,
    settled: before,
    phaseOf: phasesAt(restBefore),
  };
  const answers = new Map<string, Answer>();
  for (const sent of next) {
    const answer = apply(cluster, sent, now);
    if (answer.isOfWay) isOfWay = true;
    answers.set(
      sent.id,
      answers.has(sent.id) ? together(answer, before.get(sent.id), cluster.get(sent.id)) : answer,
    );
  }
  const applied = cluster.copy();
  const rest = comeToRest(cluster, restBefore.claims, undefined);
  const pods = podsOutcomes({ before, applied, after: cluster, restBefore, rest, minor });
  const kept = new Set(next.map(({ id }) => id));
  const left = [...before.all()].filter(({ sent }) => !kept.has(sent.id));
  const namespaces = new Set(next.map(({ namespace }) => namespace));
  const guards = guardsOf(left, { before, after: cluster, oldFiles, options, namespaces });
  const denials = denialsOf(
    left.filter(({ sent }) => !guards.has(sent.id)),
    cluster,
    { ...now, phaseOf: phasesAt(rest, left) },
  );
  const pruned = left.filter(({ sent }) => !guards.has(sent.id) && !denials.has(sent.id));
  const files = { oldFiles, newFiles };
  return {
    options,
    old,
    next,
    before,
    after: cluster,
    restBefore,
    rest,
    answers,
    pods,
    pruned,
    guards,
    denials,
    isOfWay,
    settings: now,
    ...files,
  };
}

/**
 * What policies say of deletions, by identity, where they object. Those that come or go with NEW
 * may be in force by then or not.
 */
function denialsOf(
  left: readonly Stored[],
  cluster: Cluster,
  settings: ServerSettings,
): Map<string, PolicyAnswer> {
  const denials = new Map<string, PolicyAnswer>();
  for (const { sent, live } of left) {
    const { forbidden, unknown, coming } = policiesOn(cluster, sent, live, null, settings);
    const sure = forbidden.filter(({ isStill }) => isStill);
    const doubts = forbidden
      .filter(({ isStill }) => !isStill)
      .map(
        ({ policy }) =>
          `whether the policy ${JSON.stringify(policy)}, which also changes, is still in force`,
      );
    const all = [...unknown, ...coming, ...doubts];
    if (sure.length + all.length > 0) {
      denials.set(sent.id, { forbidden: sure, unknown: all, coming: [] });
    }
  }
  return denials;
}

/**
 * Namespaces and definitions that are in NEW alone. Engines make them before all else; who applies
 * file after file has to put them first.
 */
function comingOf(
  old: readonly AppliedManifest[],
  next: readonly AppliedManifest[],
  { engine }: DiffOptions,
): Coming {
  const coming = { namespaces: new Set<string>(), kinds: new Map<string, string>() };
  if (engine !== undefined && engine !== 'none') return coming;
  const had = new Set(old.map(({ id }) => id));
  for (const { id, kindKey, kind, name, manifest } of next) {
    if (had.has(id)) continue;
    if (kindKey === '/Namespace') coming.namespaces.add(name);
    if (kind === 'CustomResourceDefinition') {
      coming.kinds.set(
        `${String(at(manifest, 'spec.group'))}/${String(at(manifest, 'spec.names.kind'))}`,
        id,
      );
    }
  }
  return coming;
}

function definitionsOf(sent: readonly AppliedManifest[]): Fields[] {
  return sent
    .filter(({ kind, manifest }) => kind === 'CustomResourceDefinition' && isFields(manifest))
    .map(({ manifest }) => manifest);
}

/** What two answers for one object come to. */
function together(last: Answer, before: Stored | undefined, after: Stored | undefined): Answer {
  if (last.verdict === 'refused' || last.verdict === 'depends' || !after) return last;
  if (!before) return { ...last, verdict: 'created', changes: [] };
  const changes = changedPaths(before.live, after.live);
  return { ...last, verdict: changes.length > 0 ? 'changed' : 'unchanged', changes };
}

interface Stages {
  readonly before: Cluster;
  /** As it was applied, before controllers saw it. */
  readonly applied: Cluster;
  readonly after: Cluster;
  readonly restBefore: Rest;
  readonly rest: Rest;
  readonly minor: number;
}

function podsOutcomes({
  before,
  applied,
  after,
  restBefore,
  rest,
  minor,
}: Stages): Map<string, PodsOutcome> {
  const outcomes = new Map<string, PodsOutcome>();
  const presumed = presumedOf(before, restBefore.claims);
  const worldBefore = { cluster: before, claims: restBefore.claims, presumed };
  const world = { cluster: after, claims: rest.claims, presumed };
  const running = new Map<string | undefined, RunningPods>();
  for (const {
    sent: { id, namespace },
  } of workloadsOf(after)) {
    const had = before.get(id);
    if (!had || !hasStarted(had.sent, had.live)) continue;
    const pods = running.get(namespace) ?? new RunningPods(after, namespace);
    running.set(namespace, pods);
    pods.add(ownTemplate(had), podsOf(had.sent, had.live));
  }
  const roomIn = (namespace: string | undefined, template: Fields) => {
    const pods = running.get(namespace) ?? new RunningPods(after, namespace);
    return Math.min(roomFor(namespace, world, pods.count), pods.roomFor(template));
  };
  const isPoliced = hasPolicies(before) || hasPolicies(after);
  for (const workload of workloadsOf(after)) {
    const { id, kindKey, namespace } = workload.sent;
    const had = before.get(id);
    const policies =
      kindKey === '/Pod' || !isPoliced
        ? ADMITTED
        : podAnswer(workload, ownTemplate(workload), { settled: before, now: after, minor });
    const problem = policyProblem(policies) ?? podProblem(workload, ownTemplate(workload), world);
    const dependsOn = [...policies.unknown, ...policies.coming];
    if (!had) {
      const isRunning =
        podsOf(workload.sent, workload.live) > 0 && hasStarted(workload.sent, workload.live);
      const room = problem || !isRunning ? 0 : roomIn(namespace, ownTemplate(workload));
      const ready =
        !isRunning ||
        (!problem && room >= podsOf(workload.sent, workload.live)) ||
        problem?.kind === 'exclusive';
      outcomes.set(id, {
        restarts: 'none',
        podsAdded: 0,
        podsRemoved: 0,
        ready,
        keepsOld: false,
        isShort: !problem && !ready,
        isNew: true,
        dependsOn,
        ...(problem ? { problem } : {}),
      });
      continue;
    }
    const problemBefore = ofOthers(podProblem(had, ownTemplate(had), worldBefore));
    const problemStill = problemBefore && ofOthers(podProblem(had, ownTemplate(had), world));
    const rollout = rollOut({
      workload,
      before: had.live,
      after: applied.get(id)?.live ?? workload.live,
      room: roomIn(namespace, ownTemplate(workload)),
      ...(problemBefore ? { problemBefore } : {}),
      ...(problemStill ? { problemStill } : {}),
      ...(problem ? { problem } : {}),
      ...(rest.scaled.has(id) ? { scaled: rest.scaled.get(id)! } : {}),
    });
    const makesPods = rollout.restarts !== 'none' || rollout.podsAdded > 0;
    const why = problem ?? problemStill;
    outcomes.set(id, {
      ...rollout,
      isNew: false,
      dependsOn: makesPods ? dependsOn : [],
      ...(why ? { problem: why } : {}),
    });
  }
  return outcomes;
}

/** Without what only another pod of the same workload is in the way of. */
function ofOthers(problem: PodProblem | undefined): PodProblem | undefined {
  return problem?.kind === 'exclusive' ? undefined : problem;
}
