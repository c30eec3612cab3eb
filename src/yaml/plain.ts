/**
 * A fast reader for the YAML that people write for Kubernetes most of the time: block mappings and lists, words and quoted
 * texts, literal and folded blocks, flow collections on one line, comments.
 *
 * It answers only if it is certain. Whatever it does not know (anchors, tags, explicit keys, mistakes of all kinds) it
 * leaves to the full parser; a property test holds the two to the same answers.
 */
import { Places } from './position';
import { resolveKey, resolvePlain } from './scalar';

/** What is answered when the full parser must decide. */
export const UNCERTAIN = Symbol('uncertain');

const LEAVE = new Error('left to the full parser');
const MAX_PLAIN_DEPTH = 100;

const TAB = 0x09;
const NEWLINE = 0x0a;
const SPACE = 0x20;
const DOUBLE_QUOTE = 0x22;
const HASH = 0x23;
const SINGLE_QUOTE = 0x27;
const PLUS = 0x2b;
const COMMA = 0x2c;
const DASH = 0x2d;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const GREATER = 0x3e;
const BAR = 0x7c;
const OPEN_MAP = 0x7b;
const CLOSE_MAP = 0x7d;

/** Characters of which keys may consist here. */
const KEY = charactersOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-');
/** Characters with which a key may begin. */
const KEY_START = charactersOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./');
/** Characters with which keys begin that may mean something else than a text. */
const KEY_MAYBE_NO_TEXT = charactersOf('yYnNtTfFoO0123456789.');
/** Characters of which words in flow collections may consist here. */
const FLOW_WORD = charactersOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=$()~ ');
/** Characters with which a plain word cannot begin, or only sometimes. */
const NO_WORD_START = charactersOf('\t\n ,[]{}#&*!|>\'"%@`?:');

const ESCAPES: { readonly [letter: string]: string } = {
  '"': '"', '\\': '\\', 'n': '\n', 't': '\t', 'r': '\r', 'b': '\b', 'f': '\f', '0': '\0',
};

function charactersOf(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

/** The data of a document, or `UNCERTAIN`. The text has no control characters and ends its lines with a newline. */
export function readPlain(text: string, start: number, end: number, places?: Places): unknown {
  try {
    return new PlainReader(text, end, places).read(start);
  } catch (error) {
    if (error === LEAVE) return UNCERTAIN;
    throw error;
  }
}

class PlainReader {
  /** The first character of the current line that means something, or the next character within the line. */
  private at = 0;
  /** The column of that first character; -1 after the last line. */
  private indent = -1;
  /** How many blank lines there are before the current one; and whether there is no comment. */
  private blank = 0;
  private mayGoOn = true;
  private depth = 0;

  constructor(private readonly text: string, private readonly end: number, private readonly places?: Places) {}

  public read(start: number): unknown {
    this.toLine(start);
    if (this.indent < 0) throw LEAVE;
    const value = this.block();
    if (this.indent >= 0) throw LEAVE;
    return value;
  }

  private codeAt(offset: number): number {
    return offset < this.end ? this.text.charCodeAt(offset) : NEWLINE;
  }

  private isBlank(offset: number): boolean {
    const code = this.codeAt(offset);
    return code === SPACE || code === NEWLINE || code === TAB;
  }

  private lineEnd(offset: number): number {
    const newline = this.text.indexOf('\n', offset);
    return newline < 0 || newline > this.end ? this.end : newline;
  }

  /** To the first line from here on that has more than a comment. */
  private toLine(start: number): void {
    let line = start;
    this.blank = 0;
    this.mayGoOn = true;
    for (;;) {
      let at = line;
      while (at < this.end && this.text.charCodeAt(at) === SPACE) at += 1;
      if (at >= this.end) {
        this.indent = -1;
        this.at = this.end;
        return;
      }
      const code = this.text.charCodeAt(at);
      if (code === TAB) throw LEAVE;
      if (code !== NEWLINE && code !== HASH) {
        this.at = at;
        this.indent = at - line;
        return;
      }
      if (code === HASH) this.mayGoOn = false;
      else this.blank += 1;
      line = (code === NEWLINE ? at : this.lineEnd(at)) + 1;
    }
  }

  /** The rest of the line is blank or a comment: to the next one. */
  private endLine(): void {
    let at = this.at;
    while (this.codeAt(at) === SPACE) at += 1;
    const code = this.codeAt(at);
    if (code === HASH && at > this.at) at = this.lineEnd(at);
    else if (code !== NEWLINE) throw LEAVE;
    this.toLine(at + 1);
  }

  private isDash(offset: number): boolean {
    return this.codeAt(offset) === DASH && this.isBlank(offset + 1);
  }

  private block(): unknown {
    this.depth += 1;
    if (this.depth > MAX_PLAIN_DEPTH) throw LEAVE;
    const value = this.isDash(this.at) ? this.list(this.indent) : this.mapping(this.indent);
    this.depth -= 1;
    return value;
  }

  private mapping(indent: number): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    const offsets = this.placesOf(result);
    do {
      const keyAt = this.at;
      const key = this.key();
      if (result[key] !== undefined) throw LEAVE;
      offsets?.set(key, keyAt);
      result[key] = this.valueOfKey(indent);
    } while (this.indent === indent);
    if (this.indent > indent) throw LEAVE;
    return result;
  }

  private placesOf(value: object): Map<string | number, number> | undefined {
    if (!this.places) return undefined;
    const offsets = new Map<string | number, number>();
    this.places.set(value, offsets);
    return offsets;
  }

  /** The key at this place, up to and with its colon. */
  private key(): string {
    const first = this.codeAt(this.at);
    let key: string;
    if (first === DOUBLE_QUOTE || first === SINGLE_QUOTE) {
      key = this.quoted(first);
    } else {
      const end = this.wordEnd(this.at);
      if (end === this.at) throw LEAVE;
      key = this.text.slice(this.at, end);
      if (KEY_MAYBE_NO_TEXT[first] === 1) key = resolveKey(key) ?? leave();
      this.at = end;
    }
    // A key of this name would set the prototype.
    if (this.codeAt(this.at) !== COLON || !this.isBlank(this.at + 1) || key === '__proto__') throw LEAVE;
    this.at += 1;
    return key;
  }

  private wordEnd(start: number): number {
    let end = start;
    if (end < this.end && KEY_START[this.text.charCodeAt(end)] === 1) {
      do end += 1; while (end < this.end && KEY[this.text.charCodeAt(end)] === 1);
    }
    return end;
  }

  /** Whether a key begins here; quoted keys are looked for as well. */
  private isKey(start: number): boolean {
    const first = this.codeAt(start);
    let end: number;
    if (first === DOUBLE_QUOTE || first === SINGLE_QUOTE) end = this.quoteEnd(start, first) + 1;
    else end = this.wordEnd(start);
    return end > start && this.codeAt(end) === COLON && this.isBlank(end + 1);
  }

  private valueOfKey(indent: number): unknown {
    if (!this.toValue()) return this.inline(indent);
    if (this.indent > indent) return this.block();
    return this.indent === indent && this.isDash(this.at) ? this.list(indent) : null;
  }

  /** To the value after a colon or a dash. Answers whether it is on a later line. */
  private toValue(): boolean {
    let at = this.at;
    while (this.codeAt(at) === SPACE) at += 1;
    const code = this.codeAt(at);
    if (code === TAB) throw LEAVE;
    if (code !== NEWLINE && code !== HASH) {
      this.at = at;
      return false;
    }
    this.toLine((code === NEWLINE ? at : this.lineEnd(at)) + 1);
    return true;
  }

  private list(indent: number): unknown[] {
    const items: unknown[] = [];
    const offsets = this.placesOf(items);
    do {
      const dash = this.at;
      this.at += 1;
      if (this.toValue()) {
        offsets?.set(items.length, this.indent > indent ? this.at : dash);
        items.push(this.indent > indent ? this.block() : null);
      } else {
        offsets?.set(items.length, this.at);
        items.push(this.item(indent, indent + this.at - dash));
      }
    } while (this.indent === indent && this.isDash(this.at));
    if (this.indent > indent) throw LEAVE;
    return items;
  }

  /** What stands behind a dash, on its line. */
  private item(indent: number, column: number): unknown {
    if (!this.isDash(this.at) && !this.isKey(this.at)) return this.inline(indent);
    this.indent = column;
    return this.block();
  }

  private inline(indent: number): unknown {
    const first = this.codeAt(this.at);
    if (first === BAR || first === GREATER) return this.blockText(indent, first === GREATER);
    if (first === DOUBLE_QUOTE || first === SINGLE_QUOTE) {
      const value = this.quotedLines(first, indent);
      this.endLine();
      return value;
    }
    if (first === OPEN_LIST || first === OPEN_MAP) {
      const value = this.flow();
      this.endLine();
      return value;
    }
    return this.word(indent);
  }

  /** Plain words, which may go on on deeper lines. */
  private word(indent: number): unknown {
    const first = this.plainLine();
    let folded: string | undefined;
    while (this.mayGoOn && this.indent > indent) {
      const { blank } = this;
      folded = `${folded ?? first}${blank === 0 ? ' ' : '\n'.repeat(blank)}${this.plainLine()}`;
    }
    if (folded !== undefined) return folded;
    const value = resolvePlain(first);
    return typeof value === 'number' && !Number.isFinite(value) ? leave() : value;
  }

  /** The words of one line, without comment; then to the next line. */
  private plainLine(): string {
    const { text, at: start } = this;
    const first = text.charCodeAt(start);
    if (NO_WORD_START[first] === 1 || this.isDash(start)) throw LEAVE;
    let end = start;
    let last = start;
    let code = first;
    for (; code !== NEWLINE; code = this.codeAt(end)) {
      if (code !== SPACE) {
        if (code === TAB || (code === COLON && this.isBlank(end + 1))) throw LEAVE;
        if (code === HASH && text.charCodeAt(end - 1) === SPACE) break;
        last = end;
      }
      end += 1;
    }
    const isWhole = code === NEWLINE;
    this.toLine((isWhole ? end : this.lineEnd(end)) + 1);
    // What comes behind a comment is nothing that words can go on with.
    this.mayGoOn &&= isWhole;
    return text.slice(start, last + 1);
  }

  /** The place of the closing quote. */
  private quoteEnd(start: number, quote: number, isOnLine: boolean = true): number {
    for (let at = start + 1; ; at += 1) {
      const code = this.codeAt(at);
      if (at >= this.end || (isOnLine && code === NEWLINE)) throw LEAVE;
      if (code === BACKSLASH && quote === DOUBLE_QUOTE) {
        at += 1;
      } else if (code === quote) {
        if (quote === DOUBLE_QUOTE || this.codeAt(at + 1) !== SINGLE_QUOTE) return at;
        at += 1;
      }
    }
  }

  private quoted(quote: number): string {
    const end = this.quoteEnd(this.at, quote);
    const raw = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return unquoted(raw, quote);
  }

  /** A quoted text, which may go on on deeper lines. */
  private quotedLines(quote: number, indent: number): string {
    const end = this.quoteEnd(this.at, quote, false);
    const raw = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    if (!raw.includes('\n')) return unquoted(raw, quote);
    if (raw.includes('\t') || (quote === DOUBLE_QUOTE && raw.includes('\\\n'))) throw LEAVE;
    const lines = raw.split('\n');
    let folded = lines[0].trimEnd();
    let blank = 0;
    for (let index = 1; index < lines.length; index += 1) {
      const isLast = index === lines.length - 1;
      const line = lines[index].trimStart();
      if ((line !== '' || isLast) && lines[index].length - line.length <= indent) throw LEAVE;
      if (line === '' && !isLast) {
        blank += 1;
      } else {
        folded += (blank === 0 ? ' ' : '\n'.repeat(blank)) + (isLast ? line : line.trimEnd());
        blank = 0;
      }
    }
    return unquoted(folded, quote);
  }

  /** A list or mapping in brackets, on one line. */
  private flow(): unknown {
    this.depth += 1;
    if (this.depth > MAX_PLAIN_DEPTH) throw LEAVE;
    const value = this.codeAt(this.at) === OPEN_LIST ? this.flowList() : this.flowMapping();
    this.depth -= 1;
    return value;
  }

  private flowList(): unknown[] {
    const items: unknown[] = [];
    const offsets = this.placesOf(items);
    while (this.hasNext(CLOSE_LIST, items.length === 0)) {
      offsets?.set(items.length, this.at);
      items.push(this.flowValue());
    }
    return items;
  }

  private flowMapping(): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    const offsets = this.placesOf(result);
    for (let isFirst = true; this.hasNext(CLOSE_MAP, isFirst); isFirst = false) {
      const keyAt = this.at;
      const key = this.key();
      if (result[key] !== undefined) throw LEAVE;
      this.skipSpaces();
      offsets?.set(key, keyAt);
      result[key] = this.flowValue();
    }
    return result;
  }

  /** To the next item of a flow collection; false behind its closing bracket. */
  private hasNext(close: number, isFirst: boolean): boolean {
    if (isFirst) this.at += 1;
    this.skipSpaces();
    const code = this.codeAt(this.at);
    if (code === close) {
      this.at += 1;
      return false;
    }
    if (isFirst) return true;
    if (code !== COMMA) throw LEAVE;
    this.at += 1;
    this.skipSpaces();
    if (this.codeAt(this.at) === close) throw LEAVE;
    return true;
  }

  private skipSpaces(): void {
    while (this.codeAt(this.at) === SPACE) this.at += 1;
  }

  private flowValue(): unknown {
    const first = this.codeAt(this.at);
    if (first === OPEN_LIST || first === OPEN_MAP) return this.flow();
    if (first === DOUBLE_QUOTE || first === SINGLE_QUOTE) return this.quoted(first);
    const start = this.at;
    if (first !== PLUS && first !== DASH && KEY_START[first] !== 1) throw LEAVE;
    while (this.at < this.end && FLOW_WORD[this.text.charCodeAt(this.at)] === 1) this.at += 1;
    const next = this.codeAt(this.at);
    if (next !== COMMA && next !== CLOSE_LIST && next !== CLOSE_MAP) throw LEAVE;
    const word = this.text.slice(start, this.at).trimEnd();
    if (word.startsWith('-') && (word.length === 1 || word.charCodeAt(1) === SPACE)) throw LEAVE;
    const value = resolvePlain(word);
    return typeof value === 'number' && !Number.isFinite(value) ? leave() : value;
  }

  /** A literal or folded block: its lines without their common indentation. */
  private blockText(parent: number, isFolded: boolean): string {
    let at = this.at + 1;
    const chomping = this.codeAt(at);
    if (chomping === DASH || chomping === PLUS) at += 1;
    while (this.codeAt(at) === SPACE) at += 1;
    if (this.codeAt(at) !== NEWLINE) throw LEAVE;
    const { indent, first } = this.blockTextStart(at + 1, parent);
    const lines: string[] = [];
    for (let line = at + 1; line < first; line = this.lineEnd(line) + 1) lines.push('');
    let line = first;
    let blank = 0;
    while (line < this.end) {
      const end = this.lineEnd(line);
      let text = line;
      while (text < line + indent && this.codeAt(text) === SPACE) text += 1;
      if (text < line + indent && text < end) {
        if (this.codeAt(text) === TAB) throw LEAVE;
        break;
      }
      blank = text >= end ? blank + 1 : 0;
      lines.push(text >= end ? '' : this.text.slice(text, end));
      line = end + 1;
    }
    this.toLine(line);
    const kept = chomping === PLUS ? blank + 1 : chomping === DASH ? 0 : 1;
    if (blank > 0) lines.length -= blank;
    return (isFolded ? fold(lines) : lines.join('\n')) + '\n'.repeat(kept);
  }

  /** The indentation of such a block and the start of its first line that is not blank. */
  private blockTextStart(start: number, parent: number): { indent: number; first: number } {
    let deepest = 0;
    for (let line = start; line < this.end;) {
      let at = line;
      while (this.codeAt(at) === SPACE) at += 1;
      if (this.codeAt(at) === TAB) throw LEAVE;
      if (this.codeAt(at) !== NEWLINE) {
        if (at - line <= parent || deepest > at - line) throw LEAVE;
        return { indent: at - line, first: line };
      }
      deepest = Math.max(deepest, at - line);
      line = at + 1;
    }
    throw LEAVE;
  }
}

function leave(): never {
  throw LEAVE;
}

/** The lines of a folded block: breaks between lines that begin in the same column become spaces. */
function fold(lines: readonly string[]): string {
  let text = '';
  let blank = 0;
  let before: string | undefined;
  for (const line of lines) {
    if (line === '') {
      blank += 1;
      continue;
    }
    if (before === undefined) text = '\n'.repeat(blank);
    else if (/^[ \t]/.test(before) || /^[ \t]/.test(line)) text += '\n'.repeat(blank + 1);
    else text += blank === 0 ? ' ' : '\n'.repeat(blank);
    text += line;
    before = line;
    blank = 0;
  }
  return text;
}

function unquoted(raw: string, quote: number): string {
  if (quote === SINGLE_QUOTE) return raw.includes('\'') ? raw.replaceAll('\'\'', '\'') : raw;
  return raw.includes('\\') ? unescape(raw) : raw;
}

function unescape(raw: string): string {
  return raw.replace(/\\(u[0-9a-fA-F]{4}|[^])/g, (_, escape: string) => {
    if (escape.length === 1) return ESCAPES[escape] ?? leave();
    const code = parseInt(escape.slice(1), 16);
    return code >= 0xd800 && code <= 0xdfff ? leave() : String.fromCharCode(code);
  });
}
