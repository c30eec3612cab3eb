/** Bytes of UTF-16 as UTF-8: shells of Windows write redirected output so. */
import { concat } from './window';

/** The pieces as UTF-8; those of UTF-16, which a byte order mark tells, all at once. */
export function* textIn(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  const iterator = pieces[Symbol.iterator]();
  const first = iterator.next();
  if (first.done) return;
  const encoding = encodingOf(first.value);
  if (encoding === undefined) {
    yield first.value[0] === 0xef && first.value[1] === 0xbb
      ? first.value.subarray(3)
      : first.value;
    for (let next = iterator.next(); !next.done; next = iterator.next()) yield next.value;
    return;
  }
  const parts = [first.value];
  for (let next = iterator.next(); !next.done; next = iterator.next()) parts.push(next.value);
  const text = new TextDecoder(encoding).decode(concat(parts));
  yield new TextEncoder().encode(text.replaceAll('\r\n', '\n'));
}

function encodingOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}
