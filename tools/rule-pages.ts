/**
 * Writes docs/rules/<system>.md, why each rule is there and how it looks when it is broken and
 * kept. Give a folder to write elsewhere.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asText, bySystem } from './rules-of-systems';
import { severityWords } from '../src/findings';
import { readYaml } from '../src/yaml';

const target = process.argv[2] ?? join(dirname(__dirname), 'docs', 'rules');

mkdirSync(target, { recursive: true });
const pages = new Map(
  bySystem().map(([system, rules]) => [
    `${system}.md`,
    `# Rules: ${system}

${rules
  .map((rule) => [rule, severityWords(rule)] as const)
  .map(
    ([{ id, summary, why, bad, good, source }, severity]) => `## ${id}

*${severity}*: **${asText(summary)}**

Why: ${asText(why)}

Wrong:

${fenced(bad)}

Right:

${fenced(good)}

Source: ${asText(source)}.
`,
  )
  .join('\n')}`,
  ]),
);
for (const [name, page] of pages) writeFileSync(join(target, name), page);
for (const name of readdirSync(target)) if (!pages.has(name)) rmSync(join(target, name));

/** The example as a block, whatever backticks it has. */
function fenced(code: string): string {
  const longest = (code.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${isYaml(code) ? 'yaml' : 'text'}\n${code}\n${fence}`;
}

/** Whether it is fields or items, and not a sentence that a parser takes for a word. */
function isYaml(code: string): boolean {
  const { documents } = readYaml(code);
  return (
    documents.length > 0 && documents.every(({ data }) => typeof data === 'object' && data !== null)
  );
}
