/**
 * All rules, for pages and reports: those that judges carry, and those on options and documents.
 */
import { CHECK_RULES } from './check/rules';
import { CSI_RULES } from './csi/rules';
import { DIFF_RULES } from './diff/findings';
import { EFS_STACK_RULES } from './efs/csi-driver/rules';
import { EDIT_GUARD_RULES } from './efs/edit-guard/rules';
import { SHARED_VOLUME_RULES } from './efs/shared-volume/rules';
import { DYNAMIC_CLAIM_RULES } from './efs/storage-class/rules';
import { Rule, RuleTable } from './findings';
import { DELIVERY_RULES } from './gitops/delivery-rules';
import { GITOPS_MODE_RULES } from './gitops/rules';
import { ALL_JUDGES } from './judges';
import { LOCAL_DRIVER_RULES } from './local/csi-driver/rules';
import { LOCAL_POLICY_RULES } from './local/policies/rules';
import { LOCAL_VOLUME_RULES } from './local/volumes/rules';
import { LOCUST_RULES } from './locust/rules';
import { PLACEMENT_RULES } from './placement/rules';
import { READ_OUT_RULES } from './read-out/rules';
import { RENDER_RULES } from './render/rules';
import { SHAPE_RULES } from './shape';
import { INPUT_RULES } from './tree/rules';
import { VIEWER_INPUT_RULES } from './viewer/input-rules';
import { VIEWER_OPERATOR_RULES } from './viewer/operator/rules';
import { VIEWER_RESOURCE_RULES } from './viewer/resource-rules';
import { VIEWER_RULES } from './viewer/rules';
import { VIEWER_SURROUNDINGS_RULES } from './viewer/surroundings/rules';

/** The rules of which no judge speaks. */
const TABLES: readonly RuleTable[] = [
  INPUT_RULES,
  READ_OUT_RULES,
  SHAPE_RULES,
  CHECK_RULES,
  PLACEMENT_RULES,
  CSI_RULES,
  EFS_STACK_RULES,
  SHARED_VOLUME_RULES,
  EDIT_GUARD_RULES,
  DYNAMIC_CLAIM_RULES,
  LOCAL_DRIVER_RULES,
  LOCAL_POLICY_RULES,
  LOCAL_VOLUME_RULES,
  LOCUST_RULES,
  VIEWER_RULES,
  VIEWER_INPUT_RULES,
  VIEWER_OPERATOR_RULES,
  VIEWER_RESOURCE_RULES,
  VIEWER_SURROUNDINGS_RULES,
  RENDER_RULES,
  GITOPS_MODE_RULES,
  DELIVERY_RULES,
  DIFF_RULES,
];

/** Every rule once, in the order of the ids: several judges may carry the same table. */
export const ALL_RULES: readonly Rule[] = [
  ...new Set(
    [...TABLES, ...ALL_JUDGES.flatMap(({ rules }) => rules())].flatMap((table) =>
      Object.values(table),
    ),
  ),
].sort((a, b) => (a.id < b.id ? -1 : 1));
