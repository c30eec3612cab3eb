import { error, findings, ofOptions, ofText, warning } from './findings';
import { formatFindings } from '../../src/report';
import * as fc from '../support/fast-check';

const people = (given: Parameters<typeof formatFindings>[1], color?: boolean) =>
  formatFindings('text', given, { version: '1.2.3', color });

test('a report tells file by file where what is wrong, and counts', () => {
  expect(
    people([
      ofOptions,
      error,
      { ...error, line: 7, column: 3, path: 'spec.x', message: 'another', rule: 'storage/label' },
      warning,
      ofText,
    ]),
  ).toBe(`options
  -  warning  operatorEnv.KAFKA: nobody reads it; remove it (render/option)

apps/web.yaml
  12:9  error    PersistentVolumeClaim/shop/My_Data: metadata.name: "My_Data" is not a valid name; write "my-data" (storage/name)
  7:3   error    PersistentVolumeClaim/shop/My_Data: spec.x: another; write "my-data" (storage/label)

db.yaml
  3:1  warning  StatefulSet/db: there is no namespace; write one (storage/namespace)

b.yaml
  2:1  error    a tab is no indentation; write spaces (render/syntax)

3 errors, 2 warnings in 3 files
`);
});

test('nothing wrong is nothing to tell', () => {
  expect(people([])).toBe('');
});

test('what is wrong with the options is in no file', () => {
  expect(people([ofOptions]).split('\n').at(-2)).toBe('1 warning');
});

test('findings that are alike are one line with the first places, and are all counted', () => {
  const many = [1, 2, 3, 4].map((line) => ({ ...error, file: `${line}.yaml`, line }));
  expect(people(many)).toBe(`1.yaml
  1:9  error    PersistentVolumeClaim/shop/My_Data: metadata.name: "My_Data" is not a valid name; write "my-data" (storage/name) [4 times: 1.yaml:1:9, 2.yaml:2:9, 3.yaml:3:9, …]

4 errors in 4 files
`);
});

test('a place without a column, or without a line, is told as far as it is known', () => {
  const lines = people([
    { ...error, column: undefined },
    { ...error, message: 'b', line: undefined, column: undefined },
  ]).split('\n');
  expect(lines.slice(1, 3).map((line) => line.slice(0, 13))).toEqual([
    '  12  error  ',
    '  -   error  ',
  ]);
});

test('colours are there only if they are asked for', () => {
  const words =
    'PersistentVolumeClaim/shop/My_Data: metadata.name: "My_Data" is not a valid name; write "my-data"';
  expect(people([error], true)).toBe(
    `\x1b[1mapps/web.yaml\x1b[0m\n  12:9  \x1b[31merror  \x1b[0m  ${words} \x1b[2m(storage/name)\x1b[0m\n\n1 error in 1 file\n`,
  );
  expect(people([warning], true)).toContain('\x1b[33mwarning\x1b[0m');
  expect(people([error, warning])).not.toContain('\x1b');
});

test('no text of a finding reaches the terminal as a command, or as a line of its own', () => {
  fc.assert(
    fc.property(findings, (given) => {
      const text = people(given.map((finding) => ({ ...finding, rule: 'storage/name' })));
      // eslint-disable-next-line no-control-regex
      expect(text).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e]/);
      expect(text.split('\n').length).toBeLessThanOrEqual(3 * given.length + 2);
    }),
  );
});
