/** The programs of the documents in a language: those of its pages, and of docs/languages.md, with what they print. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(__dirname, '..', '..', 'docs');

export interface Program {
  /** Where it is. */
  readonly name: string;
  readonly code: string;
  /** What stands below it, if that is what it prints. */
  readonly prints?: string;
}

/** What came of a program. */
export interface Outcome {
  readonly printed: string;
  /** Why it did not end well. */
  readonly failure?: string | null;
}

/** A YAML block that is a file of this name. */
const NAMED = /^# \S+\.yaml\n/;

/** All programs in a language, which has its own folder and fence. */
export function programsIn(language: string): Program[] {
  const files = [...readdirSync(join(DOCS, language)).sort().map((file) => join(language, file)), 'languages.md'];
  return files.flatMap((file) => {
    const fences = [...readFileSync(join(DOCS, file), 'utf8').matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```$/gm)];
    return fences.flatMap(([, tag, code], index): Program[] => {
      // The same in other languages may stand between them.
      const next = fences.slice(index + 1).find(([, other]) => other === language || !['ts', 'python', 'java', 'go'].includes(other));
      return tag === language ? [{ name: `docs/${file}, block ${index + 1}`, code, prints: next?.[1] === 'yaml' && !NAMED.test(next[2]) ? next[2] : undefined }] : [];
    });
  });
}

/** What is wrong with what came of programs. Empty lines do not count: what is printed of YAML ends with one. */
export function complaints(programs: readonly Program[], outcomes: readonly Outcome[]): string[] {
  const lines = (text: string) => text.split('\n').filter((line) => line !== '').join('\n');
  return programs.flatMap(({ name, prints }, index) => {
    const { printed = '', failure = 'it was not run' } = outcomes[index] ?? {};
    if (failure) return [`${name}: ${failure}`];
    return prints === undefined || lines(printed) === lines(prints) ? [] : [`${name} printed:\n${printed}`];
  });
}
