/**
 * The items of a List of JSON as kubectl prints it: lines are taken without their indentation,
 * which is more than half of them, and many items become a text at a time.
 */
import { Kept, Printed } from './kept';
import type { Item } from './split';
import { Window } from './window';

const SPACE = 32;
const COMMA = 44;
const FOUR_SPACES = 0x20202020;
const NEWLINE = 10;
const CLOSING_BRACKET = 93;
const CLOSING_BRACE = 125;

const METADATA_KEY = new TextEncoder().encode('"metadata": {');
/** How `managedFields` begins. */
const FIELDS_KEY = new TextEncoder().encode('"managedFields": [');
/** Where its value begins. */
const FIELDS_VALUE = FIELDS_KEY.length - 1;
/** From so many bytes on, items are made a text: to begin one costs as much as to fill it. */
const TEXT_BYTES = 2 ** 16;

/** Where an item stands in the bytes that become a text. */
interface Cut {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly managedFields?: Printed;
}

/** Each begins with a line of a brace, and ends with one. Whether the List is whole is returned. */
export function* jsonItems(window: Window, indent: number): Generator<Item, boolean> {
  const [brace, field, key] = [2 * indent, 3 * indent, 4 * indent];
  const lines = new Lines(window);
  const kept = new Kept();
  let cuts: Cut[] = [];
  for (;;) {
    const from = lines.used;
    let managedFields: Printed | undefined;
    let isOfMetadata = false;
    let isEnd = false;
    let isCutOff = !lines.next();
    // What stands behind the items says their kind, and that the List is whole.
    const isBehind = !isCutOff && lines.indent <= indent && !lines.isBlank;
    while (!isEnd && !isCutOff && !isBehind) {
      isCutOff = !lines.next();
      if (isCutOff) break;
      isEnd = lines.indent === brace && lines.first === CLOSING_BRACE;
      if (lines.indent === field) isOfMetadata = isLine(lines, METADATA_KEY);
      if (!isOfMetadata || managedFields || lines.indent !== key || !isLine(lines, FIELDS_KEY)) {
        continue;
      }
      const start = lines.line;
      do isCutOff = !lines.next();
      while (!isCutOff && lines.indent > key);
      // As the last field of its object it stays: the comma before it would, too.
      if (!isCutOff && lines.indent === key && isClosed(lines)) {
        managedFields = kept.keep(lines.bytes, start + FIELDS_VALUE, lines.end - 1);
        lines.used = start;
      }
    }
    if (isEnd) {
      const to = lines.bytes[lines.end - 1] === COMMA ? lines.end - 1 : lines.end;
      cuts.push({ from, to, line: window.line, managedFields });
      window.line += lines.count;
      lines.count = 0;
    }
    if (isEnd && lines.used < TEXT_BYTES) continue;
    yield* itemsOf(lines, cuts);
    cuts = [];
    lines.used = 0;
    if (isEnd) continue;
    if (isCutOff) return false;
    window.line += lines.count;
    return (lines.indent === 0 && lines.first === CLOSING_BRACE) || takeEnd(window);
  }
}

function* itemsOf({ bytes }: Lines, cuts: readonly Cut[]): Generator<Item, void> {
  if (cuts.length === 0) return;
  const { to: length } = cuts[cuts.length - 1];
  const all = decoder.decode(bytes.subarray(0, length));
  const isOneToOne = all.length === length;
  for (const { from, to, line, managedFields } of cuts) {
    const text = isOneToOne ? all.slice(from, to) : decoder.decode(bytes.subarray(from, to));
    yield { text, isJson: true, line, managedFields };
  }
}

const decoder = new TextDecoder();

/** Lines that are taken one after the other, of which each ends with a line end. */
class Lines {
  public bytes = new Uint8Array(2 * TEXT_BYTES);
  /** So many bytes are taken. */
  public used = 0;
  /** So many lines are. */
  public count = 0;
  /** Where the last one begins and ends, and how far it was indented. */
  public line = 0;
  public end = 0;
  public indent = 0;

  constructor(private readonly window: Window) {}

  /** The first byte of the last line. */
  public get first(): number {
    return this.bytes[this.line];
  }

  public get isBlank(): boolean {
    return this.line === this.end;
  }

  /** Takes the next line; false if there is none. */
  public next(): boolean {
    const { window, used: line } = this;
    for (;;) {
      const { bytes: out } = this;
      const { bytes, view, start } = window;
      const { length } = bytes;
      let at = start;
      while (at + 4 <= length && view.getUint32(at) === FOUR_SPACES) at += 4;
      while (at < length && bytes[at] === SPACE) at += 1;
      const indent = at - start;
      let used = line;
      // What is written behind the end of an array goes nowhere.
      for (let byte; at < length && (byte = bytes[at]) !== NEWLINE; at += 1) {
        out[used] = byte;
        used += 1;
      }
      if (used >= out.length) {
        this.bytes = new Uint8Array(2 * (used + 1));
        this.bytes.set(out);
        continue;
      }
      if (at === length) {
        if (window.fill()) continue;
        if (at === start) return false;
      }
      out[used] = NEWLINE;
      window.start = Math.min(at + 1, length);
      this.line = line;
      this.end = used;
      this.used = used + 1;
      this.indent = indent;
      this.count += 1;
      return true;
    }
  }
}

function isLine({ bytes, line, end }: Lines, wanted: Uint8Array): boolean {
  if (end - line !== wanted.length) return false;
  for (let at = 0; at < wanted.length; at += 1) {
    if (bytes[line + at] !== wanted[at]) return false;
  }
  return true;
}

/** Whether it is a bracket and a comma. */
function isClosed({ bytes, line, end }: Lines): boolean {
  return end - line === 2 && bytes[line] === CLOSING_BRACKET && bytes[line + 1] === COMMA;
}

/** Takes the rest of the List, up to the brace that ends it; false if there is none. */
function takeEnd(window: Window): boolean {
  for (;;) {
    const end = window.lineEnd(0);
    if (end < 0) return false;
    const isLast = window.at(0) === CLOSING_BRACE;
    window.take(end + 1, 1);
    if (isLast) return true;
  }
}
