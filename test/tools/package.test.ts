/**
 * The package as npm packs it: what is in it, what of that can be imported, and what its page
 * shows.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { declarations } from '../types/published';

const ROOT = join(__dirname, '..', '..');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly main: string;
  readonly types: string;
  readonly bin: { readonly [name: string]: string };
  readonly exports: {
    readonly [path: string]: string | { readonly types: string; readonly default: string };
  };
  readonly typesVersions: { readonly '*': { readonly [path: string]: readonly string[] } };
  readonly repository: { readonly url: string };
  readonly homepage: string;
  readonly bugs: { readonly url: string };
};

/** What is compiled, as `npx projen compile` writes it. */
const COMPILED = [
  '.jsii',
  '.jsii.gz',
  '.jsii.tabl.json',
  'lib/cli.js',
  'lib/door.js',
  'lib/index.js',
  'lib/parts/judges.js',
];
/** What is written besides, and stays here. */
const LEFT = [
  'lib/src/index.js',
  'lib/src/efs/constructs/efs-shared-volume.js',
  'lib/src/efs/schema.json',
  'lib/imports/cilium.io.js',
  'tsconfig.tsbuildinfo',
  'artifacts/js/cdk8s-volumes.tgz',
  'flavours/33/package.json',
  'coverage/lcov.info',
  'reports/mutation/viewer.txt',
  '.stryker-tmp/a.ts',
  '.tmp-built-x/a.js',
];

let packed: string[];
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'));
  try {
    const write = (path: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), '');
    };
    // Everything that the repository has at its top, and files as they may be below of that.
    for (const name of readdirSync(ROOT).filter(
      (one) => !['.git', 'bin', 'lib', 'node_modules'].includes(one),
    )) {
      if (statSync(join(ROOT, name)).isFile()) {
        write(name);
      } else {
        ['a.ts', 'a.js', 'a.d.ts', 'b/c.md', 'b/c.json'].forEach((file) => write(join(name, file)));
      }
    }
    [...COMPILED, ...LEFT, ...[...declarations().keys()].map((path) => join('lib', path))].forEach(
      write,
    );
    for (const name of ['package.json', '.npmignore', 'bin']) {
      cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    }
    const json = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [{ files }] = Object.values(JSON.parse(json) as object) as {
      readonly files: readonly { readonly path: string }[];
    }[];
    packed = files.map(({ path }) => path);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('it has the library, the program, what jsii reads, and its pages', () => {
  expect(packed.filter((path) => !path.endsWith('.d.ts')).sort()).toEqual(
    [
      ...COMPILED,
      'LICENSE',
      'NOTICE',
      'README.md',
      'bin/cdk8s-volumes',
      'bin/cdk8s-volumes.1',
      'package.json',
    ].sort(),
  );
});

test('its declarations are those that the entry reaches', () => {
  const known = [...declarations().keys()].map((path) => `lib/${path}`);
  expect(known.length).toBeGreaterThan(100);
  expect(packed.filter((path) => path.endsWith('.d.ts')).sort()).toEqual(known.sort());
});

test('whatever can be imported or run is in it', () => {
  const exported = Object.values(manifest.exports).flatMap((one) =>
    typeof one === 'string' ? [one] : [one.types, one.default],
  );
  for (const path of [manifest.main, manifest.types, ...Object.values(manifest.bin), ...exported]) {
    expect(packed).toContain(path.replace(/^\.\//, ''));
  }
  expect(manifest.exports['.']).toEqual({
    types: `./${manifest.types}`,
    default: `./${manifest.main}`,
  });
});

test('compilers that do not look at exports find the same, and nothing else', () => {
  const { '*': others, ...own } = manifest.typesVersions['*'];
  expect(own).toEqual({ [manifest.types]: [manifest.types], 'package.json': ['package.json'] });
  expect(
    others.filter((path) => packed.some((one) => one.startsWith(path.replace('*', '')))),
  ).toEqual([]);
});

test('its page leads to the repository, from wherever it is read', () => {
  const repository = manifest.repository.url.replace(/\.git$/, '');
  expect([manifest.homepage, manifest.bugs.url]).toEqual([
    `${repository}#readme`,
    `${repository}/issues`,
  ]);
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]*)\)/g)].map(([, url]) => url);
  expect(pictures.length).toBeGreaterThan(0);
  for (const url of pictures) {
    expect(url).toMatch(`${repository}/raw/main/`);
    expect(statSync(join(ROOT, url.slice(`${repository}/raw/main/`.length))).isFile()).toBe(true);
  }
  const links = [...readme.matchAll(/\]\(([^)]*)\)/g)].map(([, url]) => url);
  expect(links.filter((url) => !/^(?:https:|#)/.test(url))).toEqual([]);
});
