import { checkMounts, isPlainVolume, mountOf } from '../../../src/efs/driver-rules';
import { EFS_JUDGES } from '../../../src/efs/judges';
import { judge, readWorld } from '../../../src/judge';

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

const IDS = [0, 7, 8, 17, 40, 41].map((count) => '0123456789abcdef'.repeat(3).slice(0, count));
const HANDLES = ['fs-', 'efs:fs-', 'fsap-', ''].flatMap((start) =>
  ['', ':', '::fsap-', ':/d:fsap-', ':fsap-'].flatMap((between) =>
    IDS.flatMap((one) => IDS.map((other) => `${start}${one}${between}${other}`)),
  ),
);
const MODES = ['ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod', 'ReadOnlyMany', '', undefined];
const PLAIN = HANDLES.flatMap((volumeHandle) =>
  MODES.map((accessMode) => ({ volumeHandle, accessMode })),
).filter(isPlainVolume);

test('many volumes are plain', () => {
  expect(PLAIN.length).toBeGreaterThan(40);
});

test('no volume is plain that asks for more', () => {
  const more = [
    { volumeAttributes: { encryptInTransit: 'false' } },
    { mountOptions: ['tls'] },
    { volumeMode: 'Block' },
  ];
  expect(
    PLAIN.flatMap((one) => more.map((other) => ({ ...one, ...other }))).filter(isPlainVolume),
  ).toEqual([]);
});

test('the driver mounts every volume that is plain', () => {
  expect(PLAIN.filter((volume) => 'error' in mountOf(volume))).toEqual([]);
});

test('a plain volume has no findings, nor has one with an empty list of mount options', () => {
  const said = (spec: object) =>
    judge(
      readWorld([{ key: '0', manifest: { apiVersion: 'v1', kind: 'PersistentVolume', spec } }]),
      EFS_JUDGES,
    );
  for (const { volumeHandle, accessMode = 'ReadWriteMany' } of PLAIN) {
    const spec = {
      csi: { driver: 'efs.csi.aws.com', volumeHandle },
      accessModes: [accessMode],
    };
    expect(said(spec)).toEqual([]);
    expect(said({ ...spec, mountOptions: [] })).toEqual([]);
  }
});
