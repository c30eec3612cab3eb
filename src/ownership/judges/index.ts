/** The rules of ownership on anybody's workloads. */
import { ACCESS_POINT } from './access-points';
import { IGNORED_GROUP } from './ignored';
import { NO_GROUP } from './no-group';
import { FIXED_IDS } from './openshift';
import { SHARED_GROUP } from './shared';
import { SLOW_START } from './slow';
import { Judge } from '../../judge';

export const OWNERSHIP_JUDGES: readonly Judge[] = [
  IGNORED_GROUP,
  SLOW_START,
  FIXED_IDS,
  SHARED_GROUP,
  NO_GROUP,
  ACCESS_POINT,
];
