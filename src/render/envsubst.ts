/** Variables in a text, as envsubst of Flux fills them in: `${NAME:=default}`. */
import { fitsWildcards } from '../kube';

/** The value of a variable; undefined if nobody knows it. */
export type ValueOf = (name: string) => string | undefined;

/**
 * The text with the values of its variables; undefined if one of them has none, if Flux would
 * refuse the text, or if what it takes of a value is not played here.
 * @see fluxcd/pkg envsubst v1.7
 */
export function substitute(text: string, valueOf: ValueOf): string | undefined {
  try {
    return new Reader(text, valueOf).whole();
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}

class NoValue extends Error {}

/** Each beginning of a value, or each end, is compared with a pattern. */
const LONGEST = 253;
/** Variables within variables; nobody writes as many. */
const DEEPEST = 100;

const NAME = /[\p{L}\p{Nd}_]+/uy;
const OPERATOR = /:[=\-?+]|=|\^\^?|,,?|\/\/|\/#|\/%|\/|##?|%%?|:/y;

class Reader {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly valueOf: ValueOf,
  ) {}

  public whole(): string {
    let out = '';
    while (this.at < this.text.length) {
      if (this.takes('$$')) out += '$';
      else out += this.takes('${') ? this.variable() : this.text[this.at++];
    }
    return out;
  }

  private variable(): string {
    if (this.depth === DEEPEST) throw new NoValue();
    this.depth += 1;
    const value = this.filled();
    this.depth -= 1;
    return value;
  }

  /** What stands for a variable, behind its opening brace. */
  private filled(): string {
    if (this.takes('#')) {
      const value = this.known(this.match(NAME));
      this.close();
      return String(Buffer.byteLength(value));
    }
    const name = this.match(NAME);
    if (this.takes('}')) return this.known(name);
    const operator = this.match(OPERATOR);
    if (/^(?::[=\-?+]|=)$/.test(operator)) {
      const other = this.until('}');
      this.close();
      const value = this.valueOf(name);
      // An empty value counts as none.
      return value === undefined || value === '' ? other : value;
    }
    const value = this.known(name);
    // Flux counts bytes, and has its own capitals.
    if (Buffer.byteLength(value) !== value.length) throw new NoValue();
    if (operator === ':') return this.slice(value);
    if (operator.startsWith('/')) return this.replaced(value, operator);
    if (/^[,^]/.test(operator)) {
      this.close();
      return inCase(value, operator);
    }
    const pattern = this.some('}');
    this.close();
    // In brackets and behind a backslash, signs of patterns mean something else.
    if (value.length > LONGEST || /[[\\]/.test(pattern)) throw new NoValue();
    return trimmed(value, operator, pattern);
  }

  private known(name: string): string {
    const value = this.valueOf(name);
    if (value === undefined) throw new NoValue();
    return value;
  }

  /** `:position` and `:position:length`; each counts from the end if it is negative. */
  private slice(value: string): string {
    const position = this.some(':}');
    const length = this.takes(':') ? this.some('}') : undefined;
    this.close();
    if (!isNumber(position) || (length !== undefined && !isNumber(length))) return value;
    const start =
      Number(position) < 0 ? Math.max(0, value.length + Number(position)) : Number(position);
    if (length === undefined) return value.slice(start);
    const count = Number(length);
    const end = count < 0 ? value.length + count : start + count;
    return end < start ? '' : value.slice(start, end);
  }

  private replaced(value: string, operator: string): string {
    const from = this.some('/', ESCAPES);
    if (from === '' || !this.takes('/')) throw new NoValue();
    const isBare = this.text[this.at] === '}';
    const to = this.part('}', ESCAPES);
    this.close();
    if (operator === '//') return value.split(from).join(to);
    if (operator === '/') return value.replace(from, () => to);
    if (isBare) return value;
    if (operator === '/#') return value.startsWith(from) ? to + value.slice(from.length) : value;
    return value.endsWith(from) ? value.slice(0, -from.length) + to : value;
  }

  /** A text up to one of some signs, with the values of variables in it. */
  private until(ends: string): string {
    let out = '';
    while (this.at < this.text.length && !ends.includes(this.text[this.at])) {
      out += this.part(ends);
    }
    return out;
  }

  /** The same, where something must be, which does not have both text and variables. */
  private some(ends: string, escapes?: RegExp): string {
    const start = this.at;
    const part = this.part(ends, escapes);
    if (this.at === start) throw new NoValue();
    return part;
  }

  /** The value of a variable, or a text up to one of some signs or to the next variable. */
  private part(ends: string, escapes?: RegExp): string {
    if (this.takes('${')) return this.variable();
    let out = '';
    while (this.at < this.text.length && !ends.includes(this.text[this.at])) {
      const escaped = escapes && this.found(escapes);
      if (escaped) out += escaped[1];
      else if (this.text.startsWith('${', this.at)) break;
      else out += this.text[this.at++];
    }
    return out;
  }

  private close(): void {
    if (!this.takes('}')) throw new NoValue();
  }

  private takes(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  private match(pattern: RegExp): string {
    const found = this.found(pattern);
    if (found === undefined) throw new NoValue();
    return found;
  }

  private found(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }
}

const ESCAPES = /\\[/\\]|\$\$/y;

function isNumber(text: string): boolean {
  return /^[+-]?\d+$/.test(text);
}

function inCase(value: string, operator: string): string {
  const change = (text: string) =>
    operator.startsWith('^') ? text.toUpperCase() : text.toLowerCase();
  const [first = ''] = value;
  return operator.length === 2 ? change(value) : change(first) + value.slice(first.length);
}

/** The value without what a pattern matches at its beginning (`#`) or its end (`%`). */
function trimmed(value: string, operator: string, pattern: string): string {
  const isStart = operator.startsWith('#');
  const lengths = Array.from(value, (_, index) => index + 1);
  if (operator.length === 2) lengths.reverse();
  const found = lengths.find((length) =>
    fitsWildcards(pattern, isStart ? value.slice(0, length) : value.slice(value.length - length)),
  );
  if (found === undefined) return value;
  return isStart ? value.slice(found) : value.slice(0, value.length - found);
}
