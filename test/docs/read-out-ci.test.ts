/**
 * The jobs of docs/read-out.md, as far as a shell runs them: in a repository, by the program of the
 * sources, with a kubectl and a gh that give a file.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { program } from '../support/built';
import { asJson, bare, live, liveIn } from '../support/read-outs';

interface Job {
  readonly jobs: {
    readonly [name: string]: { readonly steps: readonly { readonly run?: string }[] };
  };
}

const TEXT = readFileSync(join(__dirname, '..', '..', 'docs', 'read-out.md'), 'utf8');
const [NIGHTLY, REQUEST] = ['Every night', 'In a pull request'].map((title) => {
  const section = TEXT.split('\n## ').find((part) => part.startsWith(title))!;
  const { jobs } = parse(/```yaml\n([\s\S]*?)```/.exec(section)![1]) as Job;
  return Object.values(jobs)[0].steps.flatMap(({ run }) => run ?? []);
});

const CONFIG = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: shop
data:
  mode: a
`;

const liveConfig = (mode: string) =>
  asJson([
    ...bare('shop'),
    live('v1', 'Node', 'node-1'),
    liveIn('shop', 'v1', 'ConfigMap', 'settings', {
      metadata: {
        managedFields: ['kubectl', 'kubectl-edit'].map((manager) => ({
          manager,
          operation: manager === 'kubectl' ? 'Apply' : 'Update',
          time: '2026-11-01T10:00:00Z',
          fieldsV1: { 'f:data': { 'f:mode': {} } },
        })),
      },
      data: { mode },
    }),
  ]);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-out-ci-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the steps as a runner does; the status of each, and the summary of the job. */
function runSteps(steps: readonly string[], readOut: string) {
  const [tools, clone, temp] = ['tools', 'clone', 'temp'].map((name) => join(folder, name));
  for (const one of [tools, clone, temp]) mkdirSync(one);
  writeFileSync(join(folder, 'cluster.json'), readOut);
  const command = [process.execPath, program()].map((one) => JSON.stringify(one)).join(' ');
  const script = (name: string, lines: string) => {
    writeFileSync(join(tools, name), `#!/bin/sh\n${lines}\n`);
    chmodSync(join(tools, name), 0o755);
  };
  script('npx', `[ "$1" = cdk8s-volumes ] || exit 127\nshift\nexec ${command} "$@"`);
  script(
    'kubectl',
    `[ "$1" = get ] || exit 1\ncat ${JSON.stringify(join(folder, 'cluster.json'))}`,
  );
  script(
    'gh',
    `[ "$1 $2" = "run download" ] || exit 1\nmkdir -p "$6"\ncp ${JSON.stringify(join(folder, 'cluster.json'))} "$6/live.json"`,
  );
  mkdirSync(join(clone, 'deploy'));
  writeFileSync(join(clone, 'deploy', 'app.yaml'), CONFIG);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: clone,
    });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'a');
  const summary = join(folder, 'summary.md');
  writeFileSync(summary, '');
  const statuses = steps.map(
    (step) =>
      spawnSync('bash', ['-e', '-o', 'pipefail', '-c', step], {
        cwd: clone,
        encoding: 'utf8',
        env: {
          ...process.env,
          RUNNER_TEMP: temp,
          GITHUB_STEP_SUMMARY: summary,
          PATH: `${tools}${delimiter}${process.env.PATH}`,
        },
      }).status,
  );
  return { statuses, summary: readFileSync(summary, 'utf8') };
}

describe('the nightly job', () => {
  test('fails when something was changed by hand, and says what', () => {
    const { statuses, summary } = runSteps(NIGHTLY, liveConfig('b'));
    expect(statuses).toEqual([0, 1]);
    expect(summary).toContain(
      '| `ConfigMap/shop/settings` | `data.mode` | changed by kubectl-edit',
    );
  });

  test('is fine when nothing was', () => {
    const { statuses, summary } = runSteps(NIGHTLY, liveConfig('a'));
    expect(statuses).toEqual([0, 0]);
    expect(summary).toContain('no drift');
  });
});

test('the job of a pull request checks and compares', () => {
  const { statuses, summary } = runSteps(REQUEST, liveConfig('b').replaceAll('kubectl-edit', 'x'));
  expect(statuses.slice(0, 2)).toEqual([0, 0]);
  expect(summary).toContain('ConfigMap/shop/settings');
});
