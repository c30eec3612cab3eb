/**
 * Objects that are applied too late for what waits for them: what pods cannot start without, and
 * the pods that a claim waits for.
 */
import { annotationPath, ARGO_HOOK, HELM_HOOK, HELM_WEIGHT, SYNC_WAVE } from './annotations';
import { waitsForConsumer } from './data';
import { compareTurns, isOrdered, Turn, turnInWords, turnOf } from './order';
import { ARGO_CD } from './sources';
import { isAwaited } from './waves';
import { defineRules, Finding, Severity, show, violation, violationBy } from '../../findings';
import { Judge, JudgedObject, World, WORKLOADS } from '../../judge';
import { kindAndName } from '../../kube';
import { textOf } from '../../object';
import { referencesOf } from '../names/references';
import { scaleOf } from '../scale';

const RULES = defineRules('gitops', {
  neededLater: {
    isEither: true,
    error: 'An object that a hook or a workload needs to start is applied after it.',
    why: 'Argo CD waits for the pods before it applies what they wait for: the sync never ends, or fails when the hook gives up.',
    bad: 'a PreSync hook with envFrom a ConfigMap of the sync phase; a Deployment in wave 0, and its Secret in wave 1',
    good: 'the ConfigMap as a PreSync hook, too, or in an earlier wave; both in the same phase and wave',
    source: `${ARGO_CD}; Helm 3, hooks`,
  },
  unusedClaimWaits: {
    warning:
      'A claim waits for a first consumer that it does not have, before another wave or a hook.',
    why: 'It is never bound, and Argo CD waits for that before the next wave, or before the hook: the sync never ends.',
    bad: 'a claim of a class with WaitForFirstConsumer that only a suspended CronJob mounts, and a PostSync hook',
    good: 'the claim with its workload; or a health check in argocd-cm by which claims that are Pending are healthy',
    source: `${ARGO_CD}; argoproj/argo-cd#29201`,
  },
});

/** Workloads, and claims that nobody mounts. */
export const NEEDED_JUDGES: readonly Judge[] = [
  { rules: () => [RULES], kinds: [WORKLOADS], when: hasTurns, check: checkWorkload },
  { rules: () => [RULES], kinds: ['/PersistentVolumeClaim'], when: hasTurns, check: checkUnused },
];

function hasTurns(world: World): boolean {
  return world.once(isOrdered);
}

function checkWorkload(object: JudgedObject, world: World): Finding[] {
  const { workload, podPath = '', namespace } = object;
  const { target } = world;
  const own = turnOf(object, world);
  if (
    !workload ||
    !own ||
    !isBeforeAny(own, world) ||
    // Flux applies hooks of others like anything else.
    target.gitops === 'flux' ||
    !isAwaited(object) ||
    scaleOf(workload, world).most === 0
  ) {
    return [];
  }
  const { podSpec } = workload;
  const account = textOf(podSpec.serviceAccountName) || textOf(podSpec.serviceAccount);
  // Without its pull secrets a pod starts, if the image is to be had.
  const configs = referencesOf(podSpec, podPath).filter(
    ({ isOptional, path }) => !isOptional && !path.includes('.imagePullSecrets['),
  );
  const needed = [
    ...configs,
    ...(account === '' ? [] : [{ kind: 'ServiceAccount', name: account }]),
  ];
  for (const { kind, name } of needed) {
    const late = latestOf(world.find(`/${kind}`, namespace, name), own, world);
    if (late) return [lateFinding(own, late)];
  }
  return [];
}

/** Whether anything that pods may need comes later at all. */
function isBeforeAny(own: Turn, world: World): boolean {
  const last = world.once(lastNeeded);
  return last !== undefined && compareTurns(last, own) > 0;
}

function lastNeeded(world: World): Turn | undefined {
  let last: Turn | undefined;
  for (const kindKey of ['/ConfigMap', '/Secret', '/ServiceAccount']) {
    for (const object of world.ofKind(kindKey)) {
      const turn = turnOf(object, world);
      if (turn && (!last || compareTurns(turn, last) > 0)) last = turn;
    }
  }
  return last;
}

/** What is needed, if none of that name is there in time. */
function latestOf(objects: readonly JudgedObject[], own: Turn, world: World): Turn | undefined {
  const turns = objects.map((object) => turnOf(object, world));
  // Helm waits for hooks, but for what is none only if it is told to.
  return turns.length > 0 &&
    turns.every(
      (turn) =>
        turn !== undefined && compareTurns(turn, own) > 0 && (own.isOfHelm || !turn.isOfHelm),
    )
    ? turns[0]
    : undefined;
}

function lateFinding(own: Turn, late: Turn): Finding {
  const isPhase = own.phase !== late.phase;
  const annotation = (isPhase ? [ARGO_HOOK, HELM_HOOK] : [SYNC_WAVE, HELM_WEIGHT]).find(
    (name) => own.object.annotations[name] !== undefined,
  );
  const { kind, name } = late.object;
  if (own.isOfHelm) {
    return {
      ...violationBy(
        kindAndName(own.object),
        RULES.neededLater,
        annotation === undefined ? 'metadata' : annotationPath(annotation),
        `cannot start without the ${kind} ${show(name)}, which Helm applies when the hook has finished`,
        `make the ${kind} a hook, too, with a smaller weight`,
      ),
      severity: Severity.WARNING,
    };
  }
  return violation(
    RULES.neededLater,
    annotation === undefined ? 'metadata' : annotationPath(annotation),
    `${kindAndName(own.object)} (${turnInWords(own, late)}) cannot start without the ${kind} ${show(name)}, which is applied after it (${turnInWords(late, own)}): each waits for the other`,
    'put both into the same phase and wave',
  );
}

function checkUnused(claim: JudgedObject, world: World): Finding[] {
  const own = turnOf(claim, world);
  if (!own || own.isOfHelm) return [];
  const last = world.once(lastTurns).get(claim.namespace ?? '');
  if (!last || compareTurns(last, own) <= 0) return [];
  if (waitsForConsumer(claim, world) !== true) return [];
  const consumers = world.topology.consumersOf(claim.namespace, claim.name);
  if (consumers.some(({ workload }) => scaleOf(workload, world).most !== 0)) return [];
  const annotation =
    claim.annotations[SYNC_WAVE] === undefined ? 'metadata' : annotationPath(SYNC_WAVE);
  return [
    violation(
      RULES.unusedClaimWaits,
      annotation,
      `nothing here mounts the claim ${show(claim.name)}, which waits for its first consumer, but Argo CD waits for the claim before it applies ${kindAndName(last.object)} (${turnInWords(last, own)})`,
      'remove the claim until something mounts it, or move it to the last wave; before a PostSync hook, no wave helps',
    ),
  ];
}

/** What Argo CD applies last to a namespace, of what it applies in every sync. */
function lastTurns(world: World): ReadonlyMap<string, Turn> {
  const found = new Map<string, Turn>();
  for (const object of world.objects) {
    const turn = object.namespace === undefined ? undefined : turnOf(object, world);
    if (!turn || turn.isOfHelm) continue;
    const last = found.get(object.namespace!);
    if (!last || compareTurns(turn, last) > 0) found.set(object.namespace!, turn);
  }
  return found;
}
