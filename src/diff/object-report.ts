/** Reports of what a comparison came to, object by object. */
import { CLAIM, VOLUME } from './kind-keys';
import { answerOf } from '../findings';
import { classNameOf } from './admission/quota';
import { boundVolumes } from './binding/phases';
import { ChangedField, changedFields } from './changes';
import type { Comparison } from './comparison';
import { Guard } from './guards';
import { Outcome } from './outcome';
import type { Answer } from './server/answers';
import { isWorkload, Stored } from './stored';
import { append, Fields, lazily } from '../kube';
import { AppliedManifest } from '../validation';
import { remedyFor } from './remedies';
import { Judgement } from './server/judgement';
import { ObjectDiff } from './spec';
import { asWritten } from './written';

/** The objects of NEW, the claims that are not in the files, and what is only in OLD. */
export function reportObjects(
  comparison: Comparison,
  outcomes: ReadonlyMap<string, Outcome>,
): ObjectDiff[] {
  const { answers } = comparison;
  const objects = comparison.applied.map((sent) =>
    tellApplied(sent, comparison, outcomes.get(sent.id)),
  );
  const makers = lazily(
    () => new Set([...comparison.next, ...comparison.old].map(({ label }) => label)),
  );
  const isOurs = ({ own }: Outcome) =>
    own !== undefined && (!comparison.options.cluster || isMadeBy(own.of, makers()));
  for (const outcome of outcomes.values()) {
    if (outcome.own && !answers.has(outcome.id) && isOurs(outcome)) objects.push(tellOwn(outcome));
  }
  const told = new Set<string>();
  for (const sent of comparison.old) {
    const { id } = sent;
    if (answers.has(id) || told.has(id)) continue;
    told.add(id);
    const outcome = outcomes.get(id);
    if (!outcome || !isOurs(outcome)) objects.push(tellPruned(sent, outcome, comparison));
  }
  return objects;
}

/** A cluster has claims of others as well. Pods are called by the workloads that make them. */
function isMadeBy(of: string, makers: ReadonlySet<string>): boolean {
  if (makers.has(of)) return true;
  const [, namespace, pod] = /^Pod\/([^/]*)\/(.*)$/.exec(of) ?? [];
  if (pod === undefined) return false;
  const [set] = /^.*(?=-\d+$)/.exec(pod) ?? [];
  const [workload] = /^.*(?=-[a-z0-9]+$)/.exec(pod) ?? [];
  const [ofReplicas] = /^.*(?=-[a-z0-9]+-[a-z0-9]+$)/.exec(pod) ?? [];
  return (
    makers.has(`StatefulSet/${namespace}/${set}`) ||
    makers.has(`Deployment/${namespace}/${ofReplicas}`) ||
    ['DaemonSet', 'Job', 'ReplicaSet'].some((kind) =>
      makers.has(`${kind}/${namespace}/${workload}`),
    )
  );
}

const NONE: readonly string[] = [];

function tellApplied(
  sent: AppliedManifest,
  comparison: Comparison,
  outcome: Outcome | undefined,
): ObjectDiff {
  const answer = comparison.answers.get(sent.id)!;
  const pods = comparison.pods.get(sent.id);
  const before = comparison.before.get(sent.id);
  const after = comparison.after.get(sent.id);
  const putBack =
    before && after && answer.changes.length > 0
      ? pathsOf(answer.changes).filter((path) => isPutBack(path, before, after, comparison))
      : NONE;
  const isGone = outcome?.afterwards === 'deleted';
  const isTold = pods !== undefined && !pods.isNew && !isGone && sent.kindKey !== '/Pod';
  const missing = pods?.ready === false && !isGone ? pods.problem?.dependsOn : undefined;
  const isClassless =
    before?.sent.kindKey === CLAIM &&
    answer.verdict === 'refused' &&
    classNameOf(before.live) === undefined;
  const dependsOn: string[] = [];
  append(dependsOn, answer.dependsOn ?? NONE);
  append(dependsOn, outcome?.dependsOn ?? NONE);
  if (missing !== undefined) dependsOn.push(missing);
  append(dependsOn, pods?.dependsOn ?? NONE);
  if (isClassless) {
    dependsOn.push('whether the cluster has a default class, by which the claim is bound');
  }
  const remedy =
    answer.verdict === 'refused'
      ? answer.errors[0]?.remedy
      : remedyFor(outcome, sent.kindKey, comparison);
  // Most objects have little of this: it is written field by field.
  const isReplaced =
    outcome?.verdict === 'replaced' &&
    outcome.own === undefined &&
    (answer.verdict === 'unchanged' || answer.verdict === 'changed');
  const verdict = isReplaced ? 'replaced' : answer.verdict;
  const told: Writable<ObjectDiff> = { object: sent.label, verdict };
  if (answer.code !== undefined) told.code = answer.code;
  if (answer.errors.length > 0) told.errors = answer.errors.map(answerOf);
  if (answer.changes.length > 0) {
    told.changes = pathsOf(answer.changes);
    const wanted = answer.verdict === 'depends' ? answer.wanted : after!.live;
    Object.assign(told, valuesOf(answer, before, wanted, sent.given));
  }
  if (putBack.length > 0) told.putBack = putBack;
  if (isTold) {
    told.restarts = isReplaced ? 'all' : pods.restarts;
    if (pods.podsAdded > 0) told.podsAdded = pods.podsAdded;
    if (pods.podsRemoved > 0) told.podsRemoved = pods.podsRemoved;
  }
  if (pods && !pods.ready && !isGone) told.ready = false;
  if (outcome?.data) Object.assign(told, dataIn(outcome));
  if (outcome?.phase) told.phase = outcome.phase;
  if (outcome?.afterwards) told.afterwards = outcome.afterwards;
  if (dependsOn.length > 0) told.dependsOn = dependsOn;
  if (remedy !== undefined) told.remedy = remedy;
  return told;
}

function pathsOf(changes: readonly ChangedField[]): string[] {
  return changes.map(({ path }) => path);
}

type Writable<T> = { -readonly [field in keyof T]: T[field] };

/**
 * What stood at the paths that changed, and what stands there now or is to, as the manifests spell
 * it; secrets stay secret.
 */
function valuesOf(
  { changes, wanted }: Answer,
  before: Stored | undefined,
  after: Fields | undefined,
  given: Fields,
): Pick<ObjectDiff, 'values'> {
  if (changes.length === 0 || !before || !after) return {};
  const isSecret = before.sent.kindKey === '/Secret';
  const paths = new Set(pathsOf(changes));
  // Controllers write into few of the objects that an apply changes.
  const fields =
    after === wanted
      ? changes
      : changedFields(before.live, after).filter(({ path }) => paths.has(path));
  if (fields.length === 0) return {};
  return {
    values: fields.map((field) =>
      isSecret && /^(?:data|stringData)\b/.test(field.path)
        ? hidden(field)
        : written(field, before.sent.given, given),
    ),
  };
}

function written(field: ChangedField, old: Fields, next: Fields): ChangedField {
  const { path, before, after } = field;
  return { path, before: asWritten(before, old), after: asWritten(after, next) };
}

const HIDDEN = '(hidden)';

function hidden({ path, before, after }: ChangedField): ChangedField {
  return {
    path,
    ...(before === undefined ? {} : { before: HIDDEN }),
    ...(after === undefined ? {} : { after: HIDDEN }),
  };
}

/**
 * What a controller sets back: to whom a bound volume belongs, and how many pods an autoscaler
 * wants.
 */
function isPutBack(
  path: string,
  before: Stored,
  after: Stored,
  { rest, restBefore }: Comparison,
): boolean {
  if (before.sent.kindKey === VOLUME) {
    return path.startsWith('spec.claimRef') && boundVolumes(restBefore).has(before.sent.id);
  }
  return (
    path === 'spec.replicas' &&
    isWorkload(before) &&
    rest.scaled.has(before.sent.id) &&
    after.live !== before.live
  );
}

/** What becomes of its data, and why. */
function dataIn(
  outcome: Outcome | undefined,
): Pick<ObjectDiff, 'data' | 'dataAfterwards' | 'because'> {
  const { data, because, dataAfterwards } = outcome ?? {};
  if (!data) return {};
  return {
    data,
    ...(dataAfterwards ? { dataAfterwards } : {}),
    ...(because === undefined ? {} : { because }),
  };
}

function tellOwn(outcome: Outcome): ObjectDiff {
  const { label, verdict, phase, own, finalizers, dependsOn } = outcome;
  return {
    object: label,
    verdict: verdict ?? 'unchanged',
    ...dataIn(outcome),
    ...(phase ? { phase } : {}),
    ...(finalizers ? { finalizers } : {}),
    of: own!.of,
    ...(dependsOn ? { dependsOn } : {}),
  };
}

/** It stays as it is, unless what it is in goes. */
function tellGuarded(label: string, outcome: Outcome | undefined, { doubt }: Guard): ObjectDiff {
  const { phase, dependsOn = [] } = outcome ?? {};
  if (doubt === undefined) {
    return {
      object: label,
      verdict: 'unchanged',
      ...dataIn(outcome),
      ...(phase ? { phase } : {}),
      ...(dependsOn.length > 0 ? { dependsOn } : {}),
    };
  }
  return {
    object: label,
    verdict: 'depends',
    ...dataIn(outcome),
    dependsOn: [...new Set([doubt, ...dependsOn])],
  };
}

/** It cannot be deleted, or perhaps not. */
function tellDenied(
  label: string,
  outcome: Outcome | undefined,
  { refused, unknown }: Judgement,
): ObjectDiff {
  const { phase, dependsOn = [] } = outcome ?? {};
  if (refused.length === 0) {
    return {
      object: label,
      verdict: 'depends',
      ...dataIn(outcome),
      dependsOn: [...new Set([...unknown, ...dependsOn])],
    };
  }
  return {
    object: label,
    verdict: 'refused',
    code: refused[0].server?.code,
    errors: refused.map(answerOf),
    ...dataIn(outcome),
    ...(phase ? { phase } : {}),
    remedy: refused[0].remedy,
  };
}

function tellPruned(
  { id, label, kindKey }: AppliedManifest,
  outcome: Outcome | undefined,
  comparison: Comparison,
): ObjectDiff {
  const guard = comparison.guards.get(id);
  if (guard && !outcome?.afterwards) return tellGuarded(label, outcome, guard);
  const denied = comparison.denials.get(id);
  if (denied && !outcome?.afterwards) return tellDenied(label, outcome, denied);
  if (!outcome) return { object: label, verdict: 'deleted' };
  const { verdict = 'deleted', phase, finalizers, dependsOn } = outcome;
  const remedy = remedyFor(outcome, kindKey, comparison);
  return {
    object: label,
    verdict,
    ...dataIn(outcome),
    ...(phase ? { phase } : {}),
    ...(finalizers ? { finalizers } : {}),
    ...(dependsOn ? { dependsOn } : {}),
    ...(remedy === undefined ? {} : { remedy }),
  };
}
