/** The options of a group for volumes. */
import * as kplus from 'cdk8s-plus-28';

/** How a pod uses a volume. */
export enum VolumeAccess {
  /** The pod only reads: the group gets read permission. */
  READ = 'read',
  /** The pod writes: the group gets write permission. */
  WRITE = 'write',
}

/** Facts about one volume that the objects of the app do not show. */
export interface VolumeOwnershipHints {
  /**
   * Whether the pod reads or writes.
   * @default - derived from its mounts
   */
  readonly access?: VolumeAccess;

  /**
   * Whether the file server maps root to nobody (root_squash), so that nothing in the cluster can
   * change groups.
   * @default false
   */
  readonly rootSquash?: boolean;

  /**
   * Whether files on the node may be changed, for hostPath volumes.
   * @default false
   */
  readonly allowHostPath?: boolean;

  /**
   * Whether a volume that is read-only for the pod is left unchanged. If false, it is an error.
   * @default false
   */
  readonly skipReadOnly?: boolean;

  /**
   * Whether to assume that the kubelet applies the fsGroup to a volume about which nothing is
   * known.
   * @default false
   */
  readonly assumeFsGroup?: boolean;

  /**
   * Whether the flexVolume driver has the capability fsGroup.
   * @default true (Kubernetes)
   */
  readonly flexFsGroup?: boolean;

  /**
   * Whether the EFS access point has a POSIX user, as which all file access is then performed.
   * @default true
   */
  readonly enforcesIdentity?: boolean;

  /**
   * The CSI driver of the volume, if neither its class nor its persistent volume is in the app.
   * @default - taken from the objects of the app
   */
  readonly driver?: string;

  /**
   * The `fsType` of the volume.
   * @default - taken from the objects of the app
   */
  readonly fsType?: string;

  /**
   * The access modes of the persistent volume.
   * @default - taken from the objects of the app
   */
  readonly accessModes?: kplus.PersistentVolumeAccessMode[];
}

/** Options for giving volumes to a group. */
export interface VolumeGroupOptions {
  /**
   * The volumes of the pod, as they were mounted: cdk8s-plus volumes, or storage such as an
   * `EfsSharedVolume` or an `EphemeralVolume`.
   * @default - those of `volumeNames`, or else all volumes that a container may write to
   */
  readonly volumes?: kplus.IStorage[];

  /**
   * The names of volumes of the pod or of volume claim templates, for objects that are not made
   * with cdk8s-plus.
   * @default - those of `volumes`, or else all volumes that a container may write to
   */
  readonly volumeNames?: string[];

  /**
   * Facts about volumes that the objects of the app do not show, keyed by the name of the volume in
   * the pod.
   * @default - none
   */
  readonly hints?: { readonly [volume: string]: VolumeOwnershipHints };

  /**
   * When the group of the files is checked and changed.
   * @default kplus.FsGroupChangePolicy.ON_ROOT_MISMATCH (Kubernetes defaults to Always)
   */
  readonly changePolicy?: kplus.FsGroupChangePolicy;

  /**
   * Whether an init container verifies that the kubelet has applied the group, and makes the pod
   * fail if not: the kubelet does not report it when a file server refuses the change. The init
   * container does not need to run as root.
   * @default false
   */
  readonly verify?: boolean;

  /**
   * The ID of the user that an init container makes the owner of the files. Only for volumes that
   * the kubelet leaves alone, since it never changes users. Rarely needed, because the group may
   * write.
   * @default - the owners of the files do not change
   */
  readonly user?: number;

  /**
   * Whether the pods' service account may use an SCC on OpenShift that allows containers to run as
   * root, such as anyuid, so that an init container can do what the kubelet does not.
   * @default false
   */
  readonly allowRoot?: boolean;

  /**
   * The image of the init container. It needs sh, find, chgrp, chmod, head and ls, and also chown
   * if `user` is set.
   * @default docker.io/library/busybox:1.37.0
   */
  readonly image?: string;
}
