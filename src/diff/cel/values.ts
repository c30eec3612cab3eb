/** The values of expressions, and what operators and functions make of them. */
import { isFields, parseQuantity } from '../../kube';
import { isSame } from '../changes';

/** The expression has something that is not known here. */
export class NotUnderstood extends Error {}

/** The expression fails wherever it is evaluated. */
export class Failed extends Error {}

/** Something that has a value which nobody knows who has only the files. */
export const UNKNOWABLE = Symbol('unknowable');

/** A value that is computed when it is first asked for. */
export class Late {
  private made: { readonly value: unknown } | undefined;

  constructor(private readonly make: () => unknown) {}

  public get value(): unknown {
    return (this.made ??= { value: this.make() }).value;
  }
}

/** The value itself. Throws `NotUnderstood` if nobody knows it. */
export function known(value: unknown): unknown {
  if (value === UNKNOWABLE) return fail('a value that only the cluster knows');
  return value instanceof Late ? value.value : value;
}

/** An item of a list, or a value of a map. */
export function element(of: unknown, index: unknown): unknown {
  if (of instanceof Optional) return optionalField(of, index);
  if (Array.isArray(of) && Number.isInteger(index)) return Object.hasOwn(of, index as number) ? of[index as number] as unknown : wrong('index out of bounds');
  if (!isFields(of) || typeof index !== 'string') return fail('index');
  return Object.hasOwn(of, index) ? known(of[index]) : wrong(`no such key: ${index}`);
}

/** An item or a field if it is there. Of what may not be there itself, too. */
export function optionalField(of: unknown, index: unknown): Optional {
  if (of instanceof Optional) return of.content === undefined ? of : optionalField(of.content, index);
  if (Array.isArray(of) && Number.isInteger(index)) return new Optional(Object.hasOwn(of, index as number) ? of[index as number] : undefined);
  if (!isFields(of) || typeof index !== 'string') return fail('index');
  return new Optional(Object.hasOwn(of, index) ? known(of[index]) : undefined);
}

/** What a comparison says. */
export function related(sign: string, a: unknown, b: unknown): boolean {
  if (sign === '==' || sign === '!=') return areSame(a, b) === (sign === '==');
  if (sign === 'in') return Array.isArray(b) ? b.some((one) => areSame(one, a)) : isFields(b) ? Object.hasOwn(b, a as string) : fail(sign);
  if (typeof a !== typeof b || typeof a !== 'number' && typeof a !== 'string') return fail(sign);
  const order = a < (b as typeof a) ? -1 : a > (b as typeof a) ? 1 : 0;
  return sign === '<' ? order < 0 : sign === '<=' ? order <= 0 : sign === '>' ? order > 0 : order >= 0;
}

function areSame(a: unknown, b: unknown): boolean {
  if (a instanceof Quantity && b instanceof Quantity) return a.nano === b.nano;
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null && (hasUnknown(a) || hasUnknown(b))) return fail('a comparison with what only the cluster knows');
  return isSame(a, b);
}

function hasUnknown(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === UNKNOWABLE;
  return [Late, Optional, Quantity].some((type) => value instanceof type) || (Array.isArray(value) ? value : Object.values(value)).some(hasUnknown);
}

/** What arithmetic comes to; also sums of texts and of lists. */
export function computed(sign: string, a: unknown, b: unknown): unknown {
  if (sign === '+' && typeof a === 'string' && typeof b === 'string') return a + b;
  if (sign === '+' && Array.isArray(a) && Array.isArray(b)) return [...a as unknown[], ...b as unknown[]];
  if (typeof a !== 'number' || typeof b !== 'number') return fail(sign);
  if (sign === '+') return a + b;
  if (sign === '-') return a - b;
  // Of integers there is no zero below zero.
  if (sign === '*') return a * b + 0;
  if (b === 0) return wrong('division by zero');
  return (sign === '/' ? Math.trunc(a / b) : a % b) + 0;
}

/** A value that may not be there, as `oldSelf` of a rule that says so. */
export class Optional {
  constructor(public readonly content: unknown) {}
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
  if (name === 'join' && Array.isArray(of)) return of.join(typeof first === 'string' ? first : '');
  if (name === 'size') return typeof of === 'string' ? Array.from(of).length : Array.isArray(of) ? of.length : isFields(of) ? Object.keys(of).length : fail(name);
  if (name === 'string' && (typeof of === 'string' || typeof of === 'number' || typeof of === 'boolean')) return String(of);
  if (name === 'int' && (typeof of === 'number' || typeof of === 'string' && /^-?\d+$/.test(of))) return Number(of);
  if (name === 'dyn' && args.length === 0) return of;
  return typeof of === 'string' ? ofText(name, of, args) : fail(name);
}

function ofText(name: string, of: string, args: readonly unknown[]): unknown {
  const [first, second] = args;
  if (name === 'isQuantity') return parseQuantity(of) !== undefined;
  if (name === 'quantity') return new Quantity(parseQuantity(of)?.nano ?? wrong('not a quantity'));
  if (name === 'lowerAscii') return of.toLowerCase();
  if (name === 'upperAscii') return of.toUpperCase();
  if (name === 'trim') return of.trim();
  if (typeof first !== 'string') return fail(name);
  if (name === 'startsWith') return of.startsWith(first);
  if (name === 'endsWith') return of.endsWith(first);
  if (name === 'contains') return of.includes(first);
  if (name === 'split' && args.length === 1) return of.split(first);
  if (name === 'replace' && args.length === 2 && typeof second === 'string') return of.replaceAll(first, () => second);
  return name === 'matches' ? matching(of, first) : fail(name);
}

/** An amount. */
class Quantity {
  constructor(public readonly nano: bigint) {}
}

function ofQuantity(name: string, { nano }: Quantity, other: unknown): unknown {
  if (!(other instanceof Quantity)) return fail(name);
  if (name === 'isGreaterThan') return nano > other.nano;
  if (name === 'isLessThan') return nano < other.nano;
  return name === 'compareTo' ? Number(nano > other.nano) - Number(nano < other.nano) : fail(name);
}

function matching(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return fail('matches');
  }
}

/** A condition. */
export function truth(value: unknown): boolean {
  return typeof value === 'boolean' ? value : fail('a condition');
}

/** What is not known here. */
export function fail(what: string): never {
  throw new NotUnderstood(what);
}

/** The text of a literal. */
export function unquoted(text: string): string {
  const isRaw = /^[rR]/.test(text);
  const inside = text.slice(isRaw ? 2 : 1, -1);
  if (isRaw) return inside;
  return inside.replace(/\\(?:u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|[xX]([\dA-Fa-f]{2})|([0-3][0-7]{2})|(.))/gs, (_, u?: string, U?: string, x?: string, octal?: string, sign?: string) => {
    if (sign !== undefined) return Object.hasOwn(ESCAPES, sign) ? ESCAPES[sign] : fail(`\\${sign}`);
    const code = octal === undefined ? parseInt((u ?? U ?? x)!, 16) : parseInt(octal, 8);
    return code > 0x10ffff ? fail(text) : String.fromCodePoint(code);
  });
}

const ESCAPES: { readonly [sign: string]: string } = {
  'a': '\u0007', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v', '\\': '\\', '?': '?', '"': '"', "'": "'", '`': '`',
};

/** What fails in every implementation. */
export function wrong(what: string): never {
  throw new Failed(what);
}
