/** Feature gates by version: missing, off or on, one version before and at each stage. */
import { GateName, knownGates, standingOf } from '../../src/model';

const gates = Object.entries(knownGates());
const names = gates.map(([name]) => name) as GateName[];

test('gates are sorted, and come as alpha, beta and for good in that order', () => {
  expect(names).toEqual([...names].sort());
  expect(
    gates.filter(([, { alpha, beta, ga, on, removed = Infinity, deprecated }]) => {
      const stages = [alpha, beta, ga, deprecated].filter((minor) => minor !== undefined);
      return (
        stages.length === 0 ||
        stages.some((minor, index) => index > 0 && minor < stages[index - 1]) ||
        stages.some((minor) => minor >= removed) ||
        (on !== undefined && on < stages[0]) ||
        (ga !== undefined && deprecated === undefined && (on === undefined || on > ga))
      );
    }),
  ).toEqual([]);
});

const COMING = names.flatMap((name) => {
  const { alpha = Infinity, beta = Infinity, ga = Infinity } = knownGates()[name];
  const first = Math.min(alpha, beta, ga);
  return first === 0 ? [] : [[name, first] as const];
});

test.each(COMING)('%s is missing before 1.%i, and there from then on', (name, first) => {
  expect(standingOf(name, first - 1, [name])).toBe('missing');
  expect(standingOf(name, first, [name])).toBe('on');
});

const SWITCHED = names.flatMap((name) => {
  const { on } = knownGates()[name];
  return on === undefined ? [] : [[name, on] as const];
});

test.each(SWITCHED)('%s is on from 1.%i on, and not before', (name, on) => {
  expect(standingOf(name, on - 1)).not.toBe('on');
  expect([on, 99].map((minor) => standingOf(name, minor))).toEqual(['on', 'on']);
});

test('SELinuxMount is off in 1.36, on where somebody says so, and on in 1.37', () => {
  expect([
    standingOf('SELinuxMount', 36),
    standingOf('SELinuxMount', 36, ['SELinuxMount']),
    standingOf('SELinuxMount', 37),
  ]).toEqual(['off', 'on', 'on']);
});
