/** The findings of `check` on objects that a real API server refused. */
import { checkDocuments } from '../../src/check';
import { targetFacts } from '../../src/facts';
import { linesOfErrors, REFUSED_OBJECTS } from '../support/refusals';

const REQUEST = {
  target: targetFacts({ kubernetes: '1.36' }),
  render: {
    operatorMode: false,
    operatorPreset: 'chart',
    operatorEnv: {},
    only: false,
  },
} as const;

test.each(
  REFUSED_OBJECTS.map(
    (one) => [one.object.kind, linesOfErrors(one.errors)[0].slice(0, 120), one.object] as const,
  ),
)('%s is an error with a remedy: %s', (_kind, _words, object) => {
  const sources = [{ name: 'a.json', text: JSON.stringify(object) }];
  const errors = checkDocuments(sources, REQUEST).findings.filter(
    ({ severity }) => severity === 'error',
  );
  expect(errors).not.toEqual([]);
  for (const { message, remedy } of errors) {
    expect(message).toMatch(/^\S.*\S$/);
    expect(remedy).toMatch(/^\S.*\S$/);
  }
});

test.each([
  ['value: y', 'true is not a string', 'write it in quotes: "y" (YAML reads y as true)'],
  ['value: 0x1F', '31 is not a string', 'write it in quotes: "0x1F" (YAML reads 0x1F as 31)'],
  ['value: true', 'true is not a string', 'write it in quotes: "true"'],
])('the remedy for a variable of %s has the word of its author', (written, message, remedy) => {
  const text = `apiVersion: v1
kind: Pod
metadata: { name: tool, namespace: shop }
spec:
  containers:
  - name: tool
    image: tool:1
    env:
    - name: LEVEL
      ${written}
`;
  expect(checkDocuments([{ name: 'a.yaml', text }], REQUEST).findings).toEqual([
    expect.objectContaining({ path: 'spec.containers[0].env[0].value', message, remedy }),
  ]);
});
