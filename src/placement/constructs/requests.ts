/**
 * The requests of co-location of a tree: resolved together, once for each reading of its topology.
 */
import { Construct, IConstruct } from 'constructs';
import { dedupe, Finding } from '../../findings';
import { addTo } from '../../kube';
import { Data, Topology } from '../../topology';
import {
  forgetTopology,
  isInTree,
  registerForSynth,
  rootOf,
  SynthCheck,
  topologyOf,
} from '../../tree';
import { podAffinity } from '../affinity';
import { CoLocationDecision, CoLocationMode, CoLocationRequest } from '../co-location';
import { resolveCoLocations } from '../resolve';

export interface TreeRequest {
  readonly scope: Construct;
  /**
   * Whether everybody else comes first: of those who only look into a volume nobody is required to
   * wait.
   */
  readonly isLast: boolean;
  /** The request, as it is when the tree is complete. */
  read(): CoLocationRequest;
  /** The findings, in the words of whoever made the request. */
  tell(findings: readonly Finding[], topology: Topology): Finding[];
}

type Decisions = ReadonlyMap<TreeRequest, CoLocationDecision>;

const REQUESTS: SynthCheck<TreeRequest> = {
  id: 'placement/co-location',
  check: (registered, { topology }) =>
    dedupe(
      registered.flatMap(({ construct, value }) =>
        value
          .tell(decisionsOf(value.scope, topology).get(value)?.findings ?? [], topology)
          // What is about another workload is told there.
          .map((finding) => ({ construct, ...finding })),
      ),
      (finding) => JSON.stringify(finding),
    ),
};

const requests = new WeakMap<IConstruct, TreeRequest[]>();
const decisions = new WeakMap<Topology, Decisions>();

/** Makes a request count, and has its findings told at the synthesis. */
export function requestCoLocation(request: TreeRequest): void {
  const root = rootOf(request.scope);
  addTo(requests, root, request);
  // The decisions on the others, which are kept with it, may change.
  forgetTopology(root);
  registerForSynth(request.scope, REQUESTS, request);
}

/**
 * The affinity that a request comes to. Undefined while the topology is being read, which asks for
 * all objects.
 */
export function requestedAffinity(request: TreeRequest): Data | undefined {
  // Who follows nobody need not know who is there.
  if (request.read().mode === CoLocationMode.NONE) return undefined;
  const topology = topologyOf(request.scope);
  return topology.workloads.length === 0
    ? undefined
    : podAffinity(decisionsOf(request.scope, topology).get(request)?.terms ?? []);
}

function decisionsOf(scope: Construct, topology: Topology): Decisions {
  let known = decisions.get(topology);
  if (!known) {
    const all = (requests.get(rootOf(scope)) ?? []).filter(isInTree);
    const ordered = [...all.filter(({ isLast }) => !isLast), ...all.filter(({ isLast }) => isLast)];
    const resolved = resolveCoLocations(
      ordered.map((request) => request.read()),
      topology,
    );
    decisions.set(
      topology,
      (known = new Map(ordered.map((request, index) => [request, resolved[index]]))),
    );
  }
  return known;
}
