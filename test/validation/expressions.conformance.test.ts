/** Expressions that a real API server compiled, and others with what it found wrong with them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffObjects } from '../../src/diff';

type Answer = readonly [expression: string, why?: string];

const ANSWERS = readFileSync(join(__dirname, '../conformance/refusals/expressions.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Answer);

const VARIABLES = Object.entries({
  i: '1',
  s: "'s'",
  b: 'true',
  l: '[1, 2]',
  ls: "['a']",
  m: "{'a': 1}",
  d: 'object.spec',
  q: "quantity('1')",
  r: 'request',
  n: 'null',
  li: 'variables.l.map(x, x + 1)',
  lf: "variables.ls.filter(x, x == 'a')",
}).map(([name, expression]) => ({ name, expression }));

/** The policy with an expression, as the server was asked. */
const policy = (expression: string) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: 'one' },
  spec: {
    failurePolicy: 'Fail',
    matchConstraints: {
      resourceRules: [
        { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
      ],
    },
    variables: VARIABLES,
    validations: [{ expression }],
  },
});

/** What is wrong with it, without what the server says before that. */
function whyNot(expression: string): string | undefined {
  const [{ errors = [] }] = diffObjects([], [policy(expression)], { isFresh: true }).objects;
  return errors[0]?.message.replace(/^.*?(?=<input>|must evaluate)/, '');
}

const COMPILED = ANSWERS.flatMap(([expression, why]) => (why === undefined ? [expression] : []));
const REFUSED = ANSWERS.flatMap(([expression, why]) =>
  why === undefined ? [] : [[expression, why] as const],
);

test.each(COMPILED)('%s compiles', (expression) => {
  expect(whyNot(expression)).toBeUndefined();
});

test.each(REFUSED)('%s does not: %s', (expression, why) => {
  expect(whyNot(expression)).toBe(why);
});

/** What is wrong with a policy that declares these variables. */
function whyNotWith(variables: readonly string[]): readonly string[] {
  const one = policy('true');
  const named = variables.map((expression, index) => ({ name: `v${index}`, expression }));
  const given = { ...one, spec: { ...one.spec, variables: named } };
  const [{ errors = [] }] = diffObjects([], [given], { isFresh: true }).objects;
  return errors.map(({ message }) => message);
}

test('a variable that is nested too deep to be read may be anything', () => {
  const deep = `${'['.repeat(1000)}1${']'.repeat(1000)}`;
  expect(whyNotWith([deep, 'variables.v0 + 1'])).toEqual([]);
});

test('variables that double their type each time are read as far as they are short', () => {
  const doubled = Array.from({ length: 60 }, (_, index) =>
    index === 0 ? '1' : `{variables.v${index - 1}: variables.v${index - 1}}`,
  );
  expect(whyNotWith([...doubled, 'size(variables.v59)'])).toEqual([]);
  expect(whyNotWith([...doubled.slice(0, 2), 'variables.v1 + 1'])).toEqual([
    expect.stringContaining("applied to '(map(int, int), int)'"),
  ]);
});
