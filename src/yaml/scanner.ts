/**
 * The tokens of a document, as the scanner that kubectl reads with makes them: go.yaml.in/yaml v2,
 * a libyaml.
 *
 * It differs from YAML 1.2, and so from most libraries, where people meet it: `[fd00::]` is a list
 * of one text, what is in quotes or brackets may go on in any column, `? ` and `:` in brackets need
 * no space. Its order of decisions is kept, since the slips are in there: whether a text is a key
 * shows only at the colon behind it, and the tokens before it are moved then.
 */
import {
  AMPERSAND,
  BANG,
  BAR,
  charactersOf,
  CLOSE_LIST,
  CLOSE_MAP,
  COLON,
  COMMA,
  DASH,
  DOUBLE_QUOTE,
  GREATER,
  HASH,
  isBlank,
  isBlankOrEnd,
  isBreak,
  OPEN_LIST,
  OPEN_MAP,
  PERCENT,
  QUESTION,
  SINGLE_QUOTE,
  SPACE,
  STAR,
  TAB,
} from './characters';
import { Cursor } from './cursor';
import { scanAnchor, scanTag } from './scan-properties';
import { scanBlock, scanQuoted, scanWord } from './scan-texts';
import { failSyntax } from './syntax';
import { Token, TokenType } from './token';

const MAX_KEY_LENGTH = 1024;
/** When taken tokens are let go. */
const MANY_TOKENS = 1000;
/**
 * Characters with which a word without quotes never begins; `-`, `?` and `:` may, if something
 * stands right behind them.
 */
const NO_WORD_START = charactersOf('-?:,[]{}#&*!|>\'"%@`\t\n\r ');

/** A place where a key may begin that has no `?`. */
interface KeyStart {
  isPossible: boolean;
  /** Whether nothing but a key can begin there. */
  readonly isRequired: boolean;
  /** The number of its first token. */
  readonly token: number;
  readonly at: number;
  readonly line: number;
  readonly column: number;
}

/** Makes tokens when they are asked for. */
export class Scanner {
  private readonly cursor: Cursor;
  private readonly tokens: Token[] = [];
  private head = 0;
  /** How many tokens were taken. */
  private taken = 0;
  private isReady = false;
  private keyAllowed = true;
  /** Where a key may have begun, for each bracket that is open. */
  private readonly keyStarts: KeyStart[] = [
    { isPossible: false, isRequired: false, token: 0, at: 0, line: 0, column: 0 },
  ];
  /** The index of the key that may begin with a token, by the number of the token. */
  private readonly keyStartByToken: (number | undefined)[] = [];
  private readonly indents: number[] = [];
  private indent = -1;
  private flowLevel = 0;

  constructor(text: string, start: number, end: number) {
    this.cursor = new Cursor(text, start, end);
  }

  /** Whether everything so far means the same to every reader of YAML. */
  public get isUsual(): boolean {
    return this.cursor.isUsual;
  }

  public peek(): Token {
    if (!this.isReady) this.fetchUntilReady();
    return this.tokens[this.head];
  }

  /** Takes the token that `peek` has shown. */
  public skip(): void {
    this.isReady = false;
    this.taken += 1;
    this.head += 1;
    if (this.head < MANY_TOKENS || this.head < this.tokens.length) return;
    this.tokens.length = 0;
    this.head = 0;
  }

  /** The first token is only known when it is known whether a key begins with it. */
  private fetchUntilReady(): void {
    for (;;) {
      if (this.head < this.tokens.length) {
        const index = this.keyStartByToken[this.taken];
        if (index === undefined || !this.isStillKey(this.keyStarts[index])) break;
      }
      this.fetch();
    }
    this.isReady = true;
  }

  private fetch(): void {
    const { cursor } = this;
    this.skipToToken();
    const { column } = cursor;
    this.unindent(column);
    const code = cursor.code();
    if (cursor.at >= cursor.end) {
      this.endContent();
      this.add(TokenType.STREAM_END);
      return;
    }
    if (column === 0) {
      if (code === PERCENT) failSyntax('directive', cursor.at);
      if (cursor.isMarker()) {
        this.endContent();
        this.sign(code === DASH ? TokenType.DOCUMENT_START : TokenType.DOCUMENT_END, 3);
        return;
      }
    }
    this.fetchContent(code);
  }

  private fetchContent(code: number): void {
    switch (code) {
      case OPEN_LIST:
        return this.open(TokenType.FLOW_LIST_START);
      case OPEN_MAP:
        return this.open(TokenType.FLOW_MAPPING_START);
      case CLOSE_LIST:
        return this.close(TokenType.FLOW_LIST_END);
      case CLOSE_MAP:
        return this.close(TokenType.FLOW_MAPPING_END);
      case COMMA:
        return this.flowEntry();
      case AMPERSAND:
        return this.property(TokenType.ANCHOR);
      case STAR:
        return this.property(TokenType.ALIAS);
      case BANG:
        return this.property(TokenType.TAG);
      case SINGLE_QUOTE:
      case DOUBLE_QUOTE:
        return this.quoted();
      default:
    }
    const isFlow = this.flowLevel > 0;
    if (!isFlow && (code === BAR || code === GREATER)) return this.block(code === BAR);
    const next = this.cursor.code(1);
    if (code === DASH && isBlankOrEnd(next)) return this.blockEntry();
    if (code === QUESTION && (isFlow || isBlankOrEnd(next))) return this.explicitKey();
    if (code === COLON && (isFlow || isBlankOrEnd(next))) return this.value();
    if (isWordStart(code, next, isFlow)) return this.word();
    return failSyntax(code === TAB ? 'tab' : 'start', this.cursor.at);
  }

  private skipToToken(): void {
    const { cursor } = this;
    for (;;) {
      let code = cursor.code();
      while (code === SPACE || (code === TAB && (this.flowLevel > 0 || !this.keyAllowed))) {
        if (code === TAB) cursor.isUsual = false;
        cursor.at += 1;
        code = cursor.code();
      }
      if (code === HASH) {
        if (cursor.column > 0 && !isBlank(cursor.code(-1))) cursor.isUsual = false;
        cursor.takeLine();
      }
      if (cursor.at >= cursor.end || !isBreak(cursor.code())) return;
      if (this.flowLevel === 0) this.keyAllowed = true;
      else cursor.isUsual = false;
      cursor.takeBreak();
    }
  }

  private add(
    type: TokenType,
    start: number = this.cursor.at,
    value: string = '',
    isPlain: boolean = false,
  ): void {
    this.tokens.push({ type, start, value, isPlain });
  }

  private insert(position: number, type: TokenType, start: number): void {
    if (position < 0) this.add(type, start);
    else this.tokens.splice(this.head + position, 0, { type, start, value: '', isPlain: false });
  }

  /** A token of so many characters, from here on. */
  private sign(type: TokenType, length: number = 1): void {
    this.add(type);
    this.cursor.at += length;
  }

  private isStillKey(key: KeyStart): boolean {
    if (!key.isPossible) return false;
    if (key.line === this.cursor.line && !this.isTooFar(key.at)) return true;
    if (key.isRequired) failSyntax('key', key.at);
    key.isPossible = false;
    return false;
  }

  private isTooFar(from: number): boolean {
    const { at, text } = this.cursor;
    if (at - from <= MAX_KEY_LENGTH) return false;
    return at - from > 2 * MAX_KEY_LENGTH || [...text.slice(from, at)].length > MAX_KEY_LENGTH;
  }

  private saveKeyStart(): void {
    if (!this.keyAllowed) return;
    const { at, line, column } = this.cursor;
    const isRequired = this.flowLevel === 0 && this.indent === column;
    const token = this.taken + this.tokens.length - this.head;
    this.removeKeyStart();
    this.keyStarts[this.keyStarts.length - 1] = {
      isPossible: true,
      isRequired,
      token,
      at,
      line,
      column,
    };
    this.keyStartByToken[token] = this.keyStarts.length - 1;
  }

  private removeKeyStart(): void {
    const key = this.keyStarts[this.keyStarts.length - 1];
    if (!key.isPossible) return;
    if (key.isRequired) failSyntax('key', key.at);
    key.isPossible = false;
    this.keyStartByToken[key.token] = undefined;
  }

  private indentTo(column: number, position: number, type: TokenType, start: number): void {
    if (this.flowLevel > 0 || this.indent >= column) return;
    this.indents.push(this.indent);
    this.indent = column;
    this.insert(position, type, start);
  }

  private unindent(column: number): void {
    if (this.flowLevel > 0) return;
    while (this.indent > column) {
      this.add(TokenType.BLOCK_END);
      this.indent = this.indents.pop()!;
    }
  }

  private endContent(): void {
    this.unindent(-1);
    this.removeKeyStart();
    this.keyAllowed = false;
  }

  private open(type: TokenType): void {
    this.saveKeyStart();
    const { at, line, column } = this.cursor;
    this.keyStarts.push({
      isPossible: false,
      isRequired: false,
      token: this.taken + this.tokens.length - this.head,
      at,
      line,
      column,
    });
    this.flowLevel += 1;
    this.keyAllowed = true;
    this.sign(type);
  }

  private close(type: TokenType): void {
    this.removeKeyStart();
    if (this.flowLevel > 0) {
      this.flowLevel -= 1;
      this.keyStartByToken[this.keyStarts.pop()!.token] = undefined;
    }
    this.keyAllowed = false;
    this.sign(type);
  }

  private flowEntry(): void {
    this.removeKeyStart();
    this.keyAllowed = true;
    this.sign(TokenType.FLOW_ENTRY);
  }

  private blockEntry(): void {
    const { at, column } = this.cursor;
    if (this.flowLevel === 0) {
      if (!this.keyAllowed) failSyntax('entry', at);
      this.indentTo(column, -1, TokenType.BLOCK_LIST_START, at);
    }
    this.removeKeyStart();
    this.keyAllowed = true;
    this.sign(TokenType.BLOCK_ENTRY);
  }

  private explicitKey(): void {
    const { at, column } = this.cursor;
    this.cursor.isUsual = false;
    if (this.flowLevel === 0) {
      if (!this.keyAllowed) failSyntax('value', at);
      this.indentTo(column, -1, TokenType.BLOCK_MAPPING_START, at);
    }
    this.removeKeyStart();
    this.keyAllowed = this.flowLevel === 0;
    this.sign(TokenType.KEY);
  }

  private value(): void {
    const { cursor } = this;
    const key = this.keyStarts[this.keyStarts.length - 1];
    if (this.isStillKey(key)) {
      this.insert(key.token - this.taken, TokenType.KEY, key.at);
      this.indentTo(key.column, key.token - this.taken, TokenType.BLOCK_MAPPING_START, key.at);
      key.isPossible = false;
      this.keyStartByToken[key.token] = undefined;
      this.keyAllowed = false;
      if (!isBlankOrEnd(cursor.code(1))) cursor.isUsual = false;
    } else {
      cursor.isUsual = false;
      if (this.flowLevel === 0) {
        if (!this.keyAllowed) failSyntax('value', cursor.at);
        this.indentTo(cursor.column, -1, TokenType.BLOCK_MAPPING_START, cursor.at);
      }
      this.keyAllowed = this.flowLevel === 0;
    }
    this.sign(TokenType.VALUE);
  }

  private property(type: TokenType.ANCHOR | TokenType.ALIAS | TokenType.TAG): void {
    this.saveKeyStart();
    this.keyAllowed = false;
    this.cursor.isUsual = false;
    const { at } = this.cursor;
    this.add(type, at, type === TokenType.TAG ? scanTag(this.cursor) : scanAnchor(this.cursor));
  }

  private block(isLiteral: boolean): void {
    this.removeKeyStart();
    this.keyAllowed = true;
    const { at, column } = this.cursor;
    if (column <= this.indent) this.cursor.isUsual = false;
    this.add(TokenType.SCALAR, at, scanBlock(this.cursor, this.indent, isLiteral));
  }

  private quoted(): void {
    this.saveKeyStart();
    this.keyAllowed = false;
    const { at } = this.cursor;
    this.add(TokenType.SCALAR, at, scanQuoted(this.cursor, this.indent + 1, this.flowLevel > 0));
  }

  private word(): void {
    this.saveKeyStart();
    this.keyAllowed = false;
    const { at } = this.cursor;
    const { value, endsLine } = scanWord(this.cursor, this.indent + 1, this.flowLevel > 0);
    if (endsLine) this.keyAllowed = true;
    this.add(TokenType.SCALAR, at, value, true);
  }
}

/** `-`, `?` and `:` begin a word if they mean nothing else there. */
function isWordStart(code: number, next: number, isFlow: boolean): boolean {
  if (code > 127) return !isBreak(code);
  if (code === DASH) return !isBlank(next);
  return NO_WORD_START[code] === 0 || (!isFlow && (code === QUESTION || code === COLON));
}
