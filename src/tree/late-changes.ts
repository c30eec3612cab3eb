/**
 * Changes to objects that others made, such as those of cdk8s-plus: they come last, when the object
 * is written.
 */
import { ApiObject } from 'cdk8s';
import { early, earlyManifest, isInOrder, plainManifest, writeBy } from './written';
import { fieldsOf, setField, sortKeys } from '../kube';

type Json = { [field: string]: any };

type Change = (manifest: Json) => Json;

interface Changed {
  readonly toJson: () => Json;
  /** What belongs to the object as others see it, and comes first. */
  readonly extensions: Change[];
  readonly changes: Change[];
}

const changed = new WeakMap<ApiObject, Changed>();

/**
 * Changes what an object becomes, after all patches. A change leaves the manifest that it gets as
 * it is, since others read it too: it returns the same, or another one, which may share its parts.
 */
export function changeWhenWritten(object: ApiObject, change: Change): void {
  changedOf(object).changes.push(change);
}

/** The same for what the topology is to see: nothing in it depends on the topology. */
export function extendWhenWritten(object: ApiObject, extension: Change): void {
  changedOf(object).extensions.push(extension);
}

function changedOf(object: ApiObject): Changed {
  const before = changed.get(object);
  if (before) return before;
  const toJson =
    object.toJson === ApiObject.prototype.toJson
      ? () => plainManifest(object)
      : object.toJson.bind(object);
  const entry: Changed = { toJson, extensions: [], changes: [] };
  changed.set(object, entry);
  const write = (given: Json) =>
    asWritten(
      entry.changes.reduce((manifest, one) => one(manifest), given),
      given,
    );
  object.toJson = () => write(extended(entry));
  writeBy(object, () => write(extendedOnce(object, entry)));
  return entry;
}

function extended({ toJson, extensions }: Changed): Json {
  return extensions.reduce((manifest, one) => one(manifest), toJson());
}

/** The same for callers that only read it. */
function extendedOnce(object: ApiObject, entry: Changed): Json {
  return early(object, entry, () => extended(entry));
}

/**
 * In the order in which cdk8s writes fields, unless it is told not to sort them: the first ones
 * stay the first ones.
 */
function asWritten(manifest: Json, given: Json): Json {
  if (process.env.CDK8S_DISABLE_SORT) return manifest;
  const before = isInOrder(given) ? given : {};
  const copy: Json = {};
  for (const key of Object.keys(manifest)) setField(copy, key, sorted(manifest[key], before[key]));
  return copy;
}

/** With its fields in order, and nothing twice in it: what is where it was in `given` is so. */
function sorted(value: unknown, given: unknown): unknown {
  if (typeof value !== 'object' || value === null || value === given) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = value.slice();
    for (let at = 0; at < items.length; at += 1) {
      if (at in items) items[at] = sorted(items[at], Array.isArray(given) ? given[at] : undefined);
    }
    return items;
  }
  const before = fieldsOf(given);
  const keys = Object.keys(value);
  sortKeys(keys);
  const copy: Json = {};
  for (const key of keys) setField(copy, key, sorted((value as Json)[key], before[key]));
  return copy;
}

/** What an object is without such changes, but with its extensions. */
export function unchangedManifest(object: ApiObject): Json {
  const own = changed.get(object);
  return own ? extendedOnce(object, own) : earlyManifest(object);
}

/** What an object is without changes and extensions, as whoever made it has it. */
export function givenManifest(object: ApiObject): Json {
  return changed.get(object)?.toJson() ?? earlyManifest(object);
}
