/** The props of a driver's stack, as users write them. */
import * as kplus from 'cdk8s-plus-28';
import { CsiDriver, CsiDriverStackMode } from './csi-driver';
import { CsiStorageClass } from './csi-storage-class';
import { CsiControllerOptions, CsiImageOptions, CsiNodeOptions } from './options';
import { EksOptions, OpenShiftOptions, VanillaOptions } from './platform-options';
import { Platform } from '../../tree';

/** Props of a `CsiDriverStack`. */
export interface CsiDriverStackProps {
  /** The driver to install. */
  readonly driver: CsiDriver;

  /**
   * The platform that it is installed on. Google GKE and Azure AKS are treated like vanilla
   * Kubernetes.
   * @default - that of the target, which must specify one
   */
  readonly platform?: Platform;

  /**
   * Options for OpenShift. On another platform they have no effect, and a warning is reported.
   * @default - the defaults of its members
   */
  readonly openshift?: OpenShiftOptions;

  /**
   * Options for Amazon EKS. On another platform they have no effect, and a warning is reported.
   * @default - the defaults of its members
   */
  readonly eks?: EksOptions;

  /**
   * Options for vanilla Kubernetes, Google GKE and Azure AKS. On another platform they have no
   * effect, and a warning is reported.
   * @default - the defaults of its members
   */
  readonly vanilla?: VanillaOptions;

  /**
   * Who installs the driver.
   * @default CsiDriverStackMode.THIS_STACK
   */
  readonly mode?: CsiDriverStackMode;

  /**
   * The namespace of the driver, or of OpenShift's operator if that installs the driver.
   * @default - if the stack installs the driver, that of the chart or else the driver's default for
   * the platform; with OpenShift's operator, the one that the operator is made for
   */
  readonly namespace?: string;

  /**
   * Whether to create the Namespace, with the labels and annotations that the platform requires for
   * privileged pods.
   * @default - true if neither the stack nor its chart specifies a namespace, unless the driver's
   * default one exists in every cluster
   */
  readonly createNamespace?: boolean;

  /**
   * Whether to create the OperatorGroup of OpenShift's operator. If its namespace has a second
   * OperatorGroup, the Operator Lifecycle Manager no longer installs anything there. Other storage
   * operators use the same namespace: if one of them already has an OperatorGroup there, set this
   * to false or choose another `namespace`.
   * @default true
   */
  readonly operatorGroup?: boolean;

  /**
   * The registry, versions and pull settings of the images.
   * @default - the registry of the target if it has one, or else those that the driver's images are
   * published in
   */
  readonly images?: CsiImageOptions;

  /**
   * The kubelet's directory on the nodes, without a trailing slash.
   * @default '/var/lib/kubelet'
   */
  readonly kubeletPath?: string;

  /**
   * The log verbosity, from 0 to 10.
   * @default 2
   */
  readonly logLevel?: number;

  /**
   * Options of the node plugin.
   * @default - the driver's own setting
   */
  readonly node?: CsiNodeOptions;

  /**
   * Options of the controller.
   * @default - the driver's own setting
   */
  readonly controller?: CsiControllerOptions;

  /**
   * Fields of the CSIDriver's spec that override the driver's own. Values that the driver does not
   * work with are rejected.
   * @default - the driver's own setting
   */
  readonly csiDriver?: kplus.k8s.CsiDriverSpec;

  /**
   * Storage classes besides the driver's own. The driver checks them, and a dynamic class also
   * deploys the controller.
   * @default - none
   */
  readonly storageClasses?: CsiStorageClass[];
}
