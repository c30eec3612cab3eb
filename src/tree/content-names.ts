/** Objects whose names change with what is in them: a changed one is another one. */
import { ApiObject } from 'cdk8s';

const objects = new WeakSet<ApiObject>();

export function declareContentInName(object: ApiObject): void {
  objects.add(object);
}

export function hasContentInName(object: ApiObject): boolean {
  return objects.has(object);
}
