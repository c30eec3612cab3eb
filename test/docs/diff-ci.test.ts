/**
 * The jobs of docs/diff.md, as far as a shell runs them: in a repository with a pull request, by
 * the program of the sources.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { program } from '../support/built';

const ROOT = join(__dirname, '..', '..');
const SECTION = readFileSync(join(ROOT, 'docs', 'diff.md'), 'utf8')
  .split('\n## ')
  .find((part) => part.startsWith('In a pull request'))!;
const [GITHUB, GITLAB] = [...SECTION.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) =>
  parse(text),
);

const STORAGE_CLASS = (type: string) =>
  `apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata:\n  name: fast\nprovisioner: ebs.csi.aws.com\nparameters:\n  type: ${type}\n`;
const CONFIG = (value: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n  namespace: shop\ndata:\n  mode: ${value}\n`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diff-ci-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * A clone in which `origin/main` is what a pull request was made against, and the files are those
 * of the request.
 */
function pullRequest(before: string, after: string): string {
  const [origin, clone] = [join(folder, 'origin'), join(folder, 'clone')];
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd,
      stdio: 'pipe',
    });
  const write = (cwd: string, text: string) => {
    mkdirSync(join(cwd, 'dist', 'manifests'), { recursive: true });
    writeFileSync(join(cwd, 'dist', 'manifests', 'all.yaml'), text);
  };
  mkdirSync(origin);
  git(origin, 'init', '--initial-branch', 'main');
  write(origin, before);
  git(origin, 'add', '.');
  git(origin, 'commit', '--message', 'before');
  git(folder, 'clone', '--quiet', origin, clone);
  git(clone, 'checkout', '--quiet', '-b', 'change');
  write(clone, after);
  git(clone, 'commit', '--all', '--message', 'after');
  return clone;
}

/** Runs a script as the runners do: `npx cdk8s-volumes` is the program of the sources. */
function runScript(script: string, cwd: string, env: { readonly [name: string]: string }) {
  const tools = join(folder, 'tools');
  mkdirSync(tools, { recursive: true });
  const command = [process.execPath, program()].map((one) => JSON.stringify(one)).join(' ');
  writeFileSync(
    join(tools, 'npx'),
    `#!/bin/sh\n[ "$1" = cdk8s-volumes ] || exit 127\nshift\nexec ${command} "$@"\n`,
  );
  chmodSync(join(tools, 'npx'), 0o755);
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env, PATH: `${tools}${delimiter}${process.env.PATH}` },
  });
  return { status, stdout, stderr };
}

const CHANGES: readonly (readonly [string, string, string, number])[] = [
  ['a change that is taken', CONFIG('a'), CONFIG('b'), 0],
  ['a change that is refused', STORAGE_CLASS('gp3'), STORAGE_CLASS('io2'), 1],
];

describe.each(CHANGES)('%s', (_about, before, after, status) => {
  test('GitHub: the summary is written, and the last step ends as it should', () => {
    const clone = pullRequest(before, after);
    const steps = GITHUB.jobs.diff.steps
      .filter(({ run }: any) => run)
      .map(({ run }: any) => run.replaceAll('${{ github.base_ref }}', 'main')) as string[];
    expect(steps.join('\n')).not.toContain('${{');
    const summary = join(folder, 'summary.md');
    const results = steps.map((script) =>
      runScript(script, clone, { GITHUB_STEP_SUMMARY: summary }),
    );
    expect(results.map((one) => one.status)).toEqual([0, status]);
    expect(readFileSync(summary, 'utf8')).toContain(
      status === 0
        ? '| changed | `ConfigMap/shop/settings` |'
        : '| **refused** | `StorageClass/fast` |',
    );
    expect(results[1].stdout.startsWith('::error file=dist/manifests/all.yaml,line=')).toBe(
      status === 1,
    );
  });

  test('GitLab: the job ends as it should', () => {
    const clone = pullRequest(before, after);
    const { status: ended, stdout } = runScript(GITLAB.diff.script.join('\n'), clone, {
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    });
    expect([
      ended,
      stdout.startsWith(
        status === 0 ? 'changed   ConfigMap/shop/settings: ' : 'refused   StorageClass/fast\n',
      ),
    ]).toEqual([status, true]);
  });
});

test('the jobs see the whole history, and run where there is a request', () => {
  expect(GITHUB.on).toBe('pull_request');
  expect(GITHUB.jobs.diff.steps[0]).toEqual({
    uses: 'actions/checkout@v4',
    with: { 'fetch-depth': 0 },
  });
  expect(GITLAB.diff.rules).toEqual([{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"' }]);
});
