/** The modules that are one part: what the same uses need, and what costs less together. */
import { groupsOf } from '../../tools/grouping';

/** The modules of each group, of their sizes and the uses that need them. */
function grouped(modules: { readonly [name: string]: readonly [number, readonly number[]] }) {
  const sized = new Map(
    Object.entries(modules).map(([name, [size]]) => [name, { size, side: name[0] }]),
  );
  const names = groupsOf(sized, (name) => new Set(modules[name][1]));
  const groups = new Map<string, string[]>();
  for (const [module, group] of names) groups.set(group, [...(groups.get(group) ?? []), module]);
  return [...groups.values()].map((group) => group.join(' '));
}

test('what the same uses need is one part, however large it is', () => {
  expect(grouped({ a1: [90_000, [0, 1]], a2: [80_000, [0, 1]] })).toEqual(['a1 a2']);
});

test('a part that few uses need apart from another one is joined with it if it is small', () => {
  const small = { a1: [90_000, [0, 1, 2]], a2: [2_000, [1, 2]] } as const;
  expect(grouped(small)).toEqual(['a1 a2']);
  expect(grouped({ ...small, a2: [21_000, [1, 2]] })).toEqual(['a1', 'a2']);
});

test('what a use needs alone is not loaded with what others need', () => {
  expect(grouped({ a1: [50_000, [0]], a2: [50_000, [1]], a3: [50_000, []] })).toEqual([
    'a1',
    'a2',
    'a3',
  ]);
});

test('sides are never one part', () => {
  expect(grouped({ a1: [10, [0]], b1: [10, [0]] })).toEqual(['a1', 'b1']);
});
