import { HANDLE_CASES } from './cases';
import { answerOf } from './oracle/driver-error';
import {
  deleteVolume,
  parseAsOperator,
  parseVolumeHandleOfOpenShiftFork,
  validateVolume,
} from './oracle/handles';
import {
  formatVolumeHandle,
  parseVolumeHandle,
  withoutDnsName,
} from '../../../src/efs/driver-rules';
import * as fc from '../../support/fast-check';

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const id = (prefix: string) =>
  fc
    .integer({ min: 8, max: 40 })
    .chain(hex)
    .map((digits) => prefix + digits);
const path = fc
  .array(fc.string({ unit: fc.constantFrom(...'abc -_'), minLength: 1, maxLength: 5 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((names) => `/${names.join('/')}`);
const anyHandle = fc.oneof(
  fc.string(),
  fc.string({
    unit: fc.constantFrom('fs-abcd1234', 'fsap-abcd1234', 'efs', 's3files', ':', '/', 'a', ''),
  }),
);

describe('the recorded answers', () => {
  test.each(HANDLE_CASES)('the driver parses %s', (_, { volumeHandle, parse }) => {
    expect(answerOf(parseVolumeHandle(volumeHandle))).toEqual(parse);
  });

  test.each(HANDLE_CASES)(
    "OpenShift's fork parses %s",
    (_, { volumeHandle, parseByOpenShiftFork }) => {
      expect(parseVolumeHandleOfOpenShiftFork(volumeHandle)).toEqual(parseByOpenShiftFork);
    },
  );

  test.each(HANDLE_CASES)(
    'the driver deletes %s',
    (_, { volumeHandle, deleteVolume: recorded }) => {
      expect(deleteVolume(volumeHandle)).toEqual(recorded);
    },
  );

  test.each(HANDLE_CASES)(
    'the driver validates %s',
    (_, { volumeHandle, validateVolumeCapabilities }) => {
      expect(validateVolume(volumeHandle)).toEqual(validateVolumeCapabilities);
    },
  );
});

describe('formatVolumeHandle', () => {
  test.each([
    [{ fileSystemId: 'fs-1', style: 'plain' }, 'fs-1'],
    [{ fileSystemId: 'fs-1', accessPointId: 'fsap-1', style: 'plain' }, 'fs-1::fsap-1'],
    [{ fileSystemId: 'fs-1', path: '/a', style: 'plain' }, 'fs-1:/a'],
    [
      { fileSystemId: 'fs-1', path: '/a', accessPointId: 'fsap-1', style: 'plain' },
      'fs-1:/a:fsap-1',
    ],
    [{ fileSystemId: 'fs-1', accessPointId: 'fsap-1', style: 'typed' }, 'efs:fs-1::fsap-1'],
    [{ fileSystemId: 'fs-1', style: 'typed', fileSystemType: 's3files' }, 's3files:fs-1'],
    [{ fileSystemId: 'fs-1', style: 'plain', fileSystemType: 's3files' }, 's3files:fs-1'],
    [{ fileSystemId: 'fs-1', path: '', accessPointId: '', style: 'plain' }, 'fs-1'],
  ] as const)('writes %j as %s', (spec, handle) => {
    expect(formatVolumeHandle(spec)).toBe(handle);
  });

  test('writes what the driver reads back', () => {
    fc.assert(
      fc.property(
        fc.record({
          fileSystemId: id('fs-'),
          path: fc.option(path, { nil: undefined }),
          accessPointId: fc.option(id('fsap-'), { nil: undefined }),
          fileSystemType: fc.constantFrom('efs' as const, 's3files' as const),
        }),
        fc.constantFrom('plain' as const, 'typed' as const),
        (parts, style) => {
          expect(parseVolumeHandle(formatVolumeHandle({ ...parts, style }))).toEqual(
            JSON.parse(JSON.stringify(parts)),
          );
        },
      ),
    );
  });

  test("writes in the legacy style what OpenShift's fork reads as the driver does", () => {
    fc.assert(
      fc.property(
        id('fs-'),
        fc.option(path, { nil: undefined }),
        id('fsap-'),
        (fileSystemId, directory, accessPointId) => {
          const handle = formatVolumeHandle({
            fileSystemId,
            path: directory,
            accessPointId,
            style: 'plain',
          });
          expect({ ...parseVolumeHandleOfOpenShiftFork(handle), fileSystemType: 'efs' }).toEqual(
            parseVolumeHandle(handle),
          );
        },
      ),
    );
  });
});

describe('parseAsOperator', () => {
  test.each([
    ['fs-1::fsap-2', [], { fileSystemId: 'fs-1', accessPointId: 'fsap-2' }],
    ['fs-1:/x:fsap-2', [], { fileSystemId: 'fs-1', accessPointId: 'fsap-2' }],
    ['efs:fs-1::fsap-2', [], { fileSystemId: 'efs', accessPointId: ':fsap-2' }],
    ['fs-1', ['tls', 'accesspoint=fsap-2'], { fileSystemId: 'fs-1', accessPointId: 'fsap-2' }],
    [
      'fs-1',
      ['accesspoint=fsap-2', 'accesspoint=fsap-3'],
      { fileSystemId: 'fs-1', accessPointId: 'fsap-3' },
    ],
    ['fs-1', ['AccessPoint=fsap-2'], undefined],
    ['fs-1', ['tls'], undefined],
    ['fs-1:fsap-2', ['accesspoint=fsap-3'], undefined],
    ['fs-1::', [], undefined],
    ['', ['accesspoint=fsap-2'], undefined],
    ['vol-0123', [], undefined],
  ])('reads %j with the mount options %j', (handle, mountOptions, ids) => {
    expect(parseAsOperator(handle, mountOptions)).toEqual(ids);
  });
});

test('any text has an answer from all that read handles', () => {
  fc.assert(
    fc.property(anyHandle, (handle) => {
      for (const read of [
        parseVolumeHandle,
        parseVolumeHandleOfOpenShiftFork,
        deleteVolume,
        validateVolume,
      ]) {
        expect(Object.keys(read(handle)).length).toBeGreaterThan(0);
      }
      expect(parseAsOperator(handle)?.accessPointId).not.toBe('');
    }),
  );
});

describe('withoutDnsName', () => {
  test.each([
    ['fs-0123abcd.efs.eu-west-1.amazonaws.com', 'fs-0123abcd'],
    ['fs-0123abcd.efs.cn-north-1.amazonaws.com.cn:/logs', 'fs-0123abcd:/logs'],
    ['euw1-az2.fs-0123abcd.efs.eu-west-1.amazonaws.com', 'fs-0123abcd'],
    [
      'efs:fs-0123abcd.efs.eu-west-1.amazonaws.com::fsap-0123abcd',
      'efs:fs-0123abcd::fsap-0123abcd',
    ],
    ['s3files:fs-0123abcd.s3files.eu-west-1.on.aws', 's3files:fs-0123abcd'],
  ])('%s is read as %s', (handle, read) => expect(withoutDnsName(handle)).toBe(read));

  test.each([
    '',
    'fs-0123abcd',
    'fs-0123abcd.',
    'fs-0123abcd.efs.',
    'fs-0123.efs.eu-west-1.amazonaws.com',
    'files.efs.eu-west-1.amazonaws.com',
    'fs-0123abcd.efs,noac',
    'fs-0123abcd:fs-0123abcd.efs.eu-west-1.amazonaws.com',
    'efs',
  ])('%j has no DNS name', (handle) => expect(withoutDnsName(handle)).toBe(handle));
});
