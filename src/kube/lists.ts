/** Lists of objects as one object: `List`, or one of a kind such as `ConfigMapList`. */
import { isFields } from './fields';

const LIST = 'List';

/** Whether objects of this kind can be lists. */
export function isListKind(kind: string): boolean {
  return kind.endsWith(LIST);
}

/**
 * The items of an object, if it is a list: what has a name is an object of its own. Those of a
 * typed list need not say what they are.
 */
export function itemsOfList({
  apiVersion,
  kind,
  metadata,
  items,
}: {
  readonly [field: string]: unknown;
}): readonly unknown[] | undefined {
  if (typeof kind !== 'string' || !isListKind(kind) || !Array.isArray(items) || hasName(metadata)) {
    return undefined;
  }
  if (kind === LIST) return items;
  const item = { apiVersion, kind: kind.slice(0, -LIST.length) };
  return items.map((given: unknown) => (isFields(given) ? { ...item, ...given } : given));
}

function hasName(metadata: unknown): boolean {
  const name =
    typeof metadata === 'object' && metadata !== null
      ? (metadata as { name?: unknown }).name
      : undefined;
  return typeof name === 'string' && name !== '';
}
