/**
 * Objects that stay among the files and are deleted and created anew all the same: hooks, and what
 * engines replace by force.
 */
import { Departures } from './departures';
import { readWorld } from '../../judge';
import type { JudgedObject, World } from '../../judge';
import { DEFINITION, Fields, fieldsOf, kindAndName } from '../../kube';
import {
  argoHooksOf,
  argoPoliciesOf,
  fluxOptionAt,
  HELM_POLICY,
  helmHooksOf,
  helmPoliciesOf,
  optionIn,
  SYNC_OPTIONS,
  syncOptionOf,
} from '../../manifests/gitops/annotations';
import {
  APPLICATIONS,
  KUSTOMIZATION,
  kustomizationsFor,
  syncingOf,
  targetOf,
} from '../../manifests/gitops/engines';
import { Actor } from '../../manifests/gitops/retention';
import { AppliedManifest, asGiven } from '../../validation';
import type { Answer } from '../answers';
import { Cluster } from '../cluster';
import { annotationsOf } from '../stored';

/** The comparison, as far as it decides. */
export interface Applied {
  readonly before: Cluster;
  readonly after: Cluster;
  readonly next: readonly AppliedManifest[];
  readonly answers: ReadonlyMap<string, Answer>;
  /** The engines that deploy the files; empty if nothing shows it. */
  readonly engines: readonly Actor[];
  /** Whether something else changes, so that an engine syncs at all. */
  readonly isSynced: boolean;
}

/** Why an engine deletes and creates an object, and whether it does so only under a condition. */
interface Recreation {
  readonly because: string;
  readonly doubt?: string;
}

const ENGINES: readonly Actor[] = ['argocd', 'flux', 'helm'];
const NAMES: { readonly [actor in Actor]: string } = {
  argocd: 'Argo CD deploys it (--engine argo)',
  flux: 'Flux deploys it (--engine flux)',
  helm: 'Helm deploys it (--engine helm)',
  kubectl: 'kubectl deploys it',
};
/** Kinds that Argo CD never replaces. */
const UPDATED: readonly string[] = ['/Namespace', DEFINITION];
/** What Argo CD makes of Helm's hooks. */
const HELM_AS_ARGO: { readonly [hook: string]: string } = {
  'pre-install': 'PreSync',
  'pre-upgrade': 'PreSync',
  'post-install': 'PostSync',
  'post-upgrade': 'PostSync',
};

/** Adds to the departures what is deleted and created anew. */
export function recreate(applied: Applied, departures: Departures): void {
  const objects = applied.next.filter(
    ({ id, given }) =>
      applied.before.get(id) !== undefined && mayBeRecreated(given, applied.answers.get(id)),
  );
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
    for (const actor of applied.engines.length > 0 ? applied.engines : ENGINES) {
      const found = recreation(object, actor, applied, world);
      if (!found) continue;
      const guess = applied.engines.length === 1 ? undefined : `whether ${NAMES[actor]}`;
      const doubts = [guess, found.doubt].filter((one) => one !== undefined);
      departures.add(id, {
        because: found.because,
        isRecreated: true,
        ...(doubts.length > 0 ? { doubt: doubts.join(', and ') } : {}),
      });
    }
  }
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
  if (actor === 'argocd') return asHook(object, applied) ?? byForce(object, applied, world);
  if (actor === 'flux') return byFlux(object, applied, world);
  return actor === 'helm' ? byHelm(object, applied) : undefined;
}

/**
 * A hook is deleted before it is created again, or once it has succeeded: a claim succeeds when it
 * is bound.
 */
function asHook(object: JudgedObject, { isSynced }: Applied): Recreation | undefined {
  const own = argoHooksOf(object);
  const hooks =
    own.length > 0 ? own : helmHooksOf(object).flatMap((hook) => HELM_AS_ARGO[hook] ?? []);
  if (!isSynced || hooks.includes('Skip')) return undefined;
  const policies = argoPoliciesOf(object);
  const atSync = hooks.some((hook) => hook === 'PreSync' || hook === 'Sync' || hook === 'PostSync');
  if (!atSync && !hooks.includes('SyncFail')) return undefined;
  const policy = ['BeforeHookCreation', 'HookSucceeded'].find((one) => policies.includes(one));
  const because =
    policy === 'HookSucceeded'
      ? 'Argo CD deletes a hook that has succeeded (HookSucceeded)'
      : 'Argo CD deletes and recreates a hook at each sync (BeforeHookCreation)';
  if (policy !== undefined) {
    return { because, ...(atSync ? {} : { doubt: 'whether a sync fails' }) };
  }
  return policies.includes('HookFailed')
    ? {
        because: 'Argo CD deletes a hook that has failed (HookFailed)',
        doubt: 'whether the hook fails',
      }
    : undefined;
}

function helmPolicies(object: JudgedObject): readonly string[] {
  const policies = helmPoliciesOf(object);
  return policies.length > 0 ? policies : ['before-hook-creation'];
}

/**
 * Force and Replace delete an object at each sync, but update namespaces and definitions; Force
 * alone deletes what is refused.
 */
function byForce(
  object: JudgedObject,
  { answers, isSynced }: Applied,
  world: World,
): Recreation | undefined {
  // Force counts on the object alone.
  if (!isSynced || syncOptionOf(object, 'Force') !== 'true') return undefined;
  const because = 'Argo CD deletes and recreates it (Force=true,Replace=true)';
  const own = UPDATED.includes(object.kindKey) ? 'false' : syncOptionOf(object, 'Replace');
  if (own === 'true') return { because };
  const all = APPLICATIONS.flatMap((kind) => world.ofKind(kind));
  const replacing =
    own === undefined
      ? all.filter((one) => optionIn(syncingOf(one).options, 'Replace') === 'true')
      : [];
  if (replacing.length > 0 && replacing.length === all.length) return { because };
  if (answers.get(object.key)?.verdict === 'refused') {
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

/** Hooks of an upgrade are created at each; what becomes another hook leaves the release. */
function byHelm(object: JudgedObject, { before, isSynced }: Applied): Recreation | undefined {
  const hooks = helmHooksOf(object);
  if (hooks.length === 0 || !isSynced) return undefined;
  const was = before.get(object.key);
  const had = annotationsOf(was);
  const wasHook = had['helm.sh/hook'] !== undefined;
  if (hooks.includes('pre-upgrade') || hooks.includes('post-upgrade')) {
    const policies = helmPolicies(object);
    const policy = ['before-hook-creation', 'hook-succeeded'].find((one) => policies.includes(one));
    if (policy !== undefined) return { because: `Helm deletes a hook at each upgrade (${policy})` };
    if (policies.includes('hook-failed')) {
      return {
        because: 'Helm deletes a hook that has failed (hook-failed)',
        doubt: 'whether the hook fails',
      };
    }
  }
  // An upgrade asks what is in the cluster.
  return wasHook || had[HELM_POLICY] === 'keep'
    ? undefined
    : { because: 'a hook is not part of the release: Helm deletes what left it' };
}
