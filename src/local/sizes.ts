/** Sizes of local volumes: as the driver reads them, and as LVM gives them. */
import { parseQuantity } from '../kube';

/** LVM gives space in extents of 4 MiB. */
const EXTENT = 4n * 1024n * 1024n;
const NANO = 1_000_000_000n;
/** The driver counts bytes in 64 bits. */
const MAX_BYTES = 2n ** 63n - 1n;

/**
 * The bytes of a quantity, with what is left of one counted as a whole one; undefined if it is not
 * a quantity.
 */
export function bytesOf(quantity: string): bigint | undefined {
  const nano = parseQuantity(quantity)?.nano;
  if (nano === undefined) return undefined;
  return nano < 0n ? -((NANO - 1n - nano) / NANO) : (nano + NANO - 1n) / NANO;
}

/** The size of the logical volume for these bytes. */
export function allocatedBytes(bytes: bigint): bigint {
  return ((bytes + EXTENT - 1n) / EXTENT) * EXTENT;
}

/** Whether a volume can have so many bytes, be there a disk for it or not. */
export function isPossibleSize(bytes: bigint): boolean {
  return bytes > 0n && allocatedBytes(bytes) <= MAX_BYTES;
}
