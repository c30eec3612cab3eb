/** The plug-in for Argo CD: its files, and its commands as a shell runs them. */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { parse } from 'yaml';
import { ArgoSynthPlugin, ArgoSynthPluginProps } from '../../src';
import { FindingsError } from '../../src/findings';
import { parseManifests } from '../support/manifests';
import { expectValid } from '../support/validate';

const IMAGE = 'registry.example.com/argocd-cdk8s:1.0.0';
const ROOT = join(__dirname, '..', '..');

const filesOf = (props: Partial<ArgoSynthPluginProps> = {}) =>
  new ArgoSynthPlugin({ image: IMAGE, ...props }).files();
const pluginOf = () => parse(filesOf()['plugin.yaml']);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plugin-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Runs a command as the server of the plug-in does: in the folder of the app, with its own home.
 */
function runCommand(
  { command, args }: { command: string[]; args: string[] },
  env: Record<string, string> = {},
) {
  const { status, stdout, stderr } = spawnSync(command[0], [...command.slice(1), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, ARGOCD_APP_NAME: 'shop', ...env },
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
  expect(manifests.map(({ metadata, data }: any) => [metadata.name, data.app])).toEqual([
    ['db', 'shop'],
    ['web', 'shop'],
  ]);
  expect(runCommand(generate).stdout).toBe(first.stdout);
});

test('an app that fails fails, without a manifest', () => {
  repository('throw new Error("no such chart");');
  const { status, stdout, stderr } = runCommand(pluginOf().spec.generate);
  expect([status === 0, stdout]).toEqual([false, '']);
  expect(stderr).toContain('no such chart');
});

test('init installs what the repository has locked, without scripts of packages, and prints nothing', () => {
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'npm'), '#!/bin/sh\necho "npm $*"\n');
  chmodSync(join(folder, 'bin', 'npm'), 0o755);
  const { status, stdout, stderr } = runCommand(pluginOf().spec.init, {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: '',
    stderr: 'npm ci --ignore-scripts --no-audit --no-fund\n',
  });
});

describe('repositories of which nobody trusts the others', () => {
  /** A checkout where Argo CD makes them: `tmp` is the folder that all of them share. */
  const checkout = (name: string, files: { readonly [file: string]: string }) => {
    const place = join(folder, '_cmp_server', name, 'app');
    mkdirSync(place, { recursive: true });
    for (const [file, text] of Object.entries({
      'cdk8s.yaml': 'language: typescript\napp: node main.js\n',
      'package.json': '{}',
      ...files,
    })) {
      writeFileSync(join(place, file), text);
    }
    return place;
  };
  const shells = [
    ['sh', '-c'],
    ['bash', '-c'],
    ['busybox', 'sh', '-c'],
  ].filter(([program]) => spawnSync(program, ['-c', 'true']).error === undefined);
  const runIn = (
    place: string,
    { args }: { args: string[] },
    shell: readonly string[] = shells[0],
  ) => {
    const [program, ...before] = shell;
    return spawnSync(program, [...before, ...args], {
      cwd: place,
      encoding: 'utf8',
      env: { PATH: `${folder}/bin:${process.env.PATH}`, HOME: folder, TMPDIR: folder },
    });
  };
  /**
   * Stands for npm and npx, which run what the home says, as `node-options` of a `.npmrc` does, and
   * then code of the repository.
   */
  const TOOL = `#!/bin/sh
echo "$HOME $TMPDIR" >> "${'$'}PWD/homes"
[ ! -e "$HOME/.npmrc" ] || echo "hostile home" >&2
[ ! -e "$TMPDIR/cache" ] || echo "hostile cache" >&2
while [ "${'$'}#" -gt 1 ]; do case "$1" in --output) mkdir -p "$2" && echo 'kind: ConfigMap' > "$2/one.yaml";; esac; shift; done
[ ! -e code ] || . ./code
`;
  beforeEach(() => {
    mkdirSync(join(folder, 'bin'));
    for (const tool of ['npm', 'npx']) {
      writeFileSync(join(folder, 'bin', tool), TOOL, { mode: 0o755 });
    }
  });
  const HOSTILE =
    'echo node-options=--require=/tmp/evil.js > "$HOME/.npmrc"; echo x > "$TMPDIR/cache"\n' +
    'for above in ../.. ../../..; do mkdir -p "$above/node_modules/evil"; echo {} > "$above/package.json"; echo x > "$above/.npmrc"; done\n';

  describe.each(shells.map((shell) => [shell.join(' '), shell] as const))('in %s', (_, shell) => {
    test.each(['init', 'generate'] as const)(
      'nothing that one leaves behind in %s is there for the next',
      (step) => {
        for (const other of ['init', 'generate'] as const) {
          expect(
            runIn(checkout('a', { code: HOSTILE }), pluginOf().spec[step], shell),
          ).toMatchObject({ status: 0 });
          const next = checkout('b', {});
          const { status, stderr } = runIn(next, pluginOf().spec[other], shell);
          expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
          expect(
            ['.', '_cmp_server'].flatMap((place) => readdirSync(join(folder, place))).sort(),
          ).toEqual(['_cmp_server', 'a', 'b', 'bin']);
          expect(readdirSync(next).sort()).toEqual(['cdk8s.yaml', 'homes', 'package.json']);
        }
      },
    );

    test('a home is removed when its command fails', () => {
      const place = checkout('a', { code: 'exit 3\n' });
      expect(runIn(place, pluginOf().spec.generate, shell).status).toBe(3);
      expect(readdirSync(place).sort()).toEqual(['cdk8s.yaml', 'code', 'homes', 'package.json']);
    });

    test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
      'a home is removed on %s, as Argo CD sends it to the command and what it has started',
      async (signal) => {
        const place = checkout('a', { code: 'echo > started; exec sleep 60\n' });
        const [program, ...before] = shell;
        const child = spawn(program, [...before, ...pluginOf().spec.generate.args], {
          cwd: place,
          detached: true,
          stdio: 'ignore',
          env: { PATH: `${folder}/bin:${process.env.PATH}` },
        });
        const ended = new Promise((done) => child.on('exit', done));
        while (!existsSync(join(place, 'started'))) {
          await new Promise((done) => setTimeout(done, 10));
        }
        process.kill(-child.pid!, signal);
        await ended;
        expect(readdirSync(place).sort()).toEqual([
          'cdk8s.yaml',
          'code',
          'homes',
          'package.json',
          'started',
        ]);
      },
    );
  });

  test('a home that is left by a command that was killed is in its checkout, which Argo CD removes', () => {
    const place = checkout('a', { code: 'kill -9 $PPID\n' });
    runIn(place, pluginOf().spec.generate);
    expect(readdirSync(place).filter((name) => name.startsWith('.run.'))).toHaveLength(1);
    expect(readdirSync(folder).sort()).toEqual(['_cmp_server', 'bin']);
  });

  test('npm itself reads no settings that another repository has left', () => {
    rmSync(join(folder, 'bin'), { recursive: true });
    writeFileSync(join(folder, '.npmrc'), `node-options=--require=${join(folder, 'evil.js')}\n`);
    writeFileSync(
      join(folder, 'evil.js'),
      `require('fs').writeFileSync(${JSON.stringify(join(folder, 'hostile'))}, '')`,
    );
    const place = checkout('b', {
      'package.json': '{"name": "b", "version": "1.0.0", "bin": {"cdk8s": "cdk8s.js"}}',
      'cdk8s.js': '',
    });
    mkdirSync(join(place, 'node_modules', '.bin'), { recursive: true });
    writeFileSync(
      join(place, 'node_modules', '.bin', 'cdk8s'),
      '#!/usr/bin/env node\nrequire("fs").mkdirSync(process.argv.at(-1))\n',
      { mode: 0o755 },
    );
    const { generate } = pluginOf().spec;
    const { status, stderr } = spawnSync('sh', ['-c', ...generate.args], {
      cwd: place,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: folder },
    });
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(existsSync(join(folder, 'hostile'))).toBe(false);
  });

  test('no command has braces behind a dollar sign, which Flux would replace', () => {
    expect(filesOf()['plugin.yaml']).not.toContain('${');
  });
});

test('it is found by cdk8s.yaml, and asked for by its name and version', () => {
  expect(pluginOf()).toMatchObject({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'ConfigManagementPlugin',
    metadata: { name: 'cdk8s' },
    spec: { version: 'v1.0', discover: { fileName: './cdk8s.yaml' } },
  });
  expect(new ArgoSynthPlugin({ image: IMAGE }).pluginName).toBe('cdk8s-v1.0');
});

test('its container runs beside the repository server, with nothing that it does not need', () => {
  expect(
    parse(filesOf({ name: 'synth', timeout: Duration.minutes(3) })['repo-server-patch.yaml']),
  ).toEqual({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'argocd-repo-server' },
    spec: {
      template: {
        spec: {
          containers: [
            {
              name: 'synth',
              image: IMAGE,
              command: ['/var/run/argocd/argocd-cmp-server'],
              env: [{ name: 'ARGOCD_EXEC_TIMEOUT', value: '3m' }],
              resources: {
                requests: { cpu: '100m', memory: '256Mi' },
                limits: { cpu: '2', memory: '2Gi' },
              },
              securityContext: {
                allowPrivilegeEscalation: false,
                capabilities: { drop: ['ALL'] },
                readOnlyRootFilesystem: true,
                runAsNonRoot: true,
                runAsUser: 999,
                seccompProfile: { type: 'RuntimeDefault' },
              },
              volumeMounts: [
                { name: 'var-files', mountPath: '/var/run/argocd', readOnly: true },
                { name: 'plugins', mountPath: '/home/argocd/cmp-server/plugins' },
                { name: 'synth-tmp', mountPath: '/tmp' },
              ],
            },
          ],
          volumes: [{ name: 'synth-tmp', emptyDir: { sizeLimit: '10Gi' } }],
        },
      },
    },
  });
});

test('what its container may use can be changed', () => {
  const resources = { limits: { memory: k8s.Quantity.fromString('4Gi') } };
  expect(
    parse(filesOf({ resources })['repo-server-patch.yaml']).spec.template.spec.containers[0]
      .resources,
  ).toEqual({ limits: { memory: '4Gi' } });
});

test('its images may be digests', () => {
  const digest = `docker.io/library/node:22-bookworm-slim@sha256:${'0'.repeat(64)}`;
  expect(filesOf({ image: digest, baseImage: digest }).Containerfile).toContain(`FROM ${digest}\n`);
});

test('the image has the configuration where Argo CD looks for it', () => {
  expect(filesOf({ baseImage: 'docker.io/library/node:24-alpine' }).Containerfile)
    .toBe(`FROM docker.io/library/node:24-alpine
COPY plugin.yaml /home/argocd/cmp-server/config/plugin.yaml
# Argo CD shares a socket with it, as this user.
USER 999
WORKDIR /tmp
`);
});

test('the patch is applied by kustomize', () => {
  expect(parse(filesOf()['kustomization.yaml'])).toEqual({
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    patches: [
      {
        path: 'repo-server-patch.yaml',
        target: { kind: 'Deployment', name: 'argocd-repo-server' },
      },
    ],
  });
});

test.each([
  [
    { version: 'v 1' },
    'version: "v 1" is not a version; use letters, digits, dots and dashes, such as v1.0',
  ],
  [
    { image: undefined },
    'image: image is required; use an image such as registry.example.com/argocd-cdk8s:1.0.0',
  ],
  [
    { timeout: Duration.seconds(0) },
    'timeout: the time is zero; use one such as Duration.minutes(3)',
  ],
  [
    { resources: { limits: { memory: k8s.Quantity.fromString('much') } } },
    'resources.limits.memory: "much" is not a valid quantity',
  ],
  [
    {
      resources: {
        limits: { memory: k8s.Quantity.fromString('1Gi') },
        requests: { memory: k8s.Quantity.fromString('2Gi') },
      },
    },
    'resources.requests.memory: ',
  ],
  [
    { timeout: '3m' },
    'timeout: "3m" is not a Duration; call one of its functions, such as Duration.minutes(5)',
  ],
])('%p', (props, problem) => {
  const make = () => filesOf(props as Partial<ArgoSynthPluginProps>);
  expect(make).toThrow(FindingsError);
  expect(make).toThrow(problem);
});
