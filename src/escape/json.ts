/** Texts in JSON: exactly as they are, and with nothing that is not seen. */
import { hidden, LOG_COMMAND } from './hidden';

/** What stands for itself: none of it is hidden, and no sign of it begins a command. */
const PLAIN = /^[ !$-[\]-~]*$/;

/** The text in quotes, in letters that every reader takes for the same text. */
export function jsonString(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  return JSON.stringify(text).replace(hidden(), escaped).replace(LOG_COMMAND, '\\u0023');
}

function escaped(sign: string): string {
  return sign
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
