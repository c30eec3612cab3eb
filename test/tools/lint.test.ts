/**
 * The lint: by types it finds promises that nobody waits for, and those that a `try` lets go; the
 * rules of ESLint it has itself, or runs.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith, removeFolders } from '../cli/session';

const ROOT = join(__dirname, '..', '..');
const CONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: 'es2022',
    module: 'node16',
    types: [],
    noEmit: true,
  },
});
const FLOATING = 'typescript(no-floating-promises)';

const FILES: { readonly [name: string]: readonly [string, ...unknown[]] } = {
  'right.ts': ["import { later } from './later';\nvoid later();\n"],
  'later.ts': [
    'export const later = async () => 1;\nexport const perhaps = (): Promise<number> | undefined => undefined;\n',
  ],
  'promise.ts': [
    "import { later } from './later';\nlater();\n",
    expect.stringMatching(/^:2:1: Promises must be awaited.*typescript\(no-floating-promises\)/),
  ],
  'perhaps.ts': [
    "import { perhaps } from './later';\nperhaps();\n",
    expect.stringContaining(FLOATING),
  ],
  'many.ts': [
    "import { later } from './later';\n[1, 2].map(async () => later());\n",
    expect.stringContaining(FLOATING),
  ],
  'try.ts': [
    "import { later } from './later';\nexport const one = async () => { try { return later(); } catch { return 0; } };\n",
    expect.stringMatching(
      /^:2:47: Returning an awaited promise is required.*typescript\(return-await\)/,
    ),
  ],
  'src/kube/right.ts': ['export const right = 1;\n'],
  'src/findings/up.ts': ['export const up = 1;\n'],
  'src/kube/up.ts': [
    "export { up } from '../findings/up';\n",
    expect.stringMatching(
      /^:1:20: .*src\/kube may import only kube.*import-js\(no-restricted-paths\)/,
    ),
  ],
  'src/core.ts': [
    "export { App } from 'cdk8s';\n",
    expect.stringContaining('eslint(no-restricted-imports)'),
    expect.stringContaining('import-js(no-extraneous-dependencies)'),
  ],
  'src/list.ts': [
    'export const add = (to: number[], list: number[]) => to.push(...list);\n',
    expect.stringContaining('a list of any length is no list of arguments'),
  ],
  'src/slow.ts': [
    'export const slow = /(a+)+$/;\n',
    expect.stringContaining('regexp(no-super-linear-backtracking)'),
    expect.stringContaining('regexp(no-super-linear-move)'),
    expect.stringContaining('regexp(no-super-linear-move)'),
  ],
  'test/seed.ts': [
    "export { default } from 'fast-check';\n",
    expect.stringContaining('eslint(no-restricted-imports)'),
    expect.stringContaining('import-js(no-extraneous-dependencies)'),
  ],
  'long.ts': [`// ${'long '.repeat(20)}\n`, expect.stringContaining('eslint-js(max-len)')],
};

let status: number | null;
let lines: string[];
beforeAll(() => {
  const folder = folderWith({
    'tsconfig.json': CONFIG,
    'package.json': '{}',
    '.oxlintrc.json': readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8'),
    ...Object.fromEntries(Object.entries(FILES).map(([name, [text]]) => [name, text])),
  });
  // Where the rules of ESLint are.
  for (const name of ['node_modules', 'projenrc']) {
    symlinkSync(join(ROOT, name), join(folder, name));
  }
  const run = spawnSync(
    join(ROOT, 'node_modules', '.bin', 'oxlint'),
    ['--format', 'unix', ...Object.keys(FILES)],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  status = run.status;
  lines = (run.stdout + run.stderr).trimEnd().split('\n');
});
afterAll(removeFolders);

test('it fails', () => expect(status).toBe(1));

test.each(Object.entries(FILES))('of %s it tells what is wrong', (name, [, ...told]) => {
  expect(
    lines
      .filter((line) => line.includes(name))
      .map((line) => line.slice(line.indexOf(name) + name.length)),
  ).toEqual(told);
});
