/** What a driver's stack is made of, as users write it. */
import * as kplus from 'cdk8s-plus-28';
import { CsiDriverStackMode, ICsiDriver } from './csi-driver';
import { CsiStorageClass } from './csi-storage-class';
import { CsiControllerOptions, CsiImageOptions, CsiNodeOptions } from './options';
import { Platform } from './platform';

/** Props of a `CsiDriverStack`. */
export interface CsiDriverStackProps {
  /** The driver. */
  readonly driver: ICsiDriver;

  /**
   * The platform that it is installed on.
   * @default - that of the target: OpenShift and EKS with their defaults, Kubernetes as it is for all others
   */
  readonly platform?: Platform;

  /**
   * Who installs the driver.
   * @default CsiDriverStackMode.SELF_MANAGED
   */
  readonly mode?: CsiDriverStackMode;

  /**
   * The namespace of the driver. With OpenShift's operator, that of the operator.
   * @default - where the stack installs the driver, that of the chart, else the one that the driver wants on the
   * platform; with OpenShift's operator, the one that the operator is made for
   */
  readonly namespace?: string;

  /**
   * Whether the namespace is written, with what the platform wants of one in which privileged pods run.
   * @default - if neither the stack nor its chart names a namespace, and the driver's own is not there from the start
   */
  readonly createNamespace?: boolean;

  /**
   * Whether the OperatorGroup of OpenShift's operator is written. With a second one in its namespace, the Operator
   * Lifecycle Manager installs nothing there any more. Other storage operators are made for the same namespace: if one
   * of them has a group there, give false, or a `namespace` of its own.
   * @default true
   */
  readonly operatorGroup?: boolean;

  /**
   * Where images come from.
   * @default - where the target has them, else where the driver's own are published
   */
  readonly images?: CsiImageOptions;

  /**
   * The directory of kubelet on the nodes, without a slash at its end.
   * @default '/var/lib/kubelet'
   */
  readonly kubeletPath?: string;

  /**
   * The verbosity of the logs, from 0 to 10.
   * @default 2
   */
  readonly logLevel?: number;

  /**
   * What can be chosen about the node plugin.
   * @default - as the driver wants it
   */
  readonly node?: CsiNodeOptions;

  /**
   * What can be chosen about the controller.
   * @default - as the driver wants it
   */
  readonly controller?: CsiControllerOptions;

  /**
   * Fields of the CSIDriver's spec in place of the driver's own. Those that the driver does not work with are refused.
   * @default - as the driver wants it
   */
  readonly csiDriver?: kplus.k8s.CsiDriverSpec;

  /**
   * Classes besides the driver's own, checked by the driver. A dynamic one has the controller deployed.
   *
   * In Python, give each as a `CsiStorageClass`: in a dict, jsii silently drops options such as the reclaim policy.
   * @default - none
   */
  readonly storageClasses?: CsiStorageClass[];
}
