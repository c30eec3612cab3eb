/** The page of symptoms names rules that there are, and each symptom has a remedy. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_RULES } from '../../src/rules';

const PAGE = readFileSync(join(__dirname, '..', '..', 'docs', 'troubleshooting.md'), 'utf8');
const ROWS = PAGE.split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| what .* \| rules \|/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );

test('every rule that is named exists', () => {
  const named = [...PAGE.matchAll(/`([a-z]+\/[a-z-]+)`/g)].map(([, id]) => id);
  const ids = new Set(ALL_RULES.map(({ id }) => id));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
});

test('every symptom has a remedy, and a cause that is a rule or a page', () => {
  expect(ROWS.length).toBeGreaterThan(40);
  const wrong = ROWS.filter(
    (row) => row.length !== 3 || row[2] === '' || (row[1] === '' && !/^nothing|\]\(/.test(row[2])),
  );
  expect(wrong).toEqual([]);
});
