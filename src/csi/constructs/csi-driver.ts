/** A CSI driver as the stack that installs it knows it. */
import type { CsiDriverContext, CsiDriverDefinition } from './csi-driver-definition';
import { CsiStorageClassProps } from './csi-storage-class';
import { Finding } from '../../findings';
import { isFields } from '../../kube';

/** Who installs a driver. */
export enum CsiDriverStackMode {
  /** The stack installs the driver with its own manifests. */
  THIS_STACK = 'this-stack',
  /**
   * OpenShift's operator installs the driver. The stack creates its OperatorGroup, Subscription and
   * ClusterCSIDriver.
   */
  OPENSHIFT_OPERATOR = 'openshift-operator',
  /**
   * Something else installs the driver, such as an EKS add-on. The stack creates only the storage
   * classes.
   */
  EXTERNAL = 'external',
}

/**
 * A CSI driver that a `CsiDriverStack` can install: one of this library, or your own
 * `csi.CustomCsiDriver`.
 */
export abstract class CsiDriver {
  /**
   * Whether a value is a driver.
   * @internal
   */
  public static _is(value: unknown): value is CsiDriver {
    return isFields(value) && (value as unknown as CsiDriver).isCsiDriver;
  }

  private readonly isCsiDriver = true;

  /**
   * The definition of the driver.
   * @internal
   */
  public abstract _describe(context: CsiDriverContext): CsiDriverDefinition;

  /**
   * The findings on a storage class that a user adds to the stack.
   * @internal
   */
  public abstract _checkStorageClass(storageClass: CsiStorageClassProps): Finding[];
}
