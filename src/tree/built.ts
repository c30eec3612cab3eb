/**
 * Objects that are written as constructs of this library built them: the checks of their constructs
 * have found already what is wrong with each by itself.
 */
import { ApiObject } from 'cdk8s';
import { Fields, Manifest } from '../kube';

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

/** Whether plain data are equal, whatever the order of their fields is. */
function isSame(one: unknown, written: unknown): boolean {
  if (one === written) return true;
  if (typeof one !== 'object' || typeof written !== 'object' || !one || !written) return false;
  if (Array.isArray(one)) {
    return (
      Array.isArray(written) &&
      one.length === written.length &&
      one.every((item, index) => isSame(item, written[index]))
    );
  }
  let count = 0;
  for (const field in written) {
    if (!isSame((one as Fields)[field], (written as Fields)[field])) return false;
    count += 1;
  }
  return count === Object.keys(one).length;
}
