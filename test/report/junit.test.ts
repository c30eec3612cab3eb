import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { error, findings, ofOptions, warning } from './findings';
import { formatFindings } from '../../src/report';
import * as fc from '../support/fast-check';

const junit = (
  given: Parameters<typeof formatFindings>[1],
  sources?: readonly { readonly name: string }[],
) => formatFindings('junit', given, { version: '1.2.3', sources });
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  isArray: (name) => name === 'testsuite' || name === 'testcase',
  processEntities: { enabled: true, maxTotalExpansions: 1e6 },
  htmlEntities: true,
  trimValues: false,
});

test('a report has a suite for each file, a failure for each error, and warnings that pass', () => {
  expect(junit([error, warning], [{ name: 'apps/web.yaml' }, { name: 'fine.yaml' }]))
    .toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="cdk8s-volumes" tests="3" failures="1" errors="0" skipped="0">
  <testsuite name="apps/web.yaml" tests="1" failures="1" errors="0" skipped="0" time="0">
    <testcase name="storage/name PersistentVolumeClaim/shop/My_Data metadata.name" classname="apps/web.yaml" file="apps/web.yaml" line="12" time="0"><failure message="&quot;My_Data&quot; is not a valid name" type="storage/name">apps/web.yaml:12:9: PersistentVolumeClaim/shop/My_Data: metadata.name: &quot;My_Data&quot; is not a valid name; write &quot;my-data&quot;</failure></testcase>
  </testsuite>
  <testsuite name="fine.yaml" tests="1" failures="0" errors="0" skipped="0" time="0">
    <testcase name="no findings" classname="fine.yaml" time="0"/>
  </testsuite>
  <testsuite name="db.yaml" tests="1" failures="0" errors="0" skipped="0" time="0">
    <testcase name="storage/namespace StatefulSet/db" classname="db.yaml" file="db.yaml" line="3" time="0"><system-out>warning: db.yaml:3:1: StatefulSet/db: there is no namespace; write one</system-out></testcase>
  </testsuite>
</testsuites>
`);
});

test('nothing read and nothing found is an empty report', () => {
  expect(junit([])).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="cdk8s-volumes" tests="0" failures="0" errors="0" skipped="0">\n</testsuites>\n',
  );
});

test('tests of one name are numbered', () => {
  const report = parser.parse(junit([error, error, ofOptions]));
  expect(
    report.testsuites.testsuite.map((suite: any) => suite.testcase.map((one: any) => one.name)),
  ).toEqual([
    [
      'storage/name PersistentVolumeClaim/shop/My_Data metadata.name',
      'storage/name PersistentVolumeClaim/shop/My_Data metadata.name (2)',
    ],
    ['render/option operatorEnv.KAFKA'],
  ]);
});

test('control characters and halves of characters are spelled, and everything else stays as it is', () => {
  const message = 'a\x00\x1b<b> & "c" \'d\' ]]> \ud800 \ufffe 😀\r\n\te';
  const report = parser.parse(junit([{ ...error, message }]));
  expect(report.testsuites.testsuite[0].testcase[0].failure.message).toBe(
    'a\\x00\\x1b<b> & "c" \'d\' ]]> \\ud800 \\ufffe 😀\r\n\te',
  );
});

test('any findings make well-formed XML with as many tests and failures as it says', () => {
  fc.assert(
    fc.property(findings, fc.array(fc.record({ name: fc.string() })), (given, sources) => {
      const text = junit(given, sources);
      expect(XMLValidator.validate(text)).toBe(true);
      // What XML 1.0 may hold.
      expect(text).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
      const { testsuites } = parser.parse(text);
      const suites: any[] = testsuites.testsuite ?? [];
      const cases = suites.flatMap((suite) => suite.testcase);
      expect(Number(testsuites.tests)).toBe(cases.length);
      expect(Number(testsuites.failures)).toBe(
        given.filter(({ severity }) => severity === 'error').length,
      );
      expect(cases.filter((one) => one.failure !== undefined)).toHaveLength(
        Number(testsuites.failures),
      );
      expect(suites.map((suite) => Number(suite.tests))).toEqual(
        suites.map((suite) => suite.testcase.length),
      );
    }),
  );
});
