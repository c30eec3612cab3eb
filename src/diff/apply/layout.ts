/** The layout of what is applied: a type of Kubernetes, or the schema of a custom resource. */
import { isSet as isSetOf, ListKeys, listKeysOf, Type, typeBelow } from '../../model';
import { keysOfItems, SchemaType } from '../../resource';
import { ApplyWay } from '../spec';

/**
 * The type of what is merged, if it is known: maps are merged otherwise, and lists replaced. Of the
 * schema of a custom resource only server-side apply heeds lists: kubectl replaces them.
 */
export type Layout = Type | undefined;

export interface Place {
  /** The type that the field is in, of what is no custom resource. */
  readonly struct: string | undefined;
  readonly field: string;
  readonly type: Layout;
}

export function placeIn(type: Layout, field: string): Place {
  return { struct: typedOf(type)?.name, field, type: type && typeBelow(type, field) };
}

export function isSet({ struct, field, type }: Place, way: ApplyWay): boolean {
  return type instanceof SchemaType
    ? way === 'serverSide' && type.schema['x-kubernetes-list-type'] === 'set'
    : isSetOf(struct, field, way);
}

/** By which fields the items of a list are known; undefined if it is replaced. */
export function keysIn({ struct, field, type }: Place): ListKeys | undefined {
  if (!(type instanceof SchemaType)) return listKeysOf(struct, field);
  const serverSide = keysOfItems(type.schema);
  return serverSide && { serverSide, clientSide: undefined };
}

/** The type of what is no custom resource. */
export function typedOf(layout: Layout): Type | undefined {
  return layout instanceof SchemaType ? undefined : layout;
}
