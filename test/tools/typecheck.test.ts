/**
 * The type check: what the compiler says, and what two rules of ESLint say by the types that it has
 * found.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { folderWith, removeFolders } from '../cli/session';

const ROOT = join(__dirname, '..', '..');
const compilerOptions = {
  strict: true,
  target: 'es2022',
  module: 'node16',
  types: [],
  noEmit: true,
};
const CONFIGS = {
  'tsconfig.json': JSON.stringify({ compilerOptions, exclude: ['beside'] }),
  'beside/tsconfig.json': JSON.stringify({ compilerOptions }),
};
const FLOATING = '@typescript-eslint/no-floating-promises';

const FILES: { readonly [name: string]: readonly [string, ...unknown[]] } = {
  'right.ts': ["import { later } from './later';\nvoid later();\n"],
  'later.ts': [
    'export const later = async () => 1;\nexport const perhaps = (): Promise<number> | undefined => undefined;\n',
  ],
  'type.ts': [
    'export const one: number = "1";\n',
    "(1,14): error TS2322: Type 'string' is not assignable to type 'number'.",
  ],
  // Of another configuration, which takes from the first one what is wrong there already.
  'beside/own.ts': [
    "import { one } from '../type';\nexport const two: string = one;\n",
    "(2,14): error TS2322: Type 'number' is not assignable to type 'string'.",
  ],
  'promise.ts': [
    "import { later } from './later';\nlater();\n",
    expect.stringMatching(`^\\(2,1\\): Promises must be awaited.* \\(${FLOATING}\\)$`),
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
      /^\(2,47\): Returning an awaited promise is required.* \(@typescript-eslint\/return-await\)$/,
    ),
  ],
};

let status: number | null;
let lines: string[];
beforeAll(() => {
  const folder = folderWith({
    ...CONFIGS,
    ...Object.fromEntries(Object.entries(FILES).map(([name, [text]]) => [name, text])),
  });
  const check = [
    '--import',
    require.resolve('tsx'),
    join(ROOT, 'tools', 'typecheck.ts'),
    ...Object.keys(CONFIGS).map((config) => join(folder, config)),
  ];
  const run = spawnSync(process.execPath, check, { cwd: folder, encoding: 'utf8' });
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
