/**
 * Lists in which items share a key, or have none, as kubectl's patches know them
 * (`strategicpatch` of apimachinery 0.36): it finds items by one key, whichever of several was
 * changed.
 */
import { append, Fields, fieldsOf, isFields, isSame, own, setField, groupedBy } from '../../kube';
import { Draft } from '../../model';

/** A list as it is, as it was applied, and as it is applied now. */
export interface ListStates {
  readonly live: List;
  readonly last: List;
  readonly next: List;
}

type List = readonly unknown[];

/** What keeps a list from being patched: a patch in another order, or an item without its key. */
export interface Misfit {
  readonly reason: 'order' | 'key';
  /** The field by which items are known. */
  readonly key: string;
}

interface Patch {
  readonly key: unknown;
  /** Whether it takes away all items with the key. */
  readonly isDelete: boolean;
  readonly steps: Step[];
}

/** The fields of an item that a patch writes, and those that it had before. */
interface Step {
  readonly given: Fields;
  readonly last: Fields;
  /** Whether the item is new, and the patch says all of it. */
  readonly isWhole: boolean;
  /** The item as it is applied. */
  readonly whole: Fields;
}

/** Makes one item of another and what a patch does to it. */
type Merge = (there: Fields, step: Step) => Fields;

/** Whether items of a list share a key, or have none, at any time. */
export function isTwinList(key: string, { live, last, next }: ListStates): boolean {
  return [live, last, next].some(
    (list) =>
      new Set(list.map((item) => keyIn(item, key))).size < list.length ||
      list.some((item) => keyIn(item, key) === undefined),
  );
}

/** The list after the patch, or why there is none. */
export function patchTwins(key: string, states: ListStates, merge: Merge): unknown[] | Misfit {
  const { live, last, next } = states;
  if ([...live, ...last, ...next].some((one) => keyIn(one, key) === undefined)) {
    return { reason: 'key', key };
  }
  const written = inOrderOf(writtenItems(key, live, next), next, key);
  const patches = removedItems(key, last, next);
  const keysOf = (list: List) => list.map((one) => keyIn(one, key));
  // A patch without the list leaves it as it is.
  if (written.length + patches.length === 0 && isSame(keysOf(live), keysOf(next))) return [...live];
  if (!isInOrder(written, next, key)) return { reason: 'order', key };
  const deleted = new Set(patches.flatMap((one) => (one.isDelete ? [one.key] : [])));
  // A patch that takes something away and one that writes become one.
  const isJoined = patches.length > 0;
  const firsts = firstBy(patches, (one) => one.key);
  for (const one of written) {
    const first = isJoined ? firsts.get(one.key) : undefined;
    if (first !== undefined) append(patches[first].steps, one.steps);
    else firsts.set(one.key, patches.push(one) - 1);
  }
  const changes = inOrderOf(
    patches.filter(({ isDelete }) => !isDelete),
    next,
    key,
  );
  if (!isInOrder(changes, next, key)) return { reason: 'order', key };
  const merged = live.filter((one) => !deleted.has(keyIn(one, key)));
  const places = placesOf(merged, key);
  for (const { key: of, steps } of changes) {
    let at = places.get(of);
    for (const step of steps) {
      if (at !== undefined) {
        merged[at] = merge(fieldsOf(merged[at]), step);
        continue;
      }
      at = merged.push(step.given) - 1;
      places.set(of, at);
    }
  }
  const wanted = placesOf(next, key);
  const isOurs = (one: unknown) => wanted.has(keyIn(one, key));
  const ours = sortedBy(merged.filter(isOurs), (one) => keyIn(one, key), wanted);
  const others = merged.filter((one) => !isOurs(one));
  return joined(others, ours, live, key);
}

/** Keys that are numbers: 0 counts as none, and no server accepts either. */
const NUMBERS: readonly string[] = ['containerPort', 'port'];

/** An empty text takes away what is there, as a null does, but it is a key. */
function keyIn(item: unknown, key: string): unknown {
  const value = own(fieldsOf(item), key);
  if (value === undefined && NUMBERS.includes(key)) return 0;
  return value === null ? '' : value;
}

/** Items of two lists, beside each other if they have the same key: of several the last first. */
function pairs(before: List, after: List, key: string): [unknown, unknown][] {
  const left = groupedBy(before, (was) => keyIn(was, key));
  const found = [...after]
    .reverse()
    .map((is): [unknown, unknown] => [left.get(keyIn(is, key))?.pop(), is]);
  return [
    ...found,
    ...[...left.values()].flat().map((was): [unknown, unknown] => [was, undefined]),
  ];
}

function writtenItems(key: string, live: List, next: List): Patch[] {
  return pairs(live, next, key).flatMap(([was, is]): Patch[] => {
    if (!isFields(is)) return [];
    const given = changed(fieldsOf(was), is);
    if (Object.keys(given).length === 0) return [];
    const isWhole = was === undefined;
    const step = { given: { ...given, [key]: is[key] }, last: {}, isWhole, whole: is };
    return [{ key: is[key], isDelete: false, steps: [step] }];
  });
}

function removedItems(key: string, last: List, next: List): Patch[] {
  return pairs(last, next, key).flatMap(([was, is]): Patch[] => {
    if (!isFields(was)) return [];
    if (!isFields(is)) return [{ key: was[key], isDelete: true, steps: [] }];
    const { given, last: gone } = removed(was, is);
    if (Object.keys(gone).length === 0) return [];
    const step = { given: { ...given, [key]: is[key] }, last: gone, isWhole: false, whole: is };
    return [{ key: is[key], isDelete: false, steps: [step] }];
  });
}

/** The fields of a struct that are gone, at any depth, and what leads to those. */
function removed(was: Fields, is: Fields): { given: Draft; last: Draft } {
  const [given, last]: [Draft, Draft] = [{}, {}];
  for (const [field, had] of Object.entries(was)) {
    const now = own(is, field);
    if (now === undefined) setField(last, field, had);
    if (!isFields(had) || !isFields(now)) continue;
    const inner = removed(had, now);
    if (Object.keys(inner.last).length === 0) continue;
    setField(given, field, inner.given);
    setField(last, field, inner.last);
  }
  return { given, last };
}

/** The fields of an item that are not as they are. */
function changed(live: Fields, next: Fields): Fields {
  return Object.fromEntries(
    Object.entries(next).filter(([field, value]) => isChanged(own(live, field), value)),
  );
}

/** Whether a patch has something of a value. */
function isChanged(live: unknown, next: unknown): boolean {
  return isFields(live) && isFields(next)
    ? Object.keys(changed(live, next)).length > 0
    : !isSame(live, next);
}

/** Where the first item is with each key. */
function placesOf(list: List, key: string): Map<unknown, number> {
  return firstBy(list, (one) => keyIn(one, key));
}

function firstBy<T>(list: readonly T[], keyOf: (one: T) => unknown): Map<unknown, number> {
  const found = new Map<unknown, number>();
  list.forEach((one, index) => {
    const key = keyOf(one);
    if (!found.has(key)) found.set(key, index);
  });
  return found;
}

/** Sorted by the first item of `order` with the same key. */
function inOrderOf(patches: readonly Patch[], order: List, key: string): Patch[] {
  return sortedBy(patches, (one) => one.key, placesOf(order, key));
}

function sortedBy<T>(
  list: readonly T[],
  keyOf: (one: T) => unknown,
  places: ReadonlyMap<unknown, number>,
): T[] {
  const placeOf = (one: T) => places.get(keyOf(one)) ?? -1;
  return [...list].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Whether the items of a patch come one after the other in the list. */
function isInOrder(patches: readonly Patch[], order: List, key: string): boolean {
  let at = 0;
  for (const one of order) {
    if (at < patches.length && patches[at].key === keyIn(one, key)) at += 1;
  }
  return at === patches.length;
}

/** Items of others among those of the applier: before the first that came behind them. */
function joined(others: List, ours: List, live: List, key: string): unknown[] {
  const places = placesOf(live, key);
  const placeOf = (one: unknown) => places.get(keyIn(one, key)) ?? -1;
  const order: unknown[] = [];
  let waiting = 0;
  for (const one of ours) {
    while (waiting < others.length && placeOf(others[waiting]) < placeOf(one)) {
      order.push(others[waiting]);
      waiting += 1;
    }
    order.push(one);
  }
  return [...order, ...others.slice(waiting)];
}
