/** The claim by which a workload is to be placed: whether it is there, and who else can have it. */
import { Finding, show, violation } from '../findings';
import { addTo, isForOneNode, isForOnePod, kindAndName, onceFor } from '../kube';
import { secondPodOf } from '../object';
import { MOST_NAMES } from './names';
import { PLACEMENT_RULES as RULES } from './rules';
import { sharingOf } from './sharing';
import { Consumer, Topology } from '../topology';

/** A claim by which a workload is bound to a node. */
export interface AskedClaim {
  readonly name: string;
  readonly accessModes?: readonly string[];
  /** The field that names it, for findings. */
  readonly path: string;
}

/**
 * Findings on a claim that nobody else uses, and that the app does not have where the workload is.
 */
export function missingClaim(
  namespace: string | undefined,
  claim: AskedClaim,
  topology: Topology,
): Finding[] {
  const elsewhere = isOnlyElsewhere(namespace, claim, topology)
    ? [claimElsewhere(claim.name, claim.path, namespacesOf(claim.name, topology))]
    : [];
  return [...elsewhere, ...ordinalFindings(namespace, claim, topology)];
}

/** A claim template is easily taken for a claim. */
function ordinalFindings(
  namespace: string | undefined,
  { name, path }: AskedClaim,
  topology: Topology,
): Finding[] {
  const [consumer] = topology.claim(namespace, name)
    ? []
    : topology.consumersOf(namespace, `${name}-0`);
  if (consumer?.use.origin !== 'template') return [];
  return [
    violation(
      RULES.claimOfPods,
      path,
      `there is no claim ${show(name)}: each pod of ${kindAndName(consumer.workload)} has its own`,
      `use the claim of a pod, such as ${show(`${name}-0`)}`,
    ),
  ];
}

/**
 * Whether the app has a claim of this name, but not here, and nobody says that there is one all the
 * same.
 */
function isOnlyElsewhere(
  namespace: string | undefined,
  { name, accessModes }: AskedClaim,
  topology: Topology,
): boolean {
  return (
    namespace !== undefined &&
    accessModes === undefined &&
    !topology.claim(namespace, name) &&
    namespacesOf(name, topology).length > 0
  );
}

const namespacesByName = onceFor((topology: Topology) => {
  const read = new Map<string, string[]>();
  for (const { name, namespace } of topology.claims) {
    if (namespace !== undefined) addTo(read, name, namespace);
  }
  return read;
});

function namespacesOf(claimName: string, topology: Topology): readonly string[] {
  return namespacesByName(topology).get(claimName) ?? [];
}

/** A finding on a claim that is meant, but is where the pod cannot have it. */
export function claimElsewhere(name: string, path: string, namespaces: readonly string[]): Finding {
  return violation(
    RULES.claimElsewhere,
    path,
    `the claim ${show(name)} is in the namespace ${namespaces.slice(0, MOST_NAMES).join(', ')}, but a pod can use only claims of its own namespace`,
    'put both into the same namespace; if there is a claim of that name here too, import it with its accessModes',
  );
}

/** Findings on others that have a claim for one pod; `replicas` are those of the one that asks. */
export function secondPod(
  replicas: number | undefined,
  claim: AskedClaim,
  consumers: readonly Consumer[],
): Finding[] {
  return consumers.map(({ workload }) => {
    // All of them are brought to one node.
    const { message, remedy } = secondPodOf(claim.name, `${kindAndName(workload)} uses it`, true);
    const finding = violation(RULES.claimForOnePod, claim.path, message, remedy);
    // While one of the two has no pods the other one can run; both are never meant to.
    return workload.replicas === 0 || replicas === 0
      ? { ...finding, severity: RULES.claimOnManyNodes.severity }
      : finding;
  });
}

/**
 * Findings on the pods of the one who asks, if they share the claim; `isTogether` if all of them
 * are brought to one node.
 */
export function ownPods(
  { key, namespace, claim, replicas }: Asking,
  isTogether: boolean,
  topology: Topology,
): Finding[] {
  const own = claim && sharingOf(topology, namespace, claim.name).byKey.get(key);
  // Of a StatefulSet each pod may have a claim of its own.
  if (!own || own.podName !== undefined) return [];
  const modes = claim.accessModes ?? topology.accessModesOf(namespace, claim.name) ?? [];
  const count = replicas ?? own.workload.replicas ?? 1;
  if (isForOnePod(modes) && count > 1) {
    const but = `${kindAndName(own.workload)} has ${count} pods`;
    const { message, remedy } = secondPodOf(claim.name, but, isTogether);
    return [violation(RULES.claimForOnePod, claim.path, message, remedy)];
  }
  return isTogether || !isForOneNode(modes) ? [] : manyNodes(claim, own);
}

/** Who asks, as far as its own pods are concerned. */
interface Asking {
  readonly key: string;
  readonly namespace?: string;
  readonly claim?: AskedClaim;
  readonly replicas?: number;
}

/**
 * The same about another workload, at that workload: the rules on objects judge it as well, and who
 * is to be beside it has nothing to mend.
 */
export function manyNodesOfOther(claim: AskedClaim, consumer: Consumer): Finding[] {
  const { key, podPath } = consumer.workload;
  return manyNodes(claim, consumer).map((one) => ({ ...one, path: podPath, construct: key }));
}

/** Findings on somebody who has a claim for one node, and pods on many. */
function manyNodes(claim: AskedClaim, { workload, podName }: Consumer): Finding[] {
  // Of a StatefulSet each pod has its own, and so the one pod is on one node.
  if (podName !== undefined) return [];
  const isDaemonSet = workload.replicas === undefined && workload.kind === 'DaemonSet';
  if (!isDaemonSet && (workload.replicas ?? 1) < 2) return [];
  const count = isDaemonSet ? 'a pod on every node' : `${workload.replicas} pods`;
  return [
    violation(
      RULES.claimOnManyNodes,
      claim.path,
      `the claim ${show(claim.name)} is for one node (ReadWriteOnce), but ${kindAndName(workload)} has ${count}`,
      'run one pod, or claim ReadWriteMany',
    ),
  ];
}
