import { ATTRIBUTES_CASES, AttributesCase, HANDLE_CASES } from './cases';
import {
  checkAccessModes,
  checkAccessPointId,
  checkFileSystemId,
  checkMountOptions,
  checkVolumeAttributes,
  checkVolumeMode,
  checkVolumePath,
  formatVolumeHandle,
  MountContext,
  mountOf,
  ParsedHandle,
  parseVolumeHandle,
} from '../../../src/efs/driver-rules';
import { Finding, hasErrors } from '../../../src/findings';
import * as fc from '../../support/fast-check';

const places = (findings: Finding[]) =>
  findings.map(({ rule, severity, path }) => `${severity} ${rule} ${path}`);
const texts = (findings: Finding[]) =>
  findings.map(({ message, remedy }) => `${message}; ${remedy}`);

describe('checkAccessModes', () => {
  test.each([
    [['ReadWriteMany']],
    [['ReadWriteOnce']],
    [['ReadWriteOncePod']],
    [['ReadWriteMany', 'ReadWriteOnce']],
  ])('%j are fine', (modes) => {
    expect(checkAccessModes(modes)).toEqual([]);
  });

  test.each([
    [[], ['error efs/access-mode accessModes']],
    [['ReadOnlyMany'], ['error efs/access-mode accessModes[0]']],
    [
      ['ReadWriteMany', 'RWX', 'x'],
      ['error efs/access-mode accessModes[1]', 'error efs/access-mode accessModes[2]'],
    ],
    [['ReadWriteOnce', 'ReadWriteMany'], ['warning efs/first-access-mode accessModes']],
    [
      ['ReadOnlyMany', 'ReadWriteMany'],
      ['error efs/access-mode accessModes[0]', 'warning efs/first-access-mode accessModes'],
    ],
  ])('%j have the findings %j', (modes, expected) =>
    expect(places(checkAccessModes(modes))).toEqual(expected),
  );

  test('a mode that is misspelt is guessed', () => {
    expect(texts(checkAccessModes(['ReadWriteAny']))).toEqual([
      '"ReadWriteAny" is not an access mode of the driver; perhaps you meant "ReadWriteMany"',
    ]);
  });
});

test.each([
  [undefined, []],
  ['Filesystem', []],
  ['Block', ['the driver refuses Block volumes; remove volumeMode, or use Filesystem']],
  ['Raw', ['"Raw" is not a volume mode; remove volumeMode, or use Filesystem']],
])('the volume mode %j', (mode, expected) =>
  expect(texts(checkVolumeMode(mode))).toEqual(expected),
);

describe('checkMountOptions', () => {
  const accessPoint = { accessPointId: 'fsap-abcd1234' };

  test.each([[undefined], [[]], [['tls', 'iam', 'noresvport', 'timeo=600']]])(
    '%j are fine',
    (options) => expect(checkMountOptions(options, accessPoint)).toEqual([]),
  );

  test.each<[string[], MountContext, string]>([
    [['crossaccount'], {}, 'error efs/mount-option'],
    [['CrossAccount'], {}, 'error efs/mount-option'],
    [['iam,crossaccount'], {}, 'error efs/mount-option'],
    [[''], {}, 'error efs/mount-option'],
    [[' iam'], {}, 'error efs/mount-option'],
    [['-o iam'], {}, 'error efs/mount-option'],
    [['/data'], {}, 'error efs/mount-option'],
    [['tls'], { volumeAttributes: { encryptintransit: 'F' } }, 'error efs/mount-option'],
    [['accesspoint=fsap-deadbeef'], accessPoint, 'error efs/mount-option'],
    [['accesspoint=fsap-abcd1234'], { provisioned: true }, 'error efs/mount-option'],
    [['accesspoint=nonsense'], {}, 'error efs/access-point-id'],
    [['stunnel'], { fileSystemType: 's3files' }, 'error efs/s3-files-unsupported'],
    [['accesspoint=fsap-abcd1234'], {}, 'warning efs/mount-option-needless'],
    [['accesspoint=fsap-abcd1234'], accessPoint, 'warning efs/mount-option-needless'],
    [['awscredsuri=/x'], {}, 'warning efs/mount-option-needless'],
    [['az=us-east-1a'], {}, 'warning efs/availability-zone-option'],
    [['IAM'], {}, 'warning efs/mount-option-form'],
    [['iam', 'iam'], {}, 'warning efs/mount-option-form'],
    [['iam,ro'], {}, 'warning efs/mount-option-form'],
  ])('%j with %j: %s', (options, context, expected) => {
    expect(
      checkMountOptions(options, context).map(({ rule, severity }) => `${severity} ${rule}`),
    ).toContain(expected);
  });

  test('the place of an option is its index', () => {
    expect(places(checkMountOptions(['iam', '']))).toEqual([
      'error efs/mount-option mountOptions[1]',
    ]);
  });

  test('stunnel is fine for EFS', () =>
    expect(checkMountOptions(['stunnel'], accessPoint)).toEqual([]));
});

describe('checkVolumeAttributes', () => {
  test.each([
    [undefined],
    [{}],
    [{ encryptInTransit: 'True', mounttargetip: '10.0.0.1' }],
    [{ 'storage.kubernetes.io/csiProvisionerIdentity': 'x' }],
    [{ crossaccount: 'false', mounttargetip: '::1' }],
  ])('%j are fine', (attributes) => {
    expect(checkVolumeAttributes(attributes, { accessPointId: 'fsap-abcd1234' })).toEqual([]);
  });

  test.each<[{ [key: string]: string }, MountContext, string[]]>([
    [{ path: '/x' }, {}, ['error efs/volume-attribute volumeAttributes.path']],
    [
      { encryptInTransit: 'true', EncryptInTransit: 'true' },
      {},
      ['error efs/volume-attribute volumeAttributes.EncryptInTransit'],
    ],
    [
      { encryptInTransit: 'yes' },
      {},
      ['error efs/volume-attribute-value volumeAttributes.encryptInTransit'],
    ],
    [
      { mounttargetip: 'localhost' },
      {},
      ['error efs/volume-attribute-value volumeAttributes.mounttargetip'],
    ],
    [
      { encryptInTransit: 'false' },
      { accessPointId: 'fsap-1' },
      ['error efs/encrypt-in-transit volumeAttributes.encryptInTransit'],
    ],
    [
      { encryptInTransit: '0' },
      { fileSystemType: 's3files' },
      ['error efs/encrypt-in-transit volumeAttributes.encryptInTransit'],
    ],
    [
      { encryptInTransit: '0' },
      { mountOptions: ['accesspoint=fsap-1'] },
      ['error efs/encrypt-in-transit volumeAttributes.encryptInTransit'],
    ],
    [{ encryptInTransit: 'false' }, {}, []],
    [
      { crossaccount: '1' },
      { fileSystemType: 's3files' },
      ['error efs/s3-files-unsupported volumeAttributes.crossaccount'],
    ],
    [{ crossaccount: '0' }, { fileSystemType: 's3files' }, []],
    [
      { crossaccount: 'true', mounttargetip: '10.0.0.1' },
      {},
      ['warning efs/mount-target volumeAttributes.mounttargetip'],
    ],
    [
      { mounttargetipmap: '{"a":"10.0.0.1"}' },
      {},
      ['warning efs/mount-target volumeAttributes.mounttargetipmap'],
    ],
    [
      { mounttargetipmap: '{"a":"10.0.0.1,exec"}' },
      {},
      [
        'error efs/volume-attribute-value volumeAttributes.mounttargetipmap',
        'warning efs/mount-target volumeAttributes.mounttargetipmap',
      ],
    ],
    [
      { mounttargetipmap: 'a=10.0.0.1' },
      {},
      [
        'error efs/volume-attribute-value volumeAttributes.mounttargetipmap',
        'warning efs/mount-target volumeAttributes.mounttargetipmap',
      ],
    ],
  ])('%j with %j', (attributes, context, expected) =>
    expect(places(checkVolumeAttributes(attributes, context))).toEqual(expected),
  );

  test.each([
    ['encrypt-in-transit', 'perhaps you meant "encryptInTransit"'],
    ['mountTargetIPs', 'perhaps you meant "mounttargetip"'],
    ['accessPointId', 'set accessPointId, which puts it into the volume handle'],
    [
      'csi.storage.k8s.io/pod.name',
      'remove it; kubelet adds such attributes when the CSIDriver has podInfoOnMount or tokenRequests',
    ],
    ['region', 'use one of encryptInTransit, mounttargetip, mounttargetipmap, crossaccount'],
  ])('for the attribute %s the remedy is %j', (key, remedy) => {
    expect(texts(checkVolumeAttributes({ [key]: 'x' }))).toEqual([
      `the driver has no attribute "${key}"; ${remedy}`,
    ]);
  });
});

/** What the checks say about a recorded volume. */
function checkRecorded({
  volumeHandle,
  volumeAttributes,
  mountOptions,
  accessMode = 'ReadWriteMany',
  volumeMode,
}: AttributesCase['input']): Finding[] {
  const { fileSystemId, path, accessPointId, fileSystemType } = parseVolumeHandle(
    volumeHandle,
  ) as ParsedHandle;
  const context = { accessPointId, fileSystemType, mountOptions, volumeAttributes };
  return [
    ...checkFileSystemId(fileSystemId),
    ...checkVolumePath(path),
    ...(accessPointId === undefined ? [] : checkAccessPointId(accessPointId)),
    ...checkAccessModes([accessMode]),
    ...checkVolumeMode(volumeMode),
    ...checkMountOptions(mountOptions, context),
    ...checkVolumeAttributes(volumeAttributes, context),
  ];
}

/**
 * What the checks say about the parts that a handle would be made of: what stands between the IDs
 * is the path.
 */
function checkParts(volumeHandle: string): Finding[] {
  const [fileSystemId, ...fields] = volumeHandle.replace(/^(efs|s3files)(:|$)/, '').split(':');
  const accessPointId = fields.length === 2 ? fields.pop() : undefined;
  const path = fields.join(':');
  return [
    ...checkFileSystemId(fileSystemId),
    ...(path ? checkVolumePath(path) : []),
    ...(accessPointId ? checkAccessPointId(accessPointId) : []),
  ];
}

/** Rules that refuse volumes that the driver mounts, and why they do. */
const STRICTER: { [rule: string]: string } = {
  'efs/access-mode': 'the recording has modes of CSI, which volumes cannot have',
  'efs/volume-path':
    'the driver mounts any path, also one that is blank, points outside the file system or is an access point',
  'efs/mount-option': 'an empty option is a slip, and mount gets it as it is',
  'efs/access-point-id':
    'efs-utils refuses the ID that the driver passes on from the mount options',
  'efs/volume-attribute-value': 'what is no address in a map goes into the options of the mount',
  'efs/encrypt-in-transit':
    'an access point in the mount options is not mounted without encryption',
};

describe('the recorded answers', () => {
  const refused = ATTRIBUTES_CASES.filter(([, { result }]) => 'error' in result);
  const mounted = ATTRIBUTES_CASES.filter(([, { result }]) => 'mount' in result);

  test.each(refused)('%s is refused by the driver, so it has an error', (_, { input }) => {
    expect(hasErrors(checkRecorded(input))).toBe(true);
  });

  test.each(mounted)(
    '%s is mounted by the driver, so it has no error, or one that is explained',
    (_, { input }) => {
      const errors = checkRecorded(input).filter(({ severity }) => severity === 'error');
      expect(errors.filter(({ rule }) => !(rule in STRICTER))).toEqual([]);
    },
  );

  test.each(HANDLE_CASES.filter(([, { parse }]) => 'error' in parse))(
    'the handle %s is refused by the driver, so its parts have an error',
    (_, { volumeHandle }) => {
      expect(hasErrors(checkParts(volumeHandle))).toBe(true);
    },
  );

  test.each(HANDLE_CASES.filter(([, { parse }]) => !('error' in parse)))(
    'the handle %s is read by the driver, so its parts have no error, or one that is explained',
    (_, { volumeHandle }) => {
      const errors = checkParts(volumeHandle).filter(({ severity }) => severity === 'error');
      expect(errors.filter(({ rule }) => !(rule in STRICTER))).toEqual([]);
    },
  );
});

describe('any text', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'crossaccount',
      'tls',
      'accesspoint=x',
      'encryptInTransit',
      'mounttargetipmap',
      'true',
      'false',
      '{"a":1}',
    ),
  );
  const attributes = fc.dictionary(word, word);
  const options = fc.array(word);

  test('has findings or none, the same every time, and is left as it is', () => {
    fc.assert(
      fc.property(attributes, options, (volumeAttributes, mountOptions) => {
        const all = () => [
          ...checkAccessModes(mountOptions),
          ...checkVolumeMode(mountOptions[0]),
          ...checkMountOptions(mountOptions, { volumeAttributes }),
          ...checkVolumeAttributes(volumeAttributes, { mountOptions }),
        ];
        const before = fc.stringify([volumeAttributes, mountOptions]);
        expect(all()).toEqual(all());
        expect(fc.stringify([volumeAttributes, mountOptions])).toBe(before);
      }),
    );
  });

  test('that has no errors is mounted', () => {
    const id = fc.constantFrom('fs-abcd1234', 'fs-x', 'fsap-abcd1234');
    const accessPoint = fc.constantFrom(undefined, 'fsap-abcd1234', 'fs-abcd1234');
    fc.assert(
      fc.property(
        id,
        accessPoint,
        fc.option(word, { nil: undefined }),
        fc.dictionary(word, word),
        fc.array(word),
        (fileSystemId, accessPointId, path, volumeAttributes, mountOptions) => {
          const context = { accessPointId, volumeAttributes, mountOptions };
          const findings = [
            ...checkFileSystemId(fileSystemId),
            ...checkVolumePath(path),
            ...(accessPointId === undefined ? [] : checkAccessPointId(accessPointId)),
            ...checkVolumeAttributes(volumeAttributes, context),
            ...checkMountOptions(mountOptions, context),
          ];
          const volumeHandle = formatVolumeHandle({
            fileSystemId,
            path,
            accessPointId,
            style: 'plain',
          });
          const refused = 'error' in mountOf({ volumeHandle, volumeAttributes, mountOptions });
          expect(refused && !hasErrors(findings)).toBe(false);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
