import { checkMounts } from '../../../src/efs/driver-rules';

const lines = (findings: { rule: string; path: string; message: string }[]) =>
  findings.map(({ rule, path, message }) => `${rule}: ${path}: ${message}`);

test('a volume that the driver mounts has no finding', () => {
  expect(checkMounts({ volumeHandle: 'fs-01234567::fsap-01234567' })).toEqual([]);
});

test('a volume that the driver does not mount has its words', () => {
  expect(lines(checkMounts({ volumeHandle: 'fs-zz' }))).toEqual([
    "efs/driver-refuses: : volume ID 'fs-zz' is invalid: Expected a file system ID of the form 'fs-[0-9a-f]{8,40}'",
  ]);
});
