/** `cdk8s-volumes diff` as its users run it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flat } from './flat';
import { folderWith, removeFolders, runWith } from './session';

afterEach(removeFolders);

const CLASS =
  'apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata:\n  name: fast\nprovisioner: ebs.csi.aws.com\nparameters:\n  type: gp3\n';
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
  const folder = folderWith({
    'old/a.yaml': both(CLASS, CLAIM),
    'new/a.yaml': both(CLASS, CLAIM.replace('1Gi', '1024Mi')),
  });
  expect(await runWith(['diff', join(folder, 'old'), join(folder, 'new')])).toEqual({
    status: 0,
    stdout: '2 unchanged\n',
    stderr: '',
  });
});

test("what is refused is told with the server's reason and what to do instead", async () => {
  const folder = folderWith({ 'old.yaml': CLASS, 'new.yaml': CLASS.replace('gp3', 'io2') });
  expect(await runWith(['diff', join(folder, 'old.yaml'), join(folder, 'new.yaml')])).toEqual({
    status: 1,
    stdout:
      'refused   StorageClass/fast\n' +
      '          parameters: Invalid value: {…}: field is immutable\n' +
      '          instead: create a class under a new name for new claims; existing claims keep the old one\n' +
      '1 refused\n',
    stderr: '',
  });
});

test('data that may be lost end with status 1 if that is asked for, and so do data that are left behind', async () => {
  const app = (path: string) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.0.0
          volumeMounts: [{ name: data, mountPath: ${path} }]
      volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]
`;
  const folder = folderWith({
    'old.yaml': CLAIM,
    'none.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: other\n',
    'data.yaml': both(CLASS, CLAIM, app('/data')),
    'srv.yaml': both(CLASS, CLAIM, app('/srv')),
  });
  const statusOf = async (old: string, next: string, ...options: string[]) =>
    (await runWith(['diff', join(folder, old), join(folder, next), ...options])).status;
  expect(await statusOf('old.yaml', 'none.yaml')).toBe(0);
  expect(await statusOf('old.yaml', 'none.yaml', '--strict')).toBe(1);
  expect(await statusOf('old.yaml', 'none.yaml', '--fail-on', 'may-be-lost')).toBe(1);
  expect(await statusOf('data.yaml', 'srv.yaml', '--strict')).toBe(0);
  expect(await statusOf('data.yaml', 'srv.yaml', '--fail-on', 'left-behind')).toBe(1);
});

describe('a file that kustomize no longer builds', () => {
  const list = (...resources: string[]) =>
    `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [${resources.join(', ')}]\n`;
  const files = { 'class.yaml': CLASS, 'claim.yaml': CLAIM };
  const within = (side: string, folder: string, more: Record<string, string>) =>
    Object.fromEntries(
      Object.entries({ ...files, ...more }).map(([name, text]) => [
        `${side}/${name === 'root.yaml' ? 'kustomization.yaml' : `${folder}${name}`}`,
        text,
      ]),
    );
  const diffOf = async (old: Record<string, string>, next: Record<string, string>, folder = '') => {
    const place = folderWith({ ...within('old', folder, old), ...within('new', folder, next) });
    const { status, stdout, stderr } = await runWith([
      'diff',
      join(place, 'old'),
      join(place, 'new'),
      '-o',
      'json',
    ]);
    const { objects } = JSON.parse(stdout) as {
      objects: readonly { object: string; data?: string }[];
    };
    return {
      status,
      data: objects.find(({ object }) => object === 'PersistentVolumeClaim/shop/data')?.data,
      dropped: stderr.includes(
        'no kustomization of NEW lists it any more: its objects count as removed',
      ),
    };
  };

  test('is as good as removed', async () => {
    const answer = await diffOf(
      { 'kustomization.yaml': list('class.yaml', 'claim.yaml') },
      { 'kustomization.yaml': list('class.yaml') },
    );
    expect(answer).toEqual({ status: 1, data: 'lost', dropped: true });
  });

  test('is as good as removed with its folder', async () => {
    const inner = { 'kustomization.yaml': list('claim.yaml') };
    const answer = await diffOf(
      { ...inner, 'root.yaml': list('apps', 'other') },
      { ...inner, 'root.yaml': list('other') },
      'apps/',
    );
    expect(answer).toEqual({ status: 1, data: 'lost', dropped: true });
  });

  test('is as good as removed where the kustomization lists nothing any more', async () => {
    const answer = await diffOf(
      { 'kustomization.yaml': list('class.yaml', 'claim.yaml') },
      { 'kustomization.yaml': 'configMapGenerator: [{ name: a, literals: [a=b] }]\n' },
    );
    expect(answer).toEqual({ status: 1, data: 'lost', dropped: true });
  });

  test('is as good as removed where none of its folder ever listed it', async () => {
    const answer = await diffOf(
      { 'over/kustomization.yaml': list('../claim.yaml') },
      { 'other/kustomization.yaml': list('../class.yaml') },
    );
    expect(answer).toEqual({ status: 1, data: 'lost', dropped: true });
  });

  test.each([
    [
      'another kustomization lists it',
      {
        'kustomization.yaml': list('class.yaml'),
        'over/kustomization.yaml': list('../claim.yaml'),
      },
    ],
    ['there is no kustomization any more', {}],
    [
      'there is none in its folder any more',
      { 'other/kustomization.yaml': list('more.yaml'), 'other/more.yaml': CLASS },
    ],
    ['it is listed as before', { 'kustomization.yaml': list('./claim.yaml', 'class.yaml') }],
  ])('is not, if %s', async (_why, next) => {
    expect(await diffOf({ 'kustomization.yaml': list('class.yaml', 'claim.yaml') }, next)).toEqual({
      status: 0,
      data: 'kept',
      dropped: false,
    });
  });
});

test('lost data end with status 1, in every format', async () => {
  const folder = folderWith({ 'old.yaml': both(CLASS, CLAIM), 'new.yaml': CLASS });
  const args = ['diff', join(folder, 'old.yaml'), join(folder, 'new.yaml')];
  const text = await runWith(args);
  expect(text.status).toBe(1);
  expect(text.stdout).toContain(
    'deleted   PersistentVolumeClaim/shop/data\n          its data is LOST: its driver deletes the volume with the claim (reclaim policy Delete)\n',
  );
  const json = await runWith([...args, '-o', 'json']);
  expect(json.status).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    objects: [
      { object: 'StorageClass/fast', verdict: 'unchanged' },
      { object: 'PersistentVolumeClaim/shop/data', verdict: 'deleted', data: 'lost' },
    ],
    findings: [
      {
        rule: 'diff/data-lost',
        severity: 'error',
        object: 'PersistentVolumeClaim/shop/data',
        file: join(folder, 'old.yaml'),
        line: 9,
      },
    ],
  });
  const markdown = await runWith([...args, '-o', 'markdown']);
  expect(markdown.stdout).toContain(
    '| **deleted** | `PersistentVolumeClaim/shop/data` | its data is LOST: its driver deletes the volume with the claim (reclaim policy Delete)<br>',
  );
  const github = await runWith([...args, '-o', 'github']);
  expect(github.stdout).toMatch(
    /^::error file=.*old\.yaml,line=9,col=1,title=diff\/data-lost::PersistentVolumeClaim\/shop\/data: its data is lost: its driver deletes the volume with the claim \(reclaim policy Delete\); /,
  );
  const sarif = await runWith([...args, '-o', 'sarif']);
  expect(JSON.parse(sarif.stdout).runs[0].results[0]).toMatchObject({
    ruleId: 'diff/data-lost',
    level: 'error',
  });
});

test('what is only in the cluster decides: it says so', async () => {
  const folder = folderWith({ 'old.yaml': CLAIM, 'new.yaml': CLAIM.replace('1Gi', '2Gi') });
  const { status, stdout } = await runWith([
    'diff',
    join(folder, 'old.yaml'),
    join(folder, 'new.yaml'),
  ]);
  expect(status).toBe(0);
  expect(stdout).toContain(
    'it depends on whether the class "fast" is in the cluster and has allowVolumeExpansion: true\n',
  );
});

test('what may happen to an object that is accepted is a warning', async () => {
  const folder = folderWith({
    'old.yaml': CLASS,
    'new.yaml': both(
      CLASS,
      'apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: one\n  namespace: shop\n',
    ),
  });
  const args = ['diff', join(folder, 'old.yaml'), join(folder, 'new.yaml')];
  expect(await runWith(args)).toEqual({
    status: 0,
    stdout:
      'created   Widget/shop/one\n          it depends on whether the kind Widget of example.com/v1 is installed\n1 created, 1 unchanged\n',
    stderr: '',
  });
  const { stdout } = await runWith([...args, '-o', 'github']);
  expect(stdout).toContain('::warning file=');
  expect(stdout).toContain(
    'Widget/shop/one: what happens to it depends on whether the kind Widget of example.com/v1 is installed; include the objects that determine this in the files',
  );
});

test('a claim that is said not to be bound does not grow', async () => {
  const folder = folderWith({
    'old.yaml': both(`${CLASS}allowVolumeExpansion: true\n`, CLAIM),
    'new.yaml': both(`${CLASS}allowVolumeExpansion: true\n`, CLAIM.replace('1Gi', '2Gi')),
  });
  const args = ['diff', join(folder, 'old.yaml'), join(folder, 'new.yaml')];
  expect((await runWith(args)).status).toBe(0);
  expect((await runWith([...args, '--bound', 'none'])).status).toBe(1);
  expect((await runWith([...args, '--bound', 'other'])).status).toBe(1);
  expect((await runWith([...args, '--bound', 'shop/data,other'])).status).toBe(0);
});

test('why the other way of applying refuses an object is said', async () => {
  const config = (text: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: c, namespace: a }\ndata: { a: ${text} }\n`;
  const folder = folderWith({ 'old.yaml': config('x'), 'new.yaml': config('x'.repeat(300_000)) });
  const { stdout } = await runWith(['diff', join(folder, 'old.yaml'), join(folder, 'new.yaml')]);
  expect(stdout).toContain(
    'note: with kubectl apply, and with Argo CD by default, it is refused: metadata.annotations: Too long: may not be more than 262144 bytes\n',
  );
});

test('both ways of applying are told apart, and the other one is named', async () => {
  const old =
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web, namespace: shop }\nspec:\n  selector: { matchLabels: { app: web } }\n' +
    '  template:\n    metadata: { labels: { app: web } }\n    spec: { containers: [{ name: app, image: app:1 }] }\n';
  const folder = folderWith({
    'old.yaml': old,
    'new.yaml': `${old}  strategy: { type: Recreate }\n`,
  });
  const args = ['diff', join(folder, 'old.yaml'), join(folder, 'new.yaml')];
  const server = await runWith([...args, '--server-side']);
  expect(server.status).toBe(1);
  expect(server.stdout).toContain(
    "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'\n",
  );
  expect(server.stdout).toContain(
    'note: with kubectl apply, and with Argo CD by default, it is changed\n',
  );
  expect((await runWith([...args, '--client-side'])).status).toBe(0);
});

test('the configuration says what drivers can do', async () => {
  const claim = (size: string) => CLAIM_OF_FAST.replace('SIZE', size);
  const folder = folderWith({
    'old.yaml': claim('1Gi'),
    'new.yaml': claim('2Gi'),
    'cdk8s-volumes.yaml': 'target: { drivers: [{ name: disks.example.org, canExpand: false }] }\n',
  });
  const { stdout } = await runWith([
    'diff',
    join(folder, 'old.yaml'),
    join(folder, 'new.yaml'),
    '--bound',
    'all',
    '--config',
    join(folder, 'cdk8s-volumes.yaml'),
  ]);
  expect(stdout).toContain(
    'note: disks.example.org cannot expand volumes: the claim requests more, and keeps its capacity; leave the request as it was, or copy the data into a larger claim\n',
  );
});

const CLAIM_OF_FAST = `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: fast }
provisioner: disks.example.org
allowVolumeExpansion: true
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
spec:
  accessModes: [ReadWriteOnce]
  storageClassName: fast
  resources: { requests: { storage: SIZE } }
`;

test('what the other way of applying refuses as a whole has no field', async () => {
  const service = (ports: string) =>
    `apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { ports: [${ports}] }\n`;
  const folder = folderWith({
    'old.yaml': service('{ port: 80 }'),
    'new.yaml': service('{ port: 80 }, { port: 80, name: http }'),
  });
  const { stdout } = await runWith([
    'diff',
    join(folder, 'old.yaml'),
    join(folder, 'new.yaml'),
    '--client-side',
  ]);
  expect(stdout).toContain(
    'note: with server-side apply, as Flux does, it is refused: failed to create typed patch object (default/web; /v1, Kind=Service): .spec.ports: duplicate entries for key [port=80,protocol="TCP"]\n',
  );
});

test('nothing is refused where nothing has been applied yet', async () => {
  const folder = folderWith({ 'old.yaml': CLASS, 'new.yaml': CLASS.replace('gp3', 'io2') });
  const created = { status: 0, stdout: 'created   StorageClass/fast\n1 created\n' };
  const [old, next] = [join(folder, 'old.yaml'), join(folder, 'new.yaml')];
  expect(await runWith(['diff', old, next, '--fresh'])).toMatchObject(created);
  expect(await runWith(['diff', next, '--fresh'])).toMatchObject(created);
});

test('the new set of files is needed even where nothing has been applied yet', async () => {
  const { status, stderr } = await runWith(['diff', '--fresh']);
  expect(status).toBe(2);
  expect(stderr).toContain(
    'specify the new set of files, and the old one before it if it is at hand; there are 0',
  );
});

test('standard input is one of the two', async () => {
  const folder = folderWith({ 'old.yaml': CLASS });
  expect(await runWith(['diff', join(folder, 'old.yaml'), '-'], { stdin: CLASS })).toMatchObject({
    status: 0,
    stdout: '1 unchanged\n',
  });
  expect(await runWith(['diff', '-', '-'], { stdin: CLASS })).toMatchObject({
    status: 2,
    stdout: '',
  });
});

describe('revisions of Git', () => {
  const git = (folder: string, ...args: string[]) =>
    execFileSync(
      'git',
      ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args],
      { stdio: 'pipe' },
    );
  const repository = () => {
    const folder = folderWith({
      'deploy/class.yaml': CLASS,
      'deploy/more/claim.yaml': CLAIM,
      'deploy/.hidden/x.yaml': 'a: [',
      'deploy/README.md': '# no manifest',
    });
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

  test('a folder to whose objects kustomize gives a namespace', async () => {
    const claim = CLAIM.replace('  namespace: shop\n', '');
    const folder = folderWith({
      'deploy/kustomization.yaml': 'namespace: shop\nresources: [claim.yaml]\n',
      'deploy/claim.yaml': claim,
    });
    git(folder, 'init', '-q', '-b', 'main');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'one');
    writeFileSync(join(folder, 'deploy/claim.yaml'), claim.replace('1Gi', '2Gi'));
    await inFolder(folder, async () => {
      const { stdout } = await runWith(['diff', 'main:deploy', 'deploy', '-o', 'json']);
      const { objects } = JSON.parse(stdout) as { objects: { object: string }[] };
      expect(objects.map(({ object }) => object)).toEqual(['PersistentVolumeClaim/shop/data']);
    });
  });

  test('a folder, and a file, of a revision', async () => {
    const folder = repository();
    writeFileSync(join(folder, 'deploy', 'class.yaml'), CLASS.replace('gp3', 'io2'));
    rmSync(join(folder, 'deploy', 'more'), { recursive: true });
    await inFolder(folder, async () => {
      const { status, stdout } = await runWith(['diff', 'main:deploy', 'deploy', '-o', 'json']);
      expect(status).toBe(1);
      expect(
        JSON.parse(stdout).objects.map(
          ({ object, verdict }: { object: string; verdict: string }) => `${object} ${verdict}`,
        ),
      ).toEqual(['StorageClass/fast refused', 'PersistentVolumeClaim/shop/data deleted']);
      expect(JSON.parse(stdout).findings.map(({ file }: { file: string }) => file)).toEqual([
        'deploy/class.yaml',
        'main:deploy/more/claim.yaml',
      ]);
      expect(
        await runWith(['diff', 'main:deploy/more/claim.yaml', 'HEAD:deploy/more/claim.yaml']),
      ).toMatchObject({ status: 0, stdout: '1 unchanged\n' });
    });
  });

  test.each([
    [
      'nothing:deploy',
      '"nothing:deploy" is not a file or directory, and git has no revision "nothing" here: check the name, and fetch it if it is missing\n',
    ],
    ['main:nothing', 'the revision "main" has no file or directory "nothing"; check the path\n'],
  ])('%s is told as what it is', async (arg, words) => {
    const folder = repository();
    await inFolder(folder, async () => {
      const { status, stdout, stderr } = await runWith(['diff', arg, 'deploy']);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain(words);
    });
  });

  test('a folder that only the other side has is empty, which is told', async () => {
    const folder = repository();
    mkdirSync(join(folder, 'new', 'more'), { recursive: true });
    writeFileSync(join(folder, 'new', 'claim.yaml'), CLAIM);
    await inFolder(folder, async () => {
      const empty = (side: string, path: string) =>
        `the revision "main" has no file or directory "${path}": ${side} is empty\n`;
      expect(await runWith(['diff', 'main:new', 'new'])).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('1 created'),
        stderr: empty('OLD', 'new'),
      });
      expect(await runWith(['diff', 'main:./new/', './new'])).toMatchObject({
        status: 0,
        stderr: empty('OLD', 'new'),
      });
      expect(await runWith(['diff', 'new', 'main:new'])).toMatchObject({
        stdout: expect.stringContaining('1 deleted'),
        stderr: empty('NEW', 'new'),
      });
      // The paths differ: the one of OLD is there, as the working tree shows.
      expect(await runWith(['diff', 'main:new', 'deploy'])).toMatchObject({
        stderr: empty('OLD', 'new'),
      });
      git(folder, 'add', '-A');
      git(folder, 'commit', '-qm', 'two');
      rmSync(join(folder, 'new'), { recursive: true });
      expect(await runWith(['diff', 'HEAD~1:new', 'HEAD:new'])).toMatchObject({
        status: 0,
        stderr: 'the revision "HEAD~1" has no file or directory "new": OLD is empty\n',
      });
      expect(await runWith(['diff', 'main:new', 'new'])).toMatchObject({
        stdout: expect.stringContaining('1 deleted'),
        stderr: 'cannot read "new": there is no such file or directory: NEW is empty\n',
      });
    });
  });

  test('a folder without manifests is empty, unless both are', async () => {
    const folder = repository();
    mkdirSync(join(folder, 'empty'));
    writeFileSync(join(folder, 'empty', 'README'), '');
    await inFolder(folder, async () => {
      const none = 'there is no *.yaml, *.yml or *.json file in the directory "empty"';
      expect(await runWith(['diff', 'empty', 'main:deploy'])).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('2 created'),
        stderr: `${none}: OLD is empty\n`,
      });
      expect(await runWith(['diff', 'empty', 'empty'])).toEqual({
        status: 2,
        stdout: '',
        stderr: `cdk8s-volumes: ${none}\n`,
      });
    });
  });

  test.each([
    [
      'main:deplyo',
      'deploy',
      'the revision "main" has no file or directory "deplyo"; check the path',
    ],
    [
      'main:none',
      'main:other',
      'the revision "main" has no file or directory "none"; check the path',
    ],
    [
      'main:deploy',
      'deplyo',
      'cannot read "deplyo": there is no such file or directory; check the path',
    ],
    [
      'mian:deploy',
      'deploy',
      '"mian:deploy" is not a file or directory, and git has no revision "mian" here: check the name, and fetch it if it is missing',
    ],
    ['none', 'deploy', 'cannot read "none": there is no such file or directory; check the path'],
  ])('what is probably misspelt stays wrong usage: %s %s', async (old, next, words) => {
    const folder = repository();
    await inFolder(folder, async () =>
      expect(await runWith(['diff', old, next])).toEqual({
        status: 2,
        stdout: '',
        stderr: `cdk8s-volumes: ${words}\n`,
      }),
    );
  });

  describe('with symbolic links', () => {
    const linked = (
      links: { readonly [path: string]: string },
      files: { readonly [path: string]: string } = {},
    ) => {
      const folder = folderWith({
        'base/claim.yaml': CLAIM,
        'base/.hidden.yaml': 'a: [',
        'eks/class.yaml': CLASS,
        ...files,
      });
      for (const [path, target] of Object.entries(links)) {
        mkdirSync(join(folder, path, '..'), { recursive: true });
        symlinkSync(target, join(folder, path));
      }
      git(folder, 'init', '-q', '-b', 'main');
      git(folder, 'add', '-A');
      git(folder, 'commit', '-qm', 'one');
      return folder;
    };
    const read = async (arg: string) => {
      const { status, stdout, stderr } = await runWith([
        'diff',
        arg,
        'empty.yaml',
        '--exclude',
        'left',
        '-o',
        'json',
      ]);
      const { objects } = JSON.parse(stdout) as { objects: { object: string }[] };
      return {
        status,
        objects: objects.map(({ object }) => object),
        stderr: stderr.replaceAll(/(?:main:|)eks(?=[/:])/g, 'eks'),
      };
    };

    test.each<[string, { readonly [path: string]: string }]>([
      ['to a file', { 'eks/claim.yaml': '../base/claim.yaml' }],
      ['to a folder', { 'eks/base': '../base' }],
      ['to a folder, by a name like a file', { 'eks/base.yaml': '../base/' }],
      [
        'to a link',
        { 'eks/claim.yaml': '../links/one', 'links/one': 'two', 'links/two': '../base/claim.yaml' },
      ],
      [
        'through a link to a folder',
        { 'eks/claim.yaml': '../link/../base/./claim.yaml', link: 'base' },
      ],
      ['in circles', { 'eks/up': '..', 'eks/self': '.' }],
      [
        'twice to the same',
        {
          'eks/a': '../base',
          'eks/b': '../base',
          'eks/c.yaml': '../base/claim.yaml',
          'eks/d.yaml': 'c.yaml',
        },
      ],
      ['to nowhere, by a name that is no input', { 'eks/README': 'nowhere' }],
      ['to nowhere', { 'eks/x.yaml': 'nowhere' }],
      ['to itself', { 'eks/x.yaml': 'x.yaml' }],
      ['in an excluded folder', { 'eks/left': '../base' }],
      [
        'to a file that is no input, by a name that is one',
        { 'eks/a.yaml': '../base/.hidden.yaml' },
      ],
    ])('a revision and the folder itself have the same files: %s', async (_, links) => {
      const folder = linked(links, { 'empty.yaml': '# none\n' });
      await inFolder(folder, async () => {
        const [ofFolder, ofRevision] = [await read('eks'), await read('main:eks')];
        expect(ofRevision.objects).toEqual(ofFolder.objects);
        expect(ofRevision.status).toBe(ofFolder.status);
        expect(ofRevision.stderr.match(/\(render\/\w+\)/g)).toEqual(
          ofFolder.stderr.match(/\(render\/\w+\)/g),
        );
      });
    });

    test('the removal of a claim in a linked file is reported', async () => {
      const folder = linked({ 'eks/claim.yaml': '../base/claim.yaml' });
      await inFolder(folder, async () => {
        expect(await runWith(['diff', 'main:eks', 'eks'])).toEqual({
          status: 0,
          stdout: '2 unchanged\n',
          stderr: '',
        });
        rmSync(join(folder, 'base', 'claim.yaml'));
        rmSync(join(folder, 'eks', 'claim.yaml'));
        const { stdout } = await runWith(['diff', 'main:eks', 'eks', '-o', 'json']);
        expect(
          JSON.parse(stdout).objects.map(
            ({ object, verdict }: { object: string; verdict: string }) => `${object} ${verdict}`,
          ),
        ).toEqual(['StorageClass/fast unchanged', 'PersistentVolumeClaim/shop/data deleted']);
      });
    });

    test('a path may lead through links, and be one', async () => {
      const folder = linked({ link: 'base', 'here.yaml': 'link/claim.yaml' });
      await inFolder(folder, async () => {
        for (const arg of ['link', 'link/claim.yaml', 'here.yaml']) {
          expect(await runWith(['diff', `main:${arg}`, 'base'])).toEqual({
            status: 0,
            stdout: '1 unchanged\n',
            stderr: '',
          });
        }
      });
    });

    test.each([['/etc/hostname'], ['../../outside.yaml']])(
      'one that leads out of the revision is a finding at its place: %s',
      async (target) => {
        const folder = linked({ 'eks/x.yaml': target });
        await inFolder(folder, async () => {
          const { status, stdout, stderr } = await runWith(['diff', 'main:eks', 'eks/class.yaml']);
          expect({ status, stdout }).toEqual({ status: 1, stdout: '1 unchanged\n' });
          expect(flat(stderr)).toContain(
            `main:eks/x.yaml: error: it cannot be read: it is a symbolic link to "${target}", which is outside the revision; remove the link, or exclude it (render/unreadable)\n`,
          );
          expect(
            await runWith(['diff', 'main:eks', 'eks/class.yaml', '--exclude', 'x.yaml']),
          ).toEqual({ status: 0, stdout: '1 unchanged\n', stderr: '' });
        });
      },
    );
  });

  test.each(['main:', 'main:deploy'])(
    'charts and patches are passed over as in a folder: %s',
    async (arg) => {
      const folder = repository();
      const root = join(folder, arg.slice('main:'.length));
      mkdirSync(join(root, 'templates'));
      mkdirSync(join(root, 'overlay'));
      const files = {
        'Chart.yaml': 'apiVersion: v2\nname: a\n',
        'values.yaml': 'a: 1\n',
        'templates/a.yaml': '{{ if .Values.a }}',
        'overlay/kustomization.yaml': 'patches:\n- path: ../patch.yaml\n',
        'patch.yaml': CLASS.replace('fast', 'patched'),
      };
      for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
      git(folder, 'add', '-A');
      git(folder, 'commit', '-qm', 'two');
      await inFolder(folder, async () => {
        const below = arg.endsWith(':') ? arg : `${arg}/`;
        expect(await runWith(['diff', arg, '-'], { stdin: [CLASS, CLAIM].join('---\n') })).toEqual({
          status: 0,
          stdout: '2 unchanged\n',
          stderr:
            `${arg} is a chart: its templates are skipped; check the revision out, and compare what they render to\n` +
            `${below}overlay is built by kustomize: its patches are skipped; check the revision out, and compare what they render to\n`,
        });
      });
    },
  );

  test('a submodule is told, and no more than that', async () => {
    const folder = repository();
    const inner = repository();
    git(
      folder,
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      inner,
      'deploy/sub',
    );
    git(folder, 'commit', '-qm', 'two');
    rmSync(join(folder, 'deploy', 'sub'), { recursive: true });
    await inFolder(folder, async () => {
      const { status, stdout, stderr } = await runWith(['diff', 'main:deploy', 'deploy']);
      expect({ status, stdout }).toEqual({ status: 0, stdout: '2 unchanged\n' });
      expect(flat(stderr)).toContain(
        'main:deploy/sub: warning: it cannot be read: it is a submodule, whose files the revision does not have; ' +
          'compare the submodule by itself, and exclude it here (render/unreadable)\n',
      );
      for (const pattern of ['sub', 'sub/', 'deploy/sub/', '**/sub']) {
        expect(await runWith(['diff', 'main:deploy', 'deploy', '--exclude', pattern])).toEqual({
          status: 0,
          stdout: '2 unchanged\n',
          stderr: '',
        });
      }
    });
  });

  test('a file that is not UTF-8 is one finding', async () => {
    const folder = repository();
    writeFileSync(join(folder, 'deploy', 'a.yaml'), Buffer.from([0x61, 0xff]));
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'two');
    await inFolder(folder, async () => {
      const { status, stdout, stderr } = await runWith(['diff', 'main:deploy', 'HEAD~1:deploy']);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '2 unchanged\n' });
      expect(flat(stderr)).toContain(
        'main:deploy/a.yaml: error: it cannot be read: it is not UTF-8 text; save it as UTF-8, or exclude it (render/unreadable)',
      );
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
  [
    ['diff', 'a', 'b', '--server-side', '--client-side'],
    'use only one of --server-side and --client-side',
  ],
  [
    ['diff', 'a', 'b', '--bound', 'all,web'],
    '--bound all covers every claim; do not name others as well',
  ],
  [
    ['diff', 'a', 'b', '--kubernetes', 'new'],
    '--kubernetes "new" is not a version of Kubernetes, such as 1.34',
  ],
])('%j is wrong usage', async (args, words) => {
  const { status, stdout, stderr } = await runWith(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(words);
});

test('--plan adds the ways out, as far as the format has a place for them', async () => {
  const folder = folderWith({ 'old.yaml': CLASS, 'new.yaml': CLASS.replace('gp3', 'io2') });
  const args = ['diff', join(folder, 'old.yaml'), join(folder, 'new.yaml'), '--plan'];
  const text = await runWith(args);
  expect(text.status).toBe(1);
  expect(text.stdout).toContain(
    '1 refused\n\n# --- plan for StorageClass/fast ---\n# Before this: pause the engine',
  );
  expect(text.stdout).toContain(
    "kubectl apply --server-side --force-conflicts --filename - <<'EOF'\napiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata:\n  name: fast-2\n",
  );
  const json = await runWith([...args, '-o', 'json']);
  expect(JSON.parse(json.stdout).plans).toEqual([
    {
      object: 'StorageClass/fast',
      steps: [
        {
          what: 'Create it under a new name; rename it in the files as well.',
          manifests: [
            {
              apiVersion: 'storage.k8s.io/v1',
              kind: 'StorageClass',
              metadata: { name: 'fast-2' },
              provisioner: 'ebs.csi.aws.com',
              parameters: { type: 'io2' },
            },
          ],
        },
        {
          what: 'Use it in new claims. Keep the old class unchanged in the files: existing claims need it for expansion.',
        },
      ],
    },
  ]);
  const markdown = await runWith([...args, '-o', 'markdown']);
  expect(markdown.stdout).toContain(
    '1 refused\n\n<details><summary>Plan for <code>StorageClass/fast</code></summary>\n\n',
  );
  expect(await runWith([...args, '-o', 'sarif'])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining(
      '--plan works only with text, markdown and json, not with sarif',
    ),
  });
});

test('the map shows both sides in one picture', async () => {
  const folder = folderWith({
    'old.yaml': both(CLASS, CLAIM),
    'new.yaml': both(CLASS, CLAIM.replace('name: data', 'name: photos')),
  });
  const args = ['diff', join(folder, 'old.yaml'), join(folder, 'new.yaml'), '-o'];
  const mermaid = await runWith([...args, 'mermaid']);
  expect(mermaid.status).toBe(1);
  expect(mermaid.stdout).toContain('("PersistentVolumeClaim<br>photos<br>1Gi, not mounted, new")');
  expect(mermaid.stdout).toContain(
    '("PersistentVolumeClaim<br>data<br>1Gi, not mounted, removed, data lost<br>1 error")',
  );
  for (const format of ['svg', 'html']) {
    expect((await runWith([...args, format])).stdout).toContain('data lost');
  }
});

describe('an object that one side has several times', () => {
  const notesOf = async (old: string, next: string) => {
    const folder = folderWith({ 'old.yaml': old, 'new.yaml': next });
    const { status, stdout } = await runWith([
      'diff',
      join(folder, 'old.yaml'),
      join(folder, 'new.yaml'),
      '-o',
      'json',
    ]);
    const { objects, notes } = JSON.parse(stdout) as {
      objects: { verdict: string }[];
      notes: { [field: string]: string }[];
    };
    const told = notes
      .filter(({ id }) => id === 'repeated')
      .map(({ object, message, remedy }) =>
        `${object}: ${message}; ${remedy}`.replaceAll(`${folder}/`, ''),
      );
    return { status, verdicts: objects.map(({ verdict }) => verdict), told };
  };
  const other = CLASS.replace('gp3', 'io2');
  const map = (data: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { a: ${data} }\n`;

  test('is told with its places, and the verdict is that of the last one that is taken', async () => {
    const all = [map('p'), map('q')].join('---\n');
    const words =
      'and they differ; each is applied over the one before it; remove all but one, or use different names';
    expect(await notesOf(all, map('q'))).toEqual({
      status: 0,
      verdicts: ['unchanged'],
      told: [`ConfigMap/default/a: it appears twice in OLD: old.yaml:1 and old.yaml:6, ${words}`],
    });
    expect(await notesOf(map('p'), all)).toEqual({
      status: 0,
      verdicts: ['changed'],
      told: [`ConfigMap/default/a: it appears twice in NEW: new.yaml:1 and new.yaml:6, ${words}`],
    });
  });

  test('is refused if the server refuses one of them', async () => {
    expect(await notesOf(CLASS, [CLASS, other].join('---\n'))).toMatchObject({
      status: 1,
      verdicts: ['refused'],
    });
  });

  test('the same each time is told, too, and of many places the first three', async () => {
    expect((await notesOf(CLASS, [CLASS, CLASS].join('---\n'))).told).toEqual([
      'StorageClass/fast: it appears twice in NEW: new.yaml:1 and new.yaml:9; remove all but one',
    ]);
    expect((await notesOf(CLASS, Array(5).fill(CLASS).join('---\n'))).told).toEqual([
      'StorageClass/fast: it appears 5 times in NEW: new.yaml:1, new.yaml:9, new.yaml:17 and 2 more; remove all but one',
    ]);
  });

  test.each([
    ['of several namespaces', [map('p'), map('p').replace('name: a', 'name: a, namespace: b')]],
    ['of several groups', [CLASS, CLASS.replace('storage.k8s.io/', 'example.com/')]],
    [
      "whose names are the server's",
      [
        map('p').replace('name: a', 'generateName: a-'),
        map('p').replace('name: a', 'generateName: a-'),
      ],
    ],
  ])('is none of those %s', async (_, all) => {
    expect((await notesOf(all.join('---\n'), all.join('---\n'))).told).toEqual([]);
  });
});
