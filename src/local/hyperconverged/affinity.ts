/**
 * Pods go to the nodes that have their volumes: the affinity for it, and the webhook's answer for
 * one pod.
 */
import { isLocal, localVolumesOf, MountedVolume, selectedNode } from './volumes';
import { Finding, show, violation } from '../../findings';
import { mergeAffinity, nodeAffinity } from '../../placement/core';
import { Data, Topology, Workload } from '../../topology';
import { LOCAL_DRIVER, NODE_KEY } from '../names';
import { LOCAL_VOLUME_RULES as RULES } from '../volumes/rules';

/**
 * The affinity to the nodes of volumes; undefined if no node is known. A durable volume has to be
 * there, so its node is required, in every alternative that the pod has already; of the others the
 * nodes are preferred.
 */
export function affinityTo(volumes: readonly MountedVolume[]): Data | undefined {
  const nodes = (isDurable: boolean) =>
    new Set(
      volumes.flatMap((one) =>
        one.isDurable === isDurable && one.node !== undefined ? [one.node] : [],
      ),
    );
  const terms = [true, false].flatMap((isDurable) =>
    [...nodes(isDurable)].map((node) => nodeAffinity(node, isDurable, NODE_KEY)),
  );
  return terms.reduce<Data | undefined>((all, term) => mergeAffinity(all, term), undefined);
}

/**
 * Findings on a workload whose pods have volumes of their own: what its template says holds for
 * each of them.
 */
export function checkSteering(
  { claims, name, namespace, replicas = 0, firstOrdinal, podPath }: Workload,
  topology: Topology,
): Finding[] {
  const templates = claims.filter(
    ({ origin, claimName }) => origin === 'template' && claimName === undefined,
  );
  if (topology.persistentVolumes.length === 0) return [];
  for (const { volume: template } of templates) {
    for (let ordinal = firstOrdinal; ordinal < firstOrdinal + replicas; ordinal += 1) {
      const volume = topology.volumeOf(namespace, `${template}-${name}-${ordinal}`);
      const node = volume && isLocal(volume) ? selectedNode(volume) : undefined;
      if (node === undefined) continue;
      return [
        violation(
          RULES.podsApart,
          `${podPath}.affinity`,
          `each of the ${replicas} pods has its own local volume, such as ${show(volume!.name)} on ${node}, but they share one affinity`,
          'use a HyperconvergedPolicy, which steers each pod when it is created',
        ),
      ];
    }
  }
  return [];
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
