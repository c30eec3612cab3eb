/** Changes to objects that others made, such as those of cdk8s-plus: they come last, when the object is written. */
import { ApiObject } from 'cdk8s';
import { earlyManifest } from './written';

type Json = { [field: string]: any };

interface Changed {
  readonly toJson: () => Json;
  readonly changes: ((manifest: Json) => Json)[];
}

const changed = new WeakMap<ApiObject, Changed>();

/** Changes what an object becomes, after all patches. The change gets plain data of its own, and returns it or other data. */
export function changeWhenWritten(object: ApiObject, change: (manifest: Json) => Json): void {
  const before = changed.get(object);
  if (before) {
    before.changes.push(change);
    return;
  }
  const entry: Changed = { toJson: object.toJson.bind(object), changes: [change] };
  changed.set(object, entry);
  object.toJson = () => asWritten(entry.changes.reduce((manifest, one) => one(manifest), entry.toJson()));
}

/** In the order in which cdk8s writes fields, unless it is told not to sort them: the first ones stay the first ones. */
function asWritten(manifest: Json): Json {
  if (process.env.CDK8S_DISABLE_SORT) return manifest;
  return Object.fromEntries(Object.entries(manifest).map(([field, value]) => [field, sorted(value)]));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1).map(([field, one]) => [field, sorted(one)]));
}

/** What an object is without such changes. */
export function unchangedManifest(object: ApiObject): Json {
  return changed.get(object)?.toJson() ?? earlyManifest(object);
}
