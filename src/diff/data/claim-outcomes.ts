/** Outcomes of claims and volumes: whether they stay, and what becomes of their data. */
import { VOLUME } from '../kind-keys';
import { Going } from './going';
import { Makers } from './makers';
import { Sources } from './sources';
import { DataOutcome, onRelease, perhaps, policyOf } from './storage';
import { VolumeData } from './volume-data';
import { ClaimState } from '../binding/volumes';
import type { Comparison } from '../comparison';
import { dependenciesOf, foreignFinalizers, Outcome } from '../outcome';
import { Stored } from '../stored';
import { OwnClaim } from '../workloads';

/** Finds them, and writes them down: claims first, by which volumes go. */
export class ClaimOutcomes {
  private readonly makers: Makers;
  private readonly sources: Sources;
  /** How each claim ends, by its key. */
  private readonly ends = new Map<string, 'stuck' | 'gone' | 'stays'>();

  /**
   * `used` has the keys of the claims that pods use. `outcomes` receives the outcomes, by identity.
   */
  constructor(
    private readonly is: Comparison,
    private readonly going: Going,
    private readonly volumes: VolumeData,
    private readonly used: ReadonlySet<string>,
    private readonly outcomes: Map<string, Outcome>,
  ) {
    this.makers = new Makers(is, going);
    this.sources = new Sources(is, going);
  }

  /** Of all claims, and then of all volumes. */
  public find(): void {
    const { before, after, restBefore, rest } = this.is;
    for (const [key, state] of restBefore.claims) this.ofClaim(key, state, state);
    for (const [key, state] of rest.claims) {
      if (!restBefore.claims.has(key)) this.ofClaim(key, state, undefined);
    }
    for (const volume of before.ofKind(VOLUME)) this.ofVolume(volume);
    for (const volume of after.ofKind(VOLUME)) {
      if (!before.get(volume.sent.id)) this.ofVolume(volume);
    }
  }

  /** The data of each bound volume are those of its claim, so it gets the outcome of the claim. */
  public share(): void {
    const { rest, restBefore } = this.is;
    for (const [id, { key }] of this.volumes.boundTo) {
      const volume = this.outcomes.get(id);
      const state = restBefore.claims.get(key) ?? rest.claims.get(key);
      const claim = state && this.outcomes.get(idOf(key, state));
      if (!volume || claim?.data === undefined) continue;
      const {
        afterwards,
        because: _why,
        dataAfterwards: _later,
        leftFolder: _left,
        ...known
      } = volume;
      const { data, because, dataAfterwards, lostWith, leftFolder } = claim;
      const dependsOn = dependenciesOf(volume, claim);
      this.outcomes.set(id, {
        ...known,
        data,
        ...(because === undefined ? {} : { because }),
        ...(dataAfterwards ? { dataAfterwards } : {}),
        ...(lostWith === undefined ? {} : { lostWith }),
        ...(leftFolder === undefined ? {} : { leftFolder }),
        ...(afterwards && (afterwards === 'stuck' || data === 'lost') ? { afterwards } : {}),
        ...(dependsOn.length > 0 ? { dependsOn } : {}),
      });
    }
  }

  private ofClaim(key: string, state: ClaimState, was: ClaimState | undefined): void {
    const { namespace, stored, label } = state;
    const is = this.is.rest.claims.get(key) ?? state;
    const own = state.own ?? is.own;
    const adopted = own === undefined && was ? this.makers.adoptedAs(key) : undefined;
    const isAdopted = adopted !== undefined && this.makers.isTakenAlong(adopted);
    const id = idOf(key, state);
    const departure = stored && this.going.departures.of(id);
    const inNamespace = this.going.isNamespaceGone(namespace) && !this.going.isDenied(id);
    const losesPod =
      own?.isEphemeral === true && was !== undefined && this.makers.isPodReplaced(own);
    const isReplaced = losesPod && this.makers.isMadeAgain(own);
    const goes =
      inNamespace ||
      (own
        ? (losesPod && !isReplaced) || this.makers.isTakenAlong(own)
        : isAdopted || (departure !== undefined && departure.doubt === undefined));
    const isUsed = this.used.has(key) && !inNamespace;
    const holding = stored && goes ? foreignFinalizers(stored.live) : NONE;
    const isRecreated = departure?.isRecreated === true && goes && !inNamespace;
    const end = goes
      ? !isRecreated && (isUsed || holding.length > 0)
        ? 'stuck'
        : 'gone'
      : 'stays';
    this.ends.set(key, end);
    const base = { id, label, ...(own ? { own } : {}) };
    const isFirst =
      !isUsed && (departure?.isRecreated === true || this.going.isPrunedFirst(stored));
    // Most claims stay, and nobody asks.
    const lossOf = () => this.volumes.lossOf(was, departure?.because, isFirst);
    if (isRecreated) {
      const lost = lossOf();
      if (!lost) return;
      const { because, isForced } = departure;
      this.outcomes.set(id, {
        ...base,
        // Argo CD waits until the claim is gone.
        ...(isForced ? (isUsed ? { afterwards: 'stuck' } : { verdict: 'replaced' }) : {}),
        ...(isUsed ? perhaps(lost, `${POD_ENDS}: ${because}`) : lost),
        ...(isUsed && lost.data === 'lost' ? { dataAfterwards: 'lost' } : {}),
        because,
        phase: phaseOf(is),
      });
    } else if (isReplaced && end === 'stays') {
      this.outcomes.set(id, { ...base, verdict: 'replaced', ...lossOf(), phase: 'Bound' });
    } else if (end === 'gone') {
      if (own && !was) return;
      const isInNew = !own && !this.going.isPruned(id);
      this.outcomes.set(id, {
        ...base,
        ...(isInNew ? { afterwards: 'deleted' } : { verdict: 'deleted' }),
        ...(isAdopted && isInNew ? adoptedLoss(lossOf(), adopted) : lossOf()),
        ...(departure?.isUnseen && !inNamespace ? { because: departure.because } : {}),
      });
    } else if (end === 'stuck') {
      const lost = lossOf();
      const waits = [
        ...(isUsed ? [POD_ENDS] : []),
        ...(holding.length > 0 ? [servingOf(holding)] : []),
      ];
      const outcome = waits.reduce<DataOutcome | undefined>(
        (one, wait) => one && perhaps(one, wait),
        lost,
      );
      const finalizers = [...(isUsed ? ['kubernetes.io/pvc-protection'] : []), ...holding];
      this.outcomes.set(id, {
        ...base,
        // What is Terminating already takes changes all the same.
        ...(this.going.isPruned(id) || own ? { verdict: 'stuck' } : { afterwards: 'stuck' }),
        finalizers,
        ...(outcome ?? { dependsOn: waits }),
        ...(lost?.data === 'lost' && holding.length === 0 ? { dataAfterwards: 'lost' } : {}),
        phase: was?.isBound ? 'Bound' : 'Pending',
      });
    } else {
      if (own && !was && !this.makers.isMade(own)) return;
      const maker = own ?? adopted;
      const doubt =
        departure?.doubt ??
        this.going.namespaceDoubt(namespace) ??
        (maker && (this.makers.takingDoubt(maker) ?? this.makers.scalingDoubt(maker)));
      const lost = doubt === undefined ? undefined : lossOf();
      const outcome =
        doubt !== undefined && lost
          ? perhaps(lost, doubt)
          : was?.isBound === true
            ? this.volumes.whereItWas(was.volume, key)
            : {};
      const source = was?.isBound === true || !is.isBound ? undefined : this.sources.leaving(is);
      this.outcomes.set(id, {
        ...base,
        ...(own ? { verdict: was ? 'unchanged' : 'created' } : {}),
        ...outcome,
        ...(source === undefined ? {} : { dependsOn: [source] }),
        phase: source === undefined ? phaseOf(is) : 'Pending',
      });
    }
  }

  private ofVolume(volume: Stored): void {
    const {
      sent: { id, label },
    } = volume;
    const isPruned = this.going.isPruned(id);
    const departure = this.going.departures.of(id);
    const doubt = departure?.doubt;
    const there = this.is.after.get(id) ?? volume;
    const bound = this.volumes.boundTo.get(id);
    const end = bound && this.ends.get(bound.key);
    if (end === 'stays' || end === 'stuck') {
      const had = bound!.before;
      const kept = {
        id,
        label,
        ...(had ? this.volumes.whereItWas(volume, bound!.key) : {}),
        phase: 'Bound',
      };
      if (isPruned) {
        const finalizers = ['kubernetes.io/pv-protection'];
        this.outcomes.set(id, { ...kept, verdict: 'stuck', finalizers });
      } else {
        // What an engine deletes to create it again waits for its claim as well.
        const isDeleted = had && departure && doubt === undefined;
        this.outcomes.set(id, {
          ...kept,
          ...(isDeleted ? { afterwards: 'stuck' } : {}),
          ...(doubt === undefined ? {} : { dependsOn: [doubt] }),
        });
      }
    } else if (isPruned) {
      const released = onRelease(there);
      const outcome = this.volumes.removed(there);
      const finalizers = foreignFinalizers(there.live);
      if (finalizers.length === 0) {
        this.outcomes.set(id, { id, label, verdict: 'deleted', ...outcome });
        return;
      }
      // A driver deletes the storage of a released volume, whatever holds its object.
      const isSure = released.data === 'lost' && end === 'gone';
      this.outcomes.set(id, {
        id,
        label,
        verdict: 'stuck',
        finalizers,
        ...(isSure ? this.volumes.released(there) : perhaps(outcome, servingOf(finalizers))),
        phase: bound ? 'Released' : 'Available',
      });
    } else if (end === 'gone') {
      const released = onRelease(there);
      this.outcomes.set(id, {
        id,
        label,
        ...this.volumes.released(there),
        ...(released.data !== 'lost'
          ? { phase: 'Released' }
          : policyOf(there) === 'Recycle'
            ? { phase: 'Available' }
            : { afterwards: 'deleted' as const }),
      });
    } else {
      // What only moves is made again, for the same storage.
      const isMade = onRelease(there).data === 'left behind' && this.is.answers.has(id);
      const outcome =
        doubt === undefined || isMade
          ? this.volumes.ofUnbound(volume, there)
          : perhaps(this.volumes.removed(there), doubt);
      this.outcomes.set(id, {
        id,
        label,
        ...outcome,
        phase: 'Available',
      });
    }
  }
}

const NONE: readonly string[] = [];
const POD_ENDS = 'when the last pod that uses the claim ends';

function servingOf(finalizers: readonly string[]): string {
  return `whether a controller serves the finalizer ${finalizers.join(', ')}`;
}

/** What a set deletes whose file stays. */
function adoptedLoss(lost: DataOutcome | undefined, { of }: OwnClaim): DataOutcome | undefined {
  const why = `${of} deletes it (persistentVolumeClaimRetentionPolicy)`;
  return lost && { ...lost, because: lost.because === undefined ? why : `${why}: ${lost.because}` };
}

/** The identity of a claim, which need not be in the files. */
export function idOf(key: string, { stored }: ClaimState): string {
  return stored?.sent.id ?? `claim ${key}`;
}

function phaseOf({ isBound, isLost }: ClaimState): string {
  if (isBound) return 'Bound';
  return isLost ? 'Lost' : 'Pending';
}
