import { Cluster } from '../../src/diff/cluster';
import { Stored } from '../../src/diff/stored';
import { AppliedManifest } from '../../src/validation';
import * as fc from '../support/fast-check';

const NAMES = ['a', 'b', 'c', 'd', 'e'];

const storedAt = (name: string, live: object): Stored => ({
  sent: { id: name, kindKey: '/ConfigMap', name } as AppliedManifest,
  live: { ...live },
  applied: {},
  last: { manifest: {} },
});

const step = fc.record({
  name: fc.constantFrom(...NAMES),
  does: fc.constantFrom('set', 'rewrite', 'delete'),
});

test('what was not written since the last copy is the same object in both', () => {
  fc.assert(
    fc.property(fc.subarray(NAMES), fc.array(step), (first, steps) => {
      const cluster = new Cluster();
      for (const name of first) cluster.set(storedAt(name, {}));
      const copy = cluster.copy();
      for (const { name, does } of steps) {
        const there = cluster.get(name);
        if (does === 'delete') cluster.delete(name);
        else if (does === 'set' || !there) cluster.set(storedAt(name, {}));
        else cluster.rewrite(there, () => ({}));
      }
      const { had, added } = cluster.changesSince(copy);
      const differs = ({ sent, live }: Stored) => {
        const now = cluster.get(sent.id);
        return now?.sent !== sent || now.live !== live;
      };
      expect(had).toEqual([...copy.all()].filter(differs));
      expect(new Set(added)).toEqual(
        new Set([...cluster.all()].filter(({ sent }) => !copy.get(sent.id))),
      );
    }),
  );
});

test('only the last copy knows what was written since', () => {
  const cluster = new Cluster();
  const before = cluster.copy();
  cluster.copy();
  expect(() => cluster.changesSince(before)).toThrow(
    'only the last copy knows what was written since',
  );
});
