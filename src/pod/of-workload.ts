/** The pods of workloads, whatever makes them. */
import { checkPodSpec } from './pod';
import { Finding } from '../findings';
import { JudgedObject, World } from '../judge';
import { ownWorkloadKinds, restartPoliciesOf } from '../kube';
import { fieldsOf, isGiven, listOf } from '../object';

const NONE: readonly Finding[] = [];

/** Findings on the pods that an object makes, if its template is whole. */
export function checkPodsOf(object: JudgedObject, { target }: World): readonly Finding[] {
  const { workload, workloadKind, kindKey, podPath = '' } = object;
  if (!workload || !workloadKind || isCompleted(object)) return NONE;
  return checkPodSpec(workload.podSpec, {
    path: podPath,
    restartPolicies: restartPoliciesOf(workloadKind),
    isPod: kindKey === '/Pod',
    namesHosts: kindKey === 'apps/StatefulSet',
    claimTemplates: workloadKind.isStateful === true ? templateNames(workload.manifest) : [],
    cluster: target,
  });
}

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
