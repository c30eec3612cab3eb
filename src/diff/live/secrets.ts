/** Secrets of a read-out: of their values nothing is known, and nothing is kept. */
import { Fields, fieldsOf, isFields, setField } from '../../kube';
import { Draft } from '../../model';

/** Stands in place of each value. */
const HIDDEN = '***';

/** The Secret without its values. */
export function withoutValues(secret: Draft): Draft {
  if (!isFields(secret.data)) return secret;
  const data: Draft = {};
  for (const key of Object.keys(secret.data)) setField(data, key, HIDDEN);
  return { ...secret, data };
}

/**
 * Takes values that may be other ones for those that are there, and answers for which keys only the
 * cluster can tell.
 */
export function hideValues(after: Draft, before: Fields): string[] {
  const [data, had] = [fieldsOf(after.data), fieldsOf(before.data)];
  const keys = Object.keys(data).filter(
    (key) => Object.hasOwn(had, key) && had[key] === HIDDEN && data[key] !== HIDDEN,
  );
  if (keys.length === 0) return keys;
  const hidden: Draft = { ...data };
  for (const key of keys) setField(hidden, key, HIDDEN);
  after.data = hidden;
  return keys;
}
