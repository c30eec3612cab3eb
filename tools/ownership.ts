/**
 * Writes the decision table of ownership into docs/ownership.md, between its two marks. Give a file
 * to write another one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OWNERSHIP_TABLE } from '../src/ownership/core';

const target = process.argv[2] ?? join(dirname(__dirname), 'docs', 'ownership.md');
const [BEGIN, END] = ['<!-- the decision table -->', '<!-- end of the decision table -->'];

const rows = OWNERSHIP_TABLE.map(
  ({ id, when, result, why }) => `| ${[id, when, result, why].map(cell).join(' | ')} |`,
);
const table = [
  '| # | if the volume, or the pod, is | it gets | since |',
  '|---|---|---|---|',
  ...rows,
].join('\n');
const page = readFileSync(target, 'utf8');
writeFileSync(
  target,
  `${page.slice(0, page.indexOf(BEGIN) + BEGIN.length)}\n${table}\n${page.slice(page.indexOf(END))}`,
);

function cell(text: string): string {
  return text.replace(/\|/g, '\\|');
}
