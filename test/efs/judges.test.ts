/** The EFS driver's rules on volumes that somebody wrote. */
import { checkDocuments } from '../../src/check';
import { targetFacts } from '../../src/facts';

const volume = (volumeHandle: string) => `apiVersion: v1
kind: PersistentVolume
metadata: { name: logs }
spec:
  capacity: { storage: 1Gi }
  accessModes: [ReadWriteMany]
  storageClassName: efs
  csi: { driver: efs.csi.aws.com, volumeHandle: '${volumeHandle}' }
`;
const linesOn = (handle: string) =>
  checkDocuments([{ name: 'a.yaml', text: volume(handle) }], {
    target: targetFacts({}),
    render: { operatorMode: false, operatorPreset: 'chart', operatorEnv: {}, only: false },
  }).findings.map(
    ({ severity, rule, path, message, remedy }) =>
      `${severity} ${rule} ${path}: ${message}; ${remedy}`,
  );

test.each([
  ['fs-0123abcd.efs.eu-west-1.amazonaws.com', 'fs-0123abcd', 'v3.4.1 and v3.4.2'],
  [
    'efs:fs-0123abcd.efs.eu-west-1.amazonaws.com::fsap-0123abcd',
    'efs:fs-0123abcd::fsap-0123abcd',
    'v3.4.1 and v3.4.2',
  ],
  ['euw1-az2.fs-0123abcd.efs.eu-west-1.amazonaws.com', 'fs-0123abcd', 'versions before v3.5.0'],
])('the DNS name of a file system is a warning: %s', (handle, id, versions) =>
  expect(linesOn(handle)).toEqual([
    `warning efs/dns-name spec.csi.volumeHandle: "${handle}" has the DNS name of the file system, which ${versions} of the driver refuse; use its ID: "${id}"`,
  ]),
);

test('what is wrong beside the DNS name is told as well', () => {
  expect(linesOn('fs-0123abcd.efs.eu-west-1.amazonaws.com::fsap-1')).toEqual([
    expect.stringMatching(/^warning efs\/dns-name /),
    'error efs/access-point-id spec.csi.volumeHandle: "fsap-1" is not the ID of an access point; use the whole ID: fsap- and 8 to 40 hexadecimal digits; this one has 1 digit',
  ]);
});

test.each(['fs-0123abcd', 's3files:fs-0123abcd::fsap-0123abcd'])('the ID is right: %s', (handle) =>
  expect(linesOn(handle)).toEqual([]),
);
