/** The order of lists left aside: whether two values are the same but for it. */
import { isFields, isSame } from '../../kube';

/** Whether two values are the same but for the order of lists. */
export function isSameInAnyOrder(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    const moved = [...a.keys()].filter((index) => !isSameInAnyOrder(a[index], b[index]));
    const textsOf = (list: readonly unknown[]) =>
      moved.map((index) => JSON.stringify(withoutOrder(list[index]))).sort();
    return moved.length !== 1 && isSame(textsOf(a), textsOf(b));
  }
  if (!isFields(a) || !isFields(b)) return false;
  const keys = Object.keys(a).filter((key) => a[key] !== undefined);
  return (
    keys.length === Object.keys(b).filter((key) => b[key] !== undefined).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameInAnyOrder(a[key], b[key]))
  );
}

/** The value with the items of its lists as sorted JSON: equal for values of another order. */
export function withoutOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => JSON.stringify(withoutOrder(one))).sort();
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, withoutOrder(one)]),
  );
}
