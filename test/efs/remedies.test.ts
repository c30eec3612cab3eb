/** Remedies lead somewhere: what a machine can do of them is done, and the finding is gone. */
import { checkEfsDriver, EFS_DRIVER_SHAPE } from '../../src/efs/csi-driver';
import { checkStorageClassParameters } from '../../src/efs/driver-rules';
import { checkEditGuard } from '../../src/efs/edit-guard/check';
import { EDIT_GUARD_SHAPE } from '../../src/efs/edit-guard/spec';
import { checkSharedVolume } from '../../src/efs/shared-volume/check';
import { SHARED_VOLUME_SHAPE } from '../../src/efs/shared-volume/spec';
import { checkEfsStorageClass } from '../../src/efs/storage-class/check';
import { EFS_STORAGE_CLASS_SHAPE } from '../../src/efs/storage-class/spec';
import { Finding } from '../../src/findings';
import { checkShaped } from '../../src/shape';

type Input = { [field: string]: any };
type Check = (input: Input) => Finding[];

const CHECKS: { readonly [subject: string]: { readonly fine: Input; readonly check: Check } } = {
  volume: {
    fine: {
      name: 'data',
      namespace: 'team',
      fileSystemId: 'fs-0123456789abcdef0',
      accessPointId: 'fsap-0123456789abcdef0',
    },
    check: (input) => checkShaped(input, SHARED_VOLUME_SHAPE, checkSharedVolume),
  },
  class: {
    fine: { name: 'dynamic', fileSystemId: 'fs-0123456789abcdef0' },
    check: (input) => checkShaped(input, EFS_STORAGE_CLASS_SHAPE, checkEfsStorageClass),
  },
  parameters: {
    fine: {
      provisioningMode: 'efs-ap',
      fileSystemId: 'fs-0123456789abcdef0',
      directoryPerms: '700',
    },
    check: (input) => checkStorageClassParameters(input, {}, ''),
  },
  guard: {
    fine: {
      name: 'guard',
      labelKey: 'example.com/guard',
      labelValue: 'guard',
      validationActions: ['Deny'],
    },
    check: (input) => checkShaped(input, EDIT_GUARD_SHAPE, checkEditGuard),
  },
  driver: { fine: {}, check: (input) => checkShaped(input, EFS_DRIVER_SHAPE, checkEfsDriver) },
};

/** Where a finding is: the field, and the key or index within it. */
function placeOf(path: string): { readonly field: string; readonly inner?: string } {
  const [, field, inner] = /^\.?(\w+)(?:\[(\d+)\]|\.(.+))?$/.exec(path) ?? [
    undefined,
    path.replace(/^\./, ''),
    undefined,
  ];
  const key = /^\.?\w+\.(.+)$/.exec(path)?.[1];
  return { field: field!, inner: inner ?? key };
}

/** The input as the remedy has it; undefined where it takes somebody who knows what is meant. */
function apply(input: Input, { path, remedy }: Finding): Input | undefined {
  const copy: Input = structuredClone(input);
  // Parameters have dots in their keys.
  const { field, inner } = Object.hasOwn(copy, path.slice(1))
    ? { field: path.slice(1), inner: undefined }
    : placeOf(path);
  const holder: any = inner === undefined ? copy : copy[field];
  const key = inner ?? field;
  const remove = (from: any, at: string) => {
    if (Array.isArray(from)) from.splice(Number(at), 1);
    else delete from[at];
    return copy;
  };
  const given = /^(?:write|[a-zA-Z ]+:) ("(?:[^"\\]|\\.)*")/.exec(remedy)?.[1];
  if (given !== undefined) {
    holder[key] = JSON.parse(given);
    return copy;
  }
  const meant = /perhaps you meant "([^"]+)"/.exec(remedy)?.[1];
  if (meant !== undefined && remedy.includes('must be one of')) {
    holder[key] = meant;
    return copy;
  }
  if (meant !== undefined) {
    holder[meant] = holder[key];
    return remove(holder, key);
  }
  const end = /^end it at (\d+)$/.exec(remedy)?.[1];
  if (end !== undefined) {
    holder[key] = typeof holder[key] === 'number' ? Number(end) : end;
    return copy;
  }
  const list = /^list them one by one: (\[.*\])$/.exec(remedy)?.[1];
  if (list !== undefined) {
    holder.splice(Number(key), 1, ...JSON.parse(list));
    return copy;
  }
  if (/^remove (?:it|one of them)\b|, or remove it$/.test(remedy)) return remove(holder, key);
  const other = /^remove (\w+)/.exec(remedy)?.[1];
  if (other !== undefined && Object.hasOwn(copy, other)) return remove(copy, other);
  if (other !== undefined && Object.hasOwn(holder, other)) return remove(holder, other);
  if (other !== undefined && Array.isArray(holder) && holder[Number(key)] === other) {
    return remove(holder, key);
  }
  const whole = copy[field];
  if (other !== undefined && Array.isArray(whole) && whole.includes(other)) {
    return remove(whole, String(whole.indexOf(other)));
  }
  if (/^(?:use|request) .*\["ReadWriteMany"\]/.test(remedy)) {
    copy[field] = ['ReadWriteMany'];
    return copy;
  }
  return undefined;
}

const WRONG: readonly [subject: string, wrong: Input][] = [
  ['volume', { fileSystemId: ' fs-0123456789abcdef0' }],
  ['volume', { fileSystemId: 'fs-0123456789ABCDEF0' }],
  ['volume', { fileSystemId: 'fs-0123456789abcdef0.efs.us-east-1.amazonaws.com' }],
  [
    'volume',
    {
      accessPointId: 'arn:aws:elasticfilesystem:us-east-1:111122223333:access-point/fsap-abcd1234',
    },
  ],
  ['volume', { path: '' }],
  ['volume', { path: 'data' }],
  ['volume', { path: '/a/../b' }],
  ['volume', { path: '/a ' }],
  ['volume', { accessModes: [] }],
  ['volume', { volumeMode: 'Block' }],
  ['volume', { volumeMode: 'Raw' }],
  ['volume', { mountOptions: [''] }],
  ['volume', { mountOptions: [' iam'] }],
  ['volume', { mountOptions: ['IAM'] }],
  ['volume', { mountOptions: ['iam,ro'] }],
  ['volume', { mountOptions: ['iam', 'iam'] }],
  ['volume', { mountOptions: ['az=us-east-1a'] }],
  ['volume', { mountOptions: ['awscredsuri=/x'] }],
  ['volume', { mountOptions: ['accesspoint=fsap-0123456789abcdef0'] }],
  ['volume', { mountOptions: ['accesspoint=fsap-0aaaaaaaaaaaaaaaa'] }],
  ['volume', { mountOptions: [5] }],
  ['volume', { volumeAttributes: { encryptInTransitt: 'true' } }],
  ['volume', { volumeAttributes: { tls: 'true' } }],
  ['volume', { volumeAttributes: { 'csi.storage.k8s.io/pod.name': 'x' } }],
  ['volume', { volumeAttributes: { encryptInTransit: 'false' } }],
  ['volume', { volumeAttributes: { encryptInTransit: 'true', EncryptInTransit: 'true' } }],
  ['volume', { volumeAttributes: { crossaccount: 'true', mounttargetip: '10.0.0.1' } }],
  ['volume', { volumeAttributes: { crossaccount: true } }],
  ['volume', { capacity: 5 }],
  ['volume', { accesPointId: 'fsap-0123456789abcdef0', accessPointId: undefined }],
  ['volume', { handleStyle: 'pain' }],
  ['volume', { operatorMode: true, path: '/x' }],
  ['volume', { operatorMode: true, handleStyle: 'typed' }],
  ['volume', { operatorMode: true, onIdChange: 'replace' }],
  ['class', { provisioningMode: 's3files-ap', az: 'us-east-1a' }],
  ['class', { provisioningMode: 's3files-ap', reuseAccessPoint: true }],
  ['class', { provisioningMode: 'efs-app' }],
  ['class', { reuseAccessPoint: true }],
  ['class', { az: 'us-east-1a' }],
  ['class', { gidRangeStart: 1, gidRangeEnd: 70000 }],
  ['class', { ensureUniqueDirectory: true }],
  ['class', { subPathPattern: '/' }],
  ['class', { basePath: '/a/../b' }],
  ['class', { mountOptions: ['accesspoint=fsap-abcd1234'] }],
  ['class', { provisioningMode: 's3files-ap', mountOptions: ['stunnel'] }],
  ['class', { fileSystemIdConfigRef: ' ' }],
  ['class', { directoryPerms: 700 }],
  ['parameters', { fileSystemID: 'fs-0123456789abcdef0', fileSystemId: undefined }],
  ['parameters', { encrypted: 'true' }],
  ['parameters', { zzz: 'x' }],
  ['parameters', { 'csi.storage.k8s.io/foo': 'x' }],
  ['parameters', { 'csi.storage.k8s.io/fs-type': 'efs' }],
  ['parameters', { 'csi.storage.k8s.io/fstype': 'ext4' }],
  ['parameters', { fstype: 'efs' }],
  ['parameters', { gidRangeStart: '1', gidRangeEnd: '70000' }],
  ['guard', { labelValue: 5 }],
  ['guard', { validationActions: ['Audit', 'Audit'] }],
  ['guard', { validationActions: ['Deny', 'Warn'] }],
  ['guard', { exemptUsernames: [''] }],
  ['driver', { tag: { a: 'b' } }],
  ['driver', { operatorMode: true, debugLogs: true }],
  ['driver', { openShiftOperator: { channl: 'stable' } }],
];

const withoutUndefined = (input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

test.each(WRONG)(
  'of a %s with %j, the remedy is done and the finding is gone',
  (subject, wrong) => {
    const { fine, check } = CHECKS[subject];
    const input = withoutUndefined({ ...fine, ...wrong });
    const finding = check(input).find((one) => apply(input, one) !== undefined)!;
    expect(finding).toBeDefined();
    const mended = apply(input, finding);
    expect(
      check(mended!).filter(
        ({ rule, message }) => rule === finding.rule && message === finding.message,
      ),
    ).toEqual([]);
    expect(check(mended!).length).toBeLessThan(check(input).length);
  },
);
