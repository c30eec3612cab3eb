/** A class of a CSI driver, as data. */
import { StorageClassOptions } from '../../storage';

/** A storage class of a CSI driver. Its provisioner is the driver of the stack that it is added to. */
export interface CsiStorageClass extends StorageClassOptions {
  /** The name of the class. */
  readonly name: string;

  /**
   * Whether the driver's controller provisions the volumes of the class, which means that the controller has to run.
   * @default - true if the class has one of the driver's `dynamicParameters`, such as `provisioningMode` for EFS
   */
  readonly dynamic?: boolean;

  /**
   * Labels of the class.
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the class.
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}
