/** What is lost with the storage of another volume: the same storage, and folders in it. */
import { diffObjects } from '../../src/diff';

type Fields = Record<string, unknown>;

const BY_DRIVER = { 'pv.kubernetes.io/provisioned-by': 'example.com/driver' };
const LOST = 'its driver deletes the volume once it is released (reclaim policy Delete)';

const volume = (name: string, spec: Fields, annotations: Fields = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name, annotations },
  spec: {
    accessModes: ['ReadWriteMany'],
    capacity: { storage: '1Gi' },
    storageClassName: 'shares',
    persistentVolumeReclaimPolicy: 'Retain',
    claimRef: { namespace: 'shop', name },
    ...spec,
  },
});
/** A volume that its driver has made, and deletes. */
const made = (spec: Fields) =>
  volume('made', { persistentVolumeReclaimPolicy: 'Delete', ...spec }, BY_DRIVER);
const claim = (name: string) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: 'shop' },
  spec: {
    accessModes: ['ReadWriteMany'],
    storageClassName: 'shares',
    volumeName: name,
    resources: { requests: { storage: '1Gi' } },
  },
});
const storageClass = (provisioner: string, parameters: Fields = {}) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'shares' },
  provisioner,
  parameters,
});
const podSpec = (source: Fields) => ({
  containers: [{ name: 'web', image: 'web', volumeMounts: [{ name: 'data', mountPath: '/d' }] }],
  volumes: [{ name: 'data', ...source }],
});
const deployment = (source: Fields) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: podSpec(source) },
  },
});

/** The data of an object after the claim `made` has left the files, with its volume. */
function toldOf(object: string, removed: Fields, kept: readonly object[]) {
  const { data, because, dataAfterwards } =
    diffObjects([removed, claim('made'), ...kept], kept).objects.find(
      (one) => one.object === object,
    ) ?? {};
  return { data, because, ...(dataAfterwards ? { dataAfterwards } : {}) };
}

const nfs = (path: string, server = 'nas') => ({ nfs: { server, path } });
const csi = (driver: string, volumeHandle: string, volumeAttributes: Fields = {}) => ({
  csi: { driver, volumeHandle, volumeAttributes },
});
const byNfs = (share: string, subdir: string, handle = 'a') =>
  csi('nfs.csi.k8s.io', handle, { server: 'nas', share, subDir: subdir });
const bySmb = (source: string, subdir?: string) =>
  csi('smb.csi.k8s.io', `${source}${subdir}`, { source, subDir: subdir });
const efs = (handle: string) => csi('efs.csi.aws.com', handle);
const FS = 'fs-0123abcd';
const DNS = '.efs.eu-west-1.amazonaws.com';
const onNode = (source: Fields, node = 'one') => ({
  ...source,
  nodeAffinity: {
    required: {
      nodeSelectorTerms: [
        { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [node] }] },
      ],
    },
  },
});
const hostPath = (path: string) => ({ hostPath: { path } });

const IS_IN = `it lies in the folder of PersistentVolume/made: ${LOST}`;
const IS_SAME = `PersistentVolume/made names the same storage: ${LOST}`;

test.each<[string, Fields, Fields, string | undefined]>([
  ['below it', nfs('/e/made'), nfs('/e/made/sub/sub'), IS_IN],
  ['below it, in another spelling', nfs('/e/made/'), nfs('/e//made/./sub'), IS_IN],
  ['the folder itself', nfs('/e/made'), nfs('/e/made/'), IS_SAME],
  ['above it', nfs('/e/made'), nfs('/e'), undefined],
  ['whose name begins alike', nfs('/e/made'), nfs('/e/made-too'), undefined],
  ['of another server', nfs('/e/made'), nfs('/e/made/sub', 'other'), undefined],
  ['that a driver mounts', nfs('/e/made'), byNfs('/e', 'made/sub'), IS_IN],
  ['of one that a driver made', byNfs('/e', 'made'), nfs('/e/made/sub'), IS_IN],
  ['that two handles name', byNfs('/e', 'made'), byNfs('/e/made', '', 'b'), IS_SAME],
  ['of a share of Windows', bySmb('//nas/e', 'made'), bySmb('//nas/e', 'made/sub'), IS_IN],
  ['of a folder of it', bySmb('//nas/e', 'made'), bySmb('//nas/e/made/', 'sub'), IS_IN],
  ['of another share', bySmb('//nas/e', 'made'), bySmb('//nas/f', 'made/sub'), undefined],
  ['of EFS, by a handle with its type', efs('fs-1:/made'), efs('efs:fs-1:/made/sub'), IS_IN],
  ['of EFS, by its DNS name', efs(`${FS}:/made`), efs(`${FS}${DNS}:/made/sub`), IS_IN],
  ['of EFS, by that of a zone', efs(`a.${FS}${DNS}:/made`), efs(`${FS}:/made`), IS_SAME],
  ['of S3 files alone', efs('s3files:fs-1:/made'), efs('s3files:fs-1:/made/sub'), IS_IN],
  ['of S3 files', efs('fs-1:/made'), efs('s3files:fs-1:/made'), undefined],
  ['of a node', onNode(hostPath('/d/made')), onNode({ local: { path: '/d/made/sub' } }), IS_IN],
  [
    'of another node',
    onNode(hostPath('/d/made')),
    onNode({ local: { path: '/d/made/sub' } }, 'two'),
    undefined,
  ],
])('a folder %s', (_what, removed, source, because) => {
  const kept = [volume('own', source), claim('own')];
  const expected = because === undefined ? { data: 'kept' } : { data: 'lost', because };
  expect(toldOf('PersistentVolume/own', made(removed), kept)).toEqual(expected);
  expect(toldOf('PersistentVolumeClaim/shop/own', made(removed), kept)).toEqual(expected);
});

test('an access point is one storage, with the type of its file system and without', () => {
  const kept = [volume('own', efs('efs:fs-1:/a:fsap-1')), claim('own')];
  expect(toldOf('PersistentVolume/own', made(efs('fs-1::fsap-1')), kept)).toEqual({
    data: 'may be lost',
    because: IS_SAME,
  });
});

test('a folder is lost below the folder of a volume that lies in another one', () => {
  const kept = [volume('own', nfs('/e/made/sub')), claim('own')];
  const removed = [made(nfs('/e/made')), claim('made')];
  const between = volume('between', nfs('/e'));
  expect(
    diffObjects([...removed, ...kept, between], [...kept, between]).objects.slice(0, 3),
  ).toMatchObject([
    { object: 'PersistentVolume/own', data: 'lost', because: IS_IN },
    { object: 'PersistentVolumeClaim/shop/own', data: 'lost', because: IS_IN },
    { object: 'PersistentVolume/between', verdict: 'unchanged' },
  ]);
});

test('nothing is lost below a folder that nobody deletes', () => {
  const kept = [volume('own', nfs('/e/made/sub')), claim('own')];
  expect(toldOf('PersistentVolume/own', volume('made', nfs('/e/made')), kept)).toEqual({
    data: 'kept',
  });
  const inline = [deployment(nfs('/e/made')), ...kept];
  const left = diffObjects(inline, kept).objects.find(
    ({ object }) => object === 'PersistentVolume/own',
  );
  expect(left?.data).toBe('kept');
});

test('what pods still use is lost with the last of them, with all that lies in it', () => {
  const user = deployment({ persistentVolumeClaim: { claimName: 'made' } });
  const kept = [volume('own', nfs('/e/made/sub')), claim('own'), user];
  expect(toldOf('PersistentVolume/own', made(nfs('/e/made')), kept)).toEqual({
    data: 'may be lost',
    because: IS_IN,
    dataAfterwards: 'lost',
  });
});

const RETAINED =
  'its driver deletes the volume, and leaves its folder on the share (onDelete: retain)';
const RENAMED =
  'its driver deletes the volume, and renames its folder on the share (onDelete: archive)';
const ARCHIVED =
  'its driver deletes the volume, and renames its folder on the share (archiveOnDelete)';
const SUBDIR = 'k8s-sigs.io/nfs-subdir-external-provisioner';

describe.each<[string, Fields, object[], string | undefined, boolean]>([
  ['that its driver keeps', byNfs('/e', 'made', 'nas#e#made#uid#retain'), [], RETAINED, false],
  ['that its driver renames', byNfs('/e', 'made', 'nas#e#made#uid#Archive'), [], RENAMED, true],
  ['of an old handle', byNfs('/e', 'made', 'nas/e/made'), [], undefined, true],
  [
    'of a share of Windows that is kept',
    csi('smb.csi.k8s.io', '//nas/e#made#uid#retain', { source: '//nas/e', subdir: 'made' }),
    [],
    RETAINED,
    false,
  ],
  ['that is archived by default', nfs('/e/made'), [storageClass(SUBDIR)], ARCHIVED, true],
  [
    'that is archived',
    nfs('/e/made'),
    [storageClass('shop/nfs', { archiveOnDelete: 'true' })],
    ARCHIVED,
    true,
  ],
  [
    'that is not archived',
    nfs('/e/made'),
    [storageClass('shop/nfs', { archiveOnDelete: 'false' })],
    undefined,
    true,
  ],
  [
    'that is kept, whatever is archived',
    nfs('/e/made'),
    [storageClass(SUBDIR, { archiveOnDelete: 'false', onDelete: 'retain' })],
    RETAINED,
    false,
  ],
  [
    'that is deleted, whatever is archived',
    nfs('/e/made'),
    [storageClass(SUBDIR, { onDelete: 'delete' })],
    undefined,
    true,
  ],
  ['of another provisioner', nfs('/e/made'), [storageClass('shop/nfs')], undefined, true],
])('the folder of a removed volume %s', (_what, source, classes, because, isGone) => {
  const data = because === undefined ? 'lost' : 'left behind';
  const why = because ?? LOST;

  test('has the data that its driver leaves', () => {
    const found = toldOf('PersistentVolumeClaim/shop/made', made(source), classes);
    expect(found).toEqual({ data, because: why });
  });

  test('is found by others as far as it is there', () => {
    const own = source.csi ? bySmb('//nas/e', 'made/sub') : nfs('/e/made/sub');
    const kept = [
      ...classes,
      volume(
        'own',
        (source.csi as Fields | undefined)?.driver === 'nfs.csi.k8s.io' ? nfs('/e/made/sub') : own,
      ),
      claim('own'),
    ];
    expect(toldOf('PersistentVolume/own', made(source), kept)).toEqual(
      isGone
        ? { data, because: `it lies in the folder of PersistentVolume/made: ${why}` }
        : { data: 'kept' },
    );
  });
});

test.each<[string, Fields, string | undefined]>([
  ['nfs.csi.k8s.io', { onDelete: 'archive' }, RENAMED],
  ['nfs.csi.k8s.io', { ondelete: 'Retain' }, RETAINED],
  ['smb.csi.k8s.io', { onDelete: 'retain' }, RETAINED],
  ['nfs.csi.k8s.io', { onDelete: 'delete' }, undefined],
  ['ebs.csi.aws.com', { onDelete: 'retain' }, undefined],
  [SUBDIR, {}, ARCHIVED],
])('a claim of a class of %s with %j, whose volume is not in the files', (driver, given, left) => {
  const own = storageClass(driver, given);
  const { volumeName: _none, ...spec } = claim('made').spec;
  const [told] = diffObjects([own, { ...claim('made'), spec }], [own]).objects.slice(1);
  expect(told).toMatchObject({
    object: 'PersistentVolumeClaim/shop/made',
    data: left === undefined ? 'lost' : 'left behind',
    because: left ?? 'its driver deletes the volume with the claim (reclaim policy Delete)',
  });
  expect(told.remedy).toBe(
    left === undefined
      ? 'keep the claim in the files; or set persistentVolumeReclaimPolicy: Retain on its volume in the cluster before this is merged'
      : 'to use the data again, name the folder in another volume',
  );
});

test.each<[string, Fields, Fields, string | undefined]>([
  [
    'a disk',
    { gcePersistentDisk: { pdName: 'a' } },
    { gcePersistentDisk: { pdName: 'a' } },
    IS_SAME,
  ],
  [
    'another disk',
    { gcePersistentDisk: { pdName: 'a' } },
    { gcePersistentDisk: { pdName: 'b' } },
    undefined,
  ],
  [
    'a disk by its driver',
    csi('ebs.csi.aws.com', 'vol-1'),
    { awsElasticBlockStore: { volumeID: 'aws://eu-1a/vol-1' } },
    IS_SAME,
  ],
  [
    'a disk of Azure',
    csi('disk.csi.azure.com', '/d/a'),
    { azureDisk: { diskName: 'a', diskURI: '/d/a' } },
    IS_SAME,
  ],
  [
    'a disk of vSphere',
    { vsphereVolume: { volumePath: '[a] b' } },
    { vsphereVolume: { volumePath: '[a] b' } },
    IS_SAME,
  ],
  [
    'a share of the own namespace',
    { azureFile: { secretName: 'key', shareName: 'a', secretNamespace: 'shop' } },
    { azureFile: { secretName: 'key', shareName: 'a' } },
    IS_SAME,
  ],
  ['a folder', nfs('/e/made'), nfs('/e/made'), IS_SAME],
  ['a folder below', nfs('/e/made'), nfs('/e/made/sub'), IS_IN],
  [
    'a folder that a driver mounts',
    nfs('/e/made'),
    { csi: { driver: 'nfs.csi.k8s.io', volumeAttributes: { server: 'nas', share: '/e/made' } } },
    IS_SAME,
  ],
  ['a folder of any node', hostPath('/d/made'), hostPath('/d/made/sub'), IS_IN],
  ['nothing that lasts', nfs('/e/made'), { emptyDir: {} }, undefined],
])(
  'pods that name %s without a claim lose what its driver deletes',
  (_what, source, own, because) => {
    const expected = because === undefined ? { data: undefined } : { data: 'lost', because };
    expect(toldOf('Deployment/shop/web', made(source), [deployment(own)])).toEqual(expected);
    const job = {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'web', namespace: 'shop' },
      spec: {
        schedule: '@daily',
        jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', ...podSpec(own) } } } },
      },
    };
    expect(toldOf('CronJob/shop/web', made(source), [job])).toEqual(expected);
  },
);

test('what is lost with another volume says which claim to keep', () => {
  const kept = [volume('own', nfs('/e/made')), claim('own'), deployment(nfs('/e/made'))];
  const { objects } = diffObjects([made(nfs('/e/made')), claim('made'), ...kept], kept);
  const remedy =
    'keep the claim of PersistentVolume/made in the files; or set persistentVolumeReclaimPolicy: Retain on it in the cluster before this is merged';
  expect(objects.slice(0, 3).map((one) => one.remedy)).toEqual([remedy, remedy, remedy]);
});

test('a workload that goes as well is not told to lose its storage', () => {
  const disk = { gcePersistentDisk: { pdName: 'a' } };
  const old = [made(disk), claim('made'), deployment(disk)];
  const told = diffObjects(old, []).objects.find(({ object }) => object === 'Deployment/shop/web');
  expect(told).toEqual({ object: 'Deployment/shop/web', verdict: 'deleted' });
});

test('what is surely lost with another volume is no longer only perhaps lost', () => {
  const disk = csi('ebs.csi.aws.com', 'vol-1');
  const perhaps = {
    ...made({ awsElasticBlockStore: { volumeID: 'vol-1' } }),
    metadata: { name: 'perhaps' },
  };
  const told = diffObjects([made(disk), claim('made'), perhaps], []).objects.find(
    ({ object }) => object === 'PersistentVolume/perhaps',
  );
  expect(told).toMatchObject({ data: 'lost', because: IS_SAME });
});

describe.each<[string, Fields, Fields]>([
  ['an NFS folder', nfs('/e/own'), nfs('/e/own/')],
  ['an NFS folder that a driver mounts', nfs('/e/own'), byNfs('/e', 'own')],
  ['a disk', { gcePersistentDisk: { pdName: 'a' } }, { gcePersistentDisk: { pdName: 'a' } }],
])('a workload that named %s without a claim', (_what, inline, source) => {
  const byClaim = deployment({ persistentVolumeClaim: { claimName: 'own' } });
  const dataOf = (old: readonly object[], next: readonly object[], object: string) =>
    diffObjects(old, next).objects.find((one) => one.object === object)?.data;

  test('finds its data by a claim', () => {
    const next = [volume('own', source), claim('own'), byClaim];
    expect(dataOf([deployment(inline)], next, 'Deployment/shop/web')).toBeUndefined();
  });

  test('leaves its data behind where the claim has another volume', () => {
    const next = [volume('own', nfs('/e/other')), claim('own'), byClaim];
    expect(dataOf([deployment(inline)], next, 'Deployment/shop/web')).toBe('left behind');
  });

  test('finds the data of the claim that it had before', () => {
    const kept = [volume('own', source), claim('own')];
    const label = 'PersistentVolumeClaim/shop/own';
    expect(dataOf([...kept, byClaim], [...kept, deployment(inline)], label)).toBe('kept');
    const other = deployment(nfs('/e/other'));
    expect(dataOf([...kept, byClaim], [...kept, other], label)).toBe('left behind');
  });
});

test('a partition of a disk is not the whole disk of a volume', () => {
  const disk = { pdName: 'a' };
  const next = [
    volume('own', { gcePersistentDisk: disk }),
    claim('own'),
    deployment({ persistentVolumeClaim: { claimName: 'own' } }),
  ];
  const { objects } = diffObjects(
    [deployment({ gcePersistentDisk: { ...disk, partition: 1 } })],
    next,
  );
  expect(objects.find(({ object }) => object === 'Deployment/shop/web')).toMatchObject({
    data: 'left behind',
    because: 'Deployment/shop/web mounts something else at /d',
  });
});
