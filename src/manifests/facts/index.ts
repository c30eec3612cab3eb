/** Rules that rest on facts: about drivers, images and the versions of Kubernetes. */
import { ACCESS_MODES } from './access-modes';
import { CLASS_PARAMETERS } from './class-parameters';
import { INLINE_VOLUMES } from './inline-volumes';
import { POD_ANNOTATIONS } from './pod-annotations';
import { POSTGRES } from './postgres';
import { READ_ONLY_ROOT } from './read-only-root';
import { TINY_QUANTITIES } from './tiny-quantities';
import { VERSIONS } from './versions';
import { Judge } from '../../judge';

export const FACT_JUDGES: readonly Judge[] = [
  ACCESS_MODES,
  CLASS_PARAMETERS,
  INLINE_VOLUMES,
  READ_ONLY_ROOT,
  TINY_QUANTITIES,
  POSTGRES,
  POD_ANNOTATIONS,
  ...VERSIONS,
];
