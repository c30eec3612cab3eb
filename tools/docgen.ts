/** Writes API.md from the compiled package. Give a file to write elsewhere. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Documentation, Language } from 'jsii-docgen';

const root = dirname(__dirname);
const target = process.argv[2] ?? join(root, 'API.md');

async function main(): Promise<void> {
  // Only the lowest supported versions: left to search node_modules, it takes members from the newer copies that tools bring along.
  const assemblies = mkdtempSync(join(tmpdir(), 'assemblies-'));
  try {
    for (const [name, folder] of [['cdk8s-volumes', root], ...['cdk8s', 'cdk8s-plus-28', 'constructs'].map((peer) => [peer, join(root, 'node_modules', peer)])]) {
      mkdirSync(join(assemblies, name));
      for (const file of ['.jsii', 'package.json']) cpSync(join(folder, file), join(assemblies, name, file));
    }
    const documentation = await Documentation.forAssembly('cdk8s-volumes', assemblies);
    const markdown = await documentation.toMarkdown({ language: Language.TYPESCRIPT });
    writeFileSync(target, markdown.render());
  } finally {
    rmSync(assemblies, { recursive: true });
  }
}

void main();
