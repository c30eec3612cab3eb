/**
 * Breaks the code of an area in many ways, one at a time, and tells which of these mutants no test
 * finds.
 *
 * `npm run mutation -- viewer` takes a whole area, `npm run mutation -- viewer
 * src/viewer/check/cull.ts` a part of it (`file.ts:10-40`: lines).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core' with {
  'resolution-mode': 'import',
};
import { AREAS, sourcesOf, testsOf } from './areas';
import type { JestFiles } from './runner';

const REPORTS = join('reports', 'mutation');

async function main([name, ...parts]: readonly string[]): Promise<void> {
  const area = AREAS[name];
  if (!area) {
    throw new Error(
      `${name ?? 'nothing'} is not an area of mutation, must be one of: ${Object.keys(AREAS).join(', ')}`,
    );
  }
  mkdirSync(REPORTS, { recursive: true });
  const file = join(REPORTS, `${name.replace('/', '-')}.txt`);
  const failing = resolve(file.replace(/txt$/, 'failing'));
  const jestFiles: JestFiles = {
    files: testsOf(area),
    failing,
    sample: Number(process.env.MUTATION_SAMPLE ?? 1),
  };
  const options: PartialStrykerOptions = {
    mutate: parts.length > 0 ? [...parts] : sourcesOf(area),
    plugins: [join(__dirname, 'runner.ts')],
    ignorers: ['rule-tables'],
    testRunner: 'jest-files',
    testRunnerNodeArgs: ['--import', 'tsx'],
    checkerNodeArgs: ['--import', 'tsx'],
    coverageAnalysis: 'perTest',
    jestFiles,
    // Only what the tests of the house read; the packages are linked.
    ignorePatterns: ['/dist', '/lib', '/coverage', '/reports', '/.*'],
    disableTypeChecks: false,
    logLevel: 'warn' as PartialStrykerOptions['logLevel'],
    reporters: ['progress-append-only'],
    concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 1),
    // A mutant without end is stopped, one on a busy machine is not.
    timeoutFactor: 1.5,
    timeoutMS: 15_000,
    dryRunTimeoutMinutes: 30,
    warnings: false,
    allowEmpty: true,
  };
  const { Stryker } = await import('@stryker-mutator/core');
  const mutants = (await new Stryker(options).runMutationTest()).filter(
    ({ id }) => Number(id) % jestFiles.sample === 0,
  );
  const leftOut = readFileSync(failing, 'utf8');
  const report = `${leftOut === '' ? '' : `Left out, since they fail without a mutant:\n${leftOut}\n`}${reportOf(mutants)}`;
  writeFileSync(file, report);
  writeFileSync(
    file.replace(/txt$/, 'json'),
    JSON.stringify(
      mutants.map(({ coveredBy, ...one }) => one),
      undefined,
      1,
    ),
  );
  process.stdout.write(`${report}\nIn ${file}\n`);
}

function reportOf(mutants: readonly MutantResult[]): string {
  const byFile = new Map<string, MutantResult[]>();
  for (const mutant of mutants) {
    const file = relative(process.cwd(), mutant.fileName);
    byFile.set(file, [...(byFile.get(file) ?? []), mutant]);
  }
  const files = [...byFile].sort(([one], [two]) => (one < two ? -1 : 1));
  const alive = files.flatMap(([file, all]) =>
    all
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map((one) => lineOf(file, one)),
  );
  const width = Math.max(...files.map(([file]) => file.length), 0);
  return [
    ...alive,
    '',
    `${' '.repeat(width)}  killed  timed out  survived  not run  score`,
    ...files.map(([file, all]) => rowOf(file.padEnd(width), all)),
    rowOf('all'.padEnd(width), mutants),
    '',
  ].join('\n');
}

function rowOf(title: string, mutants: readonly MutantResult[]): string {
  const count = (...statuses: string[]) =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const [killed, timedOut, survived, notRun] = [
    count('Killed'),
    count('Timeout'),
    count('Survived'),
    count('NoCoverage'),
  ];
  const all = killed + timedOut + survived + notRun;
  const score = all === 0 ? '-' : `${((100 * (killed + timedOut)) / all).toFixed(1)} %`;
  const cell = (number: number, width: number) => String(number).padStart(width);
  return `${title}  ${cell(killed, 6)}  ${cell(timedOut, 9)}  ${cell(survived, 8)}  ${cell(notRun, 7)}  ${score}`;
}

/** Where a mutant is, what it took and what it gave, on one line. */
function lineOf(
  file: string,
  { fileName, location: { start, end }, mutatorName, replacement, status }: MutantResult,
): string {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines[lines.length - 1].slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 100);
  return `${file}:${start.line}:${start.column} ${status === 'Survived' ? 'survived' : 'not run'} ${mutatorName}: ${short(lines.join(' '))} → ${short(replacement ?? '')}`;
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
