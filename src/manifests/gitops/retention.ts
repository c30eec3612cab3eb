/**
 * The retention of objects when Argo CD, Flux or Helm delete what they have applied: what they
 * spare, by their own rules.
 */
import {
  argoHooksOf,
  FLUX,
  fluxOptionAt,
  HELM_POLICY,
  helmEventsOf,
  helmPoliciesOf,
  isArgoHook,
  isKeptByArgoAsByHelm,
  isKeptByHelm,
  isKeptByUpgrade,
  optionIn,
  syncOptionOf,
} from './annotations';
import { deployersFor, FilesOf, syncingOf } from './engines';
import { JudgedObject, World } from '../../judge';
import { DEFINITION, kindAndName } from '../../kube';
import { fieldsOf, textOf } from '../../object';

/** Who deletes: a person with kubectl, too. */
export type Actor = 'argocd' | 'flux' | 'helm' | 'kubectl';

/** Why something is deleted that was applied before. */
export const NO_LONGER_THERE = 'it is no longer among the files';

/**
 * When something is deleted: with the whole application, or since it is no longer among the files.
 */
export type Deletion = 'app' | 'pruning';

export interface Treatment {
  /** `waits` until a person confirms it. */
  readonly does: 'deletes' | 'keeps' | 'waits';
  /** The option, or the rule, by which it does so. */
  readonly because: string;
  /** What decides, where the option may be that of another deployer. */
  readonly doubt?: string;
}

interface KnownDeployer {
  /** The one that deletes it, by its key. */
  readonly by?: string;
  readonly filesOf?: FilesOf;
}

/** What Argo CD, Flux, Helm or kubectl do with an object that they are to delete. */
export function treatmentOf(
  object: JudgedObject,
  actor: Actor,
  deletion: Deletion,
  world: World,
  known: KnownDeployer,
): Treatment {
  switch (actor) {
    case 'argocd':
      return ofDeployers(object, actor, world, known, (application) =>
        deletion === 'app'
          ? deletedWithApplication(object, application)
          : prunedByArgo(object, application),
      );
    case 'flux':
      return ofDeployers(object, actor, world, known, (kustomization) =>
        byFlux(object, deletion, kustomization),
      );
    case 'helm':
      return byHelm(object, deletion);
    case 'kubectl':
      return { does: 'deletes', because: 'kubectl ignores annotations' };
  }
}

/** What the deployers of an object do; of several, what loses most. */
function ofDeployers(
  object: JudgedObject,
  engine: 'argocd' | 'flux',
  world: World,
  { by, filesOf }: KnownDeployer,
  treatment: (deployer: JudgedObject | undefined) => Treatment,
): Treatment {
  const alone = treatment(undefined);
  const self = by === undefined ? undefined : world.once(byKey).get(by);
  if (self) return treatment(self);
  const { deployers, doubt } = deployersFor(object, engine, world, filesOf);
  const [first = alone] = deployers
    .map(treatment)
    .sort((a, b) => FROM_THE_WORST.indexOf(a.does) - FROM_THE_WORST.indexOf(b.does));
  return doubt === undefined || first.does === alone.does ? first : { ...first, doubt };
}

function byKey({ objects }: World): ReadonlyMap<string, JudgedObject> {
  return new Map(objects.map((object) => [object.key, object]));
}

const FROM_THE_WORST: readonly Treatment['does'][] = ['deletes', 'waits', 'keeps'];

/** `shouldBeDeleted` of Argo CD's application controller. */
function deletedWithApplication(
  object: JudgedObject,
  application: JudgedObject | undefined,
): Treatment {
  if (isDefinition(object)) return { does: 'keeps', because: 'Argo CD never deletes definitions' };
  const own = syncOptionOf(object, 'Delete');
  const value = own ?? optionIn(optionsOf(application), 'Delete');
  if (value === 'false') return { does: 'keeps', because: `Delete=false${ofApplication(own)}` };
  if (isKeptByArgoAsByHelm(object)) return { does: 'keeps', because: `${HELM_POLICY}: keep` };
  if (value === 'confirm') return { does: 'waits', because: `Delete=confirm${ofApplication(own)}` };
  // A resource whose pruning has to be confirmed holds the deletion of its Application up as well.
  const prune = syncOptionOf(object, 'Prune') ?? optionIn(optionsOf(application), 'Prune');
  return prune === 'confirm'
    ? { does: 'waits', because: 'Prune=confirm' }
    : { does: 'deletes', because: 'it is deleted with its Application' };
}

/** `pruneObject` of gitops-engine, for what is among the tasks of a sync at all. */
function prunedByArgo(object: JudgedObject, application: JudgedObject | undefined): Treatment {
  if (isDefinition(object)) return { does: 'keeps', because: 'Argo CD never prunes definitions' };
  if (isArgoHook(object)) {
    return { does: 'keeps', because: 'a hook is not pruned' };
  }
  const own = syncOptionOf(object, 'Prune');
  const value = own ?? optionIn(optionsOf(application), 'Prune');
  if (value === 'false') return { does: 'keeps', because: `Prune=false${ofApplication(own)}` };
  if (value === 'confirm') return { does: 'waits', because: `Prune=confirm${ofApplication(own)}` };
  return { does: 'deletes', because: NO_LONGER_THERE };
}

/** `deleteObjects` and `finalizerShouldDeleteResources` of kustomize-controller. */
function byFlux(
  object: JudgedObject,
  deletion: Deletion,
  kustomization: JudgedObject | undefined,
): Treatment {
  for (const [option, value] of [
    ['prune', 'disabled'],
    ['reconcile', 'disabled'],
    ['ssa', 'ignore'],
  ] as const) {
    if (fluxOptionAt(object, option, value) !== undefined) {
      return {
        does: 'keeps',
        because: `${FLUX}/${option}: ${value === 'ignore' ? 'Ignore' : value}`,
      };
    }
  }
  const { prune, deletionPolicy, suspend } = fieldsOf(kustomization?.manifest.spec);
  const name = kustomization ? kindAndName(kustomization) : '';
  if (kustomization && deletion === 'pruning' && prune !== true) {
    return { does: 'keeps', because: `${name} has prune: false` };
  }
  if (kustomization && deletion === 'app') {
    if (suspend === true) return { does: 'keeps', because: `${name} is suspended` };
    const policy = textOf(deletionPolicy) || 'MirrorPrune';
    if (policy === 'Orphan') {
      return { does: 'keeps', because: `${name} has deletionPolicy: Orphan` };
    }
    if (policy === 'MirrorPrune' && prune !== true) {
      return { does: 'keeps', because: `${name} has prune: false` };
    }
  }
  return {
    does: 'deletes',
    because: deletion === 'app' ? 'it is deleted with its Kustomization' : NO_LONGER_THERE,
  };
}

/** `helm uninstall`: hooks are not part of a release. */
function byHelm(object: JudgedObject, deletion: Deletion): Treatment {
  if (deletion === 'pruning' ? isKeptByUpgrade(object) : isKeptByHelm(object)) {
    return { does: 'keeps', because: `${HELM_POLICY}: keep` };
  }
  const events = helmEventsOf(object);
  if (events?.length === 0) {
    return { does: 'keeps', because: 'Helm skips unknown hooks' };
  }
  if (events && !helmPoliciesOf(object).includes('hook-succeeded')) {
    return { does: 'keeps', because: 'a hook is not part of the release' };
  }
  return { does: 'deletes', because: 'it is deleted with its release' };
}

/**
 * What is done with an object of which a change is refused, when the engine is told to force all
 * changes.
 */
export function forcedBy(object: JudgedObject, actor: 'argocd' | 'flux'): Treatment {
  if (actor === 'argocd') {
    if (argoHooksOf(object).includes('Skip')) {
      return { does: 'keeps', because: 'Argo CD does not sync it (hook: Skip)' };
    }
    if (isDefinition(object) || object.kindKey === '/Namespace') {
      return {
        does: 'keeps',
        because: 'Argo CD updates namespaces and definitions, and never replaces them',
      };
    }
    return { does: 'deletes', because: 'Force and Replace delete and recreate it' };
  }
  for (const [option, value, word] of [
    ['reconcile', 'disabled', 'disabled'],
    ['ssa', 'ignore', 'Ignore'],
    ['ssa', 'ifnotpresent', 'IfNotPresent'],
  ] as const) {
    if (fluxOptionAt(object, option, value) !== undefined) {
      return { does: 'keeps', because: `${FLUX}/${option}: ${word}` };
    }
  }
  return {
    does: 'deletes',
    because: 'force deletes and recreates an object whose change is rejected',
  };
}

function isDefinition({ kindKey }: JudgedObject): boolean {
  return kindKey === DEFINITION;
}

function ofApplication(own: string | undefined): string {
  return own === undefined ? ' of its Application' : '';
}

function optionsOf(application: JudgedObject | undefined): readonly string[] {
  return application ? syncingOf(application).options : [];
}
