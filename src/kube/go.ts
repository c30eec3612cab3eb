/**
 * The bits of Go's standard library whose exact behaviour shows in the answers of drivers and
 * operators: `strconv`, `strings`, `path`, `net`.
 */
import { posix } from 'node:path';
import { isIP } from './ip';
import { Result } from './result';

const TRUE = ['1', 't', 'T', 'TRUE', 'true', 'True'];
const FALSE = ['0', 'f', 'F', 'FALSE', 'false', 'False'];

/** `strconv.ParseBool`. */
export function parseBool(text: string): Result<boolean> {
  if (TRUE.includes(text)) return { value: true };
  if (FALSE.includes(text)) return { value: false };
  return { error: `strconv.ParseBool: parsing ${quote(text)}: invalid syntax` };
}

const MAX_UINT64 = 2n ** 64n - 1n;
const MAX_INT64 = 2n ** 63n - 1n;

/** `strconv.ParseInt(text, 10, 64)`. */
export function parseInt64(text: string): Result<bigint> {
  const failed = (why: string) => ({ error: `strconv.ParseInt: parsing ${quote(text)}: ${why}` });
  const negative = text.startsWith('-');
  const digits = negative || text.startsWith('+') ? text.slice(1) : text;
  if (digits === '') return failed('invalid syntax');
  let value = 0n;
  // Go stops at the first digit that is too much, and does not see what comes after it.
  for (const digit of digits) {
    if (!/^[0-9]$/.test(digit)) return failed('invalid syntax');
    value = value * 10n + BigInt(digit);
    if (value > MAX_UINT64) return failed('value out of range');
  }
  if (value > (negative ? MAX_INT64 + 1n : MAX_INT64)) return failed('value out of range');
  return { value: negative ? -value : value };
}

/** `strconv.ParseInt(text, 10, 32)`, of which only the verdict is asked for. */
export function parseInt32(text: string): number | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined;
  const value = BigInt(text.replace(/^\+/, ''));
  return value >= -(2n ** 31n) && value < 2n ** 31n ? Number(value) : undefined;
}

/** `net.ParseIP(text) != nil`: an IPv4 or IPv6 address, without zone. */
export function isIpAddress(text: string): boolean {
  return !text.includes('%') && isIP(text) !== 0;
}

/** `path.Clean`. */
export function cleanPath(path: string): string {
  const clean = posix.normalize(path);
  return clean.length > 1 && clean.endsWith('/') ? clean.slice(0, -1) : clean;
}

/** `path.Join`. */
export function joinPath(...parts: readonly string[]): string {
  const whole = parts.filter((part) => part !== '').join('/');
  return whole === '' ? '' : cleanPath(whole);
}

/** `strings.ToLower`: letter by letter, without regard to their neighbours. */
export function toLower(text: string): string {
  return Array.from(text, (letter) => {
    const lower = letter.toLowerCase();
    // Only İ becomes two characters in JavaScript.
    return lower.length > letter.length ? lower[0] : lower;
  }).join('');
}

// Go's white space has U+0085, JavaScript's has U+FEFF.
const SPACE =
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';

const WORDS = new RegExp(`[${SPACE}]+`);

/** `strings.Fields`: the words between white space; quotes mean nothing. */
export function fields(text: string): string[] {
  return text.split(WORDS).filter((word) => word !== '');
}

/** `strings.TrimSpace`. */
export function trimSpace(text: string): string {
  let start = 0;
  while (start < text.length && SPACE.includes(text[start])) start += 1;
  return trimRight(text.slice(start), SPACE);
}

/** `strings.TrimRight`: without the letters at its end that are among these. */
export function trimRight(text: string, letters: string): string {
  let end = text.length;
  while (end > 0 && letters.includes(text[end - 1])) end -= 1;
  return text.slice(0, end);
}

const ESCAPES: { readonly [letter: string]: string } = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

/** `strconv.Quote`, and `%q` of a string. */
export function quote(text: string): string {
  return `"${Array.from(text.replace(/\p{Surrogate}/gu, '\ufffd'), quoteLetter).join('')}"`;
}

function quoteLetter(letter: string): string {
  if (Object.hasOwn(ESCAPES, letter)) return ESCAPES[letter];
  if (/^[ \p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(letter)) return letter;
  const code = letter.codePointAt(0)!;
  const hex = code.toString(16);
  if (code < 0x20 || code === 0x7f) return `\\x${hex.padStart(2, '0')}`;
  return code > 0xffff ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
}
