/** Items of a list that have the same key, which appliers do not agree on. */
import { isSame, Fields, fieldsOf, isFields } from '../kube';
import { hasTwinItems } from './merge';
import { keyOf } from './others';
import { ApplyWay } from './spec';
import { elementType, pointee, structFields, listKeysOf } from '../model';

/** Whether a value of a type has any: nearly none has, so nobody has to know where. */
export function hasDuplicates(type: string, value: unknown): boolean {
  const plain = pointee(type);
  if (typeof value !== 'object' || value === null || !hasKeys(plain)) return false;
  const element = elementType(plain)?.type;
  if (Array.isArray(value)) {
    return element !== undefined && value.some((item) => hasDuplicates(element, item));
  }
  const fields = value as Fields;
  if (element !== undefined) {
    return Object.keys(fields).some((field) => hasDuplicates(element, fields[field]));
  }
  return waysToKeys(plain).some(({ field, type: own, keys }) => {
    const one = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (typeof one !== 'object') return false;
    const isKeyed = keys !== undefined && Array.isArray(one) && one.length > 1;
    return (isKeyed && hasTwinItems(one, keys)) || hasDuplicates(own, one);
  });
}

/**
 * Told of the first two of each list: the path of the list, their key, and how kubectl shows the
 * items.
 */
export type OnDuplicates = (path: string, key: string, items: string) => void;

/** Finds them with their places. */
export function findDuplicates(
  type: string,
  value: unknown,
  path: string,
  way: ApplyWay,
  found: OnDuplicates,
): void {
  const plain = pointee(type);
  if (typeof value !== 'object' || !hasKeys(plain)) return;
  const element = elementType(plain);
  if (element || !isFields(value)) {
    const items = Array.isArray(value) ? value : Object.values(fieldsOf(value));
    if (element) {
      items.forEach((item, index) =>
        findDuplicates(element.type, item, `${path}[${nameOf(item, index)}]`, way, found),
      );
    }
    return;
  }
  for (const { field, type: own, keys } of waysToKeys(plain)) {
    const one = Object.hasOwn(value, field) ? value[field] : undefined;
    if (typeof one !== 'object') continue;
    const at = `${path}.${field}`;
    if (keys && Array.isArray(one)) reportTwins(one, keys, at, way, found);
    findDuplicates(own, one, at, way, found);
  }
}

interface WayToKeys {
  readonly field: string;
  readonly type: string;
  /** Of its own items. */
  readonly keys: readonly string[] | undefined;
}

const WAYS = new Map<string, readonly WayToKeys[]>();

/** The fields of a struct that are lists whose items have keys, or have such lists in them. */
function waysToKeys(type: string): readonly WayToKeys[] {
  let ways = WAYS.get(type);
  if (!ways) {
    ways = Object.entries(structFields(type) ?? {})
      .map(([field, own]) => ({ field, type: own, keys: listKeysOf(type, field)?.serverSide }))
      .filter(
        ({ field, type: own }) => listKeysOf(type, field) !== undefined || hasKeys(pointee(own)),
      );
    WAYS.set(type, ways);
  }
  return ways;
}

const WITH_KEYS = new Map<string, boolean>();

/** Whether a type has lists whose items have keys, at any depth. */
function hasKeys(type: string): boolean {
  const known = WITH_KEYS.get(type) ?? leadsToKeys(type, new Set());
  WITH_KEYS.set(type, known);
  return known;
}

function leadsToKeys(type: string, seen: Set<string>): boolean {
  // A type within itself adds nothing.
  if (seen.has(type)) return false;
  seen.add(type);
  const element = elementType(type);
  if (element) return leadsToKeys(pointee(element.type), seen);
  return Object.entries(structFields(type) ?? {}).some(
    ([field, own]) => listKeysOf(type, field) !== undefined || leadsToKeys(pointee(own), seen),
  );
}

function reportTwins(
  items: readonly unknown[],
  keys: readonly string[],
  path: string,
  way: ApplyWay,
  found: OnDuplicates,
): void {
  const seen = new Map<string, unknown>();
  const report = (item: unknown) => {
    const fields = fieldsOf(item);
    found(
      path,
      `[${keys.map((one) => `${one}=${JSON.stringify(fields[one] ?? 'TCP')}`).join(',')}]`,
      '[…]',
    );
  };
  for (const item of items) {
    const key = keyOf(item, keys);
    // kubectl takes twins that are alike, and those of which nothing but the key is known.
    if (seen.has(key) && (way === 'serverSide' || !isSame(seen.get(key), item))) {
      report(item);
      return;
    }
    if (!seen.has(key)) seen.set(key, item);
  }
}

function nameOf(item: unknown, index: number): string {
  const { name } = fieldsOf(item);
  return typeof name === 'string' ? `name=${JSON.stringify(name)}` : String(index);
}
