/** The packages for each cdk8s-plus, and the app with their names. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { must, once } from './commands';

export const ROOT = join(__dirname, '..', '..');
const APPS = join(ROOT, 'examples', 'languages');

/** The minor of Kubernetes that the library itself is built against. */
export const BASE = '28';

/** An installed program, which `npx` would take half a second to find. */
export const tool = (name: string) => join(ROOT, 'node_modules', '.bin', name);

/** The minors that there are flavours for. */
export async function otherMinors(): Promise<string[]> {
  const { stdout } = await must([tool('tsx'), 'tools/flavour.ts', '--list'], {
    cwd: ROOT,
  });
  return stdout.split('\n').filter((line) => line !== '');
}

/** Makes packages of this library, each once: the folder that jsii-pacmak reads. */
export function flavoursIn(folder: string): (minor: string) => Promise<string> {
  return once(async (minor) => {
    if (minor === BASE) return ROOT;
    const made = join(folder, minor);
    await must([tool('tsx'), 'tools/flavour.ts', minor, made], { cwd: ROOT });
    return made;
  });
}

/**
 * Code with the names of a minor: those of cdk8s-plus, and of this library, which is one package
 * for all in TypeScript.
 */
export function forMinor(code: string, minor: string): string {
  if (minor === BASE) return code;
  return code
    .replace(/\b(cdk8s-plus-|cdk8s_plus_|org\.cdk8s\.plus|cdk8splus)28\b/g, `$1${minor}`)
    .replace(/\bio\.github\.cdk8s_volumes\b/g, `$&.plus${minor}`)
    .replace(/(?<!\.)\bcdk8s_volumes\b/g, `$&_${minor}`)
    .replace(/\bcdk8s-volumes-go\/cdk8svolumes\b/g, `$&${minor}`);
}

/** Writes the app of a language into a folder, with the names of a minor. */
export function copyApp(language: string, minor: string, folder: string): void {
  const source = join(APPS, language);
  for (const file of readdirSync(source, {
    recursive: true,
    encoding: 'utf8',
    withFileTypes: true,
  })) {
    if (!file.isFile()) continue;
    const from = join(file.parentPath, file.name);
    const to = join(folder, from.slice(source.length));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, forMinor(readFileSync(from, 'utf8'), minor));
  }
}

/** Generates the code of packages in a language, all into one folder, which is returned. */
export async function generate(
  language: string,
  packages: readonly string[],
  folder: string,
): Promise<string> {
  for (const one of packages) {
    // This library as the tasks that package it.
    const isPeer = one.includes(`${join(ROOT, 'node_modules')}`);
    const unknown = isPeer ? 'verbatim' : language === 'go' ? 'translate' : 'fail';
    await must(
      [
        tool('jsii-pacmak'),
        '--code-only',
        '--target',
        language,
        '--rosetta-unknown-snippets',
        unknown,
        '--outdir',
        folder,
        one,
      ],
      { cwd: ROOT },
    );
  }
  return join(folder, language);
}

/** Where a peer is installed. */
export function peer(name: string): string {
  return join(ROOT, 'node_modules', name);
}

/** The version of an installed package. */
export function versionOf(name: string): string {
  return (JSON.parse(readFileSync(join(peer(name), 'package.json'), 'utf8')) as { version: string })
    .version;
}
