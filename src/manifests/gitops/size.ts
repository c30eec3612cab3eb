/**
 * The size of an object when it is applied by a client: all of it is in an annotation of itself
 * then.
 */
import { annotationBytes, Fields, fieldsOf, LAST_APPLIED, MAX_ANNOTATION_BYTES } from '../../kube';

/**
 * How many bytes of annotations the object has once a client has applied it: with what it applied,
 * as Go writes JSON.
 */
export function appliedBytes(manifest: Fields): number {
  const { annotations, ...metadata } = fieldsOf(manifest.metadata);
  const { [LAST_APPLIED]: _, ...own } = fieldsOf(annotations);
  const text = JSON.stringify(
    { ...manifest, metadata: { ...metadata, annotations: own } },
    (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value),
  ).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return annotationBytes({ ...own, [LAST_APPLIED]: `${text}\n` });
}

/**
 * Whether an object is refused that is applied by a client, with some more bytes in its
 * annotations.
 */
export function isTooLong(manifest: Fields, more: number): boolean {
  return appliedBytes(manifest) + more > MAX_ANNOTATION_BYTES;
}
