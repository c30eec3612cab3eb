/** Colours of a terminal. */

/** The text in a style of ANSI, if colours are wanted. */
export function styled(text: string, style: number, isColour: boolean): string {
  return isColour ? `\x1b[${style}m${text}\x1b[0m` : text;
}
