/**
 * Remedies for a value that a schema refuses: read off the schema and the value, and where one
 * value would do, with that.
 */
import { didYouMean, Finding, inQuotes, show } from '../findings';
import { isFields, own } from '../kube';
import { Schema } from './schema';
import { toGoJson } from './values';

/** The remedy for a finding of `admit`, which judged this object by this schema. */
export function remedyFor(
  { path }: Pick<Finding, 'path'>,
  object: unknown,
  schema: Schema,
): string {
  const place = partAt(path, object, schema);
  return (
    (place && remedyAt(place.value, place.schema)) ??
    'use a value that the schema of the custom resource accepts'
  );
}

function remedyAt(value: unknown, schema: Schema): string | undefined {
  const type = schema['x-kubernetes-int-or-string'] ? undefined : schema.type;
  if (value === undefined) return 'set a value';
  if (value === null) return 'set a value, or remove it';
  const wrong = type === undefined ? undefined : typeRemedy(value, type);
  if (wrong !== undefined) return wrong;
  if (schema.enum?.length && !schema.enum.includes(value)) {
    return didYouMean(
      value,
      schema.enum.map((one) => (typeof one === 'string' ? one : toGoJson(one))),
    );
  }
  if (typeof value === 'number' || typeof value === 'bigint') return numberRemedy(value, schema);
  if (typeof value === 'string') return textRemedy(value, schema);
  if (Array.isArray(value)) {
    return sizeRemedy(value.length, schema.minItems, schema.maxItems, 'items');
  }
  return sizeRemedy(
    Object.keys(value).length,
    schema.minProperties,
    schema.maxProperties,
    'fields',
  );
}

function typeRemedy(value: unknown, type: string): string | undefined {
  switch (type) {
    case 'string':
      return typeof value === 'string' ? undefined : inQuotes(value);
    case 'boolean':
      return typeof value === 'boolean'
        ? undefined
        : value === 'true' || value === 'false'
          ? `write it without quotes: ${value}`
          : 'use true or false';
    case 'array':
      return Array.isArray(value) ? undefined : 'use a list';
    case 'object':
      return isFields(value) ? undefined : 'use a mapping';
    case 'integer':
    case 'number': {
      if (typeof value === 'number' || typeof value === 'bigint') {
        return type === 'number' || typeof value === 'bigint' || Number.isInteger(value)
          ? undefined
          : 'use a whole number';
      }
      const isNumber =
        typeof value === 'string' &&
        (type === 'integer' ? /^-?\d{1,9}$/ : /^-?\d{1,9}(?:\.\d{1,9})?$/).test(value);
      return isNumber
        ? `write it without quotes: ${Number(value)}`
        : type === 'integer'
          ? 'use a whole number'
          : 'use a number';
    }
    default:
      return undefined;
  }
}

function numberRemedy(
  value: number | bigint,
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Schema,
): string | undefined {
  if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum)) {
    return exclusiveMinimum ? `use more than ${minimum}` : `use ${minimum} or more`;
  }
  if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum)) {
    return exclusiveMaximum ? `use less than ${maximum}` : `use ${maximum} or less`;
  }
  return multipleOf === undefined ? undefined : `use a multiple of ${multipleOf}`;
}

function textRemedy(
  value: string,
  { minLength, maxLength, pattern, format }: Schema,
): string | undefined {
  const length = Array.from(value).length;
  if (maxLength !== undefined && length > maxLength) return `shorten it to ${maxLength} characters`;
  if (minLength !== undefined && length < minLength) {
    return value === '' ? 'set a value, or remove it' : `use ${minLength} characters or more`;
  }
  if (pattern) return `use a string that matches ${pattern}`;
  return format === undefined ? undefined : `use a string of the format ${show(format)}`;
}

function sizeRemedy(
  size: number,
  least: number | undefined,
  most: number | undefined,
  what: string,
): string | undefined {
  if (most !== undefined && size > most) return `leave at most ${most} ${what}`;
  return least !== undefined && size < least ? `use ${least} ${what} or more` : undefined;
}

/** A key with more dots in it than this is not looked for. */
const MOST_DOTS = 20;

/**
 * What stands at a path, and its schema. Keys may have dots in them: the shortest one that is there
 * is meant.
 */
export function partAt(
  path: string,
  value: unknown,
  schema: Schema | undefined,
): { readonly value: unknown; readonly schema: Schema } | undefined {
  if (schema === undefined) return undefined;
  if (path === '') return { value, schema };
  const index = /^\[(\d+)\]\.?/.exec(path);
  if (index) {
    return Array.isArray(value)
      ? partAt(path.slice(index[0].length), value[Number(index[1])], schema.items)
      : undefined;
  }
  const fields = isFields(value) ? value : {};
  const { properties = {}, additionalProperties, required = [] } = schema;
  const key = firstKey(path, (one) => Object.hasOwn(fields, one) || required.includes(one));
  if (key === undefined) return undefined;
  const inner = Object.hasOwn(properties, key)
    ? properties[key]
    : typeof additionalProperties === 'object'
      ? additionalProperties
      : undefined;
  const rest = path.slice(key.length).replace(/^\./, '');
  return partAt(rest, own(fields, key), inner ?? (rest === '' ? {} : undefined));
}

function firstKey(path: string, isKey: (key: string) => boolean): string | undefined {
  const end = /[.[]/g;
  for (let tries = 0; tries < MOST_DOTS; tries += 1) {
    const at = end.exec(path)?.index ?? path.length;
    if (isKey(path.slice(0, at))) return path.slice(0, at);
    if (at === path.length) break;
  }
  return undefined;
}
