/** Lines of a terminal: texts that are broken between words. */
import { harmless } from '../escape';

/** Narrower columns are not worth breaking lines for. */
const LEAST = 30;

/**
 * The text in lines that fit beside an indentation, or in one line where no width is known. The
 * first line may be longer by `hanging` characters, which the others are indented by. A word that
 * is longer than a line stays whole, so that it can be copied.
 */
export function wrapped(text: string, indent: number, width?: number, hanging = 0): string[] {
  if (width === undefined) return [text];
  const most = Math.max(width - indent, LEAST);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const room = most + (lines.length === 0 ? hanging : 0);
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line.trimEnd());
      line = word;
    } else {
      line = line === '' && lines.length > 0 ? word : `${line}${line === '' ? '' : ' '}${word}`;
    }
  }
  lines.push(line);
  // What stands at the start of a line may mean something there.
  return lines.map((one, index) => (index === 0 ? one : harmless(one)));
}
