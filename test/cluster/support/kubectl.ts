/** kubectl as a child process, and waiting for what a cluster does in its own time. */
import { spawn, spawnSync } from 'node:child_process';
import { Manifest } from '../../../src/kube';

/** How a command ended. */
export interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const LARGEST_OUTPUT = 64 * 1024 * 1024;

/** Runs a program to its end, whatever its exit code. */
export async function run(
  program: string,
  args: readonly string[],
  input: string = '',
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'pipe' });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code, signal) =>
      resolve({
        code: code ?? -1,
        stdout,
        stderr: signal ? `${stderr}ended by ${signal}` : stderr,
      }),
    );
    // A program that ends without reading its input is no reason to fail: its exit code tells.
    child.stdin.on('error', () => {}).end(input);
  });
}

/** Runs kubectl to its end, whatever its exit code. */
export async function kubectl(args: readonly string[], input?: string): Promise<Result> {
  return run('kubectl', args, input);
}

/** What kubectl prints. Throws with its own words if it fails. */
export async function mustKubectl(args: readonly string[], input?: string): Promise<string> {
  return output(args, await kubectl(args, input));
}

/**
 * The same, for tests that are defined by what a cluster has: jest wants to know its tests at once.
 */
export function mustKubectlSync(args: readonly string[], input: string = ''): string {
  const { status, stdout, stderr, error } = spawnSync('kubectl', args, {
    input,
    encoding: 'utf8',
    maxBuffer: LARGEST_OUTPUT,
  });
  if (error) throw error;
  return output(args, { code: status ?? -1, stdout, stderr });
}

/** The object as it is in the cluster. */
export async function live(manifest: Manifest): Promise<Manifest> {
  return JSON.parse(await mustKubectl(['get', '-f', '-', '-o', 'json'], asList([manifest])))
    .items[0];
}

/** Objects as one text for `-f -`. */
export function asList(objects: readonly unknown[]): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
}

function output(args: readonly string[], { code, stdout, stderr }: Result): string {
  if (code !== 0) throw new Error(`kubectl ${args.join(' ')}: exit code ${code}\n${stderr}`);
  return stdout;
}

/**
 * Asks again and again, and less often the longer it takes, until the answer is that nothing is
 * missing. After the deadline it fails with what is.
 *
 * A deadline rather than a duration: what is expected of one apply is waited for once, however many
 * tests ask.
 */
export async function eventually(
  deadline: number,
  missing: () => Promise<string | undefined>,
): Promise<void> {
  for (let pause = 250; ; pause = Math.min(1.5 * pause, 1_000)) {
    const what = await missing();
    if (what === undefined) return;
    if (Date.now() > deadline) throw new Error(what);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
