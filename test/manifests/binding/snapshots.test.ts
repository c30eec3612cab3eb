/** Snapshots, their classes, and the names of what claims are made of. */
import { BINDING_JUDGES } from '../../../src/manifests/binding';
import { judged, templateOfClaims } from '../../support/judged';

const GROUP = 'snapshot.storage.k8s.io';
const said = (...manifests: object[]) => judged(BINDING_JUDGES, manifests);
const claim = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  ...templateOfClaims(name, { storageClassName: 'fast', ...spec }),
});
const ofSnapshots = (kind: string, name: string, fields: object) => ({
  apiVersion: `${GROUP}/v1`,
  kind,
  metadata: { name },
  ...fields,
});
const snapshot = (persistentVolumeClaimName: string, volumeSnapshotClassName?: string) =>
  ofSnapshots('VolumeSnapshot', 'monday', {
    spec: { source: { persistentVolumeClaimName }, volumeSnapshotClassName },
  });
const snapshots = (driver: string, fields: object = { deletionPolicy: 'Retain' }) =>
  ofSnapshots('VolumeSnapshotClass', 'snapshots', { driver, ...fields });
const CLASS = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'a.example.com',
};

test.each<readonly [string, readonly object[], string]>([
  [
    'the claim of a snapshot',
    [claim('database'), snapshot('databse')],
    'VolumeSnapshot/monday warning binding/snapshot-name spec.source.persistentVolumeClaimName: the claim "databse" is not declared; perhaps you meant "database"',
  ],
  [
    'the snapshot of a claim',
    [
      claim('database'),
      snapshot('database'),
      claim('copy', { dataSource: { apiGroup: GROUP, kind: 'VolumeSnapshot', name: 'mondy' } }),
    ],
    'PersistentVolumeClaim/copy warning binding/snapshot-name spec.dataSource.name: the snapshot "mondy" is not declared; perhaps you meant "monday"',
  ],
  [
    'the claim of a clone',
    [
      claim('database'),
      claim('copy', { dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'databse' } }),
    ],
    'PersistentVolumeClaim/copy warning binding/snapshot-name spec.dataSourceRef.name: the claim "databse" is not declared; perhaps you meant "database"',
  ],
  [
    'the class of a snapshot',
    [claim('database'), snapshots('a.example.com'), snapshot('database', 'snapshosts')],
    'VolumeSnapshot/monday warning binding/snapshot-name spec.volumeSnapshotClassName: the VolumeSnapshotClass "snapshosts" is not declared; perhaps you meant "snapshots"',
  ],
])('a name that is nearly that of another is told: %s', (_, manifests, line) => {
  expect(said(CLASS, ...manifests)).toEqual([line]);
});

test.each<readonly [string, readonly object[]]>([
  ['of claims that nobody declares', [snapshot('database')]],
  ['that are declared', [CLASS, claim('database'), snapshot('database')]],
  [
    'of other kinds',
    [
      claim('database'),
      claim('copy', {
        dataSourceRef: { apiGroup: 'example.com', kind: 'Backup', name: 'databse' },
      }),
    ],
  ],
])('names are right: %s', (_, manifests) => {
  expect(said(...manifests)).toEqual([]);
});

test('the driver of a snapshot is that of its claim', () => {
  const all = [CLASS, claim('database'), snapshot('database', 'snapshots')];
  expect(said(...all, snapshots('b.example.com'))).toEqual([
    'VolumeSnapshot/monday warning binding/snapshot-driver spec.volumeSnapshotClassName: the VolumeSnapshotClass "snapshots" is of the driver "b.example.com", but the volume of the claim "database" is of "a.example.com": no snapshot is taken; use a VolumeSnapshotClass of a.example.com',
  ]);
  expect(said(...all, snapshots('a.example.com'))).toEqual([]);
  expect(said(...all.slice(1), snapshots('b.example.com'))).toEqual([]);
});

describe('a driver without snapshots and clones', () => {
  const EFS = { ...CLASS, provisioner: 'efs.csi.aws.com' };
  const source = (dataSource: object) => [EFS, claim('database'), claim('copy', { dataSource })];
  const NEVER = 'remove it, and copy the files into the new volume';

  test('takes no snapshot, whatever its class', () => {
    expect(said(EFS, claim('database'), snapshot('database', 'unknown'))).toEqual([
      'VolumeSnapshot/monday warning binding/snapshot-driver spec.source.persistentVolumeClaimName: the volume of the claim "database" is of "efs.csi.aws.com", which makes no snapshots: none is taken; remove it, and back up the files by other means',
    ]);
  });

  test('makes no volume of a snapshot', () => {
    expect(said(...source({ apiGroup: GROUP, kind: 'VolumeSnapshot', name: 'old' }))).toEqual([
      `PersistentVolumeClaim/copy warning binding/snapshot-driver spec.dataSource: "efs.csi.aws.com" makes no volumes of snapshots: the claim "copy" stays Pending; ${NEVER}`,
    ]);
  });

  test('makes no volume of another claim, and says so once', () => {
    const dataSource = { kind: 'PersistentVolumeClaim', name: 'database' };
    const line = `PersistentVolumeClaim/copy warning binding/snapshot-driver spec.dataSource: "efs.csi.aws.com" makes no volumes of other claims: the claim "copy" stays Pending; ${NEVER}`;
    expect(said(...source(dataSource))).toEqual([line]);
    expect(
      said(EFS, claim('database'), claim('copy', { dataSource, dataSourceRef: dataSource })),
    ).toEqual([line]);
    expect(said(EFS, claim('database'), claim('copy', { dataSourceRef: dataSource }))).toEqual([
      line.replace('spec.dataSource', 'spec.dataSourceRef'),
    ]);
  });

  test('is another matter than one of which nothing is known', () => {
    const dataSource = { kind: 'PersistentVolumeClaim', name: 'database' };
    expect(said(CLASS, claim('database'), claim('copy', { dataSource }))).toEqual([]);
  });
});

test('a class of snapshots has a driver and a policy', () => {
  const at = 'VolumeSnapshotClass/snapshots error binding/snapshot-class';
  expect(said(ofSnapshots('VolumeSnapshotClass', 'snapshots', {}))).toEqual([
    `${at} driver: there is no driver; set the name of the CSI driver`,
    `${at} deletionPolicy: there is no deletionPolicy; use one of Delete, Retain`,
  ]);
  expect(said(snapshots('a.example.com', { deletionPolicy: 'Keep' }))).toEqual([
    `${at} deletionPolicy: "Keep" is not a deletion policy; use one of Delete, Retain`,
  ]);
});
