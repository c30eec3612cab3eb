/** Changes of single objects, each with what a Kubernetes 1.36 answered to it. */
import { diffObjects } from '../../../src/diff';

export type Manifest = { readonly [field: string]: unknown };

/**
 * A change, and the answer: the verdict, behind it the paths that differ, or what is refused.
 * `around` stands beside both.
 */
type Row = readonly [
  about: string,
  old: Manifest,
  next: Manifest,
  answer: readonly string[],
  around?: readonly Manifest[],
];

// Lists of objects, which the server writes out in Go.
const LIST = 'Invalid value: […]: ';

/** The answer, as far as it is asked for: a verdict alone asks for nothing else. */
export function answerTo([, old, next, asked, around = []]: Row): readonly string[] {
  const { objects } = diffObjects([...around, old], [...around, next], {
    ...(around.length > 0 ? {} : { bound: 'none' as const }),
  });
  const { verdict, changes = [], errors = [], remedy = '' } = objects[around.length];
  const refused = errors.map(
    ({ field, message }) => `${field}: ${message.replace(/Invalid value: \[\{.*\}\]: /, LIST)}`,
  );
  if (verdict === 'refused' && remedy === '') refused.push('nothing is said that helps');
  const said = [verdict, ...(verdict === 'refused' ? refused.sort() : changes)];
  return asked.length === 1 ? said.slice(0, 1) : said;
}

/** The rows, as `test.each` takes them. */
export const byName = (rows: readonly Row[]) => rows.map((row) => [row[0], row] as const);
