/** Characters that mean something in YAML, by code, and sets of them. */

export const END = 0x00;
export const TAB = 0x09;
export const NEWLINE = 0x0a;
export const RETURN = 0x0d;
export const SPACE = 0x20;
export const BANG = 0x21;
export const DOUBLE_QUOTE = 0x22;
export const HASH = 0x23;
export const PERCENT = 0x25;
export const AMPERSAND = 0x26;
export const SINGLE_QUOTE = 0x27;
export const STAR = 0x2a;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const DASH = 0x2d;
export const DOT = 0x2e;
export const COLON = 0x3a;
export const LESS = 0x3c;
export const GREATER = 0x3e;
export const QUESTION = 0x3f;
export const OPEN_LIST = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_LIST = 0x5d;
export const OPEN_MAP = 0x7b;
export const BAR = 0x7c;
export const CLOSE_MAP = 0x7d;

/** A table in which the characters of a text, all of them ASCII, have a 1. */
export function charactersOf(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

/** The end of a line: for this reader of YAML 1.1 that may also be one of three rare characters. */
export function isBreak(code: number): boolean {
  return code === NEWLINE || code === RETURN || code === 0x85 || code === 0x2028 || code === 0x2029;
}

/** A blank, the end of a line or the end of the text. */
export function isBlankOrEnd(code: number): boolean {
  if (code > SPACE) return code === 0x85 || code === 0x2028 || code === 0x2029;
  return code === SPACE || code === NEWLINE || code === END || code === TAB || code === RETURN;
}
