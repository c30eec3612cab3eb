/** A window on bytes that come in pieces: only what is being read is held. */
import { Kept, Printed } from './kept';

const NEWLINE = 10;

/** Lines of bytes, one after the other. What is not taken yet can be looked at. */
export class Window {
  /** What is held; it begins with the byte `start`. */
  public bytes: Uint8Array = new Uint8Array(0);
  /** The same, by words. */
  public view = new DataView(this.bytes.buffer);
  /** Where in `bytes` what is not yet taken begins. */
  public start = 0;
  /** The line of `start`, counted from 1. */
  public line = 1;
  private isAtEnd = false;

  constructor(private readonly pieces: Iterator<Uint8Array>) {}

  /** Where the line that begins there ends, without its line end; -1 behind the last one. */
  public lineEnd(offset: number): number {
    for (let from = this.start + offset; ;) {
      const found = this.bytes.indexOf(NEWLINE, from);
      if (found >= 0) return found - this.start;
      const seen = this.bytes.length - this.start;
      if (!this.fill()) return offset < seen ? seen : -1;
      from = this.start + seen;
    }
  }

  /** The byte at an offset that was seen. */
  public at(offset: number): number {
    return this.bytes[this.start + offset];
  }

  /** The text between two offsets. */
  public text(from: number, to: number): string {
    return decoder.decode(this.bytes.subarray(this.start + from, this.start + to));
  }

  /** Keeps the bytes between two offsets. */
  public keep(kept: Kept, from: number, to: number): Printed {
    return kept.keep(this.bytes, this.start + from, this.start + to);
  }

  /** Goes on behind so many bytes, which are so many lines. */
  public take(length: number, lines: number): void {
    this.start = Math.min(this.start + length, this.bytes.length);
    this.line += lines;
  }

  /** As much text from here as there is, up to a limit. */
  public peek(most: number): string {
    while (this.bytes.length - this.start < most && this.fill());
    return this.text(0, Math.min(most, this.bytes.length - this.start));
  }

  public rest(): string {
    const parts = [this.bytes.subarray(this.start)];
    for (let piece = this.pieces.next(); !piece.done; piece = this.pieces.next()) {
      parts.push(piece.value);
    }
    this.isAtEnd = true;
    this.hold(concat(parts));
    this.start = this.bytes.length;
    return decoder.decode(this.bytes);
  }

  /** Takes one more piece in, and lets go of what is taken; false if there is none. */
  public fill(): boolean {
    if (this.isAtEnd) return false;
    const { done, value } = this.pieces.next();
    if (done) {
      this.isAtEnd = true;
      return false;
    }
    this.hold(concat([this.bytes.subarray(this.start), value]));
    this.start = 0;
    return true;
  }

  private hold(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }
}

const decoder = new TextDecoder();

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
