import {
  checkAccessPointId,
  checkFileSystemId,
  checkVolumePath,
} from '../../../src/efs/driver-rules';
import { Finding } from '../../../src/findings';
import * as fc from '../../support/fast-check';

const brief = (findings: Finding[]) =>
  findings.map(({ rule, severity, message, remedy }) => [`${severity} ${rule}`, message, remedy]);

describe('checkFileSystemId', () => {
  test.each(['fs-abcd1234', 'fs-0123456789abcdef0', `fs-${'a'.repeat(40)}`])('%s is fine', (id) =>
    expect(checkFileSystemId(id)).toEqual([]),
  );

  test.each([
    [
      undefined,
      'the ID of a file system is missing',
      'use the ID: fs- and 8 to 40 hexadecimal digits',
    ],
    ['', 'the ID of a file system is missing', 'use the ID: fs- and 8 to 40 hexadecimal digits'],
    [
      'nonsense',
      '"nonsense" is not the ID of a file system',
      'use the ID: fs- and 8 to 40 hexadecimal digits',
    ],
    [
      'FS-ABCD1234',
      '"FS-ABCD1234" is not the ID of a file system',
      'write it in lower case: "fs-abcd1234"',
    ],
    [
      ' fs-abcd1234\n',
      '" fs-abcd1234\\n" is not the ID of a file system',
      'remove the whitespace around it: "fs-abcd1234"',
    ],
    [
      'fs-abcd123',
      '"fs-abcd123" is not the ID of a file system',
      'use the whole ID: fs- and 8 to 40 hexadecimal digits; this one has 7 digits',
    ],
    [
      'fs-',
      '"fs-" is not the ID of a file system',
      'use the whole ID: fs- and 8 to 40 hexadecimal digits; this one has 0 digits',
    ],
    [
      `fs-${'a'.repeat(41)}`,
      expect.any(String),
      'use the whole ID: fs- and 8 to 40 hexadecimal digits; this one has 41 digits',
    ],
    [
      'arn:aws:elasticfilesystem:us-east-1:111122223333:file-system/fs-abcd1234',
      expect.any(String),
      'use the ID at the end of the ARN: "fs-abcd1234"',
    ],
    [
      'fs-abcd1234.efs.us-east-1.amazonaws.com',
      expect.any(String),
      'use the ID alone: "fs-abcd1234"',
    ],
    ['efs:fs-abcd1234::fsap-12345678', expect.any(String), 'use the ID alone: "fs-abcd1234"'],
    [
      'fsap-abcd1234',
      '"fsap-abcd1234" is not the ID of a file system',
      'it is an access point: use the ID of a file system here, fs- and 8 to 40 hexadecimal digits; perhaps the two are swapped',
    ],
  ])('%j: %s', (id, message, remedy) => {
    expect(brief(checkFileSystemId(id, 'fileSystemId'))).toEqual([
      ['error efs/file-system-id', message, remedy],
    ]);
  });
});

describe('checkAccessPointId', () => {
  test.each(['fsap-abcd1234', `fsap-${'a'.repeat(40)}`])('%s is fine', (id) =>
    expect(checkAccessPointId(id)).toEqual([]),
  );

  test.each([
    [
      'fs-abcd1234',
      'it is a file system: use the ID of an access point here, fsap- and 8 to 40 hexadecimal digits; perhaps the two are swapped',
    ],
    ['fsap-ABCD1234', 'write it in lower case: "fsap-abcd1234"'],
    [
      'arn:aws:elasticfilesystem:us-east-1:111122223333:access-point/fsap-abcd1234',
      'use the ID at the end of the ARN: "fsap-abcd1234"',
    ],
    ['fsap-a', 'use the whole ID: fsap- and 8 to 40 hexadecimal digits; this one has 1 digit'],
    ['fsap-abcd1234,exec', 'use the ID alone: "fsap-abcd1234"'],
  ])('%j: %s', (id, remedy) => {
    expect(checkAccessPointId(id, 'ap')).toEqual([
      {
        rule: 'efs/access-point-id',
        severity: 'error',
        path: 'ap',
        message: `${JSON.stringify(id)} is not the ID of an access point`,
        remedy,
      },
    ]);
  });
});

describe('checkVolumePath', () => {
  test.each([undefined, '/', '/data', '/a/b c/.d'])('%j is fine', (path) =>
    expect(checkVolumePath(path)).toEqual([]),
  );

  test.each([
    ['', 'error efs/volume-path', '"" is empty', 'remove it, or use a directory such as "/data"'],
    [' ', 'error efs/volume-path', '" " is empty', 'remove it, or use a directory such as "/data"'],
    [
      '/a:b',
      'error efs/volume-path',
      '"/a:b" has a colon, which ends the path in a volume handle',
      'rename the directory, or create an access point for it',
    ],
    [
      'fsap-abcd1234',
      'error efs/volume-path',
      '"fsap-abcd1234" would be mounted as a directory, without an access point',
      'use accessPointId instead',
    ],
    [
      '../a',
      'error efs/volume-path',
      '"../a" points outside the file system',
      'use a path relative to its root, such as "/data"',
    ],
    [
      'a/../..',
      'error efs/volume-path',
      '"a/../.." points outside the file system',
      'use a path relative to its root, such as "/data"',
    ],
    [
      'data',
      'warning efs/volume-path-form',
      '"data" is relative',
      'start it with a slash: "/data"',
    ],
    [
      '/a/../b/',
      'warning efs/volume-path-form',
      '"/a/../b/" is mounted as "/b"',
      'write "/b", if that is what you mean',
    ],
    [
      '/../..',
      'warning efs/volume-path-form',
      '"/../.." is mounted as "/"',
      'write "/", if that is what you mean',
    ],
    [
      '/a ',
      'warning efs/volume-path-form',
      '"/a " ends with a space',
      'remove it, if it is not part of the name: "/a"',
    ],
  ])('%j: %s', (path, rule, message, remedy) => {
    expect(brief(checkVolumePath(path))).toEqual([[rule, message, remedy]]);
  });
});

test('any text has findings or none, the same every time', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (value) => {
      for (const check of [checkFileSystemId, checkAccessPointId, checkVolumePath]) {
        expect(check(value)).toEqual(check(value));
      }
    }),
  );
});
