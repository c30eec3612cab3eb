/** A class whose volumes the EFS driver makes on demand. */
import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { registerCsiClass } from '../../csi/constructs/app';
import { Finding } from '../../findings';
import { ReclaimPolicy, registerDefaultClass, VolumeBindingMode } from '../../storage/constructs/storage-class';
import { addManifest, DocumentedResource, findingsOfTrial, readInput, registerIdentity } from '../../tree';
import { buildEfsStorageClass, toStorageClassSpec } from '../storage-class/build';
import { checkEfsStorageClass } from '../storage-class/check';
import { EFS_STORAGE_CLASS_SHAPE, EfsStorageClassSpec } from '../storage-class/spec';

/** What the driver makes for each claim. */
export enum EfsProvisioningMode {
  /** An access point of an EFS file system. */
  EFS_ACCESS_POINT = 'efs-ap',
  /** An access point of an S3 Files file system (driver 3.0 and later). */
  S3_FILES_ACCESS_POINT = 's3files-ap',
}

/** Options of a dynamic class on a file system that is known already. Parameters can never be changed afterwards. */
export interface EfsStorageClassOptions {
  /**
   * The name of the class.
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * What the driver makes for each claim.
   * @default EfsProvisioningMode.EFS_ACCESS_POINT
   */
  readonly provisioningMode?: EfsProvisioningMode;

  /**
   * The permissions of each directory that is made: three or four octal digits.
   * @default '700'
   */
  readonly directoryPerms?: string;

  /**
   * The user that all writes are done as, and that owns the directory.
   * @default - taken from the range of group IDs
   */
  readonly uid?: number;

  /**
   * The group as which everybody writes, and which owns the directory.
   * @default - taken from the range of group IDs
   */
  readonly gid?: number;

  /**
   * The first of the IDs that are handed out, one for each volume. With `gidRangeEnd`.
   * @default - 50000 (aws-efs-csi-driver v3.4.1)
   */
  readonly gidRangeStart?: number;

  /**
   * The last of the IDs that are handed out.
   * @default - 60000 (aws-efs-csi-driver v3.4.1)
   */
  readonly gidRangeEnd?: number;

  /**
   * The directory of the file system under which the volumes' directories are made.
   * @default - the root
   */
  readonly basePath?: string;

  /**
   * How the directories are named: a text with `${.PVC.name}`, `${.PVC.namespace}` and `${.PV.name}`. The whole path
   * has at most 100 bytes, of which the random suffix takes 37, and 5 names. Flux replaces such places when it substitutes variables: annotate the
   * class with `kustomize.toolkit.fluxcd.io/substitute: disabled` there.
   * @default - the name of the persistent volume
   */
  readonly subPathPattern?: string;

  /**
   * Whether a random suffix keeps directories of the same pattern apart.
   * @default - true (aws-efs-csi-driver v3.4.1)
   */
  readonly ensureUniqueDirectory?: boolean;

  /**
   * Whether a claim that is made again gets its former access point. Claims of one name share one, in whatever
   * namespace they are.
   * @default - false (aws-efs-csi-driver v3.4.1)
   */
  readonly reuseAccessPoint?: boolean;

  /**
   * The availability zone whose mount target is used. Only for file systems of another account.
   * @default - any zone
   */
  readonly az?: string;

  /**
   * Whether volumes of a One Zone file system bind pods to its zone.
   * @default - false (aws-efs-csi-driver v3.4.1)
   */
  readonly enforceZoneAffinity?: boolean;

  /**
   * Whether access points are tagged.
   * @default - true (aws-efs-csi-driver v3.4.1)
   */
  readonly enableTagging?: boolean;

  /**
   * The name of the secret with the role for file systems of another account.
   * @default - the file system is of the same account
   */
  readonly provisionerSecretName?: string;

  /**
   * The namespace of that secret.
   * @default - the file system is of the same account
   */
  readonly provisionerSecretNamespace?: string;

  /**
   * What happens to the access point when its claim is deleted.
   * @default - not written; it is deleted, its directory stays unless the driver was told otherwise
   */
  readonly reclaimPolicy?: ReclaimPolicy;

  /**
   * When the access point is made for a claim.
   * @default - not written; at once
   */
  readonly volumeBindingMode?: VolumeBindingMode;

  /**
   * Options for mounting, such as `iam`.
   * @default - none
   */
  readonly mountOptions?: string[];

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

/** Props of an `EfsStorageClass`. Exactly one of the three ways to name the file system is given. */
export interface EfsStorageClassProps extends EfsStorageClassOptions {
  /**
   * The file system: `fs-` and 8 to 40 hexadecimal digits in lower case.
   * @default - one of the references is given
   */
  readonly fileSystemId?: string;

  /**
   * Where the ID of the file system stands: `namespace/name/key` of a ConfigMap.
   * @default - the ID itself is given
   */
  readonly fileSystemIdConfigRef?: string;

  /**
   * Where the ID of the file system stands: `namespace/name/key` of a Secret.
   * @default - the ID itself is given
   */
  readonly fileSystemIdSecretRef?: string;
}

/**
 * A class for dynamic provisioning on EFS: the driver's controller makes an access point for each claim.
 *
 * The controller must run: give the `CsiDriverStack` of the cluster `controller: { enabled: true }`, or give the class to its
 * `EfsCsiDriver`.
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
   * What is wrong with the props, without making anything: for tests, and for languages in which an exception is only a text.
   * @param scope the chart or construct that it would belong to
   * @param id the id that it would have
   * @param props the props that it would be made with
   * @returns all findings: errors, with which the constructor would throw, and warnings
   */
  public static check(scope: Construct, id: string, props: EfsStorageClassProps): Finding[] {
    return findingsOfTrial(scope, id, () => new EfsStorageClass(scope, id, props));
  }

  /** The object of the class. */
  protected readonly apiObject: ApiObject;

  /** The plural of the kind, for RBAC: `storageclasses`. */
  public readonly resourceType = 'storageclasses';

  /** The name by which claims refer to the class. */
  public readonly storageClassName: string;

  /**
   * The file system, where the class names it itself.
   * @default - the class has a reference to it
   */
  public readonly fileSystemId?: string;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the class unless `name` is given
   * @param props the file system, and what is made on it
   * @throws all findings at once when the driver (aws-efs-csi-driver v3.4.1) would refuse or ignore a parameter, or
   * the API server (Kubernetes 1.36) the class
   */
  constructor(scope: Construct, id: string, props: EfsStorageClassProps) {
    super(scope, id);
    const given = { ...props, name: props?.name ?? id };
    const spec = readInput<EfsStorageClassSpec>(this, given, { shape: EFS_STORAGE_CLASS_SHAPE, check: checkEfsStorageClass }).read();
    const { provisioner, parameters } = toStorageClassSpec(spec);
    this.apiObject = addManifest(this, 'Resource', buildEfsStorageClass(spec));
    this.storageClassName = spec.name;
    this.fileSystemId = spec.fileSystemId;
    registerCsiClass(this, { driverName: provisioner, className: spec.name, dynamic: true, parameters });
    registerIdentity(this, this.apiObject);
    if (spec.isDefault) registerDefaultClass(this, this.storageClassName);
  }
}
