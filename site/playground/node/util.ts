/** `node:util` in the browser: what the core takes of it. */

/** Whether two values of JSON or YAML are equal, whatever the order of their fields. */
export function isDeepStrictEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return false;
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return (
    keys.length === others.length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        isDeepStrictEqual(
          (one as { readonly [key: string]: unknown })[key],
          (other as { readonly [key: string]: unknown })[key],
        ),
    )
  );
}
