/** Beside whom a workload is to run: the terms that bring it to the node where its claim, or another workload, is. */
import { Finding, show, violation } from '../findings';
import { append } from '../kube';
import { meetsRequired, PodTerm } from './affinity';
import { AskedClaim, manyNodes, missingClaim, ONE_NODE, ONE_POD, secondPod } from './claims';
import { MOST_NAMES, nameOfWorkload } from './names';
import { isAppliedBefore } from './order';
import { PLACEMENT_RULES as RULES } from './rules';
import { untolerated } from './taints';
import { Consumer, Data, PodSelector, Topology, Workload } from '../topology';

/** How strongly a workload is bound to the node of another. */
export enum CoLocationMode {
  /**
   * Required of one workload that runs all the time, has at least one replica, does not wait in turn and is not applied
   * later (hooks of Helm and Argo CD, waves): of the only one, or of one of several where all of these but one follow
   * the claim as well. Preferred otherwise.
   */
  AUTO = 'auto',
  /** The scheduler prefers the node, with the weight 100. On another one a ReadWriteOnce volume cannot be attached. */
  PREFERRED = 'preferred',
  /**
   * No other node will do: the pod stays pending while nothing runs that it follows. Of several workloads one is required,
   * since the scheduler looks for one pod that meets all required terms; Jobs can only be preferred.
   */
  REQUIRED = 'required',
  /** Nothing is said about the node. */
  NONE = 'none',
}

/** Pods with this label only look into a volume: nobody waits for them. */
export const VIEWER_LABEL = { key: 'app.kubernetes.io/part-of', value: 'pvc-viewer' };

/** Who is to be placed, and beside whom. */
export interface CoLocationRequest {
  /** The key of the workload in the topology, so that it is not taken for its own neighbour. */
  readonly key: string;
  readonly namespace?: string;
  /** The claim by which it is bound to a node. */
  readonly claim?: AskedClaim;
  /** The key of the workload that it is to be beside. */
  readonly workloadKey?: string;
  readonly mode: CoLocationMode;
  /** What pods beside each other share. A node, unless it is given. */
  readonly topologyKey?: string;
  readonly weight?: number;
  /** How many pods of its own there are: none means that nothing is claimed for now. */
  readonly replicas?: number;
  /** Its pods, where the topology does not have the workload. */
  readonly podSpec?: Data;
}

/** How a workload is brought beside one other. */
export interface CoLocationTerm extends PodTerm {
  readonly workload: Workload;
  /** The one pod of it that is meant, if it is one. */
  readonly podName?: string;
  /** Whether it can be waited for: not where its pods end, are none now, come later, or one on every node, nor where the affinity that is there requires others. */
  readonly isPresent: boolean;
}

/** What comes of a request. */
export interface CoLocationDecision {
  readonly terms: readonly CoLocationTerm[];
  readonly findings: readonly Finding[];
}

const NOTHING: CoLocationDecision = { terms: [], findings: [] };

/** Decides one request as if there were no others: in mode `auto` the only one who can be waited for is required. */
export function decideCoLocation(request: CoLocationRequest, topology: Topology): CoLocationDecision {
  const { claim, workloadKey } = request;
  if (claim) return besideConsumers(request, claim, topology);
  const workload = workloadKey === undefined ? undefined : topology.workloadAt(workloadKey);
  if (!workload) return { terms: [], findings: [violation(RULES.notPlaceable, '', `${workloadKey ?? 'nothing'} makes no pods`, 'give a workload, or a claim that workloads mount')] };
  return beside(request, [{ workload }], topology);
}

function besideConsumers(request: CoLocationRequest, claim: AskedClaim, topology: Topology): CoLocationDecision {
  const modes = claim.accessModes ?? topology.accessModesOf(request.namespace, claim.name);
  const consumers = topology.consumersOf(request.namespace, claim.name).filter(({ workload }) => workload.key !== request.key);
  if (modes?.includes(ONE_POD)) return { terms: [], findings: secondPod(request.replicas, claim, consumers) };
  // The claim of somebody else is taken for what most claims are: being together is right for it, and harmless otherwise.
  if (modes && !(modes.length === 1 && modes[0] === ONE_NODE)) return NOTHING;
  const others = consumers.filter(({ workload }) => !isViewer(workload));
  const decision = beside(request, others.length > 0 ? others : consumers, topology);
  const about = others.length === 0 ? missingClaim(request.namespace, claim, topology) : others.flatMap((consumer) => manyNodes(claim, consumer));
  return { terms: decision.terms, findings: [...decision.findings, ...about] };
}

function beside(request: CoLocationRequest, targets: readonly Pick<Consumer, 'workload' | 'podName'>[], topology: Topology): CoLocationDecision {
  const { mode, topologyKey, weight } = request;
  if (mode === CoLocationMode.NONE) return NOTHING;
  const findings: Finding[] = [];
  const found = targets.flatMap(({ workload, podName }): Found[] => {
    const selector = selectorOf(workload, podName);
    if (!selector) findings.push(violation(RULES.consumerWithoutLabels, '', `the pods of ${nameOfWorkload(workload)} have no labels to find them by`, 'give them labels'));
    return selector ? [{ workload, selector, podName }] : [];
  });
  const self = topology.workloadAt(request.key);
  const podSpec = request.podSpec ?? self?.podSpec ?? {};
  const lasting = found.filter(({ workload }) => !workload.isBatch && !isViewer(workload));
  const possible = lasting.filter(({ workload }) => meetsRequired(podSpec.affinity, workload.podLabels));
  // A workload of no pods, or that comes later, would keep the other one from starting, and of a DaemonSet any pod would do.
  const present = possible.filter(({ workload: { replicas = 0, manifest } }) => replicas >= 1 && !isAppliedBefore(self?.manifest, manifest));
  const only = mode === CoLocationMode.AUTO && present.length === 1 ? present[0] : undefined;
  const required = mode === CoLocationMode.REQUIRED ? present[0] ?? possible[0] : only;
  if (mode === CoLocationMode.REQUIRED) append(findings, requirementFindings(found, lasting, required));
  if (required) append(findings, taintFindings(required.workload, podSpec));
  const terms = found.map((target) => ({
    workload: target.workload,
    selector: target.selector,
    ...target.podName === undefined ? {} : { podName: target.podName },
    isPresent: present.includes(target),
    isRequired: target === required,
    ...weight === undefined ? {} : { weight },
    ...topologyKey === undefined ? {} : { topologyKey },
    ...target.workload.namespace === request.namespace || target.workload.namespace === undefined ? {} : { namespace: target.workload.namespace },
  }));
  return { terms, findings };
}

interface Found {
  readonly workload: Workload;
  readonly selector: PodSelector;
  readonly podName?: string;
}

function taintFindings(workload: Workload, podSpec: Data): Finding[] {
  return untolerated(workload.podSpec, podSpec).map((taint) => violation(RULES.taintNotTolerated, '',
    `${nameOfWorkload(workload)} tolerates the taint ${show(taint)}, and what is to run beside it does not`, 'give it the same toleration'));
}

function requirementFindings(all: readonly Found[], lasting: readonly Found[], required: Found | undefined): Finding[] {
  const names = (list: readonly Found[]) => {
    const told = list.slice(0, MOST_NAMES).map(({ workload }) => nameOfWorkload(workload)).join(', ');
    return list.length > MOST_NAMES ? `${told} and ${list.length - MOST_NAMES} more` : told;
  };
  if (all.length > 0 && lasting.length === 0) {
    return [violation(RULES.requiredOfBatch, '', `only ${names(all)} can be followed, whose pods come and go, so it is preferred`, 'use the mode auto or preferred')];
  }
  if (lasting.length > 0 && !required) {
    return [violation(RULES.requiredOfMany, '', `the affinity that is there requires other pods than those of ${names(lasting)}, so these are preferred`,
      'use the mode auto or preferred, or take the other term out')];
  }
  if (lasting.length < 2) return [];
  return [violation(RULES.requiredOfMany, '', `no pod is of all of ${names(lasting)}, so only ${names([required!])} is required, and the others are preferred`, 'use the mode auto or preferred')];
}

/** How the pods are found: as their controller does it, since that never changes. One pod of a StatefulSet by its name. */
function selectorOf(workload: Workload, podName: string | undefined): PodSelector | undefined {
  if (podName !== undefined && workload.kind !== 'Pod') return { matchLabels: { 'statefulset.kubernetes.io/pod-name': podName } };
  const { selector, podLabels } = workload;
  if (selector && (Object.keys(selector.matchLabels ?? {}).length > 0 || (selector.matchExpressions ?? []).length > 0)) return selector;
  return Object.keys(podLabels).length > 0 ? { matchLabels: podLabels } : undefined;
}

/** Whether a workload's pods only look into volumes. */
export function isViewer({ podLabels }: Workload): boolean {
  return podLabels[VIEWER_LABEL.key] === VIEWER_LABEL.value;
}

