/**
 * Problems that keep server-side apply from decoding a custom resource: values of another type than
 * its schema's.
 */
import { fieldsOf } from '../../kube';
import { DecodeProblem, goKind, Type, TypeChecker, Walk, walk } from '../../model';
import { keysOfItems, Schema, SchemaType, typeOfSchema } from '../../resource';

/** Values of another type than the schema's, and items with the same key. Null is of every type. */
export function typeMismatches(schema: Schema, manifest: unknown): DecodeProblem[] {
  const found: DecodeProblem[] = [];
  walk(manifest, typeOfSchema(schema), new MismatchFinder(found));
  return found;
}

class MismatchFinder extends TypeChecker {
  constructor(private readonly found: DecodeProblem[]) {
    super();
  }

  public enter(value: object, type: Type, { path }: Walk): boolean {
    const key = repeatedKey(type, value);
    if (key !== undefined) this.found.push({ path, reason: 'twice', key });
    return true;
  }

  protected wrong(value: unknown, expected: string, _type: Type, { path }: Walk): unknown {
    this.found.push({ path, reason: 'type', expected, got: goKind(value) });
    return value;
  }
}

/** The first key that two items of a list have, as server-side apply writes it. */
function repeatedKey(type: Type, items: object): string | undefined {
  if (!(type instanceof SchemaType) || !Array.isArray(items)) return undefined;
  const { schema } = type;
  const isSet = schema['x-kubernetes-list-type'] === 'set';
  const keys = [...(keysOfItems(schema) ?? [])].sort();
  if (!isSet && keys.length === 0) return undefined;
  const otherwise = (key: string) => schema.items?.properties?.[key]?.default;
  const textOf = (item: unknown) =>
    isSet
      ? JSON.stringify(item)
      : `[${keys.map((key) => `${key}=${JSON.stringify(fieldsOf(item)[key] ?? otherwise(key))}`).join(',')}]`;
  const seen = new Set<string>();
  for (const text of items.map(textOf)) {
    if (seen.has(text)) return text;
    seen.add(text);
  }
  return undefined;
}
