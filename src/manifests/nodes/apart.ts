/** Workloads whose pods can never be on one node, and pods of one workload that never are. */
import { World } from '../../judge';
import { listOf, selects } from '../../object';
import { Workload } from '../../topology';
import { scaleOf } from '../scale';
import { isFor, podsFor, requiredTerms, Term } from './affinity';
import {
  ConstraintSum,
  HOSTNAME,
  NodeConstraint,
  valuesFor,
  whoAsks,
  wordsFor,
  ZONE,
} from './constraints';
import { hostPortsOf, TakenPorts } from './ports';
import { constraintOf, nameOf } from './together';

/**
 * Why two pods of one workload can never be on one node; undefined if they can. `isOtherVersion` is
 * for an old one and a new one.
 */
export function selfConflict(
  workload: Workload,
  world: World,
  isOtherVersion = false,
): string | undefined {
  const [port] = hostPortsOf(workload.podSpec);
  if (port) return `each uses the port ${port.port} of its node`;
  const term = requiredTerms(workload, 'podAntiAffinity', world).find((one) =>
    isFor(one, workload, workload, isOtherVersion),
  );
  return term
    ? `its podAntiAffinity keeps them away from each other's ${placeOf(term)}`
    : undefined;
}

/** Whether several pods of a workload have to be in different zones. */
export function apartFromZone(workload: Workload, world: World): boolean {
  if (scaleOf(workload, world).most === 1) return false;
  const isKeptApart = requiredTerms(workload, 'podAntiAffinity', world).some(
    (term) => isZone(term.topologyKey) && isFor(term, workload, workload),
  );
  return (
    isKeptApart ||
    listOf(workload.podSpec.topologySpreadConstraints).some(
      ({ topologyKey, whenUnsatisfiable, labelSelector }) =>
        isZone(topologyKey) &&
        whenUnsatisfiable === 'DoNotSchedule' &&
        selects(labelSelector, workload.podLabels),
    )
  );
}

function isZone(topologyKey: unknown): boolean {
  return topologyKey === ZONE || topologyKey === 'failure-domain.beta.kubernetes.io/zone';
}

/**
 * Who can never be on a node with one of those before it, and why: by the later one of each two.
 */
export function apart(
  workloads: readonly Workload[],
  world: World,
): ReadonlyMap<Workload, { readonly other: string; readonly why: string }> {
  const found = new Map<Workload, { readonly other: string; readonly why: string }>();
  if (!workloads.some((one) => isChoosy(one, world))) return found;
  const tell = (workload: Workload, other: string, why: string) =>
    found.has(workload) || found.set(workload, { other, why });
  const sum = new ConstraintSum();
  const ports = new TakenPorts<string>();
  const positions = new Map(workloads.map((workload, index) => [workload, index]));
  workloads.forEach((workload, index) => {
    const constraint = constraintOf(workload, world);
    const [label] = sum.add(constraint);
    if (label !== undefined) {
      tell(
        workload,
        whoAsks(sum.constraint, label) ?? nameOf(workload),
        whyLabel(label, constraint, sum.constraint),
      );
    }
    const own = hostPortsOf(workload.podSpec);
    const taken = ports.holderOf(own);
    if (taken) tell(workload, taken.holder, `both use the port ${taken.port.port} of their node`);
    ports.take(own, nameOf(workload));
    for (const term of requiredTerms(workload, 'podAntiAffinity', world)) {
      const other = podsFor(term, workload, world)?.find(
        (one) => one !== workload && positions.has(one),
      );
      if (!other) continue;
      const [later, earlier] =
        positions.get(other)! > index ? [other, workload] : [workload, other];
      tell(
        later,
        nameOf(earlier),
        `the podAntiAffinity of ${nameOf(workload)} keeps them away from each other's ${placeOf(term)}`,
      );
    }
  });
  return found;
}

/** Whether the pods of a workload cannot run on every node, or not beside all others. */
function isChoosy(workload: Workload, world: World): boolean {
  return (
    constraintOf(workload, world).size > 0 ||
    hostPortsOf(workload.podSpec).length > 0 ||
    requiredTerms(workload, 'podAntiAffinity', world).length > 0
  );
}

function whyLabel(label: string, one: NodeConstraint, other: NodeConstraint): string {
  return `one requires ${wordsFor(label, valuesFor(one, label))}, the other ${wordsFor(label, valuesFor(other, label))}`;
}

function placeOf({ topologyKey }: Term): string {
  if (topologyKey === HOSTNAME) return 'node';
  return topologyKey.endsWith('/zone') ? 'zone' : `place of the same ${topologyKey}`;
}
