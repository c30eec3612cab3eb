/** Words, quoted texts and blocks of text, as far as they are plain. */
import { charactersOf, TAB, NEWLINE, SPACE, DOUBLE_QUOTE, HASH, SINGLE_QUOTE, PLUS, DASH, COLON, BACKSLASH } from './characters';
import { leave, LEAVE, PlainCursor } from './plain-cursor';
import { resolvePlain } from './scalar';

/** Characters with which a plain word cannot begin, or only sometimes. */
const NO_WORD_START = charactersOf('\t\n ,[]{}#&*!|>\'"%@`?:');

const ESCAPES: { readonly [letter: string]: string } = {
  '"': '"', '\\': '\\', 'n': '\n', 't': '\t', 'r': '\r', 'b': '\b', 'f': '\f', '0': '\0',
};

/** A cursor that reads texts. */
export abstract class PlainTexts extends PlainCursor {
  /** Plain words, which may go on on deeper lines. */
  protected word(indent: number): unknown {
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
  protected plainLine(): string {
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
  protected quoteEnd(start: number, quote: number, isOnLine: boolean = true): number {
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

  protected quoted(quote: number): string {
    const end = this.quoteEnd(this.at, quote);
    const raw = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return unquoted(raw, quote);
  }

  /** A quoted text, which may go on on deeper lines. */
  protected quotedLines(quote: number, indent: number): string {
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
      if (!this.isLenient && (line !== '' || isLast) && lines[index].length - line.length <= indent) throw LEAVE;
      if (line === '' && !isLast) {
        blank += 1;
      } else {
        folded += (blank === 0 ? ' ' : '\n'.repeat(blank)) + (isLast ? line : line.trimEnd());
        blank = 0;
      }
    }
    return unquoted(folded, quote);
  }

  /** A literal or folded block: its lines without their common indentation. */
  protected blockText(parent: number, isFolded: boolean): string {
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
  protected blockTextStart(start: number, parent: number): { indent: number; first: number } {
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
