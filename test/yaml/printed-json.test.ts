import { inspect } from 'node:util';
import { readYaml } from '../../src/yaml';
import { convert } from '../../src/yaml/convert';
import { readJson } from '../../src/yaml/json';
import { parseDocument } from '../../src/yaml/parser';
import { readPrintedJson } from '../../src/yaml/printed-json';
import * as fc from '../support/fast-check';
import { runsOf } from '../support/size';

const read = (text: string) => readPrintedJson(text, 0, text.length);
const spelled = (value: unknown) => inspect(value, { depth: null });

const values = fc.object({
  maxDepth: 4,
  withBigInt: false,
  values: [
    fc.string(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom(2 ** 53, -(2 ** 53), 1e21, 'a: b', '# c', ' ', 'é𝄞'),
  ],
});

test('JSON as it is printed has the value that it has letter by letter, as JSON and as YAML', () => {
  let count = 0;
  fc.assert(
    fc.property(values, fc.constantFrom(undefined, 1, 2, 4, 8), (value, indentation) => {
      const text = `${JSON.stringify(value, null, indentation)}\n`;
      const data = read(text);
      if (data === undefined) return;
      count += 1;
      expect(spelled(data)).toBe(spelled(readJson(text, 0, text.length).next().value!.value));
      expect(spelled(data)).toBe(spelled(convert(parseDocument(text, 0, text.length).root!)));
    }),
    { numRuns: 3000 },
  );
  expect(count).toBeGreaterThan(runsOf(300));
});

test('what is printed is told as all JSON is, in a stream of its own and behind dashes', () => {
  const text = JSON.stringify({ a: [1, 'b'], c: {} }, null, 4);
  expect(readYaml(`${text}\n`).documents).toEqual([
    { start: 0, end: text.length, form: 'json', data: { a: [1, 'b'], c: {} } },
  ]);
  expect(readYaml(`a: 1\n---\n${text}\n---\nb: 2\n`).documents).toEqual([
    { start: 0, end: 5, form: 'plain', data: { a: 1 } },
    { start: 9, end: 10 + text.length, form: 'yaml', data: { a: [1, 'b'], c: {} } },
    { start: 14 + text.length, end: 19 + text.length, form: 'plain', data: { b: 2 } },
  ]);
});

test.each([
  ['a key that appears twice', '{"a":1,"a":2}'],
  ['a number beyond those that are exact', '{"a":9007199254740992}'],
  ['a number that is printed otherwise', '{"a":1.0}'],
  ['an escape', '{"a":"\\u00e9"}'],
  ['spaces as nobody prints them', '{ "a": 1 }'],
  ['keys in another order than they are printed in', '{"b":1,"1":2}'],
  ['two objects', '{"a":1}\n{"b":2}'],
  ['a list', '[1]'],
  ['a text that ends early', '{"a":1'],
  ['what follows the object', '{"a":1}\nb: 2'],
])('%s is read letter by letter', (_, text) => {
  expect(read(`${text}\n`)).toBeUndefined();
});

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}\n`;
const longKey = (length: number) => `{"${'k'.repeat(length)}":1}\n`;

test('it reads as deep and as long as it may be anywhere, and leaves deeper and longer ones', () => {
  expect(
    [nested(500), nested(501), longKey(1000), longKey(1001)].map(
      (text) => read(text) === undefined,
    ),
  ).toEqual([false, true, false, true]);
  expect(readYaml(nested(500)).documents[0].problem).toBeUndefined();
  expect(readYaml(nested(501)).documents[0].problem?.code).toBe('too-deep');
});
