/**
 * fast-check with one seed, so that a change is judged by what it changed: the same inputs in every
 * run, a quarter of them in `npm test`. `SEED` names another seed; `npm run test:random` tries new
 * ones, which is how faults are found that nobody looked for.
 */
import * as fc from 'fast-check';
import { runsOf } from './size';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

export * from 'fast-check';

/** fast-check's own, with as many runs as the size of this run of tests asks for. */
export const assert = ((
  property: fc.IRawProperty<unknown>,
  parameters: fc.Parameters<unknown> = {},
) =>
  fc.assert(property as fc.IProperty<unknown>, {
    ...parameters,
    numRuns: runsOf(parameters.numRuns ?? 100),
  })) as typeof fc.assert;
