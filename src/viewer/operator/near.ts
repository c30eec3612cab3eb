/** The surroundings that the controller looks at: the claim, and the pods that have it. */
import { Manifest, withoutUndefined } from '../../kube';
import { isViewer } from '../../placement/core';
import { perClaim } from '../../topology';

/** One pod is followed, and of two neither: the others do not matter. */
const MOST_PODS = 2;

/**
 * The claim of that name and the pods that have it, as objects. Pods that a controller makes are
 * not known before there is a cluster.
 */
export const nearObjects = perClaim((topology, namespace, pvc): readonly Manifest[] => {
  const claim = topology.claim(namespace, pvc);
  const pods = topology
    .consumersOf(namespace, pvc)
    .filter(({ workload }) => workload.kind === 'Pod' && !isViewer(workload))
    .slice(0, MOST_PODS)
    .map(({ workload }) => workload.manifest as Manifest);
  return claim === undefined
    ? pods
    : [
        {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          metadata: withoutUndefined({ name: pvc, namespace }),
          spec: claim.spec,
        },
        ...pods,
      ];
});
