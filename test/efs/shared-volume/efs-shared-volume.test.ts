import { ApiObject, App, Chart, JsonPatch, Lazy, Size, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { SharedVolume } from '../../../imports/aws-efs.managed.openshift.io';
import {
  EfsHandleStyle,
  EfsIdChange,
  EfsSharedVolume,
  EfsSharedVolumeProps,
  Findings,
  Target,
} from '../../../src';
import { describeFinding } from '../../../src/findings';
import { refusal } from '../../csi/tree';
import { find } from '../../support/manifests';
import { expectValid } from '../../support/validate';

const IDS = { fileSystemId: 'fs-0123456789abcdef0', accessPointId: 'fsap-0123456789abcdef0' };
const PROPS: EfsSharedVolumeProps = IDS;

const MEND =
  'use fs- and lower-case hexadecimal digits as fileSystemID, fsap- and such digits as accessPointID, ' +
  'and a name of at most 63 lower-case letters, digits, dashes and dots';

const chart = (namespace: string | undefined = 'team') =>
  new Chart(new App(), 'test', { namespace, disableResourceNameHashes: true });

function synthesize(scope: Chart): any[] {
  const manifests = Testing.synth(scope);
  expectValid(manifests);
  return manifests;
}

test('makes a volume and a claim that are bound to each other', () => {
  const scope = chart();
  new EfsSharedVolume(scope, 'data', PROPS);
  expect(synthesize(scope)).toEqual([
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv-team-data' },
      spec: {
        accessModes: ['ReadWriteMany'],
        capacity: { storage: '1Gi' },
        claimRef: {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          name: 'pvc-data',
          namespace: 'team',
        },
        csi: {
          driver: 'efs.csi.aws.com',
          volumeHandle: 'fs-0123456789abcdef0::fsap-0123456789abcdef0',
        },
        persistentVolumeReclaimPolicy: 'Retain',
        storageClassName: 'efs-sc',
        volumeMode: 'Filesystem',
      },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'pvc-data', namespace: 'team' },
      spec: {
        accessModes: ['ReadWriteMany'],
        resources: { requests: { storage: '1Gi' } },
        storageClassName: 'efs-sc',
        volumeMode: 'Filesystem',
        volumeName: 'pv-team-data',
      },
    },
  ]);
});

test('writes every option where it belongs', () => {
  const scope = chart();
  new EfsSharedVolume(scope, 'x', {
    ...PROPS,
    name: 'data',
    namespace: 'other',
    path: '/in',
    volumeName: 'my-pv',
    claimName: 'my-pvc',
    handleStyle: EfsHandleStyle.TYPED,
    storageClassName: '',
    storage: Size.gibibytes(5),
    request: Size.gibibytes(4),
    accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE],
    mountOptions: ['iam'],
    volumeAttributes: { mounttargetip: '10.0.0.1' },
    labels: { a: 'b' },
    annotations: { c: 'd' },
  });
  expect(synthesize(scope)).toEqual([
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'my-pv', labels: { a: 'b' }, annotations: { c: 'd' } },
      spec: {
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '5Gi' },
        claimRef: {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          name: 'my-pvc',
          namespace: 'other',
        },
        csi: {
          driver: 'efs.csi.aws.com',
          volumeAttributes: { mounttargetip: '10.0.0.1' },
          volumeHandle: 'efs:fs-0123456789abcdef0:/in:fsap-0123456789abcdef0',
        },
        mountOptions: ['iam'],
        persistentVolumeReclaimPolicy: 'Retain',
        storageClassName: '',
        volumeMode: 'Filesystem',
      },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'my-pvc', namespace: 'other', labels: { a: 'b' }, annotations: { c: 'd' } },
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '4Gi' } },
        storageClassName: '',
        volumeMode: 'Filesystem',
        volumeName: 'my-pv',
      },
    },
  ]);
});

test('tells its names and its handle', () => {
  const data = new EfsSharedVolume(chart(), 'data', PROPS);
  expect([
    data.name,
    data.claimName,
    data.volumeName,
    data.claimNamespace,
    data.volumeHandle,
  ]).toEqual([
    'pvc-data',
    'pvc-data',
    'pv-team-data',
    'team',
    'fs-0123456789abcdef0::fsap-0123456789abcdef0',
  ]);
});

test('is mounted by cdk8s-plus as it is', () => {
  const scope = chart();
  const data = new EfsSharedVolume(scope, 'data', PROPS);
  const deployment = new kplus.Deployment(scope, 'app', { containers: [{ image: 'app' }] });
  deployment.containers[0].mount('/data', data);
  const { volumes, containers } = find(synthesize(scope), 'Deployment').spec.template.spec;
  expect(volumes).toEqual([
    { name: 'pvc-data', persistentVolumeClaim: { claimName: 'pvc-data', readOnly: false } },
  ]);
  expect(containers[0].volumeMounts).toEqual([{ name: 'pvc-data', mountPath: '/data' }]);
});

test('patches reach both objects', () => {
  const scope = chart();
  const data = new EfsSharedVolume(scope, 'data', PROPS);
  data.persistentVolume.addJsonPatch(JsonPatch.add('/spec/brandNew', 1));
  ApiObject.of(data.persistentVolumeClaim).addJsonPatch(
    JsonPatch.add('/metadata/labels', { a: 'b' }),
  );
  const [volume, claim] = Testing.synth(scope);
  expect([volume.spec.brandNew, claim.metadata.labels, volume.metadata.namespace]).toEqual([
    1,
    { a: 'b' },
    undefined,
  ]);
});

describe('a changed ID', () => {
  const names = (props: Partial<EfsSharedVolumeProps>) => {
    const data = new EfsSharedVolume(chart(), 'data', { ...PROPS, ...props });
    return [data.volumeName, data.claimName];
  };

  test('keeps the names, so that the API server refuses it', () => {
    expect(names({ accessPointId: 'fsap-0aaaaaaaaaaaaaaaa' })).toEqual(names({}));
  });

  test('makes a new pair where that is asked for', () => {
    const [volume, claim] = names({ onIdChange: EfsIdChange.REPLACE });
    expect([volume, claim]).toEqual([
      expect.stringMatching(/^pv-team-data-[0-9a-f]{8}$/),
      expect.stringMatching(/^pvc-data-[0-9a-f]{8}$/),
    ]);
    for (const change of [
      { accessPointId: 'fsap-0aaaaaaaaaaaaaaaa' },
      { fileSystemId: 'fs-0aaaaaaaaaaaaaaaa' },
      { path: '/x' },
    ]) {
      expect(names({ onIdChange: EfsIdChange.REPLACE, ...change })).not.toContain(volume);
    }
  });

  test('is one of the whole source, which the API server does not let change', () => {
    const [volume] = names({ onIdChange: EfsIdChange.REPLACE });
    for (const change of [
      { handleStyle: EfsHandleStyle.TYPED },
      { volumeAttributes: { mounttargetip: '10.0.0.1' } },
    ]) {
      expect(names({ onIdChange: EfsIdChange.REPLACE, ...change })).not.toContain(volume);
    }
    expect(
      names({ onIdChange: EfsIdChange.REPLACE, mountOptions: ['iam'], storage: Size.gibibytes(2) }),
    ).toContain(volume);
  });
});

describe('values that are computed late', () => {
  test('are written at synthesis', () => {
    const scope = chart();
    let id = '';
    const data = new EfsSharedVolume(scope, 'data', {
      ...PROPS,
      accessPointId: Lazy.any({ produce: () => id }),
    });
    id = 'fsap-0bbbbbbbbbbbbbbbb';
    expect(find(synthesize(scope), 'PersistentVolume').spec.csi.volumeHandle).toBe(
      'fs-0123456789abcdef0::fsap-0bbbbbbbbbbbbbbbb',
    );
    expect(data.volumeHandle).toBe('fs-0123456789abcdef0::fsap-0bbbbbbbbbbbbbbbb');
  });

  test('are checked at synthesis', () => {
    const scope = chart();
    new EfsSharedVolume(scope, 'data', {
      ...PROPS,
      accessPointId: Lazy.any({ produce: () => 'fsap-' }),
    });
    expect(() => Testing.synth(scope)).toThrow(
      'test/data: accessPointId: "fsap-" is not the ID of an access point',
    );
  });

  test('cannot be names', () => {
    expect(
      () =>
        new EfsSharedVolume(chart(), 'data', {
          ...PROPS,
          claimName: Lazy.any({ produce: () => 'x' }),
        }),
    ).toThrow(
      'test/data: claimName: claimName is known only at synthesis; pass a plain value (input/known-late)',
    );
  });
});

describe('bad input', () => {
  const cases: [string, object, string][] = [
    [
      'a file system ID of 7 digits',
      { fileSystemId: 'fs-0123456' },
      'fileSystemId: "fs-0123456" is not the ID of a file system; use the whole ID: fs- and 8 to 40 hexadecimal digits; this one has 7 digits (efs/file-system-id)',
    ],
    [
      'an access point ID of 41 digits',
      { accessPointId: `fsap-${'0'.repeat(41)}` },
      `accessPointId: "fsap-${'0'.repeat(41)}" is not the ID of an access point; use the whole ID: fsap- and 8 to 40 hexadecimal digits; this one has 41 digits (efs/access-point-id)`,
    ],
    [
      'an ARN',
      {
        fileSystemId:
          'arn:aws:elasticfilesystem:us-east-1:111122223333:file-system/fs-0123456789abcdef0',
      },
      'is not the ID of a file system; use the ID at the end of the ARN: "fs-0123456789abcdef0" (efs/file-system-id)',
    ],
    [
      'swapped IDs',
      { fileSystemId: IDS.accessPointId, accessPointId: IDS.fileSystemId },
      'fileSystemId: "fsap-0123456789abcdef0" is not the ID of a file system; it is an access point: use the ID of a file system here',
    ],
    [
      'an ID in upper case',
      { fileSystemId: 'fs-0123456789ABCDEF0' },
      'fileSystemId: "fs-0123456789ABCDEF0" is not the ID of a file system; write it in lower case: "fs-0123456789abcdef0" (efs/file-system-id)',
    ],
    [
      'a namespace that is not a label',
      { namespace: 'a.b' },
      'namespace: "a.b": must not contain dots',
    ],
    [
      'a namespace that is too long',
      { namespace: 'n'.repeat(64) },
      'must be no more than 63 characters; use the name of a namespace: at most 63 lower-case letters, digits and dashes (storage/namespace)',
    ],
    [
      'a name that makes too long names',
      { name: 'n'.repeat(250) },
      'must be no more than 253 characters; use a name of at most 245 lower-case letters, digits, dashes and dots, or set volumeName (efs/derived-name)',
    ],
    [
      'a name that is no subdomain',
      { name: 'My_Data' },
      'name: "My_Data" results in the volumeName "pv-team-My_Data": a lowercase RFC 1123 subdomain',
    ],
    [
      'a claim name that is no subdomain',
      { claimName: 'My' },
      'claimName: "My": a lowercase RFC 1123 subdomain',
    ],
    [
      'ReadOnlyMany',
      { accessModes: [kplus.PersistentVolumeAccessMode.READ_ONLY_MANY] },
      'accessModes[0]: the driver refuses ReadOnlyMany; use ReadWriteMany, and mount the claim with readOnly: true (efs/access-mode)',
    ],
    [
      'ReadWriteOncePod beside another mode',
      {
        accessModes: [
          kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE_POD,
          kplus.PersistentVolumeAccessMode.READ_WRITE_MANY,
        ],
      },
      'accessModes: ReadWriteOncePod cannot be combined with other access modes; use it alone (efs/access-mode)',
    ],
    [
      'a device',
      { volumeMode: 'Block' },
      'volumeMode: the driver refuses Block volumes; remove volumeMode, or use Filesystem (efs/volume-mode)',
    ],
    [
      'a misspelled option',
      { accesPointId: 'fsap-01234567' },
      'accesPointId: there is no option "accesPointId", so "fsap-01234567" would have no effect; perhaps you meant "accessPointId" (input/unknown-field)',
    ],
    [
      'a volume name that leaves no room for the hash',
      { volumeName: 'v'.repeat(250), onIdChange: EfsIdChange.REPLACE },
      'must be no more than 253 characters; use at most 244 lower-case letters, digits, dashes and dots (efs/derived-name)',
    ],
    [
      'a size that is not a quantity',
      { storage: '1GiB' },
      'storage: "1GiB" is not a valid quantity; use a size such as 10Gi or 500M (storage/quantity)',
    ],
    [
      'a size of nothing',
      { storage: '0' },
      'storage: "0" is not greater than zero; use a size such as 10Gi (storage/quantity)',
    ],
    [
      'a request above the size of the volume',
      { request: Size.gibibytes(2) },
      'request: the claim requests "2Gi" of a volume of "1Gi"; request no more than storage: EFS grows by itself whatever is written here (efs/request)',
    ],
    [
      'an unknown attribute',
      { volumeAttributes: { encryptInTransitt: 'true' } },
      'volumeAttributes.encryptInTransitt: the driver has no attribute "encryptInTransitt"; perhaps you meant "encryptInTransit"',
    ],
    [
      'the attribute path',
      { volumeAttributes: { path: '/x' } },
      'volumeAttributes.path: the driver has no attribute "path"; set path, which puts it into the volume handle',
    ],
    [
      'an attribute that is not a boolean',
      { volumeAttributes: { crossaccount: 'yes' } },
      'volumeAttributes.crossaccount: "yes" is not a boolean; use "true" or "false"',
    ],
    [
      'an attribute that is no address',
      { volumeAttributes: { mounttargetip: '10.0.0.256' } },
      'volumeAttributes.mounttargetip: "10.0.0.256" is not an IP address; use the IP address of one mount target',
    ],
    [
      'no encryption with an access point',
      { volumeAttributes: { encryptInTransit: 'false' } },
      'volumeAttributes.encryptInTransit: encryptInTransit is "false", but the driver encrypts anyway: access points need it; remove encryptInTransit',
    ],
    [
      'no encryption with the option tls',
      {
        accessPointId: undefined,
        path: '/x',
        volumeAttributes: { encryptInTransit: 'false' },
        mountOptions: ['tls'],
      },
      'mountOptions[0]: tls is set, but encryptInTransit is false; remove one of them: encryption is on by default',
    ],
    [
      'crossaccount as an option',
      { mountOptions: ['CrossAccount'] },
      'mountOptions[0]: crossaccount is not a mount option of the driver; use the volume attribute crossaccount: "true"',
    ],
    [
      'another access point as an option',
      { mountOptions: ['accesspoint=fsap-0aaaaaaaaaaaaaaaa'] },
      'mountOptions[0]: "fsap-0aaaaaaaaaaaaaaaa" is not "fsap-0123456789abcdef0", the access point of the volume handle; remove it',
    ],
    [
      'a path with a colon',
      { path: '/a:b' },
      'path: "/a:b" has a colon, which ends the path in a volume handle; rename the directory, or create an access point for it',
    ],
    [
      'a label value with a blank',
      { labels: { team: 'a b' } },
      'labels.team: the value "a b": a valid label must be',
    ],
    [
      'an unknown handle style',
      { handleStyle: 'new' },
      'handleStyle: "new" is not a valid value; must be one of plain, typed (input/type)',
    ],
    [
      'an unknown answer to changed IDs',
      { onIdChange: 'refuse' },
      'onIdChange: "refuse" is not a valid value; must be one of reject, replace (input/type)',
    ],
    [
      'a class that is not a name',
      { storageClassName: 'EFS' },
      'storageClassName: "EFS": a lowercase RFC 1123 subdomain',
    ],
  ];

  test.each<[string, object, string]>([
    [
      'a text for false',
      { operatorMode: 'false' },
      'operatorMode: "false" is neither true nor false; write it without quotes: false (input/type)',
    ],
    [
      'a number for true',
      { operatorMode: 1 },
      'operatorMode: 1 is neither true nor false; use true or false (input/type)',
    ],
    [
      'a text for true',
      { operatorMode: 'true' },
      'operatorMode: "true" is neither true nor false; write it without quotes: true (input/type)',
    ],
    [
      'a number for a size',
      { storage: 5 },
      'storage: 5 is not a string; write it in quotes: "5" (input/type)',
    ],
    [
      'one mode for a list',
      { accessModes: 'ReadWriteMany' },
      'accessModes: "ReadWriteMany" is not a list; use a list (input/type)',
    ],
    [
      'null for an option',
      { mountOptions: [null] },
      'mountOptions[0]: null is not a string; use a string (input/type)',
    ],
    [
      'true for an attribute',
      { volumeAttributes: { encryptInTransit: true } },
      'volumeAttributes.encryptInTransit: true is not a string; write it in quotes: "true" (input/type)',
    ],
    [
      'a number for a label',
      { labels: { a: 1 } },
      'labels.a: 1 is not a string; write it in quotes: "1" (input/type)',
    ],
    [
      'null for an ID',
      { fileSystemId: null },
      'fileSystemId: null is not a string; use a string (input/type)',
    ],
    [
      'a number for a name',
      { name: 7 },
      'name: 7 is not a string; write it in quotes: "7" (input/type)',
    ],
  ])('%s is refused, and is all that is', (_what, wrong, message) => {
    expect(
      refusal(
        () => new EfsSharedVolume(chart(), 'data', { ...PROPS, ...wrong } as EfsSharedVolumeProps),
      ),
    ).toEqual([`test/data: ${message}`]);
  });

  test('without an ID there is no file system', () => {
    expect(
      refusal(() => new EfsSharedVolume(chart(), 'data', {} as EfsSharedVolumeProps)),
    ).toContain(
      'test/data: fileSystemId: the ID of a file system is missing; use the ID: fs- and 8 to 40 hexadecimal digits (efs/file-system-id)',
    );
  });

  test.each(cases)('%s is refused', (_what, wrong, message) => {
    expect(() => new EfsSharedVolume(chart(), 'data', { ...PROPS, ...wrong })).toThrow(message);
  });

  test('an unknown namespace is refused, because names depend on it', () => {
    expect(() => new EfsSharedVolume(new Chart(new App(), 'test'), 'data', PROPS)).toThrow(
      'test/data: namespace: the namespace is unknown, and the name of the persistent volume depends on it; set namespace here or on the chart (efs/namespace-unknown)',
    );
  });

  test('everything that is wrong is told at once', () => {
    expect(
      () =>
        new EfsSharedVolume(chart(), 'data', {
          fileSystemId: 'x',
          accessPointId: 'y',
          storage: 'z' as any,
          path: 'a:b',
        }),
    ).toThrow(/^4 errors\n.*fileSystemId.*\n.*accessPointId.*\n.*path.*\n.*storage.*$/);
  });
});

describe('warnings', () => {
  const warningsOf = (props: Partial<EfsSharedVolumeProps>) => {
    const scope = chart();
    new EfsSharedVolume(scope, 'data', { ...PROPS, ...props });
    return Findings.of(scope).all.map(
      ({ severity, path, message, remedy }) => `${severity}: ${path}: ${message}; ${remedy}`,
    );
  };

  test('there are none for what is usual', () => {
    expect(warningsOf({})).toEqual([]);
  });

  test("the root of a file system is everybody's data", () => {
    expect(warningsOf({ accessPointId: undefined })).toEqual([
      'warning: accessPointId: the root of "fs-0123456789abcdef0" is mounted, with the data of all its users; set accessPointId, or the path of a directory',
    ]);
  });

  test('a relative path', () => {
    expect(warningsOf({ path: 'data' })).toEqual([
      'warning: path: "data" is relative; start it with a slash: "/data"',
    ]);
  });

  test('a zone as an option', () => {
    expect(warningsOf({ mountOptions: ['az=us-east-1a'] })).toEqual([
      'warning: mountOptions[0]: "az=us-east-1a" sends all nodes to the mount target of one zone; remove it, unless it is a One Zone file system',
    ]);
  });

  test('another first access mode than the widest', () => {
    const { READ_WRITE_MANY, READ_WRITE_ONCE } = kplus.PersistentVolumeAccessMode;
    expect(warningsOf({ accessModes: [READ_WRITE_ONCE, READ_WRITE_MANY] })).toEqual([
      'warning: accessModes: kubelet requests only "ReadWriteOnce", the first access mode; put ReadWriteMany first, or use it alone',
    ]);
  });

  test('an option with capitals', () => {
    expect(warningsOf({ mountOptions: ['IAM'] })).toEqual([
      'warning: mountOptions[0]: "IAM" is lower-cased by the driver; write "iam", if that works',
    ]);
  });

  test.each<[string[] | undefined, boolean]>([
    [undefined, false],
    [['efs-sc', 'gp3'], false],
    [['gp3'], true],
    [[], true],
  ])(
    'a class that the app does not declare, in a cluster with the classes %j',
    (storageClassNames, isMissing) => {
      const app = new App();
      Target.enable(app, { storageClassNames });
      new EfsSharedVolume(new Chart(app, 'chart', { namespace: 'team' }), 'data', PROPS);
      expect(Findings.of(app).all.map(describeFinding)).toEqual(
        isMissing
          ? [
              'chart/data: storageClassName: the class "efs-sc" is neither declared in the app nor among the storageClassNames of the target; ' +
                'declare it, or add it to storageClassNames (efs/class-not-declared)',
            ]
          : [],
      );
    },
  );

  test('a class that the app declares, in whatever way, is declared', () => {
    const scope = chart();
    new ApiObject(scope, 'class', {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'efs-sc' },
      provisioner: 'efs.csi.aws.com',
    } as any);
    new EfsSharedVolume(scope, 'data', IDS);
    expect(Findings.of(scope).all).toEqual([]);
  });
});

describe('shared volumes of one app', () => {
  const twice = (first: Partial<EfsSharedVolumeProps>, second: Partial<EfsSharedVolumeProps>) => {
    const app = new App();
    new EfsSharedVolume(new Chart(app, 'one', { namespace: 'team' }), 'data', {
      ...PROPS,
      ...first,
    });
    new EfsSharedVolume(new Chart(app, 'two', { namespace: 'team' }), 'more', {
      ...PROPS,
      ...second,
    });
    return () => app.synthYaml();
  };

  test('must not have one handle in one namespace', () => {
    expect(twice({}, {})).toThrow(
      'two/more: volumeHandle: the handle "fs-0123456789abcdef0::fsap-0123456789abcdef0" is also that of one/data in namespace "team"; ' +
        'mount one/data instead, or use another volume (storage/same-handle)',
    );
  });

  test('may have one handle in two namespaces', () => {
    expect(twice({}, { namespace: 'other' })).not.toThrow();
  });

  test('may have one access point with two paths in one namespace', () => {
    expect(twice({}, { path: '/x' })).not.toThrow();
  });

  test('must not mean the same persistent volume', () => {
    expect(twice({ namespace: 'a-b', name: 'c' }, { namespace: 'a', name: 'b-c' })).toThrow(
      'two/more: volumeName: shared volume a/b-c and shared volume a-b/c (one/data) both define the persistent volume "pv-a-b-c"; set volumeName for one of them (efs/volume-name-taken)',
    );
  });

  test('must not mean the same persistent volume in operator mode, where other names come of another name only', () => {
    expect(
      twice(
        { namespace: 'a-b', name: 'c', operatorMode: true },
        { namespace: 'a', name: 'b-c', operatorMode: true },
      ),
    ).toThrow(
      'two/more: volumeName: shared volume a/b-c and shared volume a-b/c (one/data) both define the persistent volume "pv-a-b-c"; rename one of them (efs/volume-name-taken)',
    );
  });

  test('must not mean the same claim', () => {
    expect(twice({ claimName: 'x' }, { claimName: 'x', path: '/x' })).toThrow(
      'two/more: claimName: shared volume team/more and shared volume team/data (one/data) both define the claim "x" in namespace "team"; set claimName for one of them (efs/claim-name-taken)',
    );
  });

  test('must not mean a persistent volume that somebody wrote by hand', () => {
    const scope = chart();
    new ApiObject(scope, 'hand', {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv-team-data' },
    });
    new EfsSharedVolume(scope, 'data', PROPS);
    expect(() => Testing.synth(scope)).toThrow(
      'shared volume team/data and another object (test/hand) both define the persistent volume "pv-team-data"',
    );
  });

  test('must not stand beside a SharedVolume of the operator that means the same', () => {
    const scope = chart();
    new SharedVolume(scope, 'cr', {
      metadata: { name: 'data' },
      spec: { fileSystemId: IDS.fileSystemId, accessPointId: IDS.accessPointId },
    });
    new EfsSharedVolume(scope, 'data', PROPS);
    expect(() => Testing.synth(scope)).toThrow(
      'shared volume team/data and the SharedVolume team/data, which the operator acts on (test/cr) both define the persistent volume "pv-team-data"',
    );
  });
});

describe('operator mode', () => {
  const make = (props: object) =>
    new EfsSharedVolume(chart(), 'data', { ...IDS, operatorMode: true, ...props });

  test('takes IDs that the driver refuses today, as the operator does', () => {
    expect(make({ fileSystemId: 'fs-1' }).volumeHandle).toBe('fs-1::fsap-0123456789abcdef0');
  });

  test.each([
    [
      { path: '/x' },
      'path: the operator would not write "/x"; remove path or operatorMode (efs/operator-option)',
    ],
    [
      { volumeMode: 'Block' },
      'volumeMode: the operator would not write "Block"; remove volumeMode or operatorMode (efs/operator-option)',
    ],
    [
      { onIdChange: EfsIdChange.REPLACE },
      'onIdChange: the operator does not put a hash into its names; remove onIdChange or operatorMode (efs/operator-option)',
    ],
    [
      { handleStyle: EfsHandleStyle.TYPED },
      'handleStyle: the operator reads a typed handle as file system "efs" and tries to rewrite the SharedVolume to that, which is rejected forever; remove handleStyle (efs/operator-typed-handle)',
    ],
    [
      { name: 'n'.repeat(64) },
      `PersistentVolume "pv-team-${'n'.repeat(64)}" is invalid: metadata.labels: Invalid value: "${'n'.repeat(64)}": must be no more than 63 bytes; ${MEND} (efs/operator-verdict)`,
    ],
    [
      { name: 'n'.repeat(64), fileSystemId: 'x' },
      'has 64 characters, and the operator writes it into a label; use a name of at most 63 characters (efs/operator-label-length)',
    ],
    [
      { accessPointId: undefined },
      `test/data: SharedVolume.aws-efs.managed.openshift.io "data" is invalid: spec.accessPointID: Required value; ${MEND} (efs/operator-verdict)`,
    ],
  ])('%j is refused', (wrong, message) => {
    expect(() => make(wrong)).toThrow(message);
  });
});
