/**
 * The merge of a manifest into a stored object: server-side apply by one field manager, or
 * kubectl's three-way patch. It steps through four values at once, so that it is no visitor of a
 * walk over one, but its steps are by the same types.
 */
import { annotated, isAnnotatedAlike, withoutOwnAnnotation } from './kubectl-annotation';
import { isSet, keysIn, Layout, Place, placeIn, typedOf } from './layout';
import { inOrder } from './list-order';
import { fieldElement, itemElement, keyOf, Others, valueElement } from './others';
import { isTwinList, ListStates, Misfit, patchTwins } from './twin-lists';
import { Fields, fieldsOf, isFields, isSame, setField, own, valuesOf } from '../../kube';
import { isAtomic, isReplaced, isRetained, ListKeys, Draft, typeOf, zeroOf } from '../../model';
import { Schema, typeOfSchema } from '../../resource';
import { ApplyWay } from '../spec';

/**
 * The stored object after the manifest `next` was applied where the same applier had applied
 * `last`. What has no type has a schema, if one is known. Nothing is mutated.
 */
export function applyManifest(
  type: string | undefined,
  object: AppliedObject,
  next: Fields,
  way: ApplyWay,
  schema?: Schema,
): Draft {
  return applyInWay(type, object, next, way, schema).merged;
}

interface Applied {
  readonly merged: Draft;
  /** Whether the other way surely comes to the same: nothing was met on which ways differ. */
  readonly isOfAnyWay: boolean;
  /** What keeps kubectl from making a patch, or the server from reading it. */
  readonly misfits?: readonly Misfit[];
}

/** The same, with what is known of the other way. */
export function applyInWay(
  type: string | undefined,
  { live, last, others, isUntouched = false }: AppliedObject,
  next: Fields,
  way: ApplyWay,
  schema?: Schema,
): Applied {
  const typed = type !== undefined ? typeOf(type) : schema && typeOfSchema(schema);
  const applier = new Applier(way, isUntouched);
  if (way === 'serverSide') {
    const merged = applier.struct(typed, live, last, next, others);
    return { merged, isOfAnyWay: applier.isOfAnyWay && isAnnotatedAlike(merged) };
  }
  const merged = withoutOwnAnnotation(
    applier.struct(typed, live, annotated(last), annotated(next), undefined),
  );
  return { merged, isOfAnyWay: false, misfits: applier.misfits };
}

/** An object as it is, what the applier had sent, and what others have set of it. */
interface AppliedObject {
  readonly live: Fields;
  readonly last: Fields;
  readonly others: Others | undefined;
  /** Whether what is there is what was sent, completed: what is sent again stays as it is. */
  readonly isUntouched?: boolean;
}

class Applier {
  /** Whether there was nothing yet of which server-side apply makes something else than kubectl. */
  public isOfAnyWay = true;
  public readonly misfits: Misfit[] = [];

  constructor(
    private readonly way: ApplyWay,
    private readonly isUntouched: boolean,
  ) {}

  /** `others` is what others have set of it; nothing, if it is undefined. */
  public struct(
    type: Layout,
    live: Fields,
    last: Fields,
    next: Fields,
    others: Others | undefined,
  ): Draft {
    const merged: Draft = { ...live };
    for (const [field, given] of Object.entries(next)) {
      const at = placeIn(type, field);
      const below = others?.below(fieldElement(field));
      if (given === null) {
        this.isOfAnyWay = false;
        this.applyNull(merged, at, own(last, field), below);
      } else {
        setField(merged, field, this.value(at, own(live, field), own(last, field), given, below));
      }
    }
    for (const [field, had] of Object.entries(last)) {
      if (had === null || had === undefined || own(next, field) !== undefined) continue;
      const at = placeIn(type, field);
      this.remove(merged, at, had, others?.below(fieldElement(field)));
    }
    return merged;
  }

  private value(
    at: Place,
    live: unknown,
    last: unknown,
    next: unknown,
    others: Others | undefined,
  ): unknown {
    if (this.isUntouched && live !== undefined && isSame(last, next)) return live;
    if (Array.isArray(next)) {
      if (isSet(at, 'serverSide') || isSet(at, 'clientSide')) this.isOfAnyWay = false;
      if (isSet(at, this.way)) {
        return withOthers(next, valuesOf(live), valuesOf(last), others, this.way);
      }
      const keys = keysIn(at);
      return keys && Array.isArray(live)
        ? this.list(at, keys, live, valuesOf(last), next, others)
        : next;
    }
    if (!isFields(next) || !isFields(live)) return next;
    const { struct, field } = at;
    const isOther = isReplaced(struct, field) || isRetained(struct, field);
    if (isOther || this.isWhole(at)) this.isOfAnyWay = false;
    if (this.way === 'serverSide' && this.isWhole(at)) return next;
    if (this.way === 'clientSide' && isReplaced(struct, field)) return next;
    const merged = this.struct(at.type, live, fieldsOf(last), next, others);
    // Of what it empties server-side apply leaves nothing, unless a null in it says so.
    const isEmptied =
      Object.keys(merged).length === 0 &&
      Object.keys(live).length > 0 &&
      Object.keys(next).length === 0;
    if (isEmptied) this.isOfAnyWay = false;
    if (this.way === 'serverSide' && isEmptied) return null;
    const isLess = this.way === 'clientSide' && isRetained(struct, field);
    return isLess ? onlyFieldsOf(next, merged) : merged;
  }

  private isWhole({ struct, field, type }: Place): boolean {
    const typed = typedOf(type);
    return struct !== undefined && typed !== undefined && isAtomic(struct, field, typed.name);
  }

  /**
   * Server-side apply sees nothing in the null of a struct, or of a list to which others can add,
   * and in that of an entry of a map what Go makes of it; both take that of a value for its end.
   */
  private applyNull(merged: Draft, at: Place, last: unknown, others: Others | undefined): void {
    const there = own(merged, at.field);
    const type = typedOf(at.type);
    if (this.way === 'serverSide' && type && isEntry(at)) {
      setField(merged, at.field, zeroOf(type));
      return;
    }
    if (this.way === 'serverSide' && isFields(there) && type !== undefined) {
      const rest = isFields(last) ? this.struct(type, there, last, {}, others) : there;
      if (Object.keys(rest).length > 0) setField(merged, at.field, rest);
      else delete merged[at.field];
      return;
    }
    if (this.way === 'serverSide' && (isSet(at, this.way) || keysIn(at)?.serverSide)) {
      const rest = valuesOf(this.value(at, there, last, [], others));
      if (rest.length > 0) setField(merged, at.field, rest);
      else delete merged[at.field];
      return;
    }
    delete merged[at.field];
  }

  /**
   * What the applier had set and no longer does, with its defaults. Server-side apply leaves what
   * others have set as well.
   */
  private remove(merged: Draft, at: Place, had: unknown, others: Others | undefined): void {
    const there = own(merged, at.field);
    if (others || isSet(at, 'serverSide') || isSet(at, 'clientSide')) this.isOfAnyWay = false;
    const rest =
      this.way === 'serverSide'
        ? this.restOf(at, there, had, others)
        : isSet(at, this.way)
          ? valuesOf(there).filter((one) => !valuesOf(had).includes(one))
          : undefined;
    if (rest === undefined || (Array.isArray(rest) && rest.length === 0)) delete merged[at.field];
    else setField(merged, at.field, rest);
  }

  /** What is left of a value of which the applier no longer sets what it had. */
  private restOf(at: Place, there: unknown, had: unknown, others: Others | undefined): unknown {
    if (!others) return undefined;
    if (isFields(there) && isFields(had) && !this.isWhole(at)) {
      const rest: Draft = {};
      for (const [field, value] of Object.entries(there)) {
        const inner = placeIn(at.type, field);
        const was = own(had, field);
        const left =
          was === undefined
            ? value
            : this.restOf(inner, value, was, others.below(fieldElement(field)));
        if (left !== undefined) setField(rest, field, left);
      }
      return Object.keys(rest).length > 0 ? rest : undefined;
    }
    if (!Array.isArray(there) || !Array.isArray(had)) return others.isMember ? there : undefined;
    if (isSet(at, this.way)) {
      return there.filter(
        (one) => !had.includes(one) || others.below(valueElement(one)) !== undefined,
      );
    }
    const keys = keysIn(at)?.serverSide;
    if (!keys) return others.isMember ? there : undefined;
    const item = at.type?.element;
    const lasts = byKey(had, keys);
    return there.flatMap((one: unknown): unknown[] => {
      const key = keyOf(one, keys);
      if (!lasts.has(key)) return [one];
      const below = others.below(itemElement(one, keys));
      if (below?.isMember !== true) return [];
      const inner = { struct: undefined, field: '', type: item };
      return [this.restOf(inner, one, lasts.get(key), below) ?? one];
    });
  }

  private list(
    at: Place,
    keys: ListKeys,
    live: List,
    last: List,
    next: List,
    others: Others | undefined,
  ): unknown[] {
    const by =
      this.way === 'serverSide'
        ? keys.serverSide
        : keys.clientSide === undefined
          ? undefined
          : [keys.clientSide];
    if (keys.serverSide.length > 1 || keys.serverSide[0] !== keys.clientSide) {
      this.isOfAnyWay = false;
    }
    if (!by) return [...next];
    const item = at.type?.element;
    if (this.way === 'clientSide' && isTwinList(by[0], { live, last, next })) {
      return this.twins(at, by[0], { live, last, next });
    }
    const olds = byKey(live, by);
    const lasts = byKey(last, by);
    // kubectl's patch of a volume drops every source that the manifest does not say.
    const isOther = isRetained(at.struct, at.field);
    const isWhole = this.way === 'clientSide' && isOther;
    const merged = new Map<string, unknown>();
    const isKeyless = (one: unknown) => own(fieldsOf(one), by[0]) === undefined;
    if (
      olds.size < live.length ||
      lasts.size < last.length ||
      (this.isOfAnyWay && [live, last, next].some((items) => items.some(isKeyless)))
    ) {
      this.isOfAnyWay = false;
    }
    for (const given of next) {
      const key = keyOf(given, by);
      const there = olds.get(key);
      if (there === undefined || !isFields(given)) {
        merged.set(key, given);
        continue;
      }
      const below = others?.below(itemElement(there, by));
      const one = this.struct(item, fieldsOf(there), fieldsOf(lasts.get(key)), given, below);
      merged.set(key, isWhole ? onlyFieldsOf(given, one) : one);
    }
    const foreign = new Map<string, unknown>();
    for (const [key, one] of olds) {
      if (merged.has(key)) continue;
      const isLeft =
        !lasts.has(key) ||
        (this.way === 'serverSide' && others?.below(itemElement(one, by))?.isMember === true);
      if (isLeft) foreign.set(key, one);
    }
    if (isOther || foreign.size > 0 || merged.size < next.length) this.isOfAnyWay = false;
    return inOrder([...olds.keys()], merged, foreign, this.way);
  }

  /** kubectl patches the first of several items with the same key, whichever was changed. */
  private twins({ struct, field, type }: Place, key: string, states: ListStates): unknown[] {
    const item = type?.element;
    const isOther = isRetained(struct, field);
    const patched = patchTwins(key, states, (there, { given, last, isWhole, whole }) => {
      const one = this.struct(item, there, last, given, undefined);
      return isOther && !isWhole ? onlyFieldsOf(whole, one) : one;
    });
    if (Array.isArray(patched)) return patched;
    this.misfits.push(patched);
    return [...states.next];
  }
}

type List = readonly unknown[];

/** A set of an applier, with what others have added to it. */
function withOthers(
  next: List,
  live: List,
  last: List,
  others: Others | undefined,
  way: ApplyWay,
): unknown[] {
  const isLeft = (one: unknown) =>
    !last.includes(one) || others?.below(valueElement(one)) !== undefined;
  const left = live.filter((one) => !next.includes(one) && isLeft(one));
  const each = (items: List) => new Map(items.map((one) => [one, one]));
  return left.length === 0 ? [...next] : inOrder(live, each(next), each(left), way);
}

function onlyFieldsOf(manifest: Fields, merged: Draft): Draft {
  return Object.fromEntries(
    Object.entries(merged).filter(([field]) => Object.hasOwn(manifest, field)),
  );
}

function isEntry({ struct }: Place): boolean {
  return struct !== undefined && typeOf(struct).form === 'map';
}

function byKey(items: readonly unknown[], keys: readonly string[]): Map<string, unknown> {
  return new Map(items.map((item) => [keyOf(item, keys), item]));
}

/** Whether two items of a list have the same key. */
export function hasTwinItems(items: readonly unknown[], keys: readonly string[]): boolean {
  return new Set(items.map((item) => keyOf(item, keys))).size < items.length;
}
