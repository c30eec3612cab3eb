/** The findings that patterns mean, when many are looked up at once. */
import { matchesGlob, namesOf } from '../../src/check/glob';
import { FindingPatterns } from '../../src/check/patterns';
import * as fc from '../support/fast-check';

interface Place {
  readonly object?: string;
  readonly file?: string;
  readonly path: string;
}

/** Each pattern by itself, in the plainest way. */
function isMeant({ object, file, path }: Partial<Place>, place: Place): boolean {
  const isLike = (glob: string | undefined, text: string | undefined) =>
    glob === undefined ||
    (text !== undefined && matchesGlob(glob, { names: namesOf(text), isFolder: false }));
  return (
    isLike(object, place.object) &&
    isLike(file, place.file) &&
    (path === undefined || isField([...path], [...place.path]))
  );
}

function isField(pattern: readonly string[], path: readonly string[]): boolean {
  const [sign, ...rest] = pattern;
  if (sign === undefined) return path.length === 0 || path[0] === '.' || path[0] === '[';
  if (sign !== '*') return path[0] === sign && isField(rest, path.slice(1));
  return (
    isField(rest, path) ||
    (path.length > 0 && !'.[]'.includes(path[0]) && isField(pattern, path.slice(1)))
  );
}

const anyText = (signs: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...signs), { maxLength }).map((all) => all.join(''));
const anyGlob = fc.option(anyText(['a', 'b', '/', '*', '?', '**', '/**/', '𝄞'], 6), {
  nil: undefined,
});
const anyPattern = fc.record({
  object: anyGlob,
  file: anyGlob,
  path: fc.option(anyText(['a', '.', '[', ']', '*'], 6), { nil: undefined }),
});
const anyName = fc.option(anyText(['a', 'b', '/', '𝄞'], 6), { nil: undefined });
const anyPlace = fc.record({
  object: anyName,
  file: anyName,
  path: anyText(['a', '.', '[', ']', 'b'], 7),
});

test('those that each pattern by itself means', () => {
  fc.assert(
    fc.property(
      fc.array(anyPattern, { maxLength: 6 }),
      fc.array(anyPlace, { maxLength: 6 }),
      (patterns, places) => {
        const all = new FindingPatterns(() => ({}));
        const values = patterns.map((pattern) => all.add(pattern));
        for (const place of places) {
          const found = new Set(all.of(place));
          for (const [index, pattern] of patterns.entries()) {
            const at = { pattern, place };
            expect({ ...at, isFound: found.has(values[index]) }).toEqual({
              ...at,
              isFound: isMeant(pattern, place),
            });
          }
        }
      },
    ),
    { numRuns: 1500 },
  );
});

test('patterns that are the same have one value, which is found once', () => {
  const all = new FindingPatterns(() => ({}));
  const value = all.add({ object: 'a/**', path: 'x*' });
  expect(all.add({ object: 'a/**', path: 'x**' })).toBe(value);
  expect(all.add({ object: 'a/**' })).not.toBe(value);
  expect(all.of({ object: 'a/b', path: 'xyz' })).toHaveLength(2);
});
