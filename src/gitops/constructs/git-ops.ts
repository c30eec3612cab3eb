/**
 * GitOps as a mode of an app or a chart: what is in it is written in the order, and with the
 * guards, that its engine needs.
 */
import { ApiObject, Chart } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { ArgoGuard, ArgoJobs, FluxGuard, FluxJobs } from './options';
import { Finding, FindingsError, throwIfErrors, violation } from '../../findings';
import { JudgedObject, readWorld } from '../../judge';
import { onceFor, unwrap, withoutUndefined } from '../../kube';
import { GITOPS_JUDGES } from '../../manifests/gitops/judges';
import {
  changeWhenWritten,
  hasContentInName,
  judgeBy,
  registeredKinds,
  registerForSynth,
  SynthCheck,
  targetAt,
  targetForEngine,
  unchangedManifest,
} from '../../tree';
import { GitOpsChange, planGitOps } from '../build';
import { checkGitOps } from '../check';
import { checkFluxOrder } from '../flux-order';
import { GITOPS_MODE_RULES as RULES } from '../rules';
import { GitOpsOptions, GitOpsSpec } from '../spec';

/** Options of the GitOps mode for Flux. */
export interface GitOpsFluxOptions {
  /**
   * How data is protected: claims, volumes, snapshots, databases, and the classes, drivers and
   * namespaces that they need.
   * @default FluxGuard.KEEP
   */
  readonly guard?: FluxGuard;

  /**
   * How a changed Job is applied.
   * @default FluxJobs.HASHED_NAME
   */
  readonly jobs?: FluxJobs;
}

/** Options of the GitOps mode for Argo CD. */
export interface GitOpsArgoCdOptions {
  /**
   * How data is protected: claims, volumes, snapshots, databases, and the classes, drivers and
   * namespaces that they need.
   * @default ArgoGuard.KEEP
   */
  readonly guard?: ArgoGuard;

  /**
   * How a changed Job is applied.
   * @default ArgoJobs.HASHED_NAME
   */
  readonly jobs?: ArgoJobs;

  /**
   * The sync wave of objects that need no earlier one, as a whole number. All other waves are
   * relative to it. Argo CD waits until a wave is healthy before it starts the next one, so a chart
   * with wave -1 is running before those with wave 0 are applied.
   * @default 0, for which no annotation is written
   */
  readonly wave?: number;
}

/**
 * The GitOps mode: objects get the annotations for order and protection that Argo CD or Flux needs.
 * It applies to everything in the scope, whatever it was created with. If scopes are nested, the
 * innermost one wins. Without the mode, no such annotations are written.
 *
 * - Order, for Argo CD: objects that others need, but that would be applied after them within a
 *   wave (a CSIDriver, SecurityContextConstraints, admission policies, PriorityClasses), get an
 *   earlier wave. A claim that waits for its first consumer is in the wave of that consumer.
 *   Everything else gets no annotation, and an existing wave is kept. Flux has no such order; if a
 *   policy would come too late, a warning says so.
 * - Guards: objects that hold data are neither pruned nor deleted together with their application.
 * - Jobs: changed Jobs can be applied.
 * - Large objects, which do not fit into the annotation of client-side apply, use server-side apply
 * (`ServerSideApply=true`).
 *
 * The target of an app does the same: `Target.enable(app, { gitops: TargetGitOps.ARGO_CD })`.
 *
 * @example
 * GitOps.enableArgoCd(chart, { guard: ArgoGuard.CONFIRM });
 */
export class GitOps {
  /**
   * Enables the mode for Argo CD 3 in a scope.
   * @param scope the app, a chart, or any construct whose subtree is meant
   * @param options settings that differ from the defaults
   * @returns the mode
   * @throws an error that lists all findings if an option is invalid, or if the scope already has
   * an engine
   */
  public static enableArgoCd(scope: Construct, options: GitOpsArgoCdOptions = {}): GitOps {
    enter(scope, { spec: readOptions(scope, options, 'argocd'), isByTarget: false });
    return new GitOps();
  }

  /**
   * Enables the mode for Flux 2 in a scope.
   * @param scope the app, a chart, or any construct whose subtree is meant
   * @param options settings that differ from the defaults
   * @returns the mode
   * @throws an error that lists all findings if an option is invalid or not supported by Flux, or
   * if the scope already has an engine
   */
  public static enableFlux(scope: Construct, options: GitOpsFluxOptions = {}): GitOps {
    enter(scope, { spec: readOptions(scope, options, 'flux'), isByTarget: false });
    return new GitOps();
  }

  private constructor() {}
}

/** What was asked for a scope: by its target, or by a call that says more. */
interface Entered {
  readonly spec: GitOpsSpec;
  readonly isByTarget: boolean;
}

/**
 * By root: what was asked, by the paths of the scopes, and what becomes of the objects, by theirs.
 */
interface Room {
  readonly entered: Map<string, Entered>;
  changes: ReadonlyMap<string, GitOpsChange>;
}

const changing = new WeakSet<ApiObject>();

/** Enables GitOps for a target that names an engine. */
export function enterByTarget(scope: Construct, engine: GitOpsSpec['engine']): void {
  enter(scope, { spec: { engine }, isByTarget: true });
}

function readOptions(
  scope: Construct,
  options: GitOpsOptions,
  engine: GitOpsSpec['engine'],
): GitOpsSpec {
  const read = withoutUndefined(unwrap(options ?? {})) as GitOpsOptions;
  throwIfErrors(
    checkGitOps({ ...read, engine }).map((finding) => ({ ...finding, construct: scope.node.path })),
  );
  return { ...read, engine };
}

function enter(scope: Construct, one: Entered): void {
  const { path } = scope.node;
  const { entered } = roomOf(scope);
  const before = entered.get(path);
  const isRefused =
    before && (before.spec.engine !== one.spec.engine || before.isByTarget === one.isByTarget);
  if (isRefused) throw new FindingsError([refused(path, before, one)]);
  // A call says more than the target, whichever comes first.
  if (!before || before.isByTarget) entered.set(path, one);
  if (before) return;
  targetForEngine(scope, one.spec.engine);
  registerForSynth(scope, MODE, undefined);
  judgeBy(scope, GITOPS_JUDGES);
}

function refused(path: string, before: Entered, { spec }: Entered): Finding {
  const by = before.isByTarget ? 'its target' : 'GitOps';
  return {
    ...violation(
      RULES.mode,
      '',
      `the scope was already assigned to ${NAMES[before.spec.engine]} by ${by}, and cannot be assigned to ${NAMES[spec.engine]}`,
      'assign it to one engine, once',
    ),
    construct: path,
  };
}

const NAMES = { argocd: 'Argo CD', flux: 'Flux' };

/** Finds out what becomes of the objects, before they are judged and written. */
const MODE: SynthCheck<undefined> = {
  id: 'gitops/mode',
  check: (_registered, { root }) => {
    const room = roomOf(root);
    const objects = root.node.findAll().filter(ApiObject.isApiObject);
    const byPath = new Map(objects.map((object) => [object.node.path, object]));
    const sources = objects.map((object) => ({
      key: object.node.path,
      manifest: unchangedManifest(object),
    }));
    const world = readWorld(
      sources,
      { ...targetAt(root, ''), gitops: 'argocd' },
      { workloadKinds: registeredKinds(root) },
    );
    const specOf = ({ key }: JudgedObject) => specFor(byPath.get(key)!, room);
    const changes = planGitOps(world, specOf);
    room.changes = new Map([...changes].map(([{ key }, change]) => [key, change]));
    for (const object of objects.filter((one) => room.changes.has(one.node.path))) {
      if (changing.has(object)) continue;
      changing.add(object);
      changeWhenWritten(
        object,
        (manifest) => room.changes.get(object.node.path)?.(manifest) ?? manifest,
      );
    }
    return checkFluxOrder(world, (object) =>
      specOf(object)?.engine === 'flux' ? Chart.of(byPath.get(object.key)!).node.path : undefined,
    );
  },
};

/** What is asked for an object: by the nearest of the scopes around it. */
function specFor(object: ApiObject, { entered }: Room): GitOpsSpec | undefined {
  for (let at: IConstruct | undefined = object; at !== undefined; at = at.node.scope) {
    const spec = entered.get(at.node.path)?.spec;
    if (spec) {
      return hasContentInName(object) && spec.jobs !== 'hook' ? { ...spec, jobs: 'none' } : spec;
    }
  }
  return undefined;
}

const roomOfRoot = onceFor((_root: IConstruct): Room => ({
  entered: new Map(),
  changes: new Map(),
}));

function roomOf({ node: { root } }: IConstruct): Room {
  return roomOfRoot(root);
}
