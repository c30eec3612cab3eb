import { App, Chart, Lazy, Testing } from 'cdk8s';
import { PersistentVolumeAccessMode, PersistentVolumeReclaimPolicy } from 'cdk8s-plus-28';
import {
  EfsFileSystem,
  EfsProvisioningMode,
  EfsStorageClass,
  EfsStorageClassProps,
  VolumeBindingMode,
} from '../../../src';
import { refusal } from '../../csi/tree';
import { find } from '../../support/manifests';
import { expectValid } from '../../support/validate';

const chart = () => new Chart(new App(), 'test', { namespace: 'team' });
const files = new EfsFileSystem('fs-0123456789abcdef0');

function synthesize(scope: Chart): any[] {
  const manifests = Testing.synth(scope);
  expectValid(manifests);
  return manifests;
}

test('a class has the parameters that the driver and EFS need, and no more', () => {
  const scope = chart();
  files.storageClass(scope, 'dynamic');
  expect(synthesize(scope)).toEqual([
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'dynamic' },
      provisioner: 'efs.csi.aws.com',
      parameters: {
        provisioningMode: 'efs-ap',
        fileSystemId: 'fs-0123456789abcdef0',
        directoryPerms: '700',
      },
    },
  ]);
});

test('every parameter is a text under the name that the driver knows', () => {
  const scope = chart();
  new EfsStorageClass(scope, 'x', {
    name: 'dynamic',
    provisioningMode: EfsProvisioningMode.EFS_ACCESS_POINT,
    fileSystemIdConfigRef: 'ns/cm/key',
    directoryPerms: '0755',
    uid: 1000,
    gid: 0,
    gidRangeStart: 1000,
    gidRangeEnd: 2000,
    basePath: '/base',
    subPathPattern: '${.PVC.name}',
    ensureUniqueDirectory: false,
    reuseAccessPoint: false,
    enforceZoneAffinity: true,
    enableTagging: false,
    az: 'us-east-1a',
    provisionerSecretName: 'x-account',
    provisionerSecretNamespace: 'kube-system',
    reclaimPolicy: PersistentVolumeReclaimPolicy.RETAIN,
    volumeBindingMode: VolumeBindingMode.WAIT_FOR_FIRST_CONSUMER,
    mountOptions: ['iam'],
    isDefault: true,
    labels: { a: 'b' },
  });
  expect(synthesize(scope)).toEqual([
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: {
        name: 'dynamic',
        labels: { a: 'b' },
        annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
      },
      provisioner: 'efs.csi.aws.com',
      parameters: {
        provisioningMode: 'efs-ap',
        fileSystemIdConfigRef: 'ns/cm/key',
        directoryPerms: '0755',
        uid: '1000',
        gid: '0',
        gidRangeStart: '1000',
        gidRangeEnd: '2000',
        basePath: '/base',
        subPathPattern: '${.PVC.name}',
        ensureUniqueDirectory: 'false',
        reuseAccessPoint: 'false',
        az: 'us-east-1a',
        enforceZoneAffinity: 'true',
        enableTagging: 'false',
        'csi.storage.k8s.io/provisioner-secret-name': 'x-account',
        'csi.storage.k8s.io/provisioner-secret-namespace': 'kube-system',
      },
      reclaimPolicy: 'Retain',
      volumeBindingMode: 'WaitForFirstConsumer',
      mountOptions: ['iam'],
    },
  ]);
});

test('a claim of a class is one that can be mounted', () => {
  const scope = chart();
  const claim = files.dynamicClaim(scope, 'uploads', {
    storageClass: files.storageClass(scope, 'dynamic'),
  });
  expect(claim.asVolume().name).toBe('uploads');
  expect(find(synthesize(scope), 'PersistentVolumeClaim')).toEqual({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'uploads', namespace: 'team' },
    spec: {
      accessModes: ['ReadWriteMany'],
      resources: { requests: { storage: '1Gi' } },
      storageClassName: 'dynamic',
    },
  });
});

test("a claim of another file system's class is refused", () => {
  const scope = chart();
  const storageClass = new EfsFileSystem('fs-0aaaaaaaaaaaaaaaa').storageClass(scope, 'dynamic');
  expect(() => files.dynamicClaim(scope, 'uploads', { storageClass })).toThrow(
    'test/uploads: storageClass: the class "dynamic" provisions volumes on "fs-0aaaaaaaaaaaaaaaa", not on "fs-0123456789abcdef0"; use a class of the same file system (efs/other-file-system)',
  );
});

test('everything that is wrong with a claim is told at once', () => {
  const scope = chart();
  const storageClass = files.storageClass(scope, 'dynamic');
  const accessModes = [PersistentVolumeAccessMode.READ_ONLY_MANY];
  expect(() =>
    files.dynamicClaim(scope, 'uploads', {
      storageClass,
      accessModes,
      storage: 'x' as any,
      namespace: 'a.b',
    }),
  ).toThrow(
    /^3 errors\n.*accessModes\[0\]: the driver refuses ReadOnlyMany.*\n.*storage: "x" is not a valid quantity.*\n.*namespace: "a.b".*$/,
  );
});

test.each<[string, object, string[]]>([
  [
    'an option that there is not',
    { storageClas: 1, size: '1Gi' },
    [
      'test/uploads: storageClas: there is no option "storageClas", so 1 would have no effect; perhaps you meant "storageClass" (input/unknown-field)',
      'test/uploads: size: there is no option "size", so "1Gi" would have no effect; ' +
        'remove it; the options are fileSystemId, storageClass, name, namespace, storage, accessModes, labels, annotations (input/unknown-field)',
    ],
  ],
  [
    'a number for a size',
    { storage: 5 },
    ['test/uploads: storage: 5 is not a string; write it in quotes: "5" (input/type)'],
  ],
  [
    'a mode for a list',
    { accessModes: 'ReadWriteMany' },
    ['test/uploads: accessModes: "ReadWriteMany" is not a list; use a list (input/type)'],
  ],
  [
    'a name for a class',
    { storageClass: 'dynamic' },
    [
      'test/uploads: storageClass: "dynamic" is not an EfsStorageClass; use a class of the same file system (efs/other-file-system)',
    ],
  ],
  [
    'no class',
    { storageClass: undefined },
    [
      'test/uploads: storageClass: storageClass is required; use a class of the same file system (efs/other-file-system)',
    ],
  ],
  [
    'another file system',
    { fileSystemId: 'fs-0aaaaaaaaaaaaaaaa' },
    [
      'test/uploads: fileSystemId: "fs-0aaaaaaaaaaaaaaaa" is not allowed here; remove it: the object is created on this file system (input/unknown-field)',
    ],
  ],
])('a claim with %s is refused', (_, wrong, lines) => {
  const scope = chart();
  const storageClass = files.storageClass(scope, 'dynamic');
  expect(refusal(() => files.dynamicClaim(scope, 'uploads', { storageClass, ...wrong }))).toEqual(
    lines,
  );
});

test.each<[string, (options: never) => unknown]>([
  ['a shared volume', (options) => files.sharedVolume(chart(), 'x', options)],
  ['a class', (options) => files.storageClass(chart(), 'x', options)],
  ['a claim', (options) => files.dynamicClaim(chart(), 'x', options)],
])('%s on a file system names no other one, and has options that are an object', (_, make) => {
  expect(refusal(() => make({ fileSystemId: 'fs-0aaaaaaaaaaaaaaaa' } as never))).toEqual([
    'test/x: fileSystemId: "fs-0aaaaaaaaaaaaaaaa" is not allowed here; remove it: the object is created on this file system (input/unknown-field)',
  ]);
  expect(refusal(() => make(5 as never))).toEqual([
    'test/x: 5 is not an object; pass an object with options (input/type)',
  ]);
});

test('a file system that is not a text is told of by whatever is made on it', () => {
  const wrong = new EfsFileSystem(5 as never);
  const line = 'test/x: fileSystemId: 5 is not a string; write it in quotes: "5" (input/type)';
  expect(
    refusal(() => wrong.sharedVolume(chart(), 'x', { accessPointId: 'fsap-01234567' })),
  ).toEqual([line]);
  expect(refusal(() => wrong.storageClass(chart(), 'x'))).toContain(line);
  expect(
    refusal(() =>
      wrong.dynamicClaim(chart(), 'x', { storageClass: files.storageClass(chart(), 'dynamic') }),
    ),
  ).toContain(line);
});

test('a late file system is refused, because a class cannot be changed afterwards', () => {
  expect(
    () =>
      new EfsStorageClass(chart(), 'x', {
        fileSystemId: Lazy.any({ produce: () => 'fs-01234567' }),
      }),
  ).toThrow(
    'test/x: fileSystemId: fileSystemId is known only at synthesis; pass a plain value (input/known-late)',
  );
});

test('a shared volume is made on the file system', () => {
  expect(files.sharedVolume(chart(), 'data', { accessPointId: 'fsap-01234567' }).volumeHandle).toBe(
    'fs-0123456789abcdef0::fsap-01234567',
  );
});

describe('bad input', () => {
  const cases: [object, string][] = [
    [
      { fileSystemId: undefined },
      'fileSystemId: one of fileSystemId, fileSystemIdConfigRef, or fileSystemIdSecretRef must be specified; use one of fileSystemId, fileSystemIdConfigRef, fileSystemIdSecretRef (efs/file-system-source)',
    ],
    [
      { fileSystemIdSecretRef: 'ns/s/key' },
      'fileSystemId: only one of fileSystemId, fileSystemIdConfigRef, or fileSystemIdSecretRef can be specified; use one of fileSystemId, fileSystemIdConfigRef, fileSystemIdSecretRef (efs/file-system-source)',
    ],
    [
      { fileSystemId: undefined, fileSystemIdSecretRef: 'x' },
      'fileSystemIdSecretRef: invalid fileSystemIdSecretRef reference: invalid reference format, expected namespace/name/key, got: x; use namespace/name/key (efs/file-system-source)',
    ],
    [
      { provisioningMode: 'efs-fs' },
      'provisioningMode: "efs-fs" is not a valid value; must be one of efs-ap, s3files-ap; perhaps you meant "efs-ap" (input/type)',
    ],
    [
      { directoryPerms: '7' },
      'directoryPerms: "7" is not three or four octal digits; use the permissions, such as "700" (efs/directory-perms)',
    ],
    [{ uid: -1 }, 'uid: "-1" is less than 0; use a number from 0 to 4294967295 (efs/posix-id)'],
    [
      { uid: { toString: 0 } },
      'uid: {"toString":0} is not a whole number; use a whole number (input/type)',
    ],
    [
      { gid: '1000' },
      'gid: "1000" is not a whole number; write it without quotes: 1000 (input/type)',
    ],
    [
      { reuseAccessPoint: 'false' },
      'reuseAccessPoint: "false" is neither true nor false; write it without quotes: false (input/type)',
    ],
    [{ uid: 1.5 }, 'uid: 1.5 is not a whole number; use a whole number (input/type)'],
    [
      { gidRangeStart: 1000 },
      'gidRangeStart: gidRangeStart is set without gidRangeEnd; set both, or neither (efs/gid-range)',
    ],
    [
      { gidRangeStart: 0, gidRangeEnd: 1000 },
      'gidRangeStart: "0" is less than 1; use a number from 1 to 4294967295 (efs/gid-range)',
    ],
    [
      { gidRangeStart: 2000, gidRangeEnd: 1000 },
      'gidRangeEnd: the range ends at 1000, and starts at 2000; set an end that is greater than the start (efs/gid-range)',
    ],
    [
      { subPathPattern: '${.PVC.uid}' },
      'subPathPattern: "${.PVC.uid}" has unknown placeholders; use ${.PV.name}, ${.PVC.name}, ${.PVC.namespace} and plain text (efs/sub-path-pattern)',
    ],
    [
      { subPathPattern: '/', ensureUniqueDirectory: false },
      'subPathPattern: "/" does not name a directory; use a pattern with a name: with this one the claims get everything below basePath (efs/sub-path-pattern)',
    ],
    [
      { basePath: '/a/b/c/d/e/f' },
      'has 7 names, but the driver allows only 5; use fewer directories (efs/root-directory)',
    ],
    [
      { basePath: `/${'a'.repeat(100)}` },
      'basePath: the root directory has at least 142 bytes, and the limit is 100; use shorter names (efs/root-directory)',
    ],
    [
      { provisioningMode: 's3files-ap', az: 'us-east-1a' },
      'az: az is for EFS, not for s3files-ap; remove it (efs/s3-files-unsupported)',
    ],
    [
      { provisioningMode: 's3files-ap', reuseAccessPoint: true },
      'reuseAccessPoint: reuseAccessPoint is for EFS, not for s3files-ap; remove it (efs/s3-files-unsupported)',
    ],
    [
      { provisionerSecretName: 'x' },
      'Both must be specified; set one name and one namespace, or remove both (efs/secret-parameter)',
    ],
    [
      { reclaimPolicy: 'Keep' },
      'reclaimPolicy: "Keep" is not a valid value; must be one of Delete, Retain (input/type)',
    ],
    [
      { mountOptions: ['crossaccount'] },
      'mountOptions[0]: crossaccount is not a mount option of the driver; set it to "true" in the provisioner secret (efs/mount-option)',
    ],
    [{ name: 'EFS' }, 'name: "EFS": a lowercase RFC 1123 subdomain'],
  ];
  test.each(cases)('%j is refused', (wrong, message) => {
    const make = () =>
      new EfsStorageClass(chart(), 'dynamic', {
        fileSystemId: 'fs-0123456789abcdef0',
        ...wrong,
      } as EfsStorageClassProps);
    expect(make).toThrow(message);
  });
});

test('parameters of more than 256 KiB are told of, as of any class', () => {
  const make = () =>
    new EfsStorageClass(chart(), 'x', {
      fileSystemId: 'fs-0123456789abcdef0',
      provisionerSecretName: 's'.repeat(256 * 1024),
      provisionerSecretNamespace: 'n',
    });
  expect(refusal(make)).toEqual([
    'test/x: parameters: the names and values of the parameters have 262305 bytes in total; use at most 262144 (256 KiB) (storage/parameters)',
  ]);
});
