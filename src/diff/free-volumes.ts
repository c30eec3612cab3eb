/**
 * Volumes that any claim may take: the smallest that suits one is found without looking at all of
 * them.
 */
import { selects } from '../object';
import { Stored } from './cluster';
import { classNameOf } from './quota';
import { addTo, compareQuantities, Fields, fieldsOf, parseQuantity } from '../kube';
import { at, fieldsAt, listAt } from '../model';

type Size = NonNullable<ReturnType<typeof parseQuantity>>;

/** Volumes that are alike but for their size. */
interface Shelf {
  /** The smallest first. */
  readonly volumes: readonly Sized[];
  /** For each place, a place at or behind it before which all is taken. */
  readonly next: number[];
  /**
   * The volumes with a label, and with a label of a value, in the same order; made when they are
   * first asked for.
   */
  labelled?: Map<string, Sized[]>;
  /** What of it selectors choose. */
  readonly selected: Map<string, Shelf>;
}

interface Sized {
  readonly volume: Stored;
  readonly size: Size | undefined;
}

/** The volumes that nobody has yet. */
export class FreeVolumes {
  private readonly taken = new Set<string>();
  private readonly byClass = new Map<string, Map<string, Shelf>>();

  /** Volumes that name no claim. */
  constructor(unreserved: readonly Stored[]) {
    const sized = unreserved.map((volume) => ({
      volume,
      size: sizeOf(volume.live, 'spec.capacity.storage'),
    }));
    sized.sort((a, b) => (isBefore(a, b) ? -1 : 1));
    const shelves = new Map<Sized[], readonly [className: string, key: string]>();
    const alike = new Map<string, Sized[]>();
    for (const one of sized) {
      const place = placeOf(one.volume);
      const volumes = entry(alike, JSON.stringify(place), () => []);
      volumes.push(one);
      shelves.set(volumes, place);
    }
    for (const [volumes, [className, key]] of shelves) {
      entry(this.byClass, className, () => new Map<string, Shelf>()).set(key, shelfOf(volumes));
    }
  }

  public isTaken({ sent }: Stored): boolean {
    return this.taken.has(sent.id);
  }

  public take({ sent }: Stored): void {
    this.taken.add(sent.id);
  }

  /** The smallest one that suits the claim; of those that are alike the first by name. */
  public smallestFor(claim: Fields): Stored | undefined {
    const asked = sizeOf(claim, 'spec.resources.requests.storage');
    const selector = at(claim, 'spec.selector');
    const shelves = this.byClass.get(classNameOf(claim) ?? '')?.values() ?? [];
    let best: Sized | undefined;
    for (const whole of shelves) {
      if (!hasPlacesFor(whole.volumes[0].volume.live, claim)) continue;
      const shelf = selector === undefined ? whole : selectedOf(whole, fieldsOf(selector));
      const found = shelf.volumes[this.firstFree(shelf, firstOf(shelf, asked))];
      if (found && (!best || isBefore(found, best))) best = found;
    }
    return best?.volume;
  }

  /** The first place that is free, from there on. */
  private firstFree({ volumes, next }: Shelf, from: number): number {
    let index = from;
    while (
      index < volumes.length &&
      (next[index] !== index || this.isTaken(volumes[index].volume))
    ) {
      index = Math.max(next[index], index + 1);
    }
    // What was walked once is skipped the next time.
    for (let passed = from; passed < index;) {
      [passed, next[passed]] = [Math.max(next[passed], passed + 1), index];
    }
    return index;
  }
}

function placeOf({ live }: Stored): readonly [className: string, key: string] {
  const className = at(live, 'spec.storageClassName');
  const modes = at(live, 'spec.accessModes');
  const key = JSON.stringify([
    Array.isArray(modes) ? [...modes].sort() : [],
    at(live, 'spec.volumeMode') ?? null,
  ]);
  return [typeof className === 'string' ? className : '', key];
}

function shelfOf(volumes: readonly Sized[]): Shelf {
  return { volumes, next: volumes.map((_, index) => index), selected: new Map() };
}

/**
 * What of a shelf a selector chooses: looked for among those that have the rarest of the labels
 * that it asks for.
 */
function selectedOf(shelf: Shelf, selector: Fields): Shelf {
  return entry(shelf.selected, JSON.stringify(selector), () => {
    const keys = labelKeys(selector);
    const labelled = keys.length === 0 ? undefined : (shelf.labelled ??= labelledOf(shelf.volumes));
    const candidates = keys
      .map((key) => labelled!.get(key) ?? [])
      .reduce((few, one) => (one.length < few.length ? one : few), shelf.volumes);
    return shelfOf(
      candidates.filter(({ volume }) =>
        selects(selector, fieldsAt(volume.live, 'metadata.labels')),
      ),
    );
  });
}

/** Labels that whatever a selector chooses has. */
function labelKeys(selector: Fields): string[] {
  const expressions = listAt(selector, 'matchExpressions').flatMap(({ key, operator, values }) => {
    if (operator === 'In' && Array.isArray(values) && values.length === 1) {
      return [labelKey(key, values[0])];
    }
    return operator === 'In' || operator === 'Exists' ? [labelKey(key)] : [];
  });
  return [
    ...Object.entries(fieldsOf(selector.matchLabels)).map(([key, value]) => labelKey(key, value)),
    ...expressions,
  ];
}

function labelledOf(volumes: readonly Sized[]): Map<string, Sized[]> {
  const labelled = new Map<string, Sized[]>();
  for (const one of volumes) {
    for (const [key, value] of Object.entries(fieldsAt(one.volume.live, 'metadata.labels'))) {
      addTo(labelled, labelKey(key), one);
      addTo(labelled, labelKey(key, value), one);
    }
  }
  return labelled;
}

function labelKey(...parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}

/** Whether a volume is large enough, and takes the claim's modes. */
export function holds(volume: Fields, claim: Fields): boolean {
  const size = sizeOf(volume, 'spec.capacity.storage');
  const asked = sizeOf(claim, 'spec.resources.requests.storage');
  return (!size || !asked || compareQuantities(size, asked) >= 0) && hasPlacesFor(volume, claim);
}

/** Whether it takes the claim's modes. */
function hasPlacesFor(volume: Fields, claim: Fields): boolean {
  const modes = at(volume, 'spec.accessModes');
  const wanted = at(claim, 'spec.accessModes');
  if (
    Array.isArray(wanted) &&
    !wanted.every((mode) => Array.isArray(modes) && modes.includes(mode))
  ) {
    return false;
  }
  return (
    (at(volume, 'spec.volumeMode') ?? 'Filesystem') ===
    (at(claim, 'spec.volumeMode') ?? 'Filesystem')
  );
}

/** Whether a claim that names no volume may have it. */
export function suits(volume: Fields, claim: Fields): boolean {
  const selector = at(claim, 'spec.selector');
  return (
    holds(volume, claim) &&
    (at(volume, 'spec.storageClassName') ?? '') === (classNameOf(claim) ?? '') &&
    (selector === undefined || selects(selector, fieldsAt(volume, 'metadata.labels')))
  );
}

/** The first volume that is as large as that, or of which nobody knows how large it is. */
function firstOf({ volumes }: Shelf, asked: Size | undefined): number {
  let [low, high] = [0, asked ? volumes.length : 0];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (compareSizes(volumes[middle].size, asked) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBefore(a: Sized, b: Sized): boolean {
  return (compareSizes(a.size, b.size) || (a.volume.sent.name < b.volume.sent.name ? -1 : 1)) < 0;
}

/** What has no size comes last. */
function compareSizes(a: Size | undefined, b: Size | undefined): number {
  return a && b ? compareQuantities(a, b) : Number(a === undefined) - Number(b === undefined);
}

function sizeOf(object: Fields, path: string): Size | undefined {
  const value = at(object, path);
  return typeof value === 'string' ? parseQuantity(value) : undefined;
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
