/** A CSI driver that this library does not know. */
import { CsiDriver } from './csi-driver';
import { CsiDriverContext, CsiDriverDefinition } from './csi-driver-definition';
import { CsiStorageClassProps } from './csi-storage-class';
import { Finding } from '../../findings';

/** Your own CSI driver: extend it, and pass an instance to a `CsiDriverStack`. */
export abstract class CustomCsiDriver extends CsiDriver {
  /**
   * Returns the definition of the driver. The method is called once for each stack and must return
   * the same definition for the same context.
   * @param context where and how the driver is installed
   * @returns the definition
   */
  public abstract describe(context: CsiDriverContext): CsiDriverDefinition;

  /**
   * Checks a storage class that a user adds to the stack. The driver's own classes, those of its
   * definition, are not passed to this method. The stack itself checks what Kubernetes requires of
   * storage classes.
   * @param storageClass the class, with `dynamic` filled in if the user left it out
   * @returns the findings, with paths such as `parameters.pool`, or an empty list
   */
  public abstract checkStorageClass(storageClass: CsiStorageClassProps): Finding[];

  /**
   * The definition of the driver.
   * @internal
   */
  public _describe(context: CsiDriverContext): CsiDriverDefinition {
    return this.describe(context);
  }

  /**
   * The findings on a storage class.
   * @internal
   */
  public _checkStorageClass(storageClass: CsiStorageClassProps): Finding[] {
    return this.checkStorageClass(storageClass);
  }
}
