import { inspect } from 'node:util';
import {
  defineRules,
  describeFinding,
  FindingsError,
  isTaken,
  provideHost,
  report,
  Severity,
  show,
  takenAt,
  throwIfErrors,
  violation,
} from '../../src/findings';

const RULES = defineRules('demo', {
  fileSystemId: { error: 's', why: 'w', bad: 'b', good: 'g', source: 'x' },
  oldName: { warning: 's', why: 'w', bad: 'b', good: 'g', source: 'x' },
});
const error = violation(RULES.fileSystemId, 'fileSystemId', '"x" is no ID', 'use one');
const warning = violation(RULES.oldName, '', 'old', 'rename');

test('the id of a rule is made of its system and its key', () => {
  expect([RULES.fileSystemId.id, RULES.oldName.id]).toEqual([
    'demo/file-system-id',
    'demo/old-name',
  ]);
});

test('a finding is one line with place, message, remedy and rule', () => {
  expect(describeFinding({ ...error, message: 'two\nlines', construct: 'app/data' })).toBe(
    'app/data: fileSystemId: two lines; use one (demo/file-system-id)',
  );
});

test('a report counts, and has errors before warnings', () => {
  expect(report([warning, error])).toBe(
    '1 error, 1 warning\n  error: fileSystemId: "x" is no ID; use one (demo/file-system-id)\n  warning: old; rename (demo/old-name)',
  );
});

test('an error carries all findings, warnings included', () => {
  expect.assertions(1);
  try {
    throwIfErrors([warning, error]);
  } catch (thrown) {
    expect((thrown as FindingsError).findings).toEqual([warning, error]);
  }
});

test('warnings alone are no error', () => {
  expect(() => throwIfErrors([warning])).not.toThrow();
});

test.each([
  ['two\nlines', 'two lines'],
  ['two \t\r\n \n  lines', 'two lines'],
  ['one\n\n\ntwo\n \nthree', 'one two three'],
  ['  one', '  one'],
  ['end \n', 'end '],
  ['a  b', 'a  b'],
  [`a${' '.repeat(1_000_000)}b`, `a${' '.repeat(1_000_000)}b`],
])('a message is written in one line, however long its white space is', (message, line) => {
  expect(describeFinding({ ...error, path: '', message })).toBe(
    `${line}; use one (demo/file-system-id)`,
  );
});

test('what a terminal would obey, and what nobody sees, is spelled', () => {
  expect(
    describeFinding({ ...error, path: 'a\u202eb', message: '\x1b[31m', construct: '::error::x' }),
  ).toBe('\\x3a:error::x: a\\u202eb: \\x1b[31m; use one (demo/file-system-id)');
});

test('any value can be shown on one line', () => {
  const loop: { self?: unknown } = {};
  loop.self = loop;
  const bare = Object.assign(Object.create(null), { big: 1n });
  expect([show('a\nb'), show(undefined), show(loop), show(10n), show(bare)]).toEqual([
    '"a\\nb"',
    'undefined',
    '[object Object]',
    '10',
    '[object Object]',
  ]);
});

test('a long value is cut', () => {
  expect(show('a'.repeat(300))).toHaveLength(201);
});

test('the findings of an error are shown once where Node.js prints it', () => {
  const thrown = new FindingsError([
    { rule: 'a/b', severity: Severity.ERROR, path: 'x', message: 'wrong', remedy: 'mend it' },
  ]);
  expect(inspect(thrown).match(/mend it/g)).toHaveLength(1);
  expect(thrown.findings).toHaveLength(1);
});

test('in another language, an error has names of the language, and neither frames nor its message in the stack', () => {
  provideHost(() => ({ spell: (finding) => ({ ...finding, path: 'file_system_id' }) }));
  try {
    const thrown = new FindingsError([
      {
        rule: 'a/b',
        severity: Severity.ERROR,
        path: 'fileSystemId',
        message: 'wrong',
        remedy: 'mend it',
      },
    ]);
    expect(thrown.findings[0].path).toBe('file_system_id');
    expect(String(thrown)).toBe('file_system_id: wrong; mend it (a/b)');
    expect(thrown.message).toBe(String(thrown));
    expect(thrown.stack).toBe('FindingsError: 1 error');
  } finally {
    provideHost(() => undefined);
  }
});

test('a finding says what the API server makes of it, where that differs', () => {
  const server = takenAt('spec.name');
  const taken = violation(RULES.fileSystemId, 'name', '"x" is no ID', 'use one', server);
  expect([taken.server, isTaken(taken), isTaken(error), 'server' in error]).toEqual([
    { field: 'spec.name', code: 201 },
    true,
    false,
    false,
  ]);
});
