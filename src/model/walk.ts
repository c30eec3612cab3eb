/**
 * The walk over a value by its type, which is the only one: what there is to do on the way is a
 * visitor's. Nothing is made for what stays as it is.
 */
import { Fields, fieldPath, setField } from '../kube';
import { Field, Type } from './type';

/**
 * What happens to the parts of a value. Where something is copied, each method answers what stands
 * in the place of a value: the value itself, mostly; `undefined` leaves a field out.
 */
export interface Visitor {
  /**
   * Whether all that is made is new, or only what is changed and what that is in.
   * @default - the value stays as it is, and what methods answer does not count
   */
  readonly copies?: 'all' | 'changed';
  /** Whether fields that only the server writes are unknown. */
  readonly ofManifests?: boolean;
  /** Whether it looks into what may be anything. */
  readonly looksIntoAny?: boolean;
  /** Whether paths have keys of maps in brackets: `labels[app]`. */
  readonly keysInBrackets?: boolean;
  nothing?(value: null | undefined, type: Type, walk: Walk): unknown;
  /** A value of a type that has no parts, whatever the value is like. */
  scalar?(value: unknown, type: Type, walk: Walk): unknown;
  /** What is no list, no map and no struct where the type is one. */
  misfit?(value: unknown, type: Type, walk: Walk): unknown;
  /** A field that the struct does not have; left out if nobody asks for it. */
  unknown?(value: unknown, field: string, struct: Type, walk: Walk): unknown;
  /** Before a list, a map or a struct is looked into; if this is false, it is not. */
  enter?(value: object, type: Type, walk: Walk): boolean;
  /** After that. */
  leave?(value: object, type: Type, walk: Walk): unknown;
  /** What became of a field of a struct. */
  field?(value: unknown, field: Field, walk: Walk): unknown;
  /**
   * The field of that name.
   * @default - by its exact name
   */
  find?(struct: Type, name: string): Field | undefined;
  /** In which order fields are looked at; a visitor that has one copies all. */
  order?(fields: string[]): readonly string[];
}

/** A field of a struct, a key of a map, or the index of an item. */
export interface Step {
  readonly within: Type;
  readonly step: string | number;
}

export class Walk {
  /** The field, the key or the index in each of `within`, down to the value that is looked at. */
  private readonly names: (string | number)[] = [];
  private readonly within: Type[] = [];
  private depth = 0;

  private readonly copiesAll: boolean;
  private readonly copiesChanged: boolean;
  private readonly isOfManifests: boolean;
  private readonly looksIntoAny: boolean;

  constructor(
    private readonly visitor: Visitor,
    private readonly start: string,
  ) {
    const { copies, ofManifests, looksIntoAny } = visitor;
    this.copiesAll = copies === 'all';
    this.copiesChanged = copies === 'changed';
    this.isOfManifests = ofManifests === true;
    this.looksIntoAny = looksIntoAny === true;
  }

  /** The field: `spec.containers[0].image`. */
  public get path(): string {
    let path = this.start;
    for (let at = 0; at < this.depth; at += 1) {
      const name = this.names[at];
      const isInBrackets =
        typeof name === 'number' ||
        (this.visitor.keysInBrackets === true && this.within[at].form === 'map');
      path = isInBrackets ? `${path}[${name}]` : fieldPath(path, name);
    }
    return path;
  }

  /** What leads to the value. */
  public get steps(): readonly Step[] {
    return this.within
      .slice(0, this.depth)
      .map((within, at): Step => ({ within, step: this.names[at] }));
  }

  public get isItem(): boolean {
    return this.depth > 0 && typeof this.names[this.depth - 1] === 'number';
  }

  /** The field, the key or the index of the value in what it is in; undefined of the whole. */
  public get name(): string | number | undefined {
    return this.depth === 0 ? undefined : this.names[this.depth - 1];
  }

  /** The type of what the value is in; undefined of the whole. */
  public get parent(): Type | undefined {
    return this.depth === 0 ? undefined : this.within[this.depth - 1];
  }

  /** What stands in the place of a value, which is of this type. */
  public value(value: unknown, type: Type): unknown {
    const { visitor } = this;
    if (value === null || value === undefined) {
      return visitor.nothing ? visitor.nothing(value, type, this) : value;
    }
    const { form } = type;
    if (typeof value === 'object') {
      const isAny = form === 'any' && this.looksIntoAny;
      if (Array.isArray(value)) {
        if (form === 'list' || isAny) return this.items(value, type);
      } else if (form === 'struct' || form === 'map' || isAny) {
        return this.entries(value as Fields, type);
      }
    }
    if (form === 'struct' || form === 'map' || form === 'list') {
      return visitor.misfit ? visitor.misfit(value, type, this) : value;
    }
    return visitor.scalar ? visitor.scalar(value, type, this) : value;
  }

  private items(list: readonly unknown[], type: Type): unknown {
    const { visitor, depth, names } = this;
    if (visitor.enter && !visitor.enter(list, type, this)) return list;
    const { element } = type;
    this.depth = depth + 1;
    this.within[depth] = type;
    let copy: unknown[] | undefined = this.copiesAll ? [] : undefined;
    for (let index = 0; index < list.length; index += 1) {
      names[depth] = index;
      const given = list[index];
      const made = this.value(given, element);
      if (copy) {
        copy[index] = made;
      } else if (made !== given && this.copiesChanged) {
        copy = list.slice(0, index);
        copy[index] = made;
      }
    }
    this.depth = depth;
    return visitor.leave ? visitor.leave(copy ?? list, type, this) : (copy ?? list);
  }

  /** The entries of a map, and the fields of a struct. */
  private entries(given: Fields, type: Type): unknown {
    const { visitor, depth, names } = this;
    if (visitor.enter && !visitor.enter(given, type, this)) return given;
    const element = type.form === 'struct' ? undefined : type.element;
    const fields = element ? undefined : type.fields;
    const keys = Object.keys(given);
    this.depth = depth + 1;
    this.within[depth] = type;
    let copy: Record<string, unknown> | undefined = this.copiesAll ? {} : undefined;
    for (const key of visitor.order ? visitor.order([...keys]) : keys) {
      names[depth] = key;
      const one = given[key];
      const field = fields && (visitor.find ? visitor.find(type, key) : fields.get(key));
      let made: unknown;
      if (element) {
        made = this.value(one, element);
      } else if (field === undefined || (field.isServers && this.isOfManifests && depth === 0)) {
        made = visitor.unknown?.(one, key, type, this);
      } else {
        made = this.value(one, field.type);
        if (visitor.field) made = visitor.field(made, field, this);
      }
      if (!copy && this.copiesChanged && (made !== one || made === undefined)) {
        copy = upTo(key, keys, given);
      }
      if (copy && made !== undefined) setField(copy, field?.name ?? key, made);
    }
    this.depth = depth;
    if (copy && visitor.order) copy = inOrder(copy, keys);
    return visitor.leave ? visitor.leave(copy ?? given, type, this) : (copy ?? given);
  }
}

/** A copy of the fields before one. */
function upTo(last: string, keys: readonly string[], given: Fields): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of keys) {
    if (key === last) break;
    if (given[key] !== undefined) setField(copy, key, given[key]);
  }
  return copy;
}

/** In the order of these keys; fields with another name of theirs come behind. */
function inOrder(fields: Fields, keys: readonly string[]): Record<string, unknown> {
  const ordered: Record<string, unknown> = {};
  for (const key of [...keys, ...Object.keys(fields)]) {
    if (Object.hasOwn(fields, key)) setField(ordered, key, fields[key]);
  }
  return ordered;
}

/** Walks over a value: what a visitor makes of it. */
export function walk(value: unknown, type: Type, visitor: Visitor, path: string = ''): unknown {
  return new Walk(visitor, path).value(value, type);
}
