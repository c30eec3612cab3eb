/** Findings on what a schema refuses, with the words of the API server. */
import { answerOf, Finding, Rule } from '../findings';
import { quote } from '../kube';
import { lowered, nameOf, refusal } from './refusal';
import { API_RULES as RULES } from './rules';
import { byBytes, showValue, toGoJson } from './values';

/** `Invalid value`: the value, as it is shown, is not what the text asks for. */
export function invalid(
  path: string,
  shown: string,
  text: string,
  rule: Rule = path === 'metadata.name' ? RULES.name : RULES.invalid,
): Finding {
  return found(path, rule, `Invalid value: ${shown}: ${text}`);
}

/** A value of the right type that is out of its bounds: `be at least 1 chars long`. */
export function outOfBounds(path: string, shown: string, bounds: string): Finding {
  return invalid(path, shown, `${path} in body should ${bounds}`);
}

/** `Invalid value` that names no field, only the text does. */
export function general(path: string, text: string): Finding {
  return { ...found('', RULES.invalid, `Invalid value: "": ${text}`), path: fieldOf(path) };
}

/**
 * The value is of another type, or not of the format. The type found is shown in place of the
 * value.
 */
export function wrongType(path: string, expected: string, actual: string): Finding {
  const text = `${path} in body must be of type ${expected}: ${quote(actual)}`;
  return invalid(path, quote(actual), text, RULES.type);
}

/** The field is missing. */
export function required(path: string, why?: string): Finding {
  const words = why === undefined ? 'Required value' : `Required value: ${why}`;
  const message = `${nameOf(fieldOf(path))} is missing`;
  return found(path, RULES.required, words, message);
}

/** The value is not one of those allowed. */
export function unsupported(path: string, value: unknown, allowed: readonly unknown[]): Finding {
  const values = allowed
    .map((one) => quote(typeof one === 'string' ? one : toGoJson(one)))
    .join(', ');
  const words = `Unsupported value: ${showValue(value)}: supported values: ${values}`;
  return found(path, RULES.unsupported, words);
}

/** The text is too long. Kubernetes speaks of bytes, but counts characters. */
export function tooLong(path: string, most: number): Finding {
  const words = `Too long: may not be more than ${most} ${most === 1 ? 'byte' : 'bytes'}`;
  return found(path, RULES.tooLong, words);
}

/** A list or a map has too many entries. */
export function tooMany(path: string, count: number, most: number): Finding {
  const words = `Too many: ${count}: must have at most ${most} ${most === 1 ? 'item' : 'items'}`;
  return found(path, RULES.tooMany, words);
}

/** An item of a list that must have no equals. */
export function duplicate(path: string, value: unknown): Finding {
  return found(path, RULES.duplicate, `Duplicate value: ${showValue(value)}`);
}

/** The findings as the lines of the API server sort. */
export function sorted(findings: readonly Finding[]): Finding[] {
  return findings
    .map((finding) => ({ finding, line: lineOf(finding) }))
    .sort((a, b) => byBytes(a.line, b.line))
    .map(({ finding }) => finding);
}

/** The API server's whole line: its name of the field, and its words. */
export function lineOf(finding: Finding): string {
  const { field, message } = answerOf(finding);
  return `${field}: ${message}`;
}

/** What the API server writes for a field that it does not name. */
export const NO_FIELD = '<nil>';

function found(path: string, rule: Rule, words: string, message = lowered(words)): Finding {
  const field = fieldOf(path) || NO_FIELD;
  return refusal(rule, field, message, 'correct the field', { message: words });
}

/**
 * Fields of a map that is the object itself are written with a leading dot inside the text, and
 * without it in front.
 */
function fieldOf(path: string): string {
  return path.startsWith('.') ? path.slice(1) : path;
}
