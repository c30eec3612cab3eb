/** Sizes of cdk8s as those of Kubernetes. */
import { Size, SizeRoundingBehavior } from 'cdk8s';

const UNITS = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi'];

/**
 * A size as Kubernetes writes it, in the largest unit in which it is whole. What is none stays as
 * it is, for others to tell.
 */
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
