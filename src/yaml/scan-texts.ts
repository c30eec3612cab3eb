/**
 * The texts of a document as kubectl's scanner takes them: words without quotes, texts in quotes,
 * and blocks of lines.
 */
import {
  BACKSLASH,
  charactersOf,
  COLON,
  DASH,
  END,
  HASH,
  isBlank,
  isBlankOrEnd,
  isBreak,
  PLUS,
  SINGLE_QUOTE,
  SPACE,
  TAB,
} from './characters';
import { Cursor, joint } from './cursor';
import { fail } from './problem';
import { failSyntax } from './syntax';

const FLOW_ENDS = charactersOf(',?[]{}');
/** Characters of which words in brackets may consist that mean the same to every reader. */
const FLOW_USUAL = charactersOf(
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=$()~ ',
);

const ESCAPES: { readonly [letter: string]: string } = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  "'": "'",
  '\\': '\\',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};
/** Escapes that every reader knows. */
const USUAL_ESCAPES = '"\\ntrbf0u';
const CODE_LENGTHS: { readonly [letter: string]: number } = { x: 2, u: 4, U: 8 };

interface Word {
  readonly value: string;
  readonly endsLine: boolean;
}

/**
 * A text without quotes, which may go on on lines that are indented as far; in brackets on any
 * line.
 */
export function scanWord(cursor: Cursor, indent: number, isFlow: boolean): Word {
  let value = '';
  let joined = '';
  let endsLine = false;
  while (!cursor.isMarker() && cursor.code() !== HASH) {
    const start = cursor.at;
    const last = wordEnd(cursor, isFlow);
    if (last > start) {
      value =
        value === ''
          ? cursor.text.slice(start, last)
          : value + joined + cursor.text.slice(start, last);
      endsLine = false;
    }
    if (!isBreak(cursor.code())) break;
    if (isFlow) cursor.isUsual = false;
    joined = joint(cursor.takeBreak(), indentedBreaks(cursor, indent));
    endsLine = true;
    if (!isFlow && cursor.column < indent) break;
  }
  if (isFlow && cursor.isUsual) cursor.isUsual = isUsualInFlow(value);
  return { value, endsLine };
}

/**
 * Goes on as far as the word does on this line, and over what is blank behind it. Answers where its
 * last character ends.
 */
function wordEnd(cursor: Cursor, isFlow: boolean): number {
  let { at } = cursor;
  let last = at;
  for (;;) {
    const code = cursor.codeAt(at);
    if (isBlankOrEnd(code)) {
      if (!isBlank(code)) break;
      if (code === TAB) cursor.isUsual = false;
      at += 1;
      if (cursor.codeAt(at) === HASH) break;
      continue;
    }
    if (code === COLON && isBlankOrEnd(cursor.codeAt(at + 1))) break;
    if (isFlow && code < 128 && FLOW_ENDS[code] === 1) break;
    at += 1;
    last = at;
  }
  cursor.at = at;
  return last;
}

function indentedBreaks(cursor: Cursor, indent: number): string {
  let breaks = '';
  for (let code = cursor.code(); isBlank(code) || isBreak(code); code = cursor.code()) {
    if (isBlank(code)) {
      if (code === TAB) {
        if (cursor.column < indent) failSyntax('tab', cursor.at);
        cursor.isUsual = false;
      }
      cursor.at += 1;
    } else {
      breaks += cursor.takeBreak();
    }
  }
  return breaks;
}

function isUsualInFlow(value: string): boolean {
  if (value === '-') return false;
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    if (code > 127 || FLOW_USUAL[code] !== 1) return false;
  }
  return true;
}

/** A text in quotes, which may go on on any line. */
export function scanQuoted(cursor: Cursor, indent: number, isFlow: boolean): string {
  const opened = cursor.at;
  const quote = cursor.code();
  cursor.at += 1;
  let value = '';
  let from = cursor.at;
  let solid = cursor.at;
  for (;;) {
    const code = cursor.code();
    if (code === quote) {
      if (quote !== SINGLE_QUOTE || cursor.code(1) !== quote) break;
      value += cursor.text.slice(from, cursor.at + 1);
      cursor.at += 2;
      from = solid = cursor.at;
    } else if (code === BACKSLASH && quote !== SINGLE_QUOTE) {
      value +=
        cursor.text.slice(from, cursor.at) +
        (isBreak(cursor.code(1)) ? escapedBreak(cursor) : escaped(cursor));
      from = solid = cursor.at;
    } else if (isBreak(code)) {
      value += cursor.text.slice(from, solid) + joint(cursor.takeBreak(), cursor.takeBlankLines());
      if (isFlow || cursor.column < indent) cursor.isUsual = false;
      from = solid = cursor.at;
      failOnMarker(cursor);
    } else if (code === END && cursor.at >= cursor.end) {
      failSyntax('bracket', opened);
    } else {
      cursor.at += 1;
      if (!isBlank(code)) solid = cursor.at;
    }
  }
  value += cursor.text.slice(from, cursor.at);
  cursor.at += 1;
  return value;
}

function failOnMarker(cursor: Cursor): void {
  if (cursor.isMarker()) failSyntax('marker', cursor.at);
}

/**
 * A backslash at the end of a line: the line end and the indentation of the next line are nothing.
 */
function escapedBreak(cursor: Cursor): string {
  cursor.isUsual = false;
  cursor.at += 1;
  cursor.takeBreak();
  const breaks = cursor.takeBlankLines();
  failOnMarker(cursor);
  return breaks;
}

function escaped(cursor: Cursor): string {
  const letter = String.fromCharCode(cursor.code(1));
  if (!USUAL_ESCAPES.includes(letter)) cursor.isUsual = false;
  const length = CODE_LENGTHS[letter];
  if (length === undefined) {
    const value = Object.hasOwn(ESCAPES, letter)
      ? ESCAPES[letter]
      : failSyntax('escape', cursor.at);
    cursor.at += 2;
    return value;
  }
  const digits = cursor.text.slice(cursor.at + 2, Math.min(cursor.end, cursor.at + 2 + length));
  if (digits.length < length || !/^[0-9a-fA-F]+$/.test(digits)) failSyntax('escape', cursor.at);
  const code = parseInt(digits, 16);
  if (code > 0x10ffff) failSyntax('escape', cursor.at);
  if (code >= 0xd800 && code <= 0xdfff) {
    fail(
      'character',
      cursor.at,
      `a double-quoted string has the escape \\${letter}${digits}, which is half of a character`,
      'write the character itself, or its whole \\U escape: kubectl does not join halves',
    );
  }
  cursor.at += 2 + length;
  return String.fromCodePoint(code);
}

/** A block of lines behind `|` or `>`. */
export function scanBlock(cursor: Cursor, parent: number, isLiteral: boolean): string {
  cursor.at += 1;
  const { chomping, indentation } = blockIndicators(cursor);
  const block = { indent: indentation === 0 ? 0 : Math.max(parent, 0) + indentation };
  let breaks = blockBreaks(cursor, block, parent);
  let value = '';
  let lineBreak = '';
  let wasBlank = false;
  while (cursor.column === block.indent && cursor.at < cursor.end) {
    const isIndented = isBlank(cursor.code());
    if (!isLiteral && lineBreak === '\n' && !wasBlank && !isIndented) {
      value += joint(lineBreak, breaks);
    } else {
      value += lineBreak + breaks;
    }
    wasBlank = isIndented;
    value += cursor.takeLine();
    lineBreak = isBreak(cursor.code()) ? cursor.takeBreak() : '';
    breaks = blockBreaks(cursor, block, parent);
  }
  if (chomping !== DASH) value += lineBreak;
  return chomping === PLUS ? value + breaks : value;
}

/** The signs behind `|` or `>`, in any order, up to the end of their line. */
function blockIndicators(cursor: Cursor): { chomping: number; indentation: number } {
  let chomping = 0;
  let indentation = 0;
  if (cursor.code() === PLUS || cursor.code() === DASH) {
    chomping = cursor.code();
    cursor.at += 1;
    indentation = indentationDigit(cursor);
  } else {
    indentation = indentationDigit(cursor);
    if (indentation > 0 && (cursor.code() === PLUS || cursor.code() === DASH)) {
      chomping = cursor.code();
      cursor.at += 1;
    }
  }
  cursor.skipSpaceAndComment();
  if (cursor.at < cursor.end && !isBreak(cursor.code())) failSyntax('blockScalar', cursor.at);
  if (cursor.at < cursor.end) cursor.takeBreak();
  return { chomping, indentation };
}

function indentationDigit(cursor: Cursor): number {
  const digit = cursor.code() - 0x30;
  if (digit < 0 || digit > 9) return 0;
  if (digit === 0) failSyntax('indicator', cursor.at);
  cursor.isUsual = false;
  cursor.at += 1;
  return digit;
}

/**
 * Takes blank lines, and the indentation of the line behind them. The first time that may say how
 * far the block is indented.
 */
function blockBreaks(cursor: Cursor, block: { indent: number }, parent: number): string {
  let breaks = '';
  let deepest = 0;
  for (;;) {
    while ((block.indent === 0 || cursor.column < block.indent) && cursor.code() === SPACE) {
      cursor.at += 1;
    }
    deepest = Math.max(deepest, cursor.column);
    if ((block.indent === 0 || cursor.column < block.indent) && cursor.code() === TAB) {
      failSyntax('tab', cursor.at);
    }
    if (!isBreak(cursor.code())) break;
    breaks += cursor.takeBreak();
  }
  if (block.indent === 0) {
    block.indent = Math.max(deepest, parent + 1, 1);
    // Others take the first line with text for the indentation, not the deepest one before.
    if (deepest > cursor.column) cursor.isUsual = false;
  }
  return breaks;
}
