/**
 * A shared volume: a persistent volume and its claim, for one access point of an EFS file system.
 */
import { ApiObject, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { isClassInCluster, EFS_DRIVER_NAME } from '../../facts';
import { Finding } from '../../findings';
import { Manifest, withoutUndefined } from '../../kube';
import { IClaim } from '../../storage';
import { volumeOfClaim } from '../../storage/constructs/claim-volume';
import { quantityOf } from '../../storage/constructs/size';
import { registerVolume } from '../../storage/constructs/volumes';
import {
  addLateManifest,
  addManifest,
  DocumentedResource,
  findingsOfTrial,
  namespaceOf,
  ClaimHandle,
  PersistentVolumeHandle,
  readInput,
  registerForSynth,
  SynthCheck,
  targetAt,
} from '../../tree';
import { buildSharedVolume } from '../shared-volume/build';
import { checkSharedVolume } from '../shared-volume/check';
import { checkSharedVolumes, SharedVolumeEntry } from '../shared-volume/check-tree';
import { volumeHandleOf } from '../shared-volume/names';
import {
  DEFAULT_CLASS,
  OPERATOR_VOLUME_SHAPE,
  SHARED_VOLUME_SHAPE,
  SharedVolumeSpec,
} from '../shared-volume/spec';

/** The form of the volume handle. */
export enum EfsHandleStyle {
  /** `fs-…:path:fsap-…`, which every version of the driver can read, including OpenShift's fork. */
  PLAIN = 'plain',
  /**
   * `efs:fs-…:path:fsap-…`, which dynamic provisioning has used since driver 3.0. OpenShift's fork
   * rejects it.
   */
  TYPED = 'typed',
}

/** What happens if the file system, access point or path of a shared volume changes. */
export enum EfsIdChange {
  /**
   * The names stay the same, so the API server rejects the change: the source of a persistent
   * volume is immutable. The sync fails, and neither the data nor the pods that use it are
   * affected.
   */
  REJECT = 'reject',
  /**
   * Both names contain a hash of the volume's source, so a change creates a new volume and a new
   * claim next to the old ones. The source consists of the handle, independent of its style, and
   * the volume attributes. Workloads that take `claimName` from the construct move to the new
   * claim. The old pair stays until it is pruned.
   */
  REPLACE = 'replace',
}

/** Options of a shared volume on a given file system. */
export interface EfsSharedVolumeOptions {
  /**
   * The ID of the access point: `fsap-` followed by 8 to 40 lower-case hexadecimal digits.
   * @default - none; the whole file system, or `path` in it, is mounted
   */
  readonly accessPointId?: string;

  /**
   * The directory to mount, relative to the root of the access point or, without one, of the file
   * system. It must exist.
   * @default - the root directory
   */
  readonly path?: string;

  /**
   * The name of the shared volume, from which the names `pv-<namespace>-<name>` and `pvc-<name>`
   * are derived.
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * The namespace of the claim.
   * @default - the namespace of the chart; one of the two must be set
   */
  readonly namespace?: string;

  /**
   * The name of the persistent volume. With `EfsIdChange.REPLACE`, a hash is appended to it.
   * @default - `pv-<namespace>-<name>`, as aws-efs-operator names it
   */
  readonly volumeName?: string;

  /**
   * The name of the claim. With `EfsIdChange.REPLACE`, a hash is appended to it.
   * @default - `pvc-<name>`, as aws-efs-operator names it
   */
  readonly claimName?: string;

  /**
   * The form of the volume handle.
   * @default EfsHandleStyle.PLAIN
   */
  readonly handleStyle?: EfsHandleStyle;

  /**
   * What happens if the file system, access point or path changes.
   * @default EfsIdChange.REJECT
   */
  readonly onIdChange?: EfsIdChange;

  /**
   * The name of the storage class that volume and claim share. The name may be empty, and the class
   * does not need to exist. If the target lists the classes of the cluster (`storageClassNames`), a
   * warning is reported for any other class that the app does not declare.
   * @default 'efs-sc'
   */
  readonly storageClassName?: string;

  /**
   * The size of the volume, and of the claim unless `request` is set. EFS ignores it, but resource
   * quotas count it.
   * @default Size.gibibytes(1)
   */
  readonly storage?: Size;

  /**
   * The size that the claim requests, at most the size of the volume.
   * @default - the size of the volume
   */
  readonly request?: Size;

  /**
   * The access modes of volume and claim. The driver supports ReadWriteMany, ReadWriteOnce and
   * ReadWriteOncePod. Instead of ReadOnlyMany, mount the volume read-only in the pod.
   * @default - ReadWriteMany
   */
  readonly accessModes?: kplus.PersistentVolumeAccessMode[];

  /**
   * The mount options, such as `iam` or `az=us-east-1a`. The driver converts them to lower case.
   * @default - none; TLS is on
   */
  readonly mountOptions?: string[];

  /**
   * The volume attributes, which the driver reads when it mounts the volume: `encryptInTransit`,
   * `mounttargetip`, `crossaccount`.
   * @default - none
   */
  readonly volumeAttributes?: { [key: string]: string };

  /**
   * Labels of volume and claim.
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of volume and claim.
   * @default - none
   */
  readonly annotations?: { [key: string]: string };

  /**
   * Whether to create exactly the objects that aws-efs-operator 036c30e would create, with its
   * labels and without `claimRef`. What the operator or its schema rejects is rejected with the
   * same message. Options that the operator does not know are errors.
   * @default false
   */
  readonly operatorMode?: boolean;
}

/** Props of an `EfsSharedVolume`. */
export interface EfsSharedVolumeProps extends EfsSharedVolumeOptions {
  /**
   * The ID of the file system: `fs-` followed by 8 to 40 lower-case hexadecimal digits. ARNs and
   * DNS names are not accepted.
   */
  readonly fileSystemId: string;
}

/** What the names of the objects are made of. With new pairs, the source of the volume as well. */
const NAMING = [
  'name',
  'namespace',
  'volumeName',
  'claimName',
  'onIdChange',
  'operatorMode',
  'labels',
  'annotations',
] as const;
const SOURCE = [
  'fileSystemId',
  'accessPointId',
  'path',
  'handleStyle',
  'volumeAttributes',
] as const;

const SHARED_VOLUMES: SynthCheck<() => Omit<SharedVolumeEntry, 'construct'>> = {
  id: 'efs/shared-volumes',
  check: (registered, { objects }) =>
    checkSharedVolumes(
      registered.map(({ construct, value }) => ({ construct, ...value() })),
      objects,
    ),
};

/**
 * A persistent volume on an EFS file system and its claim: what aws-efs-operator creates for a
 * SharedVolume, without the operator.
 *
 * The volume and the claim name each other, so that neither can be bound to anything else. The
 * volume is retained when the claim is deleted, and data is never deleted. The construct can be
 * mounted directly: `container.mount('/data', shared)`.
 *
 * @example
 * const images = new EfsSharedVolume(chart, 'images', {
 *   fileSystemId: 'fs-0123456789abcdef0',
 *   accessPointId: 'fsap-0123456789abcdef0',
 * });
 * const web = new kplus.Deployment(chart, 'web', {
 *   containers: [{ image: 'registry.example.com/web:1.0.0' }],
 * });
 * web.containers[0].mount('/images', images);
 */
export class EfsSharedVolume extends DocumentedResource implements IClaim {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: EfsSharedVolumeProps): Finding[] {
    return findingsOfTrial(scope, id, () => new EfsSharedVolume(scope, id, props));
  }

  /** The PersistentVolumeClaim object, which represents the construct in cdk8s-plus. */
  protected readonly apiObject: ApiObject;

  /** The resource name of the claim in RBAC rules: `persistentvolumeclaims`. */
  public readonly resourceType = 'persistentvolumeclaims';

  /** The persistent volume. */
  public readonly persistentVolume: PersistentVolumeHandle;

  /** The claim. */
  public readonly persistentVolumeClaim: ClaimHandle;

  /** The name of the claim, by which pods in its namespace refer to it. */
  public readonly claimName: string;

  /** The name of the persistent volume. */
  public readonly volumeName: string;

  /** The namespace of the claim, and so of the pods that can mount it. */
  public readonly claimNamespace: string;

  /**
   * Whether nothing may be added to what the operator writes.
   * @internal
   */
  public readonly _operatorMode: boolean;

  private readonly spec: () => SharedVolumeSpec;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the shared volume unless `name` is set
   * @param props the file system, the access point and the mount options
   * @throws an error that lists all findings if the driver (aws-efs-csi-driver v3.4.1) would not
   * mount the volume, if the API server would reject the objects, or, in operator
   * mode, if the operator could not work with the SharedVolume
   */
  constructor(scope: Construct, id: string, props: EfsSharedVolumeProps) {
    super(scope, id);
    const sizes = withoutUndefined({
      storage: quantityOf(props?.storage),
      request: quantityOf(props?.request),
    });
    const given = {
      ...props,
      ...sizes,
      name: props?.name ?? id,
      namespace: namespaceOf(this, props?.namespace),
    };
    const early = given.onIdChange === EfsIdChange.REPLACE ? [...NAMING, ...SOURCE] : NAMING;
    const shape = given.operatorMode === true ? OPERATOR_VOLUME_SHAPE : SHARED_VOLUME_SHAPE;
    const input = readInput<SharedVolumeSpec>(this, given, {
      shape,
      early,
      check: checkSharedVolume,
    });
    this.spec = input.read;
    this._operatorMode = given.operatorMode ?? false;
    // What identifies the objects is known now in any case; what is late stays out of it.
    const known = input.late ? { ...given, fileSystemId: '', accessPointId: '' } : input.read();
    const [volume, claim] = buildSharedVolume(known);
    const add = (childId: string, index: 0 | 1, manifest: Manifest) =>
      input.late
        ? addLateManifest(this, childId, manifest, () => buildSharedVolume(input.read())[index])
        : addManifest(this, childId, manifest);
    this.persistentVolume = add('PersistentVolume', 0, volume) as PersistentVolumeHandle;
    this.persistentVolumeClaim = add('PersistentVolumeClaim', 1, claim) as ClaimHandle;
    this.apiObject = this.persistentVolumeClaim;
    this.claimName = claim.metadata.name;
    this.volumeName = volume.metadata.name;
    this.claimNamespace = claim.metadata.namespace!;
    registerForSynth(this, SHARED_VOLUMES, () => this.entry());
    registerVolume(this, () => ({
      driver: EFS_DRIVER_NAME,
      volumeHandle: this.volumeHandle,
      namespace: this.claimNamespace,
    }));
  }

  /**
   * The volume handle, which identifies the volume to the driver.
   * @throws if the IDs are lazy values that cannot be resolved yet
   */
  public get volumeHandle(): string {
    return volumeHandleOf(this.spec());
  }

  /**
   * Returns the volume for a pod, named after the claim. Only pods in the claim's namespace can
   * mount it.
   * @returns the same volume on every call
   */
  public asVolume(): kplus.Volume {
    return volumeOfClaim(this, this);
  }

  private entry(): Omit<SharedVolumeEntry, 'construct'> {
    const spec = this.spec();
    const { storageClassName = DEFAULT_CLASS } = spec;
    return {
      namespace: this.claimNamespace,
      name: spec.name,
      volumeName: this.volumeName,
      claimName: this.claimName,
      storageClassName,
      isClassInCluster: isClassInCluster(targetAt(this, this.node.path), storageClassName),
      operatorMode: this._operatorMode,
    };
  }
}
