/** A class of the EFS driver's stack, as data. */
import * as kplus from 'cdk8s-plus-28';
import { EfsProvisioningMode, EfsStorageClassProps } from './efs-storage-class';
import { plainClass } from '../../kube';
import { VolumeBindingMode } from '../../storage/constructs/storage-class';

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
export class EfsCsiStorageClass {
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

  /**
   * @param props the fields
   */
  public constructor(props: EfsStorageClassProps) {
    Object.assign(this, props);
  }
}
plainClass(EfsCsiStorageClass);
