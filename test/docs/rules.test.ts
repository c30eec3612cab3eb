/** Rules as readers meet them: a title that names the fault, what comes of it, and examples. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ALL_RULES } from '../../src/rules';

const PAGES = join(__dirname, '..', '..', 'docs', 'rules');

test('every title is one short sentence', () => {
  const others = ALL_RULES.filter(
    ({ summary }) => !/^[A-Za-z].{8,180}\.$/.test(summary) || /\. [A-Z]/.test(summary),
  );
  expect(others.map(({ id, summary }) => `${id}: ${summary}`)).toEqual([]);
});

// What would be right, with what comes of its opposite behind it, reads as a contradiction.
test('no title says what would be right', () => {
  const ideals = ALL_RULES.filter(({ summary }) =>
    /^(?:Every|Each|All) |^No two | must (?:be|have) | is valid\.$| are valid\.$/.test(summary),
  );
  expect(ideals.map(({ id, summary }) => `${id}: ${summary}`)).toEqual([]);
});

test('no reason speaks of the opposite of its title', () => {
  const opposite = ALL_RULES.filter(({ why }) => /^Otherwise\b/.test(why));
  expect(opposite.map(({ id, why }) => `${id}: ${why}`)).toEqual([]);
});

test.each(readdirSync(PAGES))('every block of %s that is called YAML is', (name) => {
  const text = readFileSync(join(PAGES, name), 'utf8');
  const blocks = [...text.matchAll(/^(`{3,})(\w+)\n([\s\S]*?)^\1$/gm)];
  expect(blocks.length).toBeGreaterThan(0);
  const wrong = blocks.filter(
    ([, , language, code]) =>
      language === 'yaml' &&
      parseAllDocuments(code, { uniqueKeys: false }).some((document) => {
        const data: unknown = document.errors.length > 0 ? undefined : document.toJS();
        return typeof data !== 'object' || data === null;
      }),
  );
  expect(wrong.map(([, , , code]) => code)).toEqual([]);
});
