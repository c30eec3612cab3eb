/** Facts about a storage driver: what it provisions, and what kubelet does with its volumes. */

/** What is known of a driver. What is left out is unknown, and no rule guesses it. */
export interface DriverFacts {
  /** The name of the CSI driver, or of the provisioner that a class names. */
  readonly name: string;
  /**
   * Whether installations put a prefix and a dot before the name, as Rook does:
   * `rook-ceph.rbd.csi.ceph.com`.
   */
  readonly namePrefixed?: boolean;
  /** Whether it is a CSI driver; if not, it provisions volumes of other kinds. */
  readonly csi?: boolean;
  /** The access modes of file systems that it provisions. */
  readonly accessModes?: readonly string[];
  /** The access modes of block devices that it provisions; empty if it has none. */
  readonly blockAccessModes?: readonly string[];
  /**
   * If only some classes make block devices that several nodes can have: the parameters, and the
   * values that do.
   */
  readonly sharedBlockParameters?: { readonly [parameter: string]: readonly string[] };
  /**
   * Whether volumes are attached to nodes: one that is never attached is on all nodes at a time,
   * whatever its access mode says.
   */
  readonly attachRequired?: boolean;
  /** The `fsGroupPolicy` of its CSIDriver object as shipped. */
  readonly fsGroupPolicy?: string;
  /** Whether the driver itself applies the pod's fsGroup when it mounts the volume. */
  readonly appliesFsGroup?: boolean;
  /** Whether its volumes can be mounted with an SELinux label: `seLinuxMount` of its CSIDriver. */
  readonly seLinuxMount?: boolean;
  /**
   * The file system that its volumes have if a class names none; empty if its provisioner leaves it
   * open.
   */
  readonly defaultFsType?: string;
  /** What a volume is tied to: `zone`, `node`, or `none`. */
  readonly topology?: string;
  /**
   * Whether its volumes can grow; left out for drivers whose volumes have no size, such as that of
   * EFS.
   */
  readonly canExpand?: boolean;
  readonly canSnapshot?: boolean;
  readonly canClone?: boolean;
  /** Annotations that pods with its volumes must have. */
  readonly podAnnotations?: { readonly [name: string]: string };
  /** For each fact, where it was read: the repository of the driver, the file and the version. */
  readonly sources?: { readonly [fact: string]: string };
}

/** Looks drivers up by their names. */
export type Drivers = (name: string | undefined) => DriverFacts | undefined;

/** A lookup in several lists: a fact of a later list wins over that of an earlier one. */
export function driversOf(...lists: readonly (readonly DriverFacts[])[]): Drivers {
  const byName = new Map<string, DriverFacts>();
  for (const one of lists.flat()) {
    const known = byName.get(one.name);
    byName.set(
      one.name,
      known ? { ...known, ...one, sources: { ...known.sources, ...one.sources } } : one,
    );
  }
  const prefixed = [...byName.values()].filter(({ namePrefixed }) => namePrefixed);
  const found = new Map<string, DriverFacts | undefined>();
  return (name) => {
    if (name === undefined || name === '') return undefined;
    if (!found.has(name)) {
      found.set(name, byName.get(name) ?? prefixed.find((one) => name.endsWith(`.${one.name}`)));
    }
    return found.get(name);
  };
}
