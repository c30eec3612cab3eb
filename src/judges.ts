/**
 * The catalogue: all rules on objects, of all floors and systems. A room adds its own here and
 * nowhere else.
 */
import { EFS_JUDGES } from './efs/core';
import { Judge } from './judge';
import { LOCAL_JUDGES } from './local/core';
import { MANIFEST_JUDGES } from './manifests/core';
import { OWNERSHIP_JUDGES } from './ownership/core';
import { POD_JUDGES } from './pod';
import { STORAGE_JUDGES } from './storage/core';

/** Every judge, the floors first. */
export const ALL_JUDGES: readonly Judge[] = [
  ...STORAGE_JUDGES,
  ...POD_JUDGES,
  ...OWNERSHIP_JUDGES,
  ...MANIFEST_JUDGES,
  ...LOCAL_JUDGES,
  ...EFS_JUDGES,
];
