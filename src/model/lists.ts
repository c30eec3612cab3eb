/**
 * Lists and maps as appliers see them: which lists are sets of items with a key, and what is
 * replaced as a whole. kubectl's patches go by tags of Go's types, server-side apply by its schema.
 */
import { ListFacts, table } from './table';
import { own } from '../kube';

/** Who merges. */
type Way = 'clientSide' | 'serverSide';

/**
 * The keys of a list's items, by server-side apply and by kubectl's own patches (the first that
 * there is).
 */
export interface ListKeys {
  readonly serverSide: readonly string[];
  readonly clientSide: string | undefined;
}

const KEYS = new Map<string, ListKeys | undefined>();

/** Of what has no type nothing is known. */
function factsOf(type: string | undefined, field: string): ListFacts | undefined {
  const ofType = type === undefined ? undefined : own(table().lists, type);
  return ofType && own(ofType, field);
}

/** What a key is when the item does not say it. */
export const KEY_DEFAULTS: { readonly [key: string]: unknown } = { protocol: 'TCP' };

/** The keys of a list's items, if it has some; a list that kubectl alone merges is in statuses. */
export function listKeysOf(type: string | undefined, field: string): ListKeys | undefined {
  const facts = factsOf(type, field);
  if (!facts?.server) return undefined;
  const name = `${type}.${field}`;
  let keys = KEYS.get(name);
  if (!keys) KEYS.set(name, (keys = { serverSide: facts.server, clientSide: facts.client }));
  return keys;
}

let atomic: ReadonlySet<string> | undefined;

/** Whether server-side apply replaces it as a whole. */
export function isAtomic(type: string, field: string, fieldType: string): boolean {
  atomic ??= new Set(table().atomic);
  if (!atomic.has(fieldType)) return atomic.has(`${type}.${field}`);
  return factsOf(type, field)?.granular !== true;
}

/** Whether others may add to a list, whose items are their own keys. */
export function isSet(type: string | undefined, field: string, way: Way): boolean {
  const facts = factsOf(type, field);
  return way === 'serverSide' ? facts?.set === true : facts?.client === '';
}

/** Whether a patch of kubectl drops what the manifest does not say. */
export function isRetained(type: string | undefined, field: string): boolean {
  return factsOf(type, field)?.retain === true;
}

/** Whether a patch of kubectl replaces it as a whole. */
export function isReplaced(type: string | undefined, field: string): boolean {
  return factsOf(type, field)?.replace === true;
}
