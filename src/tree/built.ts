/**
 * Objects that are written as constructs of this library built them: the checks of their constructs
 * have found already what is wrong with each by itself.
 */
import { ApiObject } from 'cdk8s';
import { Fields, isSame, Manifest } from '../kube';

const built = new WeakMap<ApiObject, Manifest>();

/** Remembers what a construct built. Anybody may extend the classes of its objects. */
export function rememberBuilt(object: ApiObject, manifest: Manifest): void {
  built.set(object, manifest);
}

/** Whether what is written is what was built: nobody changed it, nor was any of it known late. */
export function isAsBuilt(object: ApiObject, written: Fields): boolean {
  const manifest = built.get(object);
  return manifest !== undefined && isSame(manifest, written);
}
