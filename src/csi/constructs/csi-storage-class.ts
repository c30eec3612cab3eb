/** A class of a CSI driver, as data. */
import { StorageClassOptions } from '../../storage';

/** A class of a CSI driver. Its provisioner is the driver that it is given to. */
export interface CsiStorageClass extends StorageClassOptions {
  /** The name of the class. */
  readonly name: string;

  /**
   * Whether the driver's controller makes the volumes of the class, so that it has to run.
   * @default - if the class has one of the driver's `dynamicParameters`, such as `provisioningMode` for EFS
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
