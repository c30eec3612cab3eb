/** A class of local disks. */
import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { LocalFailoverMode, LocalFileSystem } from './options';
import { Finding } from '../../findings';
import { VolumeBindingMode } from '../../storage';
import { registerDefaultClass } from '../../storage/constructs/storage-class';
import { buildStorageClass } from '../../storage/core';
import {
  addManifest,
  DocumentedResource,
  findingsOfTrial,
  readInput,
  registerIdentity,
} from '../../tree';
import { toClassSpec } from '../volumes/build';
import { checkLocalClass } from '../volumes/check';
import { LOCAL_CLASS_SHAPE, LocalClassSpec } from '../volumes/spec';

/** Props of a `LocalStorageClass`. */
export interface LocalStorageClassProps {
  /**
   * The name of the class.
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * What happens to a volume whose node no longer exists. It has an effect only if something steers
   * pods to their volumes.
   * @default - not set; the driver defaults to `LocalFailoverMode.AVAILABILITY`
   */
  readonly failoverMode?: LocalFailoverMode;

  /**
   * The LVM volume group in which volumes are created: letters, digits and + _ . -
   * @default - not set; the driver defaults to `containerstorage`
   */
  readonly volumeGroup?: string;

  /**
   * The file system that the driver creates.
   * @default - not set; the driver defaults to `LocalFileSystem.EXT4`
   */
  readonly fsType?: LocalFileSystem;

  /**
   * What happens to a volume when its claim is deleted.
   * @default - not set; Kubernetes defaults to `PersistentVolumeReclaimPolicy.DELETE`
   */
  readonly reclaimPolicy?: kplus.PersistentVolumeReclaimPolicy;

  /**
   * When a volume is provisioned for a claim.
   * @default VolumeBindingMode.WAIT_FOR_FIRST_CONSUMER
   */
  readonly volumeBindingMode?: VolumeBindingMode;

  /**
   * Whether claims can be expanded.
   * @default true
   */
  readonly allowVolumeExpansion?: boolean;

  /**
   * The mount options of the volumes.
   * @default - no mount options
   */
  readonly mountOptions?: string[];

  /**
   * The names of the nodes on which volumes may be created.
   * @default - all nodes of the driver
   */
  readonly nodeNames?: string[];

  /**
   * Whether this is the default class, for claims that do not name a class. Such claims must accept
   * the loss of their data.
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

/**
 * A storage class for volumes of local-csi-driver, on the disks of the nodes. They are lost
 * together with their node.
 *
 * @example
 * const local = new LocalStorageClass(chart, 'local', {
 *   failoverMode: LocalFailoverMode.DURABILITY,
 * });
 * new LocalVolume(chart, 'scratch', {
 *   storage: Size.gibibytes(10),
 *   storageClassName: local.storageClassName,
 * });
 */
export class LocalStorageClass extends DocumentedResource {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: LocalStorageClassProps = {}): Finding[] {
    return findingsOfTrial(scope, id, () => new LocalStorageClass(scope, id, props));
  }

  /** The StorageClass object. */
  protected readonly apiObject: ApiObject;

  /** The resource name in RBAC rules: `storageclasses`. */
  public readonly resourceType = 'storageclasses';

  /** The name of the class, by which claims and ephemeral volumes refer to it. */
  public readonly storageClassName: string;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the class unless `name` is set
   * @param props the properties of its volumes
   * @throws an error that lists all findings if the driver (local-csi-driver v0.3.0) could not
   * provision the volumes, or if the API server would reject the class
   */
  constructor(scope: Construct, id: string, props: LocalStorageClassProps = {}) {
    super(scope, id);
    const spec = readInput<LocalClassSpec>(
      this,
      {
        ...props,
        name: props?.name ?? id,
        volumeBindingMode: props?.volumeBindingMode ?? VolumeBindingMode.WAIT_FOR_FIRST_CONSUMER,
        allowVolumeExpansion: props?.allowVolumeExpansion ?? true,
      },
      { shape: LOCAL_CLASS_SHAPE, check: checkLocalClass },
    ).read();
    this.apiObject = addManifest(this, 'Resource', buildStorageClass(toClassSpec(spec)));
    this.storageClassName = spec.name;
    registerIdentity(this, this.apiObject);
    if (spec.isDefault) registerDefaultClass(this, this.storageClassName);
  }
}
