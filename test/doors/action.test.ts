/**
 * The GitHub Action, played as a runner would: its steps in bash, with the variables of GitHub, in
 * a repository with a pull request; `gh` is a stand-in that keeps comments in a file.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { folderWith, removeFolders } from '../cli/session';
import { program } from '../support/built';

const ROOT = join(__dirname, '..', '..');
const ACTION = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'));

afterEach(removeFolders);

const POD = (mount: string) => `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec:
  containers:
    - name: web
      image: registry.example.com/web:1.0.0
      volumeMounts: [{ name: ${mount}, mountPath: /tmp }]
  volumes: [{ name: tmp, emptyDir: {} }]
`;

/** Comments are lines of a file: a number, and the text as JSON. */
const GH = `#!${process.execPath}
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
const file = process.env.COMMENTS;
if (process.env.REFUSES) process.exit(1);
const comments = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
const method = args.includes('--method') ? args[args.indexOf('--method') + 1] : 'GET';
const body = args.find((one) => one.startsWith('body=@'));
const text = body && readFileSync(body.slice(6), 'utf8');
const path = args.find((one) => one.startsWith('repos/'));
if (method === 'GET') {
  if (!args.some((one) => one.includes('startswith("<!-- cdk8s-volumes -->")'))) process.exit(3);
  for (const { id, body } of comments) if (body.startsWith('<!-- cdk8s-volumes -->')) console.log(id);
}
if (method === 'POST') comments.push({ id: comments.length + 1, body: text });
if (method === 'PATCH') comments.find(({ id }) => String(id) === path.split('/').at(-1)).body = text;
writeFileSync(file, JSON.stringify(comments));
`;

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly outputs: { readonly [name: string]: string };
}

/** A checkout of a pull request as GitHub makes it: one commit, without the base. */
class Runner {
  public readonly folder = folderWith({});
  public readonly clone = join(this.folder, 'clone');
  private readonly base: string;
  private readonly run = `exec '${process.execPath}' '${program()}' "$@"\n`;

  constructor(before: string, after: string) {
    const origin = join(this.folder, 'origin');
    const git = (cwd: string, ...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }).trim();
    const write = (text: string) => {
      mkdirSync(join(origin, 'deploy'), { recursive: true });
      writeFileSync(join(origin, 'deploy', 'pod.yaml'), text);
    };
    write(before);
    git(origin, 'init', '--quiet', '--initial-branch', 'main');
    git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
    git(origin, 'add', '.');
    git(origin, 'commit', '--quiet', '--message', 'before');
    this.base = git(origin, 'rev-parse', 'HEAD');
    git(origin, 'checkout', '--quiet', '-b', 'change');
    write(after);
    git(origin, 'commit', '--quiet', '--allow-empty', '--all', '--message', 'after');
    const url = `file://${origin}`;
    git(this.folder, 'clone', '--quiet', '--depth=1', '--branch', 'change', url, this.clone);
    mkdirSync(join(this.folder, 'tools'));
    this.tool('gh', GH);
    this.tool('npx', `#!/bin/sh\necho "$*" >> '${join(this.folder, 'npx')}'\nshift 2\n${this.run}`);
  }

  public tool(name: string, text: string): void {
    writeFileSync(join(this.folder, 'tools', name), text, { mode: 0o755 });
  }

  public read(name: string): string {
    return existsSync(join(this.folder, name)) ? readFileSync(join(this.folder, name), 'utf8') : '';
  }

  /** Plays all steps, of a pull request or of a push. */
  public play(
    given: { readonly [input: string]: string },
    event: 'pull_request' | 'push' = 'pull_request',
    more: NodeJS.ProcessEnv = {},
  ): Ended {
    const inputs = Object.fromEntries(
      Object.entries(ACTION.inputs).map(([name, { default: value }]: any) => [
        name,
        given[name] ?? String(value).replace('${{ github.token }}', 'token'),
      ]),
    );
    const outputs: { [name: string]: string } = {};
    const known: { [expression: string]: string } = {
      'github.action_ref': 'v1.2.3',
      'github.event.pull_request.base.sha': event === 'push' ? '' : this.base,
      'github.event.pull_request.number': event === 'push' ? '' : '7',
    };
    const valueOf = (expression: string): string => {
      const [, kind, name] = /^(inputs|steps)\.([\w-]+)/.exec(expression) ?? [];
      if (kind === 'inputs') return inputs[name];
      if (kind === 'steps') return outputs[name] ?? '';
      if (!(expression in known)) throw new Error(`unknown expression ${expression}`);
      return known[expression];
    };
    const holds = (condition: string) =>
      condition
        .replace(/^\$\{\{ | \}\}$/g, '')
        .split(' && ')
        .every((part) => {
          const [left, right] = part.split(' == ');
          const value = valueOf(left);
          return right === undefined ? value !== '' : `'${value}'` === right;
        });
    let stdout = '';
    let status = 0;
    for (const { id, if: condition, run, env = {} } of ACTION.runs.steps) {
      if (condition !== undefined && !holds(condition)) continue;
      writeFileSync(join(this.folder, 'output'), '');
      const ended = spawnSync(
        'bash',
        ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', run],
        {
          cwd: this.clone,
          encoding: 'utf8',
          env: {
            PATH: `${join(this.folder, 'tools')}:${process.env.PATH}`,
            GITHUB_ACTION_PATH: ROOT,
            GITHUB_OUTPUT: join(this.folder, 'output'),
            GITHUB_STEP_SUMMARY: join(this.folder, 'summary'),
            GITHUB_REPOSITORY: 'o/r',
            RUNNER_TEMP: this.folder,
            COMMENTS: join(this.folder, 'comments'),
            ...Object.fromEntries(
              Object.entries(env).map(([name, value]: any) => [
                name,
                value.replaceAll(/\$\{\{ (.*?) \}\}/g, (_: string, one: string) => valueOf(one)),
              ]),
            ),
            ...more,
          },
        },
      );
      stdout += ended.stdout;
      const written = /^status=(\d+)$/m.exec(this.read('output'));
      if (id && written) outputs[id] = written[1];
      status = ended.status ?? -1;
      if (status !== 0) break;
    }
    return { status, stdout, outputs };
  }

  public get comments(): { readonly id: number; readonly body: string }[] {
    return JSON.parse(this.read('comments') || '[]');
  }
}

test('a pull request that is right passes, and has one comment', () => {
  const runner = new Runner(POD('tmp'), POD('tmp').replace('web:1.0.0', 'web:1.1.0'));
  const { status, outputs } = runner.play({ path: 'deploy' });
  expect([status, outputs]).toEqual([0, { check: '0', diff: '0' }]);
  expect(runner.comments.length).toBe(1);
  expect(runner.comments[0].body).toMatch(/^<!-- cdk8s-volumes -->\n[^]*`Pod\/shop\/web`/);
  expect(runner.read('summary')).toBe(runner.comments[0].body);
  // The version of the action is that of the program.
  expect(runner.read('npx')).toContain('--yes cdk8s-volumes@1.2.3 check deploy -o github\n');
});

test('the next push updates the comment, and leaves those of others', () => {
  const runner = new Runner(POD('tmp'), POD('tmp'));
  writeFileSync(
    join(runner.folder, 'comments'),
    JSON.stringify([
      { id: 1, body: 'Looks good.' },
      { id: 2, body: '<!-- cdk8s-volumes -->\nold' },
      { id: 3, body: 'Why <!-- cdk8s-volumes -->?' },
    ]),
  );
  expect(runner.play({ path: './deploy' }).status).toBe(0);
  expect(runner.comments.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(runner.comments[1].body).not.toContain('old');
  expect([runner.comments[0].body, runner.comments[2].body]).toEqual([
    'Looks good.',
    'Why <!-- cdk8s-volumes -->?',
  ]);
});

test('an error is an annotation, fails the job at its end, and is a finding of code scanning', () => {
  const runner = new Runner(POD('tmp'), POD('tpm'));
  const { status, stdout, outputs } = runner.play({ path: 'deploy', sarif: 'volumes.sarif' });
  expect([status, outputs.check]).toEqual([1, '1']);
  expect(stdout).toMatch(/^::error file=deploy\/pod\.yaml,line=8,/m);
  expect(runner.comments.length).toBe(1);
  const { runs } = JSON.parse(readFileSync(join(runner.clone, 'volumes.sarif'), 'utf8'));
  expect(runs[0].results[0].ruleId).toBe('pod/mounted-volume');
});

test('a push is checked, and compared with nothing', () => {
  const runner = new Runner(POD('tmp'), POD('tmp'));
  const { status, outputs } = runner.play({ path: 'deploy' }, 'push');
  expect([status, outputs, runner.comments]).toEqual([0, { check: '0' }, []]);
});

test('without the permission to comment, the comparison is in the summary', () => {
  const runner = new Runner(POD('tmp'), POD('tmp').replace('web:1.0.0', 'web:1.1.0'));
  const { status, stdout } = runner.play({ path: 'deploy' }, 'pull_request', { REFUSES: '1' });
  expect(status).toBe(0);
  expect(stdout).toContain('::notice::The comparison is in the summary of this job');
  expect(runner.read('summary')).toContain('`Pod/shop/web`');
});

test('options reach the program as they are, and a program that is there is used', () => {
  const runner = new Runner(POD('tmp'), POD('tmp'));
  runner.tool('cdk8s-volumes', `#!/bin/sh\nprintf '<%s>' "$@"\necho\n`);
  const { stdout } = runner.play({
    path: 'my folder; exit 9',
    kubernetes: '1.34',
    config: 'c.yaml',
    strict: 'true',
    comment: 'false',
  });
  expect(stdout).toBe(
    '<check><my folder; exit 9><--kubernetes><1.34><--config><c.yaml><--strict><-o><github>\n',
  );
  expect(runner.comments).toEqual([]);
  expect(runner.read('npx')).toBe('');
});

test('a path that does not exist is wrong usage, and no comment', () => {
  const runner = new Runner(POD('tmp'), POD('tmp'));
  const { status, outputs } = runner.play({ path: 'nowhere' });
  expect([status, outputs.check, runner.comments]).toEqual([2, '2', []]);
});

test('every input of the action is described, and used', () => {
  const text = JSON.stringify(ACTION.runs);
  for (const [name, { description }] of Object.entries<any>(ACTION.inputs)) {
    expect(description.length).toBeGreaterThan(20);
    expect(text).toContain(`inputs.${name}`);
  }
});
