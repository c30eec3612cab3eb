/**
 * A fast reader for the YAML that people write for Kubernetes most of the time: block mappings and lists, words and quoted
 * texts, literal and folded blocks, flow collections on one line, comments.
 *
 * It answers only if it is certain. Whatever it does not know (anchors, tags, explicit keys, mistakes of all kinds) it
 * leaves to the full parser; a property test holds the two to the same answers.
 */
import { charactersOf, TAB, NEWLINE, SPACE, DOUBLE_QUOTE, HASH, SINGLE_QUOTE, PLUS, COMMA, DASH, COLON, GREATER, OPEN_LIST, CLOSE_LIST, OPEN_MAP, BAR, CLOSE_MAP } from './characters';
import { leave, LEAVE } from './plain-cursor';
import { PlainTexts } from './plain-texts';
import { Places } from './position';
import { resolveKey, resolvePlain } from './scalar';

/** What is answered when the full parser must decide. */
export const UNCERTAIN = Symbol('uncertain');

const MAX_PLAIN_DEPTH = 100;

/** Characters of which keys may consist here. */
const KEY = charactersOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-');
/** Characters with which a key may begin. */
const KEY_START = charactersOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./');
/** Characters with which keys begin that may mean something else than a text. */
const KEY_MAYBE_NO_TEXT = charactersOf('yYnNtTfFoO0123456789.');
/** Characters of which words in flow collections may consist here. */
const FLOW_WORD = charactersOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=$()~ ');

/**
 * The data of a document, or `UNCERTAIN`. The text has no control characters and ends its lines with a newline. A lenient
 * reader takes quoted texts that go on in any column, as Kubernetes' own does.
 */
export function readPlain(text: string, start: number, end: number, places?: Places, isLenient: boolean = false): unknown {
  try {
    return new PlainReader(text, end, places, isLenient).read(start);
  } catch (error) {
    if (error === LEAVE) return UNCERTAIN;
    throw error;
  }
}

class PlainReader extends PlainTexts {
  public read(start: number): unknown {
    this.toLine(start);
    if (this.indent < 0) throw LEAVE;
    const value = this.block();
    if (this.indent >= 0) throw LEAVE;
    return value;
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
}
