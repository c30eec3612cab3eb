/** One rule at three doors: a construct, the check of anybody's YAML, and the sentences of both. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import { Target, Platform, VolumeOwnership } from '../../src';
import { checkDocuments } from '../../src/check';
import { targetFacts } from '../../src/facts';
import { TABLE } from '../../src/ownership/table';
import { runWith } from '../cli/session';
import { parseManifests } from '../support/manifests';

const YAML = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: app, namespace: shop}
spec:
  replicas: 1
  selector: {matchLabels: {app: app}}
  template:
    metadata: {labels: {app: app}}
    spec:
      securityContext: {fsGroup: 2000, runAsUser: 1000}
      containers:
      - name: app
        image: registry.example.com/app:1
        volumeMounts:
        - {name: scratch, mountPath: /scratch}
        - {name: shared, mountPath: /shared}
        - {name: media, mountPath: /media}
        - {name: logs, mountPath: /logs}
        - {name: files, mountPath: /files}
      volumes:
      - {name: scratch, emptyDir: {sizeLimit: 1Gi}}
      - {name: shared, persistentVolumeClaim: {claimName: shared}}
      - {name: media, nfs: {server: filer, path: /media}}
      - {name: logs, hostPath: {path: /srv/logs}}
      - {name: files, persistentVolumeClaim: {claimName: files}}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: shared}
spec:
  accessModes: [ReadWriteMany]
  capacity: {storage: 1Gi}
  storageClassName: ""
  claimRef: {apiVersion: v1, kind: PersistentVolumeClaim, namespace: shop, name: shared}
  csi: {driver: efs.csi.aws.com, volumeHandle: fs-0123456789abcdef0}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: shared, namespace: shop}
spec: {accessModes: [ReadWriteMany], storageClassName: "", volumeName: shared, resources: {requests: {storage: 1Gi}}}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: files, namespace: shop}
spec: {accessModes: [ReadWriteMany], storageClassName: of-the-cluster, resources: {requests: {storage: 1Gi}}}
`;

const SENTENCES = [
  '"scratch" is an emptyDir, which kubelet creates with fsGroup 2000',
  '"shared" is an EFS volume without access point, on which kubelet ignores fsGroup since it has no file system type, so an init container must change its group to 2000',
  '"media" is an NFS volume, on which kubelet ignores fsGroup, so an init container must change its group to 2000',
  '"logs" is a directory of the node (hostPath), on which kubelet ignores fsGroup, and files of the node are changed only where that is allowed',
  '"files" is the claim "files", of which neither the volume nor the driver is known, so it is unknown who sets the group',
];

test('a construct explains each volume', () => {
  const chart = new Chart(new App(), 'app', { namespace: 'shop' });
  const [workload] = parseManifests(YAML).map(
    (manifest) => new ApiObject(chart, `${manifest.kind}-${manifest.metadata.name}`, manifest),
  );
  expect(VolumeOwnership.of(workload).setGroup(2000).explain()).toEqual(SENTENCES);
});

test('so does the check, of plain YAML', async () => {
  expect(await runWith(['check', '-', '--explain-ownership'], { stdin: YAML })).toEqual({
    status: 0,
    stdout: ['<stdin>: Deployment/shop/app', ...SENTENCES.map((one) => `  ${one}`), ''].join('\n'),
    stderr: '',
  });
});

test('what a construct made explains itself as the construct did, whoever reads it', async () => {
  const chart = new Chart(new App(), 'app', { namespace: 'shop' });
  const [workload] = parseManifests(YAML.replace('fsGroup: 2000, ', '')).map(
    (manifest) => new ApiObject(chart, `${manifest.kind}-${manifest.metadata.name}`, manifest),
  );
  const ownership = VolumeOwnership.of(workload).setGroup(2000, {
    volumeNames: ['shared', 'media'],
  });
  const { stdout } = await runWith(['check', '-', '--explain-ownership', '-o', 'json'], {
    stdin: App.of(chart).synthYaml() as string,
  });
  const [{ file, object, volumes }] = JSON.parse(stdout);
  expect({ file, object }).toEqual({ file: '<stdin>', object: 'Deployment/shop/app' });
  expect(volumes).toEqual([
    { name: 'shared', gid: 2000, row: '19', way: 'init', sentence: SENTENCES[1] },
    { name: 'media', gid: 2000, row: '17', way: 'init', sentence: SENTENCES[2] },
  ]);
  expect(ownership.explain()).toEqual(
    volumes.map(({ sentence }: { sentence: string }) => sentence),
  );
});

test('programs get the remedy of what is refused', async () => {
  const { stdout } = await runWith(['check', '-', '--explain-ownership', '-o', 'json'], {
    stdin: YAML,
  });
  expect(JSON.parse(stdout)[0].volumes[4]).toEqual({
    name: 'files',
    gid: 2000,
    row: '29',
    way: 'refuse',
    sentence: SENTENCES[4],
    remedy:
      'name its driver (in the hints of the volume), declare its class or volume, or take it for one whose group kubelet sets (assumeFsGroup)',
  });
});

test('the target decides at both doors', async () => {
  const app = new App();
  const chart = new Chart(app, 'app', { namespace: 'shop' });
  Target.enable(chart, { platform: Platform.OPENSHIFT });
  const [workload] = parseManifests(YAML).map(
    (manifest) => new ApiObject(chart, `${manifest.kind}-${manifest.metadata.name}`, manifest),
  );
  const { stdout } = await runWith(
    ['check', '-', '--explain-ownership', '--platform', 'openshift'],
    { stdin: YAML },
  );
  const lines = stdout
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
  expect(lines[2]).toBe(
    '"media" is an NFS volume, on which kubelet ignores fsGroup, and OpenShift does not let containers run as root unless an SCC such as anyuid is granted',
  );
  expect(VolumeOwnership.of(workload).setGroup(2000).explain()).toEqual(lines);
});

test('workloads without a group have nothing to explain', async () => {
  const yaml = YAML.replace('fsGroup: 2000, ', '');
  expect(await runWith(['check', '-', '--explain-ownership'], { stdin: yaml })).toEqual({
    status: 0,
    stdout: '',
    stderr: '',
  });
  expect(
    await runWith(['check', '-', '--explain-ownership', '-o', 'json'], { stdin: yaml }),
  ).toEqual({ status: 0, stdout: '[]\n', stderr: '' });
});

test.each([
  [['--strict'], '--strict has no effect with --explain-ownership: remove one of them'],
  [
    ['--baseline', 'known.json'],
    '--baseline has no effect with --explain-ownership: remove one of them',
  ],
  [['-o', 'sarif'], '--explain-ownership cannot be written as sarif: use one of text, json'],
])('with %j it is wrong usage', async (options, message) => {
  expect(
    await runWith(['check', '-', '--explain-ownership', ...options], { stdin: YAML }),
  ).toMatchObject({
    status: 2,
    stdout: '',
    stderr: `cdk8s-volumes: ${message} (see cdk8s-volumes check --help)\n`,
  });
});

test('what cannot be read is told, and nothing else', async () => {
  const { status, stdout, stderr } = await runWith(['check', '-', '--explain-ownership'], {
    stdin: 'a: [',
  });
  const lines = stderr.split('\n').slice(0, 2);
  expect({ status, stdout, lines }).toEqual({
    status: 1,
    stdout: '',
    lines: ['<stdin> (1 error)', '  2:1  error'],
  });
});

test('and the check tells what is wrong in these words: what it does not know, it leaves alone', () => {
  const render = {
    operatorMode: false,
    operatorPreset: 'chart' as const,
    operatorEnv: {},
    only: false,
  };
  const { findings } = checkDocuments([{ name: 'app.yaml', text: YAML }], {
    target: targetFacts(),
    render,
  });
  expect(
    findings.filter(({ rule }) => rule.startsWith('ownership/')).map(({ message }) => message),
  ).toEqual(SENTENCES.slice(1, 4));
});

test('docs/ownership.md has the whole decision table', () => {
  const page = readFileSync(join(__dirname, '..', '..', 'docs', 'ownership.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (\d+\w?) \| (.*) \| (.*) \| (.*) \|$/gm)].map(
    ([, ...cells]) => cells.map((cell) => cell.replace(/\\\|/g, '|')),
  );
  expect(rows).toEqual(TABLE.map(({ id, when, result, why }) => [id, when, result, why]));
});
