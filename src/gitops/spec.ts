/** The options of GitOps: the engine, and what becomes of data and of Jobs. */
import { GITOPS_ENGINES } from '../facts';
import { integer, objectOf, Of, oneOf } from '../shape';

/** How data is kept. */
export const GUARDS = ['keep', 'confirm', 'none'] as const;
/** How a changed Job gets through. */
export const JOB_CHANGES = ['hashedName', 'replace', 'hook', 'none'] as const;
/** The highest number of a wave; its negative is the lowest. */
export const MOST_WAVES = 1_000_000;

const OF_ANY_ENGINE = {
  // How data is kept: `keep` unless it is said.
  guard: oneOf(GUARDS),
  // How a changed Job gets through: `hashedName` unless it is said.
  jobs: oneOf(JOB_CHANGES),
};

/** What can be asked of Flux. */
export const FLUX_SHAPE = objectOf(OF_ANY_ENGINE);
/** What can be asked of Argo CD. */
export const ARGO_CD_SHAPE = objectOf({
  ...OF_ANY_ENGINE,
  // The wave of what needs no earlier one: 0 unless it is said.
  wave: integer,
});
/** The options of an engine; Flux has no waves. */
export type GitOpsOptions = Of<typeof ARGO_CD_SHAPE>;

/** The engine of a scope, and its options. */
export interface GitOpsSpec extends GitOpsOptions {
  readonly engine: (typeof GITOPS_ENGINES)[number];
}
