/** The checks of a value by itself, without the parts that it has: type, format, enum and text. */
import { Finding } from '../findings';
import { quote } from '../kube';
import { FORMATS } from './formats';
import { isIntegral } from './numbers';
import { matches } from './pattern';
import { outOfBounds, tooLong, unsupported, wrongType } from './problems';
import { Schema } from './schema';
import { Kind, kindOf, toGoJson } from './values';

/** A problem, or what makes it: of many branches that fail, nobody asks what was wrong. */
export type Problem = Finding | (() => Finding);

/** The types that a value may have; any, if there are none. */
export function typesOf(schema: Schema): readonly string[] {
  if (schema['x-kubernetes-int-or-string']) return INT_OR_STRING;
  return schema.type === undefined ? ANY : [schema.type];
}

const INT_OR_STRING = ['integer', 'string'];
const ANY: readonly string[] = [];

/** The format, if one is known for the type: the API server looks at no other. */
export function formatOf(schema: Schema, types: readonly string[]): string {
  const { format } = schema;
  if (format === undefined) return '';
  switch (types.length === 1 ? types[0] : '') {
    case '':
    case 'string':
      return Object.hasOwn(FORMATS, formatName(format)) ? format : '';
    case 'integer':
      return format === 'int32' || format === 'int64' ? format : '';
    case 'number':
      return format === 'float' || format === 'double' ? format : '';
    default:
      return '';
  }
}

/** The name by which a format is looked up: dashes do not count. */
export function formatName(format: string): string {
  return format.replace(/-/g, '');
}

/** The problem of a value that is of none of the types. */
export function checkType(
  value: unknown,
  kind: Kind,
  types: readonly string[],
  format: string,
  path: string,
): Problem | undefined {
  const wholeNumber = kind === 'number' && types.includes('integer') && isIntegral(Number(value));
  const fits =
    types.includes(kind) || wholeNumber || (kind === 'integer' && types.includes('number'));
  const isText = kind === 'string' || kind === 'array';
  if (!isText && format !== '' && !fits) {
    const actual = kind === 'integer' ? 'int64' : kind === 'number' ? 'float64' : '';
    return () => wrongType(path, format, actual);
  }
  // With a format, the API server takes a list for a text.
  if (isText && format !== '' && !types.includes('number') && !types.includes('integer')) {
    return undefined;
  }
  return fits ? undefined : () => wrongType(path, types.join(','), kind);
}

/** The finding on a value that is not one of those allowed. */
export function checkEnum(value: unknown, schema: Schema, path: string): Finding | undefined {
  const { enum: allowed } = schema;
  if (!allowed || allowed.length === 0 || allowed.some((one) => convertsTo(value, one))) {
    return undefined;
  }
  return unsupported(path, value, allowed);
}

/**
 * Go converts the value to the type of the allowed one before it compares: 2.5 is 2, and 97 is "a".
 * Null is never allowed.
 */
function convertsTo(value: unknown, allowed: unknown): boolean {
  const [kind, wanted] = [kindOf(value), kindOf(allowed)];
  if (kind === 'null' || wanted === 'null') return false;
  if (kind === wanted) return toGoJson(value) === toGoJson(allowed);
  if (kind === 'number' && wanted === 'integer') {
    return BigInt(Math.trunc(Number(value))) === BigInt(allowed as number | bigint);
  }
  if (kind === 'integer' && wanted === 'number') return Number(value) === Number(allowed);
  return kind === 'integer' && wanted === 'string' && letterOf(Number(value)) === allowed;
}

function letterOf(code: number): string {
  return code >= 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : '\ufffd';
}

/** The first finding on the length of a text or its pattern: the server reports no others. */
export function checkText(value: string, schema: Schema, path: string): Finding | undefined {
  const { maxLength, minLength, pattern } = schema;
  const length = maxLength === undefined && minLength === undefined ? 0 : Array.from(value).length;
  if (maxLength !== undefined && length > maxLength) return tooLong(path, maxLength);
  const shown = () => quote(value);
  if (minLength !== undefined && length < minLength) {
    return outOfBounds(path, shown(), `be at least ${minLength} chars long`);
  }
  if (pattern && !matches(value, pattern)) {
    return outOfBounds(path, shown(), `match '${pattern}'`);
  }
  return undefined;
}
