/** Bytes that are kept as they were printed, those of many objects in one piece of memory. */

const LEAST = 2 ** 12;
const MOST = 2 ** 20;

export interface Printed {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

export class Kept {
  private piece = new Uint8Array(0);
  private used = 0;

  /** Keeps the bytes between two offsets. */
  public keep(bytes: Uint8Array, start: number, end: number): Printed {
    const length = end - start;
    if (this.used + length > this.piece.length) {
      const size = Math.min(Math.max(2 * this.piece.length, LEAST), MOST);
      this.piece = new Uint8Array(Math.max(size, length));
      this.used = 0;
    }
    const from = this.used;
    this.piece.set(bytes.subarray(start, end), from);
    this.used += length;
    return { bytes: this.piece, from, to: this.used };
  }
}

export function textOf({ bytes, from, to }: Printed): string {
  return decoder.decode(bytes.subarray(from, to));
}

const decoder = new TextDecoder();
