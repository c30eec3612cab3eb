/** Makers of claims: the pods and sets that made a claim, and whether it goes with them. */
import type { Going } from './going';
import { leavesOrphans } from './orphans';
import { deletesScaled, scalingDoubt } from './scaling';
import { lazily } from '../../kube';
import { at } from '../../model';
import { Cluster } from '../cluster';
import type { Comparison } from '../comparison';
import { outlineOf, Stored } from '../stored';
import { ownerDoubt } from '../uids';
import { claimKey, OwnClaim, ordinalsOf, ownClaims } from '../workloads';

/** Whether a set deletes its claims when it is deleted. */
export function losesClaims(set: Stored | undefined): boolean {
  return (
    set !== undefined &&
    at(outlineOf(set), 'spec.persistentVolumeClaimRetentionPolicy.whenDeleted') === 'Delete'
  );
}

function deletesClaims(set: Stored | undefined): boolean {
  return losesClaims(set) || (set !== undefined && deletesScaled(set));
}

/** Answers what becomes of claims with those that made them. */
export class Makers {
  private readonly orphaning = new Map<string, boolean>();
  private readonly adopted = lazily(() => this.claimsOfSets());

  constructor(
    private readonly is: Comparison,
    private readonly going: Going,
  ) {}

  /**
   * The claim that a set of OLD would have made, if it is in the files by that name: the set owns
   * it as well, and deletes it as its policy says.
   */
  public adoptedAs(key: string): OwnClaim | undefined {
    return this.adopted().get(key);
  }

  private claimsOfSets(): ReadonlyMap<string, OwnClaim> {
    const found = new Map<string, OwnClaim>();
    for (const set of this.is.before.ofKind('apps/StatefulSet')) {
      if (![set, this.is.after.get(set.sent.id)].some(deletesClaims)) continue;
      for (const own of ownClaims(set, outlineOf(set))) {
        if (!own.isEphemeral) found.set(claimKey(own.namespace, own.name), own);
      }
    }
    return found;
  }

  /** Whether a claim goes with the pod or the set that made it. */
  public isTakenAlong(own: OwnClaim): boolean {
    const maker = this.makerOf(own);
    const departure = maker && this.going.departures.certain(maker.sent.id);
    if (!maker || departure) {
      if (maker && this.going.isPruned(maker.sent.id) && this.isOrphaning(maker)) return false;
      // What is recreated is deleted as it was, or as it is, once it has succeeded.
      const had = !maker || departure?.isRecreated ? this.makerOf(own, this.is.before) : undefined;
      return own.isEphemeral || losesClaims(maker) || losesClaims(had);
    }
    if (maker.sent.kindKey === '/Pod') return false;
    const [first, end] = ordinalsOf(outlineOf(maker));
    const isOut = own.ordinal < first || own.ordinal >= end;
    return isOut && (own.isEphemeral || deletesScaled(maker));
  }

  private isOrphaning(maker: Stored): boolean {
    const { id, namespace } = maker.sent;
    const known = this.orphaning.get(id);
    if (known !== undefined) return known;
    const { departures } = this.going;
    const leaves =
      !this.going.isNamespaceGone(namespace) &&
      leavesOrphans(maker, this.is, (one) => departures.of(one) !== undefined);
    this.orphaning.set(id, leaves);
    return leaves;
  }

  /** Why a claim perhaps goes with what made it. */
  public takingDoubt(own: OwnClaim): string | undefined {
    const maker = this.makerOf(own);
    const doubt =
      maker &&
      (this.going.departures.of(maker.sent.id)?.doubt ??
        this.going.ownerDoubts.get(maker.sent.id) ??
        ownerDoubt(maker, this.is.before.get(maker.sent.id)));
    return doubt !== undefined &&
      (own.isEphemeral || losesClaims(maker) || losesClaims(this.makerOf(own, this.is.before)))
      ? doubt
      : undefined;
  }

  /** Why a claim perhaps goes with its pod, which an autoscaler may scale away. */
  public scalingDoubt(own: OwnClaim): string | undefined {
    const maker = own.isEphemeral ? undefined : this.makerOf(own);
    return maker && scalingDoubt(maker, own, this.is);
  }

  private makerOf(
    { namespace, of, pod }: OwnClaim,
    cluster: Cluster = this.is.after,
  ): Stored | undefined {
    if (of.startsWith('StatefulSet/')) {
      return cluster.find('apps/StatefulSet', namespace, of.slice(of.lastIndexOf('/') + 1));
    }
    return (
      cluster.find('/Pod', namespace, pod) ??
      cluster.find('apps/StatefulSet', namespace, pod.slice(0, pod.lastIndexOf('-')))
    );
  }

  /** Whether the pod that a claim was made for is replaced. */
  public isPodReplaced(own: OwnClaim): boolean {
    const maker = this.makerOf(own);
    return (
      maker !== undefined &&
      this.is.pods.get(maker.sent.id)?.replaced?.includes(own.ordinal) === true
    );
  }

  /** Whether the pod that replaces another one has the claim as well. */
  public isMadeAgain(own: OwnClaim): boolean {
    const maker = this.makerOf(own);
    return (
      maker !== undefined &&
      ownClaims(maker, outlineOf(maker)).some(({ name }) => name === own.name)
    );
  }

  /** A set in order makes no claim for the pod behind one that does not become ready. */
  public isMade(own: OwnClaim): boolean {
    const maker = this.makerOf(own);
    const outcome = maker ? this.is.pods.get(maker.sent.id) : undefined;
    if (
      !maker ||
      !outcome ||
      outcome.ready ||
      maker.sent.kindKey === '/Pod' ||
      at(maker.live, 'spec.podManagementPolicy') === 'Parallel'
    ) {
      return true;
    }
    const [first] = ordinalsOf(maker.live);
    const had = this.is.before.get(maker.sent.id);
    if (outcome.claimRoom !== undefined) {
      const from = had ? ordinalsOf(had.live)[1] : first;
      return own.ordinal < from + outcome.claimRoom;
    }
    return own.ordinal === (had ? Math.max(first, ordinalsOf(had.live)[1]) : first);
  }
}
