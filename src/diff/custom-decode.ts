/**
 * What keeps a custom resource from being decoded by server-side apply: values of another type than
 * its schema's.
 */
import { fieldPath, fieldsOf, isFields } from '../kube';
import { DecodeProblem, expectedOf, goKind } from '../model';
import { Schema, schemaOfField } from '../resource';

/** Values of another type than the schema's, and items with the same key. Null is of every type. */
export function typeMismatches(schema: Schema, manifest: unknown): DecodeProblem[] {
  const found: DecodeProblem[] = [];
  walk(schema, manifest, '', found);
  return found;
}

/** Types of schemas without parts, as Kubernetes' own types have them: whole or not is one here. */
const FORMS = { string: 'string', integer: 'float64', number: 'float64', boolean: 'bool' } as const;

function walk(schema: Schema, value: unknown, path: string, found: DecodeProblem[]): void {
  if (
    value === null ||
    value === undefined ||
    schema.type === undefined ||
    schema['x-kubernetes-int-or-string'] === true
  ) {
    return;
  }
  const expected = missedBy(value, schema.type);
  if (expected !== undefined) {
    found.push({ path, reason: 'type', expected, got: goKind(value) });
    return;
  }
  const { items } = schema;
  if (Array.isArray(value)) {
    const key = repeatedKey(schema, value);
    if (key !== undefined) found.push({ path, reason: 'twice', key });
    if (items) value.forEach((item, index) => walk(items, item, `${path}[${index}]`, found));
  } else if (isFields(value)) {
    for (const [field, one] of Object.entries(value)) {
      const inner = schemaOfField(schema, field);
      if (inner) walk(inner, one, fieldPath(path, field), found);
    }
  }
}

/** The first key that two items of a list have, as server-side apply writes it. */
function repeatedKey(schema: Schema, items: readonly unknown[]): string | undefined {
  const type = schema['x-kubernetes-list-type'];
  if (type !== 'map' && type !== 'set') return undefined;
  const keys = [...(schema['x-kubernetes-list-map-keys'] ?? [])].sort();
  const otherwise = (key: string) => schema.items?.properties?.[key]?.default;
  const textOf = (item: unknown) =>
    type === 'set'
      ? JSON.stringify(item)
      : `[${keys.map((key) => `${key}=${JSON.stringify(fieldsOf(item)[key] ?? otherwise(key))}`).join(',')}]`;
  const seen = new Set<string>();
  for (const text of items.map(textOf)) {
    if (seen.has(text)) return text;
    seen.add(text);
  }
  return undefined;
}

/** What server-side apply calls the type, if the value is of another. */
function missedBy(value: unknown, type: NonNullable<Schema['type']>): string | undefined {
  if (type === 'object') return isFields(value) ? undefined : 'map';
  if (type === 'array') return Array.isArray(value) ? undefined : 'list';
  return expectedOf(FORMS[type], value);
}
