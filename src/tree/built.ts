/**
 * Objects that are written as constructs of this library built them: the checks of their constructs
 * have found already what is wrong with each by itself.
 */
import { ApiObject } from 'cdk8s';
import { Fields } from '../kube';
import { ResourceHandle } from './handles';

/** Whether what is written is what was built: nobody changed it, nor was any of it known late. */
export function isAsBuilt(object: ApiObject, written: Fields): boolean {
  // To cdk8s, any of its objects is an instance of whatever extends their class.
  if (!Object.prototype.isPrototypeOf.call(ResourceHandle.prototype, object)) return false;
  const { props } = object as unknown as { readonly props: Fields };
  return isSame(props, written);
}

/** Whether plain data are equal, whatever the order of their fields is. */
function isSame(built: unknown, written: unknown): boolean {
  if (built === written) return true;
  if (typeof built !== 'object' || typeof written !== 'object' || !built || !written) return false;
  if (Array.isArray(built)) {
    return (
      Array.isArray(written) &&
      built.length === written.length &&
      built.every((item, index) => isSame(item, written[index]))
    );
  }
  let count = 0;
  for (const field in written) {
    if (!isSame((built as Fields)[field], (written as Fields)[field])) return false;
    count += 1;
  }
  return count === Object.keys(built).length;
}
