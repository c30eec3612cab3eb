/** The affinity of pods to the nodes that have their volumes. */
import { isLocal, MountedVolume, selectedNode } from './volumes';
import { Finding, show, violation } from '../../findings';
import { mergeAffinity, nodeAffinity } from '../../placement/core';
import { Data, Topology, Workload } from '../../topology';
import { NODE_KEY } from '../names';
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
