/**
 * Tests of values that are surely right, of which those of whole objects are put together. They
 * make nothing, and say no of whatever takes a longer look.
 */
import {
  Fields,
  isFields,
  isLabel,
  isLabelValue,
  isSubdomain,
  LABELS_OF_JOBS,
  MAX_LABEL_LENGTH,
  qualifiedKeyProblems,
} from '../kube';

/** Whether a value is surely right. */
export type Test = (value: unknown) => boolean;

export const text: Test = (value) => typeof value === 'string';
export const bool: Test = (value) => typeof value === 'boolean';

export function whole(least: number, most: number = 2 ** 31 - 1): Test {
  return (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}

export function oneOf(...values: readonly unknown[]): Test {
  return (value) => values.includes(value);
}

/** A text of a pattern, of at most so many characters. */
export function like(pattern: RegExp, most: number): Test {
  return (value) => typeof value === 'string' && value.length <= most && pattern.test(value);
}

/** One test or the other. */
export function either(first: Test, second: Test): Test {
  return (value) => first(value) || second(value);
}

/** A list, of which each item passes a test. Lists that are compared with each other are short. */
export function arrayOf(item: Test, least: number = 0, most: number = MOST): Test {
  return (value) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) return false;
    for (let index = 0; index < value.length; index += 1) if (!item(value[index])) return false;
    return true;
  };
}

const MOST = 32;

/** A map, of which each key and each value passes a test. */
export function mapOf(
  isRight: (key: string) => boolean,
  item: Test,
  most: number = Infinity,
): Test {
  return (value) => {
    if (!isFields(value)) return false;
    let count = 0;
    for (const name in value) {
      count += 1;
      if (count > most || !isRight(name) || !item(value[name])) return false;
    }
    return true;
  };
}

/** Fields that pass their tests, and no others; `isWhole` is about all of them together. */
export function struct<Tests extends { readonly [name: string]: Test }>(
  fields: Tests,
  needed: readonly (keyof Tests & string)[] = [],
  isWhole?: (value: Fields) => boolean,
): Test {
  const tests = new Map<string, Test>(Object.entries(fields));
  return (value) => {
    if (!isFields(value)) return false;
    for (const name in value) {
      const test = tests.get(name);
      if (test === undefined || !test(value[name])) return false;
    }
    for (let at = 0; at < needed.length; at += 1) {
      if (value[needed[at]] === undefined) return false;
    }
    return isWhole === undefined || isWhole(value);
  };
}

export function hasOneOf(names: readonly string[]): (value: Fields) => boolean {
  return (value) => {
    let count = 0;
    for (const name of names) if (value[name] !== undefined) count += 1;
    return count === 1;
  };
}

/** Whether no two items of a list have the same text or number in a field. */
export function differIn(list: unknown, field: string): boolean {
  const items = (list ?? []) as readonly Fields[];
  for (let index = 1; index < items.length; index += 1) {
    const one = items[index][field];
    if (one !== undefined && isAmong(one, items, field, index)) return false;
  }
  return true;
}

/** Whether one of the first items of a list has the value in a field. */
export function isAmong(
  value: unknown,
  list: unknown,
  field: string,
  count: number = Infinity,
): boolean {
  const items = (list ?? []) as readonly Fields[];
  for (let index = 0; index < items.length && index < count; index += 1) {
    if (items[index][field] === value) return true;
  }
  return false;
}

const FILE = '[\\w-][\\w.-]*';

export const label: Test = (value) => typeof value === 'string' && isLabel(value);
/** The longest names take a longer look. */
export const subdomain: Test = (value) =>
  typeof value === 'string' && value.length <= MAX_LABEL_LENGTH && isSubdomain(value);
export const visible = like(/^[!-~][ -~]*$/, 1000);
export const size = like(/^[1-9](?:\d{0,5}(?:[kMGT]|[KMGT]i)|\d{8,14})$/, 15);
export const port = whole(1, 65535);
export const portName = like(/^(?=.*[a-z])(?!.*--)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/, 15);
export const path = like(new RegExp(`^(?:/${FILE})+$`), 1000);
/** A path that may have a slash at the end. */
export const directory = like(new RegExp(`^(?:/${FILE})+/?$`), 1000);
export const relativePath = like(new RegExp(`^${FILE}(?:/${FILE})*$`), 1000);
export const protocol = oneOf('TCP', 'UDP', 'SCTP');

const KEY = /^[-_a-zA-Z0-9][-._a-zA-Z0-9]{0,252}$/;
export const isKey = (key: string) => KEY.test(key);
export const fileName: Test = (value) => typeof value === 'string' && isKey(value);

export const labelValue: Test = (value) => typeof value === 'string' && isLabelValue(value);
const isQualified = (key: string) => qualifiedKeyProblems(key).length === 0;
export const qualified: Test = (value) => typeof value === 'string' && isQualified(value);
export const labels = mapOf(isQualified, labelValue);
/** Labels of the pods of a Job, without those that the server writes. */
export const labelsOfJob = mapOf(
  (key) => !LABELS_OF_JOBS.includes(key) && isQualified(key),
  labelValue,
);
const isAnnotation = (key: string) => isQualified(key.toLowerCase());
/** All together are far from the most bytes that they may have. */
export const annotations = mapOf(isAnnotation, like(/^/, 1000), 32);

const finalizers = arrayOf(
  oneOf('kubernetes.io/pvc-protection', 'kubernetes.io/pv-protection'),
  0,
  1,
);
/** Metadata as most objects have them. */
export const metadata = struct({ name: label, namespace: label, labels, annotations, finalizers }, [
  'name',
]);

/** An object of a kind of which the metadata and these fields pass their tests. */
export function objectWith(
  fields: { readonly [name: string]: Test },
  needed: readonly string[] = [],
): Test {
  const all: typeof fields = { apiVersion: text, kind: text, metadata, ...fields };
  return struct(all, ['metadata', ...needed]);
}
