/**
 * The checks that `npm test` runs beside jest, with stand-ins for all of them: whatever fails is
 * named, with what it has printed, and fails the command.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { buildSync } from 'esbuild';
import { folderWith, removeFolders } from '../cli/session';

/** The program as one script, since it takes less time to start. */
let built: string;
beforeAll(() => {
  built = mkdtempSync(join(tmpdir(), 'test-'));
  buildSync({
    entryPoints: [join(ROOT, 'tools', 'test.ts')],
    outfile: join(built, 'test.js'),
    platform: 'node',
    format: 'cjs',
  });
});
afterAll(() => rmSync(built, { recursive: true }));
afterEach(removeFolders);

const ROOT = join(__dirname, '..', '..');
const STAND_IN =
  '#!/bin/sh\necho "$(basename "$0") $*"\ncase "$FAILING" in "$1"|"$(basename "$0")") echo "wrong: $1"; exit 2 ;; esac\n';

/**
 * Runs it with a part that fails, and answers its lines, without those of jest's stand-in, which
 * come in between.
 */
function run(failing: string) {
  const folder = folderWith({});
  for (const name of ['projen', 'jest']) {
    writeFileSync(join(folder, name), STAND_IN);
    chmodSync(join(folder, name), 0o755);
  }
  const env = {
    ...process.env,
    PATH: `${folder}${delimiter}${process.env.PATH}`,
    FAILING: failing,
  };
  const { status, stdout } = spawnSync(process.execPath, [join(built, 'test.js'), 'test/kube'], {
    encoding: 'utf8',
    env,
  });
  const lines = stdout.trimEnd().split('\n');
  const ofJest = (line: string) => line.startsWith('jest ') || line === 'wrong: --passWithNoTests';
  return { status, jest: lines.filter(ofJest), lines: lines.filter((line) => !ofJest(line)) };
}

const JEST = 'jest --passWithNoTests --ci --maxWorkers=100% test/kube';

test.each<[string, number, string[], string[]]>([
  [
    'none',
    0,
    [JEST],
    [
      'types passed',
      'layout passed',
      'lint passed',
      'types passed, layout passed, lint passed, tests passed',
    ],
  ],
  [
    'typecheck',
    1,
    [JEST],
    [
      'projen typecheck',
      'wrong: typecheck',
      'types failed',
      'layout passed',
      'lint passed',
      'types failed, layout passed, lint passed, tests passed',
    ],
  ],
  [
    'lint',
    1,
    [JEST],
    [
      'types passed',
      'layout passed',
      'projen lint',
      'wrong: lint',
      'lint failed',
      'types passed, layout passed, lint failed, tests passed',
    ],
  ],
  [
    'format',
    1,
    [JEST],
    [
      'types passed',
      'projen format --list-different',
      'wrong: format',
      'layout failed',
      'lint passed',
      'types passed, layout failed, lint passed, tests passed',
    ],
  ],
  [
    'jest',
    1,
    [JEST, 'wrong: --passWithNoTests'],
    [
      'types passed',
      'layout passed',
      'lint passed',
      'types passed, layout passed, lint passed, tests failed',
    ],
  ],
])('what fails: %s', (failing, status, jest, lines) => {
  expect(run(failing)).toEqual({ status, jest, lines });
});
