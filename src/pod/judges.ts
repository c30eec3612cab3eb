/** The rules on pods, whatever workload makes them. */
import { Judge, JudgedObject, unlessStored, WORKLOADS } from '../judge';
import { ownWorkloadKinds, restartPoliciesOf } from '../kube';
import { checkPodSpec } from './pod';
import { POD_RULES } from './rules';
import { fieldsOf, isGiven, listOf } from '../object';

/** The pods of all workloads, whose templates are whole. */
export const POD_JUDGES: readonly Judge[] = [
  {
    kinds: [WORKLOADS],
    isOfApi: true,
    check: (object, { target }) => {
      const { workload, workloadKind, kindKey, podPath = '' } = object;
      if (!workload || !workloadKind || isCompleted(object)) return [];
      const findings = checkPodSpec(workload.podSpec, {
        path: podPath,
        restartPolicies: restartPoliciesOf(workloadKind),
        isPod: kindKey === '/Pod',
        claimTemplates: workloadKind.isStateful === true ? templateNames(workload.manifest) : [],
        cluster: target,
      });
      return unlessStored(object, findings, POD_RULES.unknownField);
    },
  },
];

/**
 * Whether a controller completes the pods: kinds of others may leave out what they bring along, or
 * refer to a template elsewhere.
 */
function isCompleted({ workload, workloadKind, kindKey }: JudgedObject): boolean {
  if (workloadKind?.completesPods === true) return true;
  if (ownWorkloadKinds().has(kindKey)) return false;
  const containers = listOf(workload?.podSpec.containers);
  return (
    containers.length === 0 ||
    !containers.every(({ name, image }) => isGiven(name) && isGiven(image))
  );
}

function templateNames({ spec }: { readonly spec?: unknown }): readonly string[] {
  const { volumeClaimTemplates: templates } = fieldsOf(spec);
  return Array.isArray(templates)
    ? templates.map((one) => String(fieldsOf(fieldsOf(one).metadata).name))
    : [];
}
