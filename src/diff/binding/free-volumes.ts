/**
 * Volumes that any claim may take: the smallest that suits one is found without looking at all of
 * them.
 */
import { compareQuantities, Fields, fieldsOf, parseQuantity, textOf } from '../../kube';
import { at, fieldsAt, listAt, quantityAt } from '../../model';
import { selects } from '../../object';
import { classNameOf } from '../admission/quota';
import { Stored } from '../stored';

type Size = NonNullable<ReturnType<typeof parseQuantity>>;

/** Volumes by their size, the smallest first. */
interface Row {
  readonly volumes: Sized[];
  /** For each place, a place at or behind it before which all is taken; made when it is needed. */
  next?: number[];
}

/** Volumes that are alike but for their size. */
interface Shelf extends Row {
  /** Those with a label, and with a label of a value; made when they are first asked for. */
  labelled?: Map<string, Row>;
  /** What selectors choose that were asked for before: once, or what there is for the next time. */
  readonly selected: Map<string, Row | 'once'>;
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
      size: quantityAt(volume.live, 'spec.capacity.storage'),
    }));
    sized.sort((a, b) => (isBefore(a, b) ? -1 : 1));
    for (const one of sized) {
      const [className, key] = placeOf(one.volume);
      const shelves = entry(this.byClass, className, () => new Map<string, Shelf>());
      entry(shelves, key, () => ({ volumes: [], selected: new Map() })).volumes.push(one);
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
    const asked = quantityAt(claim, 'spec.resources.requests.storage');
    const selector = at(claim, 'spec.selector');
    const shelves = this.byClass.get(classNameOf(claim) ?? '')?.values() ?? [];
    let best: Sized | undefined;
    for (const shelf of shelves) {
      if (!hasPlacesFor(shelf.volumes[0].volume.live, claim)) continue;
      for (const row of selector === undefined ? [shelf] : rowsOf(shelf, selector)) {
        const found = this.firstFree(row, asked, selector);
        if (found && (!best || isBefore(found, best))) best = found;
      }
    }
    return best?.volume;
  }

  /** The first of those that are as large as that, free, and chosen. */
  private firstFree(row: Row, asked: Size | undefined, selector: unknown): Sized | undefined {
    const { volumes } = row;
    let index = this.skipTaken(row, firstOf(row, asked));
    while (index < volumes.length && !isSelected(volumes[index], selector)) {
      index = this.skipTaken(row, index + 1);
    }
    return volumes[index];
  }

  /** The first place that is free, from there on. */
  private skipTaken(row: Row, from: number): number {
    const { volumes } = row;
    const next = (row.next ??= volumes.map((_, index) => index));
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
  return [textOf(className), key];
}

/**
 * Rows with all that a selector chooses: those with the rarest of the labels that it asks for, or,
 * if it was asked for before, what it chooses and nothing else.
 */
function rowsOf(shelf: Shelf, selector: unknown): readonly Row[] {
  const key = JSON.stringify(selector);
  const known = shelf.selected.get(key);
  if (typeof known === 'object') return [known];
  const rows = rarestOf(shelf, fieldsOf(selector));
  if (known === undefined) {
    shelf.selected.set(key, 'once');
    return rows;
  }
  const volumes = rows.flatMap((row) => row.volumes.filter((one) => isSelected(one, selector)));
  if (rows.length > 1) volumes.sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const chosen: Row = { volumes };
  shelf.selected.set(key, chosen);
  return [chosen];
}

function isSelected({ volume }: Sized, selector: unknown): boolean {
  return (
    selector === undefined || selects(fieldsOf(selector), fieldsAt(volume.live, 'metadata.labels'))
  );
}

/** Of the labels that a selector asks for, the rows with the one that fewest have. */
function rarestOf(shelf: Shelf, selector: Fields): readonly Row[] {
  const wanted = labelKeys(selector);
  if (wanted.length === 0) return [shelf];
  const labelled = (shelf.labelled ??= labelledOf(shelf.volumes));
  let fewest = shelf.volumes.length;
  let rarest: readonly Row[] = [shelf];
  for (const keys of wanted) {
    const rows = keys.flatMap((key) => labelled.get(key) ?? []);
    const count = rows.reduce((sum, { volumes }) => sum + volumes.length, 0);
    if (count < fewest) [fewest, rarest] = [count, rows];
  }
  return rarest;
}

/** Labels that whatever a selector chooses has: of each, one of these. */
function labelKeys(selector: Fields): string[][] {
  const expressions = listAt(selector, 'matchExpressions').flatMap(({ key, operator, values }) => {
    if (operator === 'In' && Array.isArray(values)) {
      return [[...new Set(values.map((value) => labelKey(key, value)))]];
    }
    return operator === 'In' || operator === 'Exists' ? [[labelKey(key)]] : [];
  });
  return [
    ...Object.entries(fieldsOf(selector.matchLabels)).map(([key, value]) => [labelKey(key, value)]),
    ...expressions,
  ];
}

function labelledOf(volumes: readonly Sized[]): Map<string, Row> {
  const labelled = new Map<string, Row>();
  for (const one of volumes) {
    for (const [key, value] of Object.entries(fieldsAt(one.volume.live, 'metadata.labels'))) {
      for (const label of [labelKey(key), labelKey(key, value)]) {
        entry(labelled, label, () => ({ volumes: [] })).volumes.push(one);
      }
    }
  }
  return labelled;
}

function labelKey(...parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}

/** Whether a volume is large enough, and takes the claim's modes. */
export function holds(volume: Fields, claim: Fields): boolean {
  const size = quantityAt(volume, 'spec.capacity.storage');
  const asked = quantityAt(claim, 'spec.resources.requests.storage');
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
function firstOf({ volumes }: Row, asked: Size | undefined): number {
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

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
