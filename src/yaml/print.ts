/**
 * Plain data as YAML that every reader, of YAML 1.1 or 1.2, takes for the same data; and as JSON.
 */
import { hidden, jsonString, TURNING } from '../escape';

/**
 * What the text of an unquoted word may be: it begins harmlessly and has no sign that means
 * something.
 */
const WORD = /^[A-Za-z0-9_./$(<=^\\;+-][^\0-\x1f\x7f-\uffff]*$/;
/** Signs that mean something within a word, and a space or colon at the end. */
const SIGN = /: | #|[ :]$/;
/** Words that some reader takes for a boolean, nothing, or a merge. */
const MEANINGFUL = /^(?:y|yes|n|no|on|off|true|false|null|<<|=|[-+]?\.inf|\.nan)$/i;
/**
 * Anything like a number or a date in some notation: decimal, octal, hexadecimal, base 60, with
 * exponent.
 */
const NUMERIC = /^(?=.*[.0-9])[-+.0-9][-+.0-9a-fA-F_:xXoOtTzZ ]*$/;
/** Beginnings that mean a document or an item of a list. */
const MARK = /^(?:---|\.\.\.|-(?: |$))/;
/**
 * What a literal block does not keep as it is. Of what nobody sees, emoji have a part, and
 * scripts have emoji.
 */
const UNLITERAL =
  /[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;
const MAX_SIMPLE_KEY = 1000;
const MAX_REMEMBERED = 80;

const remembered = new Map<string, string>();

/** One document, in block style, with lists indented. It ends with a newline. */
export function printYaml(value: unknown): string {
  if (isEmptyOrScalar(value)) return `${inline(value, '')}\n`;
  return Array.isArray(value) ? list(value, '') : mapping(value as Record<string, unknown>, '');
}

/** With two spaces a level. It ends with a newline. */
export function printJson(value: unknown): string {
  return `${json(value, '\n')}\n`;
}

/**
 * What `printJson` makes of an object with these fields and a list, in pieces: a long list is never
 * one text.
 */
export function* printJsonList(
  fields: Record<string, unknown>,
  name: string,
  items: Iterable<unknown>,
): Generator<string> {
  const [deeper, deepest] = ['\n  ', '\n    '];
  const head = [
    ...Object.entries(fields).map(([key, field]) => `${jsonString(key)}: ${json(field, deeper)}`),
    `${jsonString(name)}: [`,
  ];
  let before = `{${deeper}${head.join(`,${deeper}`)}`;
  let behind = '';
  for (const item of items) {
    yield `${before}${deepest}${json(item, deepest)}`;
    before = ',';
    behind = deeper;
  }
  yield `${before === ',' ? '' : before}${behind}]\n}\n`;
}

function mapping(
  value: Record<string, unknown>,
  indent: string,
  firstIndent: string = indent,
): string {
  let text = '';
  let start = firstIndent;
  for (const key of Object.keys(value)) {
    const field = value[key];
    if (field === undefined) continue;
    const name = scalar(key);
    if (name.length > MAX_SIMPLE_KEY) text += `${start}? ${name}\n${indent}:`;
    else text += `${start}${name}:`;
    text += fieldOf(field, indent);
    start = indent;
  }
  return text;
}

function fieldOf(value: unknown, indent: string): string {
  if (isEmptyOrScalar(value)) return ` ${inline(value, indent)}\n`;
  const deeper = `${indent}  `;
  return `\n${Array.isArray(value) ? list(value, deeper) : mapping(value as Record<string, unknown>, deeper)}`;
}

function list(items: readonly unknown[], indent: string): string {
  let text = '';
  const deeper = `${indent}  `;
  for (const item of items) {
    if (isEmptyOrScalar(item)) text += `${indent}- ${inline(item, indent)}\n`;
    else if (Array.isArray(item)) text += `${indent}-\n${list(item, deeper)}`;
    else text += mapping(item as Record<string, unknown>, deeper, `${indent}- `);
  }
  return text;
}

function isEmptyOrScalar(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  for (const key of Object.keys(value)) {
    if ((value as Record<string, unknown>)[key] !== undefined) return false;
  }
  return true;
}

function inline(value: unknown, indent: string): string {
  if (typeof value === 'string') return value.includes('\n') ? lines(value, indent) : scalar(value);
  if (typeof value === 'number') return number(value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[]' : '{}';
  return value === undefined ? 'null' : String(value);
}

function number(value: number): string {
  if (!Number.isFinite(value)) return 'null';
  if (value === 0) return '0';
  const text = String(value);
  // Readers of YAML 1.1 want a dot in a number with an exponent.
  return text.includes('e') && !text.includes('.') ? text.replace('e', '.0e') : text;
}

/** Most words of a manifest are there many times: keys, kinds, names of drivers and classes. */
function scalar(text: string): string {
  if (text.length > MAX_REMEMBERED) return isWord(text) ? text : quoted(text);
  let printed = remembered.get(text);
  if (printed === undefined) {
    printed = isWord(text) ? text : quoted(text);
    if (remembered.size > 5000) remembered.clear();
    remembered.set(text, printed);
  }
  return printed;
}

function isWord(text: string): boolean {
  return (
    WORD.test(text) &&
    !SIGN.test(text) &&
    !MEANINGFUL.test(text) &&
    !NUMERIC.test(text) &&
    !MARK.test(text)
  );
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(hidden(), escaped);
}

function escaped(sign: string): string {
  const code = sign.codePointAt(0)!.toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
}

/** Several lines: as a literal block, if that keeps exactly the text. */
function lines(text: string, indent: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  const body = text.slice(0, end);
  const trailing = text.length - end;
  if (
    UNLITERAL.test(text) ||
    TURNING.test(text) ||
    body === '' ||
    /^[ \t\n]/.test(body) ||
    /^[ \t]+$/.test(body.slice(body.lastIndexOf('\n') + 1))
  ) {
    return quoted(text);
  }
  const chomping = trailing === 0 ? '-' : trailing === 1 ? '' : '+';
  const deeper = `${indent}  `;
  const block = body
    .split('\n')
    .map((line) => (line === '' ? '' : `${deeper}${line}`))
    .join('\n');
  return `|${chomping}\n${block}${'\n'.repeat(Math.max(0, trailing - 1))}`;
}

function json(value: unknown, newline: string): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'string' ? jsonString(value) : JSON.stringify(value ?? null);
  }
  const deeper = `${newline}  `;
  if (Array.isArray(value)) {
    return value.length === 0
      ? '[]'
      : `[${value.map((item) => `${deeper}${json(item, deeper)}`).join(',')}${newline}]`;
  }
  let fields = '';
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined) continue;
    fields += `${fields === '' ? '' : ','}${deeper}${jsonString(key)}: ${json(field, deeper)}`;
  }
  return fields === '' ? '{}' : `{${fields}${newline}}`;
}
