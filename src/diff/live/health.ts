/** Health of live workloads: whether their pods are there and ready, as their status says. */
import { fieldsOf } from '../../kube';
import { at, listAt } from '../../model';
import { PodProblem } from '../pods/problems';
import { Stored } from '../stored';

/** What is wrong with the pods of a live workload; `told` is what its objects show. */
export function problemOf(had: Stored, told: PodProblem | undefined): PodProblem | undefined {
  const ready = isReady(had);
  if (ready === undefined) return told;
  if (ready) return undefined;
  return told ?? { kind: 'waiting', why: 'its pods are not ready in the cluster' };
}

/** Undefined if the status does not tell. */
function isReady(stored: Stored): boolean | undefined {
  const { sent, seen } = stored;
  if (!seen) return undefined;
  const status = fieldsOf(seen.status);
  const generation = at(seen, 'metadata.generation');
  // The controller has not yet looked at it.
  if (typeof status.observedGeneration === 'number' && status.observedGeneration !== generation) {
    return undefined;
  }
  const enough = (have: unknown, want: unknown) =>
    (typeof have === 'number' ? have : 0) >= (typeof want === 'number' ? want : 1);
  switch (sent.kindKey) {
    case 'apps/Deployment':
    case 'apps/StatefulSet':
    case 'apps/ReplicaSet':
    case '/ReplicationController':
      return enough(status.readyReplicas, at(stored.live, 'spec.replicas'));
    case 'apps/DaemonSet':
      return enough(status.numberReady, status.desiredNumberScheduled);
    case '/Pod':
      return listAt(seen, 'status.conditions').some(
        (one) => one.type === 'Ready' && (one.status === 'True' || one.reason === 'PodCompleted'),
      );
    default:
      return undefined;
  }
}
