/** The pruning of fields that a schema does not know. */
import { nearest } from '../findings';
import { Schema, schemaOfField } from './schema';
import { isObject, kindOf } from './values';
import { fieldPath, setField, own } from '../kube';

/** A field that the schema does not know, and that is not kept. */
export interface PrunedField {
  /** Where it was: `spec.master.comand`. */
  readonly path: string;
  /** Its own name: `comand`. */
  readonly field: string;
  /** The field of that place that was probably meant. */
  readonly nearest?: string;
}

/** Fields that every object has, and that the schema of a custom resource need not know. */
const META_FIELDS = ['apiVersion', 'kind', 'metadata'];
/**
 * Only a value of the wrong type, or one in a field that is left open, can be deeper than its
 * schema; JSON seldom is.
 */
const DEEPEST = 500;

/**
 * A copy of the object without the fields that the schema does not know, and what these were, in
 * the order of the object.
 */
export function prune(
  object: unknown,
  schema: Schema,
): { readonly object: unknown; readonly pruned: readonly PrunedField[] } {
  const pruner = new Pruner();
  return {
    object: pruner.walk(object, { ...schema, 'x-kubernetes-embedded-resource': true }, '', false),
    pruned: pruner.pruned,
  };
}

class Pruner {
  public readonly pruned: PrunedField[] = [];
  /** What was copied without a schema, so that a value that is used many times is copied once. */
  private readonly copies = {
    whole: new Map<object, unknown>(),
    emptied: new Map<object, unknown>(),
  };

  /**
   * Unknown fields are kept where the schema says so, and in the items of a list for which it says
   * so.
   */
  public walk(value: unknown, schema: Schema | undefined, path: string, keep: boolean): unknown {
    if (!schema) return this.copy(value, path, keep, 0);
    const keepHere = keep || schema['x-kubernetes-preserve-unknown-fields'] === true;
    if (Array.isArray(value)) {
      return Array.from(value, (item, index) =>
        this.walk(item, schema.items, `${path}[${index}]`, keepHere),
      );
    }
    if (!isObject(value)) return kindOf(value) === 'null' ? null : value;
    const { properties, additionalProperties } = schema;
    const kept: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const field = value[key];
      if (field === undefined) continue;
      const where = fieldPath(path, key);
      const known = own(properties, key);
      if (schema['x-kubernetes-embedded-resource'] && META_FIELDS.includes(key)) {
        setField(kept, key, this.copy(field, where, true, 0));
      } else if (known || additionalProperties !== undefined) {
        setField(kept, key, this.walk(field, schemaOfField(schema, key), where, false));
      } else if (keepHere) {
        setField(kept, key, this.copy(field, where, true, 0));
      } else {
        this.drop(key, where, Object.keys(properties ?? {}));
      }
    }
    return kept;
  }

  /** Without a schema, either everything is kept or all objects are empty. */
  private copy(value: unknown, path: string, keep: boolean, depth: number): unknown {
    if (typeof value !== 'object' || value === null) return kindOf(value) === 'null' ? null : value;
    const copies = keep ? this.copies.whole : this.copies.emptied;
    if (copies.has(value)) return copies.get(value);
    // Nobody can send a value that contains itself, or one that is deeper than this.
    copies.set(value, null);
    if (depth > DEEPEST) return null;
    let copy: unknown;
    if (Array.isArray(value)) {
      copy = Array.from(value, (item, index) =>
        this.copy(item, `${path}[${index}]`, keep, depth + 1),
      );
    } else {
      const fields: Record<string, unknown> = {};
      for (const [key, field] of Object.entries(value)) {
        const where = `${path}.${key}`;
        if (field === undefined) continue;
        if (keep) setField(fields, key, this.copy(field, where, keep, depth + 1));
        else this.drop(key, where, []);
      }
      copy = fields;
    }
    copies.set(value, copy);
    return copy;
  }

  private drop(field: string, path: string, known: readonly string[]): void {
    const meant = nearest(field, known);
    this.pruned.push(meant === undefined ? { path, field } : { path, field, nearest: meant });
  }
}
