/** Bindings: what the volume controller writes into claims and their volumes. */
import { ASSIGNED_UID, chosenVolume } from '../../validation';
import { Cluster } from '../cluster';
import { outlineOf, Stored } from '../stored';
import { BOUND } from './bound-before';
import { ClaimState } from './volumes';
import { Fields, fieldsOf, isSame } from '../../kube';

/** Writes into claims and volumes what binding writes; what was bound `before` has it already. */
export function recordBindings(
  cluster: Cluster,
  states: ReadonlyMap<string, ClaimState>,
  before: ReadonlyMap<string, ClaimState>,
): void {
  for (const [key, state] of states) {
    const { stored, isBound, volume, namespace, name } = state;
    if (!isBound) continue;
    const isAsBefore = state === before.get(key);
    const claim = stored && !isAsBefore ? cluster.get(stored.sent.id) : undefined;
    if (claim) record(cluster, claim, volume?.sent.name ?? chosenVolume(key));
    const there = volume ? cluster.get(volume.sent.id) : undefined;
    if (there && !(isAsBefore && there === volume)) reserve(cluster, there, namespace, name);
  }
}

function record(cluster: Cluster, claim: Stored, chosen: string): void {
  cluster.rewrite(claim, (live) => {
    const spec = fieldsOf(live.spec);
    return {
      ...live,
      metadata: annotated(live, BOUND),
      spec: { ...spec, volumeName: spec.volumeName ?? chosen },
    };
  });
}

/** The metadata with an annotation, which stays as it is where it is there already. */
function annotated({ metadata }: Fields, key: string): Fields {
  const given = fieldsOf(metadata);
  return { ...given, annotations: { [key]: 'yes', ...fieldsOf(given.annotations) } };
}

const BY_CONTROLLER = 'pv.kubernetes.io/bound-by-controller';

function reserve(
  cluster: Cluster,
  volume: Stored,
  namespace: string | undefined,
  name: string,
): void {
  const { claimRef: own } = fieldsOf(outlineOf(volume).spec);
  const isOwn = own === undefined;
  const given = fieldsOf(own);
  const claimRef = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    uid: ASSIGNED_UID,
    ...given,
    namespace,
    name,
  };
  if (!isOwn && (given.namespace !== namespace || given.name !== name)) volume.isOverwritten = true;
  if (isSame(claimRef, own)) return;
  cluster.rewrite(volume, (live) => ({
    ...live,
    ...(isOwn ? { metadata: annotated(live, BY_CONTROLLER) } : {}),
    spec: { ...fieldsOf(live.spec), claimRef },
  }));
}
