/**
 * The rules on anybody's manifests that belong to no system: pods and their claims, binding,
 * versions, GitOps.
 */
import { Judge } from '../judge';
import { BINDING_JUDGES } from './binding';
import { FITTING_JUDGES, LIVING_JUDGES } from './cluster';
import { FACT_JUDGES } from './facts';
import { FILE_JUDGES } from './files';
import { GITOPS_JUDGES } from './gitops/judges';
import { NAME_JUDGES } from './names';
import { NODE_JUDGES } from './nodes/judges';

export { LIVING_JUDGES } from './cluster';

export const MANIFEST_JUDGES: readonly Judge[] = [
  ...FACT_JUDGES,
  ...GITOPS_JUDGES,
  ...NODE_JUDGES,
  ...BINDING_JUDGES,
  ...NAME_JUDGES,
  ...FILE_JUDGES,
  ...LIVING_JUDGES,
  ...FITTING_JUDGES,
];
