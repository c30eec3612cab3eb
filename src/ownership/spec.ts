/**
 * Facts about a volume and the pod around it, by which it is decided who may write to the volume.
 */
import { DriverFacts } from '../facts';

/** The largest id of a group that the API server takes. */
export const MAX_GROUP = 2147483647;

/**
 * A group by its id, or the one that the platform assigns to the namespace, as OpenShift does: it
 * is not known here.
 */
export type Group = number | 'assigned';

/** What a CSI driver does about groups. What is absent is not known. */
export type DriverGroups = Pick<DriverFacts, 'fsGroupPolicy' | 'appliesFsGroup' | 'defaultFsType'>;

/** What the driver of a name does about groups; nothing if it is not known. */
export type GroupsOfDriver = (name: string) => DriverGroups | undefined;

/** One volume of a pod, as far as manifests tell. What is absent is not known. */
export interface VolumeFacts {
  readonly name: string;
  /**
   * The field that says what it is, of the pod's volume or of its persistent volume: `emptyDir`,
   * `nfs`, `csi`.
   */
  readonly source?: string;
  /**
   * Whether the pod's volume says so itself; else its persistent volume, or the class of its claim.
   */
  readonly isInline: boolean;
  /** The claim behind it, by its name or that of its template. */
  readonly claim?: string;
  /** The CSI driver; of a volume that Kubernetes has handed over to a CSI driver, that one. */
  readonly driver?: string;
  /** What Kubernetes handed over to the driver: `awsElasticBlockStore`. */
  readonly migratedFrom?: string;
  /** The file system of the volume: empty if none is written. */
  readonly fsType?: string;
  /** The access modes of the persistent volume, or else those that its claim asks for. */
  readonly accessModes?: readonly string[];
  /**
   * Whether kubelet takes it for read-only: by the pod's reference to the claim, or by the volume
   * in the pod.
   */
  readonly isReadOnly?: boolean;
  /** Whether something further down says read-only, at which kubelet does not look. */
  readonly isReadOnlyBelow?: boolean;
  /** Whether all containers that have it mount it read-only. */
  readonly isOnlyRead?: boolean;
  /** Whether no container mounts it. */
  readonly isUnmounted?: boolean;
  /** Whether it is a block device, without files. */
  readonly isBlock?: boolean;
  /** The directory of the node, of a hostPath volume. */
  readonly path?: string;
  /** Whether its provisioner makes it with mode 0777, so that everybody may write to it. */
  readonly isOpenToAll?: boolean;
  /**
   * How an EFS volume is mounted: through an access point, through one of a dynamic class, or
   * without any.
   */
  readonly accessPoint?: 'static' | 'dynamic' | 'none';
  /** Whether the access point has a POSIX user, that all work is done as. */
  readonly enforcesIdentity?: boolean;
  /** The mount options of its persistent volume, or of its class. */
  readonly mountOptions?: readonly string[];
  /** Whether what is shared is NFS, where a driver has both NFS and other protocols. */
  readonly isNfs?: boolean;
  /**
   * What the storage is, for telling that two volumes are one: server and path, driver and handle,
   * namespace and claim.
   */
  readonly identity?: string;
  /** How large it is, in bytes. */
  readonly bytes?: number;
}

/** What a user wants of one volume, or knows of it beyond manifests. */
export interface VolumeWish {
  /** Whether the pod is to write, or only to read; else as its mounts say. */
  readonly access?: 'read' | 'write';
  /**
   * Whether the server maps root to nobody (root_squash), so that nobody here may change groups.
   */
  readonly rootSquash?: boolean;
  /** Whether files of the node may be changed. */
  readonly allowHostPath?: boolean;
  /** What happens to a volume that is read-only for the pod. */
  readonly ifReadOnly?: 'refuse' | 'skip';
  /** Whether a claim of which nothing is known is taken for one whose group kubelet sets. */
  readonly assumeFsGroup?: boolean;
  /** Whether a flexVolume driver has the capability fsGroup. */
  readonly flexFsGroup?: boolean;
}

/** The pod and the cluster that a volume is decided for. */
export interface OwnershipContext {
  /** The group that is to have the volume; none if its files are to be left alone. */
  readonly gid?: Group;
  readonly driver?: GroupsOfDriver;
  /** The minor version of Kubernetes 1: that of the model unless it is given. */
  readonly minor?: number;
  /** The operating system of the pod (`spec.os.name`). */
  readonly os?: string;
  /**
   * The level of the Pod Security Standards that the namespace enforces: `baseline` unless it is
   * given.
   */
  readonly podSecurity?: 'privileged' | 'baseline' | 'restricted';
  /** The platform: on OpenShift groups are assigned, and init containers may not be root. */
  readonly platform?: string;
  /**
   * Whether init containers may be root though the platform forbids it unless somebody grants it.
   */
  readonly isRootAllowed?: boolean;
  /** Whether the pod has user ids of its own (`hostUsers: false`). */
  readonly isOwnUserNamespace?: boolean;
  readonly wish?: VolumeWish;
}

/** What sets the group of the volume. */
type OwnershipWay = 'nothing' | 'fsGroup' | 'driver' | 'init' | 'refuse';

/** Which way was taken for a volume, and why. */
export interface Decision {
  /** The row of the decision table. */
  readonly row: string;
  /**
   * `fsGroup`: kubelet does it. `driver`: kubelet tells the driver. `init`: an init container.
   * `refuse`: it cannot work, or not as asked.
   */
  readonly way: OwnershipWay;
  /** What it is, and why, in one sentence. */
  readonly sentence: string;
  /** What to do about it, where it is refused. */
  readonly remedy?: string;
  /** What else is to be known. */
  readonly warnings: readonly string[];
  /** Whether the group is set only if kubelet's `fsGroupChangePolicy` is looked at. */
  readonly hasChangePolicy: boolean;
}
