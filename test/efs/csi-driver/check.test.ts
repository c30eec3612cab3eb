import { App, Duration, Lazy } from 'cdk8s';
import { EfsCsiDriver, EfsCsiDriverProps } from '../../../src/efs/constructs/efs-csi-driver';
import { checkEfsDriver, EFS_DRIVER_SHAPE } from '../../../src/efs/csi-driver';
import { formatConfOverrides, formatTags } from '../../../src/efs/csi-driver/flags';
import type { UtilsConfig } from '../../../src/efs/csi-driver/spec';
import { parseConfOverrides, parseTags } from '../../../src/efs/driver-rules';
import { describeFinding, FindingsError, hasErrors } from '../../../src/findings';
import { checkShaped } from '../../../src/shape';
import { refusal } from '../../csi/tree';
import * as fc from '../../support/fast-check';

const ARN = 'use one such as arn:aws:iam::111122223333:role/efs-csi (efs/driver-role-arn)';
const TYPE = '(input/type)';
const LIMIT = '(efs/driver-limit)';

describe('options are refused', () => {
  test.each<[string, object, string]>([
    [
      'a text for a flag',
      { debugLogs: 'yes' },
      `debugLogs: "yes" is neither true nor false; use true or false ${TYPE}`,
    ],
    [
      'a misspelt one',
      { tag: {} },
      'tag: there is no option "tag", so {} would have no effect; perhaps you meant "tags" (input/unknown-field)',
    ],
    [
      'no mounts at all',
      { maxInflightMounts: 0 },
      `maxInflightMounts: 0 is not a valid limit; use a whole number of 1 or more ${LIMIT}`,
    ],
    [
      'no volumes at all',
      { volumeAttachLimit: -1 },
      `volumeAttachLimit: -1 is not a valid limit; use a whole number of 1 or more ${LIMIT}`,
    ],
    [
      'half a second',
      { forceUnmountAfter: 0.5 },
      `forceUnmountAfter: 0.5 is not a valid limit; use a whole number of 1 or more ${LIMIT}`,
    ],
    [
      'a range of ports that is ignored',
      { portRangeUpperBound: 21048 },
      `portRangeUpperBound: 21048 is not a valid limit; use a whole number from 21049 to 65535 ${LIMIT}`,
    ],
    [
      'a port that there is not',
      { metricsPort: 65536 },
      `metricsPort: 65536 is not a valid limit; use a whole number from 1 to 65535 ${LIMIT}`,
    ],
    [
      'metrics all the time',
      { volumeMetrics: { refreshPeriod: 0 } },
      `volumeMetrics.refreshPeriod: 0 is not a valid limit; use a whole number from 1 to 43200 ${LIMIT}`,
    ],
    [
      'a misspelt one of metrics',
      { volumeMetrics: { refreshperiod: 1 } },
      'volumeMetrics.refreshperiod: there is no option "refreshperiod", so 1 would have no effect; perhaps you meant "refreshPeriod" (input/unknown-field)',
    ],
    [
      'a misspelt one of the operator',
      { openShiftOperator: { rolearn: 'a' } },
      'openShiftOperator.rolearn: there is no option "rolearn", so "a" would have no effect; perhaps you meant "roleArn" (input/unknown-field)',
    ],
    [
      'a name that is none',
      { staticStorageClassName: 'A' },
      expect.stringMatching(/^staticStorageClassName: "A": .*\(storage\/name\)$/),
    ],
    [
      'tags that are a list',
      { tags: ['a'] },
      `tags: ["a"] is not a map; use a map of keys and values ${TYPE}`,
    ],
    [
      'a tag with a backslash',
      { tags: { a: 'b\\' } },
      'tags.a: "a" or "b\\\\" has a character that tags cannot have; use only letters, digits, spaces and _ . : / = + - @ (efs/driver-tags)',
    ],
    [
      'a tag of AWS',
      { tags: { 'aws:a': 'b' } },
      'tags.aws:a: the key "aws:a" starts with aws:, which is AWS\'s own; use another key (efs/driver-tags)',
    ],
    [
      'a tag without a key',
      { tags: { '': 'b' } },
      'tags.: the key "" has 0 characters and the value 1; use a key of 1 to 128 and a value of at most 256 (efs/driver-tags)',
    ],
    [
      'a tag with a blank at its end',
      { tags: { a: 'b ' } },
      'tags.a: the driver cannot read "a" with "b " from its flag; ' +
        'remove spaces at the ends, and spaces and colons after letters that are not ASCII (efs/driver-tags)',
    ],
    [
      'tags that spoil each other',
      { tags: { é: 'x', 'a b': 'y' } },
      'tags: the driver cannot read these tags from its flag all together; ' +
        'remove spaces and colons, or letters that are not ASCII (efs/driver-tags)',
    ],
    [
      'more tags than AWS takes',
      { tags: Object.fromEntries([...Array(51).keys()].map((key) => [`k${key}`, ''])) },
      'tags: there are 51 tags; use at most 50 (efs/driver-tags)',
    ],
    [
      'a setting with a comma',
      { efsUtilsConfig: { mount: { a: 'b,c' } } },
      'efsUtilsConfig.mount.a: the driver cannot read "b,c" for "a" in "mount" from its flag; ' +
        'remove commas, spaces at the ends, colons in sections and equals signs in keys (efs/driver-utils-config)',
    ],
    [
      'a setting without a section',
      { s3FilesUtilsConfig: { a: 'b' } },
      `s3FilesUtilsConfig.a: "b" is not a map; use a map of keys and values ${TYPE}`,
    ],
    [
      'a role without an ARN',
      { openShiftOperator: { roleArn: 'a' } },
      `openShiftOperator.roleArn: "a" is not the ARN of a role; ${ARN}`,
    ],
    [
      'an empty channel',
      { openShiftOperator: { channel: '' } },
      `openShiftOperator.channel: "" is empty; set a value, or remove it ${TYPE}`,
    ],
    [
      'a class without a name',
      { storageClasses: [{ fileSystemId: 'fs-12345678' }] },
      'storageClasses[0].name: there is no name; use a name of lower-case letters, digits and dashes (storage/name)',
    ],
    [
      'anything in operator mode',
      { operatorMode: true, debugLogs: true },
      'debugLogs: the operator has no debugLogs; remove it, or operatorMode (efs/driver-operator-mode)',
    ],
  ])('%s', (_, spec, line) =>
    expect(checkShaped(spec, EFS_DRIVER_SHAPE, checkEfsDriver).map(describeFinding)).toEqual([
      line,
    ]),
  );

  test('when they are known late', () => {
    expect(
      () => new EfsCsiDriver({ tags: { team: Lazy.any({ produce: () => 'a' }) as never } }),
    ).toThrow('tags: tags is known only at synthesis; pass a plain value (input/known-late)');
  });

  test.each<[string, unknown, string]>([
    [
      'a number of seconds, or of what?',
      { forceUnmountAfter: 5 },
      `forceUnmountAfter: 5 is not a Duration; use one such as Duration.seconds(30) ${TYPE}`,
    ],
    [
      'a number of minutes, or of what?',
      { volumeMetrics: { refreshPeriod: 5 } },
      `volumeMetrics.refreshPeriod: 5 is not a Duration; use one such as Duration.hours(4) ${TYPE}`,
    ],
    [
      'metrics that are a flag',
      { volumeMetrics: true },
      `volumeMetrics: true is not an object; use an object with refreshPeriod, fsRateLimit ${TYPE}`,
    ],
    [
      'a late duration',
      { forceUnmountAfter: Lazy.any({ produce: () => 5 }) },
      'forceUnmountAfter: forceUnmountAfter is known only at synthesis; pass a plain value (input/known-late)',
    ],
    [
      'the name of the core',
      { forceUnmountAfterSeconds: 5 },
      expect.stringMatching(
        /^forceUnmountAfterSeconds: there is no option "forceUnmountAfterSeconds", so 5 would have no effect; remove it; the options are .*\(input\/unknown-field\)$/,
      ),
    ],
    [
      'no object',
      null,
      expect.stringMatching(
        /^null is not an object; use an object with operatorMode, .* \(input\/type\)$/,
      ),
    ],
    [
      'a construct',
      { staticStorageClassName: new App() },
      'staticStorageClassName: staticStorageClassName contains an object of "App", which is not plain data; ' +
        'use strings, numbers, lists and maps; instead of a construct, use its name (input/plain-data)',
    ],
  ])('%s, given without a compiler', (_, props, line) => {
    expect(refusal(() => new EfsCsiDriver(props as EfsCsiDriverProps))).toEqual([line]);
  });

  test('when the driver is made, all at once', () => {
    const make = () =>
      new EfsCsiDriver({
        maxInflightMounts: 0,
        tags: { 'aws:x': '' },
        volumeMetrics: { refreshPeriod: Duration.seconds(90) },
      });
    expect(make).toThrow(FindingsError);
    expect(make).toThrow(/^3 errors/);
  });
});

describe('settings that decide where mounts connect to, or whom they trust,', () => {
  const said = (config: UtilsConfig) =>
    (['efsUtilsConfig', 's3FilesUtilsConfig'] as const).map((option) =>
      checkEfsDriver({ [option]: config }).map(
        ({ severity, rule, path, message, remedy }) =>
          `${severity} ${rule} ${path}: ${message}; ${remedy}`,
      ),
    );

  test.each([
    'dns_name_suffix',
    'dns_name_format',
    'stunnel_cafile',
    'stunnel_check_cert_hostname',
    'stunnel_check_cert_validity',
    'STUNNEL_CAFile',
  ])('are taken by this version of the driver only: %s', (key) => {
    const line = (option: string) => [
      `warning efs/driver-protected-setting ${option}.proxy.${key}: the driver rejects "${key}" from v3.5.0 on; remove it before the driver is updated`,
    ];
    expect(said({ proxy: { [key]: 'x' } })).toEqual([
      line('efsUtilsConfig'),
      line('s3FilesUtilsConfig'),
    ]);
  });

  test('are not those that resemble them', () => {
    expect(said({ mount: { stunnel_debug_enabled: 'true', dns_name: 'x' } })).toEqual([[], []]);
  });
});

describe('flags', () => {
  const tagText = fc
    .stringMatching(/^[a-z0-9:=/@+_. -]{1,8}$/)
    .filter((text) => text.trim() === text);

  test('the driver reads back the tags that are accepted', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(tagText, fc.string()),
          fc.oneof(tagText, fc.constant(''), fc.string()),
        ),
        (tags) => {
          if (!hasErrors(checkEfsDriver({ tags }))) {
            expect(parseTags(formatTags(tags))).toEqual({ ...tags });
          }
        },
      ),
    );
  });

  test('tags of plain letters are always accepted', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          tagText.filter((key) => !key.startsWith('aws:')),
          tagText,
          { maxKeys: 5 },
        ),
        (tags) => {
          expect(checkEfsDriver({ tags })).toEqual([]);
        },
      ),
    );
  });

  test('the driver reads back the settings that are accepted', () => {
    const config = fc.dictionary(
      fc.string(),
      fc.dictionary(fc.string(), fc.string(), { minKeys: 1, maxKeys: 2 }),
      { maxKeys: 2 },
    );
    fc.assert(
      fc.property(config, (efsUtilsConfig) => {
        if (hasErrors(checkEfsDriver({ efsUtilsConfig }))) return;
        expect(parseConfOverrides(formatConfOverrides(efsUtilsConfig))).toEqual({
          overrides: Object.entries(efsUtilsConfig).flatMap(([section, settings]) =>
            Object.entries(settings).map(([key, value]) => ({ section, key, value })),
          ),
        });
      }),
    );
  });
});

test('the driver is made of anything, or refused with findings', () => {
  const options = [
    'tags',
    'volumeMetrics',
    'forceUnmountAfter',
    'storageClasses',
    'openShiftOperator',
    'metricsPort',
    'staticStorageClassName',
  ];
  fc.assert(
    fc.property(
      fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom(...options), fc.anything())),
      (props) => {
        refusal(() => new EfsCsiDriver(props as EfsCsiDriverProps));
      },
    ),
  );
});

test('anything gives findings, never an exception', () => {
  const options = [
    'tags',
    'volumeMetrics',
    'efsUtilsConfig',
    'storageClasses',
    'openShiftOperator',
    'metricsPort',
    'operatorMode',
    'staticStorageClassName',
  ];
  fc.assert(
    fc.property(
      fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom(...options), fc.anything())),
      (spec) => {
        const before = JSON.stringify(spec, (_, value) =>
          typeof value === 'bigint' ? String(value) : value,
        );
        expect(Array.isArray(checkShaped(spec, EFS_DRIVER_SHAPE, checkEfsDriver))).toBe(true);
        expect(
          JSON.stringify(spec, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
        ).toBe(before);
      },
    ),
  );
});
