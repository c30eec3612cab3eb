/** Commands that once were options of `check`, and `rules`. */
import { join } from 'node:path';
import { filesIn, folderWith, removeFolders, runWith } from './session';
import { ALL_RULES } from '../../src/rules';

afterEach(removeFolders);

const OBJECTS = `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: fast }
provisioner: disk.example.com
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data, namespace: shop }
spec:
  accessModes: [ReadWriteOnce]
  storageClassName: fast
  resources: { requests: { storage: 1GiB } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      securityContext: { fsGroup: 2000 }
      containers:
        - { name: web, image: 'a:1', volumeMounts: [{ name: data, mountPath: /data }] }
      volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]
`;

describe.each([
  ['what-if delete-app', ['what-if', 'delete-app'], ['check', '--what-if', 'delete-app']],
  [
    'what-if prune -o json',
    ['what-if', 'prune', '-o', 'json'],
    ['check', '--what-if', 'prune', '-o', 'json'],
  ],
  ['ownership', ['ownership'], ['check', '--explain-ownership']],
  [
    'ownership -o json',
    ['ownership', '-o', 'json'],
    ['check', '--explain-ownership', '-o', 'json'],
  ],
  ['rules RULE', ['rules', 'storage/claim-limit'], ['check', '--explain', 'storage/claim-limit']],
] as const)('%s', (_, now, was) => {
  test('says what the option of check says', async () => {
    const [one, other] = await Promise.all(
      [now, was].map(async (argv) => runWith([...argv], { stdin: OBJECTS })),
    );
    expect(one.stdout).not.toBe('');
    expect(one).toEqual(other);
  });
});

describe('baseline', () => {
  test('prints what check --write-baseline writes', async () => {
    const folder = folderWith({});
    const file = join(folder, 'known.json');
    await runWith(['check', '-', '--write-baseline', file], { stdin: OBJECTS });
    const written = filesIn(folder)['known.json'];
    expect(await runWith(['baseline'], { stdin: OBJECTS })).toEqual({
      status: 0,
      stdout: written,
      stderr: '',
    });
    const other = join(folder, 'other.json');
    expect(await runWith(['baseline', '-', '--out-file', other], { stdin: OBJECTS })).toEqual({
      status: 0,
      stdout: '',
      stderr: expect.stringMatching(/^wrote .*other\.json: a baseline of 1 error/),
    });
    expect(filesIn(folder)['other.json']).toBe(written);
  });
});

describe('rules', () => {
  test('lists all of them', async () => {
    const { stdout } = await runWith(['rules']);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(ALL_RULES.map(({ id }) => id));
  });

  test('lists those of a subject, as wide as the terminal', async () => {
    const world = { stdoutIsTerminal: true, width: 80, env: { NO_COLOR: '1' } };
    const { stdout } = await runWith(['rules', 'check'], world);
    const lines = stdout.trimEnd().split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(lines.filter((line) => !line.startsWith(' ')).map((line) => line.split(' ')[0])).toEqual(
      ALL_RULES.flatMap(({ id }) => (id.startsWith('check/') ? [id] : [])),
    );
  });

  test('explains several', async () => {
    const { stdout } = await runWith(['rules', 'storage/name', 'storage/claim-limit']);
    expect(stdout.match(/^storage\/\S+ \((?:error|warning)\)$/gm)).toEqual([
      'storage/name (error)',
      'storage/claim-limit (warning)',
    ]);
  });

  test('writes them as JSON', async () => {
    const { stdout } = await runWith(['rules', 'storage/name', '-o', 'json']);
    const rule = ALL_RULES.find(({ id }) => id === 'storage/name')!;
    const { id, severity, summary, why, bad, good, source } = rule;
    expect(JSON.parse(stdout)).toEqual([{ id, severity, summary, why, bad, good, source }]);
  });
});

describe('--engine and --gitops are one option', () => {
  test.each([[['check', '-']], [['what-if', 'delete-app', '-']], [['render', '-']]])(
    '%p',
    async (argv) => {
      const stdin = OBJECTS.replace('1GiB', '1Gi');
      const run = async (name: string) => runWith([...argv, `--${name}`, 'argo'], { stdin });
      expect(await run('engine')).toEqual(await run('gitops'));
      expect((await run('engine')).status).not.toBe(2);
    },
  );

  test('of diff, too', async () => {
    const file = join(folderWith({ 'a.yaml': OBJECTS }), 'a.yaml');
    const run = async (name: string) => runWith(['diff', file, file, `--${name}`, 'helm']);
    expect(await run('gitops')).toEqual(await run('engine'));
    expect((await run('gitops')).stdout).toContain('unchanged');
  });
});
