/** What can be chosen about local volumes. */
import { Size, SizeRoundingBehavior } from 'cdk8s';

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

const UNITS = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi'];

/** A size as Kubernetes writes it, in the largest unit in which it is whole. What is none stays as it is, for others to tell. */
export function quantityOf(size: unknown): string {
  if (typeof (size as Partial<Size> | undefined)?.toKibibytes !== 'function') return size as string;
  let amount = (size as Size).toKibibytes({ rounding: SizeRoundingBehavior.NONE });
  // Bytes are what is left of less than a kibibyte.
  if (!Number.isInteger(amount)) return String(Math.ceil(amount * 1024));
  let unit = 0;
  while (unit < UNITS.length - 1 && amount > 0 && amount % 1024 === 0) {
    amount /= 1024;
    unit += 1;
  }
  return `${amount}${UNITS[unit]}`;
}
