/** Access modes: one table of what each allows. */
import {
  ACCESS_MODES,
  isForOneNode,
  isForOnePod,
  isOfManyNodes,
  isOfOneNode,
  shortMode,
  SINGLE_NODE_MODES,
} from '../../src/kube';

test.each([
  ['ReadWriteOnce', 'RWO', true],
  ['ReadOnlyMany', 'ROX', false],
  ['ReadWriteMany', 'RWX', false],
  ['ReadWriteOncePod', 'RWOP', true],
])('%s is %s for short, and of one node: %j', (mode, short, isOfOne) => {
  expect(ACCESS_MODES).toContain(mode);
  expect([shortMode(mode), isOfOneNode(mode), isOfManyNodes(mode)]).toEqual([
    short,
    isOfOne,
    !isOfOne,
  ]);
});

test('the modes of one node are those of the table', () => {
  expect(ACCESS_MODES.filter(isOfOneNode)).toEqual(SINGLE_NODE_MODES);
});

test('what is no access mode is of neither, and stays as it is', () => {
  expect([isOfOneNode('RWX'), isOfManyNodes('toString'), shortMode('RWX')]).toEqual([
    false,
    false,
    'RWX',
  ]);
});

test.each([
  [undefined, false, false],
  [['ReadWriteOnce'], false, true],
  [['ReadWriteOnce', 'ReadWriteMany'], false, false],
  [['ReadWriteOncePod'], true, false],
])('a claim with %j is for one pod: %j, for one node: %j', (modes, isPod, isNode) => {
  expect([isForOnePod(modes), isForOneNode(modes ?? [])]).toEqual([isPod, isNode]);
});
