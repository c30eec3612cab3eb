/**
 * Objects whose files stay, and of which kustomize makes other ones, or none: by another prefix or
 * suffix of names, or by a patch that takes them away.
 */
import { DEFINITION, kindKey } from '../kube';
import type { Build } from '../render';

/** An object, and what kustomizations make of it. */
export interface BuiltObject {
  /** As in `ObjectDiff`. */
  readonly key: string;
  readonly data: { readonly apiVersion: string; readonly kind: string };
  readonly build?: Build;
}

const RENAMED = 'whether kustomize still makes it under this name: namePrefix or nameSuffix change';
const TAKEN = 'whether kustomize still makes it: a patch of NEW takes away or renames objects';
const NOTHING: Build = { names: [], removals: [] };

/** What decides whether objects are still there after NEW, by their keys. */
export function rebuiltOf(
  old: readonly BuiltObject[],
  next: readonly BuiltObject[],
): ReadonlyMap<string, string> {
  const doubts = new Map<string, string>();
  if (![...old, ...next].some(({ build }) => build !== undefined)) return doubts;
  const after = new Map(next.map((one) => [one.key, one]));
  for (const { key, data, build: had = NOTHING } of old) {
    const now = after.get(key);
    if (!now) continue;
    const { names, removals } = now.build ?? NOTHING;
    const isRenamed =
      !keepsName(data) && (had.names.length === 0 ? names.length > 0 : lacks(names, had.names));
    const isTaken = removals.some(
      (patch) => !had.removals.includes(patch) && concerns(patch, data),
    );
    if (isRenamed) doubts.set(key, RENAMED);
    else if (isTaken) doubts.set(key, TAKEN);
  }
  return doubts;
}

function lacks(names: readonly string[], had: readonly string[]): boolean {
  return had.some((one) => !names.includes(one));
}

/** What kustomize gives no other name. */
function keepsName({ apiVersion, kind }: BuiltObject['data']): boolean {
  const key = kindKey(apiVersion, kind);
  return key === '/Namespace' || key === DEFINITION;
}

const KIND = /\bkind\\?["']?\s*:\s*\\?["']?([^"'\\\s,}]*)/g;

/** Whether a patch may be for an object: it names its kind, none, or a pattern of some. */
function concerns(patch: string, { kind }: BuiltObject['data']): boolean {
  const kinds = [...patch.matchAll(KIND)].map(([, one]) => one);
  return kinds.length === 0 || kinds.some((one) => one === kind || /[^A-Za-z]/.test(one));
}
