/** Bindings: what the volume controller writes into claims and their volumes. */
import { Cluster, Stored } from './cluster';
import { ASSIGNED_UID, chosenVolume } from '../validation';
import { ClaimState } from './volumes';
import { claimKey } from './workloads';
import { fieldsOf, isSame } from '../kube';

/** Writes into claims and volumes what binding writes. */
export function recordBindings(cluster: Cluster, states: ReadonlyMap<string, ClaimState>): void {
  for (const { stored, isBound, volume, namespace, name } of states.values()) {
    if (!isBound) continue;
    const claim = stored && cluster.get(stored.sent.id);
    if (claim) record(cluster, claim, volume?.sent.name ?? chosenVolume(claimKey(namespace, name)));
    const there = volume ? cluster.get(volume.sent.id) : undefined;
    if (there) reserve(cluster, there, namespace, name);
  }
}

function record(cluster: Cluster, claim: Stored, volumeName: string): void {
  const metadata = fieldsOf(claim.live.metadata);
  const annotations = fieldsOf(metadata.annotations);
  const spec = fieldsOf(claim.live.spec);
  if (annotations[BOUND] !== undefined) claim.isOverwritten = true;
  if (annotations[BOUND] === 'yes' && (spec.volumeName ?? undefined) !== undefined) return;
  cluster.rewrite(claim, {
    ...claim.live,
    metadata: { ...metadata, annotations: { ...annotations, [BOUND]: 'yes' } },
    spec: { ...spec, volumeName: spec.volumeName ?? volumeName },
  });
}

const BOUND = 'pv.kubernetes.io/bind-completed';

function reserve(
  cluster: Cluster,
  volume: Stored,
  namespace: string | undefined,
  name: string,
): void {
  const spec = fieldsOf(volume.live.spec);
  const metadata = fieldsOf(volume.live.metadata);
  const isOwn = spec.claimRef === undefined;
  const given = fieldsOf(spec.claimRef);
  const claimRef = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    uid: ASSIGNED_UID,
    ...given,
    namespace,
    name,
  };
  if (!isOwn && (given.namespace !== namespace || given.name !== name)) volume.isOverwritten = true;
  if (isSame(claimRef, spec.claimRef)) return;
  cluster.rewrite(volume, {
    ...volume.live,
    ...(isOwn
      ? {
          metadata: {
            ...metadata,
            annotations: {
              ...fieldsOf(metadata.annotations),
              'pv.kubernetes.io/bound-by-controller': 'yes',
            },
          },
        }
      : {}),
    spec: { ...spec, claimRef },
  });
}
