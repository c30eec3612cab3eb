/** A class of a CSI driver, as data. */
import { plainClass } from '../../kube';
import { StorageClassOptions } from '../../storage';
import { ClassFields } from '../../storage/constructs/storage-class';

/** Props of a `CsiStorageClass`. */
export interface CsiStorageClassProps extends StorageClassOptions {
  /** The name of the class. */
  readonly name: string;

  /**
   * Whether the driver's controller provisions the volumes of the class, which means that the
   * controller has to run.
   * @default - true if the class has one of the driver's `dynamicParameters`, such as
   * `provisioningMode` for EFS
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

/**
 * A storage class of a CSI driver. Its provisioner is the driver of the stack that it is added to.
 *
 * In TypeScript, an object with the same fields will do. In other languages, a list takes nothing
 * else, so that no option can be lost on the way.
 *
 * @example
 * const scratch = new CsiStorageClass({
 *   name: 'scratch',
 *   reclaimPolicy: kplus.PersistentVolumeReclaimPolicy.RETAIN,
 * });
 * new CsiDriverStack(chart, 'efs', {
 *   driver: new EfsCsiDriver(),
 *   platform: Platform.EKS,
 *   storageClasses: [scratch],
 * });
 */
export class CsiStorageClass extends ClassFields {
  /** The name of the class. */
  public readonly name!: string;

  /**
   * Whether the driver's controller provisions the volumes of the class, which means that the
   * controller has to run.
   * @default - true if the class has one of the driver's `dynamicParameters`, such as
   * `provisioningMode` for EFS
   */
  public readonly dynamic?: boolean;

  /**
   * Labels of the class.
   * @default - none
   */
  public readonly labels?: { [key: string]: string };

  /**
   * Annotations of the class.
   * @default - none
   */
  public readonly annotations?: { [key: string]: string };

  /**
   * @param props the fields
   */
  public constructor(props: CsiStorageClassProps) {
    super();
    Object.assign(this, props);
  }
}
plainClass(CsiStorageClass);
