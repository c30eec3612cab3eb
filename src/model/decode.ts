/** Values as the types of Kubernetes hold them, and the same values without what is empty. */
import { Fields, isFields, parseQuantity, setField } from '../kube';
import { elementType, partsOf, pointee, structFields, TypeParts } from './fields';
import { ZERO } from './go-types';
import { entry } from './table';

/** Any object while it is put together. */
export type Draft = Record<string, unknown>;

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

const SCALARS = ['string', 'int32', 'int64', 'float64', 'bool', 'Time', 'MicroTime'];
const TEXTS = ['string', 'Time', 'MicroTime'];
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
    if (typeof value === 'string') return value;
    return typeof value === 'number' || typeof value === 'bigint'
      ? readScalar('int32', value, wrong)
      : wrong('numeric or string');
  }
  const fields = structFields(plain);
  if (!fields) return value;
  if (!isFields(value)) return wrong('map');
  return readStruct(fields, value, path, problems);
}

function zeroOf(type: string): unknown {
  return structFields(type) ? {} : (entry(ZERO, type) ?? null);
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
      if (!SERVERS_OWN.includes(name)) {
        problems.push({ path: at, reason: 'unknown' });
      } else if (name.endsWith('Timestamp') && !isTime(given)) {
        problems.push({ path: at, reason: 'type', expected: 'time', got: goKind(given) });
      }
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

/** Whether Go reads a time of it. */
function isTime(value: unknown): boolean {
  return (
    value === null ||
    (typeof value === 'string' &&
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value))
  );
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
  if (TEXTS.includes(type)) return typeof value === 'string' ? value : wrong('string');
  if (type === 'bool') return typeof value === 'boolean' ? value : wrong('boolean');
  if (typeof value !== 'number' && typeof value !== 'bigint') return wrong('numeric');
  if (type === 'float64') return value;
  if (typeof value === 'number' && !Number.isInteger(value)) return wrong('integer');
  // What is too far below zero is taken, and becomes another number.
  if (type === 'int32' && value >= MOST_INT) return wrong('int32');
  return typeof value === 'bigint' && (value >= MOST_LONG || value < -MOST_LONG)
    ? wrong('int64')
    : value;
}

/** Whether the type does not tell the value from none. */
export function isEmptyAs(type: string, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  // What reads itself keeps whatever it is given.
  if (type === 'any' || type === '*any') return false;
  if (Array.isArray(value)) return value.length === 0;
  if (type.startsWith('*')) return false;
  if (isFields(value)) return Object.keys(value).length === 0;
  if (value === '') return type !== 'IntOrString';
  return value === 0 || value === false || (type === 'Quantity' && value === '0');
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
