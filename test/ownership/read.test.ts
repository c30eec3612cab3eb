/**
 * The facts that are read of the volumes of a pod: field by field, from the pod, the claim, its
 * persistent volume and its class.
 */
import { targetFacts } from '../../src/facts';
import { driversAmong } from '../../src/judge';
import { readVolumes } from '../../src/ownership/read';
import { VolumeFacts } from '../../src/ownership/spec';
import { readTopology } from '../../src/topology';
import { parseManifests } from '../support/manifests';

/** The facts of the volume "data" of a pod, beside other objects. */
function read(
  volume: string,
  others = '',
  mounts = '[{name: data, mountPath: /data}]',
  devices = '[]',
): VolumeFacts {
  const yaml = `
apiVersion: v1
kind: Pod
metadata: {name: app, namespace: shop}
spec:
  containers:
  - {name: app, image: example, volumeMounts: ${mounts}, volumeDevices: ${devices}}
  volumes:
  - {name: data, ${volume}}
---
${others}`;
  const topology = readTopology(
    parseManifests(yaml).map((manifest, index) => ({ key: String(index), manifest })),
  );
  return readVolumes(topology.workloads[0], {
    topology,
    driver: driversAmong(topology, targetFacts()),
  })[0];
}

const CLAIM = (spec: string, metadata = '') => `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: shop${metadata}}
spec: {${spec}}
---
`;
const VOLUME = (spec: string) =>
  CLAIM('volumeName: pv') +
  `
apiVersion: v1
kind: PersistentVolume
metadata: {name: pv}
spec: {claimRef: {name: data, namespace: shop}, capacity: {storage: 1Gi}, nodeAffinity: {required: {}}, ${spec}}
---
`;
const CLASS = (provisioner: string, more = '', name = 'sc') => `
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: ${name}}
provisioner: ${provisioner}
${more}
---
`;
const OF_CLAIM = 'persistentVolumeClaim: {claimName: data}';

describe('a volume of the pod itself', () => {
  test.each<[string, object]>([
    ['emptyDir: {}', { source: 'emptyDir' }],
    ['hostPath: {path: /srv}', { source: 'hostPath', path: '/srv' }],
    ['nfs: {server: filer, path: /x}', { source: 'nfs', identity: 'nfs filer:/x' }],
    [
      'nfs: {server: filer, path: /x, readOnly: true}',
      { source: 'nfs', identity: 'nfs filer:/x', isReadOnly: true },
    ],
    ['iscsi: {targetPortal: a, readOnly: true}', { source: 'iscsi', isReadOnly: true }],
    ['fc: {lun: 0, readOnly: true}', { source: 'fc', isReadOnly: true }],
    ['flexVolume: {driver: a/b, readOnly: true}', { source: 'flexVolume', isReadOnly: true }],
    ['rbd: {image: x, readOnly: true}', { source: 'rbd' }],
    ['glusterfs: {path: /x}', { source: 'glusterfs' }],
    [
      'csi: {driver: smb.csi.k8s.io}',
      { source: 'csi', driver: 'smb.csi.k8s.io', fsType: '', accessModes: ['ReadWriteOnce'] },
    ],
    [
      'csi: {driver: example.com, fsType: ext4, readOnly: true, volumeAttributes: {protocol: nfs}}',
      {
        source: 'csi',
        driver: 'example.com',
        fsType: 'ext4',
        accessModes: ['ReadWriteOnce'],
        isNfs: true,
        isReadOnly: true,
      },
    ],
    [
      'csi: {driver: example.com, volumeAttributes: {protocol: 4, mount: nfs}}',
      { source: 'csi', driver: 'example.com', fsType: '', accessModes: ['ReadWriteOnce'] },
    ],
    ['csi: {driver: 5}', { source: 'csi', driver: '', fsType: '', accessModes: ['ReadWriteOnce'] }],
    [
      'awsElasticBlockStore: {volumeID: a, fsType: xfs}',
      {
        source: 'awsElasticBlockStore',
        migratedFrom: 'awsElasticBlockStore',
        driver: 'ebs.csi.aws.com',
        fsType: 'xfs',
        accessModes: ['ReadWriteOnce'],
      },
    ],
    [
      'awsElasticBlockStore: {volumeID: a, readOnly: true}',
      {
        source: 'awsElasticBlockStore',
        migratedFrom: 'awsElasticBlockStore',
        driver: 'ebs.csi.aws.com',
        fsType: '',
        accessModes: ['ReadWriteOnce'],
        isReadOnlyBelow: true,
      },
    ],
    [
      'azureDisk: {diskName: a}',
      {
        source: 'azureDisk',
        migratedFrom: 'azureDisk',
        driver: 'disk.csi.azure.com',
        fsType: 'ext4',
        accessModes: ['ReadWriteOnce'],
      },
    ],
    [
      'azureFile: {shareName: a, fsType: ext4}',
      {
        source: 'azureFile',
        migratedFrom: 'azureFile',
        driver: 'file.csi.azure.com',
        fsType: '',
        accessModes: ['ReadWriteMany'],
      },
    ],
  ])('%s', (volume, facts) => {
    expect(read(volume)).toEqual({ name: 'data', isInline: true, ...facts });
  });

  test('of no kind at all', () => {
    expect(read('x: 1')).toEqual({ name: 'data', isInline: true });
  });
});

describe('how containers mount it', () => {
  const SCRATCH = { name: 'data', isInline: true, source: 'emptyDir' };
  test.each<[string, string, object]>([
    ['[]', '[]', { isUnmounted: true }],
    ['[{name: other, mountPath: /o}]', '[]', { isUnmounted: true }],
    ['[{name: data, mountPath: /a, readOnly: true}]', '[]', { isOnlyRead: true }],
    ['[{name: data, mountPath: /a, readOnly: true}, {name: data, mountPath: /b}]', '[]', {}],
    ['[]', '[{name: data, devicePath: /dev/x}]', { isBlock: true }],
  ])('%s and %s', (mounts, devices, facts) => {
    expect(read('emptyDir: {}', '', mounts, devices)).toEqual({ ...SCRATCH, ...facts });
  });
});

describe('a claim', () => {
  const BARE = { name: 'data', isInline: false, claim: 'data', identity: 'claim shop/data' };

  test.each<[string, string, object]>([
    ['that is not there', '', {}],
    ['of which nothing is known', CLAIM('storageClassName: sc'), {}],
    [
      'with modes and a size',
      CLAIM('accessModes: [ReadWriteMany, 5], resources: {requests: {storage: 2Ki}}'),
      { accessModes: ['ReadWriteMany'], bytes: 2048 },
    ],
    [
      'with a size that is a number',
      CLAIM('resources: {requests: {storage: 4096}}'),
      { bytes: 4096 },
    ],
    ['with a size that is none', CLAIM('resources: {requests: {storage: [1]}}'), {}],
    ['of a device', CLAIM('volumeMode: Block'), { isBlock: true }],
    ['of files', CLAIM('volumeMode: Filesystem'), {}],
  ])('%s', (_what, others, facts) => {
    expect(read(OF_CLAIM, others)).toEqual({ ...BARE, ...facts });
  });

  test('that the pod takes read-only', () => {
    expect(read('persistentVolumeClaim: {claimName: data, readOnly: true}')).toEqual({
      ...BARE,
      isReadOnly: true,
    });
  });

  test("of an ephemeral volume is nobody else's", () => {
    const { identity, ...facts } = read(
      'ephemeral: {volumeClaimTemplate: {metadata: {annotations: {volume.beta.kubernetes.io/storage-class: sc}}, spec: {accessModes: [ReadWriteOnce], storageClassName: other}}}',
      CLASS('ebs.csi.aws.com'),
    );
    expect({ identity, facts }).toEqual({
      identity: undefined,
      facts: {
        name: 'data',
        isInline: false,
        claim: 'app-data',
        source: 'csi',
        driver: 'ebs.csi.aws.com',
        fsType: 'ext4',
        accessModes: ['ReadWriteOnce'],
      },
    });
  });

  test.each<[string, string, object]>([
    [
      'nfs',
      'nfs: {server: filer, path: /x, readOnly: true}, accessModes: [ReadWriteMany]',
      {
        source: 'nfs',
        identity: 'nfs filer:/x',
        accessModes: ['ReadWriteMany'],
        isReadOnlyBelow: true,
      },
    ],
    [
      'local, of a device',
      'local: {path: /disk}, volumeMode: Block',
      { source: 'local', identity: 'volume pv', isBlock: true },
    ],
    [
      'hostPath',
      'hostPath: {path: /srv}',
      { source: 'hostPath', identity: 'volume pv', path: '/srv' },
    ],
    [
      'hostPath without path',
      'hostPath: {type: Directory}',
      { source: 'hostPath', identity: 'volume pv' },
    ],
    [
      'csi',
      'csi: {driver: example.com, volumeHandle: h, fsType: xfs}, mountOptions: ["a,b", c]',
      {
        source: 'csi',
        identity: 'csi example.com h',
        driver: 'example.com',
        fsType: 'xfs',
        mountOptions: ['a', 'b', 'c'],
      },
    ],
    [
      'EFS',
      'csi: {driver: efs.csi.aws.com, volumeHandle: fs-1}',
      {
        source: 'csi',
        identity: 'csi efs.csi.aws.com fs-1',
        driver: 'efs.csi.aws.com',
        fsType: '',
        accessPoint: 'none',
      },
    ],
    [
      'EFS with a path',
      'csi: {driver: efs.csi.aws.com, volumeHandle: "fs-1:/fsap-x"}',
      {
        source: 'csi',
        identity: 'csi efs.csi.aws.com fs-1:/fsap-x',
        driver: 'efs.csi.aws.com',
        fsType: '',
        accessPoint: 'none',
      },
    ],
    [
      'EFS with an access point',
      'csi: {driver: efs.csi.aws.com, volumeHandle: "fs-1::fsap-2"}',
      {
        source: 'csi',
        identity: 'csi efs.csi.aws.com fs-1::fsap-2',
        driver: 'efs.csi.aws.com',
        fsType: '',
        accessPoint: 'static',
      },
    ],
    [
      'a disk that Kubernetes handed over',
      'azureDisk: {diskName: a}, accessModes: [ReadWriteOnce]',
      {
        source: 'azureDisk',
        identity: 'volume pv',
        migratedFrom: 'azureDisk',
        driver: 'disk.csi.azure.com',
        fsType: 'ext4',
        accessModes: ['ReadWriteOnce'],
      },
    ],
    [
      'another one',
      'gcePersistentDisk: {pdName: a}',
      {
        source: 'gcePersistentDisk',
        identity: 'volume pv',
        migratedFrom: 'gcePersistentDisk',
        driver: 'pd.csi.storage.gke.io',
        fsType: '',
      },
    ],
    [
      'another one with its file system',
      'gcePersistentDisk: {pdName: a, fsType: xfs}',
      {
        source: 'gcePersistentDisk',
        identity: 'volume pv',
        migratedFrom: 'gcePersistentDisk',
        driver: 'pd.csi.storage.gke.io',
        fsType: 'xfs',
      },
    ],
  ])('with a volume: %s', (_what, spec, facts) => {
    expect(read(OF_CLAIM, VOLUME(spec))).toEqual({ ...BARE, bytes: 1024 ** 3, ...facts });
  });

  test('with a volume of no kind has the modes that it asks for', () => {
    expect(
      read(
        OF_CLAIM,
        CLAIM('volumeName: pv, accessModes: [ReadWriteOnce]') +
          'apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: pv}\nspec: {}\n',
      ),
    ).toEqual({ ...BARE, accessModes: ['ReadWriteOnce'] });
  });

  test.each<[string, string, object]>([
    [
      'a driver whose file system is known',
      CLASS('ebs.csi.aws.com'),
      { source: 'csi', driver: 'ebs.csi.aws.com', fsType: 'ext4' },
    ],
    [
      'a file system of the class',
      CLASS('ebs.csi.aws.com', 'parameters: {csi.storage.k8s.io/fstype: xfs}'),
      { source: 'csi', driver: 'ebs.csi.aws.com', fsType: 'xfs' },
    ],
    [
      'one by the former name',
      CLASS('ebs.csi.aws.com', 'parameters: {fsType: xfs}'),
      { source: 'csi', driver: 'ebs.csi.aws.com', fsType: 'xfs' },
    ],
    [
      'one that is empty',
      CLASS('ebs.csi.aws.com', 'parameters: {fsType: ""}'),
      { source: 'csi', driver: 'ebs.csi.aws.com', fsType: 'ext4' },
    ],
    [
      'a driver of which nothing is known',
      CLASS('example.com'),
      { source: 'csi', driver: 'example.com' },
    ],
    [
      'a provisioner of Kubernetes itself',
      CLASS('kubernetes.io/aws-ebs'),
      { source: 'csi', driver: 'ebs.csi.aws.com', fsType: 'ext4' },
    ],
    [
      'EFS',
      CLASS('efs.csi.aws.com'),
      { source: 'csi', driver: 'efs.csi.aws.com', fsType: '', accessPoint: 'dynamic' },
    ],
    [
      'NFS of Azure Files',
      CLASS('file.csi.azure.com', 'parameters: {protocol: nfs}\nmountOptions: [nconnect=4]'),
      {
        source: 'csi',
        driver: 'file.csi.azure.com',
        fsType: '',
        isNfs: true,
        mountOptions: ['nconnect=4'],
      },
    ],
    [
      'SMB of Azure Files',
      CLASS('file.csi.azure.com', 'parameters: {protocol: smb}'),
      { source: 'csi', driver: 'file.csi.azure.com', fsType: '' },
    ],
    [
      'directories of nodes',
      CLASS('rancher.io/local-path'),
      { source: 'hostPath', isOpenToAll: true },
    ],
    ['volumes that are made by hand', CLASS('kubernetes.io/no-provisioner'), {}],
    ['no provisioner', CLASS('""'), {}],
  ])('with a class: %s', (_what, others, facts) => {
    const { fsType, ...found } = read(OF_CLAIM, CLAIM('storageClassName: sc') + others) as any;
    const { fsType: expected, ...rest } = facts as any;
    expect(found).toEqual({ ...BARE, ...rest });
    expect(fsType ?? '').toBe(expected ?? '');
  });

  test('takes the class that it names before the default one', () => {
    const classes =
      CLASS('example.com', '', 'other').replace(
        '{name: other}',
        '{name: other, annotations: {storageclass.kubernetes.io/is-default-class: "true"}}',
      ) + CLASS('ebs.csi.aws.com');
    expect(read(OF_CLAIM, CLAIM('storageClassName: sc') + classes).driver).toBe('ebs.csi.aws.com');
    expect(read(OF_CLAIM, CLAIM('accessModes: []') + classes).driver).toBe('example.com');
  });
});
