/** Secrets without their values: a read-out keeps which keys there are, and nothing else. */
import { HIDDEN } from './spec';
import { Fields, fieldsOf, isFields, LAST_APPLIED } from '../kube';

/** The Secret with `HIDDEN` for each value. */
export function withoutValues(secret: Fields): Fields {
  const metadata = fieldsOf(secret.metadata);
  const annotations = fieldsOf(metadata.annotations);
  const applied = annotations[LAST_APPLIED];
  return {
    ...secret,
    ...hidden(secret),
    ...(applied === undefined
      ? {}
      : {
          metadata: {
            ...metadata,
            annotations: { ...annotations, [LAST_APPLIED]: hiddenIn(applied) },
          },
        }),
  };
}

function hidden(secret: Fields): Fields {
  const fields: Record<string, unknown> = {};
  for (const field of ['data', 'stringData']) {
    const values = secret[field];
    if (values === undefined) continue;
    fields[field] = isFields(values)
      ? Object.fromEntries(Object.keys(values).map((key) => [key, HIDDEN]))
      : HIDDEN;
  }
  return fields;
}

function hiddenIn(applied: unknown): string {
  try {
    const secret: unknown = JSON.parse(String(applied));
    return isFields(secret) ? `${JSON.stringify({ ...secret, ...hidden(secret) })}\n` : HIDDEN;
  } catch {
    return HIDDEN;
  }
}
