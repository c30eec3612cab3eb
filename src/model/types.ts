/** The types of Kubernetes' kinds, as `types.json` holds them, and values read as such types. */
import { Fields, isFields, parseQuantity, setField } from '../kube';

/** Any object while it is put together. */
export type Draft = Record<string, unknown>;

interface Table {
  readonly kinds: { readonly [apiVersionAndKind: string]: string };
  readonly types: { readonly [type: string]: { readonly [field: string]: string } };
  readonly enums: { readonly [field: string]: readonly unknown[] };
  readonly required: { readonly [type: string]: readonly string[] };
}

let loaded: Table | undefined;

function table(): Table {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const load = (): typeof import('./types.json') => require('./types.json');
  return (loaded ??= load() as unknown as Table);
}

/**
 * The type of a kind; undefined of custom resources and of kinds that are compared as they stand.
 */
export function typeOfKind(apiVersion: string, kind: string): string | undefined {
  const { kinds } = table();
  const key = `${apiVersion}/${kind}`;
  return Object.hasOwn(kinds, key) ? kinds[key] : undefined;
}

/** Fields, each with its type. */
export type StructFields = { readonly [field: string]: string };

/** A type, taken apart once. */
interface TypeParts {
  readonly plain: string;
  readonly element: ElementType | undefined;
  readonly fields: StructFields | undefined;
}

const PARTS = new Map<string, TypeParts>();

function partsOf(type: string): TypeParts {
  const known = PARTS.get(type);
  if (known) return known;
  const plain = type.startsWith('*') ? type.slice(1) : type;
  const { types } = table();
  const parts: TypeParts = {
    plain,
    element: plain.startsWith('[]')
      ? { kind: 'list', type: plain.slice(2) }
      : plain.startsWith('map:')
        ? { kind: 'map', type: plain.slice(4) }
        : undefined,
    fields: Object.hasOwn(types, type) ? types[type] : undefined,
  };
  PARTS.set(type, parts);
  return parts;
}

/** The fields of a struct, each with its type. */
export function structFields(type: string): StructFields | undefined {
  return partsOf(type).fields;
}

/**
 * The values that fields of a struct take, where they are few; of the items of a list by `field[]`.
 */
export function enumsOf(type: string): ReadonlyMap<string, readonly unknown[]> | undefined {
  if (!enums) {
    enums = new Map();
    for (const [path, values] of Object.entries(table().enums)) {
      const dot = path.indexOf('.');
      const ofType = enums.get(path.slice(0, dot)) ?? new Map<string, readonly unknown[]>();
      enums.set(path.slice(0, dot), ofType.set(path.slice(dot + 1), values));
    }
  }
  return enums.get(type);
}

let enums: Map<string, Map<string, readonly unknown[]>> | undefined;

/** The fields that a struct must have. */
export function requiredOf(type: string): readonly string[] {
  return table().required[type] ?? [];
}

/** The type without its pointer. */
export function pointee(type: string): string {
  return partsOf(type).plain;
}

/** What a list or a map holds. */
export interface ElementType {
  readonly kind: 'list' | 'map';
  readonly type: string;
}

/** The type of the items of a list, or of the values of a map. */
export function elementType(type: string): ElementType | undefined {
  return partsOf(type).element;
}

/** What keeps a manifest from being decoded. */
export interface DecodeProblem {
  readonly path: string;
  /** `deep`: of the whole object, which is not looked into then. */
  readonly reason: 'unknown' | 'type' | 'twice' | 'deep';
  readonly expected?: string;
  readonly got?: string;
  /** What is of another type. */
  readonly value?: unknown;
  /** The key that several items of a list have. */
  readonly key?: string;
}

const SCALARS = ['string', 'int', 'long', 'number', 'bool'];
const MOST_INT = 2 ** 31;
const MOST_LONG = 2n ** 63n;

/**
 * The value as its type holds it: quantities by their value, what is empty left out. `null` stays,
 * since an applier means something by it. What cannot be decoded is told in `problems`.
 */
export function readTyped(
  type: string,
  value: unknown,
  path = '',
  problems: DecodeProblem[] = [],
): unknown {
  if (value === null || value === undefined) return value;
  // Nearly all values are texts.
  if (type === 'string' && typeof value === 'string') return value;
  const plain = pointee(type);
  const element = elementType(plain);
  const wrong = (expected: string) => {
    problems.push({ path, reason: 'type', expected, got: goKind(value), value });
    return value;
  };
  if (element?.kind === 'list') {
    if (!Array.isArray(value)) return wrong('list');
    const items = value.map((item, index) =>
      readTyped(element.type, item, `${path}[${index}]`, problems),
    );
    // To Go an item that is null is an empty one.
    return items.map((item) => (item === null ? zeroOf(element.type) : item));
  }
  if (element) {
    if (!isFields(value)) return wrong('map');
    const read: Draft = {};
    for (const key of Object.keys(value)) {
      setField(read, key, readTyped(element.type, value[key], `${path}.${key}`, problems));
    }
    return read;
  }
  if (SCALARS.includes(plain)) return readScalar(plain, value, wrong);
  if (plain === 'Quantity') return quantityValue(value) ?? wrong('quantity');
  if (plain === 'IntOrString') {
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
      ? value
      : wrong('numeric or string');
  }
  const fields = structFields(plain);
  if (!fields) return value;
  if (!isFields(value)) return wrong('map');
  return readStruct(fields, value, path, problems);
}

function zeroOf(type: string): unknown {
  if (type === 'string') return '';
  return structFields(type) ? {} : type === 'int' ? 0 : null;
}

function readStruct(
  fields: { readonly [field: string]: string },
  value: Fields,
  path: string,
  problems: DecodeProblem[],
): Draft {
  const read: Draft = {};
  for (const [name, given] of Object.entries(value)) {
    if (given === undefined) continue;
    const at = path === '' ? name : `${path}.${name}`;
    if (!Object.hasOwn(fields, name)) {
      if (!SERVERS_OWN.includes(name)) problems.push({ path: at, reason: 'unknown' });
      continue;
    }
    const type = fields[name];
    const one = readTyped(type, given, at, problems);
    if (one === null || !isEmptyAs(type, one)) setField(read, name, one);
    // An empty text takes away what is there, as nothing at all does.
    else if (one === '') setField(read, name, null);
  }
  return read;
}

/** What only the server writes, wherever a manifest has it. */
const SERVERS_OWN = [
  'status',
  'creationTimestamp',
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'selfLink',
  'uid',
];

function readScalar(type: string, value: unknown, wrong: (expected: string) => unknown): unknown {
  if (type === 'string') return typeof value === 'string' ? value : wrong('string');
  if (type === 'bool') return typeof value === 'boolean' ? value : wrong('boolean');
  if (typeof value !== 'number' && typeof value !== 'bigint') return wrong('numeric');
  if (type === 'number') return value;
  if (typeof value === 'number' && !Number.isInteger(value)) return wrong('integer');
  // What is too far below zero is taken, and becomes another number.
  if (type === 'int' && value >= MOST_INT) return wrong('int32');
  return typeof value === 'bigint' && (value >= MOST_LONG || value < -MOST_LONG)
    ? wrong('int64')
    : value;
}

/** Whether the type does not tell the value from none. */
export function isEmptyAs(type: string, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (type.startsWith('*')) return false;
  if (isFields(value)) return Object.keys(value).length === 0;
  return value === '' || value === 0 || value === false;
}

/** One text for each value, whatever it is spelled like. */
function quantityValue(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  // The server does not mind white space around it.
  const parsed = parseQuantity(typeof value === 'string' ? value.trim() : value);
  if (!parsed) return undefined;
  const sign = parsed.nano < 0n ? '-' : '';
  const size = parsed.nano < 0n ? -parsed.nano : parsed.nano;
  const rest = size % 1_000_000_000n;
  return `${sign}${size / 1_000_000_000n}${rest === 0n ? '' : `.${rest.toString().padStart(9, '0')}`}`;
}

/** The same without what is null or undefined, and without what is empty but in a list. */
export function withoutNulls(type: string | undefined, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const parts = type === undefined ? undefined : partsOf(type);
  if (Array.isArray(value)) {
    const element = parts?.element?.type;
    return value.map((item) => withoutNulls(element, item));
  }
  const { fields, element } =
    parts === undefined || parts.plain === type ? (parts ?? NO_PARTS) : partsOf(parts.plain);
  const ofMap = element?.type;
  const kept: Draft = {};
  for (const name of Object.keys(value)) {
    const given = (value as Fields)[name];
    if (given === null || given === undefined) continue;
    const fieldType = (fields && Object.hasOwn(fields, name) ? fields[name] : undefined) ?? ofMap;
    const one = withoutNulls(fieldType, given);
    if (fieldType === undefined || ofMap !== undefined || !isEmptyAs(fieldType, one)) {
      setField(kept, name, one);
    }
  }
  return kept;
}

const NO_PARTS: Pick<TypeParts, 'fields' | 'element'> = { fields: undefined, element: undefined };

/** What Go calls the kind of a value. */
export function goKind(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  if (isFields(value)) return 'map';
  return typeof value === 'boolean'
    ? 'boolean'
    : typeof value === 'string'
      ? 'string'
      : Number.isInteger(value)
        ? 'int'
        : 'float';
}

/**
 * What an object has of its own by that name: `constructor` and `__proto__` are names like others.
 */
export function own(fields: Fields | undefined, name: string): unknown {
  return fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
}
