/** The rules of ownership on anybody's workloads. */
import { IGNORED_GROUP } from './ignored';
import { FIXED_IDS } from './openshift';
import { SHARED_GROUP } from './shared';
import { SLOW_START } from './slow';
import { Judge } from '../../judge';

export const OWNERSHIP_JUDGES: readonly Judge[] = [
  IGNORED_GROUP,
  SLOW_START,
  FIXED_IDS,
  SHARED_GROUP,
];
