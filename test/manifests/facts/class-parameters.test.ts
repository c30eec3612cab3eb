/** Parameters of classes that their drivers do not read, and volumes that drivers do not have. */
import { knownDrivers, knownParameters, isPersistentOnly } from '../../../src/facts';
import { FACT_JUDGES } from '../../../src/manifests/facts';
import { judged, mounting, podOf } from '../../support/judged';

const said = (provisioner: string, parameters?: object) =>
  judged(FACT_JUDGES, [
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'fast' },
      provisioner,
      parameters,
    },
  ]);
const WARNING = 'StorageClass/fast warning manifest/class-parameter';

describe('a parameter that the driver does not read', () => {
  test.each<readonly [string, string, object, string]>([
    [
      'is refused',
      'ebs.csi.aws.com',
      { tpye: 'gp3' },
      'parameters.tpye: ebs.csi.aws.com has no parameter "tpye", so it provisions no volume for the class; perhaps you meant "type"',
    ],
    [
      'is ignored',
      'rook-ceph.rbd.csi.ceph.com',
      { clusterID: 'a', pol: 'b' },
      'parameters.pol: rook-ceph.rbd.csi.ceph.com has no parameter "pol", so it is ignored; perhaps you meant "pool"',
    ],
    [
      'differs in its case',
      'driver.longhorn.io',
      { numberofReplicas: '3' },
      'parameters.numberofReplicas: driver.longhorn.io has no parameter "numberofReplicas", so it is ignored; perhaps you meant "numberOfReplicas"',
    ],
    [
      'is one that it needs',
      'nfs.csi.k8s.io',
      { sever: 'a', share: '/' },
      'parameters.sever: nfs.csi.k8s.io has no parameter "sever", so it provisions no volume for the class; perhaps you meant "server"',
    ],
  ])('%s', (_, provisioner, parameters, words) => {
    expect(said(provisioner, parameters)).toEqual([`${WARNING} ${words}`]);
  });

  test.each<readonly [string, string, object]>([
    ['differs in its case', 'ebs.csi.aws.com', { TYPE: 'gp3', iopspergb: '3' }],
    ['is of the provisioner', 'ebs.csi.aws.com', { 'csi.storage.k8s.io/fstype': 'ext4' }],
    ['is numbered', 'ebs.csi.aws.com', { tagSpecification_1: 'a=b' }],
    ['may be of a later version', 'ebs.csi.aws.com', { replicateTo: 'us-east-1' }],
    ['is of an unknown driver', 'example.com/disks', { tpye: 'a' }],
    ['stands beside the one that it is like', 'smb.csi.k8s.io', { source: 'a', sources: 'b' }],
  ])('is silent on one that %s', (_, provisioner, parameters) => {
    expect(said(provisioner, parameters)).toEqual([]);
  });
});

test('a parameter that the driver needs is missing', () => {
  expect(said('nfs.csi.k8s.io')).toEqual([
    `${WARNING} parameters: nfs.csi.k8s.io provisions no volume for the class without the parameter "server"; add server`,
    `${WARNING} parameters: nfs.csi.k8s.io provisions no volume for the class without the parameter "share"; add share`,
  ]);
});

test('every driver with parameters is a known one, and no parameter is there twice', () => {
  const names = knownDrivers().map(({ name }) => name);
  for (const { driver, known, required = [] } of knownParameters()) {
    expect(names).toContain(driver);
    const all = [...known, ...required].map((one) => one.toLowerCase());
    expect(new Set(all).size).toBe(all.length);
  }
});

describe('a volume of a driver in a pod', () => {
  const inline = (driver: string, ...others: object[]) =>
    judged(FACT_JUDGES, [podOf(mounting([{ name: 'v', csi: { driver } }])), ...others]);
  const driver = (name: string, spec: object) => ({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    metadata: { name },
    spec,
  });
  const told = (name: string) => [
    `Pod/tool warning manifest/inline-volume spec.volumes[0].csi.driver: "${name}" has no ephemeral volumes, so kubelet never mounts "v"; use a claim (persistentVolumeClaim), or one for each pod (ephemeral.volumeClaimTemplate)`,
  ];

  test.each([
    ['of a known driver', 'ebs.csi.aws.com', []],
    ['of one with a prefix', 'rook-ceph.rbd.csi.ceph.com', []],
    ['of one that is declared', 'a.example.com', [driver('a.example.com', {})]],
  ])('%s is told', (_, name, others) => {
    expect(inline(name, ...others)).toEqual(told(name));
  });

  test.each([
    ['of an unknown driver', 'a.example.com', []],
    ['of one that has such', 'secrets-store.csi.k8s.io', []],
    [
      'of one that is declared with them',
      'ebs.csi.aws.com',
      [driver('ebs.csi.aws.com', { volumeLifecycleModes: ['Persistent', 'Ephemeral'] })],
    ],
  ])('%s is right', (_, name, others) => {
    expect(inline(name, ...others)).toEqual([]);
  });

  test('is of a driver that is known, where it is told', () => {
    const names = knownDrivers().map(({ name }) => name);
    expect(names.filter(isPersistentOnly)).toHaveLength(5);
  });
});
