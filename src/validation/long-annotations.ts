/** Annotations that are more than the API server keeps. */
import { Finding } from '../findings';
import { annotationBytes, Fields, isSurelyWithin, MAX_ANNOTATION_BYTES } from '../kube';
import { tooLong } from '../resource';

/** What is wrong with the annotations at a field, if they are too long. */
export function longAnnotations(annotations: Fields, field: string): Finding[] {
  // Nearly all objects have much less.
  if (isSurelyWithin(annotations, MAX_ANNOTATION_BYTES)) return [];
  return annotationBytes(annotations) > MAX_ANNOTATION_BYTES
    ? [tooLong(field, MAX_ANNOTATION_BYTES, 'remove or shorten annotations')]
    : [];
}
