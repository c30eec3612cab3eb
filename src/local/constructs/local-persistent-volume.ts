/** A local volume that is made by hand: on a node that is known. */
import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { LocalFailoverMode, LocalFileSystem } from './options';
import { Finding } from '../../findings';
import { CsiPersistentVolume, CsiPersistentVolumeProps, PersistentVolumeClaim, ReclaimPolicy } from '../../storage';
import { quantityOf } from '../../storage/constructs/size';
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

  /** The node that has the volume, by its name. */
  readonly nodeName: string;

  /** The size of the volume. The driver rounds it up to 4 MiB. */
  readonly storage: Size;

  /** The class, one of the driver's. */
  readonly storageClassName: string;

  /**
   * Whether the driver runs alongside something that steers pods, as `LocalCsiDriver` does with `hyperconverged`. The volume says
   * then by an attribute where it is, and by node affinity otherwise. Only what the driver is installed for works.
   * @default false
   */
  readonly hyperconverged?: boolean;

  /**
   * What happens when the node is gone. Only with `hyperconverged`.
   * @default - not set; the driver defaults to `LocalFailoverMode.AVAILABILITY`
   */
  readonly failoverMode?: LocalFailoverMode;

  /**
   * The volume group of LVM that it is in: letters, digits and + _ . -
   * @default 'containerstorage'
   */
  readonly volumeGroup?: string;

  /**
   * The file system.
   * @default - not set; the driver defaults to `LocalFileSystem.EXT4`
   */
  readonly fsType?: LocalFileSystem;

  /**
   * How the volume may be mounted: `READ_WRITE_ONCE`, or the text `ReadWriteOncePod`, which cdk8s-plus has no word for.
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
   * @default - not set; Kubernetes defaults to `ReclaimPolicy.RETAIN`
   */
  readonly reclaimPolicy?: ReclaimPolicy;

  /**
   * Options for mounting the volume.
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
 * A volume of local-csi-driver that is made by hand, on a node that is known: with all that the driver looks for, without which it
 * would not mount it.
 *
 * It can be mounted as it is: `container.mount('/data', volume)`, by way of a claim that is reserved for it.
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
   * Checks the props without creating anything. Use it in tests, and in languages where an exception carries only
   * text.
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
   * @param props the node, and what the volume is like
   * @throws an error that lists all findings if the driver (local-csi-driver v0.3.0) would not mount the volume, or
   * the API server (Kubernetes 1.36) would refuse it
   */
  constructor(scope: Construct, id: string, props: LocalPersistentVolumeProps) {
    super(scope, id);
    const spec = readInput<LocalPersistentVolumeSpec>(this, {
      ...props,
      name: props?.name ?? id,
      storage: quantityOf(props?.storage),
      hyperconverged: props?.hyperconverged ?? false,
      volumeGroup: props?.volumeGroup ?? DEFAULT_VOLUME_GROUP,
      accessModes: props?.accessModes ?? [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE],
    } as LocalPersistentVolumeSpec, { shape: LOCAL_PERSISTENT_VOLUME_SHAPE, check: checkLocalPersistentVolume }).read();
    const { name, labels, annotations, ...others } = toPersistentVolumeSpec(spec);
    this.persistentVolume = new CsiPersistentVolume(this, 'Volume', { ...others, name, labels, annotations } as unknown as CsiPersistentVolumeProps);
    this.volumeName = name;
  }

  /**
   * Reserves the volume for a claim of its own, in both directions, so that nothing else can take either. The claim accepts that its
   * data go with their node.
   * @param namespace the namespace of the claim. Without it that of the chart
   * @returns the claim `pvc-<volume>`; always the same one
   * @throws if no namespace is known, or if the volume is kept for a claim of another namespace
   */
  public reserve(namespace?: string): PersistentVolumeClaim {
    const claim = this.persistentVolume.reserve(namespace);
    claim.metadata.addAnnotation(ACCEPT_ANNOTATION, 'true');
    return claim;
  }

  /**
   * The volume that a pod mounts, by way of a claim that is reserved for it.
   * @returns the same volume on every call
   * @throws if no namespace is known for the claim
   */
  public asVolume(): kplus.Volume {
    this.reserve();
    return this.persistentVolume.asVolume();
  }
}
