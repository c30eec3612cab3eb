/**
 * The types of an object's fields: what is none of its type is told, and taken out, so that nobody
 * after trips over it.
 */
import { Finding, inQuotes, nearest, Rule, show, violation } from '../findings';
import { goQuantity } from '../kube';
import { fieldsOfPart } from './parts';
import { Fields, isGiven, isQuantityLike } from './read';

/** The rules of types, by the kind of object that has the fields. */
export interface TypeRules {
  readonly type: Rule;
  readonly unknownField: Rule;
  /**
   * What quantities are.
   * @default - the rule of types
   */
  readonly quantity?: Rule;
}

/** A part of an object of which every field has its type, and what was wrong with the others. */
export interface Conformed {
  readonly part: Fields;
  readonly findings: readonly Finding[];
}

const INT32 = 2 ** 31;
const INT64 = 2 ** 63;

/**
 * Takes out of a part of an object, such as `PodSpec`, the fields that Kubernetes does not know,
 * those of other types, and nulls.
 */
export function conform(value: unknown, part: string, path: string, rules: TypeRules): Conformed {
  if (isGiven(value) && isRight(value, typeOf(part))) {
    return { part: value as Fields, findings: [] };
  }
  const findings: Finding[] = [];
  const result = take(value, part, path, { rules, findings });
  return { part: (result ?? {}) as Fields, findings };
}

/** A type that has no parts. */
interface Scalar {
  /** What a value is not, and what to do about it. */
  readonly what: string;
  /** What Go takes null for. */
  readonly zero?: unknown;
  has(value: unknown): boolean;
  remedy(value: unknown): string;
}

const WHOLE = { what: 'whole number', remedy: () => 'give a whole number', zero: 0 };
const SCALARS: { readonly [type: string]: Scalar } = {
  any: { has: isGiven, what: 'value', remedy: () => 'give a value' },
  flag: {
    has: (value) => typeof value === 'boolean',
    what: 'boolean',
    remedy: () => 'give true or false',
  },
  int32: { ...WHOLE, has: (value) => isInteger(value, INT32) },
  int64: { ...WHOLE, has: (value) => isInteger(value, INT64) },
  port: {
    has: (value) => typeof value === 'string' || isInteger(value, INT32),
    what: 'port',
    remedy: () => 'give a number, or the name of a port',
  },
  quantity: {
    has: isQuantity,
    what: 'valid quantity',
    remedy: () => 'give one such as 500m or 10Gi',
    zero: '0',
  },
  text: { has: (value) => typeof value === 'string', what: 'string', remedy: inQuotes, zero: '' },
};

/** A type as it is looked at, so that its text is read once. */
interface Type {
  readonly text: string;
  readonly scalar?: Scalar;
  /** The type of a list's entries, or of a map's values. */
  readonly of?: Type;
  /** A part's fields; read when they are asked for, since parts contain each other. */
  fields?: ReadonlyMap<string, Type>;
}

const knownTypes = new Map<string, Type>();

function typeOf(text: string): Type {
  let known = knownTypes.get(text);
  if (!known) {
    const of = /[\]}]$/.test(text) ? typeOf(text.slice(0, -2)) : undefined;
    knownTypes.set(
      text,
      (known = { text, of, scalar: Object.hasOwn(SCALARS, text) ? SCALARS[text] : undefined }),
    );
  }
  return known;
}

/**
 * Whether there is nothing to tell of a value, and nothing to take out: most of them, so that this
 * makes no objects.
 */
function isRight(value: unknown, type: Type): boolean {
  // A bigint may have to become a number.
  if (type.scalar) return typeof value !== 'bigint' && type.scalar.has(value);
  if (typeof value !== 'object' || value === null) return false;
  if (type.of && type.text.endsWith('[]')) return Array.isArray(value) && areRight(value, type.of);
  if (Array.isArray(value)) return false;
  const known = type.of ? undefined : (type.fields ??= typesOfFields(type.text));
  return Object.keys(value).every((name) => {
    const ofField = known ? known.get(name) : type.of;
    return ofField !== undefined && isRight((value as Fields)[name], ofField);
  });
}

/** A hole in a list is as wrong as null. */
function areRight(list: readonly unknown[], type: Type): boolean {
  for (let index = 0; index < list.length; index += 1) {
    if (!isRight(list[index], type)) return false;
  }
  return true;
}

function typesOfFields(part: string): ReadonlyMap<string, Type> {
  return new Map([...fieldsOfPart(part)].map(([name, type]) => [name, typeOf(type)]));
}

/** Where what is wrong goes. */
interface Telling {
  readonly rules: TypeRules;
  readonly findings: Finding[];
}

function take(value: unknown, type: string, path: string, telling: Telling): unknown {
  if (!isGiven(value)) return undefined;
  const { rules, findings } = telling;
  const wrong = (what: string, remedy: string, rule: Rule = rules.type) => {
    findings.push(violation(rule, path, `${show(value)} is not a ${what}`, remedy));
    return undefined;
  };
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) return wrong('list', 'give a list');
    const entries = type.slice(0, -2);
    // To Go an entry that is null is an empty one.
    return Array.from(value, (one, index) =>
      isGiven(one) ? take(one, entries, `${path}[${index}]`, telling) : zeroOf(entries),
    );
  }
  const { scalar } = typeOf(type);
  if (!scalar) return takeFields(value, type, path, telling);
  if (!scalar.has(value)) {
    return wrong(
      scalar.what,
      scalar.remedy(value),
      type === 'quantity' ? rules.quantity : undefined,
    );
  }
  // Whole numbers may come as bigints.
  return typeof value === 'bigint' && scalar.zero === 0 ? Number(value) : value;
}

function takeFields(value: unknown, type: string, path: string, telling: Telling): unknown {
  const { rules, findings } = telling;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    findings.push(
      violation(rules.type, path, `${show(value)} is not a map`, 'give a map of fields'),
    );
    return undefined;
  }
  const isMap = type.endsWith('{}');
  const known = isMap ? undefined : fieldsOfPart(type);
  const taken = Object.entries(value).map(([name, one]) => {
    const place = path === '' ? name : `${path}.${name}`;
    const fieldType = known ? known.get(name) : type.slice(0, -2);
    if (fieldType !== undefined) {
      return [
        name,
        isMap && one === null ? zeroOf(fieldType) : take(one, fieldType, place, telling),
      ] as const;
    }
    const guess = nearest(name, [...known!.keys()]);
    findings.push(
      violation(
        rules.unknownField,
        place,
        `unknown field ${show(name)}`,
        guess === undefined ? 'remove it' : `perhaps you meant ${show(guess)}`,
      ),
    );
    return [name, undefined] as const;
  });
  return Object.fromEntries(taken.filter(([, one]) => one !== undefined));
}

function zeroOf(type: string): unknown {
  return typeOf(type).scalar?.zero ?? {};
}

function isInteger(value: unknown, limit: number): boolean {
  if (typeof value !== 'bigint' && !Number.isInteger(value)) return false;
  return (value as bigint | number) >= -limit && (value as bigint | number) < limit;
}

function isQuantity(value: unknown): boolean {
  return (isQuantityLike(value) || typeof value === 'bigint') && goQuantity(value) !== undefined;
}
