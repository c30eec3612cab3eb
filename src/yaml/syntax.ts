/** What is wrong with a text that is not YAML, in words that say what to do. */
import { Document, isCollection, isPair, isScalar, Node } from 'yaml';
import { fail } from './problem';

interface Words { readonly message: string; readonly remedy: string }

const WORDS: { readonly [code: string]: Words } = {
  ALIAS_PROPS: { message: 'an alias has a tag or an anchor', remedy: 'take it away: an alias only has its name' },
  BAD_ALIAS: { message: 'an alias or anchor has no name', remedy: 'name it, or put the text in quotes' },
  BAD_DIRECTIVE: { message: 'a line begins with % and is no directive that YAML knows', remedy: 'only %YAML and %TAG lines stand before ---' },
  BAD_DQ_ESCAPE: { message: 'a text in double quotes has an escape that YAML does not know', remedy: 'write \\\\ for a backslash, or use single quotes' },
  BAD_INDENT: { message: 'the indentation does not fit what stands before', remedy: 'fields of one mapping and items of one list begin in the same column' },
  BAD_PROP_ORDER: { message: 'a tag or an anchor is in the wrong place', remedy: 'write it behind the colon or the dash' },
  BAD_SCALAR_START: { message: 'a text begins with a character that YAML keeps for itself', remedy: 'put the text in quotes' },
  BLOCK_AS_IMPLICIT_KEY: { message: 'there is a second mapping or list on the line of a key', remedy: 'put a text that contains ": " or begins with "- " in quotes' },
  BLOCK_IN_FLOW: { message: 'a list or mapping by lines stands within brackets', remedy: 'close the bracket before, or write it in brackets as well' },
  KEY_OVER_1024_CHARS: { message: 'a key has more than 1024 characters', remedy: 'shorten it' },
  MISSING_CHAR: { message: 'something is missing here: a quote, a bracket, a comma, a colon or a space', remedy: 'close what is open, and put a space behind each colon' },
  MULTILINE_IMPLICIT_KEY: { message: 'a key goes over several lines', remedy: 'look for a colon that is missing, or a quote that is not closed' },
  MULTIPLE_ANCHORS: { message: 'a value has two anchors', remedy: 'leave one of them' },
  MULTIPLE_TAGS: { message: 'a value has two tags', remedy: 'leave one of them' },
  RESOURCE_EXHAUSTION: { message: 'lists and mappings lie too deep in each other', remedy: 'nothing in Kubernetes is that deep: look for brackets that are not closed' },
  TAB_AS_INDENT: { message: 'a line is indented with a tab, which YAML does not allow', remedy: 'indent with spaces' },
  TAG_RESOLVE_FAILED: { message: 'a tag does not fit its value', remedy: 'take the tag away' },
  UNCLOSED: { message: 'a quote or bracket opens here and is not closed', remedy: 'close it, or put the text in quotes of the other kind' },
};
const OTHER: Words = { message: 'this is not YAML', remedy: 'look for a quote or bracket that is not closed, or a text that should be in quotes' };

/** Tells of the first mistake in the text. */
export function failSyntax({ errors, contents }: Document.Parsed, source: string, start: number): never {
  const first = errors.reduce((one, other) => other.pos[0] < one.pos[0] ? other : one);
  const [at] = first.pos;
  const tab = tabBefore(source, at);
  if (tab !== undefined) failAt('TAB_AS_INDENT', start + tab);
  const opened = /^Missing closing|end with a/.test(first.message) ? openedAt(contents, at) : undefined;
  if (opened !== undefined) failAt('UNCLOSED', start + opened);
  return failAt(first.code, start + Math.min(at, Math.max(0, source.length - 1)));
}

/** All nodes, as they come in the text. */
export function* nodesOf(root: unknown): Generator<Node> {
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const node = pending.pop();
    if (isPair(node)) {
      pending.push(node.value, node.key);
    } else if (node !== null && node !== undefined) {
      yield node as Node;
      if (isCollection(node)) for (let index = node.items.length - 1; index >= 0; index -= 1) pending.push(node.items[index]);
    }
  }
}

/** Where the quote or the bracket is that was still open at an offset: the innermost one. */
function openedAt(root: unknown, offset: number): number | undefined {
  let opened: number | undefined;
  for (const node of nodesOf(root)) {
    const isEnclosed = isScalar(node) ? node.type?.startsWith('QUOTE') : isCollection(node) && node.flow;
    if (isEnclosed && node.range && node.range[0] < offset && node.range[1] >= offset) opened = node.range[0];
  }
  return opened;
}

function failAt(code: string, offset: number): never {
  const { message, remedy } = WORDS[code] ?? OTHER;
  return fail(code === 'TAB_AS_INDENT' ? 'tab' : 'syntax', offset, message, remedy);
}

/** A tab within the indentation of the line of the mistake, or of the line before. */
function tabBefore(source: string, offset: number): number | undefined {
  const lineStart = source.lastIndexOf('\n', offset - 1) + 1;
  const previous = source.lastIndexOf('\n', lineStart - 2) + 1;
  for (const line of [previous, lineStart]) {
    const indentation = /^[ \t]*/.exec(source.slice(line, line + 200))![0];
    const tab = indentation.indexOf('\t');
    if (tab >= 0 && line + tab < source.length && !/^[ \t]*(\n|$)/.test(source.slice(line, line + 400))) return line + tab;
  }
  return undefined;
}
