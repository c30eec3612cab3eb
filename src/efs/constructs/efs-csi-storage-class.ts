/** A class of the EFS driver's stack, as data. */
import { EfsClassFields, EfsStorageClassProps } from './efs-storage-class';
import { plainClass } from '../../kube';

/**
 * A storage class of the EFS driver's stack, with a `name`. In TypeScript, an object with the same
 * fields will do. In other languages, a list takes nothing else, so that no option can be lost on
 * the way.
 *
 * @example
 * const shared = new EfsCsiStorageClass({ name: 'shared', fileSystemId: 'fs-0123456789abcdef0' });
 * new CsiDriverStack(chart, 'efs', {
 *   driver: new EfsCsiDriver({ storageClasses: [shared] }),
 *   platform: Platform.EKS,
 * });
 */
export class EfsCsiStorageClass extends EfsClassFields {
  /** The name of the class. */
  public readonly name?: string;

  /**
   * The ID of the file system: `fs-` followed by 8 to 40 lower-case hexadecimal digits.
   * @default - one of the references is set
   */
  public readonly fileSystemId?: string;

  /**
   * The ConfigMap key that holds the ID of the file system, as `namespace/name/key`.
   * @default - the ID or the other reference is set
   */
  public readonly fileSystemIdConfigRef?: string;

  /**
   * The Secret key that holds the ID of the file system, as `namespace/name/key`.
   * @default - the ID or the other reference is set
   */
  public readonly fileSystemIdSecretRef?: string;

  /**
   * @param props the fields
   */
  public constructor(props: EfsStorageClassProps) {
    super();
    Object.assign(this, props);
  }
}
plainClass(EfsCsiStorageClass);
