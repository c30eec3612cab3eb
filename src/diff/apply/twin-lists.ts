/**
 * Lists in which items share a key, or have none, as kubectl's patches know them
 * (`strategicpatch` of apimachinery 0.36): it finds items by one key, whichever of several was
 * changed.
 */
import { isSet, keysIn, Layout, Place, placeIn } from './layout';
import { append, Fields, fieldsOf, isFields, isSame, own } from '../../kube';
import { isReplaced, isRetained } from '../../model';

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

/** What a patch does to one item. */
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
export function patchTwins(
  item: Layout,
  key: string,
  states: ListStates,
  merge: Merge,
): unknown[] | Misfit {
  const { live, last, next } = states;
  const all = last.length > 0 ? [...live, ...last, ...next] : [...live, ...next];
  if (all.some((one) => keyIn(one, key) === undefined)) return { reason: 'key', key };
  const written = writtenItems(item, key, live, next);
  const isMoved =
    live.length !== next.length ||
    live.some((one, index) => keyIn(one, key) !== keyIn(next[index], key));
  const patches = removedItems(key, last, next);
  const deleted = new Set(patches.flatMap((one) => (one.isDelete ? [one.key] : [])));
  if (written.length > 0 || isMoved) {
    const order = inOrderOf(written, next, key);
    if (!isInOrder(order, next, key)) return { reason: 'order', key };
    // A patch that takes something away and one that writes become one.
    const isJoined = patches.length > 0;
    const firsts = firstBy(patches, (one) => one.key);
    for (const one of order) {
      const first = isJoined ? firsts.get(one.key) : undefined;
      if (first !== undefined) append(patches[first].steps, one.steps);
      else firsts.set(one.key, patches.push(one) - 1);
    }
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
      const made = keyIn(step.given, key);
      if (!places.has(made)) places.set(made, at);
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

/** By their keys, as kubectl sorts them: those with the same key the other way round. */
function sorted(list: List, key: string): unknown[] {
  const textOf = (item: unknown) => String(keyIn(item, key));
  return [...list]
    .reverse()
    .sort((a, b) => (textOf(a) < textOf(b) ? -1 : +(textOf(a) > textOf(b))));
}

/** Items of two lists, beside each other if they have the same key. */
function pairs(before: List, after: List, key: string): [unknown, unknown][] {
  const [olds, news] = [sorted(before, key), sorted(after, key)];
  const found: [unknown, unknown][] = [];
  for (let [old, one] = [0, 0]; old < olds.length || one < news.length;) {
    const [was, is] = [olds[old], news[one]];
    const [a, b] = [String(keyIn(was, key)), String(keyIn(is, key))];
    if (old < olds.length && one < news.length && a === b) {
      found.push([olds[old++], news[one++]]);
    } else if (old >= olds.length || (one < news.length && a > b)) {
      found.push([undefined, news[one++]]);
    } else {
      found.push([olds[old++], undefined]);
    }
  }
  return found;
}

function writtenItems(item: Layout, key: string, live: List, next: List): Patch[] {
  return pairs(live, next, key).flatMap(([was, is]): Patch[] => {
    if (!isFields(is)) return [];
    const given = was === undefined ? is : changed(item, fieldsOf(was), is);
    if (was !== undefined && Object.keys(given).length === 0) return [];
    const isWhole = was === undefined;
    const step = { given: { ...given, [key]: is[key] }, last: {}, isWhole, whole: is };
    return [{ key: is[key], isDelete: false, steps: [step] }];
  });
}

function removedItems(key: string, last: List, next: List): Patch[] {
  return pairs(last, next, key).flatMap(([was, is]): Patch[] => {
    if (!isFields(was)) return [];
    if (!isFields(is)) return [{ key: was[key], isDelete: true, steps: [] }];
    const gone = Object.entries(was).filter(([field]) => own(is, field) === undefined);
    if (gone.length === 0) return [];
    const step = {
      given: { [key]: is[key] },
      last: Object.fromEntries(gone),
      isWhole: false,
      whole: is,
    };
    return [{ key: is[key], isDelete: false, steps: [step] }];
  });
}

/** The fields of an item that are not as they are. */
function changed(type: Layout, live: Fields, next: Fields): Fields {
  return Object.fromEntries(
    Object.entries(next).filter(([field, value]) =>
      isChanged(placeIn(type, field), own(live, field), value),
    ),
  );
}

/** Whether a patch has something of a value. */
function isChanged(at: Place, live: unknown, next: unknown): boolean {
  const { struct, field, type } = at;
  if (isFields(live) && isFields(next)) {
    const isOther = struct !== undefined && isReplaced(struct, field);
    const isLess = struct !== undefined && isRetained(struct, field) && hasMore(live, next);
    return isOther || isLess || Object.keys(changed(type, live, next)).length > 0;
  }
  const key = keysIn(at)?.clientSide;
  if (
    !Array.isArray(live) ||
    !Array.isArray(next) ||
    key === undefined ||
    isSet(at, 'clientSide')
  ) {
    return !isSame(live, next);
  }
  return (
    live.length !== next.length ||
    live.some((one, index) => keyIn(one, key) !== keyIn(next[index], key)) ||
    writtenItems(type?.element, key, live, next).length > 0
  );
}

function hasMore(live: Fields, next: Fields): boolean {
  return Object.keys(live).some((field) => own(next, field) === undefined);
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
  return order.length === 0 || at === patches.length;
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
