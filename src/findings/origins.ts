/**
 * Origins: which field of its input a field of what was built comes from.
 *
 * A build is pure and says itself what it takes from where, by writing through `from`, which does
 * nothing. When somebody asks where a field comes from, the same build runs once more with a `from`
 * that leaves marks.
 */
import { isFields, belowPath, stepsAlong } from '../kube';
import { Finding } from './finding';

/** Writes values into what is built, each with the field of the input that it comes from. */
export interface From {
  /** The value of a field. What is below it has the same path below that field. */
  <T>(field: string, value: T): T;
  /** The entries of a list or of a map, to be put among others: each is an entry of the field. */
  each<T>(field: string, values: T): T;
  /** A value that was made of a field: whatever is wrong in it is wrong with the field. */
  whole<T>(field: string, value: T): T;
}

/** The `from` of whoever only builds. */
export const unmarked: From = Object.assign(same, { each: same, whole: same });

/** The field of an input that a field comes from, by their paths; undefined if there is none. */
export type Origins = (path: string) => string | undefined;

/** What makes something of an input; what it takes from the input goes through `from`. */
export type Build = (from: From) => unknown;

/** The findings on what is built, each at the field of the input that its field comes from. */
export function atOrigins<T extends Finding>(findings: readonly T[], build: Build): T[] {
  const origin = originsOf(build);
  return findings.map((finding) => ({ ...finding, path: origin(finding.path) ?? finding.path }));
}

/**
 * Where fields of what is built come from; undefined for those that come from no field of the
 * input. Nothing is built before the first question.
 */
export function originsOf(build: Build): Origins {
  let built: { readonly marked: unknown } | undefined;
  return (path) => originIn((built ??= { marked: build(marking) }).marked, path);
}

/**
 * The findings on what stands for a resource, at its fields, with what mends these by rule. What
 * comes from no field is wrong with the resource as a whole.
 */
export function atResource<T extends Finding>(
  findings: readonly T[],
  origin: Origins,
  remedies: () => { readonly [rule: string]: string },
): T[] {
  return findings.map((finding) => ({
    ...finding,
    path: origin(finding.path) ?? '',
    remedy: remedies()[finding.rule] ?? finding.remedy,
  }));
}

/** Origins through two builds, of which the second has made the input of the first. */
export function originsThrough(last: Origins, first: Origins): Origins {
  return (path) => {
    const between = last(path);
    return between === undefined ? undefined : first(between);
  };
}

/** A key that no field has. Copies of an object keep it, with other fields or without some. */
const ORIGIN = '\0origin';

/** A value with its origin. As a function it stays what it is in copies of what it is in. */
interface Mark {
  (): undefined;
  readonly field: string;
  readonly value: unknown;
  readonly isWhole: boolean;
}

const marking: From = Object.assign(marked, {
  each: <T>(field: string, values: T): T =>
    Array.isArray(values)
      ? (values.map((value, index) => marked(`${field}[${index}]`, value)) as T)
      : isFields(values)
        ? (Object.fromEntries(
            Object.entries(values).map(([key, value]) => [
              key,
              marked(belowPath(field, key), value),
            ]),
          ) as T)
        : values,
  whole: <T>(field: string, value: T): T => markOf(field, value, true),
});

function marked<T>(field: string, value: T): T {
  return isFields(value) ? { ...value, [ORIGIN]: field } : markOf(field, value, false);
}

function markOf<T>(field: string, value: T, isWhole: boolean): T {
  const mark: Mark = Object.assign(() => undefined, { field, value, isWhole });
  return mark as T;
}

/** The innermost mark on the way to a field says where the field is from. */
function originIn(built: unknown, path: string): string | undefined {
  let origin: string | undefined;
  let value = built;
  let rest = path;
  for (;;) {
    if (isMark(value)) {
      origin = value.isWhole ? value.field : belowPath(value.field, rest);
      ({ value } = value);
      continue;
    }
    if (isFields(value) && ORIGIN in value) {
      origin = belowPath(value[ORIGIN] as string, rest);
    }
    const step = stepsAlong(value, rest).next();
    if (step.done) return origin;
    ({ value, rest } = step.value);
  }
}

function isMark(value: unknown): value is Mark {
  return typeof value === 'function' && 'isWhole' in value;
}

function same<T>(_field: string, value: T): T {
  return value;
}
