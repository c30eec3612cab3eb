/** Remedies as a machine takes them: what they say is done to the data that they were told of. */
import { Finding } from '../../src/findings';

type Json = any;

/**
 * The data as the remedy of a finding says; undefined if only a person can do so. What is meant is read from the words alone: a
 * remedy that cannot be followed to the letter leads nowhere.
 */
export function remedied(data: Json, { path, remedy, message }: Pick<Finding, 'path' | 'remedy' | 'message'>): Json | undefined {
  const copy = structuredClone(data);
  const quoted = /^(?:perhaps|write it in quotes:) ("(?:[^"\\]|\\.)*")/.exec(remedy)?.[1];
  if (/^remove it\b|, or remove it\b/.test(remedy)) return changeAt(copy, path, () => undefined);
  if (remedy.startsWith('write it in quotes:')) return changeAt(copy, path, () => JSON.parse(quoted!));
  if (/^perhaps "/.test(remedy)) {
    const meant = JSON.parse(quoted!) as string;
    return /^unknown field|there is no option/.test(message) ? rename(copy, path, meant) : changeAt(copy, path, () => meant);
  }
  const plain = /^write it without quotes: (\S+)/.exec(remedy)?.[1];
  if (plain !== undefined) return changeAt(copy, path, () => JSON.parse(plain));
  const limit = /^give (-?\d+) or (?:more|less)/.exec(remedy)?.[1];
  if (limit !== undefined) return changeAt(copy, path, () => Number(limit));
  const length = /^shorten it to (\d+) characters/.exec(remedy)?.[1];
  if (length !== undefined) return changeAt(copy, path, (value) => String(value).slice(0, Number(length)));
  const one = /^use one of ([^,]+)/.exec(remedy)?.[1];
  if (one !== undefined) return changeAt(copy, path, () => one);
  const other = /^write (\w+): (\S+?)(?:,|$)/.exec(remedy);
  if (other) return changeAt(copy, other[1], () => other[2]);
  return undefined;
}

/** `a.b[0]` in its parts. */
function partsOf(path: string): (string | number)[] {
  return [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
}

function parentOf(data: Json, path: string): { readonly parent: Json; readonly last: string | number } {
  const parts = partsOf(path);
  const last = parts.pop()!;
  return { parent: parts.reduce((at, part) => at[part], data), last };
}

function changeAt(data: Json, path: string, change: (value: unknown) => unknown): Json {
  const { parent, last } = parentOf(data, path);
  const value = change(parent[last]);
  if (value !== undefined) parent[last] = value;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
  return data;
}

function rename(data: Json, path: string, name: string): Json {
  const { parent, last } = parentOf(data, path);
  parent[name] = parent[last];
  delete parent[last];
  return data;
}
