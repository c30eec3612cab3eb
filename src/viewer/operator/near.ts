/** What of the surroundings the controller looks at: the claim, and the pods that have it. */
import { Manifest, withoutUndefined } from '../../kube';
import { Topology } from '../../topology';

/** The claim of that name and the pods that have it, as objects. Pods that a controller makes are not known before there is a cluster. */
export function nearObjects(topology: Topology, namespace: string | undefined, pvc: string): readonly Manifest[] {
  const claim = topology.claim(namespace, pvc);
  const pods = topology.consumersOf(namespace, pvc).filter(({ workload }) => workload.kind === 'Pod').map(({ workload }) => workload.manifest as Manifest);
  return claim === undefined ? pods : [{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: withoutUndefined({ name: pvc, namespace }), spec: claim.spec }, ...pods];
}
