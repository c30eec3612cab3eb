import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Answer, verdictOn } from '../conformance/yaml/answers';
import { blockDocument, flowDocument } from '../conformance/yaml/documents';
import { streams } from '../conformance/yaml/streams';

const FOLDER = join(__dirname, '..', 'conformance', 'yaml');
const answersIn = (file: string) =>
  readFileSync(join(FOLDER, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);

// At least so many of them are data to kubectl.
test.each([
  ['the YAML test suite', 'suite.jsonl', 402, 225],
  ['generated documents in brackets', 'flow.jsonl', 2000, 800],
  ['generated documents in lines', 'block.jsonl', 2000, 900],
  ['words, tags, quotes, blocks and streams written by hand', 'streams.jsonl', 2500, 1700],
])('%s: the same data as for kubectl, or refused by both', (_, file, all, data) => {
  const answers = answersIn(file);
  expect(answers.length).toBeGreaterThanOrEqual(all);
  expect(answers.filter(({ error }) => error === undefined).length).toBeGreaterThanOrEqual(data);
  const differences = answers.flatMap((answer) => {
    const verdict = verdictOn(answer);
    return typeof verdict === 'string' ? [] : [{ text: answer.text, ...verdict }];
  });
  expect(differences).toEqual([]);
});

test('the texts are those that are generated and written', () => {
  expect(
    answersIn('flow.jsonl').map(({ text }, seed) => text === flowDocument(seed)),
  ).not.toContain(false);
  expect(
    answersIn('block.jsonl').map(({ text }, seed) => text === blockDocument(seed)),
  ).not.toContain(false);
  expect(answersIn('streams.jsonl').map(({ text }) => text)).toEqual(streams());
});
