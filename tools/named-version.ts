/**
 * The version that documents and integrations name, such as `cdk8s-volumes@0.1.0`: give a version
 * to write it everywhere, and `--check` before it to fail where another one is named.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = dirname(__dirname);
const VERSION = '\\d+\\.\\d+\\.\\d+';
/** Each has the version behind what names the package, the action, the image or the tag. */
const NAMES = [
  /(?<=\bcdk8s-volumes@v?)\d+\.\d+\.\d+/g,
  /(?<=\bcdk8s-volumes\/cdk8s-volumes:)\d+\.\d+\.\d+/g,
  /(?<=\bcdk8s-volumes\/cdk8s-volumes\/v)\d+\.\d+\.\d+/g,
  /(?<=^ +rev: v)\d+\.\d+\.\d+/gm,
  /(?<=^(?: {6}default|version): )\d+\.\d+\.\d+$/gm,
];

/** The files that name it. */
export function filesWithVersions(): string[] {
  const below = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((name) => statSync(join(ROOT, name)).isFile());
  const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  return [
    'README.md',
    '.pre-commit-hooks.yaml',
    ...docs.map((name) => join('docs', name)),
    ...below('integrations'),
    ...below(join('examples', 'starter')),
  ];
}

/** Every place that names a version, as `file: version`. */
export function namedVersions(): { readonly file: string; readonly version: string }[] {
  return filesWithVersions().flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return NAMES.flatMap((name) => [...text.matchAll(name)]).map(([version]) => ({
      file: relative('.', file),
      version,
    }));
  });
}

function write(version: string): void {
  for (const file of filesWithVersions()) {
    const path = join(ROOT, file);
    const text = readFileSync(path, 'utf8');
    const written = NAMES.reduce((all, name) => all.replace(name, version), text);
    if (written !== text) writeFileSync(path, written);
  }
}

function main(args: readonly string[]): void {
  const isCheck = args[0] === '--check';
  const version = args[isCheck ? 1 : 0] ?? '';
  if (!new RegExp(`^${VERSION}$`).test(version)) throw new Error('give a version, such as 0.2.0');
  if (!isCheck) return write(version);
  const others = namedVersions().filter((one) => one.version !== version);
  if (others.length === 0) return;
  const places = others.map((one) => `${one.file}: ${one.version}`);
  process.stderr.write(
    `the release is ${version}, and these name another version; run npx projen name-version ${version}, and merge what it writes\n${places.join('\n')}\n`,
  );
  process.exitCode = 1;
}

if (require.main === module) main(process.argv.slice(2));
