/** The platforms that CSI drivers are installed on. */
import { TargetPlatform } from '../../tree';
import { PlatformSpec } from '../spec';

/** The platforms that a stack knows. */
type OwnPlatform = TargetPlatform.OPENSHIFT | TargetPlatform.EKS | TargetPlatform.VANILLA;

/** How the driver's pods get the privileges that they need on OpenShift. */
export enum SccMode {
  /**
   * SecurityContextConstraints for each plugin. They allow only what its pods need, and only their service account
   * may use them.
   */
  CUSTOM = 'custom',
  /**
   * Each plugin is granted the use of built-in SecurityContextConstraints: `privileged`, as with OpenShift's own
   * operators, unless others are named.
   */
  PRIVILEGED = 'privileged',
  /** Nothing is created: the privileges are granted elsewhere. */
  NONE = 'none',
}

/** Options for OpenShift. */
export interface OpenShiftOptions {
  /**
   * How the driver's pods get the privileges that they need on OpenShift.
   * @default SccMode.CUSTOM
   */
  readonly sccMode?: SccMode;

  /**
   * The name of the node plugin's SecurityContextConstraints: those to create with `SccMode.CUSTOM`, those to use
   * with the other modes.
   * @default - depends on the mode: the driver's own name with `CUSTOM`, `privileged` with `PRIVILEGED`, none with
   * `NONE`
   */
  readonly nodeSccName?: string;

  /**
   * The name of the controller's SecurityContextConstraints: those to create with `SccMode.CUSTOM`, those to use with
   * the other modes.
   * @default - depends on the mode: the driver's own name with `CUSTOM`, `privileged` with `PRIVILEGED`, none with
   * `NONE`
   */
  readonly controllerSccName?: string;

  /**
   * Whether the pods name their SecurityContextConstraints in the annotation `openshift.io/required-scc`, so that
   * OpenShift picks no others for them.
   * @default true
   */
  readonly pinScc?: boolean;

  /**
   * Whether the node plugin runs only on worker nodes, by the node selector `node-role.kubernetes.io/worker`. Infra
   * nodes and the masters of compact clusters have that label too. Pods on other nodes cannot mount the driver's
   * volumes.
   * @default false
   */
  readonly workersOnly?: boolean;
}

/** What a node of Amazon EKS runs on: the values of the node label `eks.amazonaws.com/compute-type`. Other nodes do not have it. */
export enum EksComputeType {
  /** AWS Fargate, where there are no DaemonSets. */
  FARGATE = 'fargate',
  /** Machines outside of AWS: EKS Hybrid Nodes. */
  HYBRID = 'hybrid',
  /** Instances that EKS Auto Mode manages. */
  AUTO = 'auto',
}

/** Options for Amazon EKS. */
export interface EksOptions {
  /**
   * The ARN of the controller's IAM role, if it uses IAM roles for service accounts. It is written to the annotation
   * `eks.amazonaws.com/role-arn`.
   * @default - not set; the controller uses EKS Pod Identity, which needs nothing in the manifests, or the role of
   * the nodes
   */
  readonly roleArn?: string;

  /**
   * The ARN of the node plugin's IAM role. Few drivers need one.
   * @default - not set
   */
  readonly nodeRoleArn?: string;

  /**
   * The compute types that the node plugin cannot run on: values of the node label `eks.amazonaws.com/compute-type`.
   * @default - `EksComputeType.FARGATE` and `EksComputeType.HYBRID`
   */
  readonly excludedComputeTypes?: EksComputeType[];
}

/** Options of Vanilla Kubernetes. */
export interface VanillaOptions {
  /**
   * Whether the node plugin avoids control plane nodes, by a required node affinity. Pods on those nodes cannot mount
   * the driver's volumes.
   * @default false
   */
  readonly workersOnly?: boolean;
}

/**
 * The platform that a CSI driver is installed on, and what it requires of namespaces, nodes and pods.
 *
 * @example
 * new CsiDriverStack(chart, 'efs', { driver: new EfsCsiDriver(), platform: Platform.vanilla({ workersOnly: true }) });
 */
export class Platform {
  /**
   * Returns OpenShift 4 as a platform.
   * @param options options for SecurityContextConstraints and nodes
   * @returns the platform
   */
  public static openshift(options: OpenShiftOptions = {}): Platform {
    return new Platform(TargetPlatform.OPENSHIFT, options);
  }

  /**
   * Returns Amazon EKS as a platform. The node plugin avoids Fargate and hybrid nodes, where it cannot run.
   * @param options options for IAM roles and nodes
   * @returns the platform
   */
  public static eks(options: EksOptions = {}): Platform {
    return new Platform(TargetPlatform.EKS, options);
  }

  /**
   * Returns vanilla Kubernetes as a platform.
   * @param options options for nodes
   * @returns the platform
   */
  public static vanilla(options: VanillaOptions = {}): Platform {
    return new Platform(TargetPlatform.VANILLA, options);
  }

  /** The platform's name among all targets: `OPENSHIFT`, `EKS` or `VANILLA`. */
  public readonly kind: TargetPlatform;

  /** @internal */
  public readonly _spec: PlatformSpec;

  private constructor(kind: OwnPlatform, options: OpenShiftOptions | EksOptions | VanillaOptions) {
    this.kind = kind;
    this._spec = { ...options, kind };
  }
}
