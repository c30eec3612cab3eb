/** Beside whom a workload is to run: the terms that bring it to the node where its claim, or another workload, is. */
import { Finding, show, violation } from '../findings';
import { describe } from '../kube';
import { meetsRequired, PodTerm } from './affinity';
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
  /** The scheduler prefers the node, with the weight 100; on another one a ReadWriteOnce volume cannot be attached. */
  PREFERRED = 'preferred',
  /**
   * No other node will do: the pod is pending while nobody runs whom it follows. Of several workloads one is required,
   * since the scheduler looks for one pod that meets all required terms; Jobs can only be preferred.
   */
  REQUIRED = 'required',
  /** Nothing is said about the node. */
  NONE = 'none',
}

/** Pods with this label only look into a volume: nobody waits for them. */
const VIEWER_LABEL = { key: 'app.kubernetes.io/part-of', value: 'pvc-viewer' };
/** How many workloads a message names. */
const MOST_NAMES = 5;
const ONE_NODE = 'ReadWriteOnce';
const ONE_POD = 'ReadWriteOncePod';

/** Who is to be placed, and beside whom. */
export interface CoLocationRequest {
  /** The key of the workload in the topology, so that it is not taken for its own neighbour. */
  readonly key: string;
  readonly namespace?: string;
  /** The claim by which it is bound to a node. */
  readonly claim?: {
    readonly name: string;
    /** What is known of the claim otherwise. */
    readonly accessModes?: readonly string[];
    /** The field that names it, for findings. */
    readonly path: string;
  };
  /** The key of the workload that it is to be beside. */
  readonly workloadKey?: string;
  readonly mode: CoLocationMode;
  /** What pods beside each other share; a node, unless it is given. */
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

function besideConsumers(request: CoLocationRequest, claim: NonNullable<CoLocationRequest['claim']>, topology: Topology): CoLocationDecision {
  const modes = claim.accessModes ?? topology.accessModesOf(request.namespace, claim.name);
  const consumers = topology.consumersOf(request.namespace, claim.name).filter(({ workload }) => workload.key !== request.key);
  if (modes?.includes(ONE_POD)) return { terms: [], findings: secondPod(request, claim, consumers) };
  // The claim of somebody else is taken for what most claims are: being together is right for it, and harmless otherwise.
  if (modes && !(modes.length === 1 && modes[0] === ONE_NODE)) return NOTHING;
  const others = consumers.filter(({ workload }) => !isViewer(workload));
  const decision = beside(request, others.length > 0 ? others : consumers, topology);
  const isElsewhere = others.length === 0 && isOnlyElsewhere(request, claim, topology);
  const elsewhere = isElsewhere ? [claimElsewhere(claim.name, claim.path, namespacesOf(claim.name, topology))] : [];
  return { terms: decision.terms, findings: [...elsewhere, ...decision.findings, ...others.flatMap((consumer) => manyNodes(claim, consumer))] };
}

/** Whether the app has a claim of this name, but not here, and nobody says that there is one all the same. */
function isOnlyElsewhere({ namespace }: CoLocationRequest, { name, accessModes }: NonNullable<CoLocationRequest['claim']>, topology: Topology): boolean {
  return namespace !== undefined && accessModes === undefined && !topology.claim(namespace, name) && namespacesOf(name, topology).length > 0;
}

const namespacesByName = new WeakMap<Topology, ReadonlyMap<string, readonly string[]>>();

/** The namespaces in which a claim of this name is declared. */
function namespacesOf(claimName: string, topology: Topology): readonly string[] {
  let known = namespacesByName.get(topology);
  if (!known) {
    const read = new Map<string, string[]>();
    for (const { name, namespace } of topology.claims) {
      if (namespace === undefined) continue;
      const others = read.get(name);
      if (others) others.push(namespace);
      else read.set(name, [namespace]);
    }
    namespacesByName.set(topology, known = read);
  }
  return known.get(claimName) ?? [];
}

/** A finding on a claim that is meant, but is where the pod cannot have it. */
export function claimElsewhere(name: string, path: string, namespaces: readonly string[]): Finding {
  return violation(RULES.claimElsewhere, path, `the claim ${show(name)} is in the namespace ${namespaces.slice(0, MOST_NAMES).join(', ')}, and a pod uses claims of its own namespace only`,
    'put both into one namespace; if there is a claim of that name here too, say its accessModes');
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
  if (mode === CoLocationMode.REQUIRED) findings.push(...requirementFindings(found, lasting, required));
  if (required) findings.push(...taintFindings(required.workload, podSpec));
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
    `${nameOfWorkload(workload)} tolerates the taint ${show(taint)}, and who is to be beside it does not`, 'give it the same toleration'));
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

function secondPod({ replicas }: CoLocationRequest, claim: NonNullable<CoLocationRequest['claim']>, consumers: readonly Consumer[]): Finding[] {
  return consumers.map(({ workload }) => {
    const finding = violation(RULES.claimForOnePod, claim.path, `the claim ${show(claim.name)} is for one pod (ReadWriteOncePod), and ${nameOfWorkload(workload)} has it`,
      'claim ReadWriteOnce, or leave the claim to one of them');
    // While one of the two has no pods the other one can run; both are never meant to.
    return workload.replicas === 0 || replicas === 0 ? { ...finding, severity: RULES.claimOnManyNodes.severity } : finding;
  });
}

function manyNodes(claim: NonNullable<CoLocationRequest['claim']>, { workload, podName }: Consumer): Finding[] {
  // Of a StatefulSet each pod has its own, and so the one pod is on one node.
  if (podName !== undefined) return [];
  const isDaemonSet = workload.replicas === undefined && workload.kind === 'DaemonSet';
  if (!isDaemonSet && (workload.replicas ?? 1) < 2) return [];
  const count = isDaemonSet ? 'a pod on every node' : `${workload.replicas} pods`;
  return [violation(RULES.claimOnManyNodes, claim.path, `the claim ${show(claim.name)} is for one node (ReadWriteOnce), but ${nameOfWorkload(workload)} has ${count}`,
    'run one pod, or claim ReadWriteMany')];
}

/** How the pods are found: as their controller does it, since that never changes; one pod of a StatefulSet by its name. */
function selectorOf(workload: Workload, podName: string | undefined): PodSelector | undefined {
  if (podName !== undefined && workload.kind !== 'Pod') return { matchLabels: { 'statefulset.kubernetes.io/pod-name': podName } };
  const { selector, podLabels } = workload;
  if (selector && (Object.keys(selector.matchLabels ?? {}).length > 0 || (selector.matchExpressions ?? []).length > 0)) return selector;
  return Object.keys(podLabels).length > 0 ? { matchLabels: podLabels } : undefined;
}

function isViewer({ podLabels }: Workload): boolean {
  return podLabels[VIEWER_LABEL.key] === VIEWER_LABEL.value;
}

/** What a workload is called in findings. */
export function nameOfWorkload({ kind, name, namespace }: Workload): string {
  return describe({ kind, metadata: { name, namespace } });
}
