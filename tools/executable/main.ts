/** Builds the executable of this system: give the version, and the folder to build it in. */
import { resolve } from 'node:path';
import { buildExecutable } from './build';

async function main([version, folder]: readonly string[]): Promise<void> {
  if (!version || !folder) throw new Error('give a version and a folder');
  process.stdout.write(`${await buildExecutable(version, resolve(folder))}\n`);
}

void main(process.argv.slice(2));
