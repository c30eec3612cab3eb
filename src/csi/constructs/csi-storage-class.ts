/** A class of a CSI driver, as data. */
import * as kplus from 'cdk8s-plus-28';
import { ReclaimPolicy, VolumeBindingMode } from '../../storage';

/** A class of a CSI driver. Its provisioner is the driver that it is given to. */
export interface CsiStorageClass {
  /** The name of the class. */
  readonly name: string;

  /**
   * Whether the driver's controller makes the volumes of the class, so that it has to run.
   * @default false
   */
  readonly dynamic?: boolean;

  /**
   * What the driver is told about each volume. It can never be changed.
   * @default - no parameters
   */
  readonly parameters?: { [key: string]: string };

  /**
   * What happens to a volume when its claim is deleted.
   * @default - not written; the API server deletes it (`ReclaimPolicy.DELETE`)
   */
  readonly reclaimPolicy?: ReclaimPolicy;

  /**
   * When a volume is made for a claim.
   * @default - not written; at once (`VolumeBindingMode.IMMEDIATE`)
   */
  readonly volumeBindingMode?: VolumeBindingMode;

  /**
   * Whether claims may grow.
   * @default - not written; they may not
   */
  readonly allowVolumeExpansion?: boolean;

  /**
   * Options for mounting the volumes, as the driver takes them.
   * @default - no mount options
   */
  readonly mountOptions?: string[];

  /**
   * Where volumes may be made.
   * @default - wherever the driver can
   */
  readonly allowedTopologies?: kplus.k8s.TopologySelectorTerm[];

  /**
   * Whether claims that name no class get this one.
   * @default false
   */
  readonly isDefault?: boolean;

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
