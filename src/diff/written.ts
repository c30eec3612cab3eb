/** Values as the manifests spell them that they come from: quantities are stored as numbers. */
import { isFields, parseQuantity } from '../kube';

/** A quantity as it is compared. */
const STORED = /^-?\d{1,40}(?:\.\d{9})?$/;

/** The value with its quantities as the manifest has them, where it has each in one way alone. */
export function asWritten(value: unknown, manifest: unknown): unknown {
  return hasQuantity(value) ? respelled(value, spellingsIn(manifest)) : value;
}

function hasQuantity(value: unknown): boolean {
  if (typeof value === 'string') return STORED.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasQuantity);
}

function spellingsIn(manifest: unknown): Map<bigint, string | undefined> {
  const spellings = new Map<bigint, string | undefined>();
  const rest = [manifest];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'object' && value !== null) {
      for (const one of Object.values(value)) rest.push(one);
    } else if (typeof value === 'string' || typeof value === 'number') {
      const nano = parseQuantity(value)?.nano;
      if (nano === undefined) continue;
      const text = String(value);
      const isOther = spellings.has(nano) && spellings.get(nano) !== text;
      spellings.set(nano, isOther ? undefined : text);
    }
  }
  return spellings;
}

function respelled(value: unknown, spellings: ReadonlyMap<bigint, string | undefined>): unknown {
  if (typeof value === 'string') {
    const nano = STORED.test(value) ? parseQuantity(value)?.nano : undefined;
    return (nano === undefined ? undefined : spellings.get(nano)) ?? value;
  }
  if (Array.isArray(value)) return value.map((one) => respelled(one, spellings));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, respelled(one, spellings)]),
  );
}
