/** Texts that come from files, made fit for a line on a terminal or in the log of a build. */
import { hidden, LOG_COMMAND, spelled } from './hidden';

/** What nothing has to be done about: most texts. */
const FINE = /^[!"$-9;-~][ -"$-~]*$/;
/** At the start of a line, a command for GitHub's runner. */
const COMMAND = /^(\s*):(?=:)/;

/**
 * On one line, with nothing that a terminal or the runner of a build would obey, and nothing that
 * nobody sees.
 */
export function harmless(text: string): string {
  if (FINE.test(text)) return text;
  return onLine(text)
    .replace(hidden(), spelled)
    .replace(COMMAND, '$1\\x3a')
    .replace(LOG_COMMAND, '\\x23');
}

function onLine(text: string): string {
  const parts = text.split(/[\r\n]+/);
  return parts.length === 1
    ? text
    : parts
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .join(' ');
}
