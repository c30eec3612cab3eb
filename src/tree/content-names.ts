/** Objects whose names change with what is in them: a changed one is another one. */
import { ApiObject } from 'cdk8s';

const objects = new WeakSet<ApiObject>();

/** Says that the name of an object changes with what is in it. */
export function declareContentInName(object: ApiObject): void {
  objects.add(object);
}

/** Whether the name of an object changes with what is in it. */
export function hasContentInName(object: ApiObject): boolean {
  return objects.has(object);
}
