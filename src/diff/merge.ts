/** What an applier makes of a stored object: server-side apply by one field manager, or kubectl's three-way patch. */
import { Fields, fieldsOf, isFields, LAST_APPLIED, setField } from '../kube';
import { isSame } from './changes';
import { isAtomic, isRetained, KEY_DEFAULTS, ListKeys, listKeysOf } from './lists';
import { ApplyWay } from './spec';
import { Draft, elementType, own, pointee, structFields } from './types';

/** The stored object after the manifest `next` was applied where the same applier had applied `last`. Nothing is mutated. */
export function applyManifest(type: string | undefined, live: Fields, last: Fields, next: Fields, way: ApplyWay): Draft {
  if (way === 'serverSide') return new Applier(way).struct(type, live, last, next);
  // kubectl writes an annotation of its own into every manifest: none is ever without annotations.
  return withoutOwnAnnotation(new Applier(way).struct(type, live, annotated(last), annotated(next)));
}

/** It is not part of what is compared. */
function withoutOwnAnnotation(merged: Draft): Draft {
  const { annotations, ...metadata } = fieldsOf(merged.metadata);
  const { [LAST_APPLIED]: _own, ...rest } = fieldsOf(annotations);
  return { ...merged, metadata: Object.keys(rest).length > 0 ? { ...metadata, annotations: rest } : metadata };
}

function annotated(manifest: Fields): Fields {
  const metadata = fieldsOf(manifest.metadata);
  return { ...manifest, metadata: { ...metadata, annotations: { [LAST_APPLIED]: '', ...fieldsOf(metadata.annotations) } } };
}

class Applier {
  constructor(private readonly way: ApplyWay) {}

  public struct(type: string | undefined, live: Fields, last: Fields, next: Fields): Draft {
    const merged: Draft = { ...live };
    for (const [field, given] of Object.entries(next)) {
      const fieldType = typeOfField(type, field);
      if (given === null) this.applyNull(merged, field, fieldType, own(last, field));
      else setField(merged, field, this.value({ struct: type, field, type: fieldType }, own(live, field), own(last, field), given));
    }
    for (const [field, had] of Object.entries(last)) {
      if (had === null || had === undefined || own(next, field) !== undefined) continue;
      this.remove(merged, field, typeOfField(type, field), had, type);
    }
    return merged;
  }

  private value(at: Place, live: unknown, last: unknown, next: unknown): unknown {
    if (Array.isArray(next)) {
      const keys = at.struct === undefined ? undefined : listKeysOf(at.struct, at.field);
      return keys && Array.isArray(live) ? this.list(at, keys, live, Array.isArray(last) ? last : [], next) : next;
    }
    if (!isFields(next) || !isFields(live)) return next;
    if (this.way === 'serverSide' && at.struct !== undefined && at.type !== undefined && isAtomic(at.struct, at.field, pointee(at.type))) return next;
    const merged = this.struct(at.type, live, fieldsOf(last), next);
    if (this.way === 'serverSide' || at.struct === undefined || !isRetained(at.struct, at.field)) return merged;
    return Object.fromEntries(Object.entries(merged).filter(([field]) => Object.hasOwn(next, field)));
  }

  /** Server-side apply sees nothing in the null of a struct; both take that of a value for its end. */
  private applyNull(merged: Draft, field: string, type: string | undefined, last: unknown): void {
    const there = own(merged, field);
    if (this.way === 'serverSide' && isFields(there) && type !== undefined) {
      if (last !== undefined && last !== null) this.remove(merged, field, type, last, undefined);
      return;
    }
    delete merged[field];
  }

  /** What the applier had set and no longer does. Server-side apply leaves what others have set beside it. */
  private remove(merged: Draft, field: string, type: string | undefined, had: unknown, struct: string | undefined): void {
    const there = own(merged, field);
    const atomic = struct !== undefined && type !== undefined && isAtomic(struct, field, pointee(type));
    if (this.way === 'serverSide' && type !== undefined && isFields(there) && isFields(had) && Object.keys(had).length > 0 && !atomic) {
      const rest = this.struct(type, there, had, {});
      if (Object.keys(rest).length > 0) setField(merged, field, rest);
      else delete merged[field];
      return;
    }
    const keys = struct === undefined ? undefined : listKeysOf(struct, field);
    if (keys && Array.isArray(there) && Array.isArray(had)) {
      const gone = new Set(had.map((item) => keyOf(item, keys.serverSide)));
      const rest = there.filter((item) => !gone.has(keyOf(item, keys.serverSide)));
      if (rest.length > 0) {
        setField(merged, field, rest);
        return;
      }
    }
    delete merged[field];
  }

  private list(at: Place, keys: ListKeys, live: List, last: List, next: List): unknown[] {
    const by = this.way === 'serverSide' ? keys.serverSide : keys.clientSide === undefined ? undefined : [keys.clientSide];
    if (!by) return [...next];
    const item = at.type === undefined ? undefined : elementType(at.type)?.type;
    if (this.way === 'clientSide' && hasTwinItems(next, by)) return this.confused(item, by, live, last, next);
    const olds = byKey(live, by);
    const lasts = byKey(last, by);
    const merged = next.map((given) => {
      const key = keyOf(given, by);
      const there = olds.get(key);
      return there === undefined || !isFields(given) ? given : this.struct(item, fieldsOf(there), fieldsOf(lasts.get(key)), given);
    });
    const named = new Set(next.map((given) => keyOf(given, by)));
    return [...merged, ...live.filter((one) => !named.has(keyOf(one, by)) && !lasts.has(keyOf(one, by)))];
  }

  /** kubectl knows items by one key: of several with the same it patches the first, whichever was changed. */
  private confused(item: string | undefined, by: readonly string[], live: List, last: List, next: List): unknown[] {
    const merged = live.map((one) => ({ ...fieldsOf(one) }) as Draft);
    next.forEach((given, index) => {
      const before = fieldsOf(last[index]);
      const isOther = ([field, value]: [string, unknown]) => !isSame(own(before, field), value);
      const patch = Object.fromEntries(Object.entries(fieldsOf(given)).filter(isOther));
      if (Object.keys(patch).length === 0) return;
      const first = merged.findIndex((one) => keyOf(one, by) === keyOf(given, by));
      if (first < 0) merged.push({ ...fieldsOf(given) });
      else merged[first] = this.struct(item, merged[first], {}, patch);
    });
    return merged;
  }
}

type List = readonly unknown[];

interface Place {
  readonly struct: string | undefined;
  readonly field: string;
  readonly type: string | undefined;
}

/** The type of a field of a struct, or of a value of a map. */
function typeOfField(type: string | undefined, field: string): string | undefined {
  if (type === undefined) return undefined;
  const plain = pointee(type);
  const element = elementType(plain);
  if (element?.kind === 'map') return element.type;
  const fields = structFields(plain);
  return fields && Object.hasOwn(fields, field) ? fields[field] : undefined;
}

/** A text that is the same for the same keys. */
export function keyOf(item: unknown, keys: readonly string[]): string {
  const fields = fieldsOf(item);
  // Most keys are a name. What follows begins with a bracket.
  if (keys.length === 1 && Object.hasOwn(fields, keys[0]) && typeof fields[keys[0]] === 'string') return `=${fields[keys[0]] as string}`;
  const values = keys.map((key) => own(fields, key) ?? KEY_DEFAULTS[key] ?? null);
  // Numbers that JSON does not hold are read as such.
  return JSON.stringify(values, (_key, value: unknown) => typeof value === 'bigint' ? String(value) : value);
}

function byKey(items: readonly unknown[], keys: readonly string[]): Map<string, unknown> {
  return new Map(items.map((item) => [keyOf(item, keys), item]));
}

/** Whether two items of a list have the same key. */
export function hasTwinItems(items: readonly unknown[], keys: readonly string[]): boolean {
  return new Set(items.map((item) => keyOf(item, keys))).size < items.length;
}
