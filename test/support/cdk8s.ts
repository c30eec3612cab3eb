/** The command line of cdk8s, as a child process. */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';

const COMMAND = join(dirname(require.resolve('cdk8s-cli/package.json')), 'bin', 'cdk8s');

/** Runs `cdk8s synth` in a folder: how it ends, and all that it prints. */
export function cdk8sSynth(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [COMMAND, 'synth', '--check-upgrade=false', ...args],
    {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    },
  );
  return { status, text: stdout + stderr };
}
