/** The target of a tree: the cluster that an app or a chart is for, said once and read by whoever chooses something. */
import * as kplus from 'cdk8s-plus-28';
import { Construct, IConstruct } from 'constructs';
import { checkTarget, TARGET_SHAPE, TargetFacts, targetFacts, TargetSpec, withinTarget } from '../facts';
import { FindingsError, hasErrors, violation } from '../findings';
import { unwrap, withoutUndefined } from '../kube';
import { checkShaped } from '../shape';
import { INPUT_RULES as RULES } from './rules';

/** What runs the pods. */
export enum TargetPlatform {
  /** Kubernetes as it is. */
  VANILLA = 'vanilla',
  /** OpenShift, whose security context constraints give pods their users and groups, and refuse others. */
  OPENSHIFT = 'openshift',
  /** Amazon EKS. */
  EKS = 'eks',
  /** Google GKE. */
  GKE = 'gke',
  /** Azure AKS. */
  AKS = 'aks',
}

/** What brings the manifests from Git into the cluster. */
export enum TargetGitOps {
  /** Argo CD. */
  ARGO_CD = 'argocd',
  /** Flux. */
  FLUX = 'flux',
}

/** The levels of Kubernetes' Pod Security Standards. */
export enum TargetPodSecurity {
  /** Everything is allowed. */
  PRIVILEGED = 'privileged',
  /** What is known to break out of a pod is forbidden. */
  BASELINE = 'baseline',
  /** Pods are hardened. */
  RESTRICTED = 'restricted',
}

/** What the volumes of a driver are tied to. */
export enum VolumeReach {
  /** They are in a zone, and so are their pods. */
  ZONE = 'zone',
  /** They are on a node, and so are their pods. */
  NODE = 'node',
  /** They can be had everywhere. */
  NONE = 'none',
}

/** What kubelet does for a pod's `fsGroup`: the `fsGroupPolicy` of a CSIDriver. */
export enum FsGroupPolicy {
  /** Nothing. */
  NONE = 'None',
  /** It gives all files to the group. */
  FILE = 'File',
  /** It does so where the volume is ReadWriteOnce and has a file system type. */
  READ_WRITE_ONCE_WITH_FS_TYPE = 'ReadWriteOnceWithFSType',
}

/** What is known of a storage driver. What is left out stays as the library knows it, or unknown: then no rule guesses it. */
export interface DriverFactsProps {
  /** The name of the CSI driver, or of the provisioner that classes name. */
  readonly name: string;

  /**
   * Whether installations put a prefix and a dot before the name, as Rook does: `rook-ceph.rbd.csi.ceph.com`.
   * @default - what the library knows about it
   */
  readonly hasPrefix?: boolean;

  /**
   * Whether it is a CSI driver. If not, it makes volumes of other kinds.
   * @default - what the library knows about it
   */
  readonly isCsi?: boolean;

  /**
   * The access modes of file systems that it makes.
   * @default - what the library knows about it
   */
  readonly accessModes?: kplus.PersistentVolumeAccessMode[];

  /**
   * The access modes of block devices that it makes. An empty list if it makes none.
   * @default - what the library knows about it
   */
  readonly blockAccessModes?: kplus.PersistentVolumeAccessMode[];

  /**
   * If only some classes make block devices that several nodes can have: the parameters of the class, and their values in lower case.
   * @default - what the library knows about it
   */
  readonly sharedBlockParameters?: { [parameter: string]: string[] };

  /**
   * Whether volumes are attached to nodes. One that never is can be on all nodes at a time.
   * @default - what the library knows about it; a CSIDriver among the objects says it too
   */
  readonly isAttached?: boolean;

  /**
   * What kubelet does for a pod's `fsGroup`.
   * @default - what the library knows about it; a CSIDriver among the objects says it too
   */
  readonly fsGroupPolicy?: FsGroupPolicy;

  /**
   * Whether the driver itself gives the volume to the pod's `fsGroup`.
   * @default - what the library knows about it
   */
  readonly setsGroup?: boolean;

  /**
   * The file system of volumes whose class names none. The empty string if the driver's provisioner leaves it open.
   * @default - what the library knows about it
   */
  readonly defaultFsType?: string;

  /**
   * What its volumes are tied to.
   * @default - what the library knows about it
   */
  readonly reach?: VolumeReach;

  /**
   * Whether its volumes can grow.
   * @default - what the library knows about it
   */
  readonly canExpand?: boolean;

  /**
   * Whether it makes snapshots.
   * @default - what the library knows about it
   */
  readonly canSnapshot?: boolean;

  /**
   * Whether it makes clones.
   * @default - what the library knows about it
   */
  readonly canClone?: boolean;

  /**
   * Annotations that pods with its volumes must have.
   * @default - what the library knows about it
   */
  readonly podAnnotations?: { [key: string]: string };

  /**
   * Where each fact was read, by its name here.
   * @default - not specified
   */
  readonly sources?: { [fact: string]: string };
}

/** Props of a `Target`. What is left out is unknown: nothing is guessed. */
export interface TargetProps {
  /**
   * The version of Kubernetes, such as `1.34`. Rules tell what it does not have, and constructs write what it has.
   * @default - unknown
   */
  readonly kubernetes?: string;

  /**
   * What runs the pods. For OpenShift, viewers and load tests leave users and groups to the platform unless they are given some.
   * @default - unknown
   */
  readonly platform?: TargetPlatform;

  /**
   * What brings the manifests from Git into the cluster. Objects are written with the order and the guards that it needs: see `GitOps`.
   * @default - unknown, and nothing of it is written
   */
  readonly gitops?: TargetGitOps;

  /**
   * The level of Pod Security of namespaces whose labels do not say it.
   * @default - unknown
   */
  readonly podSecurity?: TargetPodSecurity;

  /**
   * The class of claims that name none, unless a class of the app says that it is the default one.
   * @default - unknown
   */
  readonly defaultStorageClassName?: string;

  /**
   * The registry, with an optional path, that all images come from which this library chooses: `registry.example.com/mirror`. It
   * takes the place of their own.
   * @default - the images' own
   */
  readonly registry?: string;

  /**
   * Digests of images that this library chooses, by their path and tag without the registry, such as `sigoden/dufs:v0.46.0`. An
   * image of another tag does not get the digest.
   * @default - images are named by their tags
   */
  readonly digests?: { [image: string]: string };

  /**
   * Feature gates of Kubernetes that are on though its version has them off.
   * @default - those that are on by default
   */
  readonly featureGates?: string[];

  /**
   * Storage drivers that are not known, or are otherwise in this cluster: what is said here wins, fact by fact.
   * @default - as they are known
   */
  readonly drivers?: DriverFactsProps[];
}

/**
 * The cluster that manifests are for: a value, given to an app or a chart.
 *
 * Constructs read it where they choose something, and the rules where they judge. Of several above each other the nearest wins, field
 * by field; digests and drivers of all of them count.
 *
 * @example
 * Target.of({ kubernetes: '1.34', platform: TargetPlatform.OPENSHIFT }).applyTo(new App());
 */
export class Target {
  /**
   * A target.
   * @param props what is known of it
   * @returns the target
   * @throws an error that lists all findings if a value has the wrong type or does not exist
   */
  public static of(props: TargetProps): Target {
    const spec = withoutUndefined(unwrap(props ?? {})) as TargetSpec;
    const findings = checkShaped<TargetSpec>(spec, TARGET_SHAPE, checkTarget);
    if (hasErrors(findings)) throw new FindingsError(findings);
    return new Target(spec);
  }

  private constructor(private readonly spec: TargetSpec) {}

  /**
   * Gives the target to a scope: all that is made below it from now on is for this cluster.
   * @param scope an app, a chart or another construct
   * @throws if the scope has a target already, or if something below it has asked for its target
   */
  public applyTo(scope: Construct): void {
    const { path } = scope.node;
    const room = roomOf(scope);
    const refuse = (message: string, remedy: string): never => {
      throw new FindingsError([{ ...violation(RULES.target, '', message, remedy), construct: path }]);
    };
    if (room.specs.has(path)) refuse('the construct already has a target', 'give one target with all that is known');
    if (room.asked.has(path)) refuse('constructs have been made without this target', 'apply it before anything else is made there');
    room.specs.set(path, this.spec);
    for (const listener of listeners) listener(scope, this.spec);
  }
}

const listeners: ((scope: Construct, spec: TargetSpec) => void)[] = [];

/** Has somebody told of every target that is applied: a room above this floor, for which it is more than facts. */
export function whenTargeted(listener: (scope: Construct, spec: TargetSpec) => void): void {
  listeners.push(listener);
}

/** Says which engine a scope is for, whatever else its target is. No construct chooses anything by it, so it may come late. */
export function targetForEngine(scope: Construct, gitops: NonNullable<TargetSpec['gitops']>): void {
  const { engines, facts } = roomOf(scope);
  engines.set(scope.node.path, { gitops });
  facts.clear();
}

interface Room {
  /** By the path of the construct. */
  readonly specs: Map<string, TargetSpec>;
  /** What was said of engines besides, by the path of the construct. */
  readonly engines: Map<string, TargetSpec>;
  /** What was asked for, by the paths of the targets that it comes from. */
  readonly facts: Map<string, TargetFacts>;
  /** The paths of those that asked, and of all that they are in. */
  readonly asked: Set<string>;
}

const rooms = new WeakMap<IConstruct, Room>();
const UNKNOWN = targetFacts();

function roomOf({ node: { root } }: IConstruct): Room {
  let room = rooms.get(root);
  if (!room) rooms.set(root, room = { specs: new Map(), engines: new Map(), facts: new Map(), asked: new Set() });
  return room;
}

/** The target of a construct. After that it can no longer change. */
export function targetOf(scope: IConstruct): TargetFacts {
  const room = roomOf(scope);
  for (const path of pathsAround(scope.node.path)) room.asked.add(path);
  return targetAt(scope, scope.node.path);
}

/** The target at a path of the tree that a construct is in. Of paths with the same targets it is the same object. */
export function targetAt(scope: IConstruct, path: string): TargetFacts {
  const { specs, engines, facts } = roomOf(scope);
  if (specs.size + engines.size === 0) return UNKNOWN;
  const given = pathsAround(path).filter((one) => specs.has(one) || engines.has(one));
  if (given.length === 0) return UNKNOWN;
  const key = JSON.stringify(given);
  const known = facts.get(key) ?? targetFacts(given.flatMap((one) => [specs.get(one) ?? [], engines.get(one) ?? []].flat()).reduce(withinTarget, {}));
  facts.set(key, known);
  return known;
}

/** The path and those around it, from the root on. */
function pathsAround(path: string): string[] {
  if (path === '') return [''];
  const parts = path.split('/');
  return ['', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))];
}
