/** `encoding/json`, reading a map of strings: the driver passes on its error texts. */
import { quote, Result } from '../../kube';

/** The map, in the order of the text; undefined for `null`. */
type StringMap = { readonly [key: string]: string } | undefined;

interface Entry {
  readonly key: string;
  readonly kind: string;
  readonly raw: string;
}
interface Scan {
  readonly kind: string;
  readonly entries: readonly Entry[];
}

/** `json.Unmarshal` into a `map[string]string`. */
export function unmarshalStringMap(text: string): Result<StringMap> {
  const scanned = new Scanner(text).scan();
  if (typeof scanned === 'string') return { error: scanned };
  if (scanned.kind === 'null') return { value: undefined };
  if (scanned.kind !== 'object') {
    return { error: cannotUnmarshal(scanned.kind, 'map[string]string') };
  }
  const other = scanned.entries.find(({ kind }) => kind !== 'string' && kind !== 'null');
  if (other) return { error: cannotUnmarshal(other.kind, 'string') };
  return {
    value: Object.fromEntries(
      scanned.entries.map(({ key, kind, raw }) => [key, kind === 'null' ? '' : unescape(raw)]),
    ),
  };
}

function cannotUnmarshal(kind: string, type: string): string {
  return `json: cannot unmarshal ${kind} into Go value of type ${type}`;
}

function unescape(raw: string): string {
  return (JSON.parse(raw) as string).replace(/\p{Surrogate}/gu, '\ufffd');
}

const END = 'unexpected end of JSON input';
const MAX_DEPTH = 10_000;
const LITERALS: { readonly [first: string]: { readonly word: string; readonly kind: string } } = {
  t: { word: 'true', kind: 'bool' },
  f: { word: 'false', kind: 'bool' },
  n: { word: 'null', kind: 'null' },
};

/** One pass over the text. Without recursion: the depth is the text's. */
class Scanner {
  private at = 0;
  private problem: string | undefined;

  constructor(private readonly text: string) {}

  /** The kind of the whole and its entries when it is an object, or Go's syntax error. */
  public scan(): Scan | string {
    const nested: ('key' | 'value' | 'element')[] = [];
    const entries: Entry[] = [];
    let kind = '';
    let key = '';
    let expected: 'value' | 'valueOrEnd' | 'keyOrEnd' | 'key' | 'separator' = 'value';
    while (this.problem === undefined) {
      this.skipSpace();
      const letter = this.text[this.at];
      const inner = nested.at(-1);
      if (expected === 'separator') {
        if (inner === undefined) {
          return letter === undefined
            ? { kind, entries }
            : this.unexpected('after top-level value');
        }
        if (letter === undefined) return END;
        this.at += 1;
        if (inner === 'key') {
          if (letter !== ':') return this.unexpected('after object key', this.at - 1);
          nested[nested.length - 1] = 'value';
          expected = 'value';
        } else if (letter === ',') {
          if (inner === 'value') nested[nested.length - 1] = 'key';
          expected = inner === 'value' ? 'key' : 'value';
        } else if (letter === (inner === 'value' ? '}' : ']')) {
          nested.pop();
        } else {
          return this.unexpected(
            inner === 'value' ? 'after object key:value pair' : 'after array element',
            this.at - 1,
          );
        }
        continue;
      }
      if (letter === undefined) return END;
      if (
        (expected === 'keyOrEnd' && letter === '}') ||
        (expected === 'valueOrEnd' && letter === ']')
      ) {
        this.at += 1;
        nested.pop();
        expected = 'separator';
        continue;
      }
      const from = this.at;
      if (expected === 'key' || expected === 'keyOrEnd') {
        if (letter !== '"') return this.unexpected('looking for beginning of object key string');
        this.string();
        if (nested.length === 1 && this.problem === undefined) {
          key = unescape(this.text.slice(from, this.at));
        }
        expected = 'separator';
        continue;
      }
      const found = this.valueKind(letter);
      if (this.problem === undefined) {
        if (nested.length === 0) {
          kind = found;
        } else if (nested.length === 1 && inner === 'value') {
          entries.push({ key, kind: found, raw: this.text.slice(from, this.at) });
        }
      }
      if (found === 'object' || found === 'array') {
        nested.push(found === 'object' ? 'key' : 'element');
        if (nested.length > MAX_DEPTH) return 'exceeded max depth';
        expected = found === 'object' ? 'keyOrEnd' : 'valueOrEnd';
      } else {
        expected = 'separator';
      }
    }
    return this.problem;
  }

  /** Reads a value, of objects and arrays only the bracket. */
  private valueKind(letter: string): string {
    if (letter === '{' || letter === '[') {
      this.at += 1;
      return letter === '{' ? 'object' : 'array';
    }
    if (letter === '"') {
      this.string();
      return 'string';
    }
    if (/[-0-9]/.test(letter)) {
      this.number();
      return 'number';
    }
    if (!Object.hasOwn(LITERALS, letter)) {
      this.unexpected('looking for beginning of value');
      return '';
    }
    const { word, kind } = LITERALS[letter];
    for (const expected of word) {
      if (this.text[this.at] !== expected) {
        this.unexpected(`in literal ${word} (expecting '${expected}')`);
      }
      if (this.problem !== undefined) break;
      this.at += 1;
    }
    return kind;
  }

  private string(): void {
    for (this.at += 1; this.problem === undefined; this.at += 1) {
      const letter = this.text[this.at];
      if (letter === undefined) {
        this.problem = END;
      } else if (letter === '"') {
        this.at += 1;
        return;
      } else if (letter < ' ') {
        this.unexpected('in string literal');
      } else if (letter === '\\') {
        this.at += 1;
        this.escape();
      }
    }
  }

  private escape(): void {
    const letter = this.text[this.at];
    if (letter === undefined || !'bfnrt\\/"u'.includes(letter)) {
      this.unexpected('in string escape code');
    } else if (letter === 'u') {
      for (let digit = 0; digit < 4 && this.problem === undefined; digit += 1) {
        this.at += 1;
        if (!/^[0-9A-Fa-f]$/.test(this.text[this.at] ?? '')) {
          this.unexpected('in \\u hexadecimal character escape');
        }
      }
    }
  }

  private number(): void {
    if (this.text[this.at] === '-') {
      this.at += 1;
      if (!this.isDigit()) {
        this.unexpected('in numeric literal');
        return;
      }
    }
    if (this.text[this.at] === '0') this.at += 1;
    else this.digits();
    if (this.text[this.at] === '.') {
      this.at += 1;
      if (!this.isDigit()) {
        this.unexpected('after decimal point in numeric literal');
        return;
      }
      this.digits();
    }
    if (!/^[eE]$/.test(this.text[this.at] ?? '')) return;
    this.at += 1;
    if (/^[-+]$/.test(this.text[this.at] ?? '')) this.at += 1;
    if (this.isDigit()) this.digits();
    else this.unexpected('in exponent of numeric literal');
  }

  private digits(): void {
    while (this.isDigit()) this.at += 1;
  }

  private isDigit(): boolean {
    return /^[0-9]$/.test(this.text[this.at] ?? '');
  }

  private skipSpace(): void {
    while (/^[ \t\r\n]$/.test(this.text[this.at] ?? '')) this.at += 1;
  }

  /** Go looks at bytes, and at a blank behind the end. */
  private unexpected(context: string, at: number = this.at): string {
    const letter = String.fromCodePoint(this.text.codePointAt(at) ?? 0x20);
    const byte = String.fromCharCode(Buffer.from(letter)[0]);
    const shown = byte === "'" ? "\\'" : byte === '"' ? '"' : quote(byte).slice(1, -1);
    this.problem = `invalid character '${shown}' ${context}`;
    return this.problem;
  }
}
