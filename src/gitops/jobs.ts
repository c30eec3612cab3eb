/** Changed Jobs: the pods of a Job cannot be changed, so that a changed one needs a way through. */
import { withSyncOptions } from './guards';
import { GitOpsSpec } from './spec';
import { JudgedObject, World } from '../judge';
import { MAX_LABEL_LENGTH, shortHash, stableJson } from '../kube';
import {
  ARGO_HOOK,
  ARGO_HOOK_POLICY,
  argoHooksOf,
  FLUX,
  helmHooksOf,
} from '../manifests/gitops/core';
import { Fields, fieldsOf, givenFields, isGiven, textOf } from '../object';

/** What the API server lets change in a Job. */
const MUTABLE = [
  'activeDeadlineSeconds',
  'backoffLimit',
  'parallelism',
  'suspend',
  'ttlSecondsAfterFinished',
];
/** The label of the pods of a load test. */
const TEST = 'performance-test-name';

/** The ways that a Job can take. */
export type JobWay = 'hashedName' | 'replace' | 'hook';

/** The way that a Job takes; undefined if it is none, or somebody has seen to it. */
export function wayOfJob(
  object: JudgedObject,
  { engine, jobs = 'hashedName' }: GitOpsSpec,
  world: World,
): JobWay | undefined {
  if (object.kindKey !== 'batch/Job' || jobs === 'none' || object.name === '') return undefined;
  if (argoHooksOf(object).length > 0 || helmHooksOf(object).length > 0) return undefined;
  if (jobs !== 'hashedName') return jobs === 'hook' && engine === 'flux' ? undefined : jobs;
  return isFound(object, world) ? 'replace' : 'hashedName';
}

/** A Job whose pods others find by their labels: two generations of it would be taken for one. */
function isFound({ workload, namespace }: JudgedObject, { topology }: World): boolean {
  if (!workload) return false;
  return (
    isGiven(workload.podLabels[TEST]) ||
    topology.servicesSelecting(namespace, workload.podLabels, 1).length > 0
  );
}

/** The annotations of a Job that is replaced, or is a hook. */
export function annotatedJob(
  annotations: Fields,
  way: JobWay,
  engine: GitOpsSpec['engine'],
): Fields {
  if (way === 'hashedName') return annotations;
  if (engine === 'flux') return { [`${FLUX}/force`]: 'enabled', ...annotations };
  if (way === 'replace') return withSyncOptions(annotations, ['Force=true', 'Replace=true']);
  return { [ARGO_HOOK_POLICY]: 'BeforeHookCreation', ...annotations, [ARGO_HOOK]: 'Sync' };
}

/**
 * The name of a Job with a hash of what cannot be changed in it; it is a label of its pods, too.
 */
export function hashedName(manifest: Fields): string {
  const name = textOf(fieldsOf(manifest.metadata).name);
  const fixed = Object.fromEntries(
    Object.entries(givenFields(manifest.spec)).filter(([field]) => !MUTABLE.includes(field)),
  );
  const hash = shortHash([name, stableJson(fixed)]);
  let end = Math.min(name.length, MAX_LABEL_LENGTH - hash.length - 1);
  while (end > 1 && '-.'.includes(name[end - 1])) end -= 1;
  return `${name.slice(0, end)}-${hash}`;
}
