/**
 * The size of a run of tests: of what takes long and finds something rarely, `npm test` tries a
 * part, and `npm run test:long`, which sets `TEST_SIZE`, all of it, in the files of tests that
 * import this one.
 */
const IS_FULL = process.env.TEST_SIZE === 'full';

/** One number for a full run, another one for the rest. */
export const sized = (full: number, part: number): number => (IS_FULL ? full : part);

/** So many runs of a property, or what is counted in them, or a quarter. */
export const runsOf = (full: number): number => sized(full, Math.ceil(full / 4));

/** One of so many items, from that at `first` on; of a folder that `CONFORMANCE` names, all. */
export function sampleOf<T>(items: readonly T[], every: number, first: number = 0): readonly T[] {
  return IS_FULL || process.env.CONFORMANCE
    ? items
    : items.filter((_item, index) => index % every === first % every);
}
