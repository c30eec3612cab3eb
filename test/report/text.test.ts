import { error, findings, ofOptions, ofText, warning } from './findings';
import { formatFindings, ReportOptions } from '../../src/report';
import * as fc from '../support/fast-check';

type Given = Parameters<typeof formatFindings>[1];

const people = (given: Given, options: Partial<ReportOptions> = {}) =>
  formatFindings('text', given, { version: '1.2.3', ...options });

const named = (name: string, line: number) => ({
  ...error,
  line,
  object: `PersistentVolumeClaim/shop/${name}`,
});

test('a report tells file by file where what is wrong, and counts', () => {
  expect(
    people([
      ofOptions,
      error,
      { ...error, line: 7, column: 3, path: 'spec.x', message: 'another', rule: 'storage/label' },
      warning,
      ofText,
    ]),
  ).toBe(`options (1 warning)
  -  warning  operatorEnv.KAFKA
     nobody reads it (render/option)
     fix: remove it

apps/web.yaml (2 errors)
  12:9  error    PersistentVolumeClaim/shop/My_Data  metadata.name
        "My_Data" is not a valid name (storage/name)
        fix: write "my-data"
  7:3   error    PersistentVolumeClaim/shop/My_Data  spec.x
        another (storage/label)
        fix: write "my-data"

db.yaml (1 warning)
  3:1  warning  StatefulSet/db
       there is no namespace (storage/namespace)
       fix: write one

b.yaml (1 error)
  2:1  error
       a tab is no indentation (render/syntax)
       fix: write spaces

3 errors, 2 warnings in 3 files
`);
});

test('nothing wrong is nothing to tell', () => {
  expect(people([])).toBe('');
});

test('what is wrong with the options is in no file', () => {
  expect(people([ofOptions]).split('\n').at(-2)).toBe('1 warning');
});

test('findings that say the same are in the block of their own file, each with its place', () => {
  const many = [1, 2].map((line) => ({ ...error, file: `${line}.yaml`, line }));
  expect(people(many)).toBe(`1.yaml (1 error)
  1:9  error    PersistentVolumeClaim/shop/My_Data  metadata.name
       "My_Data" is not a valid name (storage/name)
       fix: write "my-data"

2.yaml (1 error)
  2:9  error    PersistentVolumeClaim/shop/My_Data  metadata.name
       "My_Data" is not a valid name (storage/name)
       fix: write "my-data"

2 errors in 2 files
`);
});

test('findings of one file that say the same share their explanation, and keep their places', () => {
  expect(people([named('a', 1), warning, named('b', 20)]).split('\n\n')[0])
    .toBe(`apps/web.yaml (2 errors)
  1:9   error    PersistentVolumeClaim/shop/a  metadata.name
  20:9  error    PersistentVolumeClaim/shop/b  metadata.name
        "My_Data" is not a valid name (storage/name)
        fix: write "my-data"`);
});

test('of findings that say the same, as many are listed as are asked for, and the rest is counted in its file', () => {
  const many = [1, 2, 3].map((line) => ({ ...named('a', line), file: `${line > 1}.yaml` }));
  expect(people([...many, { ...warning, file: 'true.yaml' }], { maxPlaces: 2 }).split('\n\n')[1])
    .toBe(`true.yaml (2 errors, 1 warning)
  2:9  error    PersistentVolumeClaim/shop/a  metadata.name
       "My_Data" is not a valid name (storage/name)
       fix: write "my-data"
  3:1  warning  StatefulSet/db
       there is no namespace (storage/namespace)
       fix: write one
  … 1 error like those above`);
});

test('an object is named once: a message that begins with it follows the line that names it', () => {
  const predicate = 'adds a pod before it removes one';
  const message = `StatefulSet/db ${predicate}`;
  const sentence = { subject: 'StatefulSet/db', predicate };
  expect(
    people([{ ...warning, message, sentence }])
      .split('\n')
      .slice(1, 3),
  ).toEqual([
    '  3:1  warning  StatefulSet/db',
    '       adds a pod before it removes one (storage/namespace)',
  ]);
});

test('errors of a file stand before its warnings', () => {
  const text = people([
    { ...warning, file: 'a' },
    { ...error, file: 'a' },
  ]);
  expect(text.indexOf('12:9')).toBeLessThan(text.indexOf('3:1'));
});

describe('the last line', () => {
  const last = (given: Given, files: number, objects: number) =>
    people(given, { read: { files, objects } }).split('\n').at(-2);

  test.each([
    [[error, warning], 60, 120, '1 error, 1 warning in 2 of 60 files, 120 objects read'],
    [[error], 1, 1, '1 error in 1 file, 1 object read'],
    [[ofOptions], 0, 0, '1 warning, no objects read'],
  ])('says how many of what was read has findings', (given, files, objects, words) => {
    expect(last(given, files, objects)).toBe(words);
  });
});

describe('findings are counted by rule', () => {
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...error, file: `${index % 7}.yaml` }));

  test('from 20 on, errors first, then the most frequent ones', () => {
    const given = [ofOptions, ...[1, 2, 3].map(() => warning), ...numbered(17)];
    expect(people(given).split('\n\n').at(-2)).toBe(`by rule
  17 errors   storage/name       in 7 files
  3 warnings  storage/namespace  in 1 file
  1 warning   render/option`);
  });

  test('with fewer not', () => {
    expect(people(numbered(19))).not.toContain('by rule');
  });
});

describe('lines of a terminal', () => {
  const wide = {
    ...error,
    message: `the claim ${'has a long name and '.repeat(6)}is wrong`,
    remedy: `write ${'one or '.repeat(14)}two`,
  };

  test('are as wide as it is, with what continues below its beginning', () => {
    expect(people([wide], { width: 60 })).toBe(
      `apps/web.yaml (1 error)
  12:9  error    PersistentVolumeClaim/shop/My_Data 
                 metadata.name
        the claim has a long name and has a long name and
        has a long name and has a long name and has a long
        name and has a long name and is wrong (storage/name)
        fix: write one or one or one or one or one or one or
             one or one or one or one or one or one or one
             or one or two

1 error in 1 file
`.replace('My_Data \n', 'My_Data\n'),
    );
  });

  test.each([59, 60, 61, 80, 200])('are never wider than %d', (width) => {
    const lines = people([wide], { width }).split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(width);
  });

  test('are whole where no width is known', () => {
    expect(people([wide])).toContain(`        ${wide.message} (storage/name)\n`);
  });

  test('keep words whole that are longer', () => {
    const message = `a ${'x'.repeat(90)} b`;
    expect(people([{ ...error, message }], { width: 60 })).toContain(
      `\n        ${'x'.repeat(90)}\n`,
    );
  });
});

test('a place without a column, or without a line, is told as far as it is known', () => {
  const lines = people([
    { ...error, column: undefined },
    { ...error, message: 'b', line: undefined, column: undefined },
  ]).split('\n');
  expect([lines[1], lines[4]].map((line) => line.slice(0, 13))).toEqual([
    '  12  error  ',
    '  -   error  ',
  ]);
});

test('colours are there only if they are asked for', () => {
  expect(people([error], { color: true })).toBe(
    '\x1b[1mapps/web.yaml\x1b[0m (1 error)\n' +
      '  12:9  \x1b[31merror  \x1b[0m  PersistentVolumeClaim/shop/My_Data  metadata.name\n' +
      '        "My_Data" is not a valid name \x1b[2m(storage/name)\x1b[0m\n' +
      '        fix: write "my-data"\n\n1 error in 1 file\n',
  );
  expect(people([warning], { color: true })).toContain('\x1b[33mwarning\x1b[0m');
  expect(people([error, warning])).not.toContain('\x1b');
});

test('every finding has its place in the block of its file, whatever it says', () => {
  fc.assert(
    fc.property(findings, (given) => {
      const heads = people(given.map((finding) => ({ ...finding, rule: 'storage/name' })))
        .split('\n')
        .filter((line) => /^ {2}(?:-|\d+(?::\d+)?) +(?:error|warning)/.test(line));
      expect(heads).toHaveLength(given.length);
    }),
  );
});

test('no text of a finding reaches the terminal as a command, or as a line of its own', () => {
  fc.assert(
    fc.property(findings, fc.option(fc.integer({ min: 1, max: 200 })), (given, width) => {
      const told = given.map((finding) => ({ ...finding, rule: 'storage/name' }));
      const text = people(told, { width: width ?? undefined });
      // eslint-disable-next-line no-control-regex
      expect(text).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e]/);
      expect(text).not.toMatch(/^\s*::/m);
      if (width === null) {
        expect(text.split('\n').length).toBeLessThanOrEqual(5 * given.length + 2);
      }
    }),
  );
});

test('a message on another object than the line above names its own', () => {
  const sentence = { subject: 'Job/shop/pre', predicate: 'never ends' };
  const told = (object: string) =>
    people([{ ...error, object, message: 'Job/shop/pre never ends', sentence }]);
  expect(told('Job/shop/pre')).toContain('\n        never ends (');
  expect(told('Job/shop/post')).toContain('\n        Job/shop/pre never ends (');
});
