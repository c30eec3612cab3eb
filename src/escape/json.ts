/** Texts in JSON: exactly as they are, and with nothing that is not seen. */
import { HIDDEN, LOG_COMMAND } from './hidden';

/** The text in quotes, in letters that every reader takes for the same text. */
export function jsonString(text: string): string {
  return JSON.stringify(text).replace(HIDDEN, escaped).replace(LOG_COMMAND, '\\u0023');
}

function escaped(sign: string): string {
  return sign
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
