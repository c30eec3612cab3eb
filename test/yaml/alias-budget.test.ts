import { AliasBudget } from '../../src/yaml/alias-budget';
import { YamlNode } from '../../src/yaml/node';

const NODE: YamlNode = { kind: 'list', start: 0, items: [] };

/** How many values aliases may make beside so many others, which come first. */
function allowed(own: number): number {
  const budget = new AliasBudget();
  for (let index = 0; index < own; index += 1) budget.count(NODE);
  let taken = 0;
  try {
    budget.within(() => {
      for (; taken < 10_000_000; taken += 1) budget.count(NODE);
    });
  } catch {
    return taken;
  }
  throw new Error('there is no limit');
}

// The document counts for one. kubectl starts to look at 1000 values.
test.each([
  ['of few values nearly all', 99, 9900],
  ['of more than 400,000 fewer', 1_000_000 - 1, 1_198_998],
  ['of more than 4,000,000 one of ten', 3_600_000 - 1, 400_000],
  ['of still more one of ten', 9_000_000 - 1, 1_000_000],
])('%s may come from aliases', (_, own, fromAliases) => {
  expect(allowed(own)).toBe(fromAliases);
});

test('in a thousand values as many as there are', () => {
  expect(allowed(0)).toBe(999);
  expect(allowed(8)).toBe(991);
});

test('what is counted is that of all aliases together, and the others between them', () => {
  const budget = new AliasBudget();
  for (let index = 0; index < 99; index += 1) budget.count(NODE);
  budget.within(() => {
    for (let index = 0; index < 9000; index += 1) budget.count(NODE);
  });
  budget.count(NODE);
  expect(() =>
    budget.within(() => {
      for (let index = 0; index < 999; index += 1) budget.count(NODE);
    }),
  ).not.toThrow();
  expect(() => budget.within(() => budget.count(NODE))).toThrow(
    'nearly all values of this document come from aliases',
  );
});
