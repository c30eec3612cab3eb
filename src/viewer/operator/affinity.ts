/**
 * The affinity that the controller gives to a viewer's pod: to the one pod that already uses its
 * claim.
 */
import { fieldsOf, isForOneNode, valuesOf } from '../../kube';
import { nodeAffinity } from '../../placement/core';
import { KubeValue, PVCViewerResource } from '../spec';

const VIEWER_PODS = 'pvc-viewer';

/**
 * The affinity that the controller computes when it makes the Deployment: a preference for the node
 * of the claim's one consumer, if the claim is `ReadWriteOnce` and nothing else. One consumer
 * without a node is as bad as two.
 */
export function operatorAffinity(
  { metadata, spec }: PVCViewerResource,
  objects: readonly unknown[],
): KubeValue | undefined {
  if (spec?.rwoScheduling !== true) return undefined;
  const near = (kind: string) =>
    objects
      .map(fieldsOf)
      .filter(
        (object) =>
          object.apiVersion === 'v1' &&
          object.kind === kind &&
          fieldsOf(object.metadata).namespace === metadata.namespace,
      );
  const claim = near('PersistentVolumeClaim').find(
    (object) => fieldsOf(object.metadata).name === spec.pvc,
  );
  const modes = valuesOf(fieldsOf(claim?.spec).accessModes);
  if (!isForOneNode(modes)) return undefined;
  const uses = near('Pod')
    .filter(
      (pod) => fieldsOf(fieldsOf(pod.metadata).labels)['app.kubernetes.io/part-of'] !== VIEWER_PODS,
    )
    .flatMap((pod) =>
      valuesOf(fieldsOf(pod.spec).volumes)
        .filter((volume) => fieldsOf(fieldsOf(volume).persistentVolumeClaim).claimName === spec.pvc)
        .map(() => fieldsOf(pod.spec).nodeName),
    );
  return uses.length === 1 && typeof uses[0] === 'string' && uses[0] !== ''
    ? nodeAffinity(uses[0], false)
    : undefined;
}
