import { ATTRIBUTES_CASES, HANDLE_CASES, RECORDED_ZONE } from './cases';
import { answerOf } from './oracle/driver-error';
import { mountOf } from '../../../src/efs/driver-rules';
import * as fc from '../../support/fast-check';

const handle = 'fs-abcd1234::fsap-abcd1234';
const options = (input: object) => {
  const result = mountOf({ volumeHandle: handle, ...input });
  return 'mount' in result ? result.mount.options : result.error;
};

describe('the recorded answers', () => {
  test.each(HANDLE_CASES)('the driver mounts %s', (_, { volumeHandle, nodePublish }) => {
    expect(answerOf(mountOf({ volumeHandle }))).toEqual(nodePublish);
  });

  test.each(ATTRIBUTES_CASES)('the driver mounts %s', (_, { input, result }) => {
    expect(answerOf(mountOf({ availabilityZone: RECORDED_ZONE, ...input }))).toEqual(result);
  });
});

describe('what no recorded answer shows', () => {
  test('read-only stands before the mount options', () => {
    expect(options({ readOnly: true, mountOptions: ['iam'] })).toEqual([
      'accesspoint=fsap-abcd1234',
      'tls',
      'ro',
      'iam',
    ]);
  });

  test('credential URIs are dropped', () => {
    expect(options({ mountOptions: ['awscredsuri=/x'] })).toEqual([
      'accesspoint=fsap-abcd1234',
      'tls',
    ]);
  });

  test('repeated options are given once', () => {
    expect(options({ mountOptions: ['iam', 'IAM', 'tls'] })).toEqual([
      'accesspoint=fsap-abcd1234',
      'tls',
      'iam',
    ]);
  });

  test("another access point than the handle's is refused", () => {
    expect(options({ mountOptions: ['accesspoint=fsap-deadbeef'] })).toBe(
      'Found conflicting access point IDs in mountOptions (fsap-deadbeef) and volumeHandle (fsap-abcd1234)',
    );
  });

  test('a bad attribute is reported before a bad handle', () => {
    expect(options({ volumeHandle: 'nonsense', volumeAttributes: { az: 'x' } })).toBe(
      'Volume context property az not supported.',
    );
  });

  test('a bad access mode is reported before a bad attribute', () => {
    expect(options({ accessMode: 'ReadOnlyMany', volumeAttributes: { az: 'x' } })).toBe(
      'Volume capability not supported: invalid access mode: MULTI_NODE_READER_ONLY',
    );
  });

  test('encryption cannot be turned off for S3 Files', () => {
    expect(
      options({
        volumeHandle: 's3files:fs-abcd1234',
        volumeAttributes: { encryptInTransit: 'false' },
      }),
    ).toMatch(/^Encryption in transit cannot be disabled for S3 Files file system\./);
  });

  test('a node in a zone that the map lacks takes one of its addresses', () => {
    expect(
      options({
        volumeAttributes: { mounttargetipmap: '{"b":"10.0.0.2"}' },
        availabilityZone: 'a',
      }),
    ).toEqual(['mounttargetip=10.0.0.2', 'accesspoint=fsap-abcd1234', 'tls']);
  });

  test("the provisioner's identity is passed over", () => {
    expect(
      options({ volumeAttributes: { 'storage.kubernetes.io/csiProvisionerIdentity': 'x' } }),
    ).toEqual(['accesspoint=fsap-abcd1234', 'tls']);
  });
});

test('any volume has a mount or an error, the same every time, and is left as it is', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'true',
      'false',
      'tls',
      'crossaccount',
      'accesspoint=fsap-abcd1234',
      '10.0.0.1',
      '{"a":"b"}',
    ),
  );
  const key = fc.oneof(
    fc.string(),
    fc.constantFrom('encryptInTransit', 'crossaccount', 'mounttargetip', 'mounttargetipmap'),
  );
  fc.assert(
    fc.property(
      fc.record({
        volumeHandle: fc.oneof(
          fc.string(),
          fc.constantFrom(handle, 'fs-abcd1234', 's3files:fs-abcd1234'),
        ),
        volumeAttributes: fc.dictionary(key, text),
        mountOptions: fc.array(text),
        accessMode: fc.constantFrom('ReadWriteMany', 'ReadOnlyMany', 'x'),
        readOnly: fc.boolean(),
      }),
      (input) => {
        const before = JSON.stringify(input);
        const result = mountOf(input);
        expect('mount' in result !== 'error' in result).toBe(true);
        expect(mountOf(input)).toEqual(result);
        expect(JSON.stringify(input)).toBe(before);
      },
    ),
  );
});
