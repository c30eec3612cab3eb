/**
 * Writes a flavour of the package, which is it with another cdk8s-plus, into a folder:
 * `tsx tools/flavour.ts 33 FOLDER`, after `npx projen compile`, in seconds. What is compiled is the
 * same for all flavours but for names, and these are exchanged. With `--compile`, the compiler does
 * all of it again, against that cdk8s-plus, and what it writes must be the same.
 *
 * jsii-pacmak takes the folder as it takes the package, wherever the folder is:
 * `npx jsii-pacmak --code-only --target python --outdir OUT FOLDER`. Python's module is then
 * `cdk8s_volumes_33`, Java's package `io.github.cdk8s_volumes.plus33`, Go's module
 * `github.com/cdk8s-volumes/cdk8s-volumes-go/cdk8svolumes33`. Peers are links in
 * `FOLDER/node_modules` to what is installed here. `tsx tools/flavour.ts --list` prints
 * the minors of all flavours.
 */
import { dirname, resolve } from 'node:path';
import { compile } from './flavours/compile';
import { FLAVOURS, minorOf, OTHERS } from './flavours/minors';
import { Packages } from './flavours/package';

const ROOT = dirname(__dirname);

async function main([which, folder, ...options]: readonly string[]): Promise<void> {
  if (which === '--list') {
    for (const { minor } of FLAVOURS) console.log(minor);
    return;
  }
  const isRight = options.every((option) => option === '--compile');
  if (which === undefined || folder === undefined || !isRight) {
    throw new Error('usage: tsx tools/flavour.ts MINOR FOLDER [--compile], or --list');
  }
  // Of those without a flavour, too, so that they can be tried.
  const flavour = minorOf(OTHERS, which);
  if (options.includes('--compile')) await compile(ROOT, flavour, resolve(folder));
  else await new Packages(ROOT).derive(flavour, resolve(folder));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
