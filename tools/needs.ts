/** Needs of the parts of a bundle: what each has to load first, and circles among them. */

/** By the name of a part, those that it needs to be loaded. */
export type Needs = ReadonlyMap<string, ReadonlySet<string>>;

/** One, and all that are needed to load it. */
export function reached(needs: Needs, one: string): ReadonlySet<string> {
  const found = new Set([one]);
  for (const at of found) needs.get(at)?.forEach((next) => found.add(next));
  return found;
}

/** Some that need each other, if there are any. */
export function circleIn(needs: Needs): Set<string> | undefined {
  const done = new Set<string>();
  const visit = (one: string, way: readonly string[]): Set<string> | undefined => {
    if (way.includes(one)) return new Set(way.slice(way.indexOf(one)));
    if (done.has(one)) return undefined;
    for (const other of needs.get(one) ?? []) {
      const circle = visit(other, [...way, one]);
      if (circle) return circle;
    }
    done.add(one);
    return undefined;
  };
  for (const one of needs.keys()) {
    const circle = visit(one, []);
    if (circle) return circle;
  }
  return undefined;
}
