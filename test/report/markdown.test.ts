import { error, findings, ofOptions, warning } from './findings';
import { harmless } from '../../src/escape';
import { formatFindings } from '../../src/report';
import * as fc from '../support/fast-check';
import { cellsOf, seenInCell } from '../support/seen';

const markdown = (given: Parameters<typeof formatFindings>[1]) =>
  formatFindings('markdown', given, { version: '1.2.3' });

test('findings are a table below a heading that counts', () => {
  expect(markdown([error, warning, { ...ofOptions, message: 'it' }]))
    .toBe(`### cdk8s-volumes: 1 error, 2 warnings in 2 files

| | Place | Object | Finding | Rule |
|---|---|---|---|---|
| **error** | \`apps/web.yaml:12:9\` | \`PersistentVolumeClaim/shop/My_Data\` | \`metadata.name\`: "My\\_Data" is not a valid name; write "my-data" | \`storage/name\` |
| **warning** | \`db.yaml:3:1\` | \`StatefulSet/db\` | there is no namespace; write one | \`storage/namespace\` |
| **warning** | \`options\` |  | \`operatorEnv.KAFKA\`: it; remove it | \`render/option\` |
`);
});

test('nothing found is a heading', () => {
  expect(markdown([])).toBe('### cdk8s-volumes: no problems\n');
});

test('a comment never has more than GitHub takes, and says what is left out', () => {
  const text = markdown(Array.from({ length: 1000 }, (_, index) => ({ ...error, line: index })));
  expect(text.length).toBeLessThan(61_000);
  const rows = text.split('\n').filter((line) => line.startsWith('| **')).length;
  expect(text.split('\n').at(-2)).toBe(
    `**Not shown: ${1000 - rows} errors**, since a comment has no room for more: ${1000 - rows} errors of \`storage/name\`; run cdk8s-volumes with \`-o text\` to see all of them.`,
  );
  expect(rows).toBeGreaterThan(300);
});

test('one that is left out is counted as one', () => {
  expect(
    markdown([error, { ...error, message: 'x'.repeat(60_000) }])
      .split('\n')
      .at(-2),
  ).toBe(
    '**Not shown: 1 error**, since a comment has no room for more: 1 error of `storage/name`; run cdk8s-volumes with `-o text` to see all of them.',
  );
});

test('warnings are left out before errors are', () => {
  const text = markdown(Array.from({ length: 300 }, () => [warning, error]).flat());
  expect(text.match(/^\| \*\*error\*\*/gm)).toHaveLength(300);
  expect(text).toMatch(/\n\*\*Not shown: \d+ warnings\*\*, since/);
});

test('what is left out is in the file that is named, which has all of it', () => {
  const many = Array.from({ length: 1000 }, () => error);
  const given = { version: '1.2.3', whole: 'all.md' };
  expect(formatFindings('markdown', many, given)).toContain('; all of them are in `all.md`.\n');
  const whole = formatFindings('markdown', many, { ...given, isWhole: true });
  expect(whole.split('\n').filter((line) => line.startsWith('| **'))).toHaveLength(1000);
  expect(whole).not.toContain('Not shown');
});

test('nobody is called by a finding', () => {
  expect(markdown([{ ...error, message: 'ask @team' }])).toContain('ask @<!-- -->team');
});

test('any findings are rows of five cells, of which a reader sees the very words', () => {
  const spaced = (text: string) => harmless(text).replace(/\s+/g, ' ').trim();
  fc.assert(
    fc.property(findings, (given) => {
      const rows = markdown(given)
        .split('\n')
        .filter((line) => line.startsWith('| **'))
        .map(cellsOf);
      expect(rows).toHaveLength(given.length);
      const isError = ({ severity }: (typeof given)[number]) => severity === 'error';
      const sorted = [...given.filter(isError), ...given.filter((one) => !isError(one))];
      rows.forEach((cells, index) => {
        const { rule, path, message, remedy, object } = sorted[index];
        expect(cells).toHaveLength(5);
        const shown = message.includes(path) ? '' : spaced(path);
        const words = `${shown === '' ? '' : `${shown}: `}${spaced(`${message}; ${remedy}`)}`;
        const { text, tags } = seenInCell(cells[3]);
        expect(text.replace(/\s+/g, ' ').trim()).toBe(words.replace(/\s+/g, ' ').trim());
        expect(tags.filter((tag) => tag !== 'code')).toEqual([]);
        expect(seenInCell(cells[2]).text.trim()).toBe(spaced(object ?? ''));
        expect(seenInCell(cells[4]).text.trim()).toBe(spaced(rule));
      });
    }),
  );
});
