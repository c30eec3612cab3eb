/** Values as the types of Kubernetes hold them, and the same values without what is empty. */
import { isFields, isSame, own, parseQuantity } from '../kube';
import { standingOf } from './gates';
import { BYTES, ZERO } from './go-types';
import { isSet, listKeysOf } from './lists';
import { Field, Type, typeOf } from './type';
import { MOST_LONG, TypeChecker } from './type-checker';
import { Visitor, Walk, walk } from './walk';

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
  /** The fields that there are where one is unknown. */
  readonly known?: readonly string[];
}

/**
 * The value as its type holds it: quantities by their value, what is empty left out. `null` and
 * empty maps stay, since an applier means something by them. A value that is in this form already
 * is returned itself. `problems` receives each field that cannot be decoded.
 */
export function readTyped(
  type: string,
  value: unknown,
  path = '',
  problems: DecodeProblem[] = [],
): unknown {
  return walk(value, typeOf(type), new Decoder(problems), path);
}

class Decoder extends TypeChecker {
  public readonly copies = 'changed';
  public readonly ofManifests = true;

  constructor(private readonly problems: DecodeProblem[]) {
    super();
  }

  /** To Go an item that is null is an empty one. */
  public nothing(value: null | undefined, type: Type, { isItem }: Walk): unknown {
    return value === null && isItem ? zeroOf(type) : value;
  }

  public scalar(value: unknown, type: Type, at: Walk): unknown {
    if (type.form !== 'Quantity') return super.scalar(value, type, at);
    return quantityValue(value) ?? this.wrong(value, 'quantity', type, at);
  }

  public unknown(value: unknown, field: string, struct: Type, { path }: Walk): undefined {
    if (value === undefined || struct.fields.has(field)) return;
    this.problems.push({ path, reason: 'unknown', known: [...struct.fields.keys()] });
  }

  public field(value: unknown, { name, type, isServers }: Field, { parent }: Walk): unknown {
    if (value === null) return value;
    if (isServers && isSame(value, OF_TEMPLATES)) return undefined;
    if (!isEmptyAs(type, value)) return value;
    // Of a map that is empty now an applier takes away what it had set, and no more.
    if (type.form === 'map' && isFields(value)) return value;
    // An empty text takes away what is there, and so does an empty list that has one owner.
    const isWhole = Array.isArray(value) && parent !== undefined && isReplacedAsWhole(parent, name);
    return value === '' || isWhole ? null : undefined;
  }

  protected wrong(value: unknown, expected: string, _type: Type, { path }: Walk): unknown {
    this.problems.push({ path, reason: 'type', expected, got: goKind(value), value });
    if (expected === 'bytes') return Buffer.from(value as number[]).toString('base64');
    return expected === 'int32' || expected === 'int64'
      ? cut(value as number | bigint, expected)
      : value;
  }
}

/** What is left of a number of too many bits, as a server stores it that takes it all the same. */
function cut(value: number | bigint, form: string): number {
  const whole = value < MOST_LONG && value >= -MOST_LONG ? BigInt(value) : -MOST_LONG;
  return Number(form === 'int32' ? BigInt.asIntN(32, whole) : whole);
}

/** What Go takes null for, where something has to be: an item of a list, a value of a map. */
export function zeroOf({ isPointer, form }: Type): unknown {
  if (isPointer) return null;
  // Bytes are written as a text.
  return form === 'struct' ? {} : form === BYTES ? '' : (own(ZERO, form) ?? null);
}

/** Whether the type does not tell the value from none. */
function isEmptyAs({ form, isPointer }: Type, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  // What reads itself keeps whatever it is given.
  if (form === 'any') return false;
  if (Array.isArray(value)) return value.length === 0;
  if (isPointer) return false;
  if (typeof value === 'string') {
    return value === '' ? form !== 'IntOrString' : form === 'Quantity' && value === '0';
  }
  if (isFields(value)) return Object.keys(value).length === 0;
  return value === 0 || value === false;
}

/** The status of a claim template, which the server writes and no manifest has to. */
const OF_TEMPLATES = { phase: 'Pending' };

/** Whether a list is applied as a whole: its items have no keys, and it is no set. */
function isReplacedAsWhole({ name }: Type, field: string): boolean {
  return (
    listKeysOf(name, field) === undefined &&
    !isSet(name, field, 'serverSide') &&
    !isSet(name, field, 'clientSide')
  );
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

/**
 * The same without what is null or undefined, and without what is empty but in a list. The null of
 * an entry of a map is what Go makes of it, or left out as kubectl does. Without the fields of
 * features that are off by default in a minor version, if one is given.
 */
export function withoutNulls(
  type: string | undefined,
  value: unknown,
  entries: 'zero' | 'none' = 'none',
  minor?: number,
): unknown {
  const visitor = entries === 'zero' ? WITH_ZEROS : WITHOUT_NULLS;
  const ofVersion = minor === undefined ? visitor : droppingIn(visitor, minor);
  return walk(value, typeOf(type ?? 'any'), ofVersion);
}

const WITHOUT_NULLS: Visitor = {
  copies: 'all',
  ofManifests: true,
  looksIntoAny: true,
  nothing: (value, _type, { isItem }) => (isItem ? value : undefined),
  misfit: (value, _type, at) => at.value(value, typeOf('any')),
  unknown: (value, _field, _struct, at) => at.value(value, typeOf('any')) ?? undefined,
  field: (value, { type }) => (isEmptyAs(type, value) ? undefined : value),
};

const WITH_ZEROS: Visitor = {
  ...WITHOUT_NULLS,
  nothing: (value, type, { isItem, parent }) =>
    isItem ? value : value === null && parent?.form === 'map' ? zeroOf(type) : undefined,
};

const DROPPING = new Map<Visitor, Map<number, Visitor>>();

/** The same visitor, for which fields of features that are off in the version are empty. */
function droppingIn(visitor: Visitor, minor: number): Visitor {
  let byMinor = DROPPING.get(visitor);
  if (!byMinor) DROPPING.set(visitor, (byMinor = new Map<number, Visitor>()));
  let dropping = byMinor.get(minor);
  if (!dropping) {
    dropping = {
      ...visitor,
      enter: (value, type) => !isDroppedWhole(type.name, value, minor),
      field: (value, { type, gate }) =>
        isEmptyAs(type, value) ||
        (gate !== undefined && standingOf(gate, minor) !== 'on') ||
        isDroppedWhole(type.name, value, minor)
          ? undefined
          : value,
    };
    byMinor.set(minor, dropping);
  }
  return dropping;
}

/** Types of which the server keeps nothing where it drops all that they have. */
const DROPPED_WHOLE = new Set(['Lifecycle']);

/**
 * Whether the server takes a value for none, as nothing is in it but fields of features that are
 * off.
 */
export function isDroppedWhole(
  type: string,
  value: unknown,
  minor: number,
  gates?: readonly string[],
): boolean {
  if (!DROPPED_WHOLE.has(type) || !isFields(value)) return false;
  const { fields } = typeOf(type);
  const given = Object.keys(value).filter((name) => value[name] !== null);
  const isOff = (name: string) => {
    const gate = fields.get(name)?.gate;
    return gate !== undefined && standingOf(gate, minor, gates) !== 'on';
  };
  return given.length > 0 && given.every(isOff);
}

export function goKind(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  if (isFields(value)) return 'map';
  return typeof value === 'boolean'
    ? 'boolean'
    : typeof value === 'string'
      ? 'string'
      : typeof value === 'bigint' || Number.isInteger(value)
        ? 'int'
        : 'float';
}
