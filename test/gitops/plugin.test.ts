/** The plug-in for Argo CD: its files, and its commands as a shell runs them. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duration } from 'cdk8s';
import { parse } from 'yaml';
import { ArgoSynthPlugin, ArgoSynthPluginProps } from '../../src';
import { FindingsError } from '../../src/findings';
import { parseManifests } from '../support/manifests';
import { expectValid } from '../support/validate';

const IMAGE = 'registry.example.com/argocd-cdk8s:1.0.0';
const ROOT = join(__dirname, '..', '..');

const filesOf = (props: Partial<ArgoSynthPluginProps> = {}) => new ArgoSynthPlugin({ image: IMAGE, ...props }).files();
const pluginOf = () => parse(filesOf()['plugin.yaml']);

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'plugin-')); });
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command as the server of the plug-in does: in the folder of the app, with its own home. */
function runCommand({ command, args }: { command: string[]; args: string[] }, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(command[0], [...command.slice(1), ...args], {
    cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, ARGOCD_APP_NAME: 'shop', ...env },
  });
  return { status, stdout, stderr };
}

/** An app of two charts, as a repository has it. */
function repository(main: string): void {
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'cdk8s.yaml'), 'language: typescript\napp: node main.js\n');
  writeFileSync(join(folder, 'main.js'), main);
}

const APP = `
const { ApiObject, App, Chart } = require('cdk8s');
console.error('a message');
const app = new App();
for (const name of ['web', 'db']) {
  new ApiObject(new Chart(app, name), 'config', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { app: process.env.ARGOCD_APP_NAME } });
}
app.synth();
`;

test('generate prints the manifests of all charts, and nothing else, the same each time', () => {
  repository(APP);
  const { generate } = pluginOf().spec;
  const first = runCommand(generate);
  expect(first).toMatchObject({ status: 0 });
  const manifests = parseManifests(first.stdout);
  expectValid(manifests);
  expect(manifests.map(({ metadata, data }: any) => [metadata.name, data.app])).toEqual([['db', 'shop'], ['web', 'shop']]);
  expect(runCommand(generate).stdout).toBe(first.stdout);
}, 60_000);

test('an app that fails fails, without a manifest', () => {
  repository('throw new Error("no such chart");');
  const { status, stdout, stderr } = runCommand(pluginOf().spec.generate);
  expect([status === 0, stdout]).toEqual([false, '']);
  expect(stderr).toContain('no such chart');
}, 60_000);

test('init installs what the repository has locked, without scripts of packages, and prints nothing', () => {
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'npm'), '#!/bin/sh\necho "npm $*"\n');
  chmodSync(join(folder, 'bin', 'npm'), 0o755);
  const { status, stdout, stderr } = runCommand(pluginOf().spec.init, { PATH: `${join(folder, 'bin')}:${process.env.PATH}` });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: 'npm ci --ignore-scripts --no-audit --no-fund\n' });
});

test('it is found by cdk8s.yaml, and asked for by its name and version', () => {
  expect(pluginOf()).toMatchObject({
    apiVersion: 'argoproj.io/v1alpha1', kind: 'ConfigManagementPlugin', metadata: { name: 'cdk8s' }, spec: { version: 'v1.0', discover: { fileName: './cdk8s.yaml' } },
  });
  expect(new ArgoSynthPlugin({ image: IMAGE }).pluginName).toBe('cdk8s-v1.0');
});

test('its container runs beside the repository server, with nothing that it does not need', () => {
  expect(parse(filesOf({ name: 'synth', timeout: Duration.minutes(3) })['repo-server-patch.yaml'])).toEqual({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'argocd-repo-server' },
    spec: {
      template: {
        spec: {
          containers: [{
            name: 'synth',
            image: IMAGE,
            command: ['/var/run/argocd/argocd-cmp-server'],
            env: [{ name: 'HOME', value: '/tmp' }, { name: 'npm_config_cache', value: '/tmp/.npm' }, { name: 'ARGOCD_EXEC_TIMEOUT', value: '3m' }],
            securityContext: {
              allowPrivilegeEscalation: false,
              capabilities: { drop: ['ALL'] },
              readOnlyRootFilesystem: true,
              runAsNonRoot: true,
              runAsUser: 999,
              seccompProfile: { type: 'RuntimeDefault' },
            },
            volumeMounts: [
              { name: 'var-files', mountPath: '/var/run/argocd' }, { name: 'plugins', mountPath: '/home/argocd/cmp-server/plugins' }, { name: 'synth-tmp', mountPath: '/tmp' },
            ],
          }],
          volumes: [{ name: 'synth-tmp', emptyDir: {} }],
        },
      },
    },
  });
});

test('the image has the configuration where Argo CD looks for it', () => {
  expect(filesOf({ baseImage: 'docker.io/library/node:24-alpine' }).Containerfile).toBe(`FROM docker.io/library/node:24-alpine
COPY plugin.yaml /home/argocd/cmp-server/config/plugin.yaml
# Argo CD shares a socket with it, as this user.
USER 999
ENV HOME=/tmp
WORKDIR /tmp
`);
});

test('the patch is applied by kustomize', () => {
  expect(parse(filesOf()['kustomization.yaml'])).toEqual({
    apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', patches: [{ path: 'repo-server-patch.yaml', target: { kind: 'Deployment', name: 'argocd-repo-server' } }],
  });
});

test.each([
  [{ version: 'v 1' }, 'version: "v 1" is not a version; give letters, digits, dots and dashes, such as v1.0'],
  [{ image: undefined }, 'image: image is required; give an image such as registry.example.com/argocd-cdk8s:1.0.0'],
  [{ timeout: Duration.seconds(0) }, 'timeout: the time is zero; give one such as Duration.minutes(3)'],
  [{ timeout: '3m' }, 'timeout: "3m" is not a Duration; call one of its functions, such as Duration.minutes(5)'],
])('%p', (props, problem) => {
  const make = () => filesOf(props as Partial<ArgoSynthPluginProps>);
  expect(make).toThrow(FindingsError);
  expect(make).toThrow(problem);
});
