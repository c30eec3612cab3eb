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

/** A level of the Pod Security Standards. */
export enum PodSecurityLevel {
  /** Everything is allowed. */
  PRIVILEGED = 'privileged',
  /** No volumes of the node, and only harmless capabilities. */
  BASELINE = 'baseline',
  /** No container is root. */
  RESTRICTED = 'restricted',
}

/** When kubelet gives volumes of a driver to the fsGroup: the `fsGroupPolicy` of its CSIDriver object. */
export enum FsGroupPolicy {
  /** Always. */
  FILE = 'File',
  /** If the volume has an fsType, and ReadWriteOnce among its access modes. */
  READ_WRITE_ONCE_WITH_FS_TYPE = 'ReadWriteOnceWithFSType',
  /** Never. */
  NONE = 'None',
}

/** What a CSI driver does about groups in your cluster, where that is not known or otherwise than it is known. */
export interface CsiDriverFacts {
  /**
   * The `fsGroupPolicy` of its CSIDriver object.
   * @default - that of the object in the app, else of the manifests that the driver's project ships
   */
  readonly fsGroupPolicy?: FsGroupPolicy;

  /**
   * Whether it takes the group itself when it mounts (the capability VOLUME_MOUNT_GROUP).
   * @default - as the driver's project has it
   */
  readonly volumeMountGroup?: boolean;

  /**
   * The `fsType` of volumes whose class names none: what `--default-fstype` of its provisioner says.
   * @default - as the driver's project has it
   */
  readonly defaultFsType?: string;
}

/** What you know of one volume beyond the objects of the app. */
export interface VolumeOwnershipHints {
  /**
   * Whether the pod is to write.
   * @default - as its mounts say
   */
  readonly access?: VolumeAccess;

  /**
   * Whether the server takes root for nobody (root_squash), so that nothing in the cluster may change groups.
   * @default false
   */
  readonly rootSquash?: boolean;

  /**
   * Whether files of the node may be changed, for hostPath volumes.
   * @default false
   */
  readonly allowHostPath?: boolean;

  /**
   * Whether a volume that is read-only for the pod is left as it is; else it is an error.
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
   * Whether the EFS access point has a POSIX user, as whom all work is done then.
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
   * The volumes of the pod.
   * @default - those of `volumeNames`, else all that a container may write to
   */
  readonly volumes?: kplus.Volume[];

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
   * The image of the init container: any that has sh, find, chgrp, chmod, head and ls.
   * @default docker.io/library/busybox:1.37.0
   */
  readonly image?: string;

  /**
   * The version of Kubernetes, such as `1.34`.
   * @default - 1.36
   */
  readonly kubernetesVersion?: string;

  /**
   * Whether the platform is OpenShift, where no container is root unless an SCC is granted, and drivers have other policies.
   * @default false
   */
  readonly openshift?: boolean;

  /**
   * The level of Pod Security that the namespace enforces. An init container needs baseline; hostPath volumes privileged.
   * @default PodSecurityLevel.BASELINE
   */
  readonly podSecurity?: PodSecurityLevel;

  /**
   * What CSI drivers do about groups, by their names.
   * @default - as their CSIDriver objects in the app say, and as their projects ship them
   */
  readonly csiDrivers?: { readonly [name: string]: CsiDriverFacts };
}
