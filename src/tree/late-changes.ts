/** Changes to objects that others made, such as those of cdk8s-plus: they come last, when the object is written. */
import { ApiObject } from 'cdk8s';

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
  object.toJson = () => entry.changes.reduce((manifest, one) => one(manifest), entry.toJson());
}

/** What an object is without such changes. */
export function unchangedManifest(object: ApiObject): Json {
  return changed.get(object)?.toJson() ?? object.toJson();
}
