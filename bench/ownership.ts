/**
 * What the init container that gives volumes to groups costs: on a tree of 200,000 files that is right, and on one that is wrong,
 * against a plain `find … -exec chgrp` and `chmod`. Needs root. Prints medians of five runs; the exit status is 1 if a goal is missed.
 * `tsx bench/ownership.ts 20000` takes fewer files.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWNERSHIP_SCRIPT, scriptArguments } from '../src/ownership/script';

const RUNS = 5;
const FILES = Number(process.argv[2] ?? 200_000);
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
for (let at = 0; at < FILES; at += 1) {
  const parent = join(root, String(Math.floor(at / PER_FOLDER)));
  if (at % PER_FOLDER === 0) mkdirSync(parent, { recursive: true });
  writeFileSync(join(parent, String(at)), '');
}

const reset = () => execFileSync('sh', ['-c', 'chgrp -R 0 "$1" && chmod -R g-rwxs "$1"', 'reset', root]);
const own = (policy: 'OnRootMismatch' | 'Always') =>
  execFileSync('sh', ['-c', OWNERSHIP_SCRIPT, 'volume-ownership', ...scriptArguments([{ path: root, gid: GID, policy }])]);
const plain = () => execFileSync('sh', ['-c', 'find "$1" -exec chgrp "$2" {} + && find "$1" -exec chmod ug+rwX {} +', 'plain', root, String(GID)]);

function milliseconds(act: () => unknown, before: () => unknown = () => undefined): number {
  const times = Array.from({ length: RUNS }, () => {
    before();
    spawnSync('sync');
    const began = performance.now();
    act();
    return performance.now() - began;
  });
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)];
}

try {
  const byTools = milliseconds(plain, reset);
  const wrong = milliseconds(() => own('OnRootMismatch'), reset);
  const right = milliseconds(() => own('OnRootMismatch'));
  const always = milliseconds(() => own('Always'));
  const ratio = wrong / byTools;
  process.stdout.write(`${FILES} files: right root ${right.toFixed(0)} ms; Always on a right tree ${always.toFixed(0)} ms; `
    + `wrong ${wrong.toFixed(0)} ms, plain tools ${byTools.toFixed(0)} ms, ratio ${ratio.toFixed(2)}\n`);
  if (right > MOST_MILLISECONDS || ratio > MOST_RATIO) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
