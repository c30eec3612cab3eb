/**
 * Faults that were there before: where the value is as it was, the API server still takes a changed
 * custom resource.
 */
import { isSame, isFields, own } from '../../kube';
import { keysOfItems, Schema, schemaOfField } from '../../resource';
import { keyOf } from '../apply/others';

/**
 * Whether the value that an error is about, or one that it is in, is what it was. `path` is where
 * the error was found, such as `spec.list[0].name`.
 */
export function isAsItWas(
  schema: Schema,
  before: unknown,
  after: unknown,
  path: string,
  isMissing: boolean,
): boolean {
  const steps = path.match(/[^.[\]]+/g) ?? [];
  // What is missing is missing in what it should be in.
  const last = isMissing ? steps.length - 1 : steps.length;
  let [at, old, now]: [Schema | undefined, unknown, unknown] = [schema, before, after];
  for (let index = 0; ; index += 1) {
    if (old === undefined) return false;
    if (isSame(old, now)) return true;
    if (index >= last) return false;
    [at, old, now] = below(at, old, now, steps[index]);
  }
}

/** The schema of a part, what the part was, and what it is. */
function below(
  schema: Schema | undefined,
  old: unknown,
  now: unknown,
  step: string,
): [Schema | undefined, unknown, unknown] {
  if (isFields(now)) {
    const inner = schema && schemaOfField(schema, step);
    return [inner, isFields(old) ? own(old, step) : undefined, own(now, step)];
  }
  const item: unknown = Array.isArray(now) ? now[Number(step)] : undefined;
  const keys = keysOfItems(schema);
  const same: unknown =
    keys && Array.isArray(old)
      ? old.find((one) => keyOf(one, keys) === keyOf(item, keys))
      : undefined;
  return [schema?.items, same, item];
}
