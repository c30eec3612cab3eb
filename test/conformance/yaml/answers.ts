/** kubectl's answers to texts, and how the reader of this package compares with them. */
import { readYaml } from '../../../src/yaml';

/** What `decode/main.go` prints for a text. */
export interface Answer {
  readonly text: string;
  /** The documents, as JSON. */
  readonly documents: readonly string[];
  readonly error?: string;
  /** kubectl leaves out what stands behind a document, without a word. */
  readonly rest?: boolean;
  /** kubectl's strict twin refuses: a key is there twice, perhaps by a merge. */
  readonly twice?: boolean;
}

/** What is compared, for the table of differences. */
export type Verdict =
  | 'the same data'
  | 'both refuse'
  | 'refused for what kubectl drops'
  | 'refused for keys that are there twice';

/**
 * How the reader's answer goes with kubectl's, or how it differs.
 *
 * On purpose it refuses where kubectl drops something without a word: the second of two keys, or
 * text behind a document. What `<<` merges may be there twice: kubectl takes it, its strict twin
 * does not.
 */
export function verdictOn({
  text,
  documents,
  error,
  rest,
  twice,
}: Answer): Verdict | { readonly differs: string } {
  const stream = readYaml(text);
  const problem = stream.documents.find((document) => document.problem)?.problem;
  if (error !== undefined) {
    return problem ? 'both refuse' : { differs: `kubectl refuses: ${error}` };
  }
  if (rest) {
    return problem
      ? 'refused for what kubectl drops'
      : { differs: 'kubectl drops a part, and it was not told' };
  }
  if (twice && problem) return 'refused for keys that are there twice';
  if (problem) return { differs: `refused: ${problem.message}` };
  const ours = stream.documents.map(({ data }) => canonical(data));
  const theirs = documents.map((json) => canonical(JSON.parse(exact(json))));
  if (ours.join('\n') !== theirs.join('\n')) {
    return { differs: `${ours.join(' ')} is ${theirs.join(' ')} to kubectl` };
  }
  return twice && !text.includes('<<')
    ? { differs: 'a key is there twice, and it was not told' }
    : 'the same data';
}

/** Integers of 64 bits that a double cannot hold become texts: JSON.parse would round them. */
function exact(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g, (token) =>
    isLong(token) ? JSON.stringify(`integer ${token}`) : token,
  );
}

function isLong(token: string): boolean {
  return /^-?\d{16,}$/.test(token) && BigInt(token) >= -(2n ** 63n) && BigInt(token) < 2n ** 64n;
}

function canonical(value: unknown): string {
  if (typeof value === 'bigint') return JSON.stringify(`integer ${value}`);
  if (typeof value === 'number') {
    return /^-?\d{16,}$/.test(String(value))
      ? JSON.stringify(`integer ${value}`)
      : JSON.stringify(value + 0);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'string') return jsonOf(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([key, field]) => `${jsonOf(key)}:${canonical(field)}`).join(',')}}`;
}

/** Half of a pair is no character: Go reads another one for it. */
function jsonOf(value: string): string {
  return JSON.stringify(value.replace(/\p{Cs}/gu, '\ufffd'));
}
