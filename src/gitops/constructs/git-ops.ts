/** GitOps as a mode of an app or a chart: what is in it is written in the order, and with the guards, that its engine needs. */
import { ApiObject, Chart } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { GitOpsGuard, GitOpsJobs } from './options';
import { Finding, FindingsError, throwIfErrors, violation } from '../../findings';
import { JudgedObject, readWorld } from '../../judge';
import { unwrap, withoutUndefined } from '../../kube';
import { GITOPS_JUDGES } from '../../manifests/gitops/judges';
import {
  changeWhenWritten, hasContentInName, judgeBy, registeredKinds, registerForSynth, SynthCheck, targetAt, targetForEngine, unchangedManifest,
  whenTargeted,
} from '../../tree';
import { GitOpsChange, planGitOps } from '../build';
import { checkGitOps } from '../check';
import { checkFluxOrder } from '../flux-order';
import { GITOPS_MODE_RULES as RULES } from '../rules';
import { GitOpsOptions, GitOpsSpec } from '../spec';

/** What Flux is asked for. */
export interface GitOpsFluxOptions {
  /**
   * How data is kept: claims, volumes, snapshots, databases, and the classes, drivers and namespaces that they need.
   * @default GitOpsGuard.KEEP
   */
  readonly guard?: GitOpsGuard;

  /**
   * How a changed Job gets through.
   * @default GitOpsJobs.HASHED_NAME
   */
  readonly jobs?: GitOpsJobs;
}

/** What Argo CD is asked for. */
export interface GitOpsArgoCdOptions extends GitOpsFluxOptions {
  /**
   * The wave of what needs no earlier one, a whole number. The others follow from it. Argo CD waits until all of a wave is healthy
   * before it begins the next, so that a chart of -1 is up before those of 0 are applied.
   * @default 0, which is not written
   */
  readonly wave?: number;
}

/**
 * GitOps as a mode: objects are written in the order, and with the guards, that Argo CD or Flux needs. Without it, nothing of it is
 * written. It counts for all that is in the scope, whoever made it, and of several around each other for the nearest one.
 *
 * - Order, for Argo CD: what has to be there before others, but would come after them within a wave (a CSIDriver, security context
 *   constraints, admission policies, PriorityClasses), gets an earlier wave. A claim that waits for its first consumer is in the wave of
 *   that consumer. Everything else has no annotation, and so do objects that have a wave already. Flux has no such order; where
 *   a policy would come too late, a warning says so.
 * - Guards: what holds data is neither pruned, nor deleted with its app.
 * - Jobs: a changed Job gets through.
 * - Objects that do not fit into an annotation of their own are applied by the server (`ServerSideApply=true`).
 *
 * The target of an app does the same: `Target.of({ gitops: TargetGitOps.ARGO_CD }).applyTo(app)`.
 *
 * @example
 * GitOps.argoCd(chart, { guard: GitOpsGuard.CONFIRM });
 */
export class GitOps {
  /**
   * Writes what is in the scope for Argo CD 3.
   * @param scope the app, a chart, or any construct whose subtree is meant
   * @param options settings that differ from the defaults
   * @throws an error that lists all findings if an option is wrong, or when the scope was given to an engine already
   */
  public static argoCd(scope: Construct, options: GitOpsArgoCdOptions = {}): void {
    enter(scope, { spec: readOptions(scope, options, 'argocd'), isByTarget: false });
  }

  /**
   * Writes what is in the scope for Flux 2.
   * @param scope the app, a chart, or any construct whose subtree is meant
   * @param options settings that differ from the defaults
   * @throws an error that lists all findings if an option is wrong, or Flux does not have it, or when the scope was
   * given to an engine already
   */
  public static flux(scope: Construct, options: GitOpsFluxOptions = {}): void {
    enter(scope, { spec: readOptions(scope, options, 'flux'), isByTarget: false });
  }

  private constructor() {}
}

/** What was asked for a scope: by its target, or by a call that says more. */
interface Entered {
  readonly spec: GitOpsSpec;
  readonly isByTarget: boolean;
}

/** By root: what was asked, by the paths of the scopes, and what becomes of the objects, by theirs. */
interface Room {
  readonly entered: Map<string, Entered>;
  changes: ReadonlyMap<string, GitOpsChange>;
}

const rooms = new WeakMap<IConstruct, Room>();
const changing = new WeakSet<ApiObject>();

whenTargeted((scope, { gitops }) => {
  if (gitops !== undefined) enter(scope, { spec: { engine: gitops }, isByTarget: true });
});

function readOptions(scope: Construct, options: GitOpsOptions, engine: GitOpsSpec['engine']): GitOpsSpec {
  const read = withoutUndefined(unwrap(options ?? {})) as GitOpsOptions;
  throwIfErrors(checkGitOps({ ...read, engine }).map((finding) => ({ ...finding, construct: scope.node.path })));
  return { ...read, engine };
}

function enter(scope: Construct, one: Entered): void {
  const { path } = scope.node;
  const { entered } = roomOf(scope);
  const before = entered.get(path);
  const isRefused = before && (before.spec.engine !== one.spec.engine || before.isByTarget === one.isByTarget);
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
    ...violation(RULES.mode, '', `the scope was given to ${NAMES[before.spec.engine]} by ${by} already, and cannot be given to ${NAMES[spec.engine]}`,
      'give it to one engine, once'),
    construct: path,
  };
}

const NAMES = { argocd: 'Argo CD', flux: 'Flux' };

/** Finds out what becomes of the objects, before they are judged and written. */
const MODE: SynthCheck<undefined> = {
  id: 'gitops/mode',
  check: (_registered, _objects, _topology, root) => {
    const room = roomOf(root);
    const objects = root.node.findAll().filter(ApiObject.isApiObject);
    const byPath = new Map(objects.map((object) => [object.node.path, object]));
    const sources = objects.map((object) => ({ key: object.node.path, manifest: unchangedManifest(object) }));
    const world = readWorld(sources, { ...targetAt(root, ''), gitops: 'argocd' }, { workloadKinds: registeredKinds(root) });
    const specOf = ({ key }: JudgedObject) => specFor(byPath.get(key)!, room);
    const changes = planGitOps(world, specOf);
    room.changes = new Map([...changes].map(([{ key }, change]) => [key, change]));
    for (const object of objects.filter((one) => room.changes.has(one.node.path))) {
      if (changing.has(object)) continue;
      changing.add(object);
      changeWhenWritten(object, (manifest) => room.changes.get(object.node.path)?.(manifest) ?? manifest);
    }
    return checkFluxOrder(world, (object) => specOf(object)?.engine === 'flux' ? Chart.of(byPath.get(object.key)!).node.path : undefined);
  },
};

/** What is asked for an object: by the nearest of the scopes around it. */
function specFor(object: ApiObject, { entered }: Room): GitOpsSpec | undefined {
  for (let at: IConstruct | undefined = object; at !== undefined; at = at.node.scope) {
    const spec = entered.get(at.node.path)?.spec;
    if (spec) return hasContentInName(object) && spec.jobs !== 'hook' ? { ...spec, jobs: 'none' } : spec;
  }
  return undefined;
}

function roomOf({ node: { root } }: IConstruct): Room {
  let room = rooms.get(root);
  if (!room) rooms.set(root, room = { entered: new Map(), changes: new Map() });
  return room;
}
