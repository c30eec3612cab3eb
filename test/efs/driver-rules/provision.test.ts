import { PARAMETERS_CASES, RECORDED_UUID, recordedProvision } from './cases';
import { provision, ProvisionInput, ProvisionResult } from './oracle/provision';
import * as fc from '../../support/fast-check';

const base: ProvisionInput = recordedProvision({
  parameters: { provisioningMode: 'efs-ap', fileSystemId: 'fs-abcd1234', directoryPerms: '700' },
  claim: { name: 'data', namespace: 'team' },
});

function withParameters(
  parameters: { [key: string]: string },
  rest: Partial<ProvisionInput> = {},
): ProvisionResult {
  return provision({ ...base, ...rest, parameters: { ...base.parameters, ...parameters } });
}
const message = (result: ProvisionResult) =>
  'error' in result ? result.error.message : 'provisioned';
const body = (result: ProvisionResult) =>
  result.awsRequests.find(({ call }) => call.endsWith('CreateAccessPoint'))?.body as {
    [field: string]: unknown;
  };

describe('the recorded answers', () => {
  test.each(PARAMETERS_CASES)('%s', (_, { input, result }) => {
    const answer = JSON.stringify(provision(recordedProvision(input))).replaceAll(
      RECORDED_UUID,
      '<uuid4>',
    );
    expect(JSON.parse(answer)).toEqual(result);
  });
});

describe('what no recorded answer shows', () => {
  test('a class without provisioningMode is refused', () => {
    const { provisioningMode, ...parameters } = base.parameters;
    expect(message(provision({ ...base, parameters }))).toBe('Missing provisioningMode parameter');
  });

  test('directoryPerms that are missing are sent as an empty text', () => {
    const { directoryPerms, ...parameters } = base.parameters;
    expect(body(provision({ ...base, parameters }))).toMatchObject({
      RootDirectory: { CreationInfo: { Permissions: '' } },
    });
  });

  test('the end of a range without a start is refused, whatever it is', () => {
    expect(message(withParameters({ gidRangeEnd: 'x' }))).toBe('Missing gidRangeStart parameter');
  });

  test('without tagging there are no tags', () => {
    expect(body(withParameters({ enableTagging: 'false' })).Tags).toEqual([]);
  });

  test('tagging cannot be off when the controller has tags', () => {
    expect(withParameters({ enableTagging: 'false' }, { driverTagsFlag: 'a:b' })).toEqual({
      awsRequests: [],
      error: {
        from: 'driver',
        code: 'InvalidArgument',
        message:
          'enableTagging is false but the driver is configured with --tags; set enableTagging=true or remove the --tags flag',
      },
    });
  });

  test('a One Zone file system ties the volume to its zone', () => {
    expect(
      withParameters(
        { enforceZoneAffinity: 'true' },
        { aws: { oneZoneFileSystems: { 'fs-abcd1234': 'us-east-1b' } } },
      ),
    ).toMatchObject({
      volume: { topology: [{ 'topology.kubernetes.io/zone': 'us-east-1b' }] },
    });
  });

  test('S3 Files have no zones', () => {
    expect(
      withParameters(
        { provisioningMode: 's3files-ap', enforceZoneAffinity: 'true' },
        { aws: { oneZoneFileSystems: { 'fs-abcd1234': 'x' } } },
      ),
    ).not.toHaveProperty('volume.topology');
  });

  test('the file system comes from a ConfigMap', () => {
    const { fileSystemId, ...parameters } = base.parameters;
    const result = provision({
      ...base,
      parameters: { ...parameters, fileSystemIdConfigRef: 'ns/cm/id' },
      references: { 'ns/cm/id': ' fs-12345678\n' },
    });
    expect(result).toMatchObject({
      volume: { volumeHandle: 'efs:fs-12345678::fsap-0fedcba9876543210' },
    });
  });

  test('a ConfigMap that lacks the key is an error', () => {
    const { fileSystemId, ...parameters } = base.parameters;
    expect(
      message(
        provision({ ...base, parameters: { ...parameters, fileSystemIdConfigRef: 'ns/cm/id' } }),
      ),
    ).toBe('Failed to resolve filesystem Id key id not found or empty in ConfigMap ns/cm');
  });

  test('a blank reference to a ConfigMap comes before one to a Secret', () => {
    const { fileSystemId, ...parameters } = base.parameters;
    const result = provision({
      ...base,
      parameters: {
        ...parameters,
        fileSystemIdConfigRef: ' ',
        fileSystemIdSecretRef: 'ns/s/id',
      },
      references: { 'ns/s/id': 'fs-12345678' },
    });
    expect(message(result)).toBe(
      "Failed to resolve filesystem Id invalid fileSystemIdConfigRef reference: reference can't be empty",
    );
  });

  test.each([
    [
      { 'csi.storage.k8s.io/provisioner-secret-name': 's' },
      'failed to get name and namespace template from params: either name and namespace for Provisioner secrets specified, Both must be specified',
    ],
    [
      { 'csi.storage.k8s.io/fstype': 'efs', fsType: 'efs' },
      'fstype specified in parameters with both "fstype" and "csi.storage.k8s.io/fstype" keys',
    ],
  ])('the sidecar refuses %j', (parameters, text) => {
    expect(withParameters(parameters as {})).toEqual({
      awsRequests: [],
      error: { from: 'csi-provisioner', message: text },
    });
  });

  test('crossaccount as a mount option of the class is refused', () => {
    expect(message(withParameters({}, { mountOptions: ['crossaccount'] }))).toMatch(
      /^Volume capabilities not supported: mount option 'crossaccount' cannot/,
    );
  });

  test('without a mount target in the zone another one is taken', () => {
    const aws = {
      mountTargets: [
        { az: 'b', ip: '10.0.0.2', state: 'creating' },
        { az: 'a', ip: '10.0.0.1', state: 'available' },
      ],
    };
    expect(withParameters({ az: 'b' }, { aws, secret: { awsRoleArn: 'arn' } })).toMatchObject({
      volume: { volumeAttributes: { mounttargetip: '10.0.0.1' } },
    });
  });

  test.each([
    ['without any', []],
    [
      'with none that can be used',
      [
        { az: 'a', ip: '10.0.0.1', state: 'creating' },
        { az: 'b', ip: '10.0.0.2', state: 'deleting' },
      ],
    ],
  ])(
    'a role for a file system without mount targets, %s, is an error after the access point is made',
    (_, mountTargets) => {
      const result = withParameters({}, { aws: { mountTargets }, secret: { awsRoleArn: 'arn' } });
      expect(result).toMatchObject({
        error: {
          from: 'driver',
          code: 'Internal',
          message:
            'Failed to build mount target IP map for file system fs-abcd1234: No available mount targets for file system fs-abcd1234',
        },
      });
      expect(result.awsRequests.map(({ call }) => call)).toEqual([
        'sts AssumeRole',
        'efs list access points',
        'efs CreateAccessPoint',
        'efs DescribeMountTargets',
      ]);
    },
  );

  test('a role needs no mount targets where names are resolved', () => {
    expect(
      withParameters({}, { secret: { awsRoleArn: 'arn', crossaccount: 'true' } }),
    ).toMatchObject({ volume: { volumeAttributes: { crossaccount: 'true' } } });
  });

  test('a zone without mount targets anywhere leaves the address out', () => {
    expect(withParameters({ az: 'b' }, { secret: { awsRoleArn: 'arn' } })).toMatchObject({
      volume: { volumeAttributes: {} },
    });
  });

  test('S3 Files are not looked for in another account', () => {
    const result = withParameters(
      { provisioningMode: 's3files-ap' },
      { secret: { awsRoleArn: 'arn' } },
    );
    expect(result).toMatchObject({ volume: { volumeAttributes: {} } });
    expect(result.awsRequests.map(({ call }) => call)).not.toContain('efs DescribeMountTargets');
  });

  test('a repeated request gets the access point of the first', () => {
    const accessPoint = {
      accessPointId: 'fsap-1',
      fileSystemId: 'fs-abcd1234',
      clientToken: base.volumeName,
      path: '/x',
      uid: 50000,
      gid: 50000,
    };
    expect(withParameters({}, { aws: { accessPoints: [accessPoint] } })).toMatchObject({
      volume: { volumeHandle: 'efs:fs-abcd1234::fsap-1' },
    });
  });

  const used = (gids: number[]) => ({
    accessPoints: gids.map((gid) => ({
      accessPointId: `fsap-${gid}`,
      fileSystemId: 'fs-abcd1234',
      clientToken: `t${gid}`,
      path: '/x',
      uid: gid,
      gid,
    })),
  });

  test('the end of the range is used', () => {
    expect(
      body(withParameters({ gidRangeStart: '1', gidRangeEnd: '2' }, { aws: used([1]) })).PosixUser,
    ).toEqual({ Uid: 2, Gid: 2 });
  });

  test('IDs further than 10000 from the start are not used', () => {
    const range = { gidRangeStart: '1', gidRangeEnd: '70000' };
    const all = Array.from({ length: 10_001 }, (_, index) => index + 1);
    expect(message(withParameters(range, { aws: used(all) }))).toMatch(
      /^Failed to locate a free GID/,
    );
    expect(body(withParameters(range, { aws: used(all.slice(0, -1)) })).PosixUser).toEqual({
      Uid: 10_001,
      Gid: 10_001,
    });
  });

  test('IDs of another file system are free', () => {
    const aws = {
      accessPoints: used([1]).accessPoints.map((accessPoint) => ({
        ...accessPoint,
        fileSystemId: 'fs-ffffffff',
      })),
    };
    expect(
      body(withParameters({ gidRangeStart: '1', gidRangeEnd: '2' }, { aws })).PosixUser,
    ).toEqual({ Uid: 1, Gid: 1 });
  });

  test('the root directory is counted in bytes', () => {
    expect(message(withParameters({ basePath: `/${'é'.repeat(30)}` }))).toMatch(
      / exceeds file system limit of 100 characters$/,
    );
  });

  describe('an access point that is found again', () => {
    const found = (parameters: { [key: string]: string }, ids: { uid: number; gid: number }) => {
      const clientToken = '3a6eb0790f39ac87c94f3856b2dd2c5d110e6811602261a9a923d3bb23adc8b7';
      const accessPoints = [
        { accessPointId: 'fsap-1', fileSystemId: 'fs-abcd1234', clientToken, path: '/x', ...ids },
      ];
      return withParameters({ reuseAccessPoint: 'true', ...parameters }, { aws: { accessPoints } });
    };
    const RANGE = { gidRangeStart: '1000', gidRangeEnd: '2000' };

    test.each<[{ [key: string]: string }, { uid: number; gid: number }, string]>([
      [
        { basePath: '/other' },
        { uid: 50000, gid: 50000 },
        "has different base path than what's specified in storage class",
      ],
      [{ uid: '7' }, { uid: 50000, gid: 50000 }, 'its UID is incorrect'],
      [{ gid: '7' }, { uid: 50000, gid: 50000 }, 'its GID is incorrect'],
      [{ uid: '7', gid: '7' }, { uid: 8, gid: 8 }, 'its GID is incorrect'],
      [{ uid: '0', gid: '7' }, { uid: 1, gid: 7 }, 'its UID is incorrect'],
      [{ gid: '7', ...RANGE }, { uid: 1000, gid: 1000 }, 'its GID is incorrect'],
      [{ gid: '7', ...RANGE }, { uid: 2001, gid: 7 }, 'its UID is outside the specified range'],
      [{ uid: '7', ...RANGE }, { uid: 7, gid: 999 }, 'its GID is outside the specified range'],
      [RANGE, { uid: 1000, gid: 2001 }, 'its GID is outside the specified range'],
      [RANGE, { uid: 999, gid: 1000 }, 'its UID is outside the specified range'],
      [{}, { uid: 50000, gid: 60001 }, 'its GID is outside the specified range'],
    ])('does not fit %j with %j', (parameters, ids, why) => {
      expect(found(parameters, ids)).toMatchObject({
        error: {
          from: 'driver',
          code: 'AlreadyExists',
          message: `Invalid existing access point: Access point found but ${why}`,
        },
      });
    });

    test.each<[{ [key: string]: string }, { uid: number; gid: number }]>([
      [RANGE, { uid: 1000, gid: 2000 }],
      [
        { uid: '7', gid: '8', ...RANGE },
        { uid: 7, gid: 8 },
      ],
      [{}, { uid: 50000, gid: 60000 }],
    ])('fits %j with %j', (parameters, ids) => {
      expect(found(parameters, ids)).toMatchObject({
        volume: { volumeHandle: 'efs:fs-abcd1234::fsap-1' },
      });
    });
  });

  test('IDs that the controller cannot count to are sent as they are', () => {
    expect(body(withParameters({ uid: '4294967296', gid: '1' })).PosixUser).toEqual({
      Uid: 4294967296,
      Gid: 1,
    });
  });
});

test('any class has a volume or an error, the same every time, and is left as it is', () => {
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
      'fstype',
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
    ),
  );
  fc.assert(
    fc.property(
      fc.dictionary(key, text),
      fc.dictionary(fc.constantFrom('awsRoleArn', 'crossaccount'), text),
      (parameters, secret) => {
        const before = JSON.stringify([parameters, secret]);
        const result = withParameters(parameters, { secret });
        expect('volume' in result !== 'error' in result).toBe(true);
        expect(withParameters(parameters, { secret })).toEqual(result);
        expect(JSON.stringify([parameters, secret])).toBe(before);
      },
    ),
  );
});
