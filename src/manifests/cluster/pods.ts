/** Pods in a cluster that wait for a volume, and why. */
import { Attachment, claimKey, claimsOfPod, isOnNode, livingOf, oneLine } from './living';
import { RELEASE } from './sources';
import { defineRules, Finding, show, violation } from '../../findings';
import { hasStored, Judge, JudgedObject, World } from '../../judge';
import { Fields, fieldsOf, isStored, isForOnePod, isOfManyNodes, ONE_POD } from '../../kube';
import { isGiven, listOf, textOf, textsOf } from '../../object';

const RULES = defineRules('cluster', {
  podWaits: {
    warning: 'A pod in the cluster waits for a volume.',
    why: 'The pod does not start: its volume is attached to another node, is in another zone, or its node has no room for one more.',
    bad: 'a pod on node-2 whose ReadWriteOnce volume is attached to node-1',
    good: 'both pods on node-1',
    source: `${RELEASE}, attach-detach controller, scheduler (NodeVolumeLimits, VolumeBinding), kubelet`,
  },
});

/** Pods that have not started. */
export const WAITING_POD_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: ['/Pod'],
  isOfLiving: true,
  when: hasStored,
  check: (pod, world) => {
    const { manifest } = pod;
    if (!isStored(manifest) || textOf(fieldsOf(manifest.status).phase) !== 'Pending') return [];
    if (fieldsOf(manifest.metadata).deletionTimestamp !== undefined) return [];
    const claims = claimsOfPod(pod);
    if (claims.length === 0) return [];
    const found = whyWaiting(pod, claims, world);
    return found ? [found] : [];
  },
};

function waits(path: string, why: string, remedy: string): Finding {
  return violation(RULES.podWaits, path, `the pod waits: ${why}`, remedy);
}

interface BoundClaim {
  readonly claim: string;
  readonly volume: string;
  readonly spec: Fields;
}

function whyWaiting(
  pod: JudgedObject,
  claims: readonly string[],
  world: World,
): Finding | undefined {
  const { namespace, manifest } = pod;
  const bound: BoundClaim[] = [];
  for (const claim of claims) {
    const [object] = world.find('/PersistentVolumeClaim', namespace, claim);
    if (!object) {
      if (!world.covers('/PersistentVolumeClaim', namespace)) continue;
      return waits('spec.volumes', `its claim ${show(claim)} does not exist`, 'create the claim');
    }
    const { volumeName } = fieldsOf(object.manifest.spec);
    const [volume] = world.find('/PersistentVolume', undefined, textOf(volumeName));
    // What a claim waits for is told there.
    if (!volume || fieldsOf(object.manifest.status).phase !== 'Bound') continue;
    bound.push({ claim, volume: volume.name, spec: fieldsOf(volume.manifest.spec) });
  }
  const node = textOf(fieldsOf(manifest.spec).nodeName);
  return node === '' ? whyNoNode(pod, bound, world) : whyNotThere(pod, bound, node, world);
}

/** The pod has a node, and its volumes do not come there. */
function whyNotThere(
  pod: JudgedObject,
  bound: readonly BoundClaim[],
  node: string,
  world: World,
): Finding | undefined {
  const { attachments, warnings } = world.once(livingOf);
  for (const { claim, volume, spec } of bound) {
    const all = attachments.get(volume) ?? [];
    const elsewhere = all.find((one) => one.isAttached && one.node !== node);
    const isThere = all.some((one) => one.isAttached && one.node === node);
    const modes = textsOf(spec.accessModes);
    if (elsewhere && !isThere && !modes.some(isOfManyNodes)) {
      return waits(
        'spec.nodeName',
        `it is on the node ${show(node)}, and the volume of its claim ${show(claim)} is attached to ${show(elsewhere.node)} (Multi-Attach)${usersWords(pod, claim, elsewhere, world)}`,
        `let the pods that share the claim run on one node, or end those on ${show(elsewhere.node)} first`,
      );
    }
    const failed = all.find((one) => one.node === node && !one.isAttached && one.error !== '');
    if (failed) {
      return waits(
        'spec.nodeName',
        `the volume of its claim ${show(claim)} cannot be attached to ${show(node)}: ${oneLine(failed.error)}`,
        'fix what the driver reports',
      );
    }
    const other = otherUser(pod, claim, world);
    if (other && isForOnePod(modes)) {
      return waits(
        'spec.volumes',
        `its claim ${show(claim)} is for one pod (${ONE_POD}), which is ${other}`,
        `end ${other} first`,
      );
    }
  }
  const said = warnings.get(textOf(fieldsOf(pod.manifest.metadata).uid));
  return said === undefined || bound.length === 0 || !isAboutVolumes(pod)
    ? undefined
    : waits('spec.volumes', said, 'fix what the node reports');
}

/** Whether nothing of the pod has begun: its containers wait until all volumes are there. */
function isAboutVolumes({ manifest }: JudgedObject): boolean {
  return !listOf(fieldsOf(manifest.status).conditions).some(
    ({ type, status }) => type === 'PodReadyToStartContainers' && status === 'True',
  );
}

function usersWords(pod: JudgedObject, claim: string, at: Attachment, world: World): string {
  const user = otherUser(pod, claim, world, at.node);
  return user === undefined ? '' : `, where ${user} uses it`;
}

function otherUser(
  pod: JudgedObject,
  claim: string,
  world: World,
  node?: string,
): string | undefined {
  const pods = world.once(livingOf).podsOfClaim.get(claimKey(pod.namespace, claim)) ?? [];
  const other = pods.find(
    (one) =>
      one !== pod &&
      !['Succeeded', 'Failed'].includes(textOf(fieldsOf(one.manifest.status).phase)) &&
      (node === undefined
        ? isGiven(fieldsOf(one.manifest.spec).nodeName)
        : fieldsOf(one.manifest.spec).nodeName === node),
  );
  return other && `Pod/${other.namespace}/${other.name}`;
}

/** The scheduler finds no node: as far as volumes are the reason. */
function whyNoNode(
  { manifest }: JudgedObject,
  bound: readonly BoundClaim[],
  world: World,
): Finding | undefined {
  const nodes = world.ofKind('/Node');
  const placed = bound.filter(({ spec }) => isGiven(fieldsOf(spec.nodeAffinity).required));
  if (placed.length === 0 || nodes.length === 0 || !world.covers('/Node')) return undefined;
  const near = (one: BoundClaim) =>
    nodes.filter((node) => isOnNode(fieldsOf(one.spec.nodeAffinity).required, node));
  const reachable = placed.reduce(
    (left, one) => {
      const own = new Set(near(one));
      return left.filter((node) => own.has(node));
    },
    [...nodes],
  );
  const names = placed.map(({ claim }) => show(claim)).join(' and ');
  const path = 'spec.volumes';
  if (reachable.length === 0) {
    return waits(
      path,
      `no node of the cluster can reach the ${placed.length === 1 ? 'volume' : 'volumes'} of ${names}`,
      'add a node in the zone of the volume, or use another volume',
    );
  }
  const allowed = reachable.filter((node) => isAsked(fieldsOf(manifest.spec), node));
  if (allowed.length === 0) {
    return waits(
      path,
      `it requires other nodes than those that can reach the ${placed.length === 1 ? 'volume' : 'volumes'} of ${names}`,
      'remove the nodeSelector or the affinity, or use another volume',
    );
  }
  const full = allowed.filter((node) => isFull(node, bound, world));
  return full.length < allowed.length
    ? undefined
    : waits(
        path,
        `no node that can reach the ${placed.length === 1 ? 'volume' : 'volumes'} of ${names} has room for one more volume of its driver`,
        'add a node there, or move pods with volumes away',
      );
}

function isAsked({ nodeSelector, affinity }: Fields, node: JudgedObject): boolean {
  const required = fieldsOf(
    fieldsOf(affinity).nodeAffinity,
  ).requiredDuringSchedulingIgnoredDuringExecution;
  return (
    Object.entries(fieldsOf(nodeSelector)).every(
      ([label, value]) => node.labels[label] === value,
    ) &&
    (!isGiven(required) || isOnNode(required, node))
  );
}

function isFull(node: JudgedObject, bound: readonly BoundClaim[], world: World): boolean {
  const { limits } = world.once(livingOf);
  const attached = world.once(attachedByNode);
  return bound.some(({ spec }) => {
    const driver = textOf(fieldsOf(spec.csi).driver);
    const limit = limits.get(`${node.name}/${driver}`);
    return limit !== undefined && (attached.get(`${node.name}/${driver}`) ?? 0) >= limit;
  });
}

function attachedByNode(world: World): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const all of world.once(livingOf).attachments.values()) {
    for (const { node, driver } of all) {
      counts.set(`${node}/${driver}`, (counts.get(`${node}/${driver}`) ?? 0) + 1);
    }
  }
  return counts;
}
