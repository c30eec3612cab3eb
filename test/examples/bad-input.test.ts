/**
 * A mistake as a user meets it: `cdk8s synth` ends with 1, tells the place and the remedy, and
 * leaves nothing behind. So does the app by itself, which takes less time.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLibrary } from '../support/built';
import { cdk8sSynth } from '../support/cdk8s';

const ROOT = join(__dirname, '..', '..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(ROOT, '.tmp-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const TSX = ['--import', require.resolve('tsx'), 'main.ts'];

/** Synthesizes an app in a project of its own, through the command line or by itself. */
function synth(body: string, isByItself: boolean = false) {
  writeFileSync(
    join(folder, 'main.ts'),
    `
    import { App, Chart } from 'cdk8s';
    import { EfsSharedVolume } from 'cdk8s-volumes';
    const app = new App();
    const chart = (id: string, namespace?: string) => new Chart(app, id, { namespace });
    const ids = { fileSystemId: 'fs-01234567', accessPointId: 'fsap-01234567' };
    ${body}
    app.synth();`,
  );
  const { status, text } = isByItself ? run() : throughCdk8s();
  const written = existsSync(join(folder, 'out'))
    ? readdirSync(join(folder, 'out'), { recursive: true })
    : [];
  return { status, text, written };
}

function throughCdk8s() {
  const app = `"${process.execPath}" ${TSX.join(' ')}`;
  return cdk8sSynth(folder, ['--app', app, '--output', 'out'], withLibrary());
}

function run() {
  const { status, stdout, stderr } = spawnSync(process.execPath, TSX, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...withLibrary(), CDK8S_OUTDIR: 'out' },
  });
  return { status, text: stdout + stderr };
}

test('what is wrong with one construct', () => {
  const { status, text, written } = synth(
    "new EfsSharedVolume(chart('web', 'web'), 'data', { ...ids, fileSystemId: 'fs-1', storage: '1GiB' });",
  );
  expect(status).toBe(1);
  expect(text).toContain(
    'web/data: fileSystemId: "fs-1" is not the ID of a file system; use the whole ID: fs- and 8 to 40 hexadecimal digits; this one has 1 digit',
  );
  expect(text).toContain(
    'web/data: storage: "1GiB" is not a valid quantity; use a size such as 10Gi or 500M',
  );
  expect(written).toEqual([]);
});

test('what only the whole app can show', () => {
  const { status, text, written } = synth(
    `
    new EfsSharedVolume(chart('one', 'a-b'), 'c', ids);
    new EfsSharedVolume(chart('two', 'a'), 'b-c', ids);`,
    true,
  );
  expect(status).toBe(1);
  expect(text).toContain(
    'both define the persistent volume "pv-a-b-c"; set volumeName for one of them',
  );
  expect(written).toEqual([]);
});

test('what is wrong with one of several apps, when all are checked before the first is written', () => {
  const { status, text, written } = synth(
    `
    new EfsSharedVolume(chart('fine', 'fine'), 'data', ids);
    const other = new App({ outdir: 'out/other' });
    for (const id of ['one', 'two']) new EfsSharedVolume(new Chart(other, id, { namespace: 'x' }), 'data', ids);
    [app, other].forEach((one) => one.synthYaml());`,
    true,
  );
  expect(status).toBe(1);
  expect(text).toContain('both define the persistent volume "pv-x-data"');
  expect(written).toEqual([]);
});

test('a warning is printed, and the manifests are written', () => {
  const { status, text, written } = synth(
    "new EfsSharedVolume(chart('web', 'web'), 'data', { ...ids, accessPointId: undefined });",
  );
  expect(status).toBe(0);
  expect(text).toContain('warning: web/data: accessPointId: the root of "fs-01234567" is mounted');
  expect(written).toEqual(['web.k8s.yaml']);
});
