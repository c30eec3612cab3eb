/** Problems that two checks report of one thing, each of which stays once. */
import { Finding, Severity } from './finding';
import { restatedBy } from './rule';

/** The items of which no earlier one has the same key. */
export function dedupe<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    return !seen.has(key) && seen.add(key);
  });
}

/** Which rules the findings of an object restate: who is told of these is not told of those. */
export class Restated {
  private readonly keys = new Set<string>();

  /** `object` is what the finding is about. */
  public add(object: string, { rule }: Finding): void {
    for (const other of restatedBy(rule)) this.keys.add(ofObject(object, other));
  }

  public has(object: string, { rule }: Finding): boolean {
    return this.keys.has(ofObject(object, rule));
  }
}

function ofObject(object: string, rule: string): string {
  return `${rule}\n${object}`;
}

/**
 * Of the findings of a check, those that are not about something whose type is wrong, since that
 * says enough. A list that lost an item is no longer what was given.
 */
export function besideTypes(findings: readonly Finding[], ofTypes: readonly Finding[]): Finding[] {
  if (ofTypes.length === 0) return [...findings];
  const wrong = new Set(
    ofTypes.filter(({ severity }) => severity === Severity.ERROR).map(({ path }) => path),
  );
  if (wrong.size === 0) return [...findings];
  const lists = new Set(
    [...wrong]
      .filter((path) => path.endsWith(']'))
      .map((path) => path.slice(0, path.lastIndexOf('['))),
  );
  const lengths = [...new Set([...wrong].map(({ length }) => length))];
  const isInside = (path: string) =>
    lengths.some((length) => isPrefix(path, length) && wrong.has(path.slice(0, length)));
  return findings.filter(({ path }) => !lists.has(path) && !isInside(path));
}

/** Whether a path goes on behind so many characters; everything is in the whole. */
function isPrefix(path: string, length: number): boolean {
  return length === 0 || length === path.length || path[length] === '.' || path[length] === '[';
}
