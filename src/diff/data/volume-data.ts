/**
 * Data behind volumes: what becomes of them when a claim or a volume goes, or names another
 * storage.
 */
import { Deletions } from './deletions';
import { Going } from './going';
import { storageOf } from './places';
import {
  byDefaultClass,
  DataOutcome,
  folderIn,
  ofClass,
  onRelease,
  perhaps,
  policyOf,
} from './storage';
import { addTo, textOf } from '../../kube';
import { fieldsAt } from '../../model';
import { classNameOf } from '../admission/quota';
import { defaultClassesOf } from '../binding/default-class';
import { ClaimState } from '../binding/volumes';
import type { Comparison } from '../comparison';
import { STORAGE_CLASS, VOLUME } from '../kind-keys';
import { Stored } from '../stored';
import { claimKey } from '../workloads';

const OTHER_FOLDER = 'the mount options of its volume name another folder';
const GIVEN_AWAY = 'claimRef of its volume names another claim';
const UNREACHABLE = 'no object refers to its storage any more';

/** What the files say of volumes. `used` has the keys of the claims that pods use. */
export class VolumeData {
  private boundIndex: Map<string, { readonly key: string; readonly before: boolean }> | undefined;
  private places: Set<string> | undefined;
  private usedPlaces: Map<string, string[]> | undefined;
  public readonly deletions: Deletions;

  constructor(
    private readonly is: Comparison,
    private readonly going: Going,
    private readonly used: ReadonlySet<string>,
  ) {
    this.deletions = new Deletions(is.before, is.after);
  }

  public released(volume: Stored): DataOutcome {
    return this.deletions.ofVolume(onRelease(volume), volume);
  }

  /** What becomes of data when the object of their volume, which no claim has, is deleted. */
  public removed(volume: Stored): DataOutcome {
    return onRelease(volume).data === 'left behind'
      ? this.withoutVolume(volume)
      : this.released(volume);
  }

  /**
   * What becomes of the data behind a claim when it is deleted; undefined if the files prove that
   * it has none. `isFirst`: perhaps before anything else of the change is applied.
   */
  public lossOf(
    was: ClaimState | undefined,
    because = 'its claim is deleted',
    isFirst = false,
  ): DataOutcome | undefined {
    if (!was || (!was.isBound && was.doubt === undefined)) return undefined;
    const { volume } = was;
    if (!volume) return this.lossByClass(was, because);
    const there = this.is.after.get(volume.sent.id) ?? volume;
    const released = this.released(there);
    const had = this.is.before.get(volume.sent.id);
    if (isFirst && had && released.data === 'left behind') {
      const early = this.released(had);
      if (early.data !== 'left behind') {
        return perhaps(early, `whether ${had.sent.label} is changed before its claim is deleted`);
      }
    }
    if (released.data === 'left behind' && was.otherwise) {
      const made = ofClass(was.otherwise, because);
      if (made.data !== 'left behind') {
        return perhaps(made, `whether ${volume.sent.label} is bound to the claim`);
      }
    }
    // What a driver leaves of what it deletes is no storage that another volume may name.
    const isKept = onRelease(there).data === 'left behind';
    return isKept && this.going.departures.certain(volume.sent.id)
      ? this.withoutVolume(there)
      : released;
  }

  /** The same of a claim whose volume its class made. */
  private lossByClass(was: ClaimState, because: string): DataOutcome {
    const own = this.deletions.ofClaim(ofClass(was, because), was);
    const names = namesClass(was) ? [] : defaultClassesOf(this.is.before);
    if (was.className === undefined || names[0] !== was.className) return own;
    const others = names.slice(1).flatMap((name) => {
      const found = this.is.before.find(STORAGE_CLASS, undefined, name);
      if (!found) return [];
      const reclaimPolicy = textOf(found.live.reclaimPolicy) || 'Delete';
      return this.deletions.ofClass(ofClass({ ...was, reclaimPolicy }, because), found);
    });
    return byDefaultClass(names, [own, ...others]);
  }

  /** What becomes of storage that outlives its volume. */
  public withoutVolume(volume: Stored): DataOutcome {
    return this.isHeldByAnother(volume)
      ? { data: 'kept' }
      : { data: 'left behind', because: UNREACHABLE };
  }

  /**
   * A volume that stays bound is mounted with the options that it has now. One that is given to
   * another claim counts as released until the volume controller has written its claim back.
   */
  public whereItWas(volume: Stored | undefined, key: string): DataOutcome {
    const there = volume && this.is.after.get(volume.sent.id);
    if (there && this.isGivenAway(there, key)) {
      const released = this.released(there);
      if (released.data !== 'left behind') {
        return { ...released, because: `${GIVEN_AWAY}: ${released.because}` };
      }
    }
    const had = volume && this.is.before.get(volume.sent.id);
    return had && there && had !== there && folderIn(had) !== folderIn(there)
      ? { data: 'left behind', because: OTHER_FOLDER }
      : { data: 'kept' };
  }

  /** Whether NEW names another claim in a volume than the one that it is bound to. */
  private isGivenAway({ sent }: Stored, key: string): boolean {
    const answer = this.is.answers.get(sent.id);
    if (!answer || answer.verdict === 'refused') return false;
    const { namespace, name } = fieldsAt(sent.manifest, 'spec.claimRef');
    return typeof name === 'string' && claimKey(namespace as string | undefined, name) !== key;
  }

  /**
   * A volume that no claim of the files has: if one had it before, another policy counts at once.
   */
  public ofUnbound(before: Stored, there: Stored): DataOutcome | Record<string, never> {
    const { namespace, name, uid } = fieldsAt(there.live, 'spec.claimRef');
    const isNew = !this.is.before.get(there.sent.id);
    if (typeof name !== 'string' || (!isNew && policyOf(before) === policyOf(there))) return {};
    const released = this.released(there);
    if (released.data === 'left behind') return {};
    const claim = `the claim ${claimKey(namespace as string | undefined, name)}`;
    if (isNew || uid === undefined) {
      return perhaps(
        released,
        `whether ${claim}, which is not in the files, exists and has the volume`,
      );
    }
    return { ...released, because: `${claim} is not in the files: ${released.because}` };
  }

  /**
   * The claims of the files that have volumes, by the identity of the volume, and whether it was so
   * before NEW.
   */
  public get boundTo(): Map<string, { readonly key: string; readonly before: boolean }> {
    if (this.boundIndex) return this.boundIndex;
    this.boundIndex = new Map();
    for (const [claims, before] of [
      [this.is.rest.claims, false],
      [this.is.restBefore.claims, true],
    ] as const) {
      for (const [key, { volume }] of claims) {
        if (volume) this.boundIndex.set(volume.sent.id, { key, before });
      }
    }
    return this.boundIndex;
  }

  /** Whether a volume that stays names the same storage. */
  private isHeldByAnother({ live }: Stored): boolean {
    if (!this.places) {
      this.places = new Set();
      for (const one of this.is.after.ofKind(VOLUME)) {
        const place = this.mayGo(one.sent.id) ? undefined : storageOf(one.live);
        if (place !== undefined) this.places.add(place);
      }
    }
    const place = storageOf(live);
    return place !== undefined && this.places.has(place);
  }

  /** Whether an object is certainly deleted, or may be, and is not in NEW. */
  private mayGo(id: string): boolean {
    const { departures } = this.going;
    return (
      departures.certain(id) !== undefined ||
      (departures.of(id) !== undefined && !this.is.answers.has(id))
    );
  }

  /** Whether pods use the storage of a volume by another claim and another volume. */
  public isUsedElsewhere({ live }: Stored, key: string): boolean {
    if (!this.usedPlaces) {
      this.usedPlaces = new Map();
      for (const [other, { volume }] of this.is.rest.claims) {
        const place =
          volume && this.used.has(other) && !this.going.ends(volume)
            ? storageOf(volume.live)
            : undefined;
        if (place !== undefined) addTo(this.usedPlaces, place, other);
      }
    }
    const place = storageOf(live);
    return place !== undefined && (this.usedPlaces.get(place) ?? []).some((other) => other !== key);
  }
}

/** Whether a claim names its class, rather than to have the default one. */
function namesClass({ stored, own }: ClaimState): boolean {
  const given = stored ? stored.sent.manifest : own?.template;
  return given !== undefined && classNameOf(given) !== undefined;
}
