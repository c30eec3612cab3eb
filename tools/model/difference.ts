/** Differences between two states of the tables of `src/model`, as lines for whoever reads them. */

/** The files, by their names. */
export interface Tables {
  readonly [file: string]: unknown;
}

/**
 * A line for each fact that is new (`+`), gone (`-`) or another (`~`), in the order of the tables:
 * `+ types PodSpec.hostUsers: *bool?`. What only moved is no difference.
 */
export function differences(before: Tables, after: Tables): string[] {
  const [old, now] = [factsOf(before), factsOf(after)];
  const gone = [...old].filter(([fact]) => !now.has(fact));
  const changed = [...now].flatMap(([fact, value]): string[] => {
    const was = old.get(fact);
    if (was === value) return [];
    return [was === undefined ? `+ ${fact}: ${value}` : `~ ${fact}: ${was} -> ${value}`];
  });
  return [...gone.map(([fact, value]) => `- ${fact}: ${value}`), ...changed];
}

/** What the tables say, each fact with the path that leads to it. */
function factsOf(tables: Tables): Map<string, string> {
  const facts = new Map<string, string>();
  for (const table of Object.values(tables)) {
    for (const [section, entries] of Object.entries(table as object)) {
      collect(section, entries, facts);
    }
  }
  return facts;
}

function collect(path: string, value: unknown, facts: Map<string, string>): void {
  if (Array.isArray(value)) {
    for (const one of value as unknown[]) {
      const { apiVersion, kind, ...rest } = (
        typeof one === 'object' ? one : { kind: one }
      ) as Record<string, unknown>;
      facts.set([path, apiVersion, kind].filter(Boolean).join(' '), JSON.stringify(rest));
    }
  } else if (path.includes(' ') || typeof value !== 'object' || value === null) {
    for (const [field, fact] of typeof value === 'object' ? Object.entries(value!) : []) {
      facts.set(`${path}.${field}`, JSON.stringify(fact));
    }
    if (typeof value !== 'object') facts.set(path, JSON.stringify(value));
  } else {
    for (const [name, one] of Object.entries(value)) {
      if (Array.isArray(one)) facts.set(`${path} ${name}`, JSON.stringify(one));
      else collect(`${path} ${name}`, one, facts);
    }
  }
}
