/**
 * Documents as programs write them, read in one pass.
 *
 * Nearly all documents are blocks of plain keys, words and texts that end on their line. What is
 * read here means the same to every reader; for anything else there is no answer, and the parser
 * has to say what it is, or what is wrong with it.
 */
import {
  BAR,
  charactersOf,
  COLON,
  DASH,
  DOUBLE_QUOTE,
  GREATER,
  HASH,
  isBlankOrEnd,
  NEWLINE,
  OPEN_LIST,
  OPEN_MAP,
  SINGLE_QUOTE,
  SPACE,
  TAB,
} from './characters';
import { Cursor } from './cursor';
import { Places } from './position';
import { YamlProblem } from './problem';
import { resolvePlain, Scalar } from './scalar';
import { scanBlock, scanQuoted } from './scan-texts';

const KEY = charactersOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-');
/** Characters with which keys begin: those of numbers are not among them. */
const KEY_START = charactersOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_/');
/** Characters with which words do not begin. */
const NO_WORD_START = charactersOf(',[]{}#&*!|>\'"%@`\t\n ');
/** Characters with which words begin if something stands right behind them. */
const SIGNS = charactersOf('-?:');
/** Longer ones are not found to be keys by every reader. */
const LONGEST_KEY = 1000;
/** Far deeper than what programs write. */
const DEEPEST = 200;
/** Keys that were read, for the next ones of the same text: nearly all documents have the same. */
const READ_KEYS: (string | undefined)[] = Array.from({ length: 1024 });
/** Longer ones are hardly there again, and would be kept for nothing. */
const LONGEST_KEPT = 64;

/** Ends the reading: this is for the parser. */
const OTHER = new Error('not plain');
OTHER.stack = undefined;

/**
 * What no text may have that is read here, since it ends lines for some readers and not for others.
 */
export const RARE_BREAKS = /[\r\x85\u2028\u2029\ufeff]/;

/**
 * The data of the document between two offsets; undefined if the parser has to read it. It ends
 * with a line end, and the text has no `RARE_BREAKS`. Where fields stand is written into `places`.
 */
export function readPlain(text: string, start: number, end: number, places?: Places): unknown {
  try {
    return new PlainReader(
      text,
      text.startsWith('---\n', start) ? start + 4 : start,
      end,
      places,
    ).document();
  } catch (error) {
    if (error === OTHER || error instanceof YamlProblem) return undefined;
    throw error;
  }
}

class PlainReader {
  /** The column of the content at `at`; -1 at the end of the document. */
  private column = 0;
  private lineStart: number;
  private depth = 0;

  constructor(
    private readonly text: string,
    private at: number,
    private readonly end: number,
    private readonly places?: Places,
  ) {
    this.lineStart = at;
  }

  public document(): unknown {
    this.toContent();
    if (this.column < 0) throw OTHER;
    const value = this.block();
    if (this.column >= 0) throw OTHER;
    return value;
  }

  /**
   * From the beginning of a line, or from the end of what is on it, to the next thing that is no
   * comment.
   */
  private toContent(): void {
    const { text, end } = this;
    let { at } = this;
    for (;;) {
      if (at >= end) {
        this.at = end;
        this.column = -1;
        return;
      }
      const lineStart = at;
      let code = text.charCodeAt(at);
      while (code === SPACE) code = text.charCodeAt((at += 1));
      if (code === TAB) throw OTHER;
      if (code === HASH) {
        at = text.indexOf('\n', at);
      } else if (code !== NEWLINE) {
        this.at = at;
        this.lineStart = lineStart;
        this.column = at - lineStart;
        return;
      }
      at += 1;
    }
  }

  /** A list or a mapping that begins here. */
  private block(): unknown {
    this.depth += 1;
    if (this.depth > DEEPEST) throw OTHER;
    const value = this.isEntry() ? this.list(true) : this.mapping();
    this.depth -= 1;
    return value;
  }

  private isEntry(): boolean {
    const { text, at } = this;
    if (text.charCodeAt(at) !== DASH) return false;
    const next = text.charCodeAt(at + 1);
    return next === SPACE || next === NEWLINE;
  }

  private mapping(): Record<string, unknown> {
    const { column } = this;
    const result: Record<string, unknown> = {};
    const offsets = this.offsetsOf(result);
    let count = 0;
    do {
      const { at } = this;
      const key = this.key();
      offsets?.set(key, at);
      result[key] = this.value(column, true);
      count += 1;
    } while (this.column === column && !this.isEntry());
    if (this.column >= column || Object.keys(result).length !== count) throw OTHER;
    return result;
  }

  /** In the column of its key, a list ends where the next key begins. */
  private list(isIndented: boolean): unknown[] {
    const { column } = this;
    const items: unknown[] = [];
    const offsets = this.offsetsOf(items);
    do {
      items.push(this.item(column, offsets, items.length));
    } while (this.column === column && this.isEntry());
    if (this.column > column || (isIndented && this.column === column)) throw OTHER;
    return items;
  }

  private offsetsOf(collection: object): Map<string | number, number> | undefined {
    const offsets = this.places && new Map<string | number, number>();
    if (offsets) this.places!.set(collection, offsets);
    return offsets;
  }

  private item(
    column: number,
    offsets: Map<string | number, number> | undefined,
    index: number,
  ): unknown {
    this.at += 1;
    const code = this.skipSpaces();
    if (code === NEWLINE || code === HASH) {
      // What stands on another line, if anything does, the parser finds.
      if (offsets) throw OTHER;
      return this.value(column, false);
    }
    offsets?.set(index, this.at);
    if (this.isEntry() || this.keyEnd() > 0) {
      this.column = this.at - this.lineStart;
      const value = this.block();
      if (this.column > column) throw OTHER;
      return value;
    }
    return this.value(column, false);
  }

  /** Where the key ends that begins here; 0 if what begins here is not a key. */
  private keyEnd(): number {
    const { text, at } = this;
    let end = at;
    let code = text.charCodeAt(end);
    if (code > 127 || KEY_START[code] === 0) return 0;
    do code = text.charCodeAt((end += 1));
    while (code < 128 && KEY[code] === 1);
    if (code !== COLON) return 0;
    const next = text.charCodeAt(end + 1);
    return next === SPACE || next === NEWLINE ? end : 0;
  }

  private key(): string {
    const { text, at } = this;
    const end = this.keyEnd();
    const length = end - at;
    if (end === 0 || length > LONGEST_KEY) throw OTHER;
    this.at = end + 1;
    const place = (text.charCodeAt(at) * 31 + text.charCodeAt(end - 1) * 7 + length) % 1024;
    const known = READ_KEYS[place];
    if (known?.length === length && text.startsWith(known, at)) return known;
    const key = text.slice(at, end);
    // `yes` is a word, and `__proto__` no field like others.
    if ((length <= 5 && resolvePlain(key) !== key) || key === '__proto__') throw OTHER;
    if (length <= LONGEST_KEPT) READ_KEYS[place] = key;
    return key;
  }

  /**
   * Goes over spaces on this line. Answers what is behind them; a comment must have one before it.
   */
  private skipSpaces(): number {
    const { text } = this;
    let { at } = this;
    let code = text.charCodeAt(at);
    while (code === SPACE) code = text.charCodeAt((at += 1));
    if (code === HASH && at === this.at) throw OTHER;
    this.at = at;
    return code;
  }

  /** What stands behind a key or a dash in that column, and goes on to what comes behind it. */
  private value(column: number, isOfKey: boolean): unknown {
    const code = this.skipSpaces();
    if (code === NEWLINE || code === HASH) {
      this.endLine();
      if (this.column > column) return this.block();
      return isOfKey && this.column === column && this.isEntry() ? this.list(false) : null;
    }
    const value = this.scalar(code, column);
    if (this.column > column) throw OTHER;
    return value;
  }

  /** Over the comment or the nothing that is left of the line. */
  private endLine(): void {
    const code = this.skipSpaces();
    if (code === HASH) this.at = this.text.indexOf('\n', this.at);
    else if (code !== NEWLINE) throw OTHER;
    this.at += 1;
    this.toContent();
  }

  private scalar(code: number, column: number): unknown {
    switch (code) {
      case DOUBLE_QUOTE:
      case SINGLE_QUOTE:
        return this.quoted(code);
      case BAR:
      case GREATER:
        return this.lines(column, code === BAR);
      case OPEN_LIST:
        return this.emptyCollection('[]', []);
      case OPEN_MAP:
        return this.emptyCollection('{}', {});
      default:
        return this.word(code);
    }
  }

  private emptyCollection<T>(sign: string, value: T): T {
    if (!this.text.startsWith(sign, this.at)) throw OTHER;
    this.at += sign.length;
    this.endLine();
    return value;
  }

  private word(first: number): Scalar {
    const { text, at: start } = this;
    if (
      first < 128 &&
      (NO_WORD_START[first] === 1 ||
        (SIGNS[first] === 1 && isBlankOrEnd(text.charCodeAt(start + 1))))
    ) {
      throw OTHER;
    }
    let at = start;
    let last = start;
    for (let code = first; code !== NEWLINE; code = text.charCodeAt(at)) {
      if (code === TAB) throw OTHER;
      if (code === HASH && last < at) break;
      at += 1;
      if (code === SPACE) continue;
      if (
        code === COLON &&
        (text.charCodeAt(at) === SPACE ||
          text.charCodeAt(at) === NEWLINE ||
          text.charCodeAt(at) === TAB)
      ) {
        throw OTHER;
      }
      last = at;
    }
    const value = resolvePlain(text.slice(start, last));
    if (typeof value === 'number' && !Number.isFinite(value)) throw OTHER;
    this.at = at;
    this.endLine();
    return value;
  }

  private quoted(quote: number): string {
    const { text, at } = this;
    const sign = quote === DOUBLE_QUOTE ? '"' : "'";
    const end = text.indexOf(sign, at + 1);
    const value = end < 0 ? '\n' : text.slice(at + 1, end);
    if (value.includes('\n')) throw OTHER;
    if (quote === DOUBLE_QUOTE ? value.includes('\\') : text[end + 1] === sign) {
      return this.escapedText();
    }
    this.at = end + 1;
    this.endLine();
    return value;
  }

  /** A text in quotes that has some of these within it. */
  private escapedText(): string {
    const cursor = this.cursor();
    const value = scanQuoted(cursor, 0, false);
    if (cursor.line > 0 || !cursor.isUsual) throw OTHER;
    this.at = cursor.at;
    this.endLine();
    return value;
  }

  private lines(column: number, isLiteral: boolean): string {
    const cursor = this.cursor();
    const value = scanBlock(cursor, column, isLiteral);
    if (!cursor.isUsual) throw OTHER;
    this.at = cursor.lineStart;
    this.toContent();
    return value;
  }

  private cursor(): Cursor {
    const cursor = new Cursor(this.text, this.at, this.end);
    cursor.lineStart = this.lineStart;
    return cursor;
  }
}
