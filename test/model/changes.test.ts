/** Changes without a gate: each with its version, and a source. */
import { sinceOf } from '../../src/model';
import table from '../../src/model/changes.json';

test('changes are sorted, and each has a version and a source', () => {
  const names = Object.keys(table.changes);
  expect(names).toEqual([...names].sort());
  expect(
    Object.values(table.changes).filter(({ since, about, source }) => !since || !about || !source),
  ).toEqual([]);
});

test('kubelet knows all names of a volume from 1.35 on', () => {
  expect(sinceOf('severalNamesOfVolume')).toBe(35);
});
