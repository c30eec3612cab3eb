/**
 * Records what the engines do with the cases of test/conformance/gitops: `tsx
 * tools/record-gitops.ts [CASE...]`, with KUBECONFIG of a cluster of its own and GITOPS_SYNC.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CASES = join(__dirname, '..', 'test', 'conformance', 'gitops', 'cases');
const TIMEOUT = '8s';

function kubectl(...args: string[]): void {
  spawnSync('kubectl', args, { stdio: 'ignore' });
}

/** The log without times and words, which differ from run to run. */
function settled(log: string): string {
  return log
    .trim()
    .split('\n')
    .map((line) => {
      const { t: _time, message: _message, revision: _revision, ...event } = JSON.parse(line);
      return JSON.stringify(event);
    })
    .join('\n');
}

function record(name: string): void {
  const manifests = join(CASES, name, 'manifests.yaml');
  for (const engine of ['argo', 'flux']) {
    const folder = mkdtempSync(join(tmpdir(), 'record-'));
    writeFileSync(join(folder, 'manifests.yaml'), readFileSync(manifests, 'utf8'));
    const options = engine === 'argo' ? ['--app', name] : ['--name', name, '--wait'];
    const { stdout } = spawnSync(
      process.env.GITOPS_SYNC!,
      [engine, '--dir', folder, ...options, '--timeout', TIMEOUT],
      { encoding: 'utf8' },
    );
    writeFileSync(join(CASES, name, `${engine}.jsonl`), `${settled(stdout)}\n`);
    console.log(name, engine, stdout.trim().split('\n').at(-1));
    kubectl('delete', 'deployments,jobs,pods', '--all', '--namespace', name, '--wait');
    kubectl('delete', '-f', manifests, '--ignore-not-found', '--wait', '--timeout=60s');
    rmSync(folder, { recursive: true });
  }
}

const names = process.argv.length > 2 ? process.argv.slice(2) : readdirSync(CASES).sort();
for (const name of names) record(name);
