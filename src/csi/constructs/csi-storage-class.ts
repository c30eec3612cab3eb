/** A class of a CSI driver, as data. */
import * as kplus from 'cdk8s-plus-28';
import { plainClass } from '../../kube';
import { StorageClassOptions, VolumeBindingMode } from '../../storage';

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
export class CsiStorageClass {
  /** The name of the class. */
  public readonly name!: string;

  /**
   * The parameters that the driver gets for each volume. They cannot be changed later.
   * @default - no parameters
   */
  public readonly parameters?: { [key: string]: string };

  /**
   * What happens to a volume when its claim is deleted.
   * @default - not set; Kubernetes defaults to `PersistentVolumeReclaimPolicy.DELETE`
   */
  public readonly reclaimPolicy?: kplus.PersistentVolumeReclaimPolicy;

  /**
   * When a volume is provisioned for a claim.
   * @default - not set; Kubernetes defaults to `VolumeBindingMode.IMMEDIATE`
   */
  public readonly volumeBindingMode?: VolumeBindingMode;

  /**
   * Whether claims can be expanded.
   * @default - not set; they cannot
   */
  public readonly allowVolumeExpansion?: boolean;

  /**
   * The mount options of the volumes, in the driver's format.
   * @default - no mount options
   */
  public readonly mountOptions?: string[];

  /**
   * The topologies, such as zones, in which volumes may be provisioned.
   * @default - no restriction
   */
  public readonly allowedTopologies?: kplus.k8s.TopologySelectorTerm[];

  /**
   * Whether this is the default class, for claims that do not name a class: the annotation
   * `storageclass.kubernetes.io/is-default-class`.
   * @default false
   */
  public readonly isDefault?: boolean;

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
    Object.assign(this, props);
  }
}
plainClass(CsiStorageClass);
