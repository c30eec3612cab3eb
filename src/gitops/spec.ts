/** What is asked of GitOps: the engine, and what becomes of data and of Jobs. */
import { GITOPS_ENGINES } from '../facts';
import { integer, oneOf, struct } from '../shape';

/** How data is kept. */
export const GUARDS = ['keep', 'confirm', 'none'] as const;
/** How a changed Job gets through. */
export const JOB_CHANGES = ['hashedName', 'replace', 'hook', 'none'] as const;
/** The highest number of a wave; its negative is the lowest. */
export const MOST_WAVES = 1_000_000;

/** What is asked for the objects of a scope. */
export interface GitOpsSpec {
  readonly engine: (typeof GITOPS_ENGINES)[number];
  /** How data is kept: `keep` unless it is said. */
  readonly guard?: (typeof GUARDS)[number];
  /** How a changed Job gets through: `hashedName` unless it is said. */
  readonly jobs?: (typeof JOB_CHANGES)[number];
  /** The wave of Argo CD of what needs no earlier one: 0 unless it is said. */
  readonly wave?: number;
}

/** What can be said of it where the engine is known. */
export type GitOpsOptions = Omit<GitOpsSpec, 'engine'>;

/** The types of what can be asked of Argo CD. */
export const ARGO_CD_SHAPE = struct<GitOpsOptions>({
  guard: oneOf(GUARDS),
  jobs: oneOf(JOB_CHANGES),
  wave: integer,
});
/** The types of what can be asked of Flux. */
export const FLUX_SHAPE = struct<Omit<GitOpsOptions, 'wave'>>({
  guard: oneOf(GUARDS),
  jobs: oneOf(JOB_CHANGES),
});
