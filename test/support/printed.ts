/** Rendered objects as one text, of which the program writes one piece after the other. */
import { Format, Output, printPieces } from '../../src/render';

/** The text of the objects; empty if there are none. */
export function printOutputs(outputs: readonly Output[], format: Format): string {
  return [...printPieces(outputs, format)].join('');
}
