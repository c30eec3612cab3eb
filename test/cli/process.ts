/** Runs of the program as processes of their own. */
import { ChildProcess, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith } from './session';
import { program } from '../support/built';

/** How node runs the program. */
export const PROGRAM = [program()];

export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A run that has been started. */
export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Starts the program, or something that runs it. */
export function start(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  command: readonly string[] = [],
): Started {
  const [file, ...rest] = [...command, process.execPath, ...PROGRAM, ...args];
  const child = spawn(file, rest, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const ended = new Promise<Ended>((done) =>
    child.on('close', (status, signal) => done({ status, signal, stdout, stderr })),
  );
  return { child, ended };
}

/** Starts several at the same moment: each waits until all are loaded. */
export async function startTogether(
  runs: readonly (readonly string[])[],
  env: NodeJS.ProcessEnv = {},
): Promise<Started[]> {
  const folder = folderWith({});
  const go = join(folder, 'go');
  const started = runs.map((args, index) =>
    start(args, { ...env, TEST_READY: join(folder, String(index)), TEST_GO: go }),
  );
  await Promise.all(runs.map((_, index) => until(() => existsSync(join(folder, String(index))))));
  writeFileSync(go, '');
  return started;
}

/** Waits for something to be so. */
export async function until(isSo: () => boolean, every: number = 1): Promise<void> {
  while (!isSo()) await new Promise((done) => setTimeout(done, every));
}
