/**
 * Objects that stay among the files and are deleted and created anew all the same: hooks, and what
 * engines replace by force.
 */
import { Departures } from './departures';
import { readWorld } from '../../judge';
import type { JudgedObject, World } from '../../judge';
import { DEFINITION, Fields, fieldsOf, kindAndName } from '../../kube';
import {
  fluxOptionAt,
  HELM_HOOK,
  HELM_POLICY,
  isArgoHook,
  SYNC_OPTIONS,
} from '../../manifests/gitops/annotations';
import {
  APPLICATIONS,
  deployersFor,
  FilesOf,
  KUSTOMIZATION,
  kustomizationsFor,
  syncingOf,
  targetOf,
} from '../../manifests/gitops/engines';
import { Actor, treatmentOf } from '../../manifests/gitops/retention';
import { AppliedManifest, asGiven } from '../../validation';
import { Cluster } from '../cluster';
import { argoHook, forceOn, helmHook } from '../recreation';
import type { Answer } from '../server/answers';
import { annotationsOf, Stored } from '../stored';

/** The comparison, as far as it decides. */
interface Applied {
  readonly before: Cluster;
  readonly after: Cluster;
  readonly next: readonly AppliedManifest[];
  readonly answers: ReadonlyMap<string, Answer>;
  /** Those that Force does not delete, since the sync fails before. */
  readonly unforced: ReadonlySet<string>;
  /** Those that are created anew, since the server refuses to change them. */
  readonly replaced: ReadonlySet<string>;
  /** The engines that deploy the files; empty if nothing shows it. */
  readonly engines: readonly Actor[];
  /** Whether something else changes, so that an engine syncs at all. */
  readonly isSynced: boolean;
  /** Whether engines delete what left the files. */
  readonly prunes: boolean;
  readonly filesOf: FilesOf;
  /** Whether an object is not synced as long as it is as it was. */
  isSkippedInSync(stored: Stored): boolean;
}

/** Why an engine deletes and creates an object, and whether it does so only under a condition. */
interface Recreation {
  readonly because: string;
  readonly doubt?: string;
  /** Whether it is deleted, and not created again. */
  readonly isGone?: boolean;
  /** Whether Force and Replace do it, whatever the API server says. */
  readonly isForced?: boolean;
}

const ENGINES: readonly Actor[] = ['argocd', 'flux', 'helm'];
/** The names of engines, and those as options. */
const NAMES: { readonly [actor in Actor]: readonly [name: string, option: string] } = {
  argocd: ['Argo CD', 'argo'],
  flux: ['Flux', 'flux'],
  helm: ['Helm', 'helm'],
  kubectl: ['kubectl', 'kubectl'],
};

/** Adds to the departures what is deleted and created anew. */
export function recreate(applied: Applied, departures: Departures): void {
  const objects = applied.next.filter(({ id, given }) => {
    const had = applied.before.get(id);
    return (
      had !== undefined &&
      (mayBeRecreated(given, applied.answers.get(id)) ||
        annotationsOf(had)[SYNC_OPTIONS] !== undefined)
    );
  });
  if (objects.length === 0) return;
  const speakers = [...APPLICATIONS, KUSTOMIZATION].flatMap((kind) =>
    [...applied.after.ofKind(kind)].map(({ sent }) => sent),
  );
  const world = readWorld(
    [...objects, ...speakers].map((sent) => ({ key: sent.id, manifest: asGiven(sent) })),
  );
  const judged = new Map(world.objects.map((object) => [object.key, object]));
  for (const { id } of objects) {
    const object = judged.get(id);
    if (!object) continue;
    const able = applied.engines.length > 0 ? applied.engines : ENGINES;
    const all = able.flatMap((actor) => {
      const found = recreation(object, actor, applied, world);
      return found ? [{ actor, ...found }] : [];
    });
    if (all.length === 0) continue;
    const first = all.find(({ doubt }) => doubt === undefined) ?? all[0];
    const guess =
      applied.engines.length === 1 ? undefined : deployedByOne(all.map(({ actor }) => actor));
    const doubts = [guess, first.doubt].filter((one) => one !== undefined);
    departures.add(id, {
      because: first.because,
      ...(first.isGone ? { isUnseen: true } : { isRecreated: true }),
      ...(first.isForced ? { isForced: true } : {}),
      ...(doubts.length > 0 ? { doubt: doubts.join(', and ') } : {}),
    });
  }
}

/** What decides, where the files do not show which engine deploys an object. */
function deployedByOne(actors: readonly Actor[]): string {
  const names = actors.map((actor) => NAMES[actor][0]).join(' or ');
  const options = actors.map((actor) => `--engine ${NAMES[actor][1]}`).join(', ');
  return `whether ${names} deploys it (${options})`;
}

/** Most objects have no mark, and nothing is wrong with them. */
function mayBeRecreated(given: Fields, answer: Answer | undefined): boolean {
  const annotations = fieldsOf(fieldsOf(given.metadata).annotations);
  return (
    answer?.verdict === 'refused' ||
    Object.keys(annotations).some(
      (key) =>
        key === SYNC_OPTIONS ||
        key.startsWith('argocd.argoproj.io/hook') ||
        key.startsWith('helm.sh/'),
    )
  );
}

function recreation(
  object: JudgedObject,
  actor: Actor,
  applied: Applied,
  world: World,
): Recreation | undefined {
  if (actor === 'argocd') return asHook(object, applied, world) ?? byForce(object, applied, world);
  if (actor === 'flux') return byFlux(object, applied, world);
  return actor === 'helm' ? byHelm(object, applied) : undefined;
}

/**
 * A hook is deleted before it is created again, or once it has succeeded: a claim succeeds when it
 * is bound. What becomes a hook is pruned, and not created again in a phase that no sync has.
 */
function asHook(object: JudgedObject, applied: Applied, world: World): Recreation | undefined {
  const hook = argoHook(object);
  if (!hook || !applied.isSynced) return undefined;
  const { deleted, isCreated } = hook;
  const because =
    deleted === 'succeeded'
      ? 'Argo CD deletes a hook that has succeeded (HookSucceeded)'
      : 'Argo CD deletes and recreates a hook at each sync (BeforeHookCreation)';
  // A hook that the server refuses to change does not succeed.
  const succeeds = applied.answers.get(object.key)?.verdict !== 'refused';
  // A sync that succeeds deletes what is there by the name of a hook of failed ones, too.
  if (deleted === 'succeeded' ? succeeds : deleted === 'before' && isCreated) return { because };
  const left = asLeft(object, applied, world);
  if (left && left.doubt === undefined) return { ...left, isGone: !isCreated };
  if (deleted === 'before') return { because, doubt: 'whether a sync fails' };
  return deleted === 'failed'
    ? {
        because: 'Argo CD deletes a hook that has failed (HookFailed)',
        doubt: 'whether the hook fails',
      }
    : left && { ...left, isGone: !isCreated };
}

/** What was no hook in the cluster, and is one now, is not among the objects of a sync any more. */
function asLeft(
  object: JudgedObject,
  { before, filesOf, prunes }: Applied,
  world: World,
): Recreation | undefined {
  const annotations = annotationsOf(before.get(object.key));
  if (!prunes || isArgoHook({ annotations })) return undefined;
  // It is applied before anything is pruned, and is a hook by then.
  if (argoHook(object)?.at.includes('PreSync')) return undefined;
  const known = { ...object, annotations };
  const { does, doubt } = treatmentOf(known, 'argocd', 'pruning', world, { filesOf });
  const pruning = deployersFor(object, 'argocd', world, filesOf).deployers.map(
    (one) => syncingOf(one).prunes,
  );
  if (
    (does === 'keeps' && doubt === undefined) ||
    (pruning.length > 0 && pruning.every((one) => one === false))
  ) {
    return undefined;
  }
  const doubts = [
    doubt,
    does === 'waits' ? 'whether somebody confirms that Argo CD prunes it' : undefined,
    pruning.length > 0 && !pruning.includes(true) ? 'whether the sync prunes' : undefined,
  ].filter((one) => one !== undefined);
  return {
    because: 'it becomes a hook, and Argo CD prunes what was there before',
    ...(doubts.length > 0 ? { doubt: doubts.join(', and ') } : {}),
  };
}

/**
 * Force and Replace delete an object at each sync, but update namespaces and definitions; Force
 * alone deletes what is refused.
 */
function byForce(
  object: JudgedObject,
  { before, answers, isSynced, unforced, replaced, isSkippedInSync }: Applied,
  world: World,
): Recreation | undefined {
  const had = before.get(object.key);
  const force = forceOn(object, annotationsOf(had), () =>
    APPLICATIONS.flatMap((kind) => world.ofKind(kind)),
  );
  if (!isSynced || !force || unforced.has(object.key)) return undefined;
  const { verdict } = answers.get(object.key) ?? {};
  if (had && verdict === 'unchanged' && isSkippedInSync(had)) return undefined;
  const because = 'Argo CD deletes and recreates it (Force=true,Replace=true)';
  const { isReplaced, replacing } = force;
  if (isReplaced) return { because, isForced: true };
  if (verdict === 'refused' || replaced.has(object.key)) {
    return {
      because: 'Argo CD deletes and recreates what the API server refuses to change (Force=true)',
    };
  }
  return replacing.length > 0 ? { because, doubt: deployedBy(replacing) } : undefined;
}

/** What decides, if only some of those that may deploy an object recreate it. */
function deployedBy(deployers: readonly JudgedObject[]): string {
  return `whether ${deployers.map(kindAndName).join(' or ')} deploys it`;
}

function byFlux(object: JudgedObject, { answers }: Applied, world: World): Recreation | undefined {
  const answer = answers.get(object.key);
  if (answer?.verdict !== 'refused' || answer.code === 403) return undefined;
  if (
    fluxOptionAt(object, 'reconcile', 'disabled') !== undefined ||
    fluxOptionAt(object, 'ssa', 'ignore', 'ifnotpresent') !== undefined
  ) {
    return undefined;
  }
  const because = 'Flux deletes and recreates what the API server refuses to change';
  if (fluxOptionAt(object, 'force', 'enabled', 'true') !== undefined) {
    return { because: `${because} (force: enabled)` };
  }
  const all = world.ofKind(KUSTOMIZATION);
  const own = kustomizationsFor(world, object.namespace);
  const able = own.length > 0 ? [...own, ...all.filter((one) => targetOf(one) === '')] : all;
  const forcing = able.filter(({ manifest }) => fieldsOf(manifest.spec).force === true);
  if (forcing.length === 0) return undefined;
  const names = forcing.map(({ name }) => name).join(' or ');
  return {
    because: `${because} (spec.force of the Kustomization ${names})`,
    ...(forcing.length < able.length ? { doubt: deployedBy(forcing) } : {}),
  };
}

/**
 * Hooks of an upgrade are created at each; what becomes another hook leaves the release, as does
 * what Helm skips since it does not know the hook.
 */
function byHelm(object: JudgedObject, { before, isSynced }: Applied): Recreation | undefined {
  const hook = helmHook(object);
  if (!hook || !isSynced) return undefined;
  const had = annotationsOf(before.get(object.key));
  if (hook.isCreated && object.kindKey !== DEFINITION) {
    if (hook.deleted === 'failed') {
      return {
        because: 'Helm deletes a hook that has failed (hook-failed)',
        doubt: 'whether the hook fails',
      };
    }
    if (hook.deleted !== undefined) {
      const policy = hook.deleted === 'before' ? 'before-hook-creation' : 'hook-succeeded';
      return { because: `Helm deletes a hook at each upgrade (${policy})` };
    }
  }
  // An upgrade asks what is in the cluster.
  if (had[HELM_HOOK] !== undefined || had[HELM_POLICY] === 'keep') return undefined;
  return hook.at.length === 0
    ? { because: 'Helm skips an unknown hook, and deletes what left the release', isGone: true }
    : {
        because: 'a hook is not part of the release: Helm deletes what left it',
        isGone: !hook.at.includes('post-upgrade'),
      };
}
