/** The local volumes of a pod: where each is, and whether its data may be left behind. */
import { Fields, fieldsOf } from '../../kube';
import { isGiven, listOf, textOf } from '../../object';
import { isLeft, PersistentVolume, Topology, Workload } from '../../topology';
import { FAILOVER_MODE, INITIAL_NODE, LOCAL_DRIVER, NODE_KEY, SELECTED_NODE } from '../names';

/** A local volume that a pod mounts by the claim that it is bound to. */
export interface MountedVolume {
  readonly claimName: string;
  readonly volume: PersistentVolume;
  /** The node that has the volume, as the driver writes it down; undefined if nothing says it. */
  readonly node?: string;
  /** Whether the pod has to go to the node: without it there is no volume. */
  readonly isDurable: boolean;
}

/**
 * The local volumes of a workload's pods, in the order in which they mount them. The claims of
 * generic ephemeral volumes are none: when a pod is made they do not exist yet.
 */
export function localVolumesOf(
  { claims, namespace }: Workload,
  topology: Topology,
): MountedVolume[] {
  return claims.flatMap(({ origin, claimName }) => {
    const volume =
      origin === 'ephemeral' || claimName === undefined
        ? undefined
        : topology.volumeOf(namespace, claimName);
    if (!volume || !isLocal(volume) || isLeft(volume)) return [];
    return [
      { claimName: claimName!, volume, node: selectedNode(volume), isDurable: isDurable(volume) },
    ];
  });
}

/** Whether a volume is the driver's, with a handle by which it knows it. */
export function isLocal({ driver, manifest }: PersistentVolume): boolean {
  return driver === LOCAL_DRIVER && textOf(sourceOf(manifest).volumeHandle) !== '';
}

/**
 * The node that the driver wrote down: the annotation, then the attribute. An empty text is as good
 * as none.
 */
export function selectedNode({ manifest }: Pick<PersistentVolume, 'manifest'>): string | undefined {
  const annotated = textOf(fieldsOf(fieldsOf(manifest.metadata).annotations)[SELECTED_NODE]);
  return annotated || textOf(attributesOf(manifest)[INITIAL_NODE]) || undefined;
}

/** Whether two names are of one node: the driver compares them without regard to case. */
export function isSameNode(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Whether the garbage collectors of a node remove the data of a volume there: if the annotation, or
 * else the attribute, is present and has anything but that node. They look neither at node affinity
 * nor at the failover mode.
 */
export function isRemovedFrom(
  node: string,
  { manifest }: Pick<PersistentVolume, 'manifest'>,
): boolean {
  const named = [
    fieldsOf(fieldsOf(manifest.metadata).annotations)[SELECTED_NODE],
    attributesOf(manifest)[INITIAL_NODE],
  ].find(isGiven);
  return named !== undefined && !isSameNode(textOf(named), node);
}

/** The nodes that the node affinity of a volume names; undefined if it names none. */
export function affinityNodes({
  manifest,
}: Pick<PersistentVolume, 'manifest'>): readonly string[] | undefined {
  const { required } = fieldsOf(fieldsOf(manifest.spec).nodeAffinity);
  const terms = listOf(fieldsOf(required).nodeSelectorTerms);
  const named = terms.map(({ matchExpressions }) =>
    listOf(matchExpressions)
      .filter(({ key, operator }) => key === NODE_KEY && operator === 'In')
      .flatMap(({ values }) => (Array.isArray(values) ? values.map(textOf) : [])),
  );
  return named.length === 0 || named.some((nodes) => nodes.length === 0)
    ? undefined
    : [...new Set(named.flat())];
}

/**
 * Whether a volume is lost for good with its node. What is not a mode counts as availability, as
 * the driver reads it.
 */
function isDurable({ manifest }: PersistentVolume): boolean {
  return attributesOf(manifest)[FAILOVER_MODE] === 'durability';
}

export function attributesOf(manifest: Fields): Fields {
  return fieldsOf(sourceOf(manifest).volumeAttributes);
}

export function sourceOf(manifest: Fields): Fields {
  return fieldsOf(fieldsOf(manifest.spec).csi);
}
