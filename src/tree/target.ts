/**
 * The target of a tree: the cluster that an app or a chart is for, said once and read by whoever
 * chooses something.
 */
import { Construct, IConstruct } from 'constructs';
import {
  checkTarget,
  FS_GROUP_POLICIES,
  TARGET_SHAPE,
  TargetFacts,
  targetFacts,
  TargetSpec,
  withinTarget,
} from '../facts';
import { Finding, FindingsError, throwIfErrors, violation } from '../findings';
import { fieldsOf, isFields, onceFor, unwrap, withoutUndefined } from '../kube';
import { DriverFacts } from './driver-facts';
import { ReadOut, targetOfReadOut } from '../read-out';
import { ClusterReadOut, readOutFindings, readOutOf } from './read-out';
import { checkShaped } from '../shape';
import { rootOf } from './paths';
import { INPUT_RULES as RULES } from './rules';

/** The platform that runs the pods. */
export enum Platform {
  /** Vanilla Kubernetes. */
  VANILLA = 'vanilla',
  /**
   * OpenShift, whose SecurityContextConstraints assign users and groups to pods, and reject others.
   */
  OPENSHIFT = 'openshift',
  /** Amazon EKS. */
  EKS = 'eks',
  /** Google GKE. */
  GKE = 'gke',
  /** Azure AKS. */
  AKS = 'aks',
}

/** The GitOps engine that applies the manifests from Git to the cluster. */
export enum TargetGitOps {
  /** Argo CD. */
  ARGO_CD = 'argocd',
  /** Flux. */
  FLUX = 'flux',
}

/** A level of Kubernetes' Pod Security Standards. */
export enum TargetPodSecurity {
  /** Everything is allowed. */
  PRIVILEGED = 'privileged',
  /** Known privilege escalations are forbidden. */
  BASELINE = 'baseline',
  /** Pods must follow current hardening best practices. */
  RESTRICTED = 'restricted',
}

/** Props of a `Target`. What is omitted is unknown: nothing is guessed. */
export interface TargetProps {
  /**
   * What lives in the cluster: its Kubernetes version, its storage classes with the default one,
   * and what its CSIDriver objects say of their drivers. Other props override it.
   * @default - unknown
   */
  readonly cluster?: ClusterReadOut;

  /**
   * The Kubernetes version of the cluster, such as `1.34`. Rules report what that version does not
   * support, and constructs use what it supports.
   * @default - unknown
   */
  readonly kubernetes?: string;

  /**
   * The platform that runs the pods. On OpenShift, viewers and load tests leave users and groups to
   * the platform unless they are set.
   * @default - unknown
   */
  readonly platform?: Platform;

  /**
   * The GitOps engine that applies the manifests from Git to the cluster. Objects get the
   * annotations for order and protection that it needs: see `GitOps`.
   * @default - unknown; no such annotations are written
   */
  readonly gitops?: TargetGitOps;

  /**
   * The Pod Security level of namespaces whose labels do not specify one.
   * @default - unknown
   */
  readonly podSecurity?: TargetPodSecurity;

  /**
   * The storage class of claims that do not name one, unless a class of the app is marked as the
   * default.
   * @default - unknown
   */
  readonly defaultStorageClassName?: string;

  /**
   * The storage classes that exist in the cluster without being declared in the app, such as those
   * of an add-on. If they are specified, a class that is neither declared nor one of them is
   * reported.
   * @default - unknown; a class that the app does not declare is not reported
   */
  readonly storageClassNames?: string[];

  /**
   * The registry, with an optional path, of all images that this library chooses, such as
   * `registry.example.com/mirror`. It replaces their own.
   * @default - the images' own
   */
  readonly registry?: string;

  /**
   * Digests of images that this library chooses, keyed by the path and tag of the image without the
   * registry, such as `sigoden/dufs:v0.46.0`. An image with another tag does not get the digest.
   * @default - none; images are referenced by their tags
   */
  readonly digests?: { [image: string]: string };

  /**
   * Feature gates that are enabled in the cluster although they are disabled by default in its
   * Kubernetes version.
   * @default - only those that are enabled by default
   */
  readonly featureGates?: string[];

  /**
   * Storage drivers that the library does not know, or that differ in this cluster. Each fact here
   * overrides what the library knows.
   * @default - what the library knows about them
   */
  readonly drivers?: DriverFacts[];
}

/**
 * The target of an app or a chart: facts about the cluster that its manifests are for.
 *
 * Constructs use it for their choices, and rules for their checks. If scopes with targets are
 * nested, the innermost one wins, field by field; digests and drivers are merged.
 *
 * @example
 * Target.enable(new App(), { kubernetes: '1.34', platform: Platform.OPENSHIFT });
 */
export class Target {
  /**
   * Sets the target of a scope: everything that is created in it from now on is for this cluster.
   * @param scope an app, a chart or another construct
   * @param props facts about the cluster
   * @returns the target
   * @throws an error that lists all findings if a value has the wrong type or is unknown, if the
   * scope already has a target, or if something in it has already used its target
   */
  public static enable(scope: Construct, props: TargetProps): Target {
    const { path } = scope.node;
    throwIfErrors(findingsOf(props).map((finding) => ({ ...finding, construct: path })));
    const { cluster } = fieldsOf(props) as TargetProps;
    const own = ownFacts(props);
    const spec = cluster === undefined ? own : withinTarget(factsOf(readOutOf(cluster)), own);
    const room = roomOf(scope);
    const refuse = (message: string, remedy: string): never => {
      throw new FindingsError([
        { ...violation(RULES.target, '', message, remedy), construct: path },
      ]);
    };
    if (room.specs.has(path)) {
      refuse('the construct already has a target', 'enable one target with all facts');
    }
    if (room.asked.has(path)) {
      refuse(
        'constructs have been made without this target',
        'enable it before anything else is created there',
      );
    }
    room.specs.set(path, spec);
    for (const listener of listeners) listener(scope, spec);
    return new Target();
  }

  /**
   * The facts of a cluster as props, for code that passes them on.
   * @param readOut what lives in the cluster
   * @param props facts that override those of the cluster, or that it does not have
   * @returns props with the cluster, for `enable`
   * @throws an error that lists all findings if a value has the wrong type or is unknown
   */
  public static fromCluster(readOut: ClusterReadOut, props: TargetProps = {}): TargetProps {
    throwIfErrors([...readOutFindings(readOut, ''), ...findingsOf(props)]);
    return { cluster: readOut, ...withoutUndefined(props ?? {}) };
  }

  private constructor() {}
}

function findingsOf(props: TargetProps): Finding[] {
  const { cluster } = fieldsOf(props) as TargetProps;
  return [
    ...(cluster === undefined ? [] : readOutFindings(cluster, 'cluster')),
    ...checkShaped<TargetSpec>(ownFacts(props), TARGET_SHAPE, checkTarget),
  ];
}

/** What is said beside the cluster. */
function ownFacts(props: TargetProps): TargetSpec {
  const given = isFields(props) ? { ...props, cluster: undefined } : (props ?? {});
  return withoutUndefined(unwrap(given)) as TargetSpec;
}

/** What a cluster says of itself and its drivers. */
function factsOf(readOut: ReadOut): TargetSpec {
  return { ...targetOfReadOut(readOut), drivers: driversIn(readOut) };
}

/** What CSIDriver objects say. */
function driversIn(readOut: ReadOut): TargetSpec['drivers'] {
  return readOut.ofKind('storage.k8s.io/CSIDriver').map(({ name, manifest }) => {
    const { attachRequired, fsGroupPolicy } = fieldsOf(manifest.spec);
    const policy = FS_GROUP_POLICIES.find((one) => one === fsGroupPolicy);
    return {
      name,
      csi: true,
      ...(typeof attachRequired === 'boolean' ? { attachRequired } : {}),
      ...(policy ? { fsGroupPolicy: policy } : {}),
    };
  });
}

const listeners: ((scope: Construct, spec: TargetSpec) => void)[] = [];

/**
 * Has somebody told of every target that is applied: a room above this floor, for which it is more
 * than facts.
 */
export function whenTargeted(listener: (scope: Construct, spec: TargetSpec) => void): void {
  listeners.push(listener);
}

/**
 * Says which engine a scope is for, whatever else its target is. No construct chooses anything by
 * it, so it may come late.
 */
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

const UNKNOWN = targetFacts();

const roomOfRoot = onceFor((_root: IConstruct): Room => ({
  specs: new Map(),
  engines: new Map(),
  facts: new Map(),
  asked: new Set(),
}));

function roomOf(scope: IConstruct): Room {
  return roomOfRoot(rootOf(scope));
}

/** The target of a construct, whose path may be known. After that it can no longer change. */
export function targetOf(scope: IConstruct, path: string = scope.node.path): TargetFacts {
  const { asked } = roomOf(scope);
  if (!asked.has(path)) for (const one of pathsAround(path)) asked.add(one);
  return targetAt(scope, path);
}

/**
 * The target at a path of the tree that a construct is in. Of paths with the same targets it is the
 * same object.
 */
export function targetAt(scope: IConstruct, path: string): TargetFacts {
  const { specs, engines, facts } = roomOf(scope);
  if (specs.size + engines.size === 0) return UNKNOWN;
  const given = pathsAround(path).filter((one) => specs.has(one) || engines.has(one));
  if (given.length === 0) return UNKNOWN;
  const key = JSON.stringify(given);
  const known =
    facts.get(key) ??
    targetFacts(
      given
        .flatMap((one) => [specs.get(one) ?? [], engines.get(one) ?? []].flat())
        .reduce(withinTarget, {}),
    );
  facts.set(key, known);
  return known;
}

/** The path and those around it, from the root on. */
function pathsAround(path: string): string[] {
  if (path === '') return [''];
  const parts = path.split('/');
  return ['', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))];
}
