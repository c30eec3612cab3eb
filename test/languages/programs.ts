/**
 * The programs of the documents in a language: those of its pages, and of docs/languages.md, with
 * what they print.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parseAllDocuments } from 'yaml';

const DOCS = join(__dirname, '..', '..', 'docs');

export interface Program {
  /** Where it is. */
  readonly name: string;
  readonly code: string;
  /** What stands below it, if that is what it prints. */
  readonly prints?: string;
  /** The files that stand above it, by their names. */
  readonly files: ReadonlyMap<string, string>;
}

/** What came of a program. */
export interface Outcome {
  readonly printed: string;
  /** Why it did not end well. */
  readonly failure?: string | null;
}

/** A YAML block that is a file of this name. */
const NAMED = /^# (\S+\.yaml)\n/;

/** All programs in a language, which has its own folder and fence. */
export function programsIn(language: string): Program[] {
  const files = [
    ...readdirSync(join(DOCS, language))
      .sort()
      .map((file) => join(language, file)),
    'languages.md',
  ];
  return files.flatMap((file) => {
    const fences = [
      ...readFileSync(join(DOCS, file), 'utf8').matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```$/gm),
    ];
    return fences.flatMap(([, tag, code], index): Program[] => {
      // The same in other languages may stand between them.
      const next = fences
        .slice(index + 1)
        .find(([, other]) => other === language || !['ts', 'python', 'java', 'go'].includes(other));
      return tag === language
        ? [
            {
              name: `docs/${file}, block ${index + 1}`,
              code,
              prints: next?.[1] === 'yaml' && !NAMED.test(next[2]) ? next[2] : undefined,
              files: filesIn(fences.slice(0, index).map(([, , text]) => text)),
            },
          ]
        : [];
    });
  });
}

function filesIn(blocks: readonly string[]): Program['files'] {
  return new Map(
    blocks.flatMap((text): (readonly [string, string])[] => {
      const name = NAMED.exec(text)?.[1];
      return name === undefined ? [] : [[name, text]];
    }),
  );
}

/** Writes the files that programs may read into the folder in which they run. */
export function writeFilesOf(programs: readonly Program[], folder: string): void {
  for (const { files } of programs) {
    for (const [name, text] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  }
}

/** Ends what a program prints, and begins why it failed: by these, one process runs all. */
export const [END, FAILED] = ['\u0001', '\u0002'];

/** What came of programs that one process ran. */
export function outcomesOf(stdout: string, why: string): Outcome[] {
  const parts = stdout.split(END);
  return parts.map((part, index): Outcome => {
    const [printed, failure] = part.split(FAILED);
    return { printed, failure: failure ?? (index === parts.length - 1 ? why : null) };
  });
}

/**
 * Empty lines do not count, since what is printed of YAML ends with one, and neither does the order
 * of keys, which Go does not keep.
 */
function isSame(printed: string, prints: string): boolean {
  const lines = (text: string) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .join('\n');
  const values = (text: string) =>
    parseAllDocuments(lines(text)).map((document) => document.toJS());
  return lines(printed) === lines(prints) || isDeepStrictEqual(values(printed), values(prints));
}

/** What is wrong with what came of programs. */
export function complaints(programs: readonly Program[], outcomes: readonly Outcome[]): string[] {
  return programs.flatMap(({ name, prints }, index) => {
    const { printed = '', failure = 'it was not run' } = outcomes[index] ?? {};
    if (failure) return [`${name}: ${failure}`];
    return prints === undefined || isSame(printed, prints) ? [] : [`${name} printed:\n${printed}`];
  });
}
