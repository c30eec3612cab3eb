import { PARAMETERS_CASES, ParametersCase, recordedProvision } from './cases';
import { provision } from './oracle/provision';
import {
  checkAccessModes,
  checkStorageClassParameters,
  checkVolumeMode,
  ParametersContext,
  parseTags,
} from '../../../src/efs/driver-rules';
import { Finding, hasErrors } from '../../../src/findings';
import { withoutUndefined } from '../../../src/kube';
import { moreThan } from '../../support/conformance';
import * as fc from '../../support/fast-check';

const BASE = {
  provisioningMode: 'efs-ap',
  fileSystemId: 'fs-0123456789abcdef0',
  directoryPerms: '700',
};
const places = (findings: Finding[]) =>
  findings.map(({ rule, severity, path }) => `${severity} ${rule} ${path}`);
const texts = (findings: Finding[]) =>
  findings.map(({ message, remedy }) => `${message}; ${remedy}`);
/** The base with other parameters; undefined takes one away. */
const check = (parameters: { [key: string]: string | undefined }, context?: ParametersContext) =>
  checkStorageClassParameters(
    withoutUndefined({ ...BASE, ...parameters }) as { [key: string]: string },
    context,
  );

/** Rows of one length: jest takes a missing column for a callback. */
function rows<T extends readonly unknown[]>(length: number, table: T[]): T[] {
  return table.map((row) => Array.from({ length }, (_, index) => row[index]) as unknown as T);
}

describe('checkStorageClassParameters', () => {
  test.each(
    rows<[{ [key: string]: string | undefined }, ParametersContext?]>(2, [
      [{}],
      [{ uid: '0', gid: '4294967295' }],
      [{ gidRangeStart: '1000', gidRangeEnd: '11000' }],
      [{ basePath: '/volumes', subPathPattern: '${.PV.name}', ensureUniqueDirectory: 'false' }],
      [{ fileSystemId: undefined, fileSystemIdConfigRef: 'ns/cm/key' }],
      [
        {
          az: 'us-east-1a',
          'csi.storage.k8s.io/provisioner-secret-name': 's',
          'csi.storage.k8s.io/provisioner-secret-namespace': 'ns',
        },
      ],
      [{ 'csi.storage.k8s.io/fstype': 'efs' }],
      [{ enableTagging: 'false' }, { controllerTags: {} }],
      [
        { enforceZoneAffinity: 'true', reuseAccessPoint: 'false' },
        { mountOptions: ['tls', 'iam'], controllerTags: { a: 'b' } },
      ],
    ]),
  )('%j is fine', (parameters, context) => expect(check(parameters, context)).toEqual([]));

  test.each(
    rows<[{ [key: string]: string | undefined }, string[], ParametersContext?]>(3, [
      [
        { provisioningMode: undefined },
        ['error efs/provisioning-mode parameters.provisioningMode'],
      ],
      [{ provisioningMode: 'EFS-AP' }, ['error efs/provisioning-mode parameters.provisioningMode']],
      [{ fileSystemId: undefined }, ['error efs/file-system-source parameters.fileSystemId']],
      [{ fileSystemId: ' ' }, ['error efs/file-system-source parameters.fileSystemId']],
      [{ fileSystemId: 'nonsense' }, ['error efs/file-system-id parameters.fileSystemId']],
      [
        { fileSystemIdSecretRef: 'ns/s/key' },
        ['error efs/file-system-source parameters.fileSystemId'],
      ],
      [
        { fileSystemIdSecretRef: ' ' },
        ['error efs/file-system-source parameters.fileSystemIdSecretRef'],
      ],
      [
        { fileSystemId: undefined, fileSystemIdConfigRef: 'ns/cm' },
        ['error efs/file-system-source parameters.fileSystemIdConfigRef'],
      ],
      [{ directoryPerms: undefined }, ['error efs/directory-perms parameters.directoryPerms']],
      [{ directoryPerms: '7' }, ['error efs/directory-perms parameters.directoryPerms']],
      [{ directoryPerms: '888' }, ['error efs/directory-perms parameters.directoryPerms']],
      [
        { uid: '-1', gid: '4294967296' },
        ['error efs/posix-id parameters.uid', 'error efs/posix-id parameters.gid'],
      ],
      [{ gidRangeStart: '1' }, ['error efs/gid-range parameters.gidRangeStart']],
      [{ gidRangeEnd: '1' }, ['error efs/gid-range parameters.gidRangeEnd']],
      [{ gidRangeStart: '0', gidRangeEnd: '5' }, ['error efs/gid-range parameters.gidRangeStart']],
      [{ gidRangeStart: '5', gidRangeEnd: '5' }, ['error efs/gid-range parameters.gidRangeEnd']],
      [
        { gidRangeStart: '1', gidRangeEnd: '10002' },
        ['warning efs/gid-range-use parameters.gidRangeEnd'],
      ],
      [
        { uid: '1', gid: '1', gidRangeStart: '1', gidRangeEnd: '2' },
        ['warning efs/gid-range-use parameters.gidRangeStart'],
      ],
      [
        { subPathPattern: '${.PVC.labels.x}' },
        ['error efs/sub-path-pattern parameters.subPathPattern'],
      ],
      [{ subPathPattern: '' }, ['error efs/sub-path-pattern parameters.subPathPattern']],
      [{ subPathPattern: 'a/..' }, ['error efs/sub-path-pattern parameters.subPathPattern']],
      [
        { subPathPattern: '/', ensureUniqueDirectory: 'false' },
        ['error efs/sub-path-pattern parameters.subPathPattern'],
      ],
      [
        { subPathPattern: '${.PV.name}', ensureUniqueDirectory: 'no' },
        ['error efs/parameter-boolean parameters.ensureUniqueDirectory'],
      ],
      [
        { ensureUniqueDirectory: 'true' },
        ['warning efs/root-directory-room parameters.ensureUniqueDirectory'],
      ],
      [
        { subPathPattern: 'x', ensureUniqueDirectory: '0' },
        ['warning efs/shared-directory parameters.subPathPattern'],
      ],
      [
        { subPathPattern: '${.PVC.namespace}', ensureUniqueDirectory: '0' },
        ['warning efs/shared-directory parameters.subPathPattern'],
      ],
      [
        { subPathPattern: '${.PVC.namespace}/${.PVC.name}', ensureUniqueDirectory: '0' },
        ['warning efs/root-directory-room parameters.subPathPattern'],
      ],
      [{ basePath: '../x' }, ['warning efs/root-directory-room parameters.basePath']],
      [{ basePath: '/a/b/c/d/e' }, ['error efs/root-directory parameters.basePath']],
      [{ basePath: '/a/b/c/d' }, ['warning efs/root-directory-room parameters.basePath']],
      [{ basePath: '/${.PVC.name}' }, ['error efs/root-directory parameters.basePath']],
      [{ subPathPattern: '$PVC' }, ['error efs/root-directory parameters.subPathPattern']],
      [{ basePath: '/.hidden' }, ['error efs/root-directory parameters.basePath']],
      [{ basePath: `/${'x'.repeat(59)}` }, ['error efs/root-directory parameters.basePath']],
      [{ basePath: `/${'x'.repeat(58)}` }, []],
      [
        { reuseAccessPoint: 'true' },
        ['warning efs/reuse-access-point parameters.reuseAccessPoint'],
      ],
      [
        { provisioningMode: 's3files-ap', reuseAccessPoint: 'false', az: 'a' },
        [
          'error efs/s3-files-unsupported parameters.reuseAccessPoint',
          'error efs/s3-files-unsupported parameters.az',
        ],
      ],
      [{ az: 'us-east-1a' }, ['warning efs/az-parameter parameters.az']],
      [
        { enforceZoneAffinity: 'yes' },
        ['error efs/parameter-boolean parameters.enforceZoneAffinity'],
      ],
      [
        { enableTagging: 'false' },
        ['error efs/enable-tagging parameters.enableTagging'],
        { controllerTags: { a: 'b' } },
      ],
      [
        { fstype: 'ext4' },
        [
          'warning efs/old-parameter parameters.fstype',
          'error efs/fs-type-parameter parameters.fstype',
        ],
      ],
      [
        { FsType: 'efs', 'csi.storage.k8s.io/fstype': 'efs' },
        [
          'warning efs/old-parameter parameters.FsType',
          'error efs/fs-type-parameter parameters.FsType',
        ],
      ],
      [
        { csiProvisionerSecretName: 's', csiProvisionerSecretNamespace: 'ns' },
        [
          'warning efs/old-parameter parameters.csiProvisionerSecretName',
          'warning efs/old-parameter parameters.csiProvisionerSecretNamespace',
        ],
      ],
      [
        { 'csi.storage.k8s.io/provisioner-secret-name': 's' },
        ['error efs/secret-parameter parameters.csi.storage.k8s.io/provisioner-secret-name'],
      ],
      [
        {},
        ['error efs/mount-option mountOptions[0]'],
        { mountOptions: ['accesspoint=fsap-abcd1234'] },
      ],
      [
        { provisioningMode: 's3files-ap' },
        ['error efs/s3-files-unsupported mountOptions[0]'],
        { mountOptions: ['stunnel'] },
      ],
    ]),
  )('%j has the findings %j', (parameters, expected, context) =>
    expect(places(check(parameters, context))).toEqual(expected),
  );

  test.each([
    [
      'fileSystemID',
      'the driver has no parameter "fileSystemID"; perhaps you meant "fileSystemId": the driver ignores this one',
    ],
    [
      'encrypted',
      'the driver has no parameter "encrypted"; remove it: encryption at rest is a property of the file system, and in transit it is on by default',
    ],
    [
      'mountOptions',
      'the driver has no parameter "mountOptions"; use mountOptions, a field of the class itself',
    ],
    [
      'crossaccount',
      'the driver has no parameter "crossaccount"; set it to "true" in the provisioner secret',
    ],
    ['zzz', 'the driver has no parameter "zzz"; remove it: the driver ignores it'],
    [
      'csi.storage.k8s.io/fs-type',
      'the sidecar refuses "csi.storage.k8s.io/fs-type"; perhaps you meant "csi.storage.k8s.io/fstype"',
    ],
    [
      'csi.storage.k8s.io/foo',
      'the sidecar refuses "csi.storage.k8s.io/foo"; remove it: the prefix is the sidecar\'s own',
    ],
  ])('for the parameter %s there is a remedy', (key, expected) =>
    expect(texts(check({ [key]: 'x' }))).toEqual([expected]),
  );

  test('the room for names is counted', () => {
    expect(
      texts(check({ basePath: '/volumes', subPathPattern: '${.PVC.namespace}/${.PVC.name}' })),
    ).toEqual([
      'with long names the root directory has up to 363 bytes, and the limit is 100: 53 are left for ${.PVC.name} and ${.PVC.namespace}; ' +
        'keep the names short, or use ${.PV.name}',
    ]);
  });

  test('bytes count, not letters', () => {
    expect(places(check({ basePath: `/${'é'.repeat(30)}` }))).toEqual([
      'error efs/root-directory parameters.basePath',
    ]);
  });

  test('a class without parameters lacks three', () => {
    expect(places(checkStorageClassParameters(undefined))).toEqual([
      'error efs/provisioning-mode parameters.provisioningMode',
      'error efs/file-system-source parameters.fileSystemId',
      'error efs/directory-perms parameters.directoryPerms',
    ]);
  });
});

function checkRecorded({
  parameters,
  driverTagsFlag,
  mountOptions,
  accessMode = 'ReadWriteMany',
  volumeMode,
}: ParametersCase['input']): Finding[] {
  return [
    ...checkStorageClassParameters(parameters, {
      controllerTags: parseTags(driverTagsFlag ?? ''),
      mountOptions,
    }),
    ...checkAccessModes([accessMode]),
    ...checkVolumeMode(volumeMode),
  ];
}

/** Rules that refuse classes that the driver takes, and why they do. */
const STRICTER: { [rule: string]: string } = {
  'efs/access-mode': 'the recording has modes of CSI, which claims cannot have',
  'efs/mount-option': 'the driver looks at most mount options only when it mounts',
  'efs/file-system-source': 'a reference that is blank is none to the driver',
  'efs/gid-range': 'the driver passes the IDs on, and AWS refuses what has more than 32 bits',
  'efs/file-system-id':
    'the driver passes nonsense on to AWS and into the volume handle, which the node refuses',
  'efs/directory-perms': 'the driver passes them on, and AWS refuses what is not octal',
  'efs/posix-id': 'the driver passes them on, and AWS refuses what has more than 32 bits',
  'efs/sub-path-pattern':
    'an empty pattern makes directories without a name, or the whole file system',
  'efs/root-directory': 'the driver passes the path on, and AWS refuses special characters',
  'efs/parameter-boolean':
    'ensureUniqueDirectory is true to the driver whenever it is not a boolean',
  'efs/unknown-parameter': 'the driver ignores parameters that it does not know',
};

describe('the recorded answers', () => {
  // What AWS holds, what the secret says and where a reference leads is not in the class.
  const isReference = (value: string | undefined) =>
    value !== undefined && /^[^/]+\/[^/]+\/[^/]+$/.test(value);
  const leadsElsewhere = ({
    fileSystemId,
    fileSystemIdConfigRef,
    fileSystemIdSecretRef,
  }: ParametersCase['input']['parameters']) =>
    fileSystemId === undefined &&
    isReference(fileSystemIdConfigRef) !== isReference(fileSystemIdSecretRef);
  const ofTheClass = PARAMETERS_CASES.filter(
    ([, { input }]) =>
      input.aws === undefined && input.secret === undefined && !leadsElsewhere(input.parameters),
  );
  const refused = ofTheClass.filter(([, { result }]) => result.error !== undefined);
  const byLength = (message: string) => message.includes('exceeds file system limit');
  const provisioned = PARAMETERS_CASES.filter(([, { result }]) => result.error === undefined);

  test.each(refused.filter(([, { result }]) => !byLength(result.error!.message)))(
    '%s is refused, so it has an error',
    (_, { input }) => {
      expect(hasErrors(checkRecorded(input))).toBe(true);
    },
  );

  test.each(refused.filter(([, { result }]) => byLength(result.error!.message)))(
    '%s is refused for the length of a name, so it has a finding',
    (_, { input }) => {
      expect(checkRecorded(input).map(({ rule }) => rule)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^efs\/root-directory/)]),
      );
    },
  );

  test.each(provisioned)(
    '%s is provisioned, so it has no error, or one that is explained',
    (_, { input }) => {
      const errors = checkRecorded(input).filter(({ severity }) => severity === 'error');
      expect(errors.filter(({ rule }) => !(rule in STRICTER))).toEqual([]);
    },
  );

  test('cover refusals of both kinds', () => {
    expect(refused.length).toBeGreaterThan(moreThan(30));
    expect(provisioned.length).toBeGreaterThan(moreThan(50));
  });
});

describe('any text', () => {
  const key = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'uid',
      'gid',
      'gidRangeStart',
      'gidRangeEnd',
      'basePath',
      'subPathPattern',
      'ensureUniqueDirectory',
      'reuseAccessPoint',
      'az',
      'enforceZoneAffinity',
      'enableTagging',
      'provisioningMode',
      'fileSystemId',
      'fileSystemIdConfigRef',
      'fstype',
      'csi.storage.k8s.io/fstype',
      'csi.storage.k8s.io/provisioner-secret-name',
      'csiProvisionerSecretName',
      '__proto__',
    ),
  );
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'true',
      'false',
      '1',
      '70000',
      'efs-ap',
      's3files-ap',
      '${.PVC.name}',
      '../x',
      'fs-abcd1234',
      'a/b/c',
    ),
  );

  test('has findings or none, the same every time, and is left as it is', () => {
    fc.assert(
      fc.property(fc.dictionary(key, text), fc.array(text), (parameters, mountOptions) => {
        const before = fc.stringify([parameters, mountOptions]);
        expect(checkStorageClassParameters(parameters, { mountOptions })).toEqual(
          checkStorageClassParameters(parameters, { mountOptions }),
        );
        expect(fc.stringify([parameters, mountOptions])).toBe(before);
      }),
    );
  });

  test("that has no errors is provisioned, unless for the length of the claim's name", () => {
    const claim = fc.record({
      name: fc.constantFrom('data', 'n'.repeat(253)),
      namespace: fc.constantFrom('team', 'n'.repeat(63)),
    });
    fc.assert(
      fc.property(fc.dictionary(key, text), fc.boolean(), claim, (others, complete, names) => {
        const parameters = complete ? { ...others, ...BASE } : others;
        const result = provision(recordedProvision({ parameters, claim: names }));
        const findings = checkStorageClassParameters(parameters);
        const isExplained =
          hasErrors(findings) || findings.some(({ rule }) => rule === 'efs/root-directory-room');
        expect('error' in result && !isExplained).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});
