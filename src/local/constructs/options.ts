/** Options of local volumes. */
/** What happens to a volume whose node no longer exists. */
export enum LocalFailoverMode {
  /** The pod moves to another node, where it gets an empty volume. */
  AVAILABILITY = 'availability',
  /**
   * The pod waits for the node. This depends on what steers the pod: the driver itself does not
   * enforce it.
   */
  DURABILITY = 'durability',
}

/** The file system of a volume. */
export enum LocalFileSystem {
  /** ext4, the driver's default. */
  EXT4 = 'ext4',
  /** XFS. */
  XFS = 'xfs',
}
