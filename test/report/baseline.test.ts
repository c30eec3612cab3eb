import { error, findings, ofText, warning } from './findings';
import { Baseline, baselineOf, fingerprintOf, readBaseline, withoutKnown } from '../../src/report';
import * as fc from '../support/fast-check';

const known = (...given: Parameters<typeof baselineOf>[0]) =>
  readBaseline(baselineOf(given)) as Baseline;

test('a baseline says what is known, sorted, with how often', () => {
  expect(JSON.parse(baselineOf([warning, error, ofText, error]))).toEqual({
    version: 1,
    findings: [
      {
        fingerprint: fingerprintOf(ofText),
        rule: 'render/syntax',
        object: 'b.yaml',
        path: '',
        count: 1,
      },
      {
        fingerprint: fingerprintOf(error),
        rule: 'storage/name',
        object: 'PersistentVolumeClaim/shop/My_Data',
        path: 'metadata.name',
        count: 2,
      },
      {
        fingerprint: fingerprintOf(warning),
        rule: 'storage/namespace',
        object: 'StatefulSet/db',
        path: '',
        count: 1,
      },
    ],
  });
});

test('a baseline does not depend on the order of the findings', () => {
  expect(baselineOf([error, warning])).toBe(baselineOf([warning, error]));
});

test('what is known is not told, wherever it has moved to', () => {
  expect(withoutKnown([{ ...error, line: 99, message: 'else' }, warning], known(error))).toEqual({
    findings: [warning],
    known: [{ ...error, line: 99, message: 'else' }],
    gone: [],
  });
});

test('two that are alike hide two, and the third is told', () => {
  const third = { ...error, line: 30 };
  expect(withoutKnown([error, { ...error, line: 20 }, third], known(error, error))).toEqual({
    findings: [third],
    known: [error, { ...error, line: 20 }],
    gone: [],
  });
});

test('what does not occur any more is told, with how often', () => {
  const { gone } = withoutKnown([error], known(error, error, error, warning));
  expect(gone.map(({ rule, object, count }) => ({ rule, object, count }))).toEqual([
    { rule: 'storage/name', object: 'PersistentVolumeClaim/shop/My_Data', count: 2 },
    { rule: 'storage/namespace', object: 'StatefulSet/db', count: 1 },
  ]);
});

test('an entry that two people have added to the file counts twice, and is told once when it is gone', () => {
  const {
    findings: [entry],
  } = known(error);
  expect(withoutKnown([error, error], { findings: [entry, entry] })).toEqual({
    findings: [],
    known: [error, error],
    gone: [],
  });
  expect(withoutKnown([], { findings: [entry, entry] }).gone).toEqual([{ ...entry, count: 2 }]);
});

test.each([
  ['no JSON', '{', 'it is not JSON; write it again'],
  ['a list', '[]', 'it is not a baseline; write it again'],
  ['nothing', 'null', 'it is not a baseline; write it again'],
  ['no findings', '{"version":1}', 'it is not a baseline; write it again'],
  [
    'another version',
    '{"version":2,"findings":[]}',
    'it has version 2, and this program reads 1; write it again',
  ],
  [
    'no version',
    '{"findings":[]}',
    'it has version undefined, and this program reads 1; write it again',
  ],
  [
    'a finding without a count',
    '{"version":1,"findings":[{"fingerprint":"a","rule":"b","object":"c","path":"d","count":1},{"fingerprint":"a","rule":"b","object":"c","path":"d"}]}',
    'findings[1] is not a finding with a fingerprint, a rule, an object, a path and a count; write it again',
  ],
  [
    'a count of none',
    '{"version":1,"findings":[{"fingerprint":"a","rule":"b","object":"c","path":"d","count":0}]}',
    'findings[0] is not a finding with a fingerprint, a rule, an object, a path and a count; write it again',
  ],
  [
    'a fingerprint that is a number',
    '{"version":1,"findings":[{"fingerprint":1,"rule":"b","object":"c","path":"d","count":1}]}',
    'findings[0] is not a finding with a fingerprint, a rule, an object, a path and a count; write it again',
  ],
])('a file with %s is told', (_, text, message) => {
  expect(readBaseline(text)).toBe(message);
});

test('with a baseline of any findings none of these is told, and none is gone', () => {
  fc.assert(
    fc.property(findings, (given) => {
      expect(withoutKnown(given, known(...given))).toEqual({
        findings: [],
        known: given,
        gone: [],
      });
    }),
  );
});

test('what is told and what is known are all findings, and what is gone is the rest of the baseline', () => {
  fc.assert(
    fc.property(findings, findings, (before, now) => {
      const news = withoutKnown(now, known(...before));
      expect(news.findings.length + news.known.length).toBe(now.length);
      expect(news.gone.reduce((sum, { count }) => sum + count, 0)).toBe(
        before.length - news.known.length,
      );
    }),
  );
});
