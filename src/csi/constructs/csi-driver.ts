/** The contract between a CSI driver and the stack that installs it. */
import { CsiDriverDefinition } from './csi-driver-definition';
import { CsiStorageClass } from './csi-storage-class';
import { PlatformKind } from './platform';
import { Finding } from '../../findings';

/** Who installs a driver. */
export enum CsiDriverStackMode {
  /** The stack: its manifests are the driver. */
  SELF_MANAGED = 'self-managed',
  /** OpenShift's own operator: the stack writes its OperatorGroup, Subscription and ClusterCSIDriver. */
  OPENSHIFT_OPERATOR = 'openshift-operator',
  /** Somebody else, such as an EKS add-on: the stack writes classes only. */
  EXTERNAL = 'external',
}

/** What a driver is told before it describes itself. */
export interface CsiDriverContext {
  /** The platform. */
  readonly platform: PlatformKind;

  /** Who installs the driver. */
  readonly mode: CsiDriverStackMode;

  /**
   * The namespace that the stack was given, else that of its chart where the stack installs the driver.
   * @default - none: the definition's own is taken
   */
  readonly namespace?: string;

  /** The directory of kubelet on the nodes, without a slash at its end. */
  readonly kubeletPath: string;

  /** The verbosity of the logs, from 0 to 10. */
  readonly logLevel: number;

  /**
   * The port at which the node plugin answers for its health.
   * @default - the driver's own
   */
  readonly nodeHealthPort?: number;

  /**
   * The port at which the controller answers for its health.
   * @default - the driver's own
   */
  readonly controllerHealthPort?: number;
}

/** A CSI driver: something that a `CsiDriverStack` can install. */
export interface ICsiDriver {
  /**
   * Everything about the driver. It is called once for each stack, and answers the same for the same context.
   * @param context where and how the driver is installed
   * @returns the definition
   */
  describe(context: CsiDriverContext): CsiDriverDefinition;

  /**
   * What the driver has against a class that somebody gives to its stack. Its own classes, those of the definition, are
   * its own business. The stack checks what Kubernetes wants of classes.
   * @param storageClass the class. `dynamic` is worked out where it was left open
   * @returns the findings, with paths such as `parameters.pool`; none if there is nothing to say
   */
  checkStorageClass(storageClass: CsiStorageClass): Finding[];
}
