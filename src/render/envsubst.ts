/** Variables in a text, as envsubst of Flux fills them in: `${NAME:=default}`. */

/** The value of a variable; undefined if nobody knows it. */
export type ValueOf = (name: string) => string | undefined;

/**
 * The text with the values of its variables; undefined if one of them has none, if Flux would
 * refuse the text, or if it takes a part of a long value by a pattern.
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

const NAME = /[\p{L}\p{Nd}_]+/uy;
const OPERATOR = /:[=\-?+]|=|\^\^?|,,?|\/\/|\/#|\/%|\/|##?|%%?|:/y;

class Reader {
  private at = 0;

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

  /** What stands for a variable, behind its opening brace. */
  private variable(): string {
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
    if (operator === ':') return this.part(value);
    if (operator.startsWith('/')) return this.replaced(value, operator);
    if (/^[,^]/.test(operator)) {
      this.close();
      return inCase(value, operator);
    }
    const pattern = this.some('}');
    this.close();
    if (value.length > LONGEST) throw new NoValue();
    return trimmed(value, operator, pattern);
  }

  private known(name: string): string {
    const value = this.valueOf(name);
    if (value === undefined) throw new NoValue();
    return value;
  }

  /** `:position` and `:position:length`; each counts from the end if it is negative. */
  private part(value: string): string {
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
    if (!this.takes('/')) throw new NoValue();
    const isBare = this.text[this.at] === '}';
    const to = this.until('}', ESCAPES);
    this.close();
    if (operator === '//') return value.split(from).join(to);
    if (operator === '/') return value.replace(from, () => to);
    if (isBare) return value;
    if (operator === '/#') return value.startsWith(from) ? to + value.slice(from.length) : value;
    return value.endsWith(from) ? value.slice(0, -from.length) + to : value;
  }

  /** The same, where something must be. */
  private some(ends: string, escapes?: RegExp): string {
    const start = this.at;
    const text = this.until(ends, escapes);
    if (this.at === start) throw new NoValue();
    return text;
  }

  /** A text up to one of some signs, with the values of variables in it. */
  private until(ends: string, escapes?: RegExp): string {
    let out = '';
    while (this.at < this.text.length && !ends.includes(this.text[this.at])) {
      const escaped = escapes && this.text.slice(this.at).match(escapes);
      if (escaped) {
        out += escaped[0][1];
        this.at += escaped[0].length;
      } else {
        out += this.takes('${') ? this.variable() : this.text[this.at++];
      }
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
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [];
    if (found === undefined) throw new NoValue();
    this.at += found.length;
    return found;
  }
}

const ESCAPES = /^(?:\\[/\\]|\$\$)/;

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
  const whole = new RegExp(`^(?:${asRegExp(pattern)})$`, 's');
  const lengths = Array.from(value, (_, index) => index + 1);
  if (operator.length === 2) lengths.reverse();
  const found = lengths.find((length) =>
    whole.test(isStart ? value.slice(0, length) : value.slice(value.length - length)),
  );
  if (found === undefined) return value;
  return isStart ? value.slice(found) : value.slice(0, value.length - found);
}

function asRegExp(pattern: string): string {
  return pattern.replace(/[\\^$.|?*+()[\]{}]/g, (sign) =>
    sign === '*' ? '.*' : sign === '?' ? '.' : `\\${sign}`,
  );
}
