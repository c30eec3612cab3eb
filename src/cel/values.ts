/** The values of expressions, and what operators and functions make of them. */
import { isPlainText, isSharedPattern } from './patterns';
import { Fields, isFields, parseDuration, parseQuantity, isSame, own } from '../kube';
import { finderOf } from '../resource/automaton';

/** The expression has something that is not known here. */
export class Unsupported extends Error {}

/** The expression fails wherever it is evaluated. */
export class Failed extends Error {}

/** Something that may be there or not: nobody knows who has only the files. */
export const UNKNOWABLE = Symbol('unknowable');

/** A value that is no map. */
class Opaque {}

/**
 * Something that is there, with a value that nobody knows who has only the files. What has the same
 * text is the same.
 */
export class Unknown extends Opaque {
  constructor(public readonly text: string) {
    super();
  }
}

export class Double extends Opaque {
  constructor(public readonly value: number) {
    super();
  }
}

export function isMap(value: unknown): value is Fields {
  return isFields(value) && !(value instanceof Opaque);
}

/** A value that is computed when it is first asked for. */
export class Late extends Opaque {
  private made: { readonly value?: unknown; readonly error?: unknown } | undefined;

  constructor(private readonly make: () => unknown) {
    super();
  }

  public get value(): unknown {
    this.made ??= this.tried();
    if ('error' in this.made) throw this.made.error;
    return this.made.value;
  }

  private tried(): { readonly value?: unknown; readonly error?: unknown } {
    try {
      return { value: this.make() };
    } catch (error) {
      return { error };
    }
  }
}

/** The value itself. Throws `Unsupported` if nobody knows it. */
export function known(value: unknown): unknown {
  if (value === UNKNOWABLE) return fail('a value that only the cluster knows');
  return value instanceof Late ? value.value : value;
}

export function isThere(of: unknown, field: string): boolean {
  if (of instanceof Optional) return optionalField(of, field).content !== undefined;
  if (of === null || typeof of !== 'object') return false;
  if (!isMap(of)) return fail(field);
  if (!Object.hasOwn(of, field)) return false;
  return of[field] instanceof Late || known(of[field]) !== undefined;
}

/** An item of a list, or a value of a map. */
export function element(of: unknown, index: unknown): unknown {
  if (of instanceof Optional) return optionalField(of, index);
  if (Array.isArray(of) && Number.isInteger(index)) {
    return Object.hasOwn(of, index as number)
      ? (of[index as number] as unknown)
      : wrong(`index out of bounds: ${String(index)}`);
  }
  if (!isMap(of) || typeof index !== 'string') return fail('index');
  return Object.hasOwn(of, index) ? known(of[index]) : wrong(`no such key: ${index}`);
}

/** An item or a field if it is there. Of what may not be there itself, too. */
export function optionalField(of: unknown, index: unknown): Optional {
  if (of instanceof Optional) {
    return of.content === undefined ? of : optionalField(of.content, index);
  }
  if (of === null) return new Optional(undefined);
  if (Array.isArray(of) && Number.isInteger(index)) {
    return new Optional(Object.hasOwn(of, index as number) ? of[index as number] : undefined);
  }
  if (!isMap(of) || typeof index !== 'string') return fail('index');
  return new Optional(Object.hasOwn(of, index) ? known(of[index]) : undefined);
}

export function related(sign: string, left: unknown, right: unknown): boolean {
  const length =
    left instanceof Span && right instanceof Span
      ? Number(left.nano > right.nano) - Number(left.nano < right.nano)
      : undefined;
  const [a, b] = length === undefined ? [left, right].map(comparable) : [length, 0];
  if (sign === '==' || sign === '!=') return areSame(a, b) === (sign === '==');
  if (sign === 'in') {
    return Array.isArray(b)
      ? b.some((one) => areSame(one, a))
      : isMap(b)
        ? Object.hasOwn(b, a as string)
        : fail(sign);
  }
  if (typeof a !== typeof b || (typeof a !== 'number' && typeof a !== 'string')) return fail(sign);
  const order = a < (b as typeof a) ? -1 : a > (b as typeof a) ? 1 : 0;
  return sign === '<'
    ? order < 0
    : sign === '<='
      ? order <= 0
      : sign === '>'
        ? order > 0
        : order >= 0;
}

/**
 * Numbers without regard to their type; integers that are too large for a number of JavaScript are
 * not compared.
 */
function comparable(value: unknown): unknown {
  if (value instanceof Double) return value.value;
  return typeof value === 'bigint' || (Number.isInteger(value) && !Number.isSafeInteger(value))
    ? fail('a large integer')
    : value;
}

function areSame(a: unknown, b: unknown): boolean {
  if (a instanceof Span && b instanceof Span) return a.nano === b.nano;
  if (a instanceof Quantity && b instanceof Quantity) return a.nano === b.nano;
  if (a instanceof Unknown && b instanceof Unknown && a.text === b.text) return true;
  const isUnseen = a instanceof Unknown || b instanceof Unknown;
  if (
    isUnseen ||
    (typeof a === 'object' &&
      typeof b === 'object' &&
      a !== null &&
      b !== null &&
      (hasUnknown(a) || hasUnknown(b)))
  ) {
    return fail('a comparison with what only the cluster knows');
  }
  return isSame(a, b);
}

function hasUnknown(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    return value === UNKNOWABLE || typeof value === 'bigint';
  }
  return (
    value instanceof Opaque ||
    (Array.isArray(value) ? value : Object.values(value)).some(hasUnknown)
  );
}

/** What arithmetic comes to; also sums of texts and of lists. */
export function computed(sign: string, a: unknown, b: unknown): unknown {
  if (sign === '+' && typeof a === 'string' && typeof b === 'string') return a + b;
  if (sign === '+' && Array.isArray(a) && Array.isArray(b)) {
    return a.length + b.length > MOST_ITEMS
      ? fail(sign)
      : [...(a as unknown[]), ...(b as unknown[])];
  }
  // With a point the results are others, and so are those of numbers that are too large.
  if (!isInteger(a) || !isInteger(b)) return fail(sign);
  if (sign === '+') return a + b;
  if (sign === '-') return a - b;
  // Of integers there is no zero below zero.
  if (sign === '*') return a * b + 0;
  if (b === 0) return wrong(sign === '/' ? 'division by zero' : 'modulus by zero');
  return (sign === '/' ? Math.trunc(a / b) : a % b) + 0;
}

const MOST_ITEMS = 10_000;

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** A value that may not be there, as `oldSelf` of a rule that says so. */
export class Optional extends Opaque {
  constructor(public readonly content: unknown) {
    super();
  }
}

function ofOptional(name: string, { content }: Optional, [otherwise]: readonly unknown[]): unknown {
  if (name === 'hasValue') return content !== undefined;
  if (name === 'orValue') return content === undefined ? otherwise : content;
  if (name !== 'value') return fail(name);
  return content === undefined ? wrong('optional.none() dereference') : content;
}

/** What a function or a method comes to. */
export function method(name: string, of: unknown, args: readonly unknown[]): unknown {
  const [first] = args;
  if (of instanceof Optional) return ofOptional(name, of, args);
  if (of instanceof Quantity) return ofQuantity(name, of, first);
  if (name === 'join' && Array.isArray(of)) {
    return of.every((one) => typeof one === 'string')
      ? of.join(typeof first === 'string' ? first : '')
      : fail(name);
  }
  if (name === 'size') {
    return typeof of === 'string'
      ? Array.from(of).length
      : Array.isArray(of)
        ? of.length
        : isMap(of)
          ? Object.keys(of).length
          : fail(name);
  }
  if (name === 'string' && (typeof of === 'string' || isInteger(of) || typeof of === 'boolean')) {
    return String(of);
  }
  if (name === 'int' && (isInteger(of) || (typeof of === 'string' && /^-?\d{1,15}$/.test(of)))) {
    return Number(of);
  }
  if (name === 'dyn' && args.length === 0) return of;
  return typeof of === 'string' ? ofText(name, of, args) : fail(name);
}

function ofText(name: string, of: string, args: readonly unknown[]): unknown {
  const [first, second] = args;
  if (name === 'isQuantity') return parseQuantity(of) !== undefined;
  if (name === 'quantity') return new Quantity(parseQuantity(of)?.nano ?? wrong('not a quantity'));
  if (name === 'duration') {
    return new Span(parseDuration(of) ?? wrong(`time: invalid duration ${JSON.stringify(of)}`));
  }
  if (name === 'lowerAscii') return of.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  if (name === 'upperAscii') return of.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
  if (name === 'trim') return isPlainText(of) ? of.trim() : fail(name);
  if (typeof first !== 'string') return fail(name);
  if (name === 'startsWith') return of.startsWith(first);
  if (name === 'endsWith') return of.endsWith(first);
  if (name === 'contains') return of.includes(first);
  if (name === 'split' && args.length === 1) return of.split(first);
  if (name === 'replace' && args.length === 2 && typeof second === 'string') {
    return of.replaceAll(first, () => second);
  }
  return name === 'matches' ? matching(of, first) : fail(name);
}

const MOST_TEXT = 1000;

class Quantity extends Opaque {
  constructor(public readonly nano: bigint) {
    super();
  }
}

class Span extends Opaque {
  constructor(public readonly nano: bigint) {
    super();
  }
}

function ofQuantity(name: string, { nano }: Quantity, other: unknown): unknown {
  if (!(other instanceof Quantity)) return fail(name);
  if (name === 'isGreaterThan') return nano > other.nano;
  if (name === 'isLessThan') return nano < other.nano;
  return name === 'compareTo' ? Number(nano > other.nano) - Number(nano < other.nano) : fail(name);
}

function matching(text: string, pattern: string): boolean {
  if (!isPlainText(text) || text.length > MOST_TEXT || !isSharedPattern(pattern)) {
    return fail('matches');
  }
  return (finderOf(pattern, 'u') ?? fail('matches'))(text);
}

export function truth(value: unknown): boolean {
  return typeof value === 'boolean' ? value : fail('a condition');
}

/** What is not known here. */
export function fail(what: string): never {
  throw new Unsupported(what);
}

export function unquoted(text: string): string {
  const isRaw = /^[rR]/.test(text);
  const quoted = isRaw ? text.slice(1) : text;
  const width = /^("""|''')/.test(quoted) && quoted.length >= 6 ? 3 : 1;
  const inside = quoted.slice(width, -width);
  if (isRaw) return inside;
  return inside.replace(
    /\\(?:u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|[xX]([\dA-Fa-f]{2})|([0-3][0-7]{2})|(.))/gs,
    (_, u?: string, U?: string, x?: string, octal?: string, sign?: string) => {
      if (sign !== undefined) {
        return own(ESCAPES, sign) ?? fail(`\\${sign}`);
      }
      const code = octal === undefined ? parseInt((u ?? U ?? x)!, 16) : parseInt(octal, 8);
      return code > 0x10ffff ? fail(text) : String.fromCodePoint(code);
    },
  );
}

const ESCAPES: { readonly [sign: string]: string } = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '?': '?',
  '"': '"',
  "'": "'",
  '`': '`',
};

/** What fails in every implementation. */
export function wrong(what: string): never {
  throw new Failed(what);
}
