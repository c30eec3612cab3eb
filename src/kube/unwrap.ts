/**
 * Plain values out of the wrappers that typed cdk8s props use: `Quantity`, `IntOrString`, `Lazy`.
 *
 * The wrappers are known by their shape, not by their class: the core does not import cdk8s, and an
 * app may hold several copies of it.
 */

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

function search(
  value: unknown,
  wanted: (one: object) => boolean,
  within: readonly object[] = [],
): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (wanted(value)) return value;
  if (!isPlain(value)) return undefined;
  if (within.includes(value)) return wanted === isLazy ? undefined : value;
  for (const one of Array.isArray(value) ? value : Object.values(value)) {
    const found = search(one, wanted, [...within, value]);
    if (found) return found;
  }
  return undefined;
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
  return plain(value, []) as T;
}

function plain(value: unknown, within: readonly object[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (within.includes(value)) throw new TypeError('the value contains itself; pass plain data');
  if (isLazy(value)) return plain(value.produce(), [...within, value]);
  if (isScalarWrapper(value)) return value.value;
  const inside = [...within, value];
  if (Array.isArray(value)) return value.map((item) => plain(item, inside));
  if (value instanceof Date) return value.toISOString();
  const copy: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    const result = plain(field, inside);
    if (result !== undefined) copy[key] = result;
  }
  return copy;
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
