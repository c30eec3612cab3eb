/**
 * A stream of documents, as kubectl takes it: YAML with `---` between, or JSON objects one after
 * the other.
 */
import { convert } from './convert';
import { readJson } from './json';
import { parseDocument } from './parser';
import { RARE_BREAKS, readPlain } from './plain';
import { Lines, Places, Position } from './position';
import { readPrintedJson } from './printed-json';
import { fail, YamlProblem } from './problem';

/** One document of a stream: its data, or what is wrong with it. */
export interface YamlDocument {
  /**
   * Where it begins in the text of its stream, and where it ends. The `---` before it may be a part
   * of it.
   */
  readonly start: number;
  readonly end: number;
  /** `plain`: YAML that means the same to every reader. `yaml`: other YAML. */
  readonly form: 'plain' | 'yaml' | 'json';
  /** Plain data; integers beyond 2^53 are bigints. Undefined if there is a problem. */
  readonly data?: unknown;
  readonly problem?: YamlProblem;
}

export interface YamlStream {
  /** The text that offsets refer to: lines end with a newline, and there is no byte order mark. */
  readonly text: string;
  readonly documents: readonly YamlDocument[];
  positionAt(offset: number): Position;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Of nearly all texts that programs write: nothing else has to be looked for then. */
const USUAL = /^[\t\n\x20-\x7e]*$/;
/** What YAML does not allow anywhere. */
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]|\p{Cs}/u;
/** Left out by some readers, and a character to others. */
const BYTE_ORDER_MARK = '\ufeff';
/** What is a space to Go. */
const SPACES = '[\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]*';
/** Text that begins so is read as JSON first. */
const OPENING_BRACE = new RegExp(`^${SPACES}\\{`);
/** What may stand behind `---`. */
const SEPARATOR_REST = new RegExp(`^${SPACES}(?:#|$)`);
/** The end of the line behind a JSON object. */
const LINE_REST = new RegExp(`^${SPACES.replace('\\t-\\r', '\\t\\v\\f\\r')}`);

/** So many bytes must stand behind a JSON object, or kubectl does not look for YAML there. */
const SHORTEST_REST = 4;

/**
 * Documents by their text, for those who read the same ones several times: their data must then not
 * be changed.
 */
export type KnownDocuments = Map<string, ReadDocument>;

type ReadDocument = Pick<YamlDocument, 'form' | 'data'>;

/**
 * Reads all documents. Never throws: what is wrong is told with its document. What is `known` is
 * not read again.
 */
export function readYaml(input: string, known?: KnownDocuments): YamlStream {
  const text = normalize(input);
  const written = text.length - (text.endsWith('\n') && !input.endsWith('\n') ? 1 : 0);
  const documents = [
    ...(OPENING_BRACE.test(text) ? readBraces(text, written) : readChunks(text, 0, known)),
  ];
  const lines = new Lines(text);
  return { text, documents, positionAt: (offset) => lines.positionAt(offset) };
}

/** The places of a document's fields, which are only looked for when somebody asks. */
export function placesOf(
  stream: YamlStream,
  document: YamlDocument,
): { data: unknown; places: Places } {
  const { text } = stream;
  const { start, end, form } = document;
  if (form === 'plain') {
    const places: Places = new Map();
    const data = readPlain(text, start, end, places);
    if (data !== undefined) return { data, places };
  }
  const places: Places = new Map();
  if (form === 'json') {
    return { data: readJson(text, start, end, places).next().value?.value, places };
  }
  const { root } = parseDocument(text, start, end);
  return { data: root && convert(root, places), places };
}

function normalize(input: string): string {
  let text = input.startsWith(BYTE_ORDER_MARK) ? input.slice(1) : input;
  if (text.includes('\r')) text = text.replaceAll('\r\n', '\n');
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/**
 * Text that begins with a brace is JSON, objects one after the other, until one of them is not. If
 * that is the first or the second one, the rest is read as YAML: JSON is YAML but for its escapes,
 * and `---` may stand between.
 */
function* readBraces(text: string, written: number): Generator<YamlDocument> {
  const { documents, count, end, problem } = readObjects(text);
  yield* documents;
  if (problem === undefined) return;
  const rest = end + LINE_REST.exec(text.slice(end))![0].length;
  if (
    count > 1 ||
    Buffer.byteLength(text.slice(rest, Math.min(written, rest + SHORTEST_REST))) < SHORTEST_REST ||
    problem.code !== 'json'
  ) {
    yield { start: end, end: text.length, form: 'json', problem };
    return;
  }
  const [first, ...others] = readChunks(text, text[rest] === '\n' ? rest + 1 : rest);
  const looksLikeJson = count > 0 || /^\s*\{\s*(?:"|$)/.test(text.slice(0, 200));
  if (first) {
    yield first.problem?.code === 'syntax' && looksLikeJson
      ? { start: end, end: first.end, form: 'json', problem }
      : first;
  }
  yield* others;
}

/** The JSON objects at the beginning, where they end, and what is wrong with the next one. */
function readObjects(text: string): {
  documents: YamlDocument[];
  count: number;
  end: number;
  problem?: YamlProblem;
} {
  const printed = readPrintedJson(text, 0, text.length);
  if (printed) {
    return {
      documents: [{ start: 0, end: text.length - 1, form: 'json', data: printed }],
      count: 1,
      end: text.length - 1,
    };
  }
  const documents: YamlDocument[] = [];
  let count = 0;
  let end = 0;
  try {
    for (const object of readJson(text, 0, text.length)) {
      if (object.value !== null) {
        documents.push({ start: object.start, end: object.end, form: 'json', data: object.value });
      }
      count += 1;
      end = object.end;
    }
    return { documents, count, end };
  } catch (error) {
    return { documents, count, end, problem: problemOf(error) };
  }
}

function* readChunks(text: string, from: number, known?: KnownDocuments): Generator<YamlDocument> {
  const isUsual = USUAL.test(text);
  const hasControl = !isUsual && CONTROL.test(text);
  const hasMark = !isUsual && text.includes(BYTE_ORDER_MARK);
  const mayBePlain = isUsual || (!hasControl && !RARE_BREAKS.test(text));
  for (const chunk of chunksOf(text, from)) {
    if ('problem' in chunk) {
      yield chunk;
      continue;
    }
    const { start, end } = chunk;
    const own = known && text.slice(start, end);
    const same = own === undefined ? undefined : known!.get(own);
    if (same) {
      yield { start, end, ...same };
      continue;
    }
    try {
      if (hasControl) failOnControl(text, start, end);
      const read =
        (mayBePlain ? readUsual(text, start, end) : undefined) ??
        readAny(text, start, end, hasMark);
      if (read.data === undefined || read.data === null) continue;
      if (own !== undefined) known!.set(own, read);
      yield { start, end, ...read };
    } catch (error) {
      yield { start, end, form: 'yaml', problem: problemOf(error) };
    }
  }
}

/** What programs write; undefined for anything else. */
function readUsual(text: string, start: number, end: number): ReadDocument | undefined {
  const plain = readPlain(text, start, end);
  if (plain !== undefined) return { form: 'plain', data: plain };
  const printed = readPrintedJson(text, text.startsWith('---\n', start) ? start + 4 : start, end);
  return printed && { form: 'yaml', data: printed };
}

function readAny(text: string, start: number, end: number, hasMark: boolean): ReadDocument {
  const { root, isUsual } = parseDocument(text, start, end);
  const form =
    isUsual && !(hasMark && text.slice(start, end).includes(BYTE_ORDER_MARK)) ? 'plain' : 'yaml';
  return { form, data: root && convert(root) };
}

function failOnControl(text: string, start: number, end: number): void {
  const control = CONTROL.exec(text.slice(start, end));
  if (!control) return;
  const code = control[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  fail(
    'control-character',
    start + control.index,
    `the character U+${code} is not allowed in YAML`,
    'remove it, or write it as an escape in double quotes; if it is not a text file, exclude it',
  );
}

function problemOf(error: unknown): YamlProblem {
  if (error instanceof YamlProblem) return error;
  throw error;
}

/**
 * The documents' texts: the lines between those that begin with three dashes. Such a line is the
 * beginning of a document if nothing stands between it and the one before.
 */
function* chunksOf(text: string, from: number): Generator<Range | YamlDocument> {
  let start = from;
  let problem: YamlProblem | undefined;
  for (
    let at = text.startsWith('---', from) ? from : separatorFrom(text, from);
    ;
    at = separatorFrom(text, at + 1)
  ) {
    if (problem) yield { start, end: at, form: 'yaml', problem };
    else if (start < at) yield { start, end: at };
    if (at === text.length) return;
    const lineEnd = text.indexOf('\n', at);
    const isEmpty = start === at;
    problem = SEPARATOR_REST.test(text.slice(at + 3, lineEnd)) ? undefined : separatorProblem(at);
    start = problem || isEmpty ? at : lineEnd + 1;
  }
}

function separatorProblem(offset: number): YamlProblem {
  return new YamlProblem(
    'separator',
    offset,
    'a line begins with --- and continues, which kubectl does not accept',
    'write --- on a separate line, with a comment at most',
  );
}

/** The next line that begins with three dashes; the length of the text if there is none. */
function separatorFrom(text: string, from: number): number {
  const found = text.indexOf('\n---', from);
  return found < 0 ? text.length : found + 1;
}
