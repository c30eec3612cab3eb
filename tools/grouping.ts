/**
 * Groups of modules that are one part: those that the same uses need, and more where that loads
 * the uses faster, since a file has its price.
 */

/** What it costs to load another file, in characters of code that are read for nothing. */
const PRICE_OF_FILE = 10_000;

/** Modules that are loaded at once. */
interface Group {
  readonly modules: readonly string[];
  readonly size: number;
  readonly uses: ReadonlySet<number>;
}

/**
 * Groups of modules, by a name for each module: only what has the same side may be together.
 * `usesOf` answers which uses need a module.
 */
export function groupsOf(
  modules: ReadonlyMap<string, { readonly size: number; readonly side: string }>,
  usesOf: (module: string) => ReadonlySet<number>,
): ReadonlyMap<string, string> {
  const sides = new Map<string, Map<string, Group>>();
  for (const [module, { size, side }] of modules) {
    const groups = sides.get(side) ?? new Map<string, Group>();
    const uses = usesOf(module);
    const key = [...uses].join();
    const group = groups.get(key) ?? { modules: [], size: 0, uses };
    groups.set(key, joined(group, { modules: [module], size, uses }));
    sides.set(side, groups);
  }
  const names = new Map<string, string>();
  for (const groups of sides.values()) {
    for (const { modules: own } of joinedAll([...groups.values()])) {
      for (const module of own) names.set(module, own[0]);
    }
  }
  return names;
}

/** Joins the two that gain most by it, as long as any do. */
function joinedAll(groups: readonly Group[]): readonly Group[] {
  let best = { gain: 0, one: groups[0], other: groups[0] };
  groups.forEach((one, index) => {
    for (const other of groups.slice(index + 1)) {
      const gain = gainOf(one, other);
      if (gain > best.gain) best = { gain, one, other };
    }
  });
  if (best.gain <= 0) return groups;
  const rest = groups.filter((group) => group !== best.one && group !== best.other);
  return joinedAll([...rest, joined(best.one, best.other)]);
}

/** What all uses gain where both are one: a file less for those of both, for others more code. */
function gainOf(one: Group, other: Group): number {
  const both = [...one.uses].filter((use) => other.uses.has(use)).length;
  const forNothing = (one.uses.size - both) * other.size + (other.uses.size - both) * one.size;
  return both * PRICE_OF_FILE - forNothing;
}

function joined(one: Group, other: Group): Group {
  return {
    modules: [...one.modules, ...other.modules],
    size: one.size + other.size,
    uses: new Set([...one.uses, ...other.uses]),
  };
}
