/** What is left when NEW has been applied and what is only in OLD has been pruned: claims, volumes and their data, and what stays Terminating. */
import { isSame } from './changes';
import { annotationsOf, Cluster, Stored } from './cluster';
import type { Comparison } from './diff';
import { isShortLived } from './rest';
import { at } from './rules';
import { DataFate, Verdict } from './spec';
import { uidDoubt } from './uids';
import { ClaimState, claimKey, storageOf } from './volumes';
import { claimsOf, hasStarted, OwnClaim, ordinalsOf, ownClaims, podsOf, templateOf, workloadsOf } from './workloads';
import { fieldsOf } from '../kube';

/** What becomes of one object in the end. */
export interface Fate {
  readonly id: string;
  readonly label: string;
  /** Of what is pruned, and of claims that are not in the files. */
  readonly verdict?: Verdict;
  readonly data?: DataFate;
  readonly phase?: string;
  readonly finalizers?: readonly string[];
  /** An object of NEW that goes. */
  readonly afterwards?: 'deleted';
  readonly own?: OwnClaim;
  readonly dependsOn?: readonly string[];
}

/** Finalizers that Kubernetes itself serves. */
const SERVED = ['kubernetes', 'foregroundDeletion', 'orphan', 'kubernetes.io/pvc-protection', 'kubernetes.io/pv-protection', 'kubernetes.io/vac-protection'];

/** The fate of all objects, by identity; claims that are not in the files have identities of their own. */
export function fatesOf(comparison: Comparison): Map<string, Fate> {
  return new Reckoning(comparison).all();
}

class Reckoning {
  private readonly prunedIds: ReadonlySet<string>;
  private readonly goneNamespaces = new Set<string>();
  private readonly goneKinds = new Set<string>();
  private readonly fates = new Map<string, Fate>();
  private readonly claimFates = new Map<string, 'stays' | 'stuck' | 'gone'>();
  private readonly used: ReadonlySet<string>;
  private boundIndex: Map<string, { readonly key: string; readonly before: boolean }> | undefined;
  private places: Set<string> | undefined;
  private attributesClasses: Set<unknown> | undefined;
  private stuckIndex: Reckoning['stuck'] | undefined;

  constructor(private readonly is: Comparison) {
    this.prunedIds = new Set(is.pruned.map(({ sent }) => sent.id));
    for (const { sent, live } of is.pruned) {
      if (sent.kindKey === '/Namespace') this.goneNamespaces.add(sent.name);
      if (sent.kind === 'CustomResourceDefinition') this.goneKinds.add(`${String(at(live, 'spec.group'))}/${String(at(live, 'spec.names.kind'))}`);
    }
    this.used = this.claimsInUse();
  }

  public all(): Map<string, Fate> {
    for (const stored of this.is.after.all()) this.ofAny(stored);
    for (const state of this.claims()) this.ofClaim(state);
    for (const volume of this.is.before.ofKind('/PersistentVolume')) this.ofVolume(volume);
    for (const volume of this.is.after.ofKind('/PersistentVolume')) if (!this.is.before.get(volume.sent.id)) this.ofVolume(volume);
    for (const one of this.is.pruned) if (one.sent.kindKey === 'storage.k8s.io/VolumeAttributesClass') this.ofAttributesClass(one);
    for (const one of this.is.pruned) this.ofContainer(one);
    for (const stored of this.is.after.all()) this.ofUids(stored);
    return this.fates;
  }

  /** What goes with its namespace or definition, or stays for a finalizer. */
  private ofAny(stored: Stored): void {
    const { sent, live } = stored;
    const { id, label } = sent;
    const waits = (this.prunedIds.has(id) || this.goesAlong(stored)) && foreignFinalizers(live).length > 0;
    if (waits) {
      const finalizers = foreignFinalizers(live);
      this.fates.set(id, { id, label, verdict: 'stuck', finalizers, dependsOn: [`whether a controller serves the finalizer ${finalizers.join(', ')}`] });
    } else if (this.prunedIds.has(id)) {
      this.fates.set(id, { id, label, verdict: 'deleted' });
    } else if (this.goesAlong(stored) || isShortLived(stored) && this.is.pods.get(id)?.ready !== false) {
      this.fates.set(id, { id, label, afterwards: 'deleted' });
    }
  }

  private goesAlong({ sent }: Stored): boolean {
    // The namespace controller is denied what others are denied.
    if (this.isDenied(sent.id)) return false;
    return sent.namespace !== undefined && this.goneNamespaces.has(sent.namespace) || this.goneKinds.has(sent.kindKey);
  }

  private isDenied(id: string): boolean {
    return (this.is.denials.get(id)?.forbidden ?? []).length > 0;
  }

  private* claims(): Generator<ClaimState> {
    const { restBefore, rest } = this.is;
    yield* restBefore.claims.values();
    for (const [key, state] of rest.claims) if (!restBefore.claims.has(key)) yield state;
  }

  private ofClaim(state: ClaimState): void {
    const { namespace, name, stored, own, label } = state;
    const key = claimKey(namespace, name);
    const was = this.is.restBefore.claims.get(key);
    const is = this.is.rest.claims.get(key) ?? state;
    const id = stored?.sent.id ?? `claim ${key}`;
    const inNamespace = namespace !== undefined && this.goneNamespaces.has(namespace) && !this.isDenied(id);
    const isReplaced = own?.isEphemeral === true && was !== undefined && this.isPodReplaced(own);
    const goes = inNamespace || (own ? this.isTakenAlong(own) : this.prunedIds.has(id));
    const isUsed = this.used.has(key) && !inNamespace;
    const holding = stored ? foreignFinalizers(stored.live) : [];
    const end = goes ? isUsed || holding.length > 0 ? 'stuck' : 'gone' : 'stays';
    this.claimFates.set(key, end);
    const base = { id, label, ...own ? { own } : {} };
    const wasBound = was?.isBound === true;
    const dependsOn = wasBound && was.dependsOn !== undefined && end === 'gone' ? [was.dependsOn] : undefined;
    const lost = wasBound ? this.lostData(was) : undefined;
    if (isReplaced && end === 'stays') {
      this.fates.set(id, { ...base, verdict: 'replaced', ...lost ? { data: lost } : {}, phase: 'Bound' });
    } else if (end === 'gone') {
      if (own && !was) return;
      const isInNew = !own && !this.prunedIds.has(id);
      this.fates.set(id, { ...base, ...isInNew ? { afterwards: 'deleted' } : { verdict: 'deleted' }, ...lost ? { data: lost } : {}, ...dependsOn ? { dependsOn } : {} });
    } else if (end === 'stuck') {
      this.fates.set(id, { ...base, verdict: 'stuck', finalizers: [...isUsed ? ['kubernetes.io/pvc-protection'] : [], ...holding], ...wasBound ? { data: 'kept' } : {}, phase: wasBound ? 'Bound' : 'Pending' });
    } else {
      if (own && !was && !this.isMade(own)) return;
      this.fates.set(id, {
        ...base, ...own ? { verdict: was ? 'unchanged' : 'created' } : {}, ...wasBound ? { data: 'kept' } : {}, phase: is.isBound ? 'Bound' : 'Pending',
      });
    }
  }

  /** Whether a claim goes with the pod or the set that made it. */
  private isTakenAlong(own: OwnClaim): boolean {
    const maker = this.makerOf(own);
    if (!maker || this.prunedIds.has(maker.sent.id)) {
      const set = maker ?? this.makerOf(own, this.is.before);
      return own.isEphemeral || at(set?.live ?? {}, 'spec.persistentVolumeClaimRetentionPolicy.whenDeleted') === 'Delete';
    }
    if (maker.sent.kindKey === '/Pod') return false;
    const [first, end] = ordinalsOf(maker.live);
    const isOut = own.ordinal < first || own.ordinal >= end;
    return isOut && (own.isEphemeral || at(maker.live, 'spec.persistentVolumeClaimRetentionPolicy.whenScaled') === 'Delete');
  }

  private makerOf({ namespace, of, pod }: OwnClaim, cluster: Cluster = this.is.after): Stored | undefined {
    if (of.startsWith('StatefulSet/')) return cluster.find('apps/StatefulSet', namespace, of.slice(of.lastIndexOf('/') + 1));
    return cluster.find('/Pod', namespace, pod) ?? cluster.find('apps/StatefulSet', namespace, pod.slice(0, pod.lastIndexOf('-')));
  }

  private isPodReplaced(own: OwnClaim): boolean {
    const maker = this.makerOf(own);
    return maker !== undefined && this.is.pods.get(maker.sent.id)?.replaced?.includes(own.ordinal) === true;
  }

  /** A set in order makes no claim for the pod behind one that does not become ready. */
  private isMade(own: OwnClaim): boolean {
    const maker = this.makerOf(own);
    const outcome = maker ? this.is.pods.get(maker.sent.id) : undefined;
    if (!maker || !outcome || outcome.ready || maker.sent.kindKey === '/Pod' || at(maker.live, 'spec.podManagementPolicy') === 'Parallel') return true;
    const [first] = ordinalsOf(maker.live);
    const had = this.is.before.get(maker.sent.id);
    return own.ordinal === (had ? Math.max(first, ordinalsOf(had.live)[1]) : first);
  }

  /** What becomes of the data behind a claim that goes. */
  private lostData({ volume, reclaimPolicy }: ClaimState): DataFate {
    if (!volume) return reclaimPolicy === undefined ? 'depends' : reclaimPolicy === 'Delete' ? 'deleted' : 'released';
    const there = this.is.after.get(volume.sent.id) ?? volume;
    if (this.prunedIds.has(volume.sent.id)) return this.isHeldByAnother(there) ? 'kept' : 'unreachable';
    return isMadeByDriver(there) && at(there.live, 'spec.persistentVolumeReclaimPolicy') === 'Delete' ? 'deleted' : 'released';
  }

  private ofVolume(volume: Stored): void {
    const { sent: { id, label } } = volume;
    const isPruned = this.prunedIds.has(id);
    const there = this.is.after.get(id) ?? volume;
    const bound = this.boundTo.get(id);
    const end = bound ? this.claimFates.get(bound.key) : undefined;
    if (end === 'stays' || end === 'stuck') {
      const had = bound!.before;
      const kept = { id, label, ...had ? { data: 'kept' as const } : {}, phase: 'Bound' };
      this.fates.set(id, isPruned ? { ...kept, verdict: 'stuck', finalizers: ['kubernetes.io/pv-protection'] } : kept);
    } else if (isPruned && foreignFinalizers(there.live).length > 0) {
      this.fates.set(id, { id, label, verdict: 'stuck', finalizers: foreignFinalizers(there.live), phase: bound ? 'Released' : 'Available' });
    } else if (isPruned) {
      this.fates.set(id, { id, label, verdict: 'deleted', data: this.isHeldByAnother(there) ? 'kept' : 'unreachable' });
    } else if (end === 'gone') {
      const isDeleted = isMadeByDriver(there) && at(there.live, 'spec.persistentVolumeReclaimPolicy') === 'Delete';
      this.fates.set(id, isDeleted ? { id, label, data: 'deleted', afterwards: 'deleted' } : { id, label, data: 'released', phase: 'Released' });
    } else {
      this.fates.set(id, { id, label, phase: 'Available' });
    }
  }

  private get boundTo(): Map<string, { readonly key: string; readonly before: boolean }> {
    if (this.boundIndex) return this.boundIndex;
    this.boundIndex = new Map();
    for (const [claims, before] of [[this.is.rest.claims, false], [this.is.restBefore.claims, true]] as const) {
      for (const [key, { volume }] of claims) if (volume) this.boundIndex.set(volume.sent.id, { key, before });
    }
    return this.boundIndex;
  }

  /** Whether a volume that stays names the same storage. */
  private isHeldByAnother({ live }: Stored): boolean {
    if (!this.places) {
      this.places = new Set();
      for (const one of this.is.after.ofKind('/PersistentVolume')) {
        const place = this.prunedIds.has(one.sent.id) ? undefined : storageOf(one.live);
        if (place !== undefined) this.places.add(place);
      }
    }
    const place = storageOf(live);
    return place !== undefined && this.places.has(place);
  }

  private ofAttributesClass({ sent: { id, label, name } }: Stored): void {
    if (!this.attributesClasses) {
      this.attributesClasses = new Set();
      for (const kind of ['/PersistentVolumeClaim', '/PersistentVolume']) {
        for (const stored of this.is.after.ofKind(kind)) {
          if (!this.prunedIds.has(stored.sent.id) || this.fates.get(stored.sent.id)?.verdict === 'stuck') this.attributesClasses.add(at(stored.live, 'spec.volumeAttributesClassName'));
        }
      }
    }
    if (this.attributesClasses.has(name)) this.fates.set(id, { id, label, verdict: 'stuck', finalizers: ['kubernetes.io/vac-protection'] });
  }

  /** Where something stays Terminating. */
  private get stuck(): { readonly namespaces: ReadonlySet<string | undefined>; readonly kinds: ReadonlySet<string> } {
    if (this.stuckIndex) return this.stuckIndex;
    const all = [...this.is.after.all()].filter(({ sent }) => this.fates.get(sent.id)?.verdict === 'stuck' || this.isDenied(sent.id));
    this.stuckIndex = { namespaces: new Set(all.map(({ sent }) => sent.namespace)), kinds: new Set(all.map(({ sent }) => sent.kindKey)) };
    return this.stuckIndex;
  }

  private ofUids(stored: Stored): void {
    const { id, label } = stored.sent;
    const fate = this.fates.get(id) ?? { id, label };
    const doubt = fate.verdict === 'deleted' || fate.afterwards ? undefined : uidDoubt(stored, this.is.before.get(id));
    if (doubt !== undefined) this.fates.set(id, { ...fate, ...fate.data ? { data: 'depends' } : {}, dependsOn: [...fate.dependsOn ?? [], doubt] });
  }

  /** Namespaces and definitions wait for what is in them. */
  private ofContainer({ sent, live }: Stored): void {
    const { id, label, name } = sent;
    if (sent.kindKey === '/Namespace' && this.stuck.namespaces.has(name)) {
      this.fates.set(id, { id, label, verdict: 'stuck', finalizers: ['kubernetes'] });
    } else if (sent.kind === 'CustomResourceDefinition') {
      const key = `${String(at(live, 'spec.group'))}/${String(at(live, 'spec.names.kind'))}`;
      if (this.stuck.kinds.has(key)) this.fates.set(id, { id, label, verdict: 'stuck', finalizers: ['customresourcecleanup.apiextensions.k8s.io'] });
    }
  }

  /** Claims that pods name when all has come to rest. */
  private claimsInUse(): Set<string> {
    const used = new Set<string>();
    for (const workload of workloadsOf(this.is.after)) {
      const { id, kindKey, namespace } = workload.sent;
      if (this.prunedIds.has(id) || this.goesAlong(workload)) continue;
      const outcome = this.is.pods.get(id);
      const had = this.is.before.get(id);
      const add = (live: Stored['live']) => {
        if (podsOf(kindKey, live) === 0 || !hasStarted(kindKey, live)) return;
        for (const name of claimsOf(templateOf(kindKey, live))) used.add(claimKey(namespace, name));
        if (kindKey === 'apps/StatefulSet') for (const { name } of ownClaims({ ...workload, live })) used.add(claimKey(namespace, name));
      };
      const isNewThere = !had || outcome === undefined || outcome.restarts !== 'none' || outcome.podsAdded > 0
        || isSame(templateOf(kindKey, had.live), templateOf(kindKey, workload.live));
      if (isNewThere && !(outcome?.isNew && outcome.problem?.kind === 'refused')) add(workload.live);
      if (had && outcome?.keepsOld && podsOf(kindKey, workload.live) > 0) add(had.live);
    }
    return used;
  }
}

function foreignFinalizers(live: Stored['live']): string[] {
  const { finalizers } = fieldsOf(live.metadata);
  return Array.isArray(finalizers) ? finalizers.filter((one): one is string => typeof one === 'string' && !SERVED.includes(one)) : [];
}

/** A driver only deletes what it says it has made. */
function isMadeByDriver(volume: Stored): boolean {
  return annotationsOf(volume)['pv.kubernetes.io/provisioned-by'] !== undefined;
}
