/** Live objects of a cluster, at the command line. */
import { join } from 'node:path';
import { folderWith, removeFolders, runWith } from './session';
import { asJson, asYaml, bare, live, Live, liveIn } from '../support/read-outs';

afterEach(removeFolders);

const CLASS = live('storage.k8s.io/v1', 'StorageClass', 'fast', {
  metadata: { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  provisioner: 'csi.example.com',
});
const PENDING: Live = liveIn('shop', 'v1', 'PersistentVolumeClaim', 'lost', {
  spec: { accessModes: ['ReadWriteOnce'], volumeName: 'pv-lost', storageClassName: 'fast' },
  status: { phase: 'Lost' },
});
const LIVE = asJson([...bare('shop'), CLASS]);
const claim = (className: string, namespace = 'shop') => `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
  namespace: ${namespace}
spec:
  accessModes: [ReadWriteOnce]
  storageClassName: ${className}
  resources:
    requests:
      storage: 1Gi
`;

async function check(files: { [name: string]: string | Buffer }, args: string[], stdin?: string) {
  const folder = folderWith(files);
  const inside = args.map((one) => (/[./]/.test(one) ? join(folder, one) : one));
  const { status, stdout, stderr } = await runWith(['check', ...inside], { stdin });
  const plain = (text: string) => text.replaceAll(`${folder}/`, '');
  return { status, stdout: plain(stdout), stderr: plain(stderr) };
}

test('check judges manifests with what the cluster has', async () => {
  const files = { 'app.yaml': claim('slow'), 'live.json': LIVE };
  const { status, stdout } = await check(files, ['app.yaml', '--cluster', 'live.json']);
  expect(status).toBe(0);
  expect(stdout).toContain(
    'the claim "data" has the class "slow", which is neither declared here nor among the storageClassNames of the target',
  );
  expect(
    (await check({ ...files, 'app.yaml': claim('fast') }, ['app.yaml', '--cluster', 'live.json']))
      .stdout,
  ).not.toContain('slow');
});

test.each([
  ['a file of JSON', asJson],
  ['a file of YAML', asYaml],
])('check says what is wrong in the cluster alone, from %s', async (_name, print) => {
  const { status, stdout } = await check(
    { 'live.json': print([...bare('shop'), CLASS, PENDING]) },
    ['--cluster', 'live.json'],
  );
  expect(status).toBe(1);
  expect(stdout).toContain('PersistentVolumeClaim/shop/lost');
  expect(stdout).toContain('cluster/claim-lost');
});

test('a read-out may be a folder, or standard input', async () => {
  const parts = { 'live/a.json': LIVE, 'live/b.yaml': asYaml([PENDING]), 'live/.hidden': 'no' };
  expect((await check(parts, ['--cluster', 'live/'])).stdout).toContain('cluster/claim-lost');
  const stdin = asJson([...bare('shop'), CLASS, PENDING]);
  expect(
    (await check({ 'x.yaml': claim('fast') }, ['x.yaml', '--cluster', '-'], stdin)).stdout,
  ).toContain('cluster/claim-lost');
});

describe('what is given in place of a read-out ends the run', () => {
  test.each([
    [
      { 'live.json': 'NAME   READY\nweb    1/1\n' },
      ['--cluster', 'live.json'],
      '--cluster: live.json: is a table, which leaves out most fields; add -o json to kubectl get\n',
    ],
    [
      {},
      ['--cluster', 'none.json'],
      expect.stringContaining('none.json": there is no such file or directory\n'),
    ],
    [
      { 'live/readme.txt': '' },
      ['--cluster', 'live/'],
      expect.stringContaining('there is no *.yaml, *.yml or *.json file in the directory'),
    ],
    [
      { 'app.yaml': claim('fast') },
      ['-', '--cluster', '-'],
      expect.stringContaining('only one of --cluster and the files can be standard input'),
    ],
  ])('%j', async (files, args, words) => {
    const { status, stdout, stderr } = await check(files, args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.replace(/^cdk8s-volumes: /, '')).toEqual(words);
  });
});

test('a read-out of another cluster is told', async () => {
  const files = { 'app.yaml': claim('fast', 'pay'), 'live.json': LIVE };
  expect((await check(files, ['app.yaml', '--cluster', 'live.json'])).stderr).toContain(
    'the read-out has none of the namespaces of the files ("pay"), so it may come from another cluster; check that kubectl uses the right context\n',
  );
  const made = `${claim('fast', 'pay')}---\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: pay\n`;
  expect(
    (await check({ ...files, 'app.yaml': made }, ['app.yaml', '--cluster', 'live.json'])).stderr,
  ).not.toContain('read-out');
});

test('a partial read-out is told', async () => {
  const files = { 'app.yaml': claim('fast'), 'live.json': asJson([CLASS]) };
  expect((await check(files, ['app.yaml', '--cluster', 'live.json'])).stderr).toContain(
    '--cluster: live.json: has only StorageClass; whatever depends on other kinds stays unknown; run the command that cdk8s-volumes read-out prints\n',
  );
});

describe('read-out', () => {
  test('prints one kubectl get, without Secrets', async () => {
    const { status, stdout } = await runWith(['read-out']);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^kubectl get namespaces,nodes,[a-z0-9.,]+ --all-namespaces --show-managed-fields -o json\n$/,
    );
    expect(stdout).not.toContain('secret');
  });

  test('leaves out what the version does not have', async () => {
    const { stdout } = await runWith(['read-out', '--kubernetes', '1.32']);
    expect(stdout).not.toContain('volumeattributesclasses');
    expect((await runWith(['read-out', '--kubernetes', '1.34'])).stdout).toContain(
      'volumeattributesclasses.storage.k8s.io',
    );
  });

  test('adds the kinds of objects in files, but for Secrets', async () => {
    const folder = folderWith({
      'a.yaml': `apiVersion: store.example.org/v1
kind: Share
metadata:
  name: a
---
apiVersion: v1
kind: Secret
metadata:
  name: a
`,
    });
    const { stdout } = await runWith(['read-out', folder, '--context', 'my cluster']);
    expect(stdout).toMatch(/^kubectl --context 'my cluster' get .*,shares\.store\.example\.org /);
    expect(stdout).not.toContain('secret');
  });

  test('gets keys of Secrets by a second command, if that is asked for', async () => {
    const { stdout } = await runWith(['read-out', '--secrets']);
    const [, second] = stdout.split('\n');
    expect(second).toMatch(/^kubectl get secrets --all-namespaces -o go-template='/);
    expect(second).not.toContain('{{$value}}');
  });

  test('ends with what is wrong with the files', async () => {
    const folder = folderWith({ 'a.yaml': 'apiVersion: v1\nkind: [\n' });
    const { status, stdout, stderr } = await runWith(['read-out', folder]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('a.yaml:');
  });
});

const BOUND: readonly Live[] = [
  liveIn('shop', 'v1', 'PersistentVolumeClaim', 'data', {
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'fast',
      volumeName: 'pvc-1',
      resources: { requests: { storage: '2Gi' } },
    },
    status: { phase: 'Bound', capacity: { storage: '1Gi' } },
  }),
  live('v1', 'PersistentVolume', 'pvc-1', {
    metadata: { annotations: { 'pv.kubernetes.io/provisioned-by': 'csi.example.com' } },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'fast',
      persistentVolumeReclaimPolicy: 'Delete',
      csi: { driver: 'csi.example.com', volumeHandle: 'a' },
      claimRef: { namespace: 'shop', name: 'data', uid: 'uid of PersistentVolumeClaim shop/data' },
    },
    status: { phase: 'Bound' },
  }),
];

test('map draws what lives, with phases and sizes', async () => {
  const folder = folderWith({ 'live.json': asJson([...bare('shop'), CLASS, ...BOUND]) });
  const args = ['map', '--cluster', join(folder, 'live.json'), '-o', 'json'];
  const { status, stdout } = await runWith(args);
  expect(status).toBe(0);
  const { nodes } = JSON.parse(stdout) as { nodes: { name: string; details: string[] }[] };
  const details = (name: string) => nodes.find((node) => node.name === name)?.details;
  expect(details('data')).toEqual(['1Gi, 2Gi requested', 'Bound', 'not mounted']);
  expect(details('pvc-1')).toEqual(['1Gi', 'Delete', 'Bound']);
});

describe('what if', () => {
  const other = liveIn('shop', 'v1', 'PersistentVolumeClaim', 'other', {
    spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'fast', volumeName: 'pvc-2' },
    status: { phase: 'Bound' },
  });
  const files = {
    'app.yaml': claim('fast'),
    'live.json': asJson([...bare('shop'), CLASS, ...BOUND, other]),
  };
  const ask = async (...args: string[]) => {
    const all = [...args, '--cluster', 'live.json', '--gitops', 'argo', '-o', 'json'];
    const { stdout } = await check(files, all);
    return (JSON.parse(stdout) as { answers: { lost: string[]; objects: { object: string }[] }[] })
      .answers[0];
  };

  test('looks at the volumes of claims in the files, and keeps what is not in them', async () => {
    const { lost, objects } = await ask('app.yaml', '--what-if', 'delete-app');
    expect(lost).toContain('PersistentVolumeClaim/shop/data');
    expect(objects.map(({ object }) => object)).not.toContain('PersistentVolumeClaim/shop/other');
  });
});

test('nothing is said of pods, claims and volumes that live as if they were manifests', async () => {
  const pod = liveIn('shop', 'v1', 'Pod', 'web', {
    spec: { nodeName: 'node-1', containers: [{ name: 'web', image: 'web:1' }] },
    status: { phase: 'Running' },
  });
  const efs = live('v1', 'PersistentVolume', 'pvc-2', {
    spec: {
      ...(BOUND[1].spec as object),
      csi: { driver: 'efs.csi.aws.com', volumeHandle: 'any', volumeAttributes: { own: 'yes' } },
    },
    status: { phase: 'Bound' },
  });
  const text = asJson([...bare('shop'), CLASS, ...BOUND, pod, efs]);
  const { status, stdout } = await check({ 'all.json': text }, ['all.json']);
  expect(status).toBe(0);
  expect(stdout).not.toContain('error');
});
