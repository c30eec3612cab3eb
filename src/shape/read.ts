/** The reading of any value as a shape: what has another type is reported, and left out. */
import { besideTypes, Check, Finding, nearest, show, violation } from '../findings';
import { fieldPath, Fields, isFields } from '../kube';
import { SHAPE_RULES as RULES } from './rules';
import { Shape, StructKind } from './shape';

/** A value of which everything that is there has its type, and what was wrong. */
interface Shaped<T> {
  /**
   * The value itself if nothing was wrong. Without what was wrong, otherwise; undefined if that is
   * all of it.
   */
  readonly value: T | undefined;
  readonly findings: readonly Finding[];
}

/**
 * Reads a value. Checks that come after it need not look at types again, and can still tell all the
 * rest.
 */
export function readShape<T>(value: unknown, shape: Shape<T>, path: string = ''): Shaped<T> {
  if (fits(value, shape)) return { value: value as T, findings: NONE };
  const findings: Finding[] = [];
  return { value: read(value, shape, path, findings) as T | undefined, findings };
}

const NONE: readonly Finding[] = [];

export function shapeFindings(value: unknown, shape: Shape, path: string = ''): readonly Finding[] {
  return readShape(value, shape, path).findings;
}

/** All findings on a value: on its types, and of the check on what has its type. */
export function checkShaped<T>(value: unknown, shape: Shape<T>, check: Check<T>): Finding[] {
  const shaped = readShape(value, shape);
  return [
    ...(shaped.value === undefined ? [] : besideTypes(check(shaped.value), shaped.findings)),
    ...shaped.findings,
  ];
}

/**
 * Whether a value is read as itself, without findings. Nearly all values are, so this allocates
 * nothing.
 */
function fits(value: unknown, shape: Shape): boolean {
  switch (shape.kind) {
    case 'string':
      return (
        typeof value === 'string' &&
        !(shape.notEmpty && value.trim() === '') &&
        shape.problem?.(value) === undefined
      );
    case 'boolean':
      return typeof value === 'boolean';
    case 'number':
      return isNumber(value);
    case 'integer':
      return Number.isSafeInteger(value);
    case 'numberOrString':
      return isNumber(value) || typeof value === 'string';
    case 'oneOf':
      return shape.values.includes(value as string);
    case 'data':
      return isFields(value) && isPlain(value);
    case 'anything':
      return true;
    case 'elsewhere':
      return false;
    case 'list':
      return Array.isArray(value) && areFitting(value, shape.of);
    case 'map':
      return isFields(value) && areFitting(Object.values(value), shape.of);
    case 'struct':
      return isFields(value) && isFittingStruct(value, shape);
    case 'variants': {
      const chosen = isFields(value) ? value[shape.by] : undefined;
      return (
        typeof chosen === 'string' &&
        Object.hasOwn(shape.variants, chosen) &&
        fits(value, shape.variants[chosen])
      );
    }
  }
}

/** An entry that is undefined is left out, or told of, which makes another value. */
function areFitting(values: readonly unknown[], of: Shape): boolean {
  for (const one of values) if (one === undefined || !fits(one, of)) return false;
  return true;
}

function isFittingStruct(value: Fields, { fields, required, isOpen }: StructKind): boolean {
  for (const field of Object.keys(value)) {
    const one = value[field];
    if (one === undefined) continue;
    if (!Object.hasOwn(fields, field)) {
      if (!isOpen) return false;
    } else if (!fits(one, fields[field])) {
      return false;
    }
  }
  for (const field of required) if (value[field] === undefined) return false;
  return true;
}

function read(value: unknown, shape: Shape, path: string, findings: Finding[]): unknown {
  const wrong = (what: string, remedy: string): undefined =>
    void findings.push(violation(RULES.type, path, `${show(value)} ${what}`, remedy));
  switch (shape.kind) {
    case 'string': {
      if (typeof value !== 'string') {
        return wrong(
          'is not a string',
          isScalar(value) ? `write it in quotes: ${show(String(value))}` : 'use a string',
        );
      }
      if (shape.notEmpty && value.trim() === '') {
        return wrong('is empty', 'set a value, or remove it');
      }
      const problem = shape.problem?.(value);
      return problem === undefined ? value : wrong(problem.message, problem.remedy);
    }
    case 'boolean':
      return typeof value === 'boolean'
        ? value
        : wrong('is neither true nor false', unquoted(value, 'boolean') ?? 'use true or false');
    case 'number':
      return isNumber(value)
        ? value
        : wrong('is not a number', unquoted(value, 'number') ?? 'use a number');
    case 'integer':
      return Number.isSafeInteger(value)
        ? value
        : wrong('is not a whole number', unquoted(value, 'integer') ?? 'use a whole number');
    case 'numberOrString':
      return isNumber(value) || typeof value === 'string'
        ? value
        : wrong('is neither a number nor a string', 'use one of them');
    case 'oneOf':
      return shape.values.includes(value as string)
        ? value
        : wrong('is not a valid value', chooseFrom(value, shape.values));
    case 'data':
      return isFields(value) && isPlain(value)
        ? value
        : wrong('is not a plain object', 'use a map of strings, numbers, lists and maps');
    case 'anything':
      return value;
    case 'elsewhere':
      return void findings.push(
        violation(RULES.unknownField, path, `${show(value)} is not allowed here`, shape.remedy),
      );
    case 'list':
      return Array.isArray(value)
        ? readList(value, shape.of, path, findings)
        : wrong('is not a list', 'use a list');
    case 'map':
      return isFields(value)
        ? readMap(value, shape.of, path, findings)
        : wrong('is not a map', 'use a map of keys and values');
    case 'struct':
      return isFields(value)
        ? readStruct(value, shape, path, findings)
        : wrong('is not an object', `use an object${namesOf(shape)}`);
    case 'variants': {
      if (!isFields(value)) return wrong('is not an object', `use an object with ${shape.by}`);
      const chosen = value[shape.by];
      if (typeof chosen === 'string' && Object.hasOwn(shape.variants, chosen)) {
        return read(value, shape.variants[chosen], path, findings);
      }
      const options = Object.keys(shape.variants);
      return void findings.push(
        chosen === undefined
          ? missing(fieldPath(path, shape.by), shape.by, chooseFrom(chosen, options))
          : violation(
              RULES.type,
              fieldPath(path, shape.by),
              `${show(chosen)} is not a valid value`,
              chooseFrom(chosen, options),
            ),
      );
    }
  }
}

function readList(
  list: readonly unknown[],
  of: Shape,
  path: string,
  findings: Finding[],
): readonly unknown[] {
  // A hole in a list is as wrong as null.
  const read1 = Array.from(list, (one, index) =>
    read(one ?? null, of, `${path}[${index}]`, findings),
  );
  return read1.every((one, index) => one !== undefined && one === list[index])
    ? list
    : read1.filter((one) => one !== undefined);
}

function readMap(map: Fields, of: Shape, path: string, findings: Finding[]): Fields {
  const given = Object.entries(map).filter(([, one]) => one !== undefined);
  const entries = given.map(([key, one]): [string, unknown] => [
    key,
    read(one, of, fieldPath(path, key), findings),
  ]);
  // A key without a value is none, as in YAML.
  return given.length === Object.keys(map).length
    ? changed(map, entries)
    : Object.fromEntries(entries.filter(([, one]) => one !== undefined));
}

/** The fields that have their types; nothing at all if one is missing that the others need. */
function readStruct(
  value: Fields,
  { fields, required, isOpen }: StructKind,
  path: string,
  findings: Finding[],
): Fields | undefined {
  const entries = Object.entries(value).map(([field, one]): [string, unknown] => {
    if (one === undefined) return [field, undefined];
    if (Object.hasOwn(fields, field)) {
      return [field, read(one, fields[field], fieldPath(path, field), findings)];
    }
    if (!isOpen) {
      findings.push(unknownField(fieldPath(path, field), field, one, Object.keys(fields)));
    }
    return [field, isOpen ? one : undefined];
  });
  const result = changed(value, entries);
  const lost = required.filter((field) => result[field] === undefined);
  // What has another type was told already.
  for (const field of lost.filter((one) => value[one] === undefined)) {
    findings.push(missing(fieldPath(path, field), field, `set ${field}`));
  }
  return lost.length > 0 ? undefined : result;
}

/**
 * The object itself if its fields are what they were; otherwise another one of those that are
 * there.
 */
function changed(value: Fields, entries: readonly [string, unknown][]): Fields {
  if (entries.every(([field, one]) => one === value[field])) return value;
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
}

function unknownField(
  path: string,
  field: string,
  value: unknown,
  known: readonly string[],
): Finding {
  return violation(
    RULES.unknownField,
    path,
    `there is no option ${show(field)}, so ${show(value)} would have no effect`,
    nearest(field, known) === undefined
      ? `remove it; the options are ${known.join(', ')}`
      : `perhaps you meant ${show(nearest(field, known))}`,
  );
}

function missing(path: string, field: string, remedy: string): Finding {
  return violation(RULES.type, path, `${field} is required`, remedy);
}

/** The finding on an option that is missing, and that the others require. */
export function missingOption(option: string): Finding[] {
  return [missing(option, option, `set ${option}`)];
}

function chooseFrom(value: unknown, values: readonly string[]): string {
  const guess = typeof value === 'string' ? nearest(value, values) : undefined;
  const choice = `must be one of ${values.join(', ')}`;
  return guess === undefined ? choice : `${choice}; perhaps you meant ${show(guess)}`;
}

function namesOf({ fields }: StructKind): string {
  const names = Object.keys(fields);
  return names.length === 0 ? '' : ` with ${names.join(', ')}`;
}

/** The remedy for a value that would be right but for its quotes. */
function unquoted(value: unknown, kind: 'boolean' | 'number' | 'integer'): string | undefined {
  if (typeof value !== 'string') return undefined;
  const isRight =
    kind === 'boolean'
      ? /^(?:true|false)$/.test(value)
      : /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value) &&
        (kind === 'number' || Number.isSafeInteger(Number(value)));
  return isRight ? `write it without quotes: ${value}` : undefined;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'boolean' || isNumber(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/**
 * Whether it can be a part of a manifest: no functions, no classes, nothing that contains itself,
 * and no holes in lists.
 */
function isPlain(value: unknown, within: unknown[] = []): boolean {
  if (
    value === null ||
    value === undefined ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    isNumber(value)
  ) {
    return true;
  }
  if (typeof value !== 'object' || within.includes(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Objects of another realm have an Object.prototype of their own.
  if (!Array.isArray(value) && prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    return false;
  }
  within.push(value);
  for (const one of Object.values(value)) {
    const isHole = Array.isArray(value) && (one === null || one === undefined);
    if (isHole || !isPlain(one, within)) return false;
  }
  within.pop();
  return true;
}
