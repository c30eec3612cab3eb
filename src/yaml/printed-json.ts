/**
 * JSON as programs print it, read by the engine's own reader.
 *
 * That reader lets pass what kubectl does not, such as a key that appears twice, and rounds
 * numbers. So what it read is printed again: only if that is the same text letter by letter, the
 * value is what the text says.
 */
import { MAX_DEPTH } from './problem';

/** Longer keys are refused in YAML, of which this may be a part. */
const LONGEST_KEY = 1000;
const LARGEST_INDENTATION = 8;

/** The value of the text between two offsets; undefined if it has to be read letter by letter. */
export function readPrintedJson(text: string, start: number, end: number): object | undefined {
  const last = text[end - 1] === '\n' ? end - 1 : end;
  if (text[start] !== '{' || text[last - 1] !== '}') return undefined;
  const own = text.slice(start, last);
  // Escapes mean something else in YAML.
  if (own.includes('\\')) return undefined;
  const value = parsed(own);
  // What is too deep for the one is for the other as well.
  return value !== undefined &&
    isExact(value, 0) &&
    JSON.stringify(value, null, indentationOf(own)) === own
    ? value
    : undefined;
}

function parsed(text: string): object | undefined {
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

function indentationOf(text: string): number {
  let indentation = 0;
  while (indentation <= LARGEST_INDENTATION && text[2 + indentation] === ' ') indentation += 1;
  return text[1] === '\n' ? indentation : 0;
}

/** Whether nothing is deeper or longer than may be, and no number beyond those that are exact. */
function isExact(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((item) => isExact(item, depth + 1));
  return Object.keys(value).every(
    (key) =>
      key.length <= LONGEST_KEY &&
      isExact((value as { readonly [key: string]: unknown })[key], depth + 1),
  );
}
