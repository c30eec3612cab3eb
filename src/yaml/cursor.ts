/** A place in the text of a document that moves on and knows its line and column. */
import {
  DASH,
  DOT,
  END,
  HASH,
  isBlank,
  isBlankOrEnd,
  isBreak,
  NEWLINE,
  RETURN,
  TAB,
} from './characters';

/** The column of a place is the number of characters before it on its line. */
export class Cursor {
  public line = 0;
  public lineStart: number;
  /** Whether everything so far means the same to every reader of YAML. */
  public isUsual = true;

  constructor(
    public readonly text: string,
    public at: number,
    public readonly end: number,
  ) {
    this.lineStart = at;
  }

  public get column(): number {
    return this.at - this.lineStart;
  }

  public codeAt(offset: number): number {
    return offset < this.end ? this.text.charCodeAt(offset) : END;
  }

  /** The character that is so far ahead. */
  public code(ahead: number = 0): number {
    return this.codeAt(this.at + ahead);
  }

  /**
   * Takes the end of a line. Answers what it means in a text: two of the rare ones mean themselves.
   */
  public takeBreak(): string {
    const code = this.code();
    this.at += code === RETURN && this.code(1) === NEWLINE ? 2 : 1;
    this.line += 1;
    this.lineStart = this.at;
    if (code !== NEWLINE) this.isUsual = false;
    return code === 0x2028 || code === 0x2029 ? String.fromCharCode(code) : '\n';
  }

  /** Takes line ends and all that is blank between them. Answers the line ends. */
  public takeBlankLines(): string {
    let breaks = '';
    for (let code = this.code(); ; code = this.code()) {
      if (isBlank(code)) {
        if (code === TAB) this.isUsual = false;
        this.at += 1;
      } else if (isBreak(code)) {
        breaks += this.takeBreak();
      } else {
        return breaks;
      }
    }
  }

  /** Over what is blank on this line, and a comment if there is one. */
  public skipSpaceAndComment(): void {
    const start = this.at;
    for (let code = this.code(); isBlank(code); code = this.code()) {
      if (code === TAB) this.isUsual = false;
      this.at += 1;
    }
    if (this.code() !== HASH) return;
    if (this.at === start && this.at !== this.lineStart) this.isUsual = false;
    this.takeLine();
  }

  public takeLine(): string {
    const start = this.at;
    let at = start;
    while (at < this.end && !isBreak(this.text.charCodeAt(at))) at += 1;
    this.at = at;
    return this.text.slice(start, at);
  }

  /** Whether a line begins here that is `---` or `...`, or begins so. */
  public isMarker(): boolean {
    if (this.at !== this.lineStart) return false;
    const code = this.code();
    return (
      (code === DASH || code === DOT) &&
      this.code(1) === code &&
      this.code(2) === code &&
      isBlankOrEnd(this.code(3))
    );
  }
}

/** The text of lines that are joined to one: a single line end becomes a space. */
export function joint(first: string, others: string): string {
  if (first !== '\n') return first + others;
  return others === '' ? ' ' : others;
}
