import { error, findings, ofOptions } from './findings';
import { fingerprintOf, formatFindings, REPORT_FORMATS } from '../../src/report';
import * as fc from '../support/fast-check';

const options = { version: '1.2.3', root: '/repo', sources: [{ name: 'a.yaml' }] };

test('JSON has one object for each finding, with null for what is not known', () => {
  expect(JSON.parse(formatFindings('json', [error, ofOptions], options))).toEqual([
    {
      rule: 'storage/name',
      severity: 'error',
      path: 'metadata.name',
      message: '"My_Data" is not a valid name',
      remedy: 'write "my-data"',
      file: 'apps/web.yaml',
      line: 12,
      column: 9,
      object: 'PersistentVolumeClaim/shop/My_Data',
      fingerprint: fingerprintOf(error),
    },
    {
      rule: 'render/option',
      severity: 'warning',
      path: 'operatorEnv.KAFKA',
      message: 'nobody reads it',
      remedy: 'remove it',
      file: null,
      line: null,
      column: null,
      object: null,
      fingerprint: fingerprintOf(ofOptions),
    },
  ]);
});

test('JSON has the answer of the API server where it differs', () => {
  const server = {
    field: 'spec.volumes[0].nfs',
    surplusFields: ['spec.volumes[0].csi'],
    code: 422,
  };
  const [row] = JSON.parse(formatFindings('json', [{ ...error, server }], options)) as object[];
  expect(row).toMatchObject({ server });
});

test.each(REPORT_FORMATS.map((format) => [format]))(
  '%s says the same of the same findings, ends with a line, and leaves the findings as they were',
  (format) => {
    fc.assert(
      fc.property(findings, (given) => {
        const before = structuredClone(given);
        const text = formatFindings(format, given, options);
        expect(formatFindings(format, structuredClone(given), options)).toBe(text);
        expect(text === '' || text.endsWith('\n')).toBe(true);
        expect(given).toEqual(before);
      }),
    );
  },
);
