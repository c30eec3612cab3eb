/**
 * The paths at which two stored objects differ, written as people read them:
 * `spec.template.spec.containers[app].image`.
 */
import { fieldPath, Fields, isFields, isSame, own } from '../kube';

/** A path at which two stored objects differ, with what stands there; undefined is nothing. */
export interface ChangedField {
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * All paths that differ. An item of a list goes by its name where all have one and none changed
 * places; other lists are named as a whole.
 */
export function changedPaths(before: unknown, after: unknown): string[] {
  return changedFields(before, after).map(({ path }) => path);
}

/** The same with the values. */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const found: ChangedField[] = [];
  compare(before, after, '', found);
  return found.sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
}

function compare(a: unknown, b: unknown, path: string, found: ChangedField[]): void {
  if (isFields(a) && isFields(b)) {
    for (const key of Object.keys(a)) compareField(a, b, key, path, found);
    for (const key of Object.keys(b)) {
      if (!Object.hasOwn(a, key)) compareField(a, b, key, path, found);
    }
    return;
  }
  if (Array.isArray(a) && Array.isArray(b)) compareLists(a, b, path, found);
  else if (a !== b) found.push({ path, before: a, after: b });
}

function compareField(a: Fields, b: Fields, key: string, within: string, found: ChangedField[]) {
  const one = own(a, key);
  const other = own(b, key);
  // Most fields are plain values that are the same: no path is written for these.
  if (one === other) return;
  compare(one, other, joined(within, key), found);
}

function compareLists(
  a: readonly unknown[],
  b: readonly unknown[],
  path: string,
  found: ChangedField[],
): void {
  if (isSame(a, b)) return;
  const names = namesOf(a);
  const others = namesOf(b);
  if (
    !names ||
    !others ||
    names.length === 0 ||
    others.length === 0 ||
    !areInOrder(names, others)
  ) {
    found.push({ path, before: a, after: b });
    return;
  }
  const [ours, theirs] = [
    new Map(names.map((name, index) => [name, a[index]])),
    new Map(others.map((name, index) => [name, b[index]])),
  ];
  for (const name of new Set([...names, ...others])) {
    compare(ours.get(name), theirs.get(name), `${path}[${name}]`, found);
  }
}

/** Whether none of the items that are in both lists changed places. */
function areInOrder(names: readonly string[], others: readonly string[]): boolean {
  const [ours, theirs] = [new Set(names), new Set(others)];
  return isSame(
    names.filter((name) => theirs.has(name)),
    others.filter((name) => ours.has(name)),
  );
}

function namesOf(items: readonly unknown[]): string[] | undefined {
  const names: string[] = [];
  const seen = new Set<string>();
  for (const item of items) {
    const name = isFields(item) ? item.name : undefined;
    if (typeof name !== 'string' || name === '' || seen.has(name)) return undefined;
    seen.add(name);
    names.push(name);
  }
  return names;
}

export function joined(path: string, key: string): string {
  return /[./]/.test(key) ? `${path}[${key}]` : fieldPath(path, key);
}
