/** What can be chosen about local volumes. */
/** What happens to a volume whose node is gone. */
export enum LocalFailoverMode {
  /** Its pod goes to another node, and gets an empty volume there. */
  AVAILABILITY = 'availability',
  /** Its pod waits for the node. That is worth as much as what steers the pod: the driver itself does not look at it. */
  DURABILITY = 'durability',
}

/** The file system of a volume. */
export enum LocalFileSystem {
  /** ext4, which the driver makes where nothing is said. */
  EXT4 = 'ext4',
  /** XFS. */
  XFS = 'xfs',
}
