/** A class whose volumes the EFS driver makes on demand. */
import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { registerCsiClass } from '../../csi/constructs/app';
import { Finding } from '../../findings';
import { registerDefaultClass, VolumeBindingMode } from '../../storage/constructs/storage-class';
import {
  addManifest,
  DocumentedResource,
  findingsOfTrial,
  readInput,
  registerIdentity,
} from '../../tree';
import { buildEfsStorageClass, toStorageClassSpec } from '../storage-class/build';
import { checkEfsStorageClass } from '../storage-class/check';
import { EFS_STORAGE_CLASS_SHAPE, EfsStorageClassSpec } from '../storage-class/spec';

/** What the driver creates for each claim. */
export enum EfsProvisioningMode {
  /** An access point of an EFS file system. */
  EFS_ACCESS_POINT = 'efs-ap',
  /** An access point of an S3 Files file system (driver 3.0 and later). */
  S3_FILES_ACCESS_POINT = 's3files-ap',
}

/**
 * What dynamic classes have alike, as constructs and as data.
 *
 * @internal
 */
export class EfsClassFields {
  /**
   * What the driver creates for each claim.
   * @default EfsProvisioningMode.EFS_ACCESS_POINT
   */
  public readonly provisioningMode?: EfsProvisioningMode;

  /**
   * The permissions of each directory that is created, as three or four octal digits.
   * @default '700'
   */
  public readonly directoryPerms?: string;

  /**
   * The ID of the user that all access is performed as and that owns the directory.
   * @default - taken from the range of group IDs
   */
  public readonly uid?: number;

  /**
   * The ID of the group that all access is performed as and that owns the directory.
   * @default - taken from the range of group IDs
   */
  public readonly gid?: number;

  /**
   * The first of the group IDs that are assigned, one to each volume. It requires `gidRangeEnd`.
   * @default - 50000 (aws-efs-csi-driver v3.4.1)
   */
  public readonly gidRangeStart?: number;

  /**
   * The last of the group IDs that are assigned. It requires `gidRangeStart`.
   * @default - 60000 (aws-efs-csi-driver v3.4.1)
   */
  public readonly gidRangeEnd?: number;

  /**
   * The directory of the file system in which the volumes' directories are created.
   * @default - the root directory
   */
  public readonly basePath?: string;

  /**
   * The pattern for the names of the directories, with the placeholders `${.PVC.name}`,
   * `${.PVC.namespace}` and `${.PV.name}`. The whole path has at most 100 bytes, of which the
   * random suffix takes 37, and at most 5 names. If Flux substitutes variables, it replaces these
   * placeholders too: then annotate the class with `kustomize.toolkit.fluxcd.io/substitute:
   * disabled`.
   * @default - the name of the persistent volume
   */
  public readonly subPathPattern?: string;

  /**
   * Whether a random suffix is appended, so that directories with the same pattern remain distinct.
   * @default - true (aws-efs-csi-driver v3.4.1)
   */
  public readonly ensureUniqueDirectory?: boolean;

  /**
   * Whether a claim that is recreated gets its previous access point. Claims of the same name share
   * an access point, even across namespaces.
   * @default - false (aws-efs-csi-driver v3.4.1)
   */
  public readonly reuseAccessPoint?: boolean;

  /**
   * The availability zone of the mount target. Only for file systems of another account.
   * @default - any zone
   */
  public readonly az?: string;

  /**
   * Whether pods that use volumes of a One Zone file system are scheduled only in its zone.
   * @default - false (aws-efs-csi-driver v3.4.1)
   */
  public readonly enforceZoneAffinity?: boolean;

  /**
   * Whether access points are tagged.
   * @default - true (aws-efs-csi-driver v3.4.1)
   */
  public readonly enableTagging?: boolean;

  /**
   * The name of the Secret that holds the role for file systems of another account.
   * @default - none; the file system belongs to the same account
   */
  public readonly provisionerSecretName?: string;

  /**
   * The namespace of that Secret.
   * @default - none; the file system belongs to the same account
   */
  public readonly provisionerSecretNamespace?: string;

  /**
   * What happens to the access point when its claim is deleted.
   * @default - not set; the access point is deleted, and its directory stays unless the driver has
   * `deleteAccessPointRootDir`
   */
  public readonly reclaimPolicy?: kplus.PersistentVolumeReclaimPolicy;

  /**
   * When the access point is created for a claim.
   * @default - not set; immediately
   */
  public readonly volumeBindingMode?: VolumeBindingMode;

  /**
   * The mount options, such as `iam`.
   * @default - none
   */
  public readonly mountOptions?: string[];

  /**
   * Whether this is the default class, for claims that do not name a class.
   * @default false
   */
  public readonly isDefault?: boolean;

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
}

/**
 * Options of a storage class for dynamic provisioning on a given file system. The parameters of a
 * storage class cannot be changed later.
 */
export interface EfsStorageClassOptions extends EfsClassFields {
  /**
   * The name of the class.
   * @default - the id of the construct
   */
  readonly name?: string;
}

/**
 * Props of an `EfsStorageClass`. Exactly one of `fileSystemId`, `fileSystemIdConfigRef` and
 * `fileSystemIdSecretRef` must be set.
 */
export interface EfsStorageClassProps extends EfsStorageClassOptions {
  /**
   * The ID of the file system: `fs-` followed by 8 to 40 lower-case hexadecimal digits.
   * @default - one of the references is set
   */
  readonly fileSystemId?: string;

  /**
   * The ConfigMap key that holds the ID of the file system, as `namespace/name/key`.
   * @default - the ID or the other reference is set
   */
  readonly fileSystemIdConfigRef?: string;

  /**
   * The Secret key that holds the ID of the file system, as `namespace/name/key`.
   * @default - the ID or the other reference is set
   */
  readonly fileSystemIdSecretRef?: string;
}

/**
 * A storage class for dynamic provisioning on EFS: the driver's controller creates an access point
 * for each claim.
 *
 * The controller must run: set `controller: { enabled: true }` on the cluster's `CsiDriverStack`,
 * or add the class to its `EfsCsiDriver`.
 *
 * @example
 * new EfsStorageClass(chart, 'efs-dynamic', {
 *   fileSystemId: 'fs-0123456789abcdef0',
 *   directoryPerms: '700',
 *   basePath: '/dynamic',
 * });
 */
export class EfsStorageClass extends DocumentedResource {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: EfsStorageClassProps): Finding[] {
    return findingsOfTrial(scope, id, () => new EfsStorageClass(scope, id, props));
  }

  /** The StorageClass object. */
  protected readonly apiObject: ApiObject;

  /** The resource name in RBAC rules: `storageclasses`. */
  public readonly resourceType = 'storageclasses';

  /** The name of the class, by which claims refer to it. */
  public readonly storageClassName: string;

  /**
   * The ID of the file system, if the class contains it.
   * @default - the class refers to a ConfigMap or Secret
   */
  public readonly fileSystemId?: string;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the class unless `name` is set
   * @param props the file system and what is created on it
   * @throws an error that lists all findings if the driver (aws-efs-csi-driver v3.4.1) would reject
   * or ignore a parameter, or if the API server would reject the class
   */
  constructor(scope: Construct, id: string, props: EfsStorageClassProps) {
    super(scope, id);
    const given = { ...props, name: props?.name ?? id };
    const spec = readInput<EfsStorageClassSpec>(this, given, {
      shape: EFS_STORAGE_CLASS_SHAPE,
      check: checkEfsStorageClass,
    }).read();
    const { provisioner, parameters } = toStorageClassSpec(spec);
    this.apiObject = addManifest(this, 'Resource', buildEfsStorageClass(spec));
    this.storageClassName = spec.name;
    this.fileSystemId = spec.fileSystemId;
    registerCsiClass(this, {
      driverName: provisioner,
      className: spec.name,
      dynamic: true,
      parameters,
    });
    registerIdentity(this, this.apiObject);
    if (spec.isDefault) registerDefaultClass(this, this.storageClassName);
  }
}
