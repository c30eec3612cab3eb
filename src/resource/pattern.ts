/**
 * Patterns of schemas: the syntax of Go's regular expressions, in that of JavaScript.
 *
 * The two agree on what schemas use. Told apart are what a dot and white space mean, the end of a
 * text, classes with names, flags in front, and signs with a needless backslash.
 */

import { finderOf } from './automaton';

const COMPILED = new Map<string, ((text: string) => boolean) | undefined>();

const CLASSES: { readonly [name: string]: string } = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7F',
  blank: '\\t ',
  cntrl: '\\x00-\\x1F\\x7F',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: '\\t\\n\\v\\f\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};
const SPACE = '\\t\\n\\f\\r ';
const ANCHORS: { readonly [letter: string]: string } = { A: '^', z: '$', a: '\\x07' };

/**
 * Whether the pattern is found in the text. A pattern that cannot be run here finds everything: the
 * API server refuses a schema with a pattern that is wrong, so it is one that only Go understands.
 */
export function matches(text: string, pattern: string): boolean {
  if (!COMPILED.has(pattern)) COMPILED.set(pattern, compile(pattern));
  return COMPILED.get(pattern)?.(text) ?? true;
}

function compile(pattern: string): ((text: string) => boolean) | undefined {
  const [, flags = '', rest] = /^(?:\(\?([ims]+)\))?([^]*)$/.exec(pattern)!;
  const dot = flags.includes('s') ? '[^]' : '[^\\n]';
  try {
    return finderOf(
      rest.replace(TOKEN, (token) => translate(token, dot)),
      `u${flags}`,
    );
  } catch {
    return undefined;
  }
}

const ESCAPE = '\\\\Q[^]*?(?:\\\\E|$)|\\\\x\\{\\w+\\}|\\\\[pP](?:\\{\\w+\\}|[A-Z])|\\\\[^]';
const CLASS_TOKEN = new RegExp(`\\[:\\^?[a-z]+:\\]|${ESCAPE}|[^]`, 'gu');
/**
 * A class, an escape, the start of a named group, a count, or a single sign. A class ends, with the
 * pattern at the latest.
 */
const TOKEN = new RegExp(
  // eslint-disable-next-line regexp/no-super-linear-move
  `\\[\\^?\\]?(?:\\[:\\^?[a-z]+:\\]|\\\\(?:[^]|$)|[^\\]\\\\])*(?:\\]|$)|${ESCAPE}|\\(\\?P<|\\{\\d+(?:,\\d*)?\\}|[^]`,
  'gu',
);

function translate(token: string, dot: string): string {
  if (token.startsWith('\\')) return translateEscape(token, false);
  if (token === '.') return dot;
  if (token === '(?P<') return '(?<';
  if (token.startsWith('[')) {
    if (!token.endsWith(']')) throw new SyntaxError('a class of characters does not end');
    const start = token.startsWith('[^') ? 2 : 1;
    return `${token.slice(0, start)}${token.slice(start, -1).replace(CLASS_TOKEN, translateInClass)}]`;
  }
  return ']{}'.includes(token) ? `\\${token}` : token;
}

function translateInClass(token: string): string {
  if (token.startsWith('\\')) return translateEscape(token, true);
  if (!token.startsWith('[:')) return '[]'.includes(token) ? `\\${token}` : token;
  const name = token.slice(2, -2);
  if (!Object.hasOwn(CLASSES, name)) throw new SyntaxError(`no class of characters: ${name}`);
  return CLASSES[name];
}

function translateEscape(token: string, inClass: boolean): string {
  const letter = token[1];
  if (token.length > 2 && letter === 'Q') {
    return token
      .slice(2)
      .replace(/\\E$/, '')
      .replace(/[\\^$.*+?()[\]{}|/-]/g, hex);
  }
  if (token.length > 2 && letter === 'x') return `\\u${token.slice(2)}`;
  if (token.length > 2) {
    const property = token.slice(2).replace(/[{}]/g, '');
    return `\\${letter}{${property.length > 2 ? 'Script=' : ''}${property}}`;
  }
  if (letter === 's') return inClass ? SPACE : `[${SPACE}]`;
  if (letter === 'S' && !inClass) return `[^${SPACE}]`;
  if (!inClass && Object.hasOwn(ANCHORS, letter)) return ANCHORS[letter];
  // A needless backslash is an error to JavaScript.
  return /[0-9A-Za-z\\^$.*+?()[\]{}|/]/.test(letter) || (inClass && letter === '-')
    ? token
    : hex(token.slice(1));
}

function hex(letter: string): string {
  return `\\u{${letter.codePointAt(0)!.toString(16)}}`;
}
