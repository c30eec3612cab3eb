/** Short texts, written to standard streams without the streams of Node.js, which load longer. */
import { fstatSync, Stats, statSync, writeSync } from 'node:fs';

/** Bytes of a text that is worth a stream. */
const LONG = 2 ** 16;

/**
 * What is left of a text that is written to a stream, by its number: all of it where it is long, or
 * where only Node.js can tell how to write there, as to a terminal. Throws what the system says.
 */
export function leftOf(stream: number, text: string): Uint8Array {
  const bytes = Buffer.from(text);
  if (bytes.length >= LONG || !takesBytes(stream)) return bytes;
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(stream, bytes, written);
  } catch (error) {
    // The reader is slow, and the stream that it shares does not block.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
  return bytes.subarray(written);
}

function takesBytes(stream: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    const there = fstatSync(stream);
    return there.isFile() || there.isFIFO() || there.isSocket() || isNull(there);
  } catch {
    return false;
  }
}

/** Whether it is the device that shows nothing, which Windows has under another name. */
export function isNull({ rdev }: Stats): boolean {
  return rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
}
