/** `cdk8s-volumes diff` as its users run it. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith, removeFolders, runWith } from './session';

afterEach(removeFolders);

const CLASS = 'apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata:\n  name: fast\nprovisioner: ebs.csi.aws.com\nparameters:\n  type: gp3\n';
const CLAIM = `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
  namespace: shop
spec:
  accessModes: [ReadWriteOnce]
  storageClassName: fast
  resources:
    requests:
      storage: 1Gi
`;
const both = (...texts: string[]) => texts.join('---\n');

test('what is the same is fine, and is counted', async () => {
  const folder = folderWith({ 'old/a.yaml': both(CLASS, CLAIM), 'new/a.yaml': both(CLASS, CLAIM.replace('1Gi', '1024Mi')) });
  expect(await runWith(['diff', join(folder, 'old'), join(folder, 'new')])).toEqual({ status: 0, stdout: '2 unchanged\n', stderr: '' });
});

test('what is refused is told with the server\'s reason and what to do instead', async () => {
  const folder = folderWith({ 'old.yaml': CLASS, 'new.yaml': CLASS.replace('gp3', 'io2') });
  expect(await runWith(['diff', join(folder, 'old.yaml'), join(folder, 'new.yaml')])).toEqual({
    status: 1,
    stdout: 'refused   StorageClass/fast\n'
      + '          parameters: Invalid value: {…}: field is immutable\n'
      + '          instead: create a class under a new name for new claims; existing claims keep the old one\n'
      + '1 refused\n',
    stderr: '',
  });
});

test('lost data end with status 1, in every format', async () => {
  const folder = folderWith({ 'old.yaml': both(CLASS, CLAIM), 'new.yaml': CLASS });
  const args = ['diff', join(folder, 'old.yaml'), join(folder, 'new.yaml')];
  const text = await runWith(args);
  expect(text.status).toBe(1);
  expect(text.stdout).toContain('deleted   PersistentVolumeClaim/shop/data\n          its data is DELETED\n');
  const json = await runWith([...args, '-o', 'json']);
  expect(json.status).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    objects: [{ object: 'StorageClass/fast', verdict: 'unchanged' }, { object: 'PersistentVolumeClaim/shop/data', verdict: 'deleted', data: 'deleted' }],
    findings: [{ rule: 'diff/data-lost', severity: 'error', object: 'PersistentVolumeClaim/shop/data', file: join(folder, 'old.yaml'), line: 9 }],
  });
  const markdown = await runWith([...args, '-o', 'markdown']);
  expect(markdown.stdout).toContain('| **deleted** | `PersistentVolumeClaim/shop/data` | its data is DELETED<br>');
  const github = await runWith([...args, '-o', 'github']);
  expect(github.stdout).toMatch(/^::error file=.*old\.yaml,line=9,col=1,title=diff\/data-lost::PersistentVolumeClaim\/shop\/data: its data is deleted; /);
  const sarif = await runWith([...args, '-o', 'sarif']);
  expect(JSON.parse(sarif.stdout).runs[0].results[0]).toMatchObject({ ruleId: 'diff/data-lost', level: 'error' });
});

test('what is only in the cluster decides: it says so', async () => {
  const folder = folderWith({ 'old.yaml': CLAIM, 'new.yaml': CLAIM.replace('1Gi', '2Gi') });
  const { status, stdout } = await runWith(['diff', join(folder, 'old.yaml'), join(folder, 'new.yaml')]);
  expect(status).toBe(0);
  expect(stdout).toContain('it depends on whether the class "fast" is in the cluster and has allowVolumeExpansion: true\n');
});

test('what may happen to an object that is accepted is a warning', async () => {
  const folder = folderWith({ 'old.yaml': CLASS, 'new.yaml': both(CLASS, 'apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: one\n  namespace: shop\n') });
  const args = ['diff', join(folder, 'old.yaml'), join(folder, 'new.yaml')];
  expect(await runWith(args)).toEqual({
    status: 0, stdout: 'created   Widget/shop/one\n          it depends on whether the kind Widget of example.com/v1 is installed\n1 created, 1 unchanged\n', stderr: '',
  });
  const { stdout } = await runWith([...args, '-o', 'github']);
  expect(stdout).toContain('::warning file=');
  expect(stdout).toContain('Widget/shop/one: what happens to it depends on whether the kind Widget of example.com/v1 is installed; include the objects that determine this in the files');
});

test('a claim that is said not to be bound does not grow', async () => {
  const folder = folderWith({ 'old.yaml': both(`${CLASS}allowVolumeExpansion: true\n`, CLAIM), 'new.yaml': both(`${CLASS}allowVolumeExpansion: true\n`, CLAIM.replace('1Gi', '2Gi')) });
  const args = ['diff', join(folder, 'old.yaml'), join(folder, 'new.yaml')];
  expect((await runWith(args)).status).toBe(0);
  expect((await runWith([...args, '--bound', 'none'])).status).toBe(1);
  expect((await runWith([...args, '--bound', 'other'])).status).toBe(1);
  expect((await runWith([...args, '--bound', 'shop/data,other'])).status).toBe(0);
});

test('both ways of applying are told apart, and the other one is named', async () => {
  const old = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web, namespace: shop }\nspec:\n  selector: { matchLabels: { app: web } }\n'
    + '  template:\n    metadata: { labels: { app: web } }\n    spec: { containers: [{ name: app, image: app:1 }] }\n';
  const folder = folderWith({ 'old.yaml': old, 'new.yaml': `${old}  strategy: { type: Recreate }\n` });
  const args = ['diff', join(folder, 'old.yaml'), join(folder, 'new.yaml')];
  const server = await runWith([...args, '--server-side']);
  expect(server.status).toBe(1);
  expect(server.stdout).toContain('spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is \'Recreate\'\n');
  expect(server.stdout).toContain('note: with kubectl apply, and with Argo CD by default, it is changed\n');
  expect((await runWith([...args, '--client-side'])).status).toBe(0);
});

test('nothing is refused where nothing has been applied yet', async () => {
  const folder = folderWith({ 'old.yaml': CLASS, 'new.yaml': CLASS.replace('gp3', 'io2') });
  expect(await runWith(['diff', join(folder, 'old.yaml'), join(folder, 'new.yaml'), '--fresh'])).toMatchObject({ status: 0, stdout: 'created   StorageClass/fast\n1 created\n' });
});

test('standard input is one of the two', async () => {
  const folder = folderWith({ 'old.yaml': CLASS });
  expect(await runWith(['diff', join(folder, 'old.yaml'), '-'], { stdin: CLASS })).toMatchObject({ status: 0, stdout: '1 unchanged\n' });
  expect(await runWith(['diff', '-', '-'], { stdin: CLASS })).toMatchObject({ status: 2, stdout: '' });
});

describe('revisions of Git', () => {
  const git = (folder: string, ...args: string[]) => execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { stdio: 'pipe' });
  const repository = () => {
    const folder = folderWith({ 'deploy/class.yaml': CLASS, 'deploy/more/claim.yaml': CLAIM, 'deploy/.hidden/x.yaml': 'a: [', 'deploy/README.md': '# no manifest' });
    git(folder, 'init', '-q', '-b', 'main');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'one');
    return folder;
  };
  const inFolder = async (folder: string, run: () => Promise<void>) => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      await run();
    } finally {
      process.chdir(before);
    }
  };

  test('a folder, and a file, of a revision', async () => {
    const folder = repository();
    writeFileSync(join(folder, 'deploy', 'class.yaml'), CLASS.replace('gp3', 'io2'));
    rmSync(join(folder, 'deploy', 'more'), { recursive: true });
    await inFolder(folder, async () => {
      const { status, stdout } = await runWith(['diff', 'main:deploy', 'deploy', '-o', 'json']);
      expect(status).toBe(1);
      expect(JSON.parse(stdout).objects.map(({ object, verdict }: { object: string; verdict: string }) => `${object} ${verdict}`))
        .toEqual(['StorageClass/fast refused', 'PersistentVolumeClaim/shop/data deleted']);
      expect(JSON.parse(stdout).findings.map(({ file }: { file: string }) => file)).toEqual(['deploy/class.yaml', 'main:deploy/more/claim.yaml']);
      expect(await runWith(['diff', 'main:deploy/more/claim.yaml', 'HEAD:deploy/more/claim.yaml'])).toMatchObject({ status: 0, stdout: '1 unchanged\n' });
    });
  });

  test.each([
    ['nothing:deploy', '"nothing:deploy" is not a file or directory, and not in a revision that git knows here'],
    ['main:nothing', '"main:nothing" is not a file or directory, and not in a revision that git knows here'],
  ])('%s is told as what it is', async (arg, words) => {
    const folder = repository();
    await inFolder(folder, async () => {
      const { status, stdout, stderr } = await runWith(['diff', arg, 'deploy']);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain(words);
    });
  });

  test('an option of git is no revision', async () => {
    const folder = repository();
    await inFolder(folder, async () => {
      const { status, stderr } = await runWith(['diff', '--', '--output=stolen:deploy', 'deploy']);
      expect(status).toBe(2);
      expect(stderr).toContain('"--output=stolen:deploy" is not a revision: it begins with a dash');
    });
  });
});

test.each([
  [['diff', 'a'], 'specify two sets of files, the old one and the new one; there is 1'],
  [['diff', 'a', 'b', 'c'], 'specify two sets of files, the old one and the new one; there are 3'],
  [['diff', 'a', 'b', '--server-side', '--client-side'], 'use only one of --server-side and --client-side'],
  [['diff', 'a', 'b', '--bound', 'all,web'], '--bound all covers every claim; do not name others as well'],
  [['diff', 'a', 'b', '--kubernetes', 'new'], '--kubernetes "new" is not a version of Kubernetes, such as 1.34'],
])('%j is wrong usage', async (args, words) => {
  const { status, stdout, stderr } = await runWith(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(words);
});

test('what is not YAML is told, and nothing is compared', async () => {
  const folder = folderWith({ 'old.yaml': CLASS, 'new.yaml': 'a: [' });
  const { status, stdout, stderr } = await runWith(['diff', join(folder, 'old.yaml'), join(folder, 'new.yaml')]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain('(render/syntax)');
});

test('--plan adds the ways out, as far as the format has a place for them', async () => {
  const folder = folderWith({ 'old.yaml': CLASS, 'new.yaml': CLASS.replace('gp3', 'io2') });
  const args = ['diff', join(folder, 'old.yaml'), join(folder, 'new.yaml'), '--plan'];
  const text = await runWith(args);
  expect(text.status).toBe(1);
  expect(text.stdout).toContain('1 refused\n\n# --- plan for StorageClass/fast ---\n# Before this: pause the engine');
  expect(text.stdout).toContain("kubectl apply --server-side --force-conflicts --filename - <<'EOF'\napiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata:\n  name: fast-2\n");
  const json = await runWith([...args, '-o', 'json']);
  expect(JSON.parse(json.stdout).plans).toEqual([{
    object: 'StorageClass/fast',
    steps: [
      {
        what: 'Create it under a new name; rename it in the files as well.',
        manifests: [{ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'fast-2' }, provisioner: 'ebs.csi.aws.com', parameters: { type: 'io2' } }],
      },
      { what: 'Use it in new claims. Keep the old class unchanged in the files: existing claims need it for expansion.' },
    ],
  }]);
  const markdown = await runWith([...args, '-o', 'markdown']);
  expect(markdown.stdout).toContain('1 refused\n\n<details><summary>Plan for `StorageClass/fast`</summary>\n\n');
  expect(await runWith([...args, '-o', 'sarif'])).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('--plan works only with text, markdown and json, not with sarif') });
});

test('the map shows both sides in one picture', async () => {
  const folder = folderWith({ 'old.yaml': both(CLASS, CLAIM), 'new.yaml': both(CLASS, CLAIM.replace('name: data', 'name: photos')) });
  const args = ['diff', join(folder, 'old.yaml'), join(folder, 'new.yaml'), '-o'];
  const mermaid = await runWith([...args, 'mermaid']);
  expect(mermaid.status).toBe(1);
  expect(mermaid.stdout).toContain('("PersistentVolumeClaim<br>photos<br>1Gi, not mounted, new")');
  expect(mermaid.stdout).toContain('("PersistentVolumeClaim<br>data<br>1Gi, not mounted, removed, data deleted<br>1 error")');
  for (const format of ['svg', 'html']) expect((await runWith([...args, format])).stdout).toContain('data deleted');
});
