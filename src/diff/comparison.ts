/**
 * The comparison of two sets of manifests: applies OLD to an empty cluster and NEW to what that has
 * become, prunes, and keeps all that happened.
 */
import { policiesOn } from './admission/admission';
import { isOfPolicies } from './admission/policies';
import { Applying } from './applying';
import { phasesAt } from './binding/phases';
import { changedFields } from './changes';
import { Changes, Cluster } from './cluster';
import { CustomKinds } from './custom/kinds';
import { Files } from './data/folders';
import { enginesOf, Guard, guardsOf, Sides } from './guards';
import { startFrom } from './live';
import { podsOutcomes, PodsOutcome } from './pods/pods';
import { comeToRest, Rest } from './rest';
import type { Answer } from './server/answers';
import { Judgement } from './server/judgement';
import { Coming, ServerSettings } from './server/settings';
import type { Skip } from './skipped';
import { DiffOptions, ObjectDrift } from './spec';
import { Application, startWith } from './start';
import { Stored } from './stored';
import { claimKey } from './workloads';
import { Fields, kindDefinedBy, lazily } from '../kube';
import { at, MODEL_MINOR, parseVersion } from '../model';
import type { ReadOut } from '../read-out';
import { AppliedManifest } from '../validation';

/** All that happened, for those who tell of it. */
export interface Comparison {
  readonly options: DiffOptions;
  readonly old: readonly AppliedManifest[];
  readonly next: readonly AppliedManifest[];
  /** NEW, each object as it appears first. */
  readonly applied: readonly AppliedManifest[];
  /** The cluster with OLD at rest, and with NEW at rest before anything is pruned. */
  readonly before: Cluster;
  readonly after: Cluster;
  /** What differs between the two. */
  readonly changes: Changes;
  readonly restBefore: Rest;
  readonly rest: Rest;
  readonly answers: ReadonlyMap<string, Answer>;
  readonly pods: ReadonlyMap<string, PodsOutcome>;
  /** Objects that are in OLD alone and are deleted. */
  readonly pruned: readonly Stored[];
  /** Those of them that their engine leaves alone. */
  readonly guards: ReadonlyMap<string, Guard>;
  /** Those whose deletion policies refuse, or perhaps refuse. */
  readonly denials: ReadonlyMap<string, Judgement>;
  /** Objects of NEW that their engine does not apply, be they in the cluster or not. */
  readonly skipped: ReadonlyMap<string, Skip>;
  /** Objects of NEW that Force would delete, if Argo CD did not fail before. */
  readonly unforced: ReadonlySet<string>;
  /** Objects of NEW that an engine creates anew, since the server refuses to change them. */
  readonly replaced: ReadonlySet<string>;
  /** Whether the other way of applying may come to something else. */
  readonly isOfWay: boolean;
  /** What NEW is of, by the marks of live objects, where nothing else says what is pruned. */
  readonly application?: Application;
  /** The changes that somebody made by hand, where the options ask for them. */
  readonly drift?: readonly ObjectDrift[];
  /** How NEW was applied. */
  readonly settings: ServerSettings;
  /** What decides whether an object of the files is still there after NEW, by its identity. */
  readonly doubts: ReadonlyMap<string, string>;
  /** The file of each object of OLD and of NEW, where it is known. */
  oldFiles(): Files;
  newFiles(): Files;
}

/** What is given, read. */
export interface Both extends Pick<Comparison, 'old' | 'next' | 'oldFiles' | 'newFiles'> {
  /** What decides whether objects of the files are still there after NEW, by their labels. */
  readonly doubts: ReadonlyMap<string, string>;
  /** What lives, with a read-out. */
  readonly live?: readonly AppliedManifest[];
  read(manifest: Fields): AppliedManifest | undefined;
}

export function compare(both: Both, given: DiffOptions): Comparison {
  const { oldFiles, newFiles } = both;
  const { minor = minorOf(given.cluster), definitions = [] } = given;
  const settings = (
    custom: CustomKinds,
    { way = 'serverSide' }: DiffOptions,
    isBound: (stored: Stored) => boolean,
  ): Omit<ServerSettings, 'coming'> => ({
    way,
    minor,
    isPast: false,
    custom,
    isBound,
  });
  const start = both.live
    ? startFrom({ ...both, live: both.live, options: given, readOut: given.cluster! })
    : startWith(both, given, {
        ...settings(
          new CustomKinds([...definitions, ...definitionsOf(both.old)], true),
          given,
          () => false,
        ),
        isPast: true,
        coming: comingOf(both.old, both.next, given),
      });
  const { cluster, old, next, options, restBefore } = start;
  let { isOfWay } = start;
  const before = cluster.copy();
  const stateOf = ({ sent }: Stored) => restBefore.claims.get(claimKey(sent.namespace, sent.name));
  const isBound = (stored: Stored) => stateOf(stored)?.isBound === true;
  const mayBeBound = (stored: Stored) => {
    const state = stateOf(stored);
    return state?.isBound === false && state.doubt !== undefined;
  };
  // A claim that names a volume in no file may have been made before that volume.
  const bindingDoubt = (stored: Stored) =>
    options.bound === undefined && at(stored.sent.manifest, 'spec.volumeName') !== undefined
      ? stateOf(stored)?.dependsOn
      : undefined;
  const present = both.live ?? old;
  const now = {
    ...settings(
      new CustomKinds([...definitions, ...definitionsOf([...present, ...next])]),
      options,
      isBound,
    ),
    coming: comingOf(present, next, options),
    force: start.force,
    mayBeBound,
    bindingDoubt,
    customBefore: start.custom,
    settled: before,
    phaseOf: phasesAt(restBefore),
  };
  const answers = new Map<string, Answer>();
  const first: AppliedManifest[] = [];
  const engines = enginesOf({ before, after: before, options });
  const engine = engines.length === 1 ? engines[0] : undefined;
  const applying = new Applying({
    cluster,
    before,
    next,
    settings: now,
    engine,
    filesOf: newFiles,
  });
  for (const sent of next) {
    const { id } = sent;
    const answer = applying.apply(sent);
    if (answer.isOfWay) isOfWay = true;
    if (answers.has(id)) {
      answers.set(id, together(answer, before.get(id), cluster.get(id)));
    } else {
      answers.set(id, answer);
      first.push(sent);
    }
  }
  const applied = new Map<string, Stored['live']>();
  for (const { sent } of cluster.changesSince(before).had) {
    const stored = cluster.get(sent.id);
    if (stored) applied.set(sent.id, stored.live);
  }
  const drift = options.isDriftTold
    ? start.drift?.({
        before,
        after: new Map(next.map(({ id }) => [id, applied.get(id) ?? before.get(id)?.live])),
        answers,
      })
    : undefined;
  const rest = comeToRest(cluster, restBefore.claims, undefined);
  const pods = podsOutcomes({ before, applied, after: cluster, restBefore, rest, minor });
  const left = [
    ...new Set(old.map(({ id }) => (answers.has(id) ? undefined : before.get(id)))),
  ].filter((one) => one !== undefined);
  const namespaces = new Set(next.map(({ namespace }) => namespace));
  const sides = { before, after: cluster, oldFiles, options, namespaces };
  const guards = guardsOf(left, sides);
  const leaving = left.filter(({ sent }) => !guards.has(sent.id));
  const unheld = left.filter(({ sent }) => guards.get(sent.id)?.doubt !== undefined);
  const policies = [...leaving, ...unheld].filter(({ sent }) => isOfPolicies(sent.kindKey));
  const policed =
    policies.length > 0 ? cluster.without(new Set(policies.map(({ sent }) => sent.id))) : cluster;
  const denials = denialsOf(leaving, policed, { ...now, phaseOf: phasesAt(rest, left) });
  const pruned = leaving.filter(({ sent }) => !denials.has(sent.id));
  const files = { oldFiles, newFiles, doubts: unspared(both.doubts, sides) };
  return {
    options,
    old,
    next,
    applied: first,
    before,
    after: cluster,
    changes: cluster.changesSince(before),
    restBefore,
    rest,
    answers,
    skipped: applying.skipped,
    unforced: applying.unforced,
    replaced: applying.replaced,
    pods,
    pruned,
    guards,
    denials,
    isOfWay,
    settings: now,
    ...(start.application ? { application: start.application } : {}),
    ...(drift ? { drift } : {}),
    ...files,
  };
}

/** Doubts about objects that their engine would delete, by identity. */
function unspared(doubts: ReadonlyMap<string, string>, sides: Sides): Map<string, string> {
  const found = new Map<string, string>();
  if (doubts.size === 0) return found;
  const open = [...sides.before.all()].filter(({ sent }) => doubts.has(sent.label));
  const guards = guardsOf(open, sides);
  for (const { sent } of open) {
    const guard = guards.get(sent.id);
    const all = [doubts.get(sent.label), guard?.doubt].filter((one) => one !== undefined);
    if (!guard || guard.doubt !== undefined) found.set(sent.id, all.join(', and '));
  }
  return found;
}

/**
 * What policies say of deletions, by identity, where they object. Those that come or go with NEW
 * may be in force by then or not.
 */
function denialsOf(
  left: readonly Stored[],
  cluster: Cluster,
  settings: ServerSettings,
): Map<string, Judgement> {
  const denials = new Map<string, Judgement>();
  for (const stored of left) {
    const { sent } = stored;
    const { refused, unknown, coming } = policiesOn(cluster, sent, stored, null, settings);
    const sure = refused.filter(({ isStill }) => isStill);
    const doubts = refused
      .filter(({ isStill }) => !isStill)
      .map(
        ({ policy }) =>
          `whether the policy ${JSON.stringify(policy)}, which also changes, is still in force`,
      );
    const all = [...unknown, ...coming, ...doubts];
    if (sure.length + all.length > 0) {
      denials.set(sent.id, { refused: sure, unknown: all });
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
  const coming = {
    namespaces: new Set<string>(),
    kinds: new Map<string, string>(),
    isSorted: engine !== undefined && engine !== 'none',
    mayAddNamespaces: engine === 'argo' || engine === 'helm',
  };
  const had = lazily(() => new Set(old.map(({ id }) => id)));
  for (const sent of next) {
    const { id, kindKey, kind, name } = sent;
    const isNamespace = kindKey === '/Namespace';
    if ((!isNamespace && kind !== 'CustomResourceDefinition') || had().has(id)) continue;
    if (isNamespace) coming.namespaces.add(name);
    else coming.kinds.set(kindDefinedBy(sent.manifest), id);
  }
  return coming;
}

function definitionsOf(sent: readonly AppliedManifest[]): Fields[] {
  return sent
    .filter(({ kind }) => kind === 'CustomResourceDefinition')
    .map(({ manifest }) => manifest);
}

/** The version of the cluster, if it is known. */
function minorOf(cluster: ReadOut | undefined): number {
  const told = cluster?.kubernetes === undefined ? undefined : parseVersion(cluster.kubernetes);
  return told?.minor ?? MODEL_MINOR;
}

/** The answer for an object that NEW has twice: how the last manifest differs from OLD. */
function together(last: Answer, before: Stored | undefined, after: Stored | undefined): Answer {
  if (last.verdict === 'refused' || !after) return last;
  if (last.verdict === 'depends') {
    const { wanted } = last;
    return before && wanted ? { ...last, changes: changedFields(before.live, wanted) } : last;
  }
  if (!before) return { ...last, verdict: 'created', changes: [] };
  const changes = changedFields(before.live, after.live);
  const verdict = changes.length > 0 ? 'changed' : 'unchanged';
  return { ...last, verdict, changes, wanted: after.live };
}
