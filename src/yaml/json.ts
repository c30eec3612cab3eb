/**
 * A reader for JSON as kubectl reads it: objects one after the other, numbers exact, keys only
 * once.
 */
import { setField } from '../kube';
import { Places } from './position';
import { fail, failDuplicateKey, failTooDeep, MAX_DEPTH } from './problem';
import { resolvePlain } from './scalar';

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const SIMPLE_TEXT = /"[^"\\\u0000-\u001f]*"/y;
const SPACE = /[ \t\n\r]*/y;
const WORDS: readonly (readonly [string, boolean | null])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

interface JsonValue {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
}

/**
 * The values between two offsets, one after the other. Throws a `YamlProblem` at the first thing
 * that is not JSON.
 */
export function* readJson(
  text: string,
  start: number,
  end: number,
  places?: Places,
): Generator<JsonValue> {
  const reader = new JsonReader(text, end, places);
  for (let at = reader.skip(start); at < end; at = reader.skip(at)) {
    const from = at;
    const value = reader.read(from);
    at = reader.at;
    yield { start: from, end: at, value };
  }
}

class JsonReader {
  public at = 0;

  constructor(
    private readonly text: string,
    private readonly end: number,
    private readonly places?: Places,
  ) {}

  public skip(offset: number): number {
    SPACE.lastIndex = offset;
    SPACE.test(this.text);
    return SPACE.lastIndex;
  }

  public read(offset: number): unknown {
    this.at = offset;
    return this.value(0);
  }

  private value(depth: number): unknown {
    if (depth > MAX_DEPTH) failTooDeep(this.at);
    const first = this.at < this.end ? this.text[this.at] : '';
    if (first === '{') return this.mapping(depth);
    if (first === '[') return this.list(depth);
    if (first === '"') return this.string();
    for (const [word, value] of WORDS) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    return this.number();
  }

  private mapping(depth: number): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    const offsets = this.placesOf(result);
    for (let isFirst = true; this.hasNext('}', isFirst); isFirst = false) {
      const keyAt = this.at;
      if (this.text[this.at] !== '"') this.failHere('a key in double quotes');
      const key = this.string();
      if (Object.prototype.hasOwnProperty.call(result, key)) failDuplicateKey(key, keyAt);
      this.at = this.skip(this.at);
      if (this.text[this.at] !== ':') this.failHere('":"');
      this.at = this.skip(this.at + 1);
      offsets?.set(key, keyAt);
      setField(result, key, this.value(depth + 1));
    }
    return result;
  }

  private list(depth: number): unknown[] {
    const items: unknown[] = [];
    const offsets = this.placesOf(items);
    while (this.hasNext(']', items.length === 0)) {
      offsets?.set(items.length, this.at);
      items.push(this.value(depth + 1));
    }
    return items;
  }

  private hasNext(close: string, isFirst: boolean): boolean {
    this.at = this.skip(isFirst ? this.at + 1 : this.at);
    if (this.text[this.at] === close) {
      this.at += 1;
      return false;
    }
    if (isFirst) return true;
    if (this.text[this.at] !== ',') this.failHere(`"," or ${JSON.stringify(close)}`);
    this.at = this.skip(this.at + 1);
    return true;
  }

  private string(): string {
    const start = this.at;
    SIMPLE_TEXT.lastIndex = start;
    if (SIMPLE_TEXT.test(this.text)) {
      this.at = SIMPLE_TEXT.lastIndex;
      return this.text.slice(start + 1, this.at - 1);
    }
    const text =
      this.escaped(start) ??
      this.failHere('a string that is closed on its line and has only JSON escapes');
    // Half of a pair is no character: Go writes another one for it.
    return text.replace(/\p{Cs}/gu, '\ufffd');
  }

  /** The text at this place, and then the place behind it; undefined if it is none. */
  private escaped(start: number): string | undefined {
    let end = start + 1;
    while (end < this.end && this.text[end] !== '"' && this.text[end] !== '\n') {
      end += this.text[end] === '\\' ? 2 : 1;
    }
    try {
      const text = JSON.parse(this.text.slice(start, end + 1)) as string;
      this.at = end + 1;
      return text;
    } catch {
      return undefined;
    }
  }

  private number(): unknown {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (!match || '.eE'.includes(this.text[this.at + match[0].length] ?? ' ')) {
      return this.failHere('a value');
    }
    const value = resolvePlain(match[0]);
    if (typeof value === 'string') this.failHere('a number that fits 64 bits');
    this.at += match[0].length;
    return value;
  }

  private placesOf(value: object): Map<string | number, number> | undefined {
    if (!this.places) return undefined;
    const offsets = new Map<string | number, number>();
    this.places.set(value, offsets);
    return offsets;
  }

  private failHere(expected: string): never {
    const found =
      this.at >= this.end
        ? 'the text ends'
        : `${JSON.stringify(String.fromCodePoint(this.text.codePointAt(this.at)!))} stands`;
    return fail(
      'json',
      Math.min(this.at, this.text.length),
      `${found} where JSON has ${expected}`,
      'fix the JSON, or write YAML',
    );
  }
}
