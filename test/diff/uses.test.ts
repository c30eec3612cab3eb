/** Uses of storage: what of which volume a program finds where. */
import { podTemplate, userIn } from '../../src/diff/data/uses';
import type { Stored } from '../../src/diff/stored';
import { isClusterScoped, workloadKinds } from '../../src/kube';
import { readManifests } from '../../src/validation';

type Fields = { readonly [field: string]: unknown };

function stored(kind: string, spec: Fields, apiVersion = 'apps/v1'): Stored {
  const manifest = { apiVersion, kind, metadata: { name: 'web', namespace: 'shop' }, spec };
  const kinds = { isCluster: isClusterScoped, workloads: workloadKinds() };
  return { sent: readManifests([manifest], 'default', kinds)[0], live: manifest } as never;
}

const pod = (volume: Fields, mount: Fields = {}, container: Fields = {}) => ({
  containers: [
    {
      name: 'web',
      image: 'web:1',
      volumeMounts: [{ name: 'data', mountPath: '/data', ...mount }],
      ...container,
    },
  ],
  volumes: [{ name: 'data', ...volume }],
});
const SHARE = { nfs: { server: 'nfs.example.com', path: '/a/' } };
const FOLDER = { hostPath: { path: '/srv/data/' } };
const CLAIM = { persistentVolumeClaim: { claimName: 'a' } };
const deployment = (spec: Fields) => stored('Deployment', { template: { spec } });

/** The uses of a Deployment's pods. */
const usesOf = (spec: Fields) => userIn(deployment(spec))!.uses;
const part = (subPath = '.', subPathExpr = '.') => JSON.stringify([subPath, subPathExpr]);
const OF_A = { storage: 'claim shop/a', claims: ['shop/a'], part: part(), path: '/data' };

test.each<[string, Fields, unknown]>([
  ['a claim', pod(CLAIM), [OF_A]],
  ['a folder of a claim', pod(CLAIM, { subPath: './a//b/' }), [{ ...OF_A, part: part('a/b') }]],
  [
    'a folder by an expression',
    pod(CLAIM, { subPathExpr: '$(POD)' }),
    [{ ...OF_A, part: part('.', '$(POD)') }],
  ],
  ['a path that is written otherwise', pod(CLAIM, { mountPath: '//data/./' }), [OF_A]],
  [
    'a path that does not begin at the root',
    pod(CLAIM, { mountPath: 'data' }),
    [{ ...OF_A, path: 'data' }],
  ],
  ['a mount without a path', pod(CLAIM, { mountPath: undefined }), []],
  ['a mount of another volume', pod(CLAIM, { name: 'other' }), []],
  [
    'a device',
    pod(CLAIM, {}, { volumeMounts: [], volumeDevices: [{ name: 'data', devicePath: '/dev/a' }] }),
    [{ ...OF_A, path: '/dev/a' }],
  ],
  [
    'NFS',
    pod(SHARE),
    [
      {
        ...OF_A,
        storage: 'nfs nfs.example.com /a',
        claims: [],
        inline: { name: 'data', ...SHARE },
      },
    ],
  ],
  [
    'a folder of a node',
    pod(FOLDER),
    [{ ...OF_A, storage: 'folder /srv/data', claims: [], inline: { name: 'data', ...FOLDER } }],
  ],
  ['a volume for the pod alone', pod({ emptyDir: {} }), []],
])('pods that mount %s', (_about, spec, uses) => {
  expect(usesOf(spec)).toEqual(uses);
});

test.each([
  '/',
  '/boot',
  '/dev',
  '/etc/ssl',
  '/lib',
  '/lib64',
  '/proc',
  '/run',
  '/sys',
  '/usr/share',
  '/var/lib/kubelet',
  '/var/lib/docker',
  '/var/lib/containerd/a',
  '/var/log',
  '/var/run',
])('the folder %s of a node holds no data of a program', (path) => {
  expect(usesOf(pod({ hostPath: { path } }))).toEqual([]);
});

test.each(['/dev/shm', '/srv', '/etcd', '/var/lib/app', '/var/logs', '/mnt/etc'])(
  'the folder %s of a node may hold data of a program',
  (path) => {
    expect(usesOf(pod({ hostPath: { path } })).map(({ storage }) => storage)).toEqual([
      `folder ${path}`,
    ]);
  },
);

test.each([
  ['Socket', 0],
  ['File', 0],
  ['CharDevice', 0],
  ['BlockDevice', 0],
  ['Directory', 1],
  ['DirectoryOrCreate', 1],
  ['FileOrCreate', 1],
])('a path of a node of the type %s', (type, uses) => {
  expect(usesOf(pod({ hostPath: { path: '/srv/a', type } }))).toHaveLength(uses);
});

test('a path of a node that is no text holds nothing', () => {
  expect(usesOf(pod({ hostPath: {} }))).toEqual([]);
});

test('containers of both lists count, with their paths and images', () => {
  const { uses, paths, images } = userIn(
    deployment({
      ...pod(CLAIM),
      initContainers: [
        {
          name: 'init',
          image: 'registry.example.com:5000/init@sha256:0',
          volumeMounts: [
            { name: 'data', mountPath: '/init' },
            { name: 'tmp', mountPath: '/tmp' },
          ],
        },
        { name: 'none' },
      ],
    }),
  )!;
  expect([uses.map(({ path }) => path), [...paths], [...images]]).toEqual([
    ['/data', '/init'],
    ['/data', '/init', '/tmp'],
    ['web', 'registry.example.com:5000/init'],
  ]);
});

test.each([
  ['web', 'web'],
  ['web:1', 'web'],
  ['web:1@sha256:0', 'web'],
  ['a.example.com:5000/web', 'a.example.com:5000/web'],
  ['a.example.com:5000/web:1', 'a.example.com:5000/web'],
])('the image %s is known by its name', (image, name) => {
  expect([...userIn(deployment(pod(CLAIM, {}, { image })))!.images]).toEqual([name]);
});

const set = (replicas: number, start: number) =>
  stored('StatefulSet', {
    replicas,
    ordinals: { start },
    template: { spec: pod({ emptyDir: {} }) },
    volumeClaimTemplates: [{ metadata: { name: 'data' } }],
  });

test('a set uses the claims of its pods, whatever volume has the name of a template', () => {
  expect(userIn(set(2, 3))!.uses).toEqual([
    {
      storage: 'template data',
      claims: ['shop/data-web-3', 'shop/data-web-4'],
      part: part(),
      path: '/data',
    },
  ]);
});

test('more pods of a set than a list can show are left out', () => {
  expect(userIn(set(5000, 0))!.uses[0].claims).toHaveLength(1000);
});

test.each<[string, Stored, boolean]>([
  [
    'a custom resource with a template',
    stored('Rollout', { template: { spec: pod(CLAIM) } }, 'argoproj.io/v1alpha1'),
    true,
  ],
  ['a custom resource without one', stored('Db', { template: {} }, 'example.com/v1'), false],
  [
    'one whose containers are no list',
    stored('Db', { template: { spec: { containers: {} } } }, 'example.com/v1'),
    false,
  ],
  [
    'a kind of Kubernetes that makes no pods',
    stored('PodTemplate', { template: { spec: pod(CLAIM) } }, 'v1'),
    false,
  ],
  [
    'a CronJob',
    stored('CronJob', { jobTemplate: { spec: { template: { spec: pod(CLAIM) } } } }, 'batch/v1'),
    true,
  ],
  ['a CronJob of nothing', stored('CronJob', {}, 'batch/v1'), true],
])('%s has uses, or none', (_about, one, isUser) => {
  expect(userIn(one) !== undefined).toBe(isUser);
});

test('the template of a CronJob is that of its Jobs', () => {
  const spec = pod(CLAIM);
  const cron = stored('CronJob', { jobTemplate: { spec: { template: { spec } } } }, 'batch/v1');
  expect(podTemplate(cron)).toEqual({ spec });
});
