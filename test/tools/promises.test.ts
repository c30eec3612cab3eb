/** The lint by types: it finds promises that nobody waits for, and those that a `try` lets go. */
import { spawnSync } from 'node:child_process';
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
};

let status: number | null;
let lines: string[];
beforeAll(() => {
  const folder = folderWith({
    'tsconfig.json': CONFIG,
    ...Object.fromEntries(Object.entries(FILES).map(([name, [text]]) => [name, text])),
  });
  const lint = ['--config', join(ROOT, '.oxlintrc.json'), '--format', 'unix'];
  const run = spawnSync(join(ROOT, 'node_modules', '.bin', 'oxlint'), lint, {
    cwd: folder,
    encoding: 'utf8',
  });
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
