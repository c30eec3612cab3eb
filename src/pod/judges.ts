/** The rules on pods, whatever workload makes them. */
import { Judge, WORKLOADS } from '../judge';
import { restartPoliciesOf } from './choices';
import { checkPodSpec } from './pod';
import { fieldsOf } from '../object';

/**
 * The pods of all workloads of Kubernetes; of other kinds, their controllers say what a pod may
 * leave out.
 */
export const POD_JUDGES: readonly Judge[] = [
  {
    kinds: [WORKLOADS],
    isOfApi: true,
    check: ({ workload, kindKey, podPath = '' }, { target }) => {
      const restartPolicies = restartPoliciesOf(kindKey);
      if (!workload || !restartPolicies) return [];
      return checkPodSpec(workload.podSpec, {
        path: podPath,
        restartPolicies,
        isPod: kindKey === '/Pod',
        claimTemplates: templateNames(workload.manifest),
        cluster: target,
      });
    },
  },
];

function templateNames({ spec }: { readonly spec?: unknown }): readonly string[] {
  const { volumeClaimTemplates: templates } = fieldsOf(spec);
  return Array.isArray(templates)
    ? templates.map((one) => String(fieldsOf(fieldsOf(one).metadata).name))
    : [];
}
