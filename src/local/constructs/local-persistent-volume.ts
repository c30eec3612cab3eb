/** A local volume that is made by hand: on a node that is known. */
import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { LocalFailoverMode, LocalFileSystem } from './options';
import { Finding } from '../../findings';
import { CsiPersistentVolume, CsiPersistentVolumeProps, Claim } from '../../storage';
import { quantityOf } from '../../storage/constructs/size';
import { DEFAULT_ACCESS_MODES } from '../../storage/core';
import { findingsOfTrial, readInput } from '../../tree';
import { ACCEPT_ANNOTATION, DEFAULT_VOLUME_GROUP } from '../names';
import { toPersistentVolumeSpec } from '../volumes/build';
import { checkLocalPersistentVolume } from '../volumes/check';
import { LOCAL_PERSISTENT_VOLUME_SHAPE, LocalPersistentVolumeSpec } from '../volumes/spec';

/** Props of a `LocalPersistentVolume`. */
export interface LocalPersistentVolumeProps {
  /**
   * The name of the volume, and of the logical volume on the node.
   * @default - the id of the construct
   */
  readonly name?: string;

  /** The name of the node that has the volume. */
  readonly nodeName: string;

  /** The size of the volume. The driver rounds it up to a multiple of 4 MiB. */
  readonly storage: Size;

  /** The name of the storage class, which must be one of the driver's. */
  readonly storageClassName: string;

  /**
   * Whether something steers pods to the driver's volumes, as with `hyperconverged` of
   * `LocalCsiDriver`. If true, the volume specifies its node by an attribute, otherwise by node
   * affinity. The setting must match the installation of the driver.
   * @default false
   */
  readonly hyperconverged?: boolean;

  /**
   * What happens if the node no longer exists. Only with `hyperconverged`.
   * @default - not set; the driver defaults to `LocalFailoverMode.AVAILABILITY`
   */
  readonly failoverMode?: LocalFailoverMode;

  /**
   * The LVM volume group of the volume: letters, digits and + _ . -
   * @default 'containerstorage'
   */
  readonly volumeGroup?: string;

  /**
   * The file system.
   * @default - not set; the driver defaults to `LocalFileSystem.EXT4`
   */
  readonly fsType?: LocalFileSystem;

  /**
   * The access modes of the volume: `READ_WRITE_ONCE` or `READ_WRITE_ONCE_POD`.
   * @default [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE]
   */
  readonly accessModes?: kplus.PersistentVolumeAccessMode[];

  /**
   * Whether containers see a file system or a raw device.
   * @default - not set; a file system
   */
  readonly volumeMode?: kplus.PersistentVolumeMode;

  /**
   * What happens to the volume when its claim is deleted.
   * @default - not set; Kubernetes defaults to `PersistentVolumeReclaimPolicy.RETAIN`
   */
  readonly reclaimPolicy?: kplus.PersistentVolumeReclaimPolicy;

  /**
   * The mount options of the volume.
   * @default - no mount options
   */
  readonly mountOptions?: string[];

  /**
   * Labels of the volume.
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the volume.
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

/**
 * A manually created persistent volume of local-csi-driver, on a given node, with everything that
 * the driver needs to mount it.
 *
 * It can be mounted directly: `container.mount('/data', volume)`. A claim that is reserved for it
 * is then created.
 *
 * @example
 * new LocalPersistentVolume(chart, 'archive', {
 *   nodeName: 'node-7',
 *   storage: Size.gibibytes(500),
 *   storageClassName: 'local',
 * });
 */
export class LocalPersistentVolume extends Construct implements kplus.IStorage {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: LocalPersistentVolumeProps): Finding[] {
    return findingsOfTrial(scope, id, () => new LocalPersistentVolume(scope, id, props));
  }

  /** The persistent volume. */
  public readonly persistentVolume: CsiPersistentVolume;

  /** The name of the volume. */
  public readonly volumeName: string;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the volume unless `name` is set
   * @param props the node and the properties of the volume
   * @throws an error that lists all findings if the driver (local-csi-driver v0.3.0) would not
   * mount the volume, or if the API server would reject it
   */
  constructor(scope: Construct, id: string, props: LocalPersistentVolumeProps) {
    super(scope, id);
    const spec = readInput<LocalPersistentVolumeSpec>(
      this,
      {
        ...props,
        name: props?.name ?? id,
        storage: quantityOf(props?.storage),
        hyperconverged: props?.hyperconverged ?? false,
        volumeGroup: props?.volumeGroup ?? DEFAULT_VOLUME_GROUP,
        accessModes: props?.accessModes ?? DEFAULT_ACCESS_MODES,
      } as LocalPersistentVolumeSpec,
      { shape: LOCAL_PERSISTENT_VOLUME_SHAPE, check: checkLocalPersistentVolume },
    ).read();
    const { name, labels, annotations, ...others } = toPersistentVolumeSpec(spec);
    this.persistentVolume = new CsiPersistentVolume(this, 'Volume', {
      ...others,
      name,
      labels,
      annotations,
    } as unknown as CsiPersistentVolumeProps);
    this.volumeName = name;
  }

  /**
   * Creates a claim for the volume. The two name each other, so that neither can be bound to
   * anything else. The claim declares that its data may be lost together with the node.
   * @param namespace the namespace of the claim, by default that of the chart
   * @returns the claim `pvc-<volume>`, the same one on every call
   * @throws if no namespace is known, or if the volume is already reserved for a claim in another
   * namespace
   */
  public reserve(namespace?: string): Claim {
    const claim = this.persistentVolume.reserve(namespace);
    claim.metadata.addAnnotation(ACCEPT_ANNOTATION, 'true');
    return claim;
  }

  /**
   * Returns the volume for a pod, using a claim that is reserved for it.
   * @returns the same volume on every call
   * @throws if no namespace is known for the claim
   */
  public asVolume(): kplus.Volume {
    this.reserve();
    return this.persistentVolume.asVolume();
  }
}
