/** Claims and volumes at rest: which claim is bound to what, and who made the volume. */
import { addTo, Fields, fieldsOf, NO_PROVISIONER, textOf } from '../../kube';
import { at, fieldsAt, Draft } from '../../model';
import { Cluster } from '../cluster';
import { isSurelyUnbound, rebound, saysBound, WAS_BOUND } from './bound-before';
import { defaultClassOf } from './default-class';
import { FreeVolumes, holds, suits } from './free-volumes';
import { classNameOf } from '../admission/quota';
import { Consumers, doubtOf } from '../data/consumers';
import { CLAIM, STORAGE_CLASS, VOLUME } from '../kind-keys';
import { ownOf } from '../live/makers';
import { DiffOptions } from '../spec';
import { outlineOf, Stored } from '../stored';
import { claimKey, hasStarted, OwnClaim, ownClaims } from '../workloads';

/** A claim at rest. */
export interface ClaimState {
  readonly namespace: string | undefined;
  readonly name: string;
  readonly label: string;
  /** The object, if it is in the files. */
  readonly stored?: Stored;
  readonly own?: OwnClaim;
  /** As it is stored, or would be, perhaps without defaults. */
  readonly live: Fields;
  readonly isBound: boolean;
  readonly isLost?: boolean;
  /** The volume in the files that it is bound to. */
  readonly volume?: Stored;
  /**
   * The claim with a volume that its class makes, if neither it nor its volume names the other: it
   * may have been there first, or another claim quicker.
   */
  readonly otherwise?: ClaimState;
  /** The class that its volume was made by. */
  readonly className?: string;
  /**
   * What becomes of a made volume without its claim; undefined if the class is not in the files.
   */
  readonly reclaimPolicy?: string;
  /** What is not in the files and was taken for granted. */
  readonly dependsOn?: string;
  /**
   * Why a claim that is not bound as far as the files show may be bound all the same, and hold
   * data.
   */
  readonly doubt?: string;
  /**
   * Whether only a default class, which the files do not have, keeps the claim from being bound.
   */
  readonly lacksDefault?: boolean;
}

/** What the answer for a claim without a class depends on, if the files have no default class. */
export const UNKNOWN_DEFAULT_CLASS = 'the default class of the cluster and its reclaim policy';
const ELSEWHERE =
  'whether a volume that is not in the files is bound to the claim, and its reclaim policy';

/** All claims at rest. What was bound before stays bound. */
export function settleClaims(
  cluster: Cluster,
  before: ReadonlyMap<string, ClaimState>,
  bound: DiffOptions['bound'],
  consumers: Consumers,
): Map<string, ClaimState> {
  const settler = new Settler(cluster, before, bound, consumers);
  return settler.settle();
}

class Settler {
  private readonly states = new Map<string, ClaimState>();
  private readonly free: FreeVolumes;
  private readonly reserved = new Map<string, Stored[]>();
  private readonly classes = new Map<string, Stored | undefined>();

  constructor(
    private readonly cluster: Cluster,
    private readonly before: ReadonlyMap<string, ClaimState>,
    private readonly bound: DiffOptions['bound'],
    private readonly consumers: Consumers,
  ) {
    const unreserved: Stored[] = [];
    for (const volume of cluster.ofKind(VOLUME)) {
      const { namespace, name } = fieldsAt(outlineOf(volume), 'spec.claimRef');
      if (typeof name === 'string') {
        addTo(this.reserved, claimKey(namespace as string | undefined, name), volume);
      } else {
        unreserved.push(volume);
      }
    }
    this.free = new FreeVolumes(unreserved);
  }

  public settle(): Map<string, ClaimState> {
    const open: ClaimState[] = [];
    for (const claim of this.all()) {
      const key = claimKey(claim.namespace, claim.name);
      if (this.states.has(key)) continue;
      const had = this.before.get(key);
      const state =
        had !== claim && (had?.isBound || had?.isLost)
          ? { ...had, ...claim, isBound: had.isBound }
          : claim;
      this.states.set(key, state);
      if (!state.isBound) open.push(state);
      else if (state.volume) this.free.take(state.volume);
    }
    // Those that name a volume, or are named by one, come first.
    const others: ClaimState[] = [];
    for (const state of open) {
      if (this.asks(state)) this.close(state);
      else others.push(state);
    }
    for (const state of others) this.close(state);
    return this.states;
  }

  private asks({ namespace, name, live }: ClaimState): boolean {
    return (
      this.reserved.has(claimKey(namespace, name)) || at(live, 'spec.volumeName') !== undefined
    );
  }

  private close(state: ClaimState): void {
    const key = claimKey(state.namespace, state.name);
    this.states.set(key, this.forced(state, this.settled(state, this.before.get(key))));
  }

  private settled(state: ClaimState, had: ClaimState | undefined): ClaimState {
    if (!saysBound(state)) return state.isLost ? state : this.bind(state);
    const again = isSurelyUnbound(state, had, this.cluster)
      ? rebound(state, this.cluster, this.free)
      : undefined;
    if (again) return again;
    const bound = this.bind(state);
    return bound.isBound && !bound.volume && bound.dependsOn === undefined
      ? { ...bound, dependsOn: WAS_BOUND }
      : bound;
  }

  private *all(): Generator<ClaimState> {
    for (const stored of this.cluster.ofKind(CLAIM)) {
      const { namespace, name, label } = stored.sent;
      const had = stored.seen ? undefined : this.before.get(claimKey(namespace, name));
      if (had?.stored === stored && had.isBound) {
        yield had;
        continue;
      }
      // A live claim that NEW does not have may be one that a set takes up again.
      const own = stored.seen === stored.sent.given ? ownOf(stored, this.cluster) : undefined;
      const live = outlineOf(stored);
      const claim = { namespace, name, label, stored, live, isBound: false };
      yield own ? { ...claim, own } : claim;
    }
    for (const workload of this.cluster.workloads) {
      if (!hasStarted(workload.sent, outlineOf(workload))) continue;
      for (const own of ownClaims(workload, outlineOf(workload))) yield this.ofOwn(own);
    }
    // Claims that a workload made stay when nobody takes them away.
    for (const state of this.before.values()) if (state.own) yield state;
  }

  private ofOwn(own: OwnClaim): ClaimState {
    const { namespace, name } = own;
    const had = this.before.get(claimKey(namespace, name));
    // What names its class is what it was, whichever class is the default one.
    if (had?.own === own && had.isBound && classNameOf(own.template) !== undefined) return had;
    const spec: Draft = { volumeMode: 'Filesystem', ...fieldsOf(own.template.spec) };
    const fallback = defaultClassOf(this.cluster);
    const live: Draft = { metadata: fieldsOf(own.template.metadata), spec };
    if (classNameOf(live) === undefined && fallback !== undefined) spec.storageClassName = fallback;
    return {
      namespace,
      name,
      label: `PersistentVolumeClaim/${namespace ?? ''}/${name}`,
      own,
      live,
      isBound: false,
    };
  }

  /** What the user says of a claim counts more than what the files tell. */
  private forced(state: ClaimState, bound: ClaimState): ClaimState {
    if (this.bound === undefined) return bound;
    const { namespace, name } = state;
    const isSaid =
      this.bound === 'all' ||
      (this.bound !== 'none' &&
        (this.bound.includes(name) || this.bound.includes(claimKey(namespace, name))));
    if (!isSaid) return state;
    if (bound.isBound) return bound;
    const className = classNameOf(state.live);
    return { ...bound, isBound: true, className, reclaimPolicy: this.policyOf(className) };
  }

  private bind(state: ClaimState): ClaimState {
    const volume = this.volumeFor(state);
    if (volume) {
      this.free.take(volume);
      const otherwise = this.asks(state) ? undefined : this.madeFor(state);
      return { ...state, isBound: true, volume, ...(otherwise ? { otherwise } : {}) };
    }
    const named = at(state.live, 'spec.volumeName');
    if (typeof named === 'string') {
      if (this.cluster.find(VOLUME, undefined, named)) return state;
      const dependsOn = this.cluster.doubt(
        VOLUME,
        undefined,
        `whether the volume ${JSON.stringify(named)}, which is not in ${this.cluster.absentFrom(VOLUME)}, exists and is bound to the claim`,
      );
      return dependsOn === undefined ? state : { ...state, isBound: true, dependsOn };
    }
    return this.provision(state);
  }

  private volumeFor(state: ClaimState): Stored | undefined {
    const key = claimKey(state.namespace, state.name);
    const named = at(state.live, 'spec.volumeName');
    if (typeof named === 'string') {
      const volume = this.cluster.find(VOLUME, undefined, named);
      if (!volume || this.free.isTaken(volume)) return undefined;
      const { namespace, name } = fieldsAt(outlineOf(volume), 'spec.claimRef');
      if (name !== undefined) {
        return claimKey(namespace as string | undefined, name as string) === key &&
          isReservedFor(volume, state)
          ? volume
          : undefined;
      }
      return suits(outlineOf(volume), state.live) ? volume : undefined;
    }
    return (
      this.reserved
        .get(key)
        ?.find(
          (one) =>
            !this.free.isTaken(one) &&
            holds(outlineOf(one), state.live) &&
            isReservedFor(one, state),
        ) ?? this.free.smallestFor(state.live)
    );
  }

  private provision(state: ClaimState): ClaimState {
    const className = classNameOf(state.live);
    if (className === undefined) {
      return this.cluster.covers(STORAGE_CLASS)
        ? state
        : { ...state, doubt: UNKNOWN_DEFAULT_CLASS, lacksDefault: true };
    }
    if (className === '') return this.withoutVolume(state);
    const found = this.classNamed(className);
    if (!found) {
      const dependsOn = this.cluster.doubt(
        STORAGE_CLASS,
        undefined,
        `the class ${JSON.stringify(className)}, which is not in ${this.cluster.absentFrom(STORAGE_CLASS)}`,
      );
      return dependsOn === undefined ? state : { ...state, isBound: true, className, dependsOn };
    }
    if (found.live.provisioner === NO_PROVISIONER) return this.withoutVolume(state);
    const reclaimPolicy = this.policyOf(className);
    const key = claimKey(state.namespace, state.name);
    if (found.live.volumeBindingMode === 'WaitForFirstConsumer' && !this.isUsed(state, key)) {
      const waits = { ...state, className, reclaimPolicy };
      return this.cluster.covers('/Pod', state.namespace)
        ? waits
        : { ...waits, doubt: doubtOf(this.consumers, key) };
    }
    return { ...state, isBound: true, className, reclaimPolicy };
  }

  /** What a class of the files makes for a claim; no driver makes what a selector chooses. */
  private madeFor(state: ClaimState): ClaimState | undefined {
    if (at(state.live, 'spec.selector') !== undefined) return undefined;
    const made = this.provision(state);
    return made.isBound && made.reclaimPolicy !== undefined ? made : undefined;
  }

  private withoutVolume(state: ClaimState): ClaimState {
    return this.cluster.covers(VOLUME) ? state : { ...state, doubt: ELSEWHERE };
  }

  /** Claims that a set makes are used by the pods that they are made for. */
  private isUsed({ own }: ClaimState, key: string): boolean {
    return own !== undefined || this.consumers.certain.has(key);
  }

  /** Most claims are of a few classes. */
  private classNamed(name: string): Stored | undefined {
    if (!this.classes.has(name)) {
      this.classes.set(name, this.cluster.find(STORAGE_CLASS, undefined, name));
    }
    return this.classes.get(name);
  }

  private policyOf(className: string | undefined): string | undefined {
    const found = className === undefined ? undefined : this.classNamed(className);
    // What a read-out does not say is what the API server writes.
    return found && (textOf(found.live.reclaimPolicy) || 'Delete');
  }
}

/** A live volume whose claim is gone is kept for that one alone, by its uid. */
function isReservedFor(volume: Stored, { stored }: ClaimState): boolean {
  const { uid } = fieldsAt(volume.seen ?? {}, 'spec.claimRef');
  return (
    uid === undefined ||
    uid !== at(volume.live, 'spec.claimRef.uid') ||
    uid === at(stored?.seen ?? {}, 'metadata.uid')
  );
}
