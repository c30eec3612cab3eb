/**
 * The volumes that any claim can have: those that are reserved for none and named by none, and
 * which of them fit a claim.
 */
import { claimsByVolume } from './claims';
import { World } from '../../judge';
import { ACCESS_MODES, addTo, compareQuantities, ParsedQuantity, stableJson } from '../../kube';
import { Fields, fieldsOf, isGiven, listOf, selects, textOf, valuesOf } from '../../object';
import { PersistentVolume } from '../../topology';
import { modesOf, requestOf, sizeIn, volumeModeOf, WrittenClaim } from '../written-claims';

/**
 * Beyond so many volumes with a label that a claim selects by, it is not looked whether one fits.
 */
const MOST_SELECTED = 500;

/** A volume as claims look for it. */
interface FreeVolume {
  readonly volume: PersistentVolume;
  readonly size: ParsedQuantity;
  readonly labels: Fields;
}

/** What there is for a claim. */
type Fit = PersistentVolume | 'unknown' | undefined;

export class FreeVolumes {
  /** The classes that volumes have, reserved or not. */
  public readonly classes: ReadonlySet<string>;
  private readonly alike = new Map<string, VolumesAlike>();
  private readonly taken = new Set<FreeVolume>();

  constructor(world: World) {
    const named = world.once(claimsByVolume);
    const volumes = world.topology.persistentVolumes;
    this.classes = new Set(volumes.map(({ storageClassName = '' }) => storageClassName));
    const byKind = new Map<string, FreeVolume[]>();
    for (const volume of volumes) {
      const spec = fieldsOf(volume.manifest.spec);
      const size = sizeIn(spec.capacity)?.size;
      if (isGiven(spec.claimRef) || named.has(volume.name) || !size) continue;
      addTo(byKind, keyOfAlike(volume.storageClassName ?? '', spec), {
        volume,
        size,
        labels: fieldsOf(fieldsOf(volume.manifest.metadata).labels),
      });
    }
    for (const [key, free] of byKind) this.alike.set(key, new VolumesAlike(free));
  }

  /** The smallest volume that fits the claim, if it is of that class. */
  public fitting(claim: WrittenClaim, className: string): Fit {
    return volumeIn(this.find(claim, className, new Set()));
  }

  /** The same among those that nobody took. */
  public left(claim: WrittenClaim, className: string): Fit {
    return volumeIn(this.find(claim, className, this.taken));
  }

  public take(claim: WrittenClaim, className: string): void {
    const found = this.find(claim, className, this.taken);
    if (found !== undefined && found !== 'unknown') this.taken.add(found);
  }

  private find(
    { spec }: WrittenClaim,
    className: string,
    taken: ReadonlySet<FreeVolume>,
  ): FreeVolume | 'unknown' | undefined {
    const volumes = this.alike.get(keyOfAlike(className, spec));
    const size = requestOf(spec)?.size;
    if (!volumes) return undefined;
    return size ? volumes.find(modesOf(spec), size, spec.selector, taken) : 'unknown';
  }
}

function volumeIn(found: FreeVolume | 'unknown' | undefined): Fit {
  return found === undefined || found === 'unknown' ? found : found.volume;
}

export function freeVolumesOf(world: World): FreeVolumes {
  return new FreeVolumes(world);
}

/** Volumes that are equal in what has to be equal: class, mode, class of attributes. */
class VolumesAlike {
  private readonly byModes = new Map<string, VolumesBySize>();
  private readonly byLabel = new Map<string, FreeVolume[]>();

  constructor(private readonly all: readonly FreeVolume[]) {
    const rows = new Map<string, FreeVolume[]>();
    for (const one of all) {
      addTo(rows, modesKey(one.volume), one);
      for (const [label, value] of Object.entries(one.labels)) {
        addTo(this.byLabel, stableJson([label, value]), one);
      }
    }
    for (const [key, row] of rows) this.byModes.set(key, new VolumesBySize(row));
  }

  public find(
    modes: readonly string[],
    size: ParsedQuantity,
    selector: unknown,
    taken: ReadonlySet<FreeVolume>,
  ): FreeVolume | 'unknown' | undefined {
    const keys = [...this.byModes.keys()].filter((key) =>
      modes.every((mode) => key.split(' ').includes(mode)),
    );
    if (!isGiven(selector)) {
      return keys
        .flatMap((key) => this.byModes.get(key)!.smallest(size, taken) ?? [])
        .reduce<FreeVolume | undefined>(
          (least, one) => (least && compareQuantities(least.size, one.size) <= 0 ? least : one),
          undefined,
        );
    }
    const candidates = this.selectable(selector);
    if (candidates.length > MOST_SELECTED) return 'unknown';
    return candidates
      .filter((one) => !taken.has(one) && compareQuantities(one.size, size) >= 0)
      .find((one) => keys.includes(modesKey(one.volume)) && selects(selector, one.labels));
  }

  /** The fewest volumes among which those must be that a selector is for. */
  private selectable(selector: unknown): readonly FreeVolume[] {
    const { matchLabels, matchExpressions } = fieldsOf(selector);
    const having = (label: string, value: unknown) =>
      this.byLabel.get(stableJson([label, value])) ?? [];
    const choices = [
      ...Object.entries(fieldsOf(matchLabels)).map(([label, value]) => having(label, value)),
      ...listOf(matchExpressions)
        .filter(({ operator }) => operator === 'In')
        .map(({ key, values }) => valuesOf(values).flatMap((value) => having(String(key), value))),
    ];
    return choices.reduce<readonly FreeVolume[]>(
      (least, one) => (one.length < least.length ? one : least),
      this.all,
    );
  }
}

/** Volumes of the same access modes by their size. */
class VolumesBySize {
  private readonly sorted: readonly FreeVolume[];
  /** For each place, one at or behind it before which all are taken. */
  private readonly next: number[];

  constructor(volumes: readonly FreeVolume[]) {
    this.sorted = [...volumes].sort((a, b) => compareQuantities(a.size, b.size));
    this.next = Array.from({ length: volumes.length + 1 }, (_, at) => at);
  }

  /** The smallest one that is large enough. */
  public smallest(size: ParsedQuantity, taken: ReadonlySet<FreeVolume>): FreeVolume | undefined {
    let [low, high] = [0, this.sorted.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (compareQuantities(this.sorted[middle].size, size) < 0) low = middle + 1;
      else high = middle;
    }
    return this.sorted[taken.size === 0 ? low : this.free(low, taken)];
  }

  private free(from: number, taken: ReadonlySet<FreeVolume>): number {
    let at = from;
    for (; at < this.sorted.length; at = this.next[at]) {
      if (!taken.has(this.sorted[at])) break;
      this.next[at] = Math.max(this.next[at], at + 1);
    }
    // The next one who comes by any of these goes there at once.
    for (let passed = from; passed < at;) [passed, this.next[passed]] = [this.next[passed], at];
    return at;
  }
}

function keyOfAlike(className: string, spec: Fields): string {
  return JSON.stringify([className, volumeModeOf(spec), textOf(spec.volumeAttributesClassName)]);
}

function modesKey({ accessModes }: PersistentVolume): string {
  return ACCESS_MODES.filter((mode) => accessModes.includes(mode)).join(' ');
}
