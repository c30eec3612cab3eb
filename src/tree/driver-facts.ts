/** Facts about storage drivers, as a target states them. */
import * as kplus from 'cdk8s-plus-28';
import { plainClass } from '../kube';

/** The topology that the volumes of a driver are tied to. */
export enum DriverTopology {
  /** Volumes are accessible only in their zone, so their pods must run there. */
  ZONE = 'zone',
  /** Volumes are accessible only on their node, so their pods must run there. */
  NODE = 'node',
  /** Volumes are accessible everywhere. */
  NONE = 'none',
}

/** How the kubelet applies a pod's `fsGroup`: the `fsGroupPolicy` of a CSIDriver. */
export enum FsGroupPolicy {
  /** The kubelet does not apply it. */
  NONE = 'None',
  /** The kubelet gives all files to the group. */
  FILE = 'File',
  /**
   * The kubelet gives all files to the group if the volume is ReadWriteOnce and has a file system
   * type.
   */
  READ_WRITE_ONCE_WITH_FS_TYPE = 'ReadWriteOnceWithFSType',
}

/**
 * What the facts and their props have alike.
 *
 * @internal
 */
class Facts {
  /** The name of the CSI driver, or of the provisioner that storage classes name. */
  public readonly name!: string;

  /**
   * Whether installations prefix the name, as Rook does: `rook-ceph.rbd.csi.ceph.com`.
   * @default - what the library knows about it
   */
  public readonly namePrefixed?: boolean;

  /**
   * Whether it is a CSI driver. If not, it provisions volumes of other types.
   * @default - what the library knows about it
   */
  public readonly csi?: boolean;

  /**
   * The access modes of its file system volumes.
   * @default - what the library knows about it
   */
  public readonly accessModes?: kplus.PersistentVolumeAccessMode[];

  /**
   * The access modes of its block volumes. An empty list if it does not support them.
   * @default - what the library knows about it
   */
  public readonly blockAccessModes?: kplus.PersistentVolumeAccessMode[];

  /**
   * The class parameters, and their values in lower case, that block volumes need to be used on
   * several nodes, if only some classes support that.
   * @default - what the library knows about it
   */
  public readonly sharedBlockParameters?: { [parameter: string]: string[] };

  /**
   * Whether volumes are attached to nodes. A volume that is not attached can be used on all nodes
   * at once.
   * @default - what the library knows about it; a CSIDriver among the objects also specifies it
   */
  public readonly attachRequired?: boolean;

  /**
   * How the kubelet applies a pod's `fsGroup`.
   * @default - what the library knows about it; a CSIDriver among the objects also specifies it
   */
  public readonly fsGroupPolicy?: FsGroupPolicy;

  /**
   * Whether the driver itself applies the pod's `fsGroup` to the volume.
   * @default - what the library knows about it
   */
  public readonly appliesFsGroup?: boolean;

  /**
   * Whether its volumes can be mounted with an SELinux label (`seLinuxMount` of its CSIDriver).
   * @default - unknown, unless a CSIDriver among the objects specifies it
   */
  public readonly seLinuxMount?: boolean;

  /**
   * The file system type of volumes whose class does not specify one. An empty string if the
   * driver's provisioner does not set one.
   * @default - what the library knows about it
   */
  public readonly defaultFsType?: string;

  /**
   * The topology that its volumes are tied to.
   * @default - what the library knows about it
   */
  public readonly topology?: DriverTopology;

  /**
   * Whether its volumes can be expanded.
   * @default - what the library knows about it
   */
  public readonly canExpand?: boolean;

  /**
   * Whether it supports snapshots.
   * @default - what the library knows about it
   */
  public readonly canSnapshot?: boolean;

  /**
   * Whether it supports cloning.
   * @default - what the library knows about it
   */
  public readonly canClone?: boolean;

  /**
   * Annotations that pods with its volumes need.
   * @default - what the library knows about it
   */
  public readonly podAnnotations?: { [key: string]: string };

  /**
   * The source of each fact, keyed by the name of the property.
   * @default - none
   */
  public readonly sources?: { [fact: string]: string };
}

/**
 * Facts about a storage driver. Facts that are omitted keep what the library knows, or remain
 * unknown; rules do not guess unknown facts.
 */
export interface DriverFactsProps extends Facts {}

/**
 * What a storage driver can do. In TypeScript, an object with the same fields will do.
 *
 * @example
 * Target.enable(app, {
 *   drivers: [new DriverFacts({ name: 'disks.example.org', canExpand: false })],
 * });
 */
export class DriverFacts extends Facts {
  /**
   * @param props the fields
   */
  public constructor(props: DriverFactsProps) {
    super();
    Object.assign(this, props);
  }
}
plainClass(DriverFacts);
