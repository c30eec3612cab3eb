/** A place in a YAML document that goes from line to line, past comments and blank lines. */
import { TAB, NEWLINE, SPACE, HASH, DASH } from './characters';
import { Places } from './position';

/** Thrown where the full parser must decide. */
export const LEAVE = new Error('left to the full parser');

/** Leaves the document to the full parser. */
export function leave(): never {
  throw LEAVE;
}

/** The place, and what can be asked of it. */
export abstract class PlainCursor {
  /** The first character of the current line that means something, or the next character within the line. */
  protected at = 0;
  /** The column of that first character; -1 after the last line. */
  protected indent = -1;
  /** How many blank lines there are before the current one; and whether there is no comment. */
  protected blank = 0;
  protected mayGoOn = true;
  protected depth = 0;

  constructor(
    protected readonly text: string, protected readonly end: number, protected readonly places?: Places, protected readonly isLenient = false,
  ) {}

  protected codeAt(offset: number): number {
    return offset < this.end ? this.text.charCodeAt(offset) : NEWLINE;
  }

  protected isBlank(offset: number): boolean {
    const code = this.codeAt(offset);
    return code === SPACE || code === NEWLINE || code === TAB;
  }

  protected lineEnd(offset: number): number {
    const newline = this.text.indexOf('\n', offset);
    return newline < 0 || newline > this.end ? this.end : newline;
  }

  /** To the first line from here on that has more than a comment. */
  protected toLine(start: number): void {
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
  protected endLine(): void {
    let at = this.at;
    while (this.codeAt(at) === SPACE) at += 1;
    const code = this.codeAt(at);
    if (code === HASH && at > this.at) at = this.lineEnd(at);
    else if (code !== NEWLINE) throw LEAVE;
    this.toLine(at + 1);
  }

  protected isDash(offset: number): boolean {
    return this.codeAt(offset) === DASH && this.isBlank(offset + 1);
  }

  protected skipSpaces(): void {
    while (this.codeAt(this.at) === SPACE) this.at += 1;
  }
}
