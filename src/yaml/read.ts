/** A stream of documents, as kubectl takes it: YAML with `---` between, or JSON objects one after the other. */
import { append } from '../kube';
import { readJson } from './json';
import { readPlain, UNCERTAIN } from './plain';
import { Lines, Places, Position } from './position';
import { Problem, ProblemError } from './problem';

/** One document of a stream: its data, or what is wrong with it. */
export interface YamlDocument {
  /** Where it begins in the text of its stream, and where it ends. */
  readonly start: number;
  readonly end: number;
  /** `plain`: YAML that means the same to every reader, by itself. `full`: other YAML. `lenient`: YAML that only Kubernetes' reader takes. */
  readonly form: 'plain' | 'full' | 'lenient' | 'json';
  /** Plain data; integers beyond 2^53 are bigints. Undefined if there is a problem. */
  readonly data?: unknown;
  readonly problem?: Problem;
}

/** The documents of one text. */
export interface YamlStream {
  /** The text that offsets refer to: lines end with a newline, and there is no byte order mark. */
  readonly text: string;
  readonly documents: readonly YamlDocument[];
  positionAt(offset: number): Position;
}

interface Chunk { readonly start: number; readonly end: number; readonly isBare: boolean }

/** What YAML does not allow anywhere; and what only some readers take for the end of a line. */
const UNUSUAL = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\p{Cs}/u;
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]|\p{Cs}/u;
/** The beginning of the first line that has more than a comment. */
const FIRST_CONTENT = /^[ \t]*[^ \t\n#]/gm;
const DIRECTIVE = /^%/m;

/** Reads all documents. Never throws: what is wrong is told with its document. */
export function readYaml(input: string): YamlStream {
  const text = normalize(input);
  const isUsual = !UNUSUAL.test(text);
  const documents: YamlDocument[] = [];
  for (const chunk of chunksOf(text)) append(documents, readChunk(text, chunk, isUsual));
  const lines = new Lines(text);
  return { text, documents, positionAt: (offset) => lines.positionAt(offset) };
}

/** The places of a document's fields, which are only looked for when somebody asks. */
export function placesOf(stream: YamlStream, document: YamlDocument): { data: unknown; places: Places } {
  const places: Places = new Map();
  const { text } = stream;
  const { start, end, form } = document;
  if (form === 'json') return { data: readJson(text, start, end, places).next().value?.value, places };
  if (form === 'plain' || form === 'lenient') return { data: readPlain(text, start, end, places, form === 'lenient'), places };
  return { data: fullReader().readFull(text, start, end, places), places };
}

function normalize(input: string): string {
  let text = input.startsWith('\ufeff') ? input.slice(1) : input;
  if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function* readChunk(text: string, chunk: Chunk, isUsual: boolean): Generator<YamlDocument> {
  const { start, end } = chunk;
  FIRST_CONTENT.lastIndex = start;
  const first = FIRST_CONTENT.exec(text);
  if (!first || first.index >= end) return;
  if (chunk.isBare && first[0].endsWith('{')) {
    yield* readBraces(text, chunk, first.index + first[0].length - 1);
    return;
  }
  if (chunk.isBare && (isUsual || !UNUSUAL.test(text.slice(start, end)))) {
    const data = readPlain(text, start, end);
    if (data !== UNCERTAIN) {
      yield { start, end, form: 'plain', data };
      return;
    }
  }
  yield* readOther(text, chunk);
}

/** JSON, or a YAML document that is a mapping in braces. */
function* readBraces(text: string, chunk: Chunk, brace: number): Generator<YamlDocument> {
  const { start, end } = chunk;
  const documents: YamlDocument[] = [];
  let problem: Problem | undefined;
  try {
    for (const { value, ...range } of readJson(text, start, end)) documents.push({ ...range, form: 'json', data: value });
  } catch (error) {
    problem = problemOf(error);
  }
  if (problem === undefined) {
    yield* documents;
    return;
  }
  const asYaml = [...readOther(text, chunk)];
  const looksLikeJson = /^\{\s*("|$)/.test(text.slice(brace, brace + 200));
  if (asYaml.some((document) => document.problem) && (documents.length > 0 || looksLikeJson)) {
    yield* documents;
    yield { start, end, form: 'json', problem };
  } else {
    yield* asYaml;
  }
}

function* readOther(text: string, chunk: Chunk): Generator<YamlDocument> {
  const { start, end } = chunk;
  try {
    failOnControl(text, start, end);
    const data = fullReader().readFull(text, start, end);
    if (data !== undefined) yield { start, end, form: 'full', data };
  } catch (error) {
    const problem = problemOf(error);
    const data = problem.code === 'syntax' ? readLenient(text, chunk) : UNCERTAIN;
    if (data === UNCERTAIN) yield { start, end, form: 'full', problem };
    else yield { start, end, form: 'lenient', data };
  }
}

/** A quoted text may go on in any column for Kubernetes' reader, though YAML asks for an indentation. */
function readLenient(text: string, { start, end, isBare }: Chunk): unknown {
  return isBare && !UNUSUAL.test(text.slice(start, end)) ? readPlain(text, start, end, undefined, true) : UNCERTAIN;
}

function failOnControl(text: string, start: number, end: number): void {
  const control = CONTROL.exec(text.slice(start, end));
  if (!control) return;
  const code = control[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  throw new ProblemError({
    code: 'control-character',
    offset: start + control.index,
    message: `the character U+${code} cannot stand in YAML`,
    remedy: 'remove it, or write it as an escape in double quotes; if the file is no text at all, leave it out',
  });
}

function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  throw error;
}

/** Most input never needs it, and it takes longer to load than to read a thousand plain documents. */
function fullReader(): typeof import('./full') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('./full') as typeof import('./full');
}

/** The documents' texts. A bare one is all of its lines: it has no directive, and nothing on the line of its `---`. */
function* chunksOf(text: string): Generator<Chunk> {
  const markers = new Markers(text);
  let start = 0;
  let isBare = true;
  for (let marker = markers.next(0); marker < text.length; marker = markers.next(marker + 1)) {
    const isStart = text.startsWith('---', marker);
    const lineEnd = text.indexOf('\n', marker) + 1;
    const isPreamble = isStart && marker > start && isBare && hasDirective(text, start, marker);
    if (isPreamble) {
      isBare = false;
      continue;
    }
    yield { start, end: marker, isBare };
    isBare = !isStart || /^[ \t]*(#|$)/.test(text.slice(marker + 3, lineEnd - 1));
    start = isBare ? lineEnd : marker;
  }
  yield { start, end: text.length, isBare };
}

/** Whether there are directives there, and nothing else but comments. */
function hasDirective(text: string, start: number, end: number): boolean {
  const lines = text.slice(start, end);
  return DIRECTIVE.test(lines) && /^(?:[ \t]*(?:#.*)?\n|%.*\n)*$/.test(lines);
}

/** Finds the lines that are `---` or `...`, or begin so. Each of the two is only looked for behind where it was found last. */
class Markers {
  private dashes = -1;
  private dots = -1;

  constructor(private readonly text: string) {}

  /** The first marker from here on; the length of the text if there is none. */
  public next(from: number): number {
    if (this.dashes < from) this.dashes = this.find('---', from);
    if (this.dots < from) this.dots = this.find('...', from);
    return Math.min(this.dashes, this.dots);
  }

  private find(marker: string, from: number): number {
    if (from === 0 && this.isMarker(marker, 0)) return 0;
    const pattern = `\n${marker}`;
    for (let at = this.text.indexOf(pattern, Math.max(0, from - 1)); at >= 0; at = this.text.indexOf(pattern, at + 1)) {
      if (this.isMarker(marker, at + 1)) return at + 1;
    }
    return this.text.length;
  }

  private isMarker(marker: string, at: number): boolean {
    return this.text.startsWith(marker, at) && /[ \t\n]/.test(this.text[at + 3] ?? '\n');
  }
}
