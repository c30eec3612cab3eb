/** The annotation in which kubectl keeps the manifest that it applied. */
import { Fields, fieldsOf, isFields, LAST_APPLIED } from '../../kube';
import { Draft } from '../../model';

/** An object without that annotation, which is not compared. */
export function withoutOwnAnnotation(merged: Draft): Draft {
  const { annotations, ...metadata } = fieldsOf(merged.metadata);
  const { [LAST_APPLIED]: _own, ...rest } = fieldsOf(annotations);
  return {
    ...merged,
    metadata: Object.keys(rest).length > 0 ? { ...metadata, annotations: rest } : metadata,
  };
}

/** Whether an object has the same annotations if kubectl's own one is added and taken away. */
export function isAnnotatedAlike({ metadata }: Draft): boolean {
  if (!isFields(metadata)) return false;
  const { annotations } = metadata;
  return (
    annotations === undefined ||
    (isFields(annotations) &&
      Object.keys(annotations).length > 0 &&
      !Object.hasOwn(annotations, LAST_APPLIED))
  );
}

/** A manifest as kubectl sends it: with its own annotation, so that it always has annotations. */
export function annotated(manifest: Fields): Fields {
  const metadata = fieldsOf(manifest.metadata);
  return {
    ...manifest,
    metadata: {
      ...metadata,
      annotations: { [LAST_APPLIED]: '', ...fieldsOf(metadata.annotations) },
    },
  };
}
