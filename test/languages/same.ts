/**
 * The output of the app and its messages, compared: the same in each language, and the same with
 * each cdk8s-plus but for its defaults.
 */
import { Check, hasNone } from './language';

/** What an app wrote, and what it said of wrong inputs. */
export interface Written {
  readonly files: { readonly [file: string]: string };
  readonly words: readonly string[];
}

/**
 * The options in what is said of wrong inputs, as each language writes them; Java writes them as
 * TypeScript does.
 */
const NAMED: { readonly [language: string]: { readonly [was: string]: string } } = {
  Python: { ': fileSystemId: ': ': file_system_id: ', ': claimName: ': ': claim_name: ' },
  Go: {
    ': fileSystemId: ': ': FileSystemId: ',
    ': claimName: ': ': ClaimName: ',
    ': worker.replicas: ': ': Worker.Replicas: ',
    ': storage: ': ': Storage: ',
    'kubernetes: ': 'Kubernetes: ',
  },
};

/** What a language says where TypeScript says this. */
function inWordsOf(language: string, words: string): string {
  return Object.entries(NAMED[language] ?? {}).reduce(
    (text, [was, is]) => text.replace(was, is),
    words,
  );
}

/** The defaults of a newer cdk8s-plus that docs/flavours.md names. */
const DEFAULTS = /^ *(revisionHistoryLimit|shareProcessNamespace): .*\n/gm;

/**
 * What differs from the app in TypeScript with the same cdk8s-plus, and from the one with the first
 * cdk8s-plus.
 */
export function differencesOf(
  language: string,
  written: Written | undefined,
  expected: Written | undefined,
  base: Written | undefined,
): Check[] {
  if (!written) return [];
  if (!expected || !base) {
    return [{ name: 'the app in TypeScript', why: 'there is nothing to compare with' }];
  }
  const same = (name: string, one: unknown, other: unknown): Check =>
    hasNone(
      name,
      JSON.stringify(one) === JSON.stringify(other)
        ? []
        : [
            `wrote ${JSON.stringify(one, undefined, 1)}\nexpected ${JSON.stringify(other, undefined, 1)}`,
          ],
    );
  const withoutDefaults = ({ files }: Written) =>
    Object.fromEntries(
      Object.entries(files).map(([file, text]) => [file, text.replace(DEFAULTS, '')]),
    );
  return [
    same(
      `it writes ${Object.keys(expected.files).length} files as in TypeScript`,
      written.files,
      expected.files,
    ),
    ...(base === expected
      ? []
      : [
          same(
            'it writes the same as with the first cdk8s-plus, but for defaults',
            withoutDefaults(written),
            withoutDefaults(base),
          ),
        ]),
    ...expected.words.map((words, index) =>
      same(
        `it says what is wrong with input ${index + 1}`,
        written.words[index],
        inWordsOf(language, words),
      ),
    ),
  ];
}
