/** All rules of all systems, for pages and reports. */
import { CHECK_RULES } from './check/rules';
import { CSI_RULES } from './csi/rules';
import { DIFF_RULES } from './diff/findings';
import { EFS_STACK_RULES } from './efs/csi-driver/rules';
import { EFS_DRIVER_RULES } from './efs/driver-rules';
import { EDIT_GUARD_RULES } from './efs/edit-guard/rules';
import { SHARED_VOLUME_RULES } from './efs/shared-volume/rules';
import { DYNAMIC_CLAIM_RULES } from './efs/storage-class/rules';
import { Rule } from './findings';
import { DELIVERY_RULES } from './gitops/delivery-rules';
import { GITOPS_MODE_RULES } from './gitops/rules';
import { LOCAL_DRIVER_RULES } from './local/csi-driver/rules';
import { LOCAL_RULES } from './local/judges/rules';
import { LOCAL_POLICY_RULES } from './local/policies/rules';
import { LOCAL_VOLUME_RULES } from './local/volumes/rules';
import { LOCUST_RULES } from './locust/rules';
import { BINDING_RULES } from './manifests/binding';
import { CLUSTER_RULES, FACT_RULES } from './manifests/core';
import { FILE_RULES } from './manifests/files';
import { GITOPS_RULES } from './manifests/gitops/rules';
import { NAME_RULES } from './manifests/names';
import { NODE_RULES } from './manifests/nodes/rules';
import { OWNERSHIP_RULES } from './ownership/rules';
import { PLACEMENT_RULES } from './placement/rules';
import { POD_RULES } from './pod';
import { RENDER_RULES } from './render/rules';
import { SHAPE_RULES } from './shape';
import { STORAGE_RULES } from './storage/core';
import { INPUT_RULES } from './tree/rules';
import { API_RULES } from './validation';
import { VIEWER_INPUT_RULES } from './viewer/input-rules';
import { VIEWER_OPERATOR_RULES } from './viewer/operator/rules';
import { VIEWER_RESOURCE_RULES } from './viewer/resource-rules';
import { VIEWER_RULES } from './viewer/rules';
import { VIEWER_SURROUNDINGS_RULES } from './viewer/surroundings/rules';

/** Every rule, in the order of the ids. */
export const ALL_RULES: readonly Rule[] = [
  INPUT_RULES,
  SHAPE_RULES,
  CHECK_RULES,
  API_RULES,
  FACT_RULES,
  STORAGE_RULES,
  PLACEMENT_RULES,
  POD_RULES,
  CSI_RULES,
  EFS_STACK_RULES,
  EFS_DRIVER_RULES,
  SHARED_VOLUME_RULES,
  EDIT_GUARD_RULES,
  DYNAMIC_CLAIM_RULES,
  LOCAL_DRIVER_RULES,
  LOCAL_RULES,
  LOCAL_POLICY_RULES,
  LOCAL_VOLUME_RULES,
  LOCUST_RULES,
  VIEWER_RULES,
  VIEWER_INPUT_RULES,
  VIEWER_OPERATOR_RULES,
  VIEWER_RESOURCE_RULES,
  VIEWER_SURROUNDINGS_RULES,
  OWNERSHIP_RULES,
  RENDER_RULES,
  NODE_RULES,
  GITOPS_RULES,
  GITOPS_MODE_RULES,
  DELIVERY_RULES,
  BINDING_RULES,
  NAME_RULES,
  FILE_RULES,
  CLUSTER_RULES,
  DIFF_RULES,
]
  .flatMap((table): Rule[] => Object.values(table))
  .sort((a, b) => (a.id < b.id ? -1 : 1));
