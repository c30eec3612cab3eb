/** How much the annotations of one object may hold (k8s.io/apimachinery `api/validation`, 1.36). */

/** The most bytes that the annotations of an object may have together, keys and values. */
export const MAX_ANNOTATION_BYTES = 256 * 1024;

/** How many bytes annotations have. */
export function annotationBytes(annotations: { readonly [key: string]: string }): number {
  return Object.entries(annotations).reduce((size, [key, value]) => size + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
}
