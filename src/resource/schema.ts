/**
 * The schema of a custom resource: the part of OpenAPI v3 that a CustomResourceDefinition may use.
 *
 * Where the type alone decides, a schema is walked like the types of Go (`schema-type.ts`). What
 * prunes, fills and judges is not: the value decides which part of its schema holds, whatever the
 * type says, alternatives are tried and counted, and each has an order of its own. What they share
 * is the way to a field.
 */

export interface CelRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** A structural schema, or part of one. */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  readonly format?: string;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: { readonly [field: string]: Schema };
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'map' | 'set';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-validations'?: readonly CelRule[];
}

/** The schema of a field: its own, or that of all others. */
export function schemaOfField(
  { properties, additionalProperties }: Schema,
  field: string,
): Schema | undefined {
  if (properties && Object.hasOwn(properties, field)) return properties[field];
  return typeof additionalProperties === 'object' && additionalProperties !== null
    ? additionalProperties
    : undefined;
}

/** The fields by which items of a list are known; undefined if they have no such keys. */
export function keysOfItems(schema: Schema | undefined): readonly string[] | undefined {
  return schema?.['x-kubernetes-list-type'] === 'map'
    ? schema['x-kubernetes-list-map-keys']
    : undefined;
}
