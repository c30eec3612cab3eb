/**
 * The post-renderer of Helm, played as Helm runs one: objects on standard input, and as plugin.yaml
 * says it. And by Helm itself, where there is one.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { config, folderWith, removeFolders, volume } from '../cli/session';
import { program } from '../support/built';

const FOLDER = join(__dirname, '..', '..', 'integrations', 'helm');
const PLUGIN = parse(readFileSync(join(FOLDER, 'plugin.yaml'), 'utf8'));

afterEach(removeFolders);

/** A PATH on which the program is the one of the sources. */
function withProgram(): { readonly folder: string; readonly env: NodeJS.ProcessEnv } {
  const folder = folderWith({});
  writeFileSync(
    join(folder, 'cdk8s-volumes'),
    `#!/bin/sh\nexec '${process.execPath}' '${program()}' "$@"\n`,
    { mode: 0o755 },
  );
  return { folder, env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` } };
}

/** Runs what the plugin names. */
function postRender(input: string) {
  const [{ command }] = PLUGIN.runtimeConfig.platformCommand;
  const { status, stdout, stderr } = spawnSync(command.replace('${HELM_PLUGIN_DIR}', FOLDER), [], {
    encoding: 'utf8',
    input,
    env: withProgram().env,
  });
  return { status, stdout, stderr };
}

const kindsOf = (text: string) => parseAllDocuments(text).map((one) => one.toJS().kind);

test('custom resources of a chart are replaced, and the rest passes through', () => {
  const { status, stdout } = postRender(
    `---\n# Source: shop/templates/a.yaml\n${volume('a')}---\n# Source: shop/templates/b.yaml\n${config('b')}`,
  );
  expect(status).toBe(0);
  expect(kindsOf(stdout)).toEqual(['PersistentVolume', 'PersistentVolumeClaim', 'ConfigMap']);
});

test('on an error nothing is printed, so that Helm installs nothing', () => {
  const { status, stdout, stderr } = postRender(volume('a').replace('fs-', 'fsx-'));
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('fileSystemID');
});

test('the plugin is one of Helm 4 that renders after it', () => {
  expect([PLUGIN.apiVersion, PLUGIN.type, PLUGIN.runtime]).toEqual([
    'v1',
    'postrenderer/v1',
    'subprocess',
  ]);
});

// Helm is not installed everywhere; Helm 3 takes the program itself, Helm 4 the plugin.
const version = spawnSync('helm', ['version', '--short'], { encoding: 'utf8' });
const isHelm3 = version.status === 0 && version.stdout.startsWith('v3.');

(isHelm3 ? test : test.skip)('Helm 3 runs the script as its post-renderer', () => {
  const { env } = withProgram();
  const chart = folderWith({
    'Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
    'templates/volume.yaml': volume('a'),
  });
  const args = ['template', 'shop', chart, '--post-renderer', join(FOLDER, 'render.sh')];
  const { status, stdout } = spawnSync('helm', args, { encoding: 'utf8', env });
  expect([status, kindsOf(stdout)]).toEqual([0, ['PersistentVolume', 'PersistentVolumeClaim']]);
});
