/** Putting the keys of an object in order. */

/** Up to so many keys are put in order one by one. */
const FEW = 16;

/**
 * Puts keys in the order that `sort` of lists has. There are few, and mostly they are in order: no
 * list is made for that.
 */
export function sortKeys(keys: string[]): void {
  if (keys.length > FEW) {
    keys.sort();
    return;
  }
  for (let end = 1; end < keys.length; end++) {
    const key = keys[end];
    let at = end;
    for (; at > 0 && keys[at - 1] > key; at--) keys[at] = keys[at - 1];
    keys[at] = key;
  }
}
