/** The layout of what is applied: a type of Kubernetes, or the schema of a custom resource. */
import { isSet as isSetOf, ListKeys, listKeysOf, Type, typeBelow } from '../model';
import { Schema, schemaOfField } from '../resource';
import { ApplyWay } from './spec';

/** The schema of a custom resource. Only server-side apply looks at it: kubectl replaces lists. */
export class SchemaLayout {
  constructor(public readonly schema: Schema) {}

  public below(field: string): SchemaLayout | undefined {
    return layoutBy(schemaOfField(this.schema, field));
  }

  public get element(): SchemaLayout | undefined {
    return layoutBy(this.schema.items);
  }
}

/** Undefined where nothing is known: maps are merged then, and lists replaced. */
export type Layout = Type | SchemaLayout | undefined;

/** A field within a struct. */
export interface Place {
  /** The type that the field is in, of what is no custom resource. */
  readonly struct: string | undefined;
  readonly field: string;
  readonly type: Layout;
}

/** The layout of a schema. */
export function layoutBy(schema: Schema | undefined): SchemaLayout | undefined {
  return schema === undefined ? undefined : new SchemaLayout(schema);
}

/** A field of what has that layout. */
export function placeIn(type: Layout, field: string): Place {
  return type instanceof SchemaLayout
    ? { struct: undefined, field, type: type.below(field) }
    : { struct: type?.name, field, type: type && typeBelow(type, field) };
}

/** Whether items of a list are known by their values. */
export function isSet({ struct, field, type }: Place, way: ApplyWay): boolean {
  return type instanceof SchemaLayout
    ? way === 'serverSide' && type.schema['x-kubernetes-list-type'] === 'set'
    : isSetOf(struct, field, way);
}

/** By which fields the items of a list are known; undefined if it is replaced. */
export function keysIn({ struct, field, type }: Place): ListKeys | undefined {
  if (!(type instanceof SchemaLayout)) {
    return struct === undefined ? undefined : listKeysOf(struct, field);
  }
  const { 'x-kubernetes-list-type': kind, 'x-kubernetes-list-map-keys': serverSide } = type.schema;
  return kind === 'map' && serverSide ? { serverSide, clientSide: undefined } : undefined;
}

/** The type of what is no custom resource. */
export function typedOf(layout: Layout): Type | undefined {
  return layout instanceof SchemaLayout ? undefined : layout;
}
