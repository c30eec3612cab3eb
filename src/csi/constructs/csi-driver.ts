/** The contract between a CSI driver and the stack that installs it. */
import { CsiDriverDefinition } from './csi-driver-definition';
import { CsiStorageClass } from './csi-storage-class';
import { Finding } from '../../findings';
import { TargetPlatform } from '../../tree';

/** Who installs a driver. */
export enum CsiDriverStackMode {
  /** The stack installs the driver with its own manifests. */
  SELF_MANAGED = 'self-managed',
  /** OpenShift's operator installs the driver. The stack creates its OperatorGroup, Subscription and ClusterCSIDriver. */
  OPENSHIFT_OPERATOR = 'openshift-operator',
  /** Something else installs the driver, such as an EKS add-on. The stack creates only the storage classes. */
  EXTERNAL = 'external',
}

/** The context in which a driver describes itself. */
export interface CsiDriverContext {
  /** The platform that the driver is installed on: `OPENSHIFT`, `EKS` or `VANILLA`. */
  readonly platform: TargetPlatform;

  /** Who installs the driver. */
  readonly mode: CsiDriverStackMode;

  /**
   * The namespace of the stack or, if the stack installs the driver, that of its chart.
   * @default - none; the namespace of the definition is used
   */
  readonly namespace?: string;

  /** The kubelet's directory on the nodes, without a trailing slash. */
  readonly kubeletPath: string;

  /** The log verbosity, from 0 to 10. */
  readonly logLevel: number;

  /**
   * The port of the node plugin's health endpoint.
   * @default - the driver's own
   */
  readonly nodeHealthPort?: number;

  /**
   * The port of the controller's health endpoint.
   * @default - the driver's own
   */
  readonly controllerHealthPort?: number;
}

/** A CSI driver that a `CsiDriverStack` can install. */
export interface ICsiDriver {
  /**
   * Returns the definition of the driver. The method is called once for each stack and must return the same
   * definition for the same context.
   * @param context where and how the driver is installed
   * @returns the definition
   */
  describe(context: CsiDriverContext): CsiDriverDefinition;

  /**
   * Checks a storage class that a user adds to the stack. The driver's own classes, those of its definition, are not
   * passed to this method. The stack itself checks what Kubernetes requires of storage classes.
   * @param storageClass the class, with `dynamic` filled in if the user left it out
   * @returns the findings, with paths such as `parameters.pool`, or an empty list
   */
  checkStorageClass(storageClass: CsiStorageClass): Finding[];
}
