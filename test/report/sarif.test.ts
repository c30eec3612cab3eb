import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { error, findings, ofOptions, ofText, warning } from './findings';
import { formatFindings } from '../../src/report';
import { ALL_RULES } from '../../src/rules';
import * as fc from '../support/fast-check';

// The schema of OASIS, errata 01. It is of draft 4, of which it uses only what the next drafts have
// too, ids aside.
const { $schema, id, ...schema } = JSON.parse(
  readFileSync(join(__dirname, '../support/schemas/sarif-2.1.0.json'), 'utf8'),
);
const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT/);
// RFC 3986, without the forms that nothing here makes.
ajv.addFormat('uri', /^[a-z][a-z0-9+.-]*:(?:[A-Za-z0-9._~!$&'()*+,;=:@/?#-]|%[0-9A-F]{2})*$/i);
ajv.addFormat('uri-reference', /^(?:[A-Za-z0-9._~!$&'()*+,;=:@/?#-]|%[0-9A-F]{2})*$/i);
const validate = ajv.compile(schema);

type Given = Parameters<typeof formatFindings>[1];
const sarif = (given: Given, root?: string) =>
  JSON.parse(formatFindings('sarif', given, { version: '1.2.3', root }));
const resultsOf = (given: Given, root?: string): any[] => sarif(given, root).runs[0].results;
const uriOf = (file: string, root?: string) =>
  resultsOf([{ ...error, file }], root)[0].locations[0].physicalLocation.artifactLocation.uri;

test('the schema is the one of SARIF 2.1.0, and it refuses what is none', () => {
  expect({ $schema, id }).toEqual({
    $schema: 'http://json-schema.org/draft-04/schema#',
    id: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
  });
  expect(
    validate({
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'x' } }, results: [{ message: {} }] }],
    }),
  ).toBe(false);
  expect(validate({ version: '2.1.0', runs: [{ tool: { driver: {} } }] })).toBe(false);
});

test('a log has the rules, and each finding at its line, column and object', () => {
  const log = sarif([error, warning]);
  expect(validate(log) || validate.errors).toBe(true);
  expect(log.version).toBe('2.1.0');
  const [
    {
      tool: {
        driver: { rules, ...driver },
      },
      columnKind,
      results,
    },
  ] = log.runs;
  expect({ driver, columnKind }).toEqual({
    driver: {
      name: 'cdk8s-volumes',
      version: '1.2.3',
      informationUri: 'https://github.com/cdk8s-volumes/cdk8s-volumes',
    },
    columnKind: 'utf16CodeUnits',
  });
  expect(rules).toEqual([
    {
      id: 'storage/name',
      shortDescription: {
        text: 'The name of a persistent volume, claim or class is not a DNS subdomain of at most 253 characters.',
      },
      fullDescription: {
        text: 'The name of a persistent volume, claim or class is not a DNS subdomain of at most 253 characters. The API server refuses the object.',
      },
      defaultConfiguration: { level: 'error' },
      helpUri:
        'https://github.com/cdk8s-volumes/cdk8s-volumes/blob/main/docs/rules/storage.md#storagename',
      help: {
        text: 'The name of a persistent volume, claim or class is not a DNS subdomain of at most 253 characters.\n\nThe API server refuses the object.\n\nWrong: name: My_Data\n\nRight: name: my-data\n\nSource: Kubernetes, validation of the API server.',
        markdown:
          'The name of a persistent volume, claim or class is not a DNS subdomain of at most 253 characters.\n\nThe API server refuses the object.\n\nWrong:\n\n```yaml\nname: My_Data\n```\n\nRight:\n\n```yaml\nname: my-data\n```\n\nSource: Kubernetes, validation of the API server.',
      },
      properties: { tags: ['kubernetes', 'storage'] },
    },
    expect.objectContaining({ id: 'storage/namespace' }),
  ]);
  expect(results).toEqual([
    {
      ruleId: 'storage/name',
      ruleIndex: 0,
      level: 'error',
      message: { text: '"My_Data" is not a valid name; write "my-data"' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'apps/web.yaml' },
            region: { startLine: 12, startColumn: 9 },
          },
          logicalLocations: [
            { fullyQualifiedName: 'PersistentVolumeClaim/shop/My_Data', kind: 'resource' },
          ],
        },
      ],
      partialFingerprints: { 'ruleObjectField/v1': expect.stringMatching(/^[0-9a-f]{32}:1$/) },
      properties: { field: 'metadata.name', remedy: 'write "my-data"' },
    },
    expect.objectContaining({ ruleId: 'storage/namespace', ruleIndex: 1, level: 'warning' }),
  ]);
});

test('nothing found is a log with no results and no rules', () => {
  const log = sarif([]);
  expect(validate(log) || validate.errors).toBe(true);
  expect(log.runs[0].results).toEqual([]);
  expect(log.runs[0].tool.driver.rules).toEqual([]);
});

test('what has no file is a notification: who shows results looks for their files', () => {
  const log = sarif([error, ofOptions]);
  expect(validate(log) || validate.errors).toBe(true);
  const [{ invocations, results, tool }] = log.runs;
  expect(invocations).toEqual([
    {
      executionSuccessful: true,
      toolConfigurationNotifications: [
        {
          level: 'warning',
          message: { text: 'nobody reads it; remove it' },
          properties: { rule: 'render/option', field: 'operatorEnv.KAFKA' },
        },
      ],
    },
  ]);
  expect(results).toHaveLength(1);
  expect(tool.driver.rules).toHaveLength(1);
  expect(sarif([error]).runs[0]).not.toHaveProperty('invocations');
});

test('what has no object is there without', () => {
  const [text] = sarif([ofText]).runs[0].results;
  expect(text.locations).toEqual([
    {
      physicalLocation: {
        artifactLocation: { uri: 'b.yaml' },
        region: { startLine: 2, startColumn: 1 },
      },
    },
  ]);
});

test('a rule that no table has is named without an index', () => {
  const [result] = sarif([{ ...error, rule: 'team/own' }]).runs[0].results;
  expect(result.ruleId).toBe('team/own');
  expect(result).not.toHaveProperty('ruleIndex');
});

describe('a fingerprint', () => {
  const fingerprints = (given: Given): string[] =>
    resultsOf(given).map((one) => one.partialFingerprints['ruleObjectField/v1']);

  test('stays when lines move, files are renamed and messages are worded anew', () => {
    expect(
      fingerprints([{ ...error, line: 99, column: 1, file: 'other.yaml', message: 'else' }]),
    ).toEqual(fingerprints([error]));
  });

  test.each([
    ['rule', 'storage/label'],
    ['object', 'PersistentVolumeClaim/shop/b'],
    ['path', 'metadata.namespace'],
  ])('is another for another %s', (field, value) => {
    expect(fingerprints([{ ...error, [field]: value }])).not.toEqual(fingerprints([error]));
  });

  test('of what has no object is that of its file', () => {
    expect(fingerprints([{ ...ofText, file: 'c.yaml' }])).not.toEqual(fingerprints([ofText]));
  });

  test('tells those apart that are alike', () => {
    const [first, second] = fingerprints([error, error]);
    expect([
      first.split(':')[1],
      second.split(':')[1],
      first.split(':')[0] === second.split(':')[0],
    ]).toEqual(['1', '2', true]);
  });
});

test.each([
  ['apps/web.yaml', undefined, 'apps/web.yaml'],
  ['./apps//web.yaml', undefined, 'apps/web.yaml'],
  ['/repo/apps/web.yaml', '/repo', 'apps/web.yaml'],
  ['/repo/apps/web.yaml', '/repo/', 'apps/web.yaml'],
  ['/repository/web.yaml', '/repo', 'file:///repository/web.yaml'],
  ['../web.yaml', '/repo', '../web.yaml'],
  ['a b/ü#?.yaml', undefined, 'a%20b/%C3%BC%23%3F.yaml'],
  ['a:b.yaml', undefined, 'a%3Ab.yaml'],
  ['C:\\repo\\apps\\web.yaml', 'C:\\repo', 'apps/web.yaml'],
  ['C:\\else\\web.yaml', 'C:\\repo', 'file:///C:/else/web.yaml'],
  ['<stdin>', undefined, '%3Cstdin%3E'],
])('the file %p below %p is %p', (file, root, uri) => {
  expect(uriOf(file, root)).toBe(uri);
});

test('what looks like a link is none', () => {
  const [result] = resultsOf([
    { ...error, message: 'see [here](https://evil.example) \\', remedy: 'a[0]' },
  ]);
  expect(result.message.text).toBe('see \\[here\\](https://evil.example) \\\\; a\\[0\\]');
  expect(resultsOf([{ ...error, message: 'a[0] \\', remedy: 'x' }])[0].message.text).toBe(
    'a[0] \\; x',
  );
});

test('any findings make a log that the schema takes, with one result or notification for each', () => {
  fc.assert(
    fc.property(findings, (given) => {
      const log = sarif(given);
      expect(validate(log) || validate.errors).toBe(true);
      const [{ results, invocations: [invocation] = [] }] = log.runs;
      expect(results.length + (invocation?.toolConfigurationNotifications.length ?? 0)).toBe(
        given.length,
      );
      expect(results.every(({ locations }: any) => locations.length === 1)).toBe(true);
    }),
  );
});

test('every rule makes a descriptor that the schema takes', () => {
  const log = sarif(ALL_RULES.map(({ id: rule }) => ({ ...error, rule })));
  expect(validate(log) || validate.errors).toBe(true);
  expect(log.runs[0].tool.driver.rules.map((rule: any) => rule.id)).toEqual(
    ALL_RULES.map((rule) => rule.id),
  );
});
