/**
 * Adding many to a list: as arguments of `push` they would have to fit on the stack, which holds
 * some ten thousands.
 */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one);
}

/** A map of lists, weak or not. */
interface Lists<K, V> {
  get(key: K): V[] | undefined;
  set(key: K, list: V[]): unknown;
}

export function addTo<K, V>(lists: Lists<K, V>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Lists of items by their keys, in the order in which keys first appear. */
export function groupedBy<K, V>(items: Iterable<V>, keyOf: (item: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
}

/** Puts a value there, unless there is an earlier one, which is returned. */
export function putFirst<K, V>(values: Map<K, V>, key: K, value: V): V | undefined {
  const earlier = values.get(key);
  if (earlier === undefined) values.set(key, value);
  return earlier;
}
