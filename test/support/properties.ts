/** Properties of every pair of check and build. */
import * as fc from './fast-check';
import { problemsOf } from './validate';
import { Finding, hasErrors } from '../../src/findings';
import { Manifest } from '../../src/kube';

/** A pair, with input of which most is fine and input of any kind. */
export interface Pair<T> {
  readonly check: (input: T) => Finding[];
  readonly build: (input: T) => readonly Manifest[];
  /** Input that has no errors. */
  readonly fine: fc.Arbitrary<T>;
  /** Fields that are exchanged for anything, to break it. */
  readonly fields: readonly (keyof T & string)[];
}

/**
 * The tests of a pair: findings or valid manifests, the same ones each time, and input that stays
 * as it was.
 */
export function holdsFor<T extends object>(
  name: string,
  { check, build, fine, fields }: Pair<T>,
): void {
  const broken = fc
    .tuple(fine, fc.constantFrom(...fields), fc.anything())
    .map(([input, field, value]) => ({ ...input, [field]: value }) as T);
  const any = fc.oneof({ weight: 2, arbitrary: fine }, { weight: 1, arbitrary: broken });

  test(`${name}: what is fine has no errors`, () => {
    fc.assert(
      fc.property(fine, (input) => {
        expect(check(input).filter(({ severity }) => severity === 'error')).toEqual([]);
      }),
    );
  });

  test(`${name}: any input gives errors or manifests that the schemas accept`, () => {
    fc.assert(
      fc.property(any, (input) => {
        if (!hasErrors(check(input))) expect(build(input).flatMap(problemsOf)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test(`${name}: the same input makes the same bytes, and stays as it was`, () => {
    fc.assert(
      fc.property(fine, (input) => {
        const bytes = JSON.stringify(build(structuredClone(input)));
        expect(JSON.stringify(build(freeze(input)))).toBe(bytes);
      }),
    );
  });
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(Object.freeze(value)).forEach(freeze);
  }
  return value;
}

/** The `at`th value below this one, counted from above, exchanged. */
export function exchange(value: unknown, at: number, by: unknown): unknown {
  const places: (() => void)[] = [];
  const copy = structuredClone(value);
  const walk = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return;
    for (const key of Object.keys(one)) {
      places.push(() => {
        (one as Record<string, unknown>)[key] = by;
      });
      walk((one as Record<string, unknown>)[key]);
    }
  };
  walk(copy);
  places[at % places.length]();
  return copy;
}
