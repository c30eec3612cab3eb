/** Workloads that are brought to one node, whatever the scheduler would rather do. */
import { onceInWorld, World } from '../../judge';
import { kindAndName } from '../../kube';
import { Workload } from '../../topology';
import { scaleOf } from '../scale';
import { isOfRevision, podsFor, requiredTerms, Term } from './affinity';
import { accessOf, tieToNode } from './claim-access';
import { constraintOfPod, HOSTNAME, NodeConstraint, onlyNode } from './constraints';

/** By what a workload is brought to a node. */
interface Ties {
  /** What it has in common with those that are on the same node. */
  readonly names: readonly string[];
  /** Whether its own pods are all on one node. */
  readonly isHeld: boolean;
  /** Whether its pods have to be where others are: all that are tied by the same name. */
  readonly follows: boolean;
}

/** What a pod asks of its node, read once. */
export const constraintOf = onceInWorld((workload: Workload): NodeConstraint =>
  constraintOfPod(workload.podSpec, nameOf(workload)),
);

/**
 * The one node to which a workload is tied by what its pods ask for, or by a volume: undefined if
 * there may be several.
 */
export const nodeOf = onceInWorld((workload: Workload, world): string | undefined => {
  const node = onlyNode(constraintOf(workload, world));
  return node === undefined ? tieOfVolumes(workload, world) : tieToNode(node);
});

/**
 * The workloads that have the same claim, and what was found of the terms of one for the others.
 */
interface Members {
  readonly all: ReadonlySet<Workload>;
  readonly terms: Map<string, boolean>;
}

export function membersOf(workloads: readonly Workload[]): Members {
  return { all: new Set(workloads), terms: new Map() };
}

/**
 * What ties a workload to others that have the same claim. Terms of affinity count if they are for
 * the node, and for pods that are together themselves: those of members, of workloads with the same
 * term, or of one pod.
 */
export function tiesOf(
  workload: Workload,
  members: Members,
  world: World,
  isOtherVersion = false,
): Ties {
  const node = nodeOf(workload, world);
  const names = node === undefined ? [] : [node];
  let isHeld = node !== undefined;
  let follows = isHeld;
  for (const term of requiredTerms(workload, 'podAffinity', world)) {
    if (term.topologyKey !== HOSTNAME || (isOtherVersion && term.sameLabels.some(isOfRevision))) {
      continue;
    }
    const id = termId(term, workload);
    const targets = targetsOf(id, term, workload, world);
    if (!areTogether(id, targets, members, world)) continue;
    names.push(targets ? id : 'anybody');
    isHeld = true;
    // Pods that the objects do not show are others.
    follows ||= !targets || targets.length === 0 || targets.some((one) => one !== workload);
  }
  return { names, isHeld, follows };
}

/** The workloads whose pods a term is for; undefined if they are too many to be looked at. */
function targetsOf(
  id: string,
  term: Term,
  workload: Workload,
  world: World,
): readonly Workload[] | undefined {
  const known = world.once(newTargets);
  if (!known.has(id)) {
    known.set(
      id,
      podsFor(term, workload, world)?.filter((one) => scaleOf(one, world).most !== 0),
    );
  }
  return known.get(id);
}

/**
 * Whether the pods of a term are on one node, as far as the objects show: what they do not show is
 * taken to be.
 */
function areTogether(
  id: string,
  targets: readonly Workload[] = [],
  { all, terms }: Members,
  world: World,
): boolean {
  let known = terms.get(id);
  if (known === undefined) {
    const isAlone = targets.length === 1 && scaleOf(targets[0], world).most === 1;
    terms.set(
      id,
      (known = isAlone || targets.every((one) => all.has(one) || termIdsOf(one, world).has(id))),
    );
  }
  return known;
}

/**
 * The workloads that are brought together with the first one, by their ties and by whom these are
 * for.
 */
export function togetherWithFirst(
  workloads: readonly Workload[],
  ties: readonly Ties[],
  world: World,
): ReadonlySet<Workload> {
  const joined = new Groups();
  const positions = new Map(workloads.map((workload, index) => [workload, index]));
  const seen = new Set<string>();
  ties.forEach(({ names }, index) => {
    for (const name of names) {
      joined.join(`#${index}`, name);
      if (seen.has(name)) continue;
      seen.add(name);
      for (const target of world.once(newTargets).get(name) ?? []) {
        const position = positions.get(target);
        if (position !== undefined) joined.join(`#${position}`, name);
      }
    }
  });
  return new Set(workloads.filter((_, index) => joined.of(`#${index}`) === joined.of('#0')));
}

/** A workload as messages name it. */
export function nameOf({ kind, namespace, name }: Workload): string {
  return kindAndName({ kind, namespace, name: name || '(generated name)' });
}

/** Volumes of one node bring all pods to it that have them. */
function tieOfVolumes(workload: Workload, world: World): string | undefined {
  for (const { origin, claimName } of workload.claims) {
    if (origin !== 'declared' || claimName === undefined) continue;
    const { tiedTo } = accessOf(world, workload.namespace, claimName);
    if (tiedTo !== undefined) return tiedTo;
  }
  return undefined;
}

const termIdsOf = onceInWorld((workload: Workload, world) => {
  const terms = requiredTerms(workload, 'podAffinity', world).filter(
    ({ topologyKey }) => topologyKey === HOSTNAME,
  );
  return new Set(terms.map((term) => termId(term, workload)));
});

/** Terms that compare labels with the pod's own are for other pods with other labels. */
function termId({ id, sameLabels, otherLabels }: Term, { podLabels, key }: Workload): string {
  const own = [...sameLabels, ...otherLabels].map((label) =>
    isOfRevision(label) ? key : podLabels[label],
  );
  return own.length === 0 ? id : `${id} ${JSON.stringify(own)}`;
}

/** Things that are joined into groups. */
class Groups {
  private readonly parents = new Map<string, string>();

  public of(name: string): string {
    let at = name;
    for (let next = this.parents.get(at); next !== undefined; next = this.parents.get(at)) {
      at = next;
    }
    // The way is made short for those who come next.
    for (let one = name; one !== at;) {
      const next = this.parents.get(one)!;
      this.parents.set(one, at);
      one = next;
    }
    return at;
  }

  public join(a: string, b: string): void {
    const [one, other] = [this.of(a), this.of(b)];
    if (one !== other) this.parents.set(one, other);
  }
}

function newTargets(): Map<string, readonly Workload[] | undefined> {
  return new Map();
}
