/** Options for the platforms that CSI drivers are installed on. */

/** How the driver's pods get the privileges that they need on OpenShift. */
export enum SccMode {
  /**
   * SecurityContextConstraints for each plugin. They allow only what its pods need, and only their
   * service account may use them.
   */
  CUSTOM = 'custom',
  /**
   * Each plugin is granted the use of built-in SecurityContextConstraints: `privileged`, as with
   * OpenShift's own operators, unless others are named.
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
   * The name of the node plugin's SecurityContextConstraints: those to create with
   * `SccMode.CUSTOM`, those to use with the other modes.
   * @default - depends on the mode: the driver's own name with `CUSTOM`, `privileged` with
   * `PRIVILEGED`, none with `NONE`
   */
  readonly nodeSccName?: string;

  /**
   * The name of the controller's SecurityContextConstraints: those to create with `SccMode.CUSTOM`,
   * those to use with the other modes.
   * @default - depends on the mode: the driver's own name with `CUSTOM`, `privileged` with
   * `PRIVILEGED`, none with `NONE`
   */
  readonly controllerSccName?: string;

  /**
   * Whether the pods name their SecurityContextConstraints in the annotation
   * `openshift.io/required-scc`, so that OpenShift picks no others for them.
   * @default true
   */
  readonly pinScc?: boolean;

  /**
   * Whether the node plugin runs only on worker nodes, by the node selector
   * `node-role.kubernetes.io/worker`. Infra nodes and the masters of compact clusters have that
   * label too. Pods on other nodes cannot mount the driver's volumes.
   * @default false
   */
  readonly workersOnly?: boolean;
}

/**
 * What a node of Amazon EKS runs on: the values of the node label `eks.amazonaws.com/compute-type`.
 * Other nodes do not have it.
 */
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
   * The ARN of the controller's IAM role, if it uses IAM roles for service accounts. It is written
   * to the annotation `eks.amazonaws.com/role-arn`.
   * @default - not set; the controller uses EKS Pod Identity, which needs nothing in the manifests,
   * or the role of the nodes
   */
  readonly roleArn?: string;

  /**
   * The ARN of the node plugin's IAM role. Few drivers need one.
   * @default - not set
   */
  readonly nodeRoleArn?: string;

  /**
   * The compute types that the node plugin cannot run on: values of the node label
   * `eks.amazonaws.com/compute-type`.
   * @default - `EksComputeType.FARGATE` and `EksComputeType.HYBRID`
   */
  readonly excludedComputeTypes?: EksComputeType[];
}

/**
 * Options for vanilla Kubernetes, and for Google GKE and Azure AKS, where the stack writes the
 * same.
 */
export interface VanillaOptions {
  /**
   * Whether the node plugin avoids control plane nodes, by a required node affinity. Pods on those
   * nodes cannot mount the driver's volumes.
   * @default false
   */
  readonly workersOnly?: boolean;
}
