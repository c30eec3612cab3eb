/** Texts that come from files, made fit for a line on a terminal. */

/** What a terminal takes for a command, and what turns the direction of a text around. */
const COMMANDS = /[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g;

/** On one line, and with nothing that a terminal would obey. */
export function harmless(text: string): string {
  const line = /[\r\n]/.test(text) ? text.split(/[\r\n]+/).map((part) => part.trim()).join(' ').trim() : text;
  return line.replace(COMMANDS, (sign) => {
    const code = sign.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, '0')}`;
  });
}
