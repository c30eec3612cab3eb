/** Access to a viewer: which of the peers and identities that policies let in are everybody. */
import { AddressRange, fieldsOf, isFields, parseCidr } from '../kube';
import { claimVolumes } from './pod';
import { entries } from './ports';
import { KubeValue, ViewerSpec } from './spec';

/** A label that the API server gives to every namespace. */
const EVERY_NAMESPACE = 'kubernetes.io/metadata.name';
/**
 * The beginning of the identities of Istio, `<trust domain>/ns/<namespace>/sa/<service account>`,
 * as long as no namespace is in it.
 */
const BEFORE_NAMESPACE = /^[^/]*(?:\/(?:n(?:s\/?)?)?)?$/;

/** Whether the viewer offers to write: not if the claim can only be read in its pod. */
export function isWritable({
  readOnly,
  podSpec,
  pvc,
}: Pick<ViewerSpec, 'readOnly' | 'podSpec' | 'pvc'>): boolean {
  if (readOnly) return false;
  if (podSpec === undefined) return true;
  const volumes = entries(podSpec.volumes).filter(
    ({ persistentVolumeClaim }) => fieldsOf(persistentVolumeClaim).claimName === pvc,
  );
  if (
    volumes.length > 0 &&
    volumes.every(({ persistentVolumeClaim }) => fieldsOf(persistentVolumeClaim).readOnly === true)
  ) {
    return false;
  }
  const names = claimVolumes(pvc, podSpec);
  const mounts = ['containers', 'initContainers']
    .flatMap((list) => entries(podSpec[list]).flatMap(({ volumeMounts }) => entries(volumeMounts)))
    .filter(({ name }) => names.includes(name));
  return mounts.length === 0 || mounts.some((mount) => mount.readOnly !== true);
}

/** Whether the peer of a NetworkPolicy is every pod of the cluster. */
export function isEveryPod(peer: unknown): boolean {
  const { namespaceSelector, podSelector } = fieldsOf(peer);
  return (
    isFields(namespaceSelector) &&
    isEveryNamespace(namespaceSelector) &&
    (!isFields(podSelector) || isEmptySelector(podSelector))
  );
}

/**
 * Whether these peers are together every address of IPv4 or of IPv6. What their `except` leaves out
 * are but a few.
 */
export function isEveryAddress(peers: readonly unknown[]): boolean {
  const ranges = peers.flatMap((peer) => {
    const { cidr } = fieldsOf(fieldsOf(peer).ipBlock);
    return typeof cidr === 'string' ? (parseCidr(cidr) ?? []) : [];
  });
  return ([4, 6] as const).some((family) =>
    coversAll(
      ranges.filter((range) => range.family === family),
      family === 4 ? 32 : 128,
    ),
  );
}

/** Whether a NetworkPolicy with these peers lets everybody in. */
export function isOpenToPeers(peers: readonly unknown[]): boolean {
  return peers.some(isEveryPod) || isEveryAddress(peers);
}

/**
 * Whether a principal of an AuthorizationPolicy matches everyone in the mesh: `*`, or a beginning
 * in which no namespace is. A star is one at the end, or else at the beginning; anywhere else it is
 * a letter.
 */
export function isEveryPrincipal(principal: string): boolean {
  return (
    principal === '*' ||
    (!principal.startsWith('*') &&
      principal.endsWith('*') &&
      BEFORE_NAMESPACE.test(principal.slice(0, -1)))
  );
}

function isEveryNamespace(selector: KubeValue): boolean {
  const expressions = entries(selector.matchExpressions);
  return (
    Object.keys(fieldsOf(selector.matchLabels)).length === 0 &&
    expressions.every(({ key, operator }) => key === EVERY_NAMESPACE && operator === 'Exists')
  );
}

function isEmptySelector({ matchLabels, matchExpressions }: KubeValue): boolean {
  return Object.keys(fieldsOf(matchLabels)).length === 0 && entries(matchExpressions).length === 0;
}

function coversAll(ranges: readonly AddressRange[], bits: number): boolean {
  let covered = 0n;
  for (const { address, length } of [...ranges].sort((a, b) => (a.address < b.address ? -1 : 1))) {
    const size = 2n ** BigInt(bits - length);
    const start = address - (address % size);
    if (start > covered) return false;
    if (start + size > covered) covered = start + size;
  }
  return covered === 2n ** BigInt(bits);
}
