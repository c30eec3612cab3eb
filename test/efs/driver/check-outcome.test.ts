import { checkMounts, checkProvisions } from '../../../src/efs/driver';

const lines = (findings: { rule: string; path: string; message: string }[]) => findings.map(({ rule, path, message }) => `${rule}: ${path}: ${message}`);

test('a volume that the driver mounts has no finding', () => {
  expect(checkMounts({ volumeHandle: 'fs-01234567::fsap-01234567' })).toEqual([]);
});

test('a volume that the driver does not mount has its words', () => {
  expect(lines(checkMounts({ volumeHandle: 'fs-zz' }))).toEqual([
    'efs/driver-refuses: : volume ID \'fs-zz\' is invalid: Expected a file system ID of the form \'fs-[0-9a-f]{8,40}\'',
  ]);
});

test('a class for whose claims the driver makes volumes has no finding, wherever its file system stands', () => {
  const common = { provisioningMode: 'efs-ap', directoryPerms: '700' };
  expect(checkProvisions({ ...common, fileSystemId: 'fs-01234567' })).toEqual([]);
  expect(checkProvisions({ ...common, fileSystemIdConfigRef: 'ns/cm/key' })).toEqual([]);
});

test('a class for whose claims the driver makes none has its words', () => {
  expect(lines(checkProvisions({ provisioningMode: 'efs-fs', fileSystemId: 'fs-01234567' }))).toEqual([
    'efs/driver-refuses: parameters: Provisioning mode efs-fs is not supported. Only Access point provisioning \'efs-ap\' or \'s3files-ap\' are supported',
  ]);
});
