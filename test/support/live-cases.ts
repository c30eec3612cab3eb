/**
 * The recorded cases of live clusters: packed in this repository, or one folder each where
 * `CONFORMANCE` names another folder.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { conformanceFolder } from './conformance';
import { readReadOut, ReadOut } from '../../src/read-out';
import { readYaml } from '../../src/yaml';

/** What a case says of itself. */
export interface RecordedCase {
  readonly id: string;
  readonly kind: string;
  readonly about: string;
  readonly [key: string]: unknown;
}

/** One case; its parts are read when they are asked for. */
export interface LiveFiles {
  readonly case: RecordedCase;
  /** `live.json`. */
  text(): string;
  readOut(): ReadOut;
  /** The documents of NEW. */
  manifests(): unknown[];
}

const PACKED = 'cases.jsonl.br';

/** All cases, by their names. What cannot be read is a case as well, which fails. */
export function liveFiles(): LiveFiles[] {
  const folder = conformanceFolder('live');
  const packed = join(folder, PACKED);
  return existsSync(packed) ? unpacked(readFileSync(packed)) : inFolders(folder);
}

function unpacked(bytes: Uint8Array): LiveFiles[] {
  const lines = brotliDecompressSync(bytes).toString('utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const {
      case: one,
      live,
      new: manifests,
    } = JSON.parse(line) as {
      readonly case: RecordedCase;
      readonly live: unknown;
      readonly new?: string;
    };
    return filesOf(
      one,
      () => `${JSON.stringify(live, null, 1)}\n`,
      () => manifests ?? '',
    );
  });
}

function inFolders(folder: string): LiveFiles[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const at = (file: string) => join(folder, name, file);
      const manifests = () =>
        existsSync(at('new.yaml')) ? readFileSync(at('new.yaml'), 'utf8') : '';
      return filesOf(
        caseIn(at('case.json'), name),
        () => readFileSync(at('live.json'), 'utf8'),
        manifests,
      );
    });
}

function caseIn(file: string, id: string): RecordedCase {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RecordedCase;
  } catch (error) {
    return { id, kind: 'diff', about: String(error), answers: { 'the case': { verdict: 'read' } } };
  }
}

function filesOf(one: RecordedCase, text: () => string, manifests: () => string): LiveFiles {
  return {
    case: one,
    text,
    readOut: () => readReadOut([{ name: 'live.json', bytes: [new TextEncoder().encode(text())] }]),
    manifests: () => readYaml(manifests()).documents.map(({ data }) => data),
  };
}
