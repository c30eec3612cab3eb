/** Selectors, and the labels that they are for. */
import { selects } from '../../src/object';

const LABELS = { app: 'web', tier: 'front' };

test.each<readonly [string, unknown, boolean]>([
  ['nothing', undefined, false],
  ['null', null, false],
  ['an empty selector', {}, true],
  ['a label', { matchLabels: { app: 'web' } }, true],
  ['a label and another', { matchLabels: { app: 'web', tier: 'back' } }, false],
  ['a label that is a name of every object', { matchLabels: { constructor: 'web' } }, false],
  [
    'one of values',
    { matchExpressions: [{ key: 'app', operator: 'In', values: ['db', 'web'] }] },
    true,
  ],
  [
    'one of other values',
    { matchExpressions: [{ key: 'app', operator: 'In', values: ['db'] }] },
    false,
  ],
  [
    'a value of a label that is not there',
    { matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] },
    false,
  ],
  [
    'none of values',
    { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] },
    false,
  ],
  [
    'none of other values',
    { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['db'] }] },
    true,
  ],
  [
    'none of values of a label that is not there',
    { matchExpressions: [{ key: 'zone', operator: 'NotIn', values: ['a'] }] },
    true,
  ],
  ['a label that is there', { matchExpressions: [{ key: 'app', operator: 'Exists' }] }, true],
  ['a label that is not there', { matchExpressions: [{ key: 'zone', operator: 'Exists' }] }, false],
  ['no label', { matchExpressions: [{ key: 'zone', operator: 'DoesNotExist' }] }, true],
  [
    'no label that is there',
    { matchExpressions: [{ key: 'app', operator: 'DoesNotExist' }] },
    false,
  ],
  [
    'all expressions',
    {
      matchExpressions: [
        { key: 'app', operator: 'Exists' },
        { key: 'zone', operator: 'Exists' },
      ],
    },
    false,
  ],
  ['no operator', { matchExpressions: [{ key: 'app', operator: 'Like', values: ['web'] }] }, false],
])('%s', (_title, selector, isChosen) => {
  expect(selects(selector, LABELS)).toBe(isChosen);
});
