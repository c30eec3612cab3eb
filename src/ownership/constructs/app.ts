/**
 * Requests for the groups of an app's volumes: for those that set groups, and for those that report
 * them.
 */
import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { TargetFacts } from '../../facts';
import { Topology, Workload } from '../../topology';
import { targetOf, topologyOf } from '../../tree';
import { OwnershipPlan, planOwnership } from '../plan';
import { GroupRequest } from '../request';
import { stricterLevel } from '../words';

/** What was asked of one object, by however many instances. */
export interface Asked {
  readonly object: ApiObject;
  /** Where the object is in the tree. */
  readonly path: string;
  readonly templatePath: readonly string[];
  /** Another list for each that is added. */
  requests: readonly GroupRequest[];
}

/** The level of Pod Security that a namespace among the objects says it enforces. */
export type LevelOfNamespace = (namespace: string | undefined) => unknown;

export const asked = new WeakMap<ApiObject, Asked>();

interface Known {
  readonly requests: readonly GroupRequest[];
  readonly target: TargetFacts;
  readonly podSecurity: TargetFacts['podSecurity'];
  readonly plan: OwnershipPlan;
}

/** The plans in a topology: each is asked for by the checks, and whenever an object is written. */
const plans = new WeakMap<Topology, Map<Asked, Known>>();

/** What is done about the volumes of an object. Undefined if the topology does not have it. */
export function planFor(
  own: Asked,
  topology: Topology,
  levels: LevelOfNamespace = () => undefined,
): OwnershipPlan | undefined {
  const { object, path, requests } = own;
  const workload = topology.workloadAt(path);
  if (!workload) return undefined;
  const target = targetOf(object, path);
  const podSecurity = stricterLevel(target.podSecurity, levels(workload.namespace));
  const known = plans.get(topology) ?? new Map<Asked, Known>();
  plans.set(topology, known);
  const before = known.get(own);
  if (
    before?.requests === requests &&
    before.target === target &&
    before.podSecurity === podSecurity
  ) {
    return before.plan;
  }
  const meant = podSecurity === target.podSecurity ? target : { ...target, podSecurity };
  const plan = planOwnership(workload, requests, topology, meant);
  known.set(own, { requests, target, podSecurity, plan });
  return plan;
}

/** The group that a workload of the tree sets for a claim. Undefined if nobody asked for one. */
export function groupGivenTo(
  scope: IConstruct,
  { key }: Workload,
  claimName: string,
): number | undefined {
  let at: IConstruct | undefined = scope.node.root;
  for (const id of key.split('/')) at = at?.node.tryFindChild(id);
  const own = at && ApiObject.isApiObject(at) ? asked.get(at) : undefined;
  const plan = own && planFor(own, topologyOf(scope));
  const gid = plan?.volumes.find(
    ({ volume: { claim }, decision: { way } }) =>
      claim === claimName && way !== 'refuse' && way !== 'nothing',
  )?.request.gid;
  return gid === 'assigned' ? undefined : gid;
}
