import { buildEditGuard } from '../../src/efs/edit-guard/build';
import { checkEditGuard } from '../../src/efs/edit-guard/check';
import { EDIT_GUARD_SHAPE, EditGuardSpec } from '../../src/efs/edit-guard/spec';
import { buildEfsStorageClass } from '../../src/efs/storage-class/build';
import { checkEfsStorageClass } from '../../src/efs/storage-class/check';
import { EFS_STORAGE_CLASS_SHAPE, EfsStorageClassSpec } from '../../src/efs/storage-class/spec';
import { checkShaped } from '../../src/shape';
import * as fc from '../support/fast-check';
import { holdsFor } from '../support/properties';

const name = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,30}[a-z0-9])?$/);

holdsFor<EditGuardSpec>('a guard', {
  check: (spec) => checkShaped(spec, EDIT_GUARD_SHAPE, checkEditGuard),
  build: buildEditGuard,
  fine: fc.record(
    {
      name,
      labelKey: fc.constantFrom('a', 'example.com/guard'),
      labelValue: fc.stringMatching(/^[a-z0-9]{1,20}$/),
      validationActions: fc.constantFrom(['Deny'], ['Deny', 'Audit'], ['Warn', 'Audit']),
      exemptUsernames: fc.array(
        fc.string({ minLength: 1 }).filter((user) => user.trim() !== ''),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: ['name', 'labelKey', 'labelValue', 'validationActions'] },
  ),
  fields: ['name', 'labelKey', 'labelValue', 'validationActions', 'exemptUsernames'],
});

holdsFor<EfsStorageClassSpec>('a dynamic class', {
  check: (spec) => checkShaped(spec, EFS_STORAGE_CLASS_SHAPE, checkEfsStorageClass),
  build: (spec) => [buildEfsStorageClass(spec)],
  fine: fc.record(
    {
      name,
      provisioningMode: fc.constant('efs-ap'),
      fileSystemId: fc.constantFrom('fs-01234567', 'fs-0123456789abcdef0'),
      directoryPerms: fc.constantFrom('700', '0755'),
      uid: fc.nat(65535),
      gid: fc.nat(65535),
      basePath: fc.constantFrom('/a', '/a/b'),
      ensureUniqueDirectory: fc.boolean(),
      enforceZoneAffinity: fc.boolean(),
      enableTagging: fc.boolean(),
      reclaimPolicy: fc.constantFrom('Delete', 'Retain'),
      volumeBindingMode: fc.constantFrom('Immediate', 'WaitForFirstConsumer'),
      mountOptions: fc.subarray(['iam', 'tls']),
      isDefault: fc.boolean(),
    },
    { requiredKeys: ['name', 'fileSystemId'] },
  ),
  fields: [
    'name',
    'provisioningMode',
    'fileSystemId',
    'directoryPerms',
    'uid',
    'gid',
    'basePath',
    'ensureUniqueDirectory',
    'enableTagging',
    'reclaimPolicy',
    'mountOptions',
  ],
});
