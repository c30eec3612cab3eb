/**
 * Objects that are no longer among the files and that an engine leaves alone: by marks on the
 * object, by what its deployer says, or by how it prunes.
 */
import { Cluster } from './cluster';
import { JudgedObject, readWorld, World } from '../judge';
import { Deployer, deployersOf } from './data/deployers';
import { deployersByFolder, Files } from './data/folders';
import { CLAIM, VOLUME } from './kind-keys';
import { skipOf } from './skipped';
import { DiffOptions, PruningEngine } from './spec';
import { Stored } from './stored';
import { DEFINITION } from '../kube';
import { APPLICATIONS, KUSTOMIZATION } from '../manifests/gitops/engines';
import { runsOf } from '../manifests/gitops/folders';
import {
  Actor,
  Deletion,
  Treatment,
  treatmentOf,
  NO_LONGER_THERE,
} from '../manifests/gitops/retention';
import { asGiven } from '../validation';

/** Why an object is not pruned, or perhaps not. */
export interface Guard {
  readonly stored: Stored;
  /** Who leaves it, and by which mark. */
  readonly by: readonly { readonly engine: string; readonly because: string }[];
  /** What decides, where it is not certain that it stays. */
  readonly doubt?: string;
}

const ACTORS: { readonly [engine in PruningEngine]: Actor } = {
  argo: 'argocd',
  flux: 'flux',
  helm: 'helm',
  kubectl: 'kubectl',
  none: 'kubectl',
};
const NAMES: { readonly [actor in Actor]: string } = {
  argocd: 'Argo CD',
  flux: 'Flux',
  helm: 'Helm',
  kubectl: 'kubectl',
};
/** The names of those that leave marks on objects, as options. */
const OPTIONS = { argocd: 'argo', flux: 'flux', helm: 'helm' };

const HELM_RELEASE = 'helm.toolkit.fluxcd.io/HelmRelease';

/** The kinds that `kubectl apply --prune` looks for. */
const PRUNED_BY_KUBECTL: readonly string[] = [
  '/ConfigMap',
  '/Endpoints',
  '/Namespace',
  CLAIM,
  VOLUME,
  '/Pod',
  '/ReplicationController',
  '/Secret',
  '/Service',
  'batch/CronJob',
  'batch/Job',
  'networking.k8s.io/Ingress',
  'apps/DaemonSet',
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
];

/** Both sides, and what is asked of them. */
export interface Sides {
  readonly before: Cluster;
  readonly after: Cluster;
  readonly options: DiffOptions;
  /** The namespaces of which something is among the files of NEW. */
  readonly namespaces: ReadonlySet<string | undefined>;
  oldFiles(): Files;
}

/**
 * The engines that deploy the files: the one that is named, or those whose objects are among them;
 * empty if nothing shows it.
 */
export function enginesOf({
  before,
  after,
  options: { engine },
}: Pick<Sides, 'before' | 'after' | 'options'>): readonly Actor[] {
  if (engine !== undefined) return [ACTORS[engine]];
  const has = (kinds: readonly string[]) =>
    [before, after].some((side) =>
      kinds.some((kind) => !side.ofKind(kind)[Symbol.iterator]().next().done),
    );
  return [
    ...(has(APPLICATIONS) ? ['argocd' as const] : []),
    ...(has([KUSTOMIZATION, HELM_RELEASE]) ? ['flux' as const] : []),
  ];
}

/** The guards of objects that left the files, by identity. */
export function guardsOf(left: readonly Stored[], sides: Sides): Map<string, Guard> {
  const {
    options: { engine, prunes = true },
  } = sides;
  if (left.length === 0 || (engine === 'none' && prunes)) return new Map();
  return new Guarding(left, sides).all();
}

class Guarding {
  private readonly actors: readonly Actor[];
  private readonly treat: readonly ((stored: Stored, actor: Actor) => Treatment)[];
  /** Of OLD and of NEW, by their folders. */
  private readonly deployers: readonly ReadonlyMap<string, readonly Deployer[]>[];

  constructor(
    private readonly left: readonly Stored[],
    private readonly sides: Sides,
  ) {
    this.actors = enginesOf(sides);
    // An engine may prune before what says that it shall not has arrived.
    this.treat = [sides.before, sides.after].map((side) =>
      treatmentsIn(left, side, 'pruning', sides.oldFiles),
    );
    this.deployers = [sides.before, sides.after].map((side) =>
      deployersByFolder(deployersOf(side)),
    );
  }

  public all(): Map<string, Guard> {
    const guards = new Map<string, Guard>();
    for (const stored of this.left) {
      const guard = this.guardOf(stored);
      if (guard) guards.set(stored.sent.id, guard);
    }
    return guards;
  }

  private guardOf(stored: Stored): Guard | undefined {
    const {
      options: { engine, prunes = true },
    } = this.sides;
    if (!prunes) {
      return {
        stored,
        by: [{ engine: NAMES[ACTORS[engine ?? 'kubectl']], because: 'pruning is off' }],
      };
    }
    if (this.actors.length === 0) return this.guess(stored);
    const answers = this.actors.map((actor) => ({ actor, ...this.answer(stored, actor) }));
    const holding = answers.filter(({ does }) => does !== 'deletes');
    if (holding.length === 0) return undefined;
    const by = holding.map(({ actor, because }) => ({ engine: NAMES[actor], because }));
    const other = answers.find(({ does }) => does === 'deletes');
    const doubt = other
      ? `whether ${NAMES[holding[0].actor]} deploys it, and not ${NAMES[other.actor]}`
      : holding.find((one) => one.doubt !== undefined)?.doubt;
    return { stored, by, ...(doubt === undefined ? {} : { doubt }) };
  }

  private answer(stored: Stored, actor: Actor): Treatment {
    if (actor === 'kubectl') return this.byKubectl(stored);
    const [before, after] = this.treat.map((treat) => treat(stored, actor));
    if (after.does === 'waits') {
      return withDoubts(after, ['whether somebody confirms that Argo CD prunes it', after.doubt]);
    }
    if (after.does === 'keeps') {
      const unwritten = unwrittenMark(stored, actor);
      return before.does === 'keeps'
        ? withDoubts(after, [after.doubt ?? before.doubt, unwritten])
        : withDoubts(after, [
            `whether ${NAMES[actor]} sees the change (${after.because}) before it prunes`,
            after.doubt,
          ]);
    }
    const [had, has] = this.deployers.map((one) => this.deployersOf(stored, actor, one));
    // Folders of several may be parts of the path: one that prunes is enough.
    if (has.length === 0 || has.some(({ prunes }) => prunes === true)) return after;
    const [deployer = has[0]] = has.filter(({ prunes }) => prunes === undefined);
    const { label } = deployer;
    if (deployer.prunes === undefined) {
      return deployer.engine === 'flux'
        ? {
            does: 'waits',
            because: `${label} is suspended`,
            doubt: `whether ${label}, which is suspended, is resumed`,
          }
        : {
            does: 'waits',
            because: `${label} is synced by hand`,
            doubt: `whether ${label}, which is synced by hand, is synced with prune`,
          };
    }
    const because = `${label} does not prune`;
    return had.some(({ prunes }) => prunes === true)
      ? {
          does: 'keeps',
          because,
          doubt: `whether ${NAMES[actor]} sees the change (${because}) before it prunes`,
        }
      : { does: 'keeps', because };
  }

  private deployersOf(
    { sent: { id } }: Stored,
    actor: Actor,
    deployers: ReadonlyMap<string, readonly Deployer[]>,
  ): readonly Deployer[] {
    const files = deployers.size === 0 ? undefined : this.sides.oldFiles().get(id);
    return (files ?? [])
      .flatMap(runsOf)
      .flatMap((folder) => (folder === '' ? [] : (deployers.get(folder) ?? [])))
      .filter((one) => one.engine === actor);
  }

  private byKubectl({ sent: { kindKey, namespace } }: Stored): Treatment {
    if (!PRUNED_BY_KUBECTL.includes(kindKey)) {
      return { does: 'keeps', because: 'apply --prune ignores objects of its kind' };
    }
    if (namespace !== undefined && !this.sides.namespaces.has(namespace)) {
      return {
        does: 'keeps',
        because:
          'apply --prune looks only into namespaces of which something is still in the files',
      };
    }
    return { does: 'deletes', because: NO_LONGER_THERE };
  }

  /**
   * No engine is known: a mark of one is no proof that it is the one. What Argo CD does with all
   * definitions is not a mark.
   */
  private guess(stored: Stored): Guard | undefined {
    const marks = (['argocd', 'flux', 'helm'] as const)
      .map((actor) => ({ actor, ...this.treat[1](stored, actor) }))
      .filter(
        ({ actor, does }) =>
          does !== 'deletes' && !(actor === 'argocd' && stored.sent.kindKey === DEFINITION),
      );
    if (marks.length === 0) return undefined;
    const names = marks.map(({ actor }) => NAMES[actor]).join(' or ');
    const options = marks.map(({ actor }) => `--engine ${OPTIONS[actor]}`).join(', ');
    return {
      stored,
      by: marks.map(({ actor, because }) => ({ engine: NAMES[actor], because })),
      doubt: `whether ${names} deploys it (${options})`,
    };
  }
}

function withDoubts(treatment: Treatment, doubts: readonly (string | undefined)[]): Treatment {
  const all = doubts.filter((one) => one !== undefined);
  return all.length > 0 ? { ...treatment, doubt: all.join(', and ') } : treatment;
}

/**
 * An engine does not write the marks of what it does not apply, and prunes by those that are in the
 * cluster.
 */
export function unwrittenMark({ sent, seen }: Stored, actor: Actor): string | undefined {
  const skip = seen === undefined ? skipOf(actor, sent) : undefined;
  return skip && skip.isCreated !== true
    ? `whether somebody has set ${skip.because} in the cluster: ${skip.engine} does not`
    : undefined;
}

/** What engines do with objects, as the Applications and Kustomizations of one side say. */
export function treatmentsIn(
  objects: readonly Stored[],
  side: Cluster,
  deletion: Deletion,
  filesOf: () => Files,
): (stored: Stored, actor: Actor, by?: Stored) => Treatment {
  let world: World | undefined;
  let judged: ReadonlyMap<string, JudgedObject> | undefined;
  return (stored, actor, by) => {
    // What speaks may be among the objects as well.
    world ??= readWorld(
      [
        ...new Map([...objects, ...speakersIn(side)].map(({ sent }) => [sent.id, sent])).values(),
      ].map((sent) => ({ key: sent.id, manifest: asGiven(sent) })),
    );
    judged ??= new Map(world.objects.map((object) => [object.key, object]));
    const object = judged.get(stored.sent.id);
    // Nothing spares what nobody can read.
    if (!object) return { does: 'deletes', because: NO_LONGER_THERE };
    return treatmentOf(object, actor, deletion, world, {
      by: by?.sent.id,
      filesOf: (key) => filesOf().get(key) ?? [],
    });
  };
}

/** Applications and Kustomizations, which may say it of all their objects. */
function* speakersIn(cluster: { ofKind(kindKey: string): Iterable<Stored> }): Generator<Stored> {
  for (const kind of [...APPLICATIONS, KUSTOMIZATION]) yield* cluster.ofKind(kind);
}
