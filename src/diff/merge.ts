/**
 * What an applier makes of a stored object: server-side apply by one field manager, or kubectl's
 * three-way patch.
 */
import { Fields, fieldsOf, isFields, LAST_APPLIED, setField } from '../kube';
import { isSame } from './changes';
import { ApplyWay } from './spec';
import {
  isAtomic,
  isReplaced,
  isRetained,
  isSet,
  KEY_DEFAULTS,
  ListKeys,
  listKeysOf,
  Draft,
  elementType,
  own,
  pointee,
  structFields,
} from '../model';

/**
 * The stored object after the manifest `next` was applied where the same applier had applied
 * `last`. Nothing is mutated.
 */
export function applyManifest(
  type: string | undefined,
  { live, applied, last }: AppliedObject,
  next: Fields,
  way: ApplyWay,
): Draft {
  if (way === 'serverSide') return new Applier(way).struct(type, live, last, next, applied);
  // kubectl writes an annotation of its own into every manifest: none is ever without annotations.
  return withoutOwnAnnotation(
    new Applier(way).struct(type, live, annotated(last), annotated(next), applied),
  );
}

/**
 * An object as it is, as the applier left it before controllers wrote into it, and what the applier
 * had sent.
 */
export interface AppliedObject {
  readonly live: Fields;
  readonly applied: Fields;
  readonly last: Fields;
}

/** It is not part of what is compared. */
function withoutOwnAnnotation(merged: Draft): Draft {
  const { annotations, ...metadata } = fieldsOf(merged.metadata);
  const { [LAST_APPLIED]: _own, ...rest } = fieldsOf(annotations);
  return {
    ...merged,
    metadata: Object.keys(rest).length > 0 ? { ...metadata, annotations: rest } : metadata,
  };
}

function annotated(manifest: Fields): Fields {
  const metadata = fieldsOf(manifest.metadata);
  return {
    ...manifest,
    metadata: {
      ...metadata,
      annotations: { [LAST_APPLIED]: '', ...fieldsOf(metadata.annotations) },
    },
  };
}

class Applier {
  constructor(private readonly way: ApplyWay) {}

  /** `applied` is what the applier left, before others wrote into it. */
  public struct(
    type: string | undefined,
    live: Fields,
    last: Fields,
    next: Fields,
    applied: unknown,
  ): Draft {
    const merged: Draft = { ...live };
    for (const [field, given] of Object.entries(next)) {
      const fieldType = typeOfField(type, field);
      if (given === null) {
        this.applyNull(merged, field, fieldType, own(last, field));
      } else {
        const at = { struct: type, field, type: fieldType };
        setField(
          merged,
          field,
          this.value(at, own(live, field), own(last, field), given, own(fieldsOf(applied), field)),
        );
      }
    }
    for (const [field, had] of Object.entries(last)) {
      if (had === null || had === undefined || own(next, field) !== undefined) continue;
      this.remove(
        merged,
        field,
        typeOfField(type, field),
        had,
        type,
        own(fieldsOf(applied), field),
      );
    }
    return merged;
  }

  private value(at: Place, live: unknown, last: unknown, next: unknown, applied: unknown): unknown {
    if (Array.isArray(next)) {
      if (isSet(at.struct, at.field, this.way)) {
        return withOthers(next, itemsOf(live), itemsOf(last));
      }
      const keys = at.struct === undefined ? undefined : listKeysOf(at.struct, at.field);
      return keys && Array.isArray(live)
        ? this.list(at, keys, live, itemsOf(last), next, itemsOf(applied))
        : next;
    }
    if (!isFields(next) || !isFields(live)) return next;
    if (
      this.way === 'serverSide' &&
      at.struct !== undefined &&
      at.type !== undefined &&
      isAtomic(at.struct, at.field, pointee(at.type))
    ) {
      return next;
    }
    if (this.way === 'clientSide' && at.struct !== undefined && isReplaced(at.struct, at.field)) {
      return next;
    }
    const merged = this.struct(at.type, live, fieldsOf(last), next, applied);
    if (this.way === 'serverSide' || at.struct === undefined || !isRetained(at.struct, at.field)) {
      return merged;
    }
    return onlyFieldsOf(next, merged);
  }

  /**
   * Server-side apply sees nothing in the null of a struct; both take that of a value for its end.
   */
  private applyNull(merged: Draft, field: string, type: string | undefined, last: unknown): void {
    const there = own(merged, field);
    if (this.way === 'serverSide' && isFields(there) && type !== undefined) {
      const rest = isFields(last) ? this.struct(type, there, last, {}, there) : there;
      if (Object.keys(rest).length > 0) setField(merged, field, rest);
      else delete merged[field];
      return;
    }
    delete merged[field];
  }

  /**
   * What the applier had set and no longer does, with its defaults. Server-side apply leaves what
   * others have set beside it.
   */
  private remove(
    merged: Draft,
    field: string,
    type: string | undefined,
    had: unknown,
    struct: string | undefined,
    applied: unknown,
  ): void {
    const there = own(merged, field);
    const atomic =
      struct !== undefined && type !== undefined && isAtomic(struct, field, pointee(type));
    if (
      this.way === 'serverSide' &&
      type !== undefined &&
      isFields(there) &&
      isFields(had) &&
      Object.keys(had).length > 0 &&
      !atomic
    ) {
      const rest = ofOthers(this.struct(type, there, had, {}, applied), fieldsOf(applied));
      if (Object.keys(rest).length > 0) setField(merged, field, rest);
      else delete merged[field];
      return;
    }
    if (isSet(struct, field, this.way)) {
      const rest = itemsOf(there).filter((one) => !itemsOf(had).includes(one));
      if (rest.length > 0) {
        setField(merged, field, rest);
        return;
      }
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

  private list(
    at: Place,
    keys: ListKeys,
    live: List,
    last: List,
    next: List,
    applied: List,
  ): unknown[] {
    const by =
      this.way === 'serverSide'
        ? keys.serverSide
        : keys.clientSide === undefined
          ? undefined
          : [keys.clientSide];
    if (!by) return [...next];
    const item = at.type === undefined ? undefined : elementType(at.type)?.type;
    if (this.way === 'clientSide' && hasTwinItems(next, by)) {
      return this.confused(item, by, live, last, next);
    }
    const olds = byKey(live, by);
    const lasts = byKey(last, by);
    const left = byKey(applied, by);
    // kubectl's patch of a volume drops every source that the manifest does not say.
    const isWhole =
      this.way === 'clientSide' && at.struct !== undefined && isRetained(at.struct, at.field);
    const merged = next.map((given) => {
      const key = keyOf(given, by);
      const there = olds.get(key);
      if (there === undefined || !isFields(given)) return given;
      const one = this.struct(
        item,
        fieldsOf(there),
        fieldsOf(lasts.get(key)),
        given,
        left.get(key),
      );
      return isWhole ? onlyFieldsOf(given, one) : one;
    });
    const named = new Set(next.map((given) => keyOf(given, by)));
    return [
      ...merged,
      ...live.filter((one) => !named.has(keyOf(one, by)) && !lasts.has(keyOf(one, by))),
    ];
  }

  /**
   * kubectl knows items by one key: of several with the same it patches the first, whichever was
   * changed.
   */
  private confused(
    item: string | undefined,
    by: readonly string[],
    live: List,
    last: List,
    next: List,
  ): unknown[] {
    const merged = live.map((one) => ({ ...fieldsOf(one) }) as Draft);
    next.forEach((given, index) => {
      const before = fieldsOf(last[index]);
      const isOther = ([field, value]: [string, unknown]) => !isSame(own(before, field), value);
      const patch = Object.fromEntries(Object.entries(fieldsOf(given)).filter(isOther));
      if (Object.keys(patch).length === 0) return;
      const first = merged.findIndex((one) => keyOf(one, by) === keyOf(given, by));
      if (first < 0) merged.push({ ...fieldsOf(given) });
      else merged[first] = this.struct(item, merged[first], {}, patch, merged[first]);
    });
    return merged;
  }
}

type List = readonly unknown[];

/** A set of an applier, with what others have added to it. */
function withOthers(next: List, live: List, last: List): unknown[] {
  return [...next, ...live.filter((one) => !next.includes(one) && !last.includes(one))];
}

function itemsOf(value: unknown): List {
  return Array.isArray(value) ? value : [];
}

function onlyFieldsOf(manifest: Fields, merged: Draft): Draft {
  return Object.fromEntries(
    Object.entries(merged).filter(([field]) => Object.hasOwn(manifest, field)),
  );
}

/** What is not as the applier left it: others have set that. */
function ofOthers(there: Draft, applied: Fields): Draft {
  return Object.fromEntries(
    Object.entries(there).filter(
      ([field, value]) => CONTROLLERS_OWN.includes(field) || !isSame(value, own(applied, field)),
    ),
  );
}

/** Annotations that controllers write as soon as an object is there. */
const CONTROLLERS_OWN = ['deployment.kubernetes.io/revision'];

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
  if (keys.length === 1 && Object.hasOwn(fields, keys[0]) && typeof fields[keys[0]] === 'string') {
    return `=${fields[keys[0]] as string}`;
  }
  const values = keys.map((key) => own(fields, key) ?? KEY_DEFAULTS[key] ?? null);
  // Numbers that JSON does not hold are read as such.
  return JSON.stringify(values, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

function byKey(items: readonly unknown[], keys: readonly string[]): Map<string, unknown> {
  return new Map(items.map((item) => [keyOf(item, keys), item]));
}

/** Whether two items of a list have the same key. */
export function hasTwinItems(items: readonly unknown[], keys: readonly string[]): boolean {
  return new Set(items.map((item) => keyOf(item, keys))).size < items.length;
}
