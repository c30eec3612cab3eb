/** Options that all claims have. */
import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';

/**
 * What is claimed: options of a claim, and of the claims that a template of a StatefulSet makes.
 */
export interface ClaimOptions {
  /** The requested size. It is written in the largest unit in which it is a whole number. */
  readonly storage: Size;

  /**
   * The access modes of the claim.
   * @default [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE]
   */
  readonly accessModes?: kplus.PersistentVolumeAccessMode[];

  /**
   * The name of the claim's storage class. An empty name requests a volume without a class.
   * @default - not set; the claim gets the cluster's default class
   */
  readonly storageClassName?: string;

  /**
   * Whether containers see a file system or a raw device.
   * @default - not set; a file system
   */
  readonly volumeMode?: kplus.PersistentVolumeMode;

  /**
   * A snapshot or claim in the same namespace whose content the new volume is populated with.
   * @default - an empty volume
   */
  readonly dataSource?: kplus.k8s.TypedLocalObjectReference;

  /**
   * Any object whose content the new volume is populated with (Kubernetes 1.24 and later).
   * @default - an empty volume
   */
  readonly dataSourceRef?: kplus.k8s.TypedObjectReference;

  /**
   * The name of the VolumeAttributesClass, for mutable attributes of the volume (Kubernetes 1.34
   * and later).
   * @default - the driver's own attributes
   */
  readonly volumeAttributesClassName?: string;

  /**
   * Labels of the claim. To claims of a template, the controller adds those by which the
   * StatefulSet selects its pods.
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the claim.
   * @default - none
   */
  readonly annotations?: { [key: string]: string };

  /**
   * Further fields of the spec, in Kubernetes' spelling. They override the options.
   * @default - none
   */
  readonly additionalFields?: { [field: string]: any };
}
