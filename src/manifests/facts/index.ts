/** Rules that rest on facts: about drivers, images and the versions of Kubernetes. */
import { ACCESS_MODES } from './access-modes';
import { POD_ANNOTATIONS } from './pod-annotations';
import { READ_ONLY_ROOT } from './read-only-root';
import { VERSIONS } from './versions';
import { Judge } from '../../judge';

export { FACT_RULES } from './rules';

/** All of them. */
export const FACT_JUDGES: readonly Judge[] = [
  ACCESS_MODES,
  READ_ONLY_ROOT,
  POD_ANNOTATIONS,
  ...VERSIONS,
];
