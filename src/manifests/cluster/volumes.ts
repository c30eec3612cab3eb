/** Volumes in a cluster that no claim has, or ever gets. */
import { isOnNode, oneLine } from './living';
import { releaseOf } from './pending-claims';
import { BINDER } from './sources';
import { defineRules, Finding, show, violation } from '../../findings';
import { hasStored, Judge, JudgedObject, World } from '../../judge';
import { fieldsOf, isStored, PROVISIONED_BY } from '../../kube';
import { isGiven, listOf, textOf } from '../../object';

const RULES = defineRules('cluster', {
  volumeReleased: {
    warning: 'A volume in the cluster is neither bound to a claim nor available.',
    why: 'A volume whose claim was deleted is Released: it stays reserved for the uid of that claim, so nothing else binds to it until the reservation is cleared.',
    bad: 'status.phase: Released',
    good: 'status.phase: Available',
    source: BINDER,
  },
  volumeFailed: {
    error: 'The storage of a volume is not deleted, though its claim was.',
    why: 'The driver did not delete the storage: it stays, and is billed.',
    bad: 'status.phase: Failed',
    good: 'no volume',
    source: BINDER,
  },
  volumeNeverClaimed: {
    warning: 'No claim can bind to an available volume.',
    why: 'A volume that is reserved for a claim with another volume, or that no node of the cluster can reach, stays unused forever.',
    bad: 'a volume for the node node-9, which the cluster no longer has',
    good: 'a volume for a node that exists',
    source: `${BINDER}; Kubernetes scheduler, VolumeBinding`,
  },
});

const CLAIM = '/PersistentVolumeClaim';

export const LIVING_VOLUME_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: ['/PersistentVolume'],
  isOfLiving: true,
  when: hasStored,
  check: (volume, world) => {
    const { manifest } = volume;
    if (!isStored(manifest) || fieldsOf(manifest.metadata).deletionTimestamp !== undefined) {
      return [];
    }
    const { phase, message } = fieldsOf(manifest.status);
    if (phase === 'Failed') return failed(volume, oneLine(message));
    if (phase === 'Released') return released(volume);
    return phase === 'Available' ? neverClaimed(volume, world) : [];
  },
};

function failed({ name }: JudgedObject, said: string): Finding[] {
  return [
    violation(
      RULES.volumeFailed,
      'status.phase',
      `the volume is Failed: its claim is gone, and its storage could not be deleted${said === '' ? '' : `: ${said}`}`,
      `fix that, or delete the storage by hand and then run kubectl delete pv ${name}`,
    ),
  ];
}

function released({ name, manifest, annotations }: JudgedObject): Finding[] {
  const { claimRef, persistentVolumeReclaimPolicy: policy } = fieldsOf(manifest.spec);
  const { namespace, name: claim } = fieldsOf(claimRef);
  const isDeleted = policy === 'Delete' && annotations[PROVISIONED_BY] !== undefined;
  return [
    violation(
      RULES.volumeReleased,
      'status.phase',
      `the volume is Released: its claim ${textOf(namespace)}/${textOf(claim)} is gone, ` +
        (isDeleted
          ? 'and its driver has not deleted it (reclaim policy Delete)'
          : 'no other claim can bind to it, and its data is kept'),
      isDeleted
        ? 'check that the driver runs, and read the log of its provisioner'
        : `to use the data again, ${releaseOf(name)} and create the claim ${textOf(namespace)}/${textOf(claim)} with volumeName: ${name}; otherwise delete the volume and its storage`,
    ),
  ];
}

function neverClaimed({ manifest }: JudgedObject, world: World): Finding[] {
  const { claimRef, nodeAffinity } = fieldsOf(manifest.spec);
  const reserved = isGiven(claimRef)
    ? reservedInVain(fieldsOf(claimRef), manifest, world)
    : undefined;
  if (reserved) return [reserved];
  const { required } = fieldsOf(nodeAffinity);
  if (!isGiven(required) || !isOfNodes(required) || !world.covers('/Node')) return [];
  const nodes = world.ofKind('/Node');
  if (nodes.length === 0 || nodes.some((node) => isOnNode(required, node))) return [];
  return [
    violation(
      RULES.volumeNeverClaimed,
      'spec.nodeAffinity',
      'no claim will get the volume: the cluster has none of the nodes that can reach it',
      'delete it, and its storage if that still exists',
    ),
  ];
}

/** Nodes of a name come and go with it; those of a zone come again. */
function isOfNodes(selector: unknown): boolean {
  return listOf(fieldsOf(selector).nodeSelectorTerms).every(
    ({ matchExpressions, matchFields }) =>
      listOf(matchFields).length > 0 ||
      listOf(matchExpressions).some(
        ({ key, operator }) => key === 'kubernetes.io/hostname' && operator === 'In',
      ),
  );
}

function reservedInVain(
  { namespace, name, uid }: ReturnType<typeof fieldsOf>,
  { metadata }: JudgedObject['manifest'],
  world: World,
): Finding | undefined {
  const [claim] = world.find(CLAIM, textOf(namespace), textOf(name));
  if (!claim) return undefined;
  const other = textOf(fieldsOf(claim.manifest.spec).volumeName);
  const own = textOf(fieldsOf(metadata).name);
  const isOther = other !== '' && other !== own;
  const isGone = textOf(uid) !== '' && uid !== fieldsOf(claim.manifest.metadata).uid;
  if (!isOther && !isGone) return undefined;
  return violation(
    RULES.volumeNeverClaimed,
    isOther ? 'spec.claimRef' : 'spec.claimRef.uid',
    `no claim will get the volume: it is reserved for ${textOf(namespace)}/${textOf(name)}, ${isOther ? `which has the volume ${show(other)}` : 'and for the uid of an older claim of that name'}`,
    isOther ? 'remove the claimRef, or delete the volume' : releaseOf(own),
  );
}
