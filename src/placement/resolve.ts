/**
 * All requests of co-location together: who may require whom, so that nobody waits for one who
 * waits for him.
 */
import { addTo, append, isFields, kindAndName } from '../kube';
import { HOSTNAME } from './affinity';
import { circlesOf } from './circles';
import { ownPods } from './claims';
import {
  CoLocationDecision,
  CoLocationMode,
  CoLocationRequest,
  CoLocationTerm,
  decideAll,
} from './co-location';
import { MOST_NAMES } from './names';
import { PLACEMENT_RULES as RULES } from './rules';
import { inTurn, isAwaitable, sharingOf, writtenTerms } from './sharing';
import { followTrees, TreePlace } from './trees';
import { Finding, violation } from '../findings';
import { Consumer, Data, Topology, Workload } from '../topology';

/** Of a circle of more workloads the first ones are named. */
const MOST_IN_CIRCLE = 20;

/** A request, what comes of it alone, and in mode auto those of whom one may be required. */
interface Draft {
  readonly request: CoLocationRequest;
  readonly decision: CoLocationDecision;
  readonly candidates: readonly CoLocationTerm[];
}

/**
 * The decision on each request, in their order. In mode auto a workload requires one other, so that
 * all who follow each other come together, in as few trees as there can be.
 */
export function resolveCoLocations(
  requests: readonly CoLocationRequest[],
  topology: Topology,
): CoLocationDecision[] {
  const drafts = draftsOf(requests, topology);
  const insisted = insistedOf(drafts);
  let decisions = inTrees(drafts, insisted, topology);
  for (;;) {
    const circles = circlesOf(requirementsOf(requests, decisions));
    // Of a circle in which somebody insists, one who does not is content with less.
    const giving = new Set(
      circles.flatMap((circle) => circle.find((key) => !insisted.has(key)) ?? []),
    );
    if (giving.size === 0) {
      return withCircles(requests, decisions, circles).map(({ terms, findings }, index) =>
        withOwnPods(requests[index], { terms: writtenTerms(terms), findings }, topology),
      );
    }
    decisions = decisions.map(({ terms, findings }, index) => ({
      terms: giving.has(requests[index].key)
        ? terms.map((term) => ({ ...term, isRequired: false }))
        : terms,
      findings,
    }));
  }
}

function draftsOf(requests: readonly CoLocationRequest[], topology: Topology): Draft[] {
  const following = requests.filter(
    ({ mode }) => mode === CoLocationMode.AUTO || mode === CoLocationMode.REQUIRED,
  );
  const asking = new Set(following.map((request) => askKey(request, request.key)));
  const scouts = new Scouts(following, asking, topology);
  return requests.map((request) => {
    const decision = scouts.decide(request);
    const present =
      request.mode === CoLocationMode.AUTO
        ? decision.terms.filter(({ isPresent }) => isPresent)
        : [];
    // Several come together if all but one of them follow the claim too: to be beside one is to be
    // beside all.
    const isTogether =
      present.filter(({ workload }) => !asking.has(askKey(request, workload.key))).length <= 1;
    return { request, decision, candidates: isTogether ? present : [] };
  });
}

/**
 * Where a claim has more consumers than an affinity names, one of those who follow it looks at all
 * of them, and tells of all: by way of it all are brought together. The others look at that one and
 * some more, among them two who do not follow the claim.
 */
class Scouts {
  private readonly scouts = new Map<string, CoLocationRequest>();
  private readonly before = new Map<string, readonly Consumer[]>();

  constructor(
    following: readonly CoLocationRequest[],
    private readonly asking: ReadonlySet<string>,
    private readonly topology: Topology,
  ) {
    for (const request of following) {
      if (request.mode !== CoLocationMode.AUTO || !request.claim) continue;
      const { workers, byKey } = sharingOf(topology, request.namespace, request.claim.name);
      if (workers.first.length === 0) continue;
      const key = askKey(request, '');
      const known = this.scouts.get(key);
      const isWaitedFor = ({ key: own }: CoLocationRequest) =>
        byKey.has(own) && isAwaitable(byKey.get(own)!.workload);
      if (!known || (!isWaitedFor(known) && isWaitedFor(request))) this.scouts.set(key, request);
    }
  }

  public decide(request: CoLocationRequest): CoLocationDecision {
    const key = askKey(request, '');
    const scout = this.scouts.get(key);
    if (!scout) return decideAll(request, this.topology);
    let before = this.before.get(key);
    if (!before) this.before.set(key, (before = this.firstOf(scout)));
    return decideAll(request, this.topology, before, scout === request);
  }

  private firstOf(scout: CoLocationRequest): readonly Consumer[] {
    const {
      workers: { consumers },
      byKey,
    } = sharingOf(this.topology, scout.namespace, scout.claim!.name);
    const own = byKey.get(scout.key);
    const apart = consumers.filter(
      ({ workload }) => isAwaitable(workload) && !this.asking.has(askKey(scout, workload.key)),
    );
    return [...inTurn(apart).slice(0, 2), ...(own ? [own] : [])];
  }
}

/** Those that are required whatever the others do: the first of each workload that insists. */
function insistedOf(drafts: readonly Draft[]): ReadonlyMap<string, CoLocationTerm> {
  const insisted = new Map<string, CoLocationTerm>();
  for (const {
    request: { key, mode },
    decision,
  } of drafts) {
    const required =
      mode === CoLocationMode.REQUIRED
        ? decision.terms.find(({ isRequired }) => isRequired)
        : undefined;
    if (required && !insisted.has(key)) insisted.set(key, required);
  }
  return insisted;
}

function inTrees(
  drafts: readonly Draft[],
  insisted: ReadonlyMap<string, CoLocationTerm>,
  topology: Topology,
): CoLocationDecision[] {
  const targets = new Map<string, CoLocationTerm[]>();
  // Who may only run on some nodes is followed rather than following.
  for (const isBound of [true, false]) {
    for (const {
      request: { key },
      candidates,
    } of drafts) {
      if (isBoundToNodes(topology.workloadAt(key)) !== isBound) continue;
      const own = targets.get(key);
      if (!own) targets.set(key, insisted.has(key) ? [insisted.get(key)!] : [...candidates]);
      else if (!insisted.has(key)) append(own, candidates);
    }
  }
  const places = followTrees(
    new Map([...targets].map(([key, terms]) => [key, terms.map(({ workload }) => workload.key)])),
  );
  return drafts.map((draft) => {
    const { key } = draft.request;
    return inTree(
      draft,
      insisted.get(key) ??
        targets.get(key)!.find(({ workload }) => workload.key === places.get(key)?.parent),
      places,
    );
  });
}

/** A decision where one is chosen to be required, or nobody. */
function inTree(
  draft: Draft,
  chosen: CoLocationTerm | undefined,
  places: ReadonlyMap<string, TreePlace>,
): CoLocationDecision {
  const { request, decision, candidates } = draft;
  const isCandidate = new Set(candidates);
  const { terms, findings } = decision;
  const isChosen = (term: CoLocationTerm) =>
    term.workload === chosen?.workload && term.podName === chosen.podName;
  if (request.mode === CoLocationMode.AUTO) {
    const apart =
      request.claim && chosen && candidates.length === 1 && isApart(candidates[0], chosen, places)
        ? candidates[0]
        : undefined;
    return {
      terms: terms.map((term) => ({
        ...term,
        isRequired: isCandidate.has(term) && isChosen(term),
      })),
      findings: apart ? [...findings, apartFinding(chosen!, apart)] : findings,
    };
  }
  const other = terms.find((term) => term.isRequired && !isChosen(term));
  if (!other) return decision;
  return {
    terms: terms.map((term) => ({ ...term, isRequired: false })),
    findings: [
      ...findings,
      violation(
        RULES.requiredOfMany,
        '',
        `${nameOfTarget(chosen!)} is already required, and no pod also belongs to ${nameOfTarget(other)}, so this one is only preferred`,
        'use the mode auto or preferred',
      ),
    ],
  };
}

function apartFinding(one: CoLocationTerm, other: CoLocationTerm): Finding {
  return violation(
    RULES.followedApart,
    '',
    `it shares claims with ${nameOfTarget(one)} and ${nameOfTarget(other)}, but nothing places these two together`,
    'place one of them together with the other as well',
  );
}

function isApart(
  term: CoLocationTerm,
  chosen: CoLocationTerm,
  places: ReadonlyMap<string, TreePlace>,
): boolean {
  if (term.workload === chosen.workload) return term.podName !== chosen.podName;
  return places.get(term.workload.key)?.root !== places.get(chosen.workload.key)?.root;
}

function nameOfTarget({ workload, podName }: CoLocationTerm): string {
  return podName === undefined
    ? kindAndName(workload)
    : `the pod ${podName} of ${kindAndName(workload)}`;
}

/** Whether it is said which nodes it may run on. */
function isBoundToNodes(workload: Workload | undefined): boolean {
  const { nodeName, nodeSelector, affinity } = (workload?.podSpec ?? {}) as {
    [field: string]: any;
  };
  const hasFields = (value: unknown) =>
    typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  return (
    Boolean(nodeName) ||
    hasFields(nodeSelector) ||
    hasFields(affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution)
  );
}

/** From each workload to those that it requires. */
function requirementsOf(
  requests: readonly CoLocationRequest[],
  decisions: readonly CoLocationDecision[],
): Map<string, string[]> {
  const requires = new Map<string, Set<string>>();
  decisions.forEach(({ terms }, index) => {
    const { key } = requests[index];
    for (const { isRequired, workload } of terms) {
      if (!isRequired) continue;
      const others = requires.get(key);
      if (others) others.add(workload.key);
      else requires.set(key, new Set([workload.key]));
    }
  });
  return new Map([...requires].map(([key, others]) => [key, [...others]]));
}

function withCircles(
  requests: readonly CoLocationRequest[],
  decisions: readonly CoLocationDecision[],
  circles: readonly (readonly string[])[],
): CoLocationDecision[] {
  const findings = new Map<number, Finding[]>();
  const requiring = new Map<string, number>();
  requests.forEach(({ key }, index) => {
    if (!requiring.has(key) && decisions[index].terms.some(({ isRequired }) => isRequired)) {
      requiring.set(key, index);
    }
  });
  for (const circle of circles) {
    const names =
      circle.length > MOST_IN_CIRCLE
        ? [...circle.slice(0, MOST_NAMES), `${circle.length - MOST_NAMES} more in turn`]
        : circle;
    addTo(
      findings,
      requiring.get(circle[0])!,
      violation(
        RULES.requiredInCircle,
        '',
        `${[...names, circle[0]].join(' requires ')}, so none of them can be scheduled first`,
        'use the mode auto or preferred for one of them',
      ),
    );
  }
  return decisions.map((decision, index) => ({
    ...decision,
    findings: [...decision.findings, ...(findings.get(index) ?? [])],
  }));
}

/**
 * What there is to say of the pods of the one who asks, now that it is known whether they are all
 * brought to one node.
 */
function withOwnPods(
  request: CoLocationRequest,
  decision: CoLocationDecision,
  topology: Topology,
): CoLocationDecision {
  const isTogether =
    decision.terms.some(
      ({ isRequired, topologyKey = HOSTNAME }) => isRequired && topologyKey === HOSTNAME,
    ) || isOnOneNode(topology.workloadAt(request.key)?.podSpec);
  return {
    ...decision,
    findings: [...decision.findings, ...ownPods(request, isTogether, topology)],
  };
}

/** Whether the pods can run on one node only, by its name. */
function isOnOneNode(podSpec: Data = {}): boolean {
  return (
    Boolean(podSpec.nodeName) ||
    (isFields(podSpec.nodeSelector) && podSpec.nodeSelector[HOSTNAME] !== undefined)
  );
}

function askKey({ namespace, claim }: CoLocationRequest, key: string): string {
  return JSON.stringify([namespace, claim?.name, key]);
}
