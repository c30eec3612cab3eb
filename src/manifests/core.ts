/** The rules on anybody's manifests that belong to no system: pods and their claims, binding, versions, GitOps. */
import { Judge } from '../judge';
import { FACT_JUDGES } from './facts';

export { FACT_RULES } from './facts';

/** All of them. */
export const MANIFEST_JUDGES: readonly Judge[] = [
  ...FACT_JUDGES,
];
