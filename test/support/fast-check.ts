/**
 * fast-check with one seed, so that a change is judged by what it changed: the same inputs in every run. `SEED` names another;
 * `npm run test:random` tries new ones, which is how faults are found that nobody looked for.
 */
import { configureGlobal } from 'fast-check';

configureGlobal({ seed: Number(process.env.SEED ?? 1) });

export * from 'fast-check';
