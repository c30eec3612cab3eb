import { targetFacts } from '../../src/facts';
import { decide } from '../../src/ownership/decide';
import { DriverGroups, OwnershipContext, VolumeFacts } from '../../src/ownership/spec';
import { TABLE } from '../../src/ownership/table';

type Given = Partial<VolumeFacts>;
const INLINE = { isInline: true };
const PERSISTENT = { isInline: false };
const ONCE = ['ReadWriteOnce'];
const MANY = ['ReadWriteMany'];
const csi = (driver: string, more: Given = {}): Given => ({
  ...PERSISTENT,
  source: 'csi',
  driver,
  ...more,
});
const NFS: Given = { ...INLINE, source: 'nfs' };
const HOST = (path: string): Given => ({ ...INLINE, source: 'hostPath', path });
const BLOCK: DriverGroups = { fsGroupPolicy: 'ReadWriteOnceWithFSType' };

function decided(volume: Given, context: OwnershipContext = {}) {
  return decide(
    { name: 'data', isInline: false, ...volume },
    { gid: 2000, driver: targetFacts().driver, ...context },
  );
}

/** Row, volume, context, way, sentence, remedy. */
const CASES: readonly (readonly [string, Given, OwnershipContext, string, string, string?])[] = [
  [
    '0',
    NFS,
    { gid: undefined },
    'nothing',
    'no group is set for "data", so its files are left as they are',
  ],
  [
    '1',
    NFS,
    { gid: 0 },
    'refuse',
    '0 is not a valid group',
    'use the group of the application; 0 is that of root',
  ],
  [
    '1',
    NFS,
    { gid: -1 },
    'refuse',
    '-1 is not a valid group',
    'use a whole number from 1 to 2147483647',
  ],
  [
    '1',
    NFS,
    { gid: 2147483648 },
    'refuse',
    '2147483648 is not a valid group',
    'use a whole number from 1 to 2147483647',
  ],
  [
    '1',
    NFS,
    { gid: 1.5 },
    'refuse',
    '1.5 is not a valid group',
    'use a whole number from 1 to 2147483647',
  ],
  [
    '2',
    NFS,
    { os: 'windows' },
    'refuse',
    'the pod is for Windows, where fsGroup and supplementalGroups must not be set',
    'remove the group',
  ],
  [
    '3',
    { ...NFS, isUnmounted: true },
    {},
    'nothing',
    'no container mounts "data", so kubelet never sets it up',
  ],
  [
    '4',
    csi('ebs.csi.aws.com', { isBlock: true }),
    {},
    'refuse',
    '"data" is a block device, which has no files whose group could change',
    'remove it',
  ],
  [
    '5',
    { ...INLINE, source: 'image' },
    {},
    'nothing',
    '"data" is an image, which can only be read, so its files are left as they are',
  ],
  [
    '5',
    { ...INLINE, source: 'image' },
    { wish: { access: 'write' } },
    'refuse',
    '"data" is an image, which can only be read',
    'write to a volume of another kind',
  ],
  [
    '5',
    csi('secrets-store.csi.k8s.io', INLINE),
    {},
    'nothing',
    '"data" is an ephemeral volume of the CSI driver secrets-store.csi.k8s.io, which can only be read, so its files are left as they are',
  ],
  [
    '6',
    { ...INLINE, source: 'secret' },
    {},
    'fsGroup',
    '"data" is a secret volume, whose files kubelet makes readable for fsGroup 2000',
  ],
  [
    '6',
    { ...INLINE, source: 'configMap' },
    { wish: { access: 'write' } },
    'refuse',
    '"data" is a configMap volume, which can only be read',
    'write to a volume of another kind',
  ],
  [
    '7',
    { ...INLINE, source: 'emptyDir' },
    {},
    'fsGroup',
    '"data" is an emptyDir, which kubelet creates with fsGroup 2000',
  ],
  [
    '8',
    { ...INLINE, source: 'gitRepo' },
    {},
    'refuse',
    '"data" is a gitRepo volume, which kubelet no longer mounts: the pod would never start',
    'use an emptyDir and clone in an init container',
  ],
  [
    '10',
    csi('ebs.csi.aws.com', { isReadOnly: true }),
    {},
    'refuse',
    '"data" is a volume of the CSI driver ebs.csi.aws.com that is read-only for the pod, so neither kubelet nor an init container can change its group',
    'remove readOnly from the volume, exclude it, or set skipReadOnly',
  ],
  [
    '10',
    { ...NFS, isReadOnly: true },
    { wish: { ifReadOnly: 'skip' } },
    'nothing',
    '"data" is an NFS volume that is read-only for the pod, so its files are left as they are',
  ],
  [
    '11',
    csi('ebs.csi.aws.com', { isReadOnlyBelow: true }),
    {},
    'refuse',
    '"data" is a volume of the CSI driver ebs.csi.aws.com that is only for reading (readOnly), so the pod could not write, whatever its group',
    'mount it read-only, or use a volume that can be written',
  ],
  [
    '11',
    { ...PERSISTENT, source: 'iscsi', accessModes: ['ReadOnlyMany'] },
    {},
    'refuse',
    '"data" is an iSCSI volume that is only for reading (ReadOnlyMany), so the pod could not write, whatever its group',
    'mount it read-only, or use a volume that can be written',
  ],
  [
    '13',
    { ...PERSISTENT, source: 'iscsi', accessModes: ['ReadOnlyMany'], isOnlyRead: true },
    {},
    'fsGroup',
    '"data" is an iSCSI volume, which kubelet attaches, and whose group it sets to fsGroup 2000',
  ],
  [
    '9',
    { ...INLINE, source: 'glusterfs' },
    {},
    'refuse',
    '"data" is a glusterfs volume, for which kubelet no longer has a plugin: the pod would never start',
    'use the CSI driver of the storage',
  ],
  [
    '13',
    { ...PERSISTENT, source: 'local' },
    {},
    'fsGroup',
    '"data" is a local volume, which kubelet attaches, and whose group it sets to fsGroup 2000',
  ],
  [
    '13',
    { ...INLINE, source: 'fc' },
    {},
    'fsGroup',
    '"data" is a Fibre Channel volume, which kubelet attaches, and whose group it sets to fsGroup 2000',
  ],
  [
    '14',
    { ...INLINE, source: 'flexVolume' },
    {},
    'fsGroup',
    '"data" is a flexVolume volume, whose driver leaves the group to kubelet unless it says otherwise: fsGroup 2000',
  ],
  [
    '14',
    { ...INLINE, source: 'flexVolume' },
    { wish: { flexFsGroup: false } },
    'init',
    '"data" is a flexVolume volume, whose driver lacks the capability fsGroup, so an init container must change its group to 2000',
  ],
  [
    '15',
    { ...PERSISTENT, source: 'hostPath', isOpenToAll: true },
    {},
    'nothing',
    '"data" is a directory of the node that its provisioner makes with mode 0777: everybody may write to it, and kubelet ignores fsGroup on it',
  ],
  [
    '16',
    HOST('/srv/data'),
    {},
    'refuse',
    '"data" is a directory of the node (hostPath), on which kubelet ignores fsGroup, and files of the node are changed only where that is allowed',
    'set allowHostPath, change the group of the directory on the nodes, or use a local volume',
  ],
  [
    '16',
    HOST('/srv/data'),
    { wish: { allowHostPath: true } },
    'refuse',
    '"data" is a directory of the node (hostPath), on which kubelet ignores fsGroup, and the level baseline of Pod Security allows no hostPath',
    'use a local volume, or a namespace of the level privileged',
  ],
  [
    '16',
    HOST('/srv/data'),
    { wish: { allowHostPath: true }, podSecurity: 'privileged' },
    'init',
    '"data" is a directory of the node (hostPath), on which kubelet ignores fsGroup, so an init container must change its group to 2000',
  ],
  ...[
    '/',
    '/etc',
    '/var/',
    '//var/lib/./kubelet',
    '/srv/../usr/share',
    '/etc/app',
    '/home',
    '/root',
    '/var/lib',
    '/var/log',
    '/bin',
    '/boot',
    '/dev',
    '/lib',
    '/lib64',
    '/proc',
    '/run',
    '/sbin',
    '/sys',
    '/var/run',
    '/var/lib/kubelet/pods',
  ].map(
    (path) =>
      [
        '16',
        HOST(path),
        { wish: { allowHostPath: true }, podSecurity: 'privileged' },
        'refuse',
        `"data" is a directory of the node (hostPath), on which kubelet ignores fsGroup, and ${JSON.stringify(path)} is a system directory, whose group must not be changed`,
        'use a separate directory',
      ] as const,
  ),
  [
    '17',
    NFS,
    {},
    'init',
    '"data" is an NFS volume, on which kubelet ignores fsGroup, so an init container must change its group to 2000',
  ],
  [
    '17',
    NFS,
    { wish: { rootSquash: true } },
    'refuse',
    '"data" is an NFS volume, on which kubelet ignores fsGroup, and the server maps root to nobody (rootSquash), so nothing in the cluster can change its group',
    'change the group of the export on the server, and put the group in supplementalGroups',
  ],
  [
    '17',
    NFS,
    { podSecurity: 'restricted' },
    'refuse',
    '"data" is an NFS volume, on which kubelet ignores fsGroup, and the restricted level of Pod Security does not let containers run as root',
    'change the group of the export on the server and put it in supplementalGroups, use a driver with fsGroupPolicy File, or set uid and gid in the mount options or the class',
  ],
  [
    '17',
    NFS,
    { platform: 'openshift' },
    'refuse',
    '"data" is an NFS volume, on which kubelet ignores fsGroup, and OpenShift does not let containers run as root unless an SCC such as anyuid is granted',
    'change the group of the export on the server and put it in supplementalGroups, use a driver with fsGroupPolicy File, or set uid and gid in the mount options or the class, ' +
      'or set allowRoot where such an SCC is granted',
  ],
  [
    '17',
    NFS,
    { platform: 'openshift', isRootAllowed: true },
    'init',
    '"data" is an NFS volume, on which kubelet ignores fsGroup, so an init container must change its group to 2000',
  ],
  [
    '17',
    NFS,
    { gid: 'assigned', platform: 'openshift', isRootAllowed: true },
    'refuse',
    '"data" is an NFS volume, on which kubelet ignores fsGroup, and an init container cannot read the group that the platform assigns',
    'set a fixed group',
  ],
  [
    '7',
    { ...INLINE, source: 'emptyDir' },
    { gid: 'assigned' },
    'fsGroup',
    '"data" is an emptyDir, which kubelet creates with the fsGroup that the platform assigns',
  ],
  [
    '18',
    csi('efs.csi.aws.com', { accessPoint: 'static', fsType: '' }),
    {},
    'refuse',
    '"data" is an EFS volume with an access point: all files belong to the user of the access point, so their group cannot be changed',
    'set the user and group of the access point at EFS, and name the other volumes (volumes: […]); if it has no user, set enforcesIdentity: false in the hints of the volume',
  ],
  [
    '18',
    csi('efs.csi.aws.com', { accessPoint: 'dynamic' }),
    {},
    'refuse',
    '"data" is an EFS volume of a class that makes access points: all files belong to the user of the access point, so their group cannot be changed',
    'set uid and gid in the class, for all its volumes, and name the other volumes (volumes: […])',
  ],
  [
    '19',
    csi('efs.csi.aws.com', { accessPoint: 'none', fsType: '' }),
    {},
    'init',
    '"data" is an EFS volume without access point, on which kubelet ignores fsGroup since it has no file system type, so an init container must change its group to 2000',
  ],
  [
    '19',
    csi('efs.csi.aws.com', { accessPoint: 'static', enforcesIdentity: false, fsType: '' }),
    {},
    'init',
    '"data" is an EFS volume with an access point, on which kubelet ignores fsGroup since it has no file system type, so an init container must change its group to 2000',
  ],
  [
    '21',
    csi('smb.csi.k8s.io'),
    {},
    'driver',
    '"data" is a volume of the CSI driver smb.csi.k8s.io, which takes fsGroup 2000 itself as an option of the mount',
  ],
  [
    '21',
    csi('s3.csi.aws.com', { isReadOnly: true }),
    {},
    'driver',
    '"data" is a volume of the CSI driver s3.csi.aws.com, which takes fsGroup 2000 itself as an option of the mount',
  ],
  [
    '21',
    { ...INLINE, source: 'azureFile', migratedFrom: 'azureFile', driver: 'file.csi.azure.com' },
    {},
    'driver',
    '"data" is a volume of the CSI driver file.csi.azure.com (azureFile), which takes fsGroup 2000 itself as an option of the mount',
  ],
  [
    '20',
    csi('file.csi.azure.com', { isNfs: true }),
    {},
    'driver',
    '"data" is a volume of the CSI driver file.csi.azure.com, which takes fsGroup 2000 and changes the files itself',
  ],
  [
    '22',
    csi('nfs.csi.k8s.io', { accessModes: MANY }),
    {},
    'fsGroup',
    '"data" is a volume of the CSI driver nfs.csi.k8s.io with fsGroupPolicy File, so kubelet sets its group to fsGroup 2000',
  ],
  [
    '22',
    csi('nfs.csi.k8s.io', { accessModes: MANY }),
    { wish: { rootSquash: true } },
    'refuse',
    '"data" is a volume of the CSI driver nfs.csi.k8s.io, on which kubelet fails silently, and the server maps root to nobody (rootSquash), so nothing in the cluster can change its group',
    'change the group of the export on the server, and put the group in supplementalGroups',
  ],
  [
    '27',
    csi('driver.longhorn.io', { accessModes: ONCE, fsType: 'ext4' }),
    {},
    'fsGroup',
    '"data" is a volume of the CSI driver driver.longhorn.io with a file system for one node, so kubelet sets its group to fsGroup 2000',
  ],
  [
    '27',
    csi('driver.longhorn.io', { accessModes: ['ReadWriteOncePod'], fsType: 'ext4' }),
    { minor: 32 },
    'fsGroup',
    '"data" is a volume of the CSI driver driver.longhorn.io with a file system for one node, so kubelet sets its group to fsGroup 2000',
  ],
  [
    '26',
    csi('driver.longhorn.io', { accessModes: MANY, fsType: 'ext4' }),
    {},
    'init',
    '"data" is a volume of the CSI driver driver.longhorn.io, on which kubelet ignores fsGroup since it is ReadWriteMany (fsGroupPolicy ReadWriteOnceWithFSType), so an init container must change its group to 2000',
  ],
  [
    '25',
    csi('driver.longhorn.io', { accessModes: ['ReadWriteOncePod'], fsType: 'ext4' }),
    { minor: 31 },
    'init',
    '"data" is a volume of the CSI driver driver.longhorn.io, on which kubelet before 1.32 ignores fsGroup since it is ReadWriteOncePod, so an init container must change its group to 2000',
  ],
  [
    '24',
    csi('example.com', { accessModes: ONCE, fsType: '' }),
    { driver: () => BLOCK },
    'init',
    '"data" is a volume of the CSI driver example.com, on which kubelet ignores fsGroup since it has no fsType, so an init container must change its group to 2000',
  ],
  [
    '24',
    csi('example.com', { accessModes: ONCE }),
    { driver: () => BLOCK },
    'refuse',
    '"data" is a volume of the CSI driver example.com with fsGroupPolicy ReadWriteOnceWithFSType, and its fsType is unknown: without one kubelet ignores fsGroup',
    'set csi.storage.k8s.io/fstype in the class, or fsType in the volume',
  ],
  [
    '24',
    csi('example.com', { fsType: 'ext4' }),
    { driver: () => BLOCK },
    'refuse',
    '"data" is a volume of the CSI driver example.com with fsGroupPolicy ReadWriteOnceWithFSType, and its access modes are unknown: without ReadWriteOnce kubelet ignores fsGroup',
    'declare the claim or its volume, or name its access modes',
  ],
  [
    '23',
    csi('nfs.manila.csi.openstack.org', { accessModes: MANY }),
    {},
    'init',
    '"data" is a volume of the CSI driver nfs.manila.csi.openstack.org, whose fsGroupPolicy None keeps kubelet from it, so an init container must change its group to 2000',
  ],
  [
    '28',
    csi('example.com', { accessModes: ONCE }),
    {},
    'refuse',
    '"data" is a volume of the CSI driver example.com, and it is unknown whether kubelet sets its group',
    'declare its CSIDriver object, or set its fsGroupPolicy in the drivers of the target',
  ],
  [
    '29',
    { ...INLINE, source: 'unheard' },
    {},
    'refuse',
    '"data" is an unheard volume, so it is unknown who sets the group',
    'name its driver (in the hints of the volume), declare its class or volume, or take it for one whose group kubelet sets (assumeFsGroup)',
  ],
  [
    '29',
    {},
    {},
    'refuse',
    '"data" is an unknown volume, so it is unknown who sets the group',
    'name its driver (in the hints of the volume), declare its class or volume, or take it for one whose group kubelet sets (assumeFsGroup)',
  ],
  [
    '22',
    csi('efs.csi.aws.com', { accessPoint: 'none', accessModes: MANY }),
    { driver: () => ({ fsGroupPolicy: 'File' }) },
    'fsGroup',
    '"data" is an EFS volume without access point with fsGroupPolicy File, so kubelet sets its group to fsGroup 2000',
  ],
  [
    '13',
    { ...PERSISTENT, source: 'iscsi', accessModes: ['ReadOnlyMany', 'ReadWriteOnce'] },
    {},
    'fsGroup',
    '"data" is an iSCSI volume, which kubelet attaches, and whose group it sets to fsGroup 2000',
  ],
  [
    '29',
    { ...PERSISTENT, claim: 'files' },
    {},
    'refuse',
    '"data" is the claim "files", of which neither the volume nor the driver is known, so it is unknown who sets the group',
    'name its driver (in the hints of the volume), declare its class or volume, or take it for one whose group kubelet sets (assumeFsGroup)',
  ],
  [
    '29',
    { ...PERSISTENT, claim: 'files' },
    { wish: { assumeFsGroup: true } },
    'fsGroup',
    '"data" is the claim "files", of which neither the volume nor the driver is known; it is taken for one whose group kubelet sets to fsGroup 2000',
  ],
];

test.each(CASES.map((one) => [one[0], one[3], one[4], one] as const))(
  'row %s: %s, since %s',
  (_row, _way, _sentence, [row, volume, context, way, sentence, remedy]) => {
    const found = decided(volume, context);
    expect({
      row: found.row,
      way: found.way,
      sentence: found.sentence,
      remedy: found.remedy,
    }).toEqual({ row, way, sentence, remedy });
  },
);

test('every row that decides is shown by a case', () => {
  expect(
    TABLE.map(({ id }) => id).filter((id) => id !== '12' && !CASES.some(([row]) => row === id)),
  ).toEqual([]);
});

test('rows have numbers of their own', () => {
  expect(new Set(TABLE.map(({ id }) => id)).size).toBe(TABLE.length);
});

test.each([
  [
    csi('smb.csi.k8s.io'),
    {},
    [
      'the group may write only if the mount options dir_mode and file_mode say so; the first pod on a node decides for all of them',
    ],
  ],
  [
    csi('nfs.csi.k8s.io', { accessModes: MANY }),
    {},
    [
      'kubelet does not report it if the server refuses the change (root_squash); verify does, before the application starts',
    ],
  ],
  ...['nfs.csi.ceph.com', 'filestore.csi.storage.gke.io'].map(
    (driver): [Given, OwnershipContext, string[]] => [
      csi(driver, { accessModes: MANY }),
      {},
      [
        'kubelet does not report it if the server refuses the change (root_squash); verify does, before the application starts',
      ],
    ],
  ),
  [csi('ebs.csi.aws.com', { accessModes: ONCE }), {}, []],
  [
    csi('blob.csi.azure.com', { isNfs: true }),
    {},
    ['the parameter fsGroupChangePolicy of the class decides when, not that of the pod'],
  ],
  [
    { ...PERSISTENT, source: 'local' },
    {},
    [
      'another pod of the node that already has it mounted, with another group or none, keeps kubelet from changing it',
    ],
  ],
  [
    NFS,
    { isOwnUserNamespace: true },
    ['NFS mostly lacks the idmapped mounts that pods with hostUsers: false need'],
  ],
  [NFS, {}, []],
])('what else is to be known of %j in %j', (volume, context, warnings) => {
  expect(decided(volume, context).warnings).toEqual(warnings);
});

test.each([
  ['7', { ...INLINE, source: 'emptyDir' }, false],
  ['6', { ...INLINE, source: 'secret' }, false],
  ['21', csi('smb.csi.k8s.io'), false],
  ['13', { ...PERSISTENT, source: 'local' }, true],
  ['22', csi('ebs.csi.aws.com', { accessModes: ONCE }), true],
  ['17', NFS, false],
])('the change policy counts for row %s: %j %j', (row, volume, counts) => {
  expect([decided(volume as Given).row, decided(volume as Given).hasChangePolicy]).toEqual([
    row,
    counts,
  ]);
});

test.each([
  '/home/app',
  '/root/app',
  '/var/data',
  '/var/lib/app',
  '/var/log/app',
  '/etcetera',
  '/srv',
])('%s is not a directory of the system', (path) => {
  expect(
    decided(HOST(path), { wish: { allowHostPath: true }, podSecurity: 'privileged' }).way,
  ).toBe('init');
});
