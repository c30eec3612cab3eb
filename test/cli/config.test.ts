/** The configuration file, as `check` and `render` obey it. */
import { join } from 'node:path';
import { folderWith, removeFolders, runWith } from './session';

const home = process.cwd();
afterEach(() => {
  process.chdir(home);
  removeFolders();
});

const ROLLOUT = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data, namespace: shop }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: "web:1", volumeMounts: [{ name: data, mountPath: /data }] }]
      volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]
`;
const RULE = 'storage/rollout-on-one-node';
const ACCEPTED = `acknowledge:\n- { rule: ${RULE}, object: Deployment/shop/*, reason: one node is all there is }\n`;

function inFolder(files: { readonly [name: string]: string }): string {
  const folder = folderWith(files);
  process.chdir(folder);
  return folder;
}

const rulesOf = async (argv: readonly string[]) => {
  const { status, stdout, stderr } = await runWith(['check', ...argv, '-o', 'json', '-q']);
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout).map(({ rule }: { rule: string }) => rule);
};

test('the file of the folder is read without saying so, and is no input itself', async () => {
  inFolder({ 'app.yaml': ROLLOUT, 'cdk8s-volumes.yaml': ACCEPTED });
  expect(await rulesOf(['.'])).toEqual([]);
});

test('another file is named', async () => {
  inFolder({
    'app/app.yaml': ROLLOUT,
    'strict.yaml': 'exclude: []\n',
    'cdk8s-volumes.yaml': ACCEPTED,
  });
  expect(await rulesOf(['app', '--config', 'strict.yaml'])).toEqual([RULE]);
});

test('what is left out is left out by the file and by options', async () => {
  inFolder({
    'a/app.yaml': ROLLOUT,
    'b/app.yaml': ROLLOUT,
    'c/app.yaml': ROLLOUT,
    'cdk8s-volumes.yaml': 'exclude: [a]\n',
  });
  expect(await rulesOf(['.', '--exclude', 'b'])).toEqual([RULE]);
});

test('an option wins over the target of the file', async () => {
  const volume =
    'apiVersion: storage.k8s.io/v1\nkind: VolumeAttributesClass\nmetadata: { name: fast }\ndriverName: disk.example.com\nparameters: { type: fast }\n';
  inFolder({ 'class.yaml': volume, 'cdk8s-volumes.yaml': 'target: { kubernetes: "1.33" }\n' });
  const { status, stdout } = await runWith(['check', 'class.yaml']);
  expect([status, stdout]).toEqual([1, expect.stringContaining('1.33')]);
  expect(await rulesOf(['class.yaml', '--kubernetes', '1.34'])).toEqual([]);
});

test('render obeys it, too', async () => {
  inFolder({ 'app.yaml': ROLLOUT, 'cdk8s-volumes.yaml': ACCEPTED });
  const { status, stderr } = await runWith(['render', 'app.yaml']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('an annotation accepts a warning at its object, in check and in render', async () => {
  const annotated = ROLLOUT.replace(
    'metadata: { name: web, namespace: shop }',
    `metadata: { name: web, namespace: shop, annotations: { cdk8s-volumes.io/acknowledge.${RULE.replace('/', '.')}: one node } }`,
  );
  inFolder({ 'app.yaml': annotated });
  expect(await rulesOf(['app.yaml'])).toEqual([]);
  expect(await runWith(['render', 'app.yaml'])).toMatchObject({ status: 0, stderr: '' });
});

test.each<[string, string]>([
  [
    'acknowledge:\n- { rule: storage/rollout-on-one-nod, reason: a }\n',
    'c.yaml:2: acknowledge[0].rule: there is no rule "storage/rollout-on-one-nod" to acknowledge; perhaps you meant "storage/rollout-on-one-node" (check/acknowledged-unknown)',
  ],
  [
    `acknowledge:\n- rule: ${RULE}\n`,
    `c.yaml:2: acknowledge[0]: the acknowledgement of ${RULE} has no reason; say why it is fine here (check/acknowledged-reason)`,
  ],
  [
    'target:\n  kubernetes: 1.30\n',
    'c.yaml:2: target.kubernetes: the version is a number, and 1.30 is the same number as 1.3; write it in quotes, such as "1.34" (input/type)',
  ],
  [
    'exlude: [a]\n',
    'c.yaml:1: exlude: there is no option "exlude", so ["a"] would have no effect; perhaps you meant "exclude" (input/unknown-field)',
  ],
])('a file that is wrong is wrong usage, with its lines: %p', async (text, words) => {
  inFolder({ 'app.yaml': ROLLOUT, 'c.yaml': text });
  expect(await runWith(['check', 'app.yaml', '--config', 'c.yaml'])).toEqual({
    status: 2,
    stdout: '',
    stderr: `cdk8s-volumes: ${words}\n`,
  });
});

test('a file that is not there is wrong usage', async () => {
  const folder = inFolder({ 'app.yaml': ROLLOUT });
  const { status, stderr } = await runWith([
    'check',
    'app.yaml',
    '--config',
    join(folder, 'none.yaml'),
  ]);
  expect([status, stderr]).toEqual([
    2,
    expect.stringContaining('there is no such file or directory'),
  ]);
});
