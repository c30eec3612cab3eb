/**
 * The answers of the webhooks to requests, as far as the product decides them, with the words in
 * which the webhooks give them.
 */
import { Fields } from '../../src/kube';
import { classNameOf, judgeClaim, ProvisionerOf, REFUSAL } from '../../src/local/enforce/verdict';
import { affinityTo } from '../../src/local/hyperconverged/affinity';
import { localVolumesOf, MountedVolume } from '../../src/local/hyperconverged/volumes';
import { LOCAL_DRIVER } from '../../src/local/names';
import { mergeAffinity } from '../../src/placement/core';
import { Data, Topology, Workload } from '../../src/topology';

/** A request to the API server, as far as the webhook looks at it. */
interface ClaimRequest {
  readonly operation: string;
  readonly kind: string;
  readonly object: Fields;
  /** What already exists, of an update. */
  readonly oldObject?: Fields;
}

/** The verdict on a request: that on a new claim, or on one that gets another class. */
export function judgeRequest(
  { operation, kind, object, oldObject }: ClaimRequest,
  provisionerOf: ProvisionerOf,
): { isAllowed: boolean; message: string } {
  const isNew =
    operation === 'CREATE' ||
    (operation === 'UPDATE' && classNameOf(object) !== classNameOf(oldObject));
  const message =
    kind === 'PersistentVolumeClaim' && isNew
      ? judgeClaim(object, provisionerOf)
      : 'unhandled request allowed';
  return { isAllowed: message !== REFUSAL, message };
}

/** What the webhook answers. */
export interface PodAnswer {
  /** The webhook's own words; empty if the pod is steered. */
  readonly message: string;
  /** The affinity of the pod afterwards. */
  readonly affinity?: unknown;
}

/** The webhook's answer for a pod that is made: what it would patch, without its faults. */
export function answerFor(pod: Workload, topology: Topology): PodAnswer {
  const { podSpec } = pod;
  const volumes = localVolumesOf(pod, topology);
  const added = affinityTo(volumes);
  if (added) {
    return { message: '', affinity: mergeAffinity(podSpec.affinity as Data | undefined, added) };
  }
  return { message: whyNot(pod, volumes, topology), affinity: podSpec.affinity };
}

/** Why a pod goes anywhere. */
function whyNot(
  { podSpec, claims, namespace }: Workload,
  volumes: readonly MountedVolume[],
  topology: Topology,
): string {
  if (!Array.isArray(podSpec.volumes) || podSpec.volumes.length === 0) return 'pod has no volumes';
  const names = claims.flatMap(({ origin, claimName }) =>
    origin === 'ephemeral' ? [undefined] : [claimName],
  );
  if (names.some((name) => name === undefined || !topology.claim(namespace, name))) {
    return 'pvc not found';
  }
  if (volumes.length > 0) return 'pv is not assigned to a node';
  const isOfDriver = names.some(
    (name) => topology.classOf(namespace, name!)?.storageClass?.provisioner === LOCAL_DRIVER,
  );
  return isOfDriver ? 'no nodes found for volume' : 'pod has no hyperconverged volumes';
}
