/**
 * The template of GitLab CI, played as a runner would: its inputs filled in, the lines of a job as
 * one script, GitLab's variables, and a stand-in for its API.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { folderWith, removeFolders } from '../cli/session';
import { program } from '../support/built';

const TEXT = readFileSync(join(__dirname, '..', '..', 'integrations', 'gitlab.yml'), 'utf8');
const [HEAD, BODY] = TEXT.split(/^---$/m);
const { spec } = parse(HEAD);

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

/** Notes of a merge request, as the API keeps them. */
let notes: { id: number; body: string }[];
let requests: string[];
let server: Server;
beforeEach(async () => {
  notes = [];
  requests = [];
  server = createServer((request, response) => {
    let sent = '';
    request.on('data', (chunk) => (sent += chunk));
    request.on('end', () => {
      if (request.headers['private-token'] !== 'secret') return response.writeHead(401).end();
      requests.push(`${request.method} ${request.url}`);
      const body = new URLSearchParams(sent).get('body') ?? '';
      const id = Number(request.url!.split('/').at(-1));
      if (request.method === 'POST') notes.push({ id: 10 + notes.length, body });
      if (request.method === 'PUT') notes.find((note) => note.id === id)!.body = body;
      return response.end(JSON.stringify(notes));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  removeFolders();
  await new Promise((done) => server.close(done));
});

/** The jobs, with inputs. */
function jobs(inputs: { readonly [name: string]: string } = {}) {
  const filled = BODY.replaceAll(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name: string) => {
    expect(spec.inputs).toHaveProperty(name);
    return inputs[name] ?? spec.inputs[name].default;
  });
  const [document] = parseAllDocuments(filled);
  const all = document.toJS();
  return (name: string) => ({ ...all['.cdk8s-volumes'], ...all[name] });
}

/** Runs a job in a clone of one commit, and answers its status, its log, and what it leaves. */
async function play(
  name: string,
  [before, after]: readonly [string, string],
  given: NodeJS.ProcessEnv = {},
  inputs: { readonly [name: string]: string } = { path: 'deploy' },
) {
  const folder = folderWith({});
  const origin = join(folder, 'origin');
  const clone = join(folder, 'clone');
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  mkdirSync(join(origin, 'deploy'), { recursive: true });
  writeFileSync(join(origin, 'deploy', 'pod.yaml'), before);
  git(origin, 'init', '--quiet', '--initial-branch', 'main');
  git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  git(origin, 'add', '.');
  git(origin, 'commit', '--quiet', '--message', 'before');
  const base = git(origin, 'rev-parse', 'HEAD');
  writeFileSync(join(origin, 'deploy', 'pod.yaml'), after);
  git(origin, 'commit', '--quiet', '--allow-empty', '--all', '--message', 'after');
  git(folder, 'clone', '--quiet', '--depth=1', `file://${origin}`, clone);
  mkdirSync(join(folder, 'tools'));
  writeFileSync(
    join(folder, 'tools', 'npx'),
    `#!/bin/sh\n[ "$1 $2" = "--yes cdk8s-volumes@${spec.inputs.version.default}" ] || exit 127\nshift 2\nexec '${process.execPath}' '${program()}' "$@"\n`,
    { mode: 0o755 },
  );
  const job = jobs(inputs)(name);
  const { port } = server.address() as AddressInfo;
  const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', job.script.join('\n')], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: `${join(folder, 'tools')}:${process.env.PATH}`,
      ...job.variables,
      VOLUMES: job.variables.VOLUMES,
      CI_API_V4_URL: `http://127.0.0.1:${port}/api/v4`,
      CI_PROJECT_ID: '5',
      CI_MERGE_REQUEST_IID: '7',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
      ...given,
    },
  });
  let log = '';
  child.stdout.on('data', (chunk) => (log += chunk));
  child.stderr.on('data', (chunk) => (log += chunk));
  const status = await new Promise((done) => child.on('close', done));
  return { status, log, clone, job };
}

test('check leaves a report of tests, prints what it found, and fails', async () => {
  const { status, log, clone, job } = await play('cdk8s-volumes-check', [POD('tmp'), POD('tpm')]);
  expect(status).toBe(1);
  expect(log).toContain('pod/mounted-volume');
  expect(job.artifacts).toEqual({ when: 'always', reports: { junit: 'volumes.xml' } });
  expect(readFileSync(join(clone, 'volumes.xml'), 'utf8')).toContain('<testsuites');
});

test('what is right passes, with options too', async () => {
  const inputs = { path: 'deploy', options: '--kubernetes 1.34 --strict' };
  const pods = [POD('tmp'), POD('tmp')] as const;
  expect((await play('cdk8s-volumes-check', pods, {}, inputs)).status).toBe(0);
});

test('a merge request has one note, which the next push updates', async () => {
  const change = [POD('tmp'), POD('tmp').replace('web:1.0.0', 'web:1.1.0')] as const;
  notes.push({ id: 1, body: 'Looks good.' });
  expect((await play('cdk8s-volumes-diff', change, { VOLUMES_TOKEN: 'secret' })).status).toBe(0);
  expect(notes.map(({ id }) => id)).toEqual([1, 11]);
  expect(notes[1].body).toMatch(/^<!-- cdk8s-volumes -->\n[^]*`Pod\/shop\/web`/);
  notes[1].body = '<!-- cdk8s-volumes -->\nold';
  expect((await play('cdk8s-volumes-diff', change, { VOLUMES_TOKEN: 'secret' })).status).toBe(0);
  expect(notes.length).toBe(2);
  expect(notes[1].body).toContain('`Pod/shop/web`');
  expect(requests.at(-1)).toBe('PUT /api/v4/projects/5/merge_requests/7/notes/11');
});

test('without a token, the comparison is in the log', async () => {
  const change = [POD('tmp'), POD('tmp').replace('web:1.0.0', 'web:1.1.0')] as const;
  const { status, log } = await play('cdk8s-volumes-diff', change);
  expect([status, requests]).toEqual([0, []]);
  expect(log).toContain('`Pod/shop/web`');
});

test('the comparison runs for merge requests only', () => {
  expect(jobs()('cdk8s-volumes-diff').rules).toEqual([
    { if: '$CI_PIPELINE_SOURCE == "merge_request_event"' },
  ]);
});
