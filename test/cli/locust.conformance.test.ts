/**
 * Cases of the Locust operator through the command line in operator mode: its verdict, its words,
 * its objects.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWith } from './session';
import { printYaml } from '../../src/yaml';
import { conformanceFolder } from '../support/conformance';
import { sampleOf } from '../support/size';

const FOLDER = conformanceFolder('locust');
const cases: any[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .sort()
  .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'render-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function render(input: string, env: { [name: string]: string }) {
  const findings = join(folder, 'findings.json');
  const variables = Object.entries(env).flatMap(([name, value]) => [
    '--operator-env',
    `${name}=${value}`,
  ]);
  const options = [
    '-o',
    'json',
    '--operator-mode',
    '--operator-preset',
    'binary',
    '--findings',
    findings,
  ];
  const { status, stdout: text } = await runWith(['render', '-', ...options, ...variables], {
    stdin: input,
  });
  const errors: { message: string; line?: number }[] = JSON.parse(
    readFileSync(findings, 'utf8'),
  ).filter((one: any) => one.severity === 'error');
  return { status, text, errors };
}

/**
 * What is said to a case: what refuses the object first, and what refuses the configuration
 * besides; nothing, when the operator makes its objects.
 */
function wordsOf(one: any): string[] {
  const refused = one.schemaErrors.length > 0 ? one.schemaErrors : [one.webhookError];
  return [...refused, one.configError].filter((words) => !!words);
}

describe.each([
  ['YAML', printYaml],
  ['JSON', (input: unknown) => JSON.stringify(input)],
])('as %s', (_format, print) => {
  test.each(sampleOf(cases, 8).map((one) => [one.id, one] as const))('%s', async (_id, one) => {
    const { status, text, errors } = await render(print(one.input), one.operatorEnv);
    const words = wordsOf(one);
    expect(errors.map(({ message }) => message).sort()).toEqual([...words].sort());
    expect(status).toBe(words.length === 0 ? 0 : 1);
    if (words.length > 0) {
      expect(text).toBe('');
      return;
    }
    const { service, masterJob, workerJob } = one.builtAfterDefaulting;
    expect(JSON.parse(text)).toEqual({
      apiVersion: 'v1',
      kind: 'List',
      items: [service, masterJob, workerJob],
    });
  });
});
