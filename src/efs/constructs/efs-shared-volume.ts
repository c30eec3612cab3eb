/** A shared volume: a persistent volume and its claim, for one access point of an EFS file system. */
import { ApiObject, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Finding } from '../../findings';
import { Manifest, withoutUndefined } from '../../kube';
import { IClaim } from '../../storage';
import { volumeOfClaim } from '../../storage/constructs/claim-volume';
import { quantityOf } from '../../storage/constructs/size';
import { registerVolume } from '../../storage/constructs/volumes';
import { addLateManifest, addManifest, DocumentedResource, findingsOfTrial, namespaceOf, readInput, registerForSynth, SynthCheck } from '../../tree';
import { buildSharedVolume } from '../shared-volume/build';
import { checkSharedVolume } from '../shared-volume/check';
import { checkSharedVolumes, SharedVolumeEntry } from '../shared-volume/check-tree';
import { volumeHandleOf } from '../shared-volume/names';
import { DEFAULT_CLASS, OPERATOR_VOLUME_SHAPE, SHARED_VOLUME_SHAPE, SharedVolumeSpec } from '../shared-volume/spec';
import { EFS_DRIVER_NAME } from '../spec';

/** How the volume handle is written. */
export enum EfsHandleStyle {
  /** `fs-…:path:fsap-…`: every version of the driver reads it, OpenShift's fork included. */
  LEGACY = 'legacy',
  /** `efs:fs-…:path:fsap-…`: what dynamic provisioning writes since driver 3.0. OpenShift's fork refuses it. */
  TYPED = 'typed',
}

/** What a changed file system, access point or path of a shared volume means. */
export enum EfsIdChange {
  /**
   * The names stay, so the API server refuses the change: the source of a persistent volume is immutable. The sync
   * fails, and nothing happens to the data or to those who use it.
   */
  REFUSE = 'refuse',
  /**
   * A hash of the volume's source is part of both names, so a change of it makes a new volume and a new claim beside
   * the old ones. The source is the handle, in whatever style, and the volume attributes.
   * Workloads that take `claimName` from the construct move over; the old pair stays until it is pruned.
   */
  NEW_PAIR = 'newPair',
}

/** Options of a shared volume on a file system that is known already. */
export interface EfsSharedVolumeOptions {
  /**
   * The access point: `fsap-` and 8 to 40 hexadecimal digits in lower case.
   * @default - the whole file system or the `path` in it is mounted
   */
  readonly accessPointId?: string;

  /**
   * A directory to mount, seen from the root of the access point or else of the file system. It must exist.
   * @default - the root
   */
  readonly path?: string;

  /**
   * The name of the shared volume, of which the names `pv-<namespace>-<name>` and `pvc-<name>` are made.
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * The namespace of the claim.
   * @default - the namespace of the chart; there must be one
   */
  readonly namespace?: string;

  /**
   * The name of the persistent volume. With `EfsIdChange.NEW_PAIR` the hash is appended to it.
   * @default - `pv-<namespace>-<name>`, as aws-efs-operator names it
   */
  readonly volumeName?: string;

  /**
   * The name of the claim. With `EfsIdChange.NEW_PAIR` the hash is appended to it.
   * @default - `pvc-<name>`, as aws-efs-operator names it
   */
  readonly claimName?: string;

  /**
   * How the volume handle is written.
   * @default EfsHandleStyle.LEGACY
   */
  readonly handleStyle?: EfsHandleStyle;

  /**
   * What a changed file system, access point or path means.
   * @default EfsIdChange.REFUSE
   */
  readonly onIdChange?: EfsIdChange;

  /**
   * The class by which volume and claim find each other. The class need not exist. The empty name is one, too.
   * @default 'efs-sc'
   */
  readonly storageClassName?: string;

  /**
   * Whether the class is declared somewhere else, so that nobody is warned that it is missing here.
   * @default false
   */
  readonly externalStorageClass?: boolean;

  /**
   * The size that is written on volume and claim. EFS does not look at it; quotas count it.
   * @default Size.gibibytes(1)
   */
  readonly storage?: Size;

  /**
   * What the claim requests: at most the size of the volume.
   * @default - the size of the volume
   */
  readonly request?: Size;

  /**
   * How the volume may be mounted. The driver takes ReadWriteMany, ReadWriteOnce and ReadWriteOncePod, not
   * ReadOnlyMany: mount it read-only in the pod instead.
   * @default - ReadWriteMany
   */
  readonly accessModes?: kplus.PersistentVolumeAccessMode[];

  /**
   * Options for mounting, such as `iam` or `az=us-east-1a`. The driver writes all of them in lower case.
   * @default - none; TLS is on
   */
  readonly mountOptions?: string[];

  /**
   * What the driver is told when it mounts: `encryptInTransit`, `mounttargetip`, `crossaccount`.
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
   * Exactly what aws-efs-operator 036c30e would write, with its labels and without `claimRef`. What it or its
   * schema refuses is refused in the same words. Options that the operator does not know are errors.
   * @default false
   */
  readonly operatorMode?: boolean;
}

/** Props of an `EfsSharedVolume`. */
export interface EfsSharedVolumeProps extends EfsSharedVolumeOptions {
  /** The file system: `fs-` and 8 to 40 hexadecimal digits in lower case. No ARN and no DNS name. */
  readonly fileSystemId: string;
}

/** What the names of the objects are made of. With new pairs, the source of the volume as well. */
const NAMING = ['name', 'namespace', 'volumeName', 'claimName', 'onIdChange', 'operatorMode', 'labels', 'annotations'] as const;
const SOURCE = ['fileSystemId', 'accessPointId', 'path', 'handleStyle', 'volumeAttributes'] as const;

const SHARED_VOLUMES: SynthCheck<() => Omit<SharedVolumeEntry, 'construct'>> = {
  id: 'efs/shared-volumes',
  check: (registered, objects) =>
    checkSharedVolumes(registered.map(({ construct, value }) => ({ construct, ...value() })), objects()),
};

/**
 * A volume of an EFS file system for one claim: what a SharedVolume of aws-efs-operator becomes, without the operator.
 *
 * The volume and the claim are bound to each other in both directions, so that neither can be taken by anything else.
 * The volume is kept when the claim is deleted; data are never deleted. Mount it as it is:
 * `container.mount('/data', shared)`.
 *
 * @example
 * const images = new EfsSharedVolume(chart, 'images', {
 *   fileSystemId: 'fs-0123456789abcdef0',
 *   accessPointId: 'fsap-0123456789abcdef0',
 *   externalStorageClass: true,
 * });
 * const web = new kplus.Deployment(chart, 'web', { containers: [{ image: 'registry.example.com/web:1.0.0' }] });
 * web.containers[0].mount('/images', images);
 */
export class EfsSharedVolume extends DocumentedResource implements IClaim {
  /**
   * What is wrong with the props, without making anything: for tests, and for languages in which an exception is only a text.
   * @param scope the chart or construct that it would belong to
   * @param id the id that it would have
   * @param props the props that it would be made with
   * @returns all findings: errors, with which the constructor would throw, and warnings
   */
  public static check(scope: Construct, id: string, props: EfsSharedVolumeProps): Finding[] {
    return findingsOfTrial(scope, id, () => new EfsSharedVolume(scope, id, props));
  }

  /** The object of the claim, which is what the construct stands for in cdk8s-plus. */
  protected readonly apiObject: ApiObject;

  /** The plural of the claim's kind, for RBAC: `persistentvolumeclaims`. */
  public readonly resourceType = 'persistentvolumeclaims';

  /** The object of the persistent volume, for patches and metadata. */
  public readonly persistentVolume: ApiObject;

  /** The object of the claim, for patches and metadata. */
  public readonly persistentVolumeClaim: ApiObject;

  /** The name by which pods of the namespace refer to the claim. */
  public readonly claimName: string;

  /** The name of the persistent volume in the cluster. */
  public readonly volumeName: string;

  /** The namespace of the claim, and of the pods that can mount it. */
  public readonly claimNamespace: string;

  /**
   * Whether nothing may be added to what the operator writes.
   * @internal
   */
  public readonly _operatorMode: boolean;

  private readonly spec: () => SharedVolumeSpec;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the shared volume unless `name` is given
   * @param props the file system, the access point and how they are mounted
   * @throws all findings at once when the driver (aws-efs-csi-driver v3.4.1) would not mount the volume or the API
   * server (Kubernetes 1.36) would refuse the objects; in operator mode, when the operator could not work with it
   */
  constructor(scope: Construct, id: string, props: EfsSharedVolumeProps) {
    super(scope, id);
    const sizes = withoutUndefined({ storage: quantityOf(props?.storage), request: quantityOf(props?.request) });
    const given = { ...props, ...sizes, name: props?.name ?? id, namespace: namespaceOf(this, props?.namespace) };
    const early = given.onIdChange === EfsIdChange.NEW_PAIR ? [...NAMING, ...SOURCE] : NAMING;
    const shape = given.operatorMode === true ? OPERATOR_VOLUME_SHAPE : SHARED_VOLUME_SHAPE;
    const input = readInput<SharedVolumeSpec>(this, given, { shape, early, check: checkSharedVolume });
    this.spec = input.read;
    this._operatorMode = given.operatorMode ?? false;
    // What identifies the objects is known now in any case; what is late stays out of it.
    const known = input.late ? { ...given, fileSystemId: '', accessPointId: '' } : input.read();
    const [volume, claim] = buildSharedVolume(known);
    const add = (childId: string, index: 0 | 1, manifest: Manifest) => input.late
      ? addLateManifest(this, childId, manifest, () => buildSharedVolume(input.read())[index])
      : addManifest(this, childId, manifest);
    this.persistentVolume = add('PersistentVolume', 0, volume);
    this.persistentVolumeClaim = add('PersistentVolumeClaim', 1, claim);
    this.apiObject = this.persistentVolumeClaim;
    this.claimName = claim.metadata.name;
    this.volumeName = volume.metadata.name;
    this.claimNamespace = claim.metadata.namespace!;
    registerForSynth(this, SHARED_VOLUMES, () => this.entry());
    registerVolume(this, () => ({ driver: EFS_DRIVER_NAME, volumeHandle: this.volumeHandle, namespace: this.claimNamespace }));
  }

  /**
   * The handle by which the driver knows the volume.
   * @throws when the IDs are computed late and cannot be computed yet
   */
  public get volumeHandle(): string {
    return volumeHandleOf(this.spec());
  }

  /**
   * The volume that a pod mounts, named after the claim. Only pods of the claim's namespace can mount it.
   * @returns always the same volume
   */
  public asVolume(): kplus.Volume {
    return volumeOfClaim(this, this);
  }

  private entry(): Omit<SharedVolumeEntry, 'construct'> {
    const spec = this.spec();
    return {
      namespace: this.claimNamespace,
      name: spec.name,
      volumeName: this.volumeName,
      claimName: this.claimName,
      storageClassName: spec.storageClassName ?? DEFAULT_CLASS,
      externalStorageClass: spec.externalStorageClass ?? false,
      operatorMode: this._operatorMode,
    };
  }
}
