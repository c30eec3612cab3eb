/** Compiles a flavour against its own cdk8s-plus, and compares it with the derived one. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { differences } from './differences';
import { Minor } from './minors';
import { Packages } from './package';

/** Writes the flavour into the folder. Throws if it is another one than the derived one. */
export async function compile(root: string, flavour: Minor, folder: string): Promise<void> {
  const packages = new Packages(root);
  packages.writeSources(flavour, folder);
  const run = (program: string, ...args: readonly string[]) => {
    const command = join(root, 'node_modules', '.bin', program);
    execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  };
  run('jsii', '--silence-warnings=reserved-word');
  run('tsx', join(root, 'tools', 'bundle.ts'), folder);
  run('tsx', join(root, 'tools', 'declare.ts'), folder);
  await packages.writeTablet(folder, packages.namesOf(flavour));
  const derived = mkdtempSync(join(tmpdir(), 'flavour-'));
  try {
    await packages.derive(flavour, derived);
    const found = differences(folder, derived);
    if (found.length > 0) {
      throw new Error(`what is compiled is not what is derived:\n${found.join('\n')}`);
    }
  } finally {
    rmSync(derived, { recursive: true });
  }
}
