/**
 * The GitOps repository of the shop: valid objects, a promotion that loses nothing, and the
 * workflow as a shell runs it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { apps } from '../../examples/gitops/main';
import { program } from '../support/built';
import { find, parseManifests, readManifests } from '../support/manifests';
import { expectValid } from '../support/validate';

const ROOT = join(__dirname, '..', '..');
const WORKFLOW = join(ROOT, 'examples', 'gitops', '.github', 'workflows', 'manifests.yaml');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const synth = (released?: string) =>
  Object.values(apps(join(folder, 'dist'), released)).forEach((app) => app.synth());
const manifestsOf = (name: string) =>
  readManifests(join(folder, 'dist', name)).map(({ manifest }) => manifest);

test('every object is valid, and each stage has a project that permits its cluster and nothing else', () => {
  synth();
  for (const name of ['dev', 'prod', 'argocd']) expectValid(manifestsOf(name));
  expect(find(manifestsOf('argocd'), 'AppProject', 'shop-prod').spec).toEqual({
    sourceRepos: ['https://git.example.com/shop/deploy.git'],
    destinations: [{ name: 'prod', namespace: 'shop' }],
    clusterResourceWhitelist: [{ group: '', kind: 'Namespace' }],
    namespaceResourceWhitelist: [
      { group: '', kind: 'PersistentVolumeClaim' },
      { group: 'apps', kind: 'Deployment' },
    ],
  });
});

test('the stages are one chart: they differ in the image, the replicas and the size', () => {
  const [dev, prod] = ['dev', 'prod'].map((stage) => apps(folder)[stage].synthYaml());
  expect(
    dev
      .replace('shop:1.5.0', 'shop:1.4.0')
      .replace('replicas: 1', 'replicas: 3')
      .replace('storage: 1Gi', 'storage: 50Gi'),
  ).toBe(prod);
  expect(parseManifests(prod)).toHaveLength(3);
});

describe('the workflow', () => {
  /** What a step runs, with the program of this repository in place of the installed one. */
  const runStep = (name: string) => {
    const { jobs } = parse(readFileSync(WORKFLOW, 'utf8'));
    const step = jobs.manifests.steps.find((one: { name?: string }) => one.name === name);
    const bin = join(folder, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(
      join(bin, 'npx'),
      `#!/bin/sh\nshift\nexec ${process.execPath} ${program()} "$@"\n`,
    );
    chmodSync(join(bin, 'npx'), 0o755);
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, GITHUB_BASE_REF: 'main' };
    return spawnSync('bash', ['-eo', 'pipefail', '-c', step.run], {
      cwd: folder,
      encoding: 'utf8',
      env,
    });
  };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], {
      cwd: folder,
      stdio: 'pipe',
    });

  /** What is on the main branch, with what the pull request makes of it. */
  const pullRequest = (change: () => void) => {
    synth();
    git('init', '-q');
    git('add', 'dist');
    git('commit', '-q', '-m', 'main');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    change();
  };
  const DIFF = 'Nothing is refused, and no data is lost, by what they change';

  test('lets a promotion through, and shows what it does', () => {
    pullRequest(() => synth('1.5.0'));
    const { status, stdout } = runStep(DIFF);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: `3 unchanged
changed   Deployment/shop/shop-web
          spec.template.spec.containers[main].image: registry.example.com/shop:1.4.0 -> registry.example.com/shop:1.5.0
          pods: all pods are replaced
1 changed, 2 unchanged
`,
    });
  });

  test('stops what the API server would refuse', () => {
    pullRequest(() => {
      const file = join(folder, 'dist', 'prod', 'shop.k8s.yaml');
      writeFileSync(file, readFileSync(file, 'utf8').replace('ReadWriteMany', 'ReadWriteOnce'));
    });
    const { status, stdout } = runStep(DIFF);
    expect(status).toBe(1);
    expect(stdout).toContain('refused   PersistentVolumeClaim/shop/images');
  });

  test('finds nothing wrong, and nothing that would be lost with the Application', () => {
    synth();
    expect(runStep('They are right')).toMatchObject({ status: 0, stdout: '' });
    expect(runStep('Nothing is lost with the Application')).toMatchObject({ status: 0 });
  });
});
