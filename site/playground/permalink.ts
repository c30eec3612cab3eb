/**
 * Permanent links: the state of the page, compressed, in the fragment of its address, which
 * browsers send to nobody.
 */
import { MODES, NO_OPTIONS, Options, State } from './protocol';

const VERSION = '#v1:';
/** What chat programs and browsers still take for a link. */
const MOST = 32_000;

/** The fragment, or undefined if it would be too long for a link. */
export async function fragmentOf(state: State): Promise<string | undefined> {
  const { mode, text, next, options } = state;
  const bytes = await through(
    new TextEncoder().encode(JSON.stringify({ mode, text, next, options })),
    new CompressionStream('deflate-raw'),
  );
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  const encoded = btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return encoded.length > MOST ? undefined : `${VERSION}${encoded}`;
}

/** The state that a fragment holds; undefined if it holds none. */
export async function stateOf(fragment: string): Promise<State | undefined> {
  if (!fragment.startsWith(VERSION) || fragment.length > MOST + VERSION.length) return undefined;
  try {
    const letters = atob(fragment.slice(VERSION.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = await through(bytes, new DecompressionStream('deflate-raw'));
    return readState(JSON.parse(new TextDecoder().decode(text)));
  } catch {
    return undefined;
  }
}

/** Whoever made the link. */
function readState(value: unknown): State {
  const { mode, text, next, options } = value as { readonly [key: string]: unknown };
  const given = (options ?? {}) as { readonly [key: string]: unknown };
  const read = Object.fromEntries(
    Object.keys(NO_OPTIONS).map((key) => [key, textOf(given[key])]),
  ) as unknown as Options;
  return {
    mode: MODES.find((one) => one === mode) ?? 'check',
    text: textOf(text),
    next: textOf(next),
    options: read,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}
