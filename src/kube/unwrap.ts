/**
 * Plain values out of the wrappers that typed cdk8s props use: `Quantity`, `IntOrString`, `Lazy`.
 *
 * The wrappers are known by their shape, not by their class: the core does not import cdk8s, and an
 * app may hold several copies of it.
 */
import { setField } from './fields';

interface LazyLike {
  produce(): unknown;
}

/** Whether the value is computed by cdk8s only when the app is synthesized. */
export function isLazy(value: unknown): value is LazyLike {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<LazyLike>).produce === 'function'
  );
}

/** Whether a value that is computed at synthesis is in there, at any depth. */
export function hasLazy(value: unknown): boolean {
  return search(value, isLazy) !== undefined;
}

/**
 * The first object in there that is not plain data: a construct, say, where its name was meant; or
 * one that contains itself.
 */
export function foreignObject(value: unknown): object | undefined {
  return search(
    value,
    (one) => !isPlain(one) && !isLazy(one) && !isScalarWrapper(one) && !(one instanceof Date),
  );
}

function search(value: unknown, wanted: (one: object) => boolean): object | undefined {
  const within: object[] = [];
  const find = (one: unknown): object | undefined => {
    if (typeof one !== 'object' || one === null) return undefined;
    if (wanted(one)) return one;
    if (!isPlain(one)) return undefined;
    if (within.includes(one)) return wanted === isLazy ? undefined : one;
    within.push(one);
    for (const inner of Array.isArray(one) ? one : Object.values(one)) {
      const found = find(inner);
      if (found) return found;
    }
    within.pop();
    return undefined;
  };
  return isPlainData(value) ? undefined : find(value);
}

/** No option is that deep, unless it contains itself. */
const MOST_DEPTH = 64;

/**
 * Whether a value is plain data already, as nearly all are: nothing in it is wrapped, computed at
 * synthesis or foreign. One pass, which allocates nothing.
 */
export function isPlainData(value: unknown, depth: number = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MOST_DEPTH || isLazy(value) || !isPlain(value)) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isPlainData(item, depth + 1)) return false;
    return true;
  }
  for (const key of Object.keys(value)) {
    if (!isPlainData((value as { [key: string]: unknown })[key], depth + 1)) return false;
  }
  return true;
}

/** Prototypes of classes whose instances are plain data. */
const plainPrototypes = new WeakSet<object>();

/**
 * Takes instances of a class for plain data: there is one where jsii would lose fields of a struct
 * without a word.
 */
export function plainClass(type: { readonly prototype: object }): void {
  plainPrototypes.add(type.prototype);
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype = Object.getPrototypeOf(value);
  // Objects of another realm, such as those of a test runner, have an Object.prototype of their
  // own.
  return (
    prototype === null ||
    prototype === Object.prototype ||
    plainPrototypes.has(prototype) ||
    Object.getPrototypeOf(prototype) === null
  );
}

/**
 * A deep copy in plain data. Lazy values are produced, so call it at synthesis where there may be
 * one (`hasLazy`). Fields that are undefined are left out.
 */
export function unwrap<T>(value: T): T {
  return (isScalar(value) ? value : plain(value, [])) as T;
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** `within` holds the values that this one is in, before the call and after it. */
function plain(value: unknown, within: object[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (within.includes(value)) throw new TypeError('the value contains itself; pass plain data');
  within.push(value);
  let result: unknown;
  if (isLazy(value)) {
    result = plain(value.produce(), within);
  } else if (isScalarWrapper(value)) {
    result = value.value;
  } else if (Array.isArray(value)) {
    const items: unknown[] = value.slice();
    for (let at = 0; at < items.length; at += 1) {
      if (at in items) items[at] = plain(items[at], within);
    }
    result = items;
  } else if (value instanceof Date) {
    result = value.toISOString();
  } else {
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const field = plain((value as Record<string, unknown>)[key], within);
      if (field !== undefined) setField(copy, key, field);
    }
    result = copy;
  }
  within.pop();
  return result;
}

/**
 * `Quantity` and `IntOrString`: class instances that hold one string or number, named `value`, and
 * nothing else.
 */
function isScalarWrapper(value: object): value is { value: string | number } {
  if (isPlain(value)) return false;
  const keys = Object.keys(value);
  const inner = (value as { value?: unknown }).value;
  return (
    keys.length === 1 &&
    keys[0] === 'value' &&
    (typeof inner === 'string' || typeof inner === 'number')
  );
}
