/**
 * The catalogue: all rules on objects, of all floors and systems. A room adds its own here and
 * nowhere else.
 */
import { DEFINITION_JUDGE } from './diff/custom/definition-judge';
import { EFS_JUDGES } from './efs/core';
import { Judge } from './judge';
import { LOCAL_JUDGES } from './local/core';
import { MANIFEST_JUDGES } from './manifests/core';
import { OWNERSHIP_JUDGES } from './ownership/core';
import { ADMIN_ACCESS_JUDGE, SERVER_JUDGE } from './validation';

/** Every judge, the floors first. */
export const ALL_JUDGES: readonly Judge[] = [
  SERVER_JUDGE,
  ADMIN_ACCESS_JUDGE,
  DEFINITION_JUDGE,
  ...OWNERSHIP_JUDGES,
  ...MANIFEST_JUDGES,
  ...LOCAL_JUDGES,
  ...EFS_JUDGES,
];
