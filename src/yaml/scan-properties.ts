/** Anchors, aliases and tags, as kubectl's scanner takes them. */
import { BANG, charactersOf, GREATER, isBlankOrEnd, LESS } from './characters';
import { Cursor } from './cursor';
import { failSyntax } from './syntax';

const NAME = charactersOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-');
const URI = charactersOf(
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-;/?:@&=+$,.!~*'()[]%",
);
/** Characters that may stand right behind a name. */
const BEHIND_NAME = charactersOf('?:,]}%@`');
const TAG_PREFIX = 'tag:yaml.org,2002:';

/** The name behind `&` or `*`. */
export function scanAnchor(cursor: Cursor): string {
  const start = cursor.at;
  cursor.at += 1;
  const name = takeAll(cursor, NAME);
  const next = cursor.code();
  if (name === '' || !(isBlankOrEnd(next) || (next < 128 && BEHIND_NAME[next] === 1))) {
    failSyntax('alias', start);
  }
  return name;
}

/** The whole name of a tag, which is written as `!`, `!suffix`, `!!suffix` or `!<whole>`. */
export function scanTag(cursor: Cursor): string {
  const start = cursor.at;
  const tag = cursor.code(1) === LESS ? wholeTag(cursor) : shortTag(cursor);
  if (!isBlankOrEnd(cursor.code())) failSyntax('tag', start);
  return tag;
}

function wholeTag(cursor: Cursor): string {
  const start = cursor.at;
  cursor.at += 2;
  const tag = uri(cursor);
  if (tag === '' || cursor.code() !== GREATER) failSyntax('tag', start);
  cursor.at += 1;
  return tag;
}

/**
 * Other handles than `!` and `!!` must be declared before `---`, and kubectl takes nothing there.
 */
function shortTag(cursor: Cursor): string {
  const start = cursor.at;
  cursor.at += 1;
  const name = takeAll(cursor, NAME);
  if (cursor.code() !== BANG) return `!${name}${uri(cursor)}`;
  cursor.at += 1;
  const suffix = uri(cursor);
  if (name !== '' || suffix === '') failSyntax('tag', start);
  return TAG_PREFIX + suffix;
}

function uri(cursor: Cursor): string {
  const start = cursor.at;
  const text = takeAll(cursor, URI);
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return failSyntax('tag', start + text.indexOf('%'));
  }
}

function takeAll(cursor: Cursor, characters: Uint8Array): string {
  const start = cursor.at;
  let at = start;
  for (
    let code = cursor.codeAt(at);
    code < 128 && characters[code] === 1;
    code = cursor.codeAt(at)
  ) {
    at += 1;
  }
  cursor.at = at;
  return cursor.text.slice(start, at);
}
