/**
 * How Go's JSON decoder reads a value into a type: what it keeps of it, or the words in which it
 * refuses it.
 *
 * Facts: sigs.k8s.io/json, as webhooks and the API server use it. Of several values of a wrong type
 * the first is reported; but a type that reads itself, such as a quantity, ends all when it
 * refuses. Fields come in the order of their bytes, as Go writes them.
 */
import { goQuantity, setField, trimSpace } from '../kube';
import { timeProblem } from './go-time';
import {
  BYTES,
  elementOf,
  fieldType,
  GoFields,
  goName,
  goTypes,
  GoTypes,
  underlying,
} from '../model';
import { byBytes, entry, isObject, Kind, kindOf, showFloat, toGoJson } from './values';

/** What Go made of a value. */
export interface GoDecoded {
  /**
   * What is left of it: without fields that the type does not know, and without nulls, which are as
   * good as nothing.
   */
  readonly value: unknown;
  /** Where the unknown fields were: `ownerReferences[0].nme`. */
  readonly unknown: readonly string[];
  /** Go's words, if it refused the value. */
  readonly error?: string;
}

/** How Go decodes. */
export interface GoDecoding {
  readonly types?: GoTypes;
  /** Fields may be spelled in any case, as Go's own `encoding/json` takes them. */
  readonly ignoreCase?: boolean;
  /**
   * Numbers and booleans are texts where texts are wanted, as `sigs.k8s.io/yaml` makes them; below
   * a field of an embedded type it does not.
   */
  readonly scalarsAsTexts?: boolean;
}

/**
 * Reads the value as Go reads it into the type, which is named as in kubernetes.json: `PodSpec`,
 * `[]Volume`. Never throws.
 */
export function goDecode(type: string, value: unknown, decoding: GoDecoding = {}): GoDecoded {
  const decoder = new Decoder(decoding);
  try {
    const decoded = decoder.decode(type, value, '');
    return { value: decoded, unknown: decoder.unknown, error: decoder.error };
  } catch (refusal) {
    if (refusal instanceof Refusal) {
      return { value: undefined, unknown: decoder.unknown, error: refusal.message };
    }
    throw refusal;
  }
}

/** Go's words, if it cannot read the value into the type. */
export function goDecodeProblem(
  type: string,
  value: unknown,
  types: GoTypes = goTypes(),
): string | undefined {
  return goDecode(type, value, { types }).error;
}

/**
 * Whether Go's value is the one that it had before anything was read: an empty list is none, and
 * neither is an empty struct behind a pointer.
 */
export function isGoZero(type: string, value: unknown, types: GoTypes = goTypes()): boolean {
  if (kindOf(value) === 'null') return true;
  const made = underlying(types, type);
  if (typeof made === 'string') return elementOf(made) === undefined && isZeroScalar(made, value);
  return (
    isObject(value) &&
    Object.entries(made).every(([field, declared]) =>
      isGoZero(fieldType(declared).type, entry(value, field), types),
    )
  );
}

function isZeroScalar(type: string, value: unknown): boolean {
  return value === 0 || value === 0n || value === false || (value === '' && type !== 'IntOrString');
}

/** Ends the decoding at once. */
class Refusal extends Error {}

const WORDS: { readonly [kind in Kind]: string } = {
  null: 'null',
  boolean: 'bool',
  integer: 'number',
  number: 'number',
  string: 'string',
  array: 'array',
  object: 'object',
};
const WIDTHS: { readonly [type: string]: bigint } = { int: 64n, int32: 32n, int64: 64n };

class Decoder {
  public error: string | undefined;
  public readonly unknown: string[] = [];
  private struct = '';
  private fields: readonly string[] = [];
  private readonly types: GoTypes;
  private readonly ignoreCase: boolean;
  private asTexts: boolean;

  constructor({ types = goTypes(), ignoreCase = false, scalarsAsTexts = false }: GoDecoding) {
    this.types = types;
    this.ignoreCase = ignoreCase;
    this.asTexts = scalarsAsTexts;
  }

  public decode(type: string, value: unknown, path: string): unknown {
    const kind = kindOf(value);
    if (kind === 'null') return null;
    const made = underlying(this.types, type);
    if (typeof made !== 'string') {
      return isObject(value)
        ? this.decodeStruct(type, made, value, path)
        : this.misfit(WORDS[kind], type);
    }
    const element = made === BYTES ? undefined : elementOf(made);
    switch (element?.kind) {
      case 'pointer':
        return this.decode(element.type, value, path);
      case 'list':
        if (!Array.isArray(value)) return this.misfit(WORDS[kind], type);
        return value.map((item, index) => this.decode(element.type, item, `${path}[${index}]`));
      case 'map':
        return isObject(value)
          ? this.decodeMap(element.type, value, path)
          : this.misfit(WORDS[kind], type);
      default:
        return this.decodeScalar(type, made, value, kind);
    }
  }

  private decodeStruct(
    type: string,
    known: GoFields,
    value: Record<string, unknown>,
    path: string,
  ): Record<string, unknown> {
    const decoded = new Map<string, { readonly field: string; readonly read: unknown }>();
    const [struct, fields, asTexts] = [this.struct, this.fields, this.asTexts];
    for (const key of keysOf(value)) {
      const where = path === '' ? key : `${path}.${key}`;
      const field = this.fieldOf(known, key);
      if (field === undefined) {
        this.unknown.push(where);
        continue;
      }
      this.struct = type.slice(type.lastIndexOf('.') + 1);
      this.fields = [...fields, field];
      this.asTexts = asTexts && !isEmbedded(type, field);
      const read = this.decode(fieldType(known[field]).type, value[key], where);
      if (kindOf(read) !== 'null') decoded.set(key, { field, read });
      [this.struct, this.fields, this.asTexts] = [struct, fields, asTexts];
    }
    // The order is left to whoever wrote the value.
    return Object.fromEntries(
      Object.keys(value).flatMap((key) => {
        const one = decoded.get(key);
        return one ? [[one.field, one.read]] : [];
      }),
    );
  }

  private fieldOf(known: GoFields, key: string): string | undefined {
    if (Object.hasOwn(known, key)) return key;
    return this.ignoreCase
      ? Object.keys(known).find((field) => fold(field) === fold(key))
      : undefined;
  }

  /** A map says nothing of its keys when a value is refused. */
  private decodeMap(
    type: string,
    value: Record<string, unknown>,
    path: string,
  ): Record<string, unknown> {
    const read = new Map(
      keysOf(value).map((key) => [key, this.decode(type, value[key], `${path}.${key}`)]),
    );
    const decoded: Record<string, unknown> = {};
    for (const key of Object.keys(value)) if (read.has(key)) setField(decoded, key, read.get(key));
    return decoded;
  }

  private decodeScalar(type: string, made: string, value: unknown, kind: Kind): unknown {
    switch (made) {
      case 'string':
        if (kind === 'string') return value;
        return this.asTexts && TEXTS.includes(kind)
          ? textOf(value, kind)
          : this.misfit(WORDS[kind], type);
      case 'bool':
        return kind === 'boolean' ? value : this.misfit(WORDS[kind], type);
      case 'float64':
        return kind === 'integer' || kind === 'number' ? value : this.misfit(WORDS[kind], type);
      case 'Quantity':
        return this.decodeQuantity(value, kind);
      case 'IntOrString':
        if (kind === 'string' || isIntegerOf('int32', value, kind)) return value;
        throw new Refusal(this.words(wordOf(value, kind), 'int32'));
      case BYTES:
        // Go's own words of what is no base64 are never seen: the API server finds other ones.
        return kind === 'string' && BASE64.test((value as string).replace(/[\r\n]/g, ''))
          ? value
          : this.misfit(WORDS[kind], type);
      case 'MicroTime':
      case 'Time':
        if (kind === 'string') return this.acceptUnless(timeProblem(value as string), value);
        throw new Refusal(this.words(WORDS[kind], 'string'));
      default:
        if (!Object.hasOwn(WIDTHS, made)) return value;
        return isIntegerOf(made, value, kind) ? value : this.misfit(wordOf(value, kind), type);
    }
  }

  /** It looks at the JSON itself, of which it takes the quotes off. */
  private decodeQuantity(value: unknown, kind: Kind): unknown {
    const json = toGoJson(value);
    return this.acceptUnless(
      quantityProblem(trimSpace(kind === 'string' ? json.slice(1, -1) : json)),
      value,
    );
  }

  private acceptUnless(problem: string | undefined, value: unknown): unknown {
    if (problem !== undefined) throw new Refusal(problem);
    return value;
  }

  private misfit(found: string, type: string): null {
    this.error ??= this.words(found, goName(this.types, type));
    return null;
  }

  private words(found: string, type: string): string {
    const place =
      this.struct === '' ? 'Go value' : `Go struct field ${this.struct}.${this.fields.join('.')}`;
    return `json: cannot unmarshal ${found} into ${place} of type ${type}`;
  }
}

/** What `encoding/base64` reads, without line breaks, which do not count. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const TEXTS: readonly Kind[] = ['boolean', 'integer', 'number'];

function textOf(value: unknown, kind: Kind): string {
  return kind === 'number' ? showFloat(Number(value)) : String(value);
}

const SOURCE_BY_NAME = [
  'ConfigMapEnvSource',
  'SecretEnvSource',
  'ConfigMapKeySelector',
  'SecretKeySelector',
  'ConfigMapProjection',
  'SecretProjection',
  'ConfigMapVolumeSource',
];

/** Whether the field is one of a type that is embedded in the struct. */
function isEmbedded(type: string, field: string): boolean {
  switch (type) {
    case 'Volume':
      return field !== 'name';
    case 'EphemeralContainer':
      return field !== 'targetContainerName';
    case 'Probe':
      return ['exec', 'grpc', 'httpGet', 'tcpSocket'].includes(field);
    default:
      return field === 'name' && SOURCE_BY_NAME.includes(type);
  }
}

/** In the order in which Go writes them. */
function keysOf(value: Record<string, unknown>): string[] {
  return Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort(byBytes);
}

function fold(key: string): string {
  return key.toLowerCase().replace(/\u017f/g, 's');
}

function isIntegerOf(type: string, value: unknown, kind: Kind): boolean {
  const limit = 2n ** (WIDTHS[type] - 1n);
  return (
    kind === 'integer' &&
    BigInt(value as number | bigint) >= -limit &&
    BigInt(value as number | bigint) < limit
  );
}

/** A number that is not an integer of the type is shown. */
function wordOf(value: unknown, kind: Kind): string {
  return kind === 'integer' || kind === 'number' ? `number ${toGoJson(value)}` : WORDS[kind];
}

const QUANTITY = /^[+-]?[0-9]*(?:\.[0-9]*)?(?:(?:[eEinumkKMGTP]+[+-]?|[+-])[0-9]*)?$/;
const SUFFIX = /^[+-]?[0-9]*(?:\.[0-9]*)?(|[numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]+)$/;

/** Why it is not a quantity, in the words of `resource.ParseQuantity`. */
function quantityProblem(text: string): string | undefined {
  if (text === '' || !QUANTITY.test(text)) {
    return "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  }
  if (goQuantity(text) !== undefined) return undefined;
  return SUFFIX.test(text)
    ? 'unable to parse numeric part of quantity'
    : "unable to parse quantity's suffix";
}
