/** The platforms that CSI drivers are installed on. */
import { PlatformSpec } from '../spec';

/** The kinds of platforms. */
export enum PlatformKind {
  /** OpenShift, with its security context constraints. */
  OPENSHIFT = 'openshift',
  /** Amazon EKS. */
  EKS = 'eks',
  /** Kubernetes as it is. */
  VANILLA = 'vanilla',
}

/** How OpenShift lets the driver's pods do what they do. */
export enum SccMode {
  /** A security context constraint for each plugin: it allows what the pods do and nothing else, to their service account and nobody else. */
  CUSTOM = 'custom',
  /** For each plugin the right to use a built-in one: `privileged`, as with OpenShift's own operators, unless another one is named. */
  PRIVILEGED = 'privileged',
  /** Nothing is written: somebody else sees to it. */
  NONE = 'none',
}

/** Options of OpenShift. */
export interface OpenShiftOptions {
  /**
   * How OpenShift lets the driver's pods do what they do.
   * @default SccMode.CUSTOM
   */
  readonly sccMode?: SccMode;

  /**
   * The name of the node plugin's security context constraint: the one to write in `SccMode.CUSTOM`, the one to use in the
   * others.
   * @default - the driver's own name for it, `privileged`, or none, as the mode is
   */
  readonly nodeSccName?: string;

  /**
   * The name of the controller's security context constraint: the one to write in `SccMode.CUSTOM`, the one to use in the
   * others.
   * @default - the driver's own name for it, `privileged`, or none, as the mode is
   */
  readonly controllerSccName?: string;

  /**
   * Whether the pods name their own constraint in the annotation `openshift.io/required-scc`, so that no other one is
   * picked for them.
   * @default true
   */
  readonly pinScc?: boolean;

  /**
   * Whether the node plugin runs on workers only: the node selector `node-role.kubernetes.io/worker`. Infra nodes have
   * that label too, and so have masters of compact clusters. Pods on other nodes cannot mount volumes then.
   * @default false
   */
  readonly workersOnly?: boolean;
}

/** Options of Amazon EKS. */
export interface EksOptions {
  /**
   * The IAM role of the controller, for IAM roles for service accounts: its ARN goes to the annotation
   * `eks.amazonaws.com/role-arn`.
   * @default - not written: EKS Pod Identity, which needs nothing in the cluster, or the role of the nodes
   */
  readonly roleArn?: string;

  /**
   * The IAM role of the node plugin. Drivers seldom need one.
   * @default - not written
   */
  readonly nodeRoleArn?: string;

  /**
   * The values of the label `eks.amazonaws.com/compute-type` of nodes that the node plugin cannot run on.
   * @default - fargate, hybrid
   */
  readonly excludedComputeTypes?: string[];
}

/** Options of Kubernetes as it is. */
export interface VanillaOptions {
  /**
   * Whether the node plugin keeps off control planes, by a required node affinity. Pods there cannot mount volumes then.
   * @default false
   */
  readonly workersOnly?: boolean;
}

/**
 * The platform that a CSI driver is installed on: what it wants of namespaces, nodes and pods.
 *
 * @example
 * new CsiDriverStack(chart, 'efs', { driver: new EfsCsiDriver(), platform: Platform.vanilla({ workersOnly: true }) });
 */
export class Platform {
  /**
   * OpenShift 4.
   * @param options security context constraints and nodes
   * @returns the platform
   */
  public static openshift(options: OpenShiftOptions = {}): Platform {
    return new Platform(PlatformKind.OPENSHIFT, options);
  }

  /**
   * Amazon EKS. The node plugin keeps off Fargate and hybrid nodes, where it cannot run.
   * @param options IAM roles and nodes
   * @returns the platform
   */
  public static eks(options: EksOptions = {}): Platform {
    return new Platform(PlatformKind.EKS, options);
  }

  /**
   * Kubernetes without anything of its own.
   * @param options nodes
   * @returns the platform
   */
  public static vanilla(options: VanillaOptions = {}): Platform {
    return new Platform(PlatformKind.VANILLA, options);
  }

  /** The kind of the platform. */
  public readonly kind: PlatformKind;

  /** @internal */
  public readonly _spec: PlatformSpec;

  private constructor(kind: PlatformKind, options: OpenShiftOptions | EksOptions | VanillaOptions) {
    this.kind = kind;
    this._spec = { ...options, kind };
  }
}
