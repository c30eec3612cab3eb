/** Services that select a pod. */
import { Labels, Service } from '../model';

/** How many services of a namespace have a label in their selectors. */
type Counts = Map<string, Map<string, number>>;
/** The services that are looked at for a label. */
type Buckets = Map<string, Map<string, number[]>>;

/**
 * The services of namespaces, each under the one label of its selector that the fewest others ask
 * for: a label that all of them share leads to none.
 */
export class Services {
  private readonly spaces = new Map<string, Buckets>();

  constructor(private readonly services: readonly Service[]) {
    const counts = new Map<string, Counts>();
    for (const { namespace = '', selector } of services) {
      for (const [label, value] of Object.entries(selector)) {
        const values = getOrMake(
          getOrMake(counts, namespace, newMap<string, Map<string, number>>),
          label,
          newMap<string, number>,
        );
        values.set(value, (values.get(value) ?? 0) + 1);
      }
    }
    services.forEach(({ namespace = '', selector }, position) => {
      const [label, value] = rarest(Object.entries(selector), counts.get(namespace)!);
      const buckets = getOrMake(this.spaces, namespace, newMap<string, Map<string, number[]>>);
      getOrMake(getOrMake(buckets, label, newMap<string, number[]>), value, () => []).push(
        position,
      );
    });
  }

  /**
   * The services whose selectors the labels satisfy, in the order of the objects: the first of
   * them, if so many will do.
   */
  public selecting(
    namespace: string | undefined,
    labels: Labels,
    most: number = Infinity,
  ): readonly Service[] {
    const buckets = this.spaces.get(namespace ?? '');
    if (!buckets) return [];
    return Object.entries(labels)
      .flatMap(([label, value]) => this.firstOf(buckets.get(label)?.get(value) ?? [], labels, most))
      .sort((a, b) => a - b)
      .slice(0, most)
      .map((position) => this.services[position]);
  }

  private firstOf(positions: readonly number[], labels: Labels, most: number): number[] {
    const found: number[] = [];
    for (const position of positions) {
      if (found.length >= most) break;
      if (satisfies(labels, this.services[position].selector)) found.push(position);
    }
    return found;
  }
}

function satisfies(labels: Labels, selector: Labels): boolean {
  return Object.entries(selector).every(([label, value]) => labels[label] === value);
}

function rarest(pairs: readonly [string, string][], counts: Counts): readonly [string, string] {
  const count = ([label, value]: readonly [string, string]) => counts.get(label)!.get(value)!;
  return pairs.reduce((best, pair) => (count(pair) < count(best) ? pair : best));
}

function newMap<K, V>(): Map<K, V> {
  return new Map<K, V>();
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
