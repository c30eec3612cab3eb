/** Terms that bring a workload to the node where its claim, or another workload, is. */
import { Finding, show, violation } from '../findings';
import { append, isForOneNode, isForOnePod, kindAndName } from '../kube';
import { hasRequired, meetsRequired, PodTerm } from './affinity';
import { AskedClaim, manyNodesOfOther, missingClaim, secondPod } from './claims';
import { MOST_NAMES } from './names';
import { isAppliedBefore } from './order';
import { PLACEMENT_RULES as RULES } from './rules';
import { isAwaitable, isLasting, MOST_TERMS, Sharers, sharingOf, writtenTerms } from './sharing';
import { untolerated } from './taints';
import { Consumer, Data, PodSelector, Topology, Workload } from '../topology';

/** How strongly a workload is bound to the node of another workload. */
export enum CoLocationMode {
  /**
   * Required if the workload to follow runs permanently, has at least one replica, does not itself
   * wait for this one, and is not applied later (Helm and Argo CD hooks, waves). It must be the
   * only such workload, or one of several of which all but one follow the claim as well. Otherwise
   * preferred.
   */
  AUTO = 'auto',
  /**
   * The scheduler prefers the node, with the weight 100. On another node, a ReadWriteOnce volume
   * cannot be attached.
   */
  PREFERRED = 'preferred',
  /**
   * The scheduler requires the node: the pod stays pending while no workload runs that it follows.
   * If there are several, only one of them is required, because the scheduler looks for a single
   * pod that satisfies all required terms. Jobs can only be preferred.
   */
  REQUIRED = 'required',
  /** No affinity is added. */
  NONE = 'none',
}

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
  /**
   * Whether it can be waited for: not where its pods end, are none now, come later, or one on every
   * node, nor where the affinity that is there requires others.
   */
  readonly isPresent: boolean;
}

/** What comes of a request. */
export interface CoLocationDecision {
  readonly terms: readonly CoLocationTerm[];
  readonly findings: readonly Finding[];
}

const NOTHING: CoLocationDecision = { terms: [], findings: [] };

/**
 * Decides one request as if there were no others: in mode `auto` the only one who can be waited for
 * is required.
 */
export function decideCoLocation(
  request: CoLocationRequest,
  topology: Topology,
): CoLocationDecision {
  const { terms, findings } = decideAll(request, topology);
  return { terms: writtenTerms(terms), findings };
}

/**
 * The same with all terms that were found. Of more consumers of the claim than an affinity names
 * only some are looked at; these come first where they are given, and `isWhole` says that all of
 * them are to be.
 */
export function decideAll(
  request: CoLocationRequest,
  topology: Topology,
  before: readonly Consumer[] = [],
  isWhole: boolean = false,
): CoLocationDecision {
  const { claim, workloadKey } = request;
  if (claim) return besideConsumers(request, claim, topology, { before, isWhole });
  const workload = workloadKey === undefined ? undefined : topology.workloadAt(workloadKey);
  if (!workload) {
    return {
      terms: [],
      findings: [
        violation(
          RULES.notPlaceable,
          '',
          `${workloadKey ?? 'nothing'} does not create pods`,
          'use a workload, or a claim that workloads mount',
        ),
      ],
    };
  }
  return beside(request, [{ workload }], topology);
}

function besideConsumers(
  request: CoLocationRequest,
  claim: AskedClaim,
  topology: Topology,
  look: Look,
): CoLocationDecision {
  const { key, namespace, replicas } = request;
  const modes = claim.accessModes ?? topology.accessModesOf(namespace, claim.name);
  const sharing = sharingOf(topology, namespace, claim.name);
  const isOther = ({ workload }: Consumer) => workload.key !== key;
  if (isForOnePod(modes)) {
    return {
      terms: [],
      findings: secondPod(
        replicas,
        claim,
        sharing.all.consumers.slice(0, MOST_TERMS + 1).filter(isOther),
      ),
    };
  }
  // The claim of somebody else is taken for what most claims are: being together is right for it,
  // and harmless otherwise.
  if (modes && !isForOneNode(modes)) return NOTHING;
  const others = sharing.workers.consumers.slice(0, 2).some(isOther);
  const sharers = others ? sharing.workers : sharing.all;
  const targets = lookedAt(request, sharers, topology, look).filter(isOther);
  const own = sharing.byKey.get(key)?.workload;
  const decision = beside(
    request,
    targets,
    topology,
    sharers.lasting.size - (own && sharers.lasting.has(own) ? 1 : 0),
  );
  const about = others
    ? targets.flatMap((consumer) => manyNodesOfOther(claim, consumer))
    : missingClaim(namespace, claim, topology);
  return { terms: decision.terms, findings: [...decision.findings, ...about] };
}

interface Look {
  readonly before: readonly Consumer[];
  readonly isWhole: boolean;
}

/**
 * Those who are looked at: all of a few. Of many some will do for who is content with any of them.
 */
function lookedAt(
  request: CoLocationRequest,
  { consumers, first }: Sharers,
  topology: Topology,
  { before, isWhole }: Look,
): readonly Consumer[] {
  if (first.length === 0) return consumers;
  const self = topology.workloadAt(request.key);
  const some = new Set([...before, ...first]);
  const isContent =
    !hasRequired((request.podSpec ?? self?.podSpec)?.affinity) &&
    [...some].every(({ workload }) => !isAppliedBefore(self?.manifest, workload.manifest));
  return isWhole || !isContent ? [...new Set([...some, ...consumers])] : [...some];
}

/**
 * `count` is how many there are who run all the time, though not all of them are among the targets.
 */
function beside(
  request: CoLocationRequest,
  targets: readonly Pick<Consumer, 'workload' | 'podName'>[],
  topology: Topology,
  count: number = 0,
): CoLocationDecision {
  const { mode, topologyKey, weight } = request;
  if (mode === CoLocationMode.NONE) return NOTHING;
  const findings: Finding[] = [];
  const found = targets.flatMap(({ workload, podName }): Found[] => {
    const selector = selectorOf(workload, podName);
    if (!selector) {
      findings.push(
        violation(
          RULES.consumerWithoutLabels,
          '',
          `the pods of ${kindAndName(workload)} have no labels to select them by`,
          'add labels to them',
        ),
      );
    }
    return selector ? [{ workload, selector, podName }] : [];
  });
  const self = topology.workloadAt(request.key);
  const podSpec = request.podSpec ?? self?.podSpec ?? {};
  const lasting = found.filter(({ workload }) => isLasting(workload));
  const possible = lasting.filter(({ workload }) =>
    meetsRequired(podSpec.affinity, workload.podLabels),
  );
  // A workload of no pods, or that comes later, would keep the other one from starting, and of a
  // DaemonSet any pod would do.
  const present = possible.filter(
    ({ workload }) => isAwaitable(workload) && !isAppliedBefore(self?.manifest, workload.manifest),
  );
  const isPresent = new Set(present);
  const only = mode === CoLocationMode.AUTO && present.length === 1 ? present[0] : undefined;
  const required = mode === CoLocationMode.REQUIRED ? (present[0] ?? possible[0]) : only;
  if (mode === CoLocationMode.REQUIRED) {
    append(findings, requirementFindings(found, lasting, required, count));
  }
  if (required) append(findings, taintFindings(required.workload, podSpec));
  const terms = found.map((target) => ({
    workload: target.workload,
    selector: target.selector,
    ...(target.podName === undefined ? {} : { podName: target.podName }),
    isPresent: isPresent.has(target),
    isRequired: target === required,
    ...(weight === undefined ? {} : { weight }),
    ...(topologyKey === undefined ? {} : { topologyKey }),
    ...(target.workload.namespace === request.namespace || target.workload.namespace === undefined
      ? {}
      : { namespace: target.workload.namespace }),
  }));
  return { terms, findings };
}

interface Found {
  readonly workload: Workload;
  readonly selector: PodSelector;
  readonly podName?: string;
}

function taintFindings(workload: Workload, podSpec: Data): Finding[] {
  return untolerated(workload.podSpec, podSpec).map((taint) =>
    violation(
      RULES.taintNotTolerated,
      '',
      `${kindAndName(workload)} tolerates the taint ${show(taint)}, but the workload that should run with it does not`,
      'add the same toleration to it',
    ),
  );
}

function requirementFindings(
  all: readonly Found[],
  lasting: readonly Found[],
  required: Found | undefined,
  count: number,
): Finding[] {
  const names = (list: readonly Found[], length = list.length) => {
    const told = list
      .slice(0, MOST_NAMES)
      .map(({ workload }) => kindAndName(workload))
      .join(', ');
    return length > MOST_NAMES ? `${told} and ${length - MOST_NAMES} more` : told;
  };
  const many = all.length > MOST_TERMS ? Math.max(count, lasting.length) : lasting.length;
  if (all.length > 0 && lasting.length === 0) {
    return [
      violation(
        RULES.requiredOfBatch,
        '',
        `it can only follow ${names(all)}, whose pods come and go, so its node is only preferred`,
        'use the mode auto or preferred',
      ),
    ];
  }
  if (lasting.length > 0 && !required) {
    return [
      violation(
        RULES.requiredOfMany,
        '',
        `the existing affinity requires pods other than those of ${names(lasting, many)}, so these are only preferred`,
        'use the mode auto or preferred, or remove the other term',
      ),
    ];
  }
  if (lasting.length < 2) return [];
  return [
    violation(
      RULES.requiredOfMany,
      '',
      `no pod belongs to all of ${names(lasting, many)}, so only ${names([required!])} is required, and the others are preferred`,
      'use the mode auto or preferred',
    ),
  ];
}

/**
 * How the pods are found: as their controller does it, since that never changes. One pod of a
 * StatefulSet by its name.
 */
function selectorOf(workload: Workload, podName: string | undefined): PodSelector | undefined {
  if (podName !== undefined && workload.kind !== 'Pod') {
    return { matchLabels: { 'statefulset.kubernetes.io/pod-name': podName } };
  }
  const { selector, podLabels } = workload;
  if (
    selector &&
    (Object.keys(selector.matchLabels ?? {}).length > 0 ||
      (selector.matchExpressions ?? []).length > 0)
  ) {
    return selector;
  }
  return Object.keys(podLabels).length > 0 ? { matchLabels: podLabels } : undefined;
}
