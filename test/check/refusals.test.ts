/** What `check` says of objects that a real API server refused. */
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
