/** The order of lists of which an applier has some items, and others have some. */
import { ApplyWay } from '../spec';

/**
 * The items of the applier in its order, and those of others among them: server-side apply takes
 * each of these where it comes in the stored list, kubectl before the first that came behind it.
 */
export function inOrder<Key>(
  stored: readonly Key[],
  merged: ReadonlyMap<Key, unknown>,
  foreign: ReadonlyMap<Key, unknown>,
  way: ApplyWay,
): unknown[] {
  if (foreign.size === 0) return [...merged.values()];
  return way === 'serverSide'
    ? mergedOrder(stored, merged, foreign)
    : insertedOrder(stored, merged, foreign);
}

function mergedOrder<Key>(
  stored: readonly Key[],
  merged: ReadonlyMap<Key, unknown>,
  foreign: ReadonlyMap<Key, unknown>,
): unknown[] {
  const left = stored.filter((key) => merged.has(key) || foreign.has(key));
  const wanted = [...merged.keys()];
  const shared = wanted.filter((key) => left.includes(key));
  const taken = new Set<Key>();
  const order: unknown[] = [];
  let [l, w, next] = [0, 0, 0];
  const takeWanted = () => {
    const key = wanted[w];
    taken.add(key);
    order.push(merged.get(key));
    w += 1;
    if (shared[next] === key) next += 1;
  };
  while (l < left.length || w < wanted.length) {
    if (l < left.length && w < wanted.length) {
      if (left[l] === wanted[w]) {
        l += 1;
        takeWanted();
        continue;
      }
      if (merged.has(left[l]) && next < shared.length && shared[next] !== left[l]) {
        // One of both, but not the one whose turn it is.
        l += 1;
        continue;
      }
    }
    if (l < left.length) {
      if (!merged.has(left[l])) {
        order.push(foreign.get(left[l]));
        l += 1;
        continue;
      }
      if (taken.has(left[l])) l += 1;
    }
    if (w < wanted.length) takeWanted();
  }
  return order;
}

function insertedOrder<Key>(
  stored: readonly Key[],
  merged: ReadonlyMap<Key, unknown>,
  foreign: ReadonlyMap<Key, unknown>,
): unknown[] {
  const places = new Map(stored.map((key, index) => [key, index]));
  const order: unknown[] = [];
  const waiting = [...foreign];
  for (const [key, item] of merged) {
    const place = places.get(key);
    while (waiting.length > 0 && place !== undefined && places.get(waiting[0][0])! < place) {
      order.push(waiting.shift()![1]);
    }
    order.push(item);
  }
  return [...order, ...waiting.map(([, item]) => item)];
}
