/** The rules on pods, whatever workload makes them. */
import { Judge, WORKLOADS } from '../judge';
import { checkPodSpec } from './pod';
import { fieldsOf } from '../object';

const RESTARTS: { readonly [kindKey: string]: readonly string[] } = {
  'apps/Deployment': ['Always'],
  'apps/StatefulSet': ['Always'],
  'apps/DaemonSet': ['Always'],
  'apps/ReplicaSet': ['Always'],
  '/ReplicationController': ['Always'],
  'batch/Job': ['OnFailure', 'Never'],
  'batch/CronJob': ['OnFailure', 'Never'],
};

/** The pods of all workloads of Kubernetes; of other kinds, their controllers say what a pod may leave out. */
export const POD_JUDGES: readonly Judge[] = [{
  kinds: [WORKLOADS],
  isOfApi: true,
  check: ({ workload, kindKey, podPath = '' }) => {
    if (!workload || (kindKey !== '/Pod' && !Object.hasOwn(RESTARTS, kindKey))) return [];
    return checkPodSpec(workload.podSpec, { path: podPath, restartPolicies: RESTARTS[kindKey], claimTemplates: templateNames(workload.manifest) });
  },
}];

function templateNames({ spec }: { readonly spec?: unknown }): readonly string[] {
  const { volumeClaimTemplates: templates } = fieldsOf(spec);
  return Array.isArray(templates) ? templates.map((one) => String(fieldsOf(fieldsOf(one).metadata).name)) : [];
}
