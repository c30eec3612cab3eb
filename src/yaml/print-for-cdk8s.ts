/**
 * Plain data as YAML in exactly the words of cdk8s, which has the package `yaml` print it as YAML
 * 1.1 without folded lines.
 *
 * That package makes a tree of nodes first and asks for each text what a dozen regular expressions
 * make of it. Here a text is looked at once, and what is not plain enough to be sure about is left
 * to the package: whole documents, so that no byte differs.
 */

/**
 * What a text may not be outside quotes: it is empty, begins with an indicator, or has `: ` or ` #`
 * within, or a space or colon at its end.
 */
const NEEDS_QUOTES = /^$|^[\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|:[ \t]|[\t ]#|[\t :]$/;
/** Control characters, and halves of surrogate pairs. */
const UNPRINTABLE = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u{D800}-\u{DFFF}]/u;
/** Words of YAML 1.1 that are no texts. */
const WORDS = new Set(['Y', 'y', 'N', 'n', '~']);
for (const word of ['yes', 'no', 'true', 'false', 'on', 'off', 'null']) {
  for (const one of [word, word.toUpperCase(), `${word[0].toUpperCase()}${word.slice(1)}`]) {
    WORDS.add(one);
  }
}
/** Words that versions of the package do not agree about. */
const DISPUTED = /^(?:no|false|off|<<|[-+]?\.(?:inf|nan))$/i;
/**
 * Numbers and dates of YAML 1.1: binary, octal, decimal, hexadecimal, with exponent, of base 60.
 */
const NUMBERS: readonly RegExp[] = [
  /^[-+]?0b[0-1_]+$/,
  /^[-+]?[0-9][0-9_]*$/,
  /^[-+]?0x[0-9a-fA-F_]+$/,
  /^[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+$/,
  /^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*$/,
  /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/,
  /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:t|T|[ \t]+)[0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:\.[0-9]+)?(?:[ \t]*(?:Z|[-+][012]?[0-9](?::[0-9]{2})?))?)?$/,
];
/** How each of them begins. */
const BEGINS_NUMBER = /^[-+.0-9eE]/;
const MAX_KEY = 1024;
const MAX_REMEMBERED = 80;
const MOST_REMEMBERED = 5000;

/** Thrown for what is left to the package. */
const UNCOVERED = Symbol('uncovered');
/** As remembered of a text that is left to the package. */
const LEFT = '';

const remembered = new Map<string, string>();

/** A manifest as cdk8s would print it, or nothing if only the package knows how. */
export function printForCdk8s(manifest: unknown): string | undefined {
  try {
    if (!isMapping(manifest)) return undefined;
    const fields = collection(manifest, '', new Set([manifest]));
    return fields === '' ? undefined : `${fields}\n`;
  } catch (error) {
    if (error === UNCOVERED) return undefined;
    throw error;
  }
}

/** The lists and mappings on the way: the package gives names to what is in a manifest twice. */
type Seen = Set<unknown>;

function once(value: object, seen: Seen): object {
  const before = seen.size;
  if (seen.add(value).size === before) throw UNCOVERED;
  return value;
}

function isMapping(value: unknown): value is { readonly [key: string]: unknown } {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/**
 * The items or fields, all but the first one on lines that begin with the indent. It is one
 * function, which calls itself: of several that call each other, the engine compiles each with all
 * others in it.
 */
function collection(value: object, indent: string, seen: Seen): string {
  const given = value as { readonly [key: string]: unknown };
  const deeper = `${indent}  `;
  const keys = Array.isArray(value) ? undefined : Object.keys(value);
  // Not by an iteration method: they leave out the holes of an array.
  const count = keys?.length ?? (value as readonly unknown[]).length;
  let text = '';
  for (let at = 0; at < count; at++) {
    const one = keys ? given[keys[at]] : given[at];
    if (at > 0) text += `\n${indent}`;
    text += keys ? `${nameOf(keys[at])}:` : '-';
    const isFull = typeof one === 'object' && one !== null && !isEmpty(once(one, seen));
    if (isFull) text += `${keys ? `\n${deeper}` : ' '}${collection(one, deeper, seen)}`;
    else text += ` ${inline(one, deeper)}`;
  }
  return text;
}

function isEmpty(value: object): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (!isMapping(value)) throw UNCOVERED;
  for (const _key in value) return false;
  return true;
}

function inline(value: unknown, indent: string): string {
  switch (typeof value) {
    case 'string':
      return value.includes('\n') ? lines(value, indent) : scalar(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      if (!Number.isFinite(value) || Object.is(value, -0)) throw UNCOVERED;
      return String(value);
    case 'undefined':
      return 'null';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? '[]' : '{}';
    default:
      throw UNCOVERED;
  }
}

function nameOf(key: string): string {
  if (key === '' || key.includes('\n') || key.startsWith('---') || key.startsWith('...')) {
    throw UNCOVERED;
  }
  const name = scalar(key);
  if (name.length > MAX_KEY) throw UNCOVERED;
  return name;
}

/** Most texts of a manifest are there many times: fields, kinds, names of drivers and classes. */
function scalar(text: string): string {
  if (text.length > MAX_REMEMBERED) return covered(written(text));
  let printed = remembered.get(text);
  if (printed === undefined) {
    printed = written(text);
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(text, printed);
  }
  return covered(printed);
}

function covered(printed: string): string {
  if (printed === LEFT) throw UNCOVERED;
  return printed;
}

function written(text: string): string {
  if (UNPRINTABLE.test(text) || (DISPUTED.test(text) && !WORDS.has(text))) return LEFT;
  if (
    !NEEDS_QUOTES.test(text) &&
    !WORDS.has(text) &&
    !(BEGINS_NUMBER.test(text) && NUMBERS.some((number) => number.test(text)))
  ) {
    return text;
  }
  return text.includes('"') && !text.includes("'") ? `'${text}'` : JSON.stringify(text);
}

/** Several lines, as a literal block. */
function lines(text: string, indent: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  const body = text.slice(0, end);
  if (/^[ \n]|^$|[\t ]$/.test(body) || UNPRINTABLE.test(text)) throw UNCOVERED;
  const trailing = text.length - end;
  const chomping = trailing === 0 ? '-' : trailing === 1 ? '' : '+';
  return `|${chomping}\n${indent}${body.replace(/\n+/g, `$&${indent}`)}${'\n'.repeat(Math.max(0, trailing - 1))}`;
}
