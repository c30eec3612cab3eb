/** Nulls and defaults: what a schema says of fields that are empty or missing. */
import { Schema, schemaOfField } from './schema';
import { isObject, kindOf } from './values';
import { setField } from '../kube';

/**
 * A copy of the value in which defaults fill what is missing. A null that the schema does not allow
 * counts as missing; only in a list, where nothing can be missing, it stays.
 */
export function applyDefaults(value: unknown, schema: Schema | undefined): unknown {
  return fill(value, schema, true);
}

/** The same of what a webhook made, of which the API server drops nothing: nulls stay. */
export function applyDefaultsAgain(value: unknown, schema: Schema | undefined): unknown {
  return fill(value, schema, false);
}

function fill(value: unknown, schema: Schema | undefined, dropsNulls: boolean): unknown {
  if (!schema) return value;
  if (Array.isArray(value)) {
    const { items } = schema;
    return value.map((item) =>
      fill(misplacedNull(item, items) ? defaultOf(items) : item, items, dropsNulls),
    );
  }
  if (!isObject(value)) return value;
  const { properties = {} } = schema;
  const filled: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const inner = schemaOfField(schema, key);
    const field = misplacedNull(value[key], inner) ? defaultOf(inner) : value[key];
    if (field !== null || !dropsNulls || !misplacedNull(field, inner)) {
      setField(filled, key, fill(field, inner, dropsNulls));
    }
  }
  for (const key of Object.keys(properties)) {
    const missing = Object.hasOwn(filled, key) ? null : defaultOf(properties[key]);
    if (missing !== null) setField(filled, key, fill(missing, properties[key], dropsNulls));
  }
  return filled;
}

function misplacedNull(value: unknown, schema: Schema | undefined): boolean {
  return kindOf(value) === 'null' && schema !== undefined && schema.nullable !== true;
}

function defaultOf(schema: Schema | undefined): unknown {
  return schema?.default === undefined ? null : structuredClone(schema.default);
}
