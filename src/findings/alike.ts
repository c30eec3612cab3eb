/**
 * Findings that are alike, so that what is wrong a thousand times is told once: how many they are,
 * and where the first ones are.
 */
import { Finding } from './finding';

/**
 * How many places are named: who mends the first ones mends the others as well, and whoever counts
 * reads them all as data.
 */
const MOST_PLACES = 3;

/** Findings that say the same of different places. */
interface Alike<T extends Finding> {
  /** The first of them. */
  readonly finding: T;
  readonly count: number;
  /** Where they are, without those that are too many to be read. */
  readonly places: readonly string[];
}

/**
 * Findings by what they say, in the order of the first ones. Alike are those of one rule and
 * severity whose field, words and remedy are the same, but for the numbers of list items in the
 * field, which only say where it is. Another value is another finding: who reads one line must not
 * miss what only others would say.
 */
export function alike<T extends Finding>(
  findings: readonly T[],
  placeOf: (finding: T) => string,
): Alike<T>[] {
  const groups = new Map<string, { finding: T; count: number; places: Set<string> }>();
  for (const finding of findings) {
    const { rule, severity, path, message, remedy } = finding;
    const field = path.replace(/\[\d+\]/g, '[]');
    const words = [message, remedy].map((text) =>
      path === field ? text : text.replaceAll(path, field),
    );
    const key = JSON.stringify([rule, severity, field, ...words]);
    const group = groups.get(key) ?? { finding, count: 0, places: new Set() };
    groups.set(key, group);
    group.count += 1;
    if (group.places.size <= MOST_PLACES) group.places.add(placeOf(finding));
  }
  return [...groups.values()].map(({ finding, count, places }) => ({
    finding,
    count,
    places: [...places],
  }));
}

/** Behind a line: nothing for one finding, or how many there are, and the first places. */
export function describeOthers({ count, places }: Alike<Finding>): string {
  if (count === 1) return '';
  const named = places.slice(0, MOST_PLACES).join(', ');
  return ` [${count} times: ${named}${places.length > MOST_PLACES ? ', …' : ''}]`;
}
