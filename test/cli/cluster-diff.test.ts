/** Live objects of a cluster, at the command line of diff. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { folderWith, removeFolders, runWith } from './session';
import { asJson, bare, live, liveIn } from '../support/read-outs';

afterEach(removeFolders);

const CONFIG = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: shop
data:
  a: "1"
`;
const NODE = live('v1', 'Node', 'node-1', {
  status: { conditions: [{ type: 'Ready', lastHeartbeatTime: '2026-11-20T10:00:00Z' }] },
});
const LIVE = asJson([
  ...bare('shop'),
  NODE,
  liveIn('shop', 'v1', 'ConfigMap', 'settings', {
    metadata: {
      annotations: {
        'kubectl.kubernetes.io/last-applied-configuration':
          '{"apiVersion":"v1","data":{"a":"1"},"kind":"ConfigMap","metadata":{"annotations":{},"name":"settings","namespace":"shop"}}\n',
      },
    },
    data: { a: '1' },
  }),
]);

async function diff(files: { [name: string]: string }, ...args: string[]) {
  const folder = folderWith(files);
  const inside = args.map((one) => (one in files ? join(folder, one) : one));
  const { status, stdout, stderr } = await runWith(['diff', ...inside]);
  const plain = (text: string) => text.replaceAll(`${folder}/`, '');
  return { status, stdout: plain(stdout), stderr: plain(stderr) };
}

test('NEW alone is compared with what lives', async () => {
  const files = { 'new.yaml': CONFIG.replace('"1"', '"2"'), 'live.json': LIVE };
  const { status, stdout } = await diff(files, 'new.yaml', '--cluster', 'live.json', '-o', 'json');
  expect(status).toBe(0);
  expect((JSON.parse(stdout) as { objects: unknown[] }).objects).toEqual([
    expect.objectContaining({
      object: 'ConfigMap/shop/settings',
      verdict: 'changed',
      changes: ['data.a'],
    }),
  ]);
});

describe('drift', () => {
  const OWNER = (manager: string, operation: string, time: string, fields: object) => ({
    manager,
    operation,
    time,
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
  });
  const edited = asJson([
    ...bare('shop'),
    liveIn('shop', 'v1', 'ConfigMap', 'settings', {
      metadata: {
        managedFields: [
          OWNER('kubectl', 'Apply', '2026-11-01T10:00:00Z', { 'f:data': {} }),
          OWNER('kubectl-edit', 'Update', '2026-11-02T10:00:00Z', { 'f:data': { 'f:a': {} } }),
        ],
      },
      data: { a: 'by hand' },
    }),
  ]);
  const files = { 'new.yaml': CONFIG, 'live.json': edited };
  const args = ['new.yaml', '--cluster', 'live.json', '--drift', '--force-conflicts'];

  test('is told below the comparison, and fails the run if that is strict', async () => {
    const { status, stdout } = await diff(files, ...args);
    expect(stdout).toContain(
      'changed by hand in the cluster:\nConfigMap/shop/settings\n  data.a: changed by kubectl-edit at 2026-11-02T10:00:00Z; the next sync reverts it\n',
    );
    expect(status).toBe(0);
    expect((await diff(files, ...args, '--strict')).status).toBe(1);
  });

  test('is a table in Markdown, and data in JSON', async () => {
    expect((await diff(files, ...args, '-o', 'markdown')).stdout).toContain(
      '| `ConfigMap/shop/settings` | `data.a` | changed by kubectl-edit at 2026-11-02T10:00:00Z; the next sync reverts it |',
    );
    const { stdout } = await diff(files, ...args, '-o', 'json');
    expect((JSON.parse(stdout) as { drift: unknown }).drift).toEqual([
      expect.objectContaining({
        object: 'ConfigMap/shop/settings',
        fields: [
          expect.objectContaining({ field: 'data.a', by: 'kubectl-edit', fate: 'reverted' }),
        ],
      }),
    ]);
  });

  test('is told to be none', async () => {
    const { status, stdout } = await diff(
      { 'new.yaml': CONFIG, 'live.json': LIVE },
      'new.yaml',
      '--cluster',
      'live.json',
      '--drift',
      '--strict',
    );
    expect(stdout).toContain('no drift: nothing of the files was changed by hand in the cluster\n');
    expect(status).toBe(0);
  });
});

test.each([
  [['new.yaml', '--drift'], '--drift needs --cluster'],
  [['new.yaml', '--field-manager', 'me'], '--field-manager needs --cluster'],
  [['new.yaml', '--force-conflicts'], '--force-conflicts needs --cluster'],
  [['new.yaml', '--cluster', 'live.json', '--fresh'], 'use only one of --cluster and --fresh'],
  [
    ['--cluster', 'live.json'],
    'specify the new set of files, and the old one before it if it is at hand; there are 0',
  ],
  [['new.yaml'], 'specify two sets of files, the old one and the new one; there is 1'],
])('%j is incorrect usage', async (args, words) => {
  const { status, stdout, stderr } = await diff({ 'new.yaml': CONFIG, 'live.json': LIVE }, ...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(words);
});

describe('a read-out that is older than what was applied', () => {
  const files = { 'new.yaml': CONFIG, 'live.json': LIVE };
  const OLDER =
    '--cluster: the read-out is older than "new.yaml": its last heartbeat of a node is of 2026-11-20T10:00:00Z, and the files were committed at 2026-11-20T10:10:01Z; run the command that cdk8s-volumes read-out prints again\n';

  /** Runs in a repository whose files were committed then. */
  async function committed(date: string, ...args: string[]): Promise<string> {
    const folder = folderWith(files);
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], {
        cwd: folder,
        env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date },
      });
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'a');
    const here = process.cwd();
    process.chdir(folder);
    try {
      return (await runWith(['diff', ...args])).stderr;
    } finally {
      process.chdir(here);
    }
  }

  test('is told of the old files, and of those whose drift is asked for', async () => {
    const late = '2026-11-20T10:10:01Z';
    expect(await committed(late, 'new.yaml', '--cluster', 'live.json', '--drift')).toContain(OLDER);
    expect(await committed(late, 'new.yaml', 'new.yaml', '--cluster', 'live.json')).toContain(
      OLDER,
    );
    expect(await committed(late, 'HEAD:new.yaml', 'new.yaml', '--cluster', 'live.json')).toContain(
      OLDER.replace('"new.yaml"', '"HEAD:new.yaml"'),
    );
  });

  test('is not told of new files, nor within the time between two heartbeats', async () => {
    const late = '2026-11-20T10:10:01Z';
    expect(await committed(late, 'new.yaml', '--cluster', 'live.json')).not.toContain('older');
    const soon = '2026-11-20T10:10:00Z';
    expect(await committed(soon, 'new.yaml', '--cluster', 'live.json', '--drift')).not.toContain(
      'older',
    );
  });
});

test('quantities of a read-out that somebody wrote without quotes are quantities', async () => {
  const quota = liveIn('shop', 'v1', 'ResourceQuota', 'few', {
    spec: { hard: { persistentvolumeclaims: 1 } },
  });
  const first = liveIn('shop', 'v1', 'PersistentVolumeClaim', 'first', {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '5Gi' } } },
  });
  const claim = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: second, namespace: shop }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
`;
  const files = { 'new.yaml': claim, 'live.json': asJson([...bare('shop'), NODE, quota, first]) };
  const { stdout } = await diff(files, 'new.yaml', '--cluster', 'live.json', '-o', 'json');
  expect((JSON.parse(stdout) as { objects: unknown[] }).objects).toEqual([
    expect.objectContaining({
      object: 'PersistentVolumeClaim/shop/second',
      verdict: 'refused',
      code: 403,
    }),
  ]);
});

test('a cluster whose classes are all known has the default that they are marked with', async () => {
  const claim = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data, namespace: shop }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
`;
  const gp3 = live('storage.k8s.io/v1', 'StorageClass', 'gp3', { provisioner: 'disk.example.com' });
  const files = {
    'new.yaml': claim,
    'live.json': asJson([...bare('shop'), NODE, gp3]),
    'config.yaml': 'target: { defaultStorageClassName: gp3 }\n',
  };
  const args = ['new.yaml', '--cluster', 'live.json', '--config', 'config.yaml', '-o', 'json'];
  const { stdout } = await diff(files, ...args);
  expect((JSON.parse(stdout) as { objects: unknown[] }).objects).toEqual([
    expect.objectContaining({ object: 'PersistentVolumeClaim/shop/data', phase: 'Pending' }),
  ]);
});
