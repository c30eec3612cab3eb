/** The files of a read-out on a disk, read piece by piece: the only place here that knows one. */
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadOutSource } from './spec';

const EXTENSION = /\.(?:ya?ml|json)$/i;
const PIECE = 2 ** 22;

/**
 * The file of that name, or all *.yaml, *.yml and *.json files below that directory. Throws what
 * the system throws.
 */
export function readOutSources(path: string): readonly ReadOutSource[] {
  return statSync(path).isDirectory() ? filesBelow(path).map(sourceOf) : [sourceOf(path)];
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path);
      return EXTENSION.test(entry.name) ? [path] : [];
    });
}

function sourceOf(name: string): ReadOutSource {
  // Opened at once, so that what cannot be read is told before anything is made of the rest.
  const file = openSync(name, 'r');
  return { name, bytes: piecesOf(file) };
}

function* piecesOf(file: number): Generator<Uint8Array> {
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE);
      const length = readSync(file, piece);
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}
