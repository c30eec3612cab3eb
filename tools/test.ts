/**
 * Everything that `npm test` looks at: types, layout and lint, one after the other, beside jest,
 * which takes what arguments there are. What they print stands in one piece, and the
 * last line says which of them have failed.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

interface Part {
  readonly name: string;
  readonly words: readonly [string, ...string[]];
}

const TYPES: Part = { name: 'types', words: ['projen', 'typecheck'] };
const LAYOUT: Part = { name: 'layout', words: ['projen', 'format', '--list-different'] };
const LINT: Part = { name: 'lint', words: ['projen', 'lint'] };
const jest = (args: readonly string[]): Part => ({
  name: 'tests',
  words: ['jest', '--passWithNoTests', '--ci', '--maxWorkers=100%', ...args],
});

/**
 * Through a pipe, each line is whole, and nothing is drawn over. Those that are written in Go live
 * for seconds, and would spend a tenth of their time on collecting garbage.
 */
const env = {
  GOGC: '400',
  ...process.env,
  ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
};

/** Runs a part, and answers whether it passed. */
function run({ words: [program, ...args] }: Part, print: (line: string) => void): Promise<boolean> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', print);
  return new Promise((done) => {
    child.on('error', (error) => {
      print(error.message);
      done(false);
    });
    child.on('close', (status) => done(status === 0));
  });
}

/** Runs parts one after the other. */
async function inTurn(parts: readonly Part[]): Promise<string[]> {
  const results: string[] = [];
  for (const part of parts) {
    const lines: string[] = [];
    const hasPassed = await run(part, (line) => lines.push(line));
    results.push(`${part.name} ${hasPassed ? 'passed' : 'failed'}`);
    console.log([...(hasPassed ? [] : lines), results.at(-1)].join('\n'));
  }
  return results;
}

async function main(args: readonly string[]): Promise<void> {
  const tests = run(jest(args), (line) => console.log(line));
  const results = [
    ...(await inTurn([TYPES, LAYOUT, LINT])),
    `tests ${(await tests) ? 'passed' : 'failed'}`,
  ];
  console.log(results.join(', '));
  process.exitCode = results.some((one) => one.endsWith('failed')) ? 1 : 0;
}

void main(process.argv.slice(2));
