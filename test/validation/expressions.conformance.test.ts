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
