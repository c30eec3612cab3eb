/** Volumes that any claim may take: the smallest that suits one is found without looking at all of them. */
import { Stored } from './cluster';
import { classNameOf } from './quota';
import { at, fieldsAt } from './rules';
import { compareQuantities, Fields, fieldsOf, parseQuantity } from '../kube';
import { matches } from './rules/workloads';

type Size = NonNullable<ReturnType<typeof parseQuantity>>;

/** Volumes that are alike but for their size. */
interface Shelf {
  /** The smallest first. */
  readonly volumes: Stored[];
  readonly sizes: (Size | undefined)[];
  /** For each place, a place at or behind it before which all is taken. */
  readonly next: number[];
}

/** The volumes that nobody has yet. */
export class FreeVolumes {
  private readonly taken = new Set<string>();
  private readonly byClass = new Map<string, Map<string, Shelf>>();
  private readonly places = new Map<string, readonly [shelf: Shelf, index: number]>();

  /** Volumes that name no claim. */
  constructor(unreserved: readonly Stored[]) {
    const sized = unreserved.map((volume) => ({ volume, size: sizeOf(volume.live, 'spec.capacity.storage') }));
    sized.sort((a, b) => compareSizes(a.size, b.size) || (a.volume.sent.name < b.volume.sent.name ? -1 : 1));
    for (const { volume, size } of sized) {
      const shelf = this.shelfOf(volume);
      this.places.set(volume.sent.id, [shelf, shelf.volumes.length]);
      shelf.next.push(shelf.volumes.length);
      shelf.volumes.push(volume);
      shelf.sizes.push(size);
    }
  }

  public isTaken({ sent }: Stored): boolean {
    return this.taken.has(sent.id);
  }

  public take({ sent }: Stored): void {
    this.taken.add(sent.id);
    const [shelf, index] = this.places.get(sent.id) ?? [];
    if (shelf) shelf.next[index!] = index! + 1;
  }

  /** The smallest one that suits the claim; of those that are alike the first by name. */
  public smallestFor(claim: Fields): Stored | undefined {
    const asked = sizeOf(claim, 'spec.resources.requests.storage');
    const shelves = this.byClass.get(classNameOf(claim) ?? '')?.values() ?? [];
    let best: { readonly volume: Stored; readonly size: Size | undefined } | undefined;
    for (const shelf of shelves) {
      if (!hasPlacesFor(shelf.volumes[0].live, claim)) continue;
      for (let index = free(shelf, firstOf(shelf, asked)); index < shelf.volumes.length; index = free(shelf, index + 1)) {
        const [volume, size] = [shelf.volumes[index], shelf.sizes[index]];
        if (!suits(volume.live, claim)) continue;
        const order = best ? compareSizes(size, best.size) || (volume.sent.name < best.volume.sent.name ? -1 : 1) : -1;
        if (order < 0) best = { volume, size };
        break;
      }
    }
    return best?.volume;
  }

  private shelfOf({ live }: Stored): Shelf {
    const className = at(live, 'spec.storageClassName');
    const shelves = entry(this.byClass, typeof className === 'string' ? className : '', () => new Map<string, Shelf>());
    const modes = at(live, 'spec.accessModes');
    const key = JSON.stringify([Array.isArray(modes) ? [...modes].sort() : [], at(live, 'spec.volumeMode') ?? null]);
    return entry(shelves, key, () => ({ volumes: [], sizes: [], next: [] }));
  }
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
  if (Array.isArray(wanted) && !wanted.every((mode) => Array.isArray(modes) && modes.includes(mode))) return false;
  return (at(volume, 'spec.volumeMode') ?? 'Filesystem') === (at(claim, 'spec.volumeMode') ?? 'Filesystem');
}

/** Whether a claim that names no volume may have it. */
export function suits(volume: Fields, claim: Fields): boolean {
  const selector = at(claim, 'spec.selector');
  return holds(volume, claim) && (at(volume, 'spec.storageClassName') ?? '') === (classNameOf(claim) ?? '')
    && (selector === undefined || matches(fieldsOf(selector), fieldsAt(volume, 'metadata.labels')));
}

/** The first place that is free, from there on. */
function free({ next }: Shelf, from: number): number {
  let index = from;
  while (index < next.length && next[index] !== index) index = next[index];
  // What was walked once is skipped the next time.
  for (let passed = from; passed < index;) [passed, next[passed]] = [next[passed], index];
  return index;
}

/** The first volume that is as large as that, or of which nobody knows how large it is. */
function firstOf({ sizes }: Shelf, asked: Size | undefined): number {
  let [low, high] = [0, asked ? sizes.length : 0];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (compareSizes(sizes[middle], asked) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
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
