/** The options of a group for volumes. */
import * as kplus from 'cdk8s-plus-28';

/** When the files of a volume are looked at. */
export enum OwnershipChangePolicy {
  /** Only if the root of the volume does not belong to the group yet. A root that is right means that all was done. */
  ON_ROOT_MISMATCH = 'OnRootMismatch',
  /** At each start of a pod, which takes long for many files. */
  ALWAYS = 'Always',
}

/** What a pod does with a volume. */
export enum VolumeAccess {
  /** It only reads: the group may read. */
  READ = 'read',
  /** It writes: the group may write. */
  WRITE = 'write',
}

/** What you know of one volume beyond the objects of the app. */
export interface VolumeOwnershipHints {
  /**
   * Whether the pod is to write.
   * @default - as its mounts say
   */
  readonly access?: VolumeAccess;

  /**
   * Whether the server maps root to nobody (root_squash), so that nothing in the cluster may change groups.
   * @default false
   */
  readonly rootSquash?: boolean;

  /**
   * Whether files of the node may be changed, for hostPath volumes.
   * @default false
   */
  readonly allowHostPath?: boolean;

  /**
   * Whether a volume that is read-only for the pod is left as it is. Else it is an error.
   * @default false
   */
  readonly skipReadOnly?: boolean;

  /**
   * Whether a volume of which nothing is known is taken for one that kubelet gives to the fsGroup.
   * @default false
   */
  readonly assumeFsGroup?: boolean;

  /**
   * Whether a flexVolume driver has the capability fsGroup.
   * @default true (Kubernetes)
   */
  readonly flexFsGroup?: boolean;

  /**
   * Whether the EFS access point has a POSIX user, that all work is then done as.
   * @default true
   */
  readonly enforcesIdentity?: boolean;

  /**
   * The CSI driver of the volume, where neither its class nor its persistent volume is in the app.
   * @default - that of the objects of the app
   */
  readonly driver?: string;

  /**
   * The `fsType` of the volume.
   * @default - that of the objects of the app
   */
  readonly fsType?: string;

  /**
   * The access modes of the persistent volume.
   * @default - those of the objects of the app
   */
  readonly accessModes?: kplus.PersistentVolumeAccessMode[];
}

/** Which volumes are given to a group, and how. */
export interface VolumeGroupOptions {
  /**
   * Volumes of the pod, as they were mounted: volumes of cdk8s-plus, or storage such as an `EfsSharedVolume` or an `EphemeralVolume`.
   * @default - those of `volumeNames`, else all that a container may write to
   */
  readonly volumes?: kplus.IStorage[];

  /**
   * The names of volumes of the pod or of claim templates, for objects that are not of cdk8s-plus.
   * @default - those of `volumes`, else all that a container may write to
   */
  readonly volumeNames?: string[];

  /**
   * What is known of volumes beyond the objects of the app, by their names in the pod.
   * @default - nothing
   */
  readonly hints?: { readonly [volume: string]: VolumeOwnershipHints };

  /**
   * When the files are looked at.
   * @default OwnershipChangePolicy.ON_ROOT_MISMATCH (Kubernetes' own default is Always)
   */
  readonly changePolicy?: OwnershipChangePolicy;

  /**
   * Whether an init container looks whether kubelet has done it, and lets the pod fail otherwise: where a server refuses,
   * kubelet tells nobody. It need not be root.
   * @default false
   */
  readonly verify?: boolean;

  /**
   * The user that an init container gives the files to as well: kubelet never changes users, so it is for volumes that it leaves
   * alone. Rarely needed, since the group may write.
   * @default - their users stay
   */
  readonly user?: number;

  /**
   * Whether an SCC that lets containers run as root, such as anyuid, is granted to the service account of the pods on OpenShift,
   * so that an init container can do there what kubelet does not.
   * @default false
   */
  readonly allowRoot?: boolean;

  /**
   * The image of the init container: any that has sh, find, chgrp, chmod, head and ls. For a `user` it needs chown as well.
   * @default docker.io/library/busybox:1.37.0
   */
  readonly image?: string;
}
