/** Words in commands of a shell that people copy. */

/** A word, in quotes where it needs some. */
export function shellWord(text: string): string {
  return /^[\w./@:+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
