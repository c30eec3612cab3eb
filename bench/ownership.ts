/**
 * The cost of the init container that gives volumes to groups: on a tree of 200,000 files that is
 * right, and on one that is wrong, against a plain `find … -exec chgrp` and `chmod` with the same
 * tools: those of the system, and of BusyBox where it is installed. Needs root. Runs are
 * interleaved, so that what else the machine does weighs on all of them; prints medians, and the
 * median of the ratios of neighbours. The exit status is 1 if a goal is missed. `tsx
 * bench/ownership.ts 20000 5` takes fewer files, five times.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWNERSHIP_SCRIPT, scriptArguments } from '../src/ownership/script';

const FILES = Number(process.argv[2] ?? 200_000);
const ROUNDS = Number(process.argv[3] ?? 7);
const PER_FOLDER = 200;
const GID = 2000;
/** A right root is looked at in so many milliseconds at most, with the start of the shell. */
const MOST_MILLISECONDS = 100;
/** A wrong tree takes so many times what plain tools take, at most. */
const MOST_RATIO = 1.3;

if (process.getuid?.() !== 0) {
  process.stderr.write('skipped: only root can give files to groups\n');
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'bench-ownership-'));
const root = join(folder, 'volume');
const tools = join(folder, 'tools');

function makeTree(): void {
  for (let at = 0; at < FILES; at += 1) {
    const parent = join(root, String(Math.floor(at / PER_FOLDER)));
    if (at % PER_FOLDER === 0) mkdirSync(parent, { recursive: true });
    writeFileSync(join(parent, String(at)), '');
  }
}

/** Where the tools are, by their names. */
function toolboxes(): [string, string][] {
  const own: [string, string] = ['system', process.env.PATH ?? '/usr/bin:/bin'];
  const { status, stdout } = spawnSync('sh', ['-c', 'command -v busybox'], { encoding: 'utf8' });
  if (status !== 0) return [own];
  mkdirSync(tools);
  for (const name of ['sh', 'find', 'chgrp', 'chmod', 'chown', 'head', 'ls']) {
    symlinkSync(stdout.trim(), join(tools, name));
  }
  return [own, ['busybox', tools]];
}

const shell = (path: string, script: string, ...args: string[]) =>
  execFileSync('sh', ['-c', script, 'volume-ownership', ...args], { env: { PATH: path } });
const own = (path: string, policy: 'OnRootMismatch' | 'Always') =>
  shell(path, OWNERSHIP_SCRIPT, ...scriptArguments([{ path: root, gid: GID, policy }]));
const plain = (path: string) =>
  shell(
    path,
    'find "$1" -exec chgrp "$2" {} + && find "$1" -exec chmod ug+rwX {} +',
    root,
    String(GID),
  );
const reset = () =>
  execFileSync('sh', ['-c', 'chgrp -R 0 "$1" && chmod -R g-rwxs "$1" && sync', 'reset', root]);

function milliseconds(act: () => unknown): number {
  const began = performance.now();
  act();
  return performance.now() - began;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

try {
  makeTree();
  for (const [name, path] of toolboxes()) {
    const rounds = Array.from({ length: ROUNDS }, (_, round) => {
      const times = { plain: 0, wrong: 0 };
      // Each goes first in every other round.
      const order: ('plain' | 'wrong')[] =
        round % 2 === 0 ? ['plain', 'wrong'] : ['wrong', 'plain'];
      for (const one of order) {
        reset();
        times[one] = milliseconds(() =>
          one === 'plain' ? plain(path) : own(path, 'OnRootMismatch'),
        );
      }
      if (order[1] === 'plain') own(path, 'OnRootMismatch');
      return {
        ...times,
        right: milliseconds(() => own(path, 'OnRootMismatch')),
        always: milliseconds(() => own(path, 'Always')),
      };
    });
    const of = (key: 'plain' | 'wrong' | 'right' | 'always') =>
      median(rounds.map((one) => one[key]));
    const ratio = median(rounds.map(({ plain: byTools, wrong }) => wrong / byTools));
    process.stdout.write(
      `${name}, ${FILES} files, ${ROUNDS} rounds: right root ${of('right').toFixed(0)} ms; Always on a right tree ${of('always').toFixed(0)} ms; ` +
        `wrong ${of('wrong').toFixed(0)} ms, plain tools ${of('plain').toFixed(0)} ms, ratio ${ratio.toFixed(2)}\n`,
    );
    if (of('right') > MOST_MILLISECONDS || ratio > MOST_RATIO) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
