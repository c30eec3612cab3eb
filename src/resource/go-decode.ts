/**
 * Go's JSON decoder: what it keeps of a value that it reads into a type, or the words in which it
 * refuses it.
 *
 * Facts: sigs.k8s.io/json, as webhooks and the API server use it. Of several values of a wrong type
 * the first is reported; but a type that reads itself, such as a quantity, ends all when it
 * refuses. Fields come in the order of their bytes, as Go writes them.
 */
import { goQuantity, trimSpace } from '../kube';
import { timeProblem } from './go-time';
import {
  BYTES,
  Field,
  goName,
  goTypes,
  GoTypes,
  Type,
  TypeChecker,
  typeOf,
  Visitor,
  Walk,
  walk,
} from '../model';
import { byBytes, Kind, kindOf, showFloat, toGoJson } from './values';

interface GoDecoded {
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

interface GoDecoding {
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
export function goDecode(
  type: string,
  value: unknown,
  { types = goTypes(), ...decoding }: GoDecoding = {},
): GoDecoded {
  const decoder = new Decoder(types, decoding);
  try {
    const decoded = walk(value, typeOf(type, types), decoder) ?? null;
    return { value: decoded, unknown: decoder.unknownFields, error: decoder.error };
  } catch (refusal) {
    if (refusal instanceof Refusal) {
      return { value: undefined, unknown: decoder.unknownFields, error: refusal.message };
    }
    throw refusal;
  }
}

/**
 * Whether Go's value is the one that it had before anything was read: an empty list is none, and
 * neither is an empty struct behind a pointer.
 */
export function isGoZero(type: string, value: unknown, types: GoTypes = goTypes()): boolean {
  const zero = new Zero();
  walk(value, typeOf(type, types), zero);
  return zero.isZero;
}

class Zero implements Visitor {
  public isZero = true;

  public enter(_value: object, { form, isPointer }: Type): boolean {
    this.isZero &&= form === 'struct' && !isPointer;
    return this.isZero;
  }

  public misfit(value: unknown): void {
    this.isZero &&= kindOf(value) === 'null';
  }

  public scalar(value: unknown, { form, isPointer }: Type): void {
    this.isZero &&=
      kindOf(value) === 'null' || (!isPointer && form !== BYTES && isZeroScalar(form, value));
  }
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

class Decoder extends TypeChecker {
  public readonly copies = 'all';
  public error: string | undefined;
  public readonly unknownFields: string[] = [];

  constructor(
    private readonly types: GoTypes,
    private readonly decoding: Omit<GoDecoding, 'types'>,
  ) {
    super();
  }

  /** Nulls are as good as nothing. */
  public nothing(value: null | undefined, _type: Type, { isItem }: Walk): unknown {
    return value === null || isItem ? null : undefined;
  }

  public order(fields: string[]): readonly string[] {
    return fields.sort(byBytes);
  }

  public find({ fields }: Type, name: string): Field | undefined {
    const exact = fields.get(name);
    return exact || this.decoding.ignoreCase !== true
      ? exact
      : [...fields.values()].find((field) => fold(field.name) === fold(name));
  }

  public unknown(value: unknown, _field: string, _struct: Type, { path }: Walk): undefined {
    if (value !== undefined) this.unknownFields.push(path);
  }

  public field(value: unknown): unknown {
    return kindOf(value) === 'null' ? undefined : value;
  }

  public scalar(value: unknown, type: Type, at: Walk): unknown {
    const kind = kindOf(value);
    if (kind === 'null') return null;
    switch (type.form) {
      case 'string':
        return TEXTS.includes(kind) && this.takesScalars(at)
          ? textOf(value, kind)
          : super.scalar(value, type, at);
      case 'Quantity':
        return decodeQuantity(value, kind);
      case BYTES:
        // Go's own words of what is no base64 are never seen: the API server finds other ones.
        return kind === 'string' && BASE64.test((value as string).replace(/[\r\n]/g, ''))
          ? value
          : this.wrong(value, 'string', type, at);
      case 'MicroTime':
      case 'Time':
        if (kind === 'string') return acceptUnless(timeProblem(value as string), value);
        throw new Refusal(this.words(WORDS[kind], 'string', at));
      default:
        return super.scalar(value, type, at);
    }
  }

  protected wrong(value: unknown, _expected: string, { name, form }: Type, at: Walk): null {
    const kind = kindOf(value);
    if (form === 'IntOrString') throw new Refusal(this.words(wordOf(value, kind), 'int32', at));
    if (kind !== 'null') {
      const found = form.startsWith('int') ? wordOf(value, kind) : WORDS[kind];
      this.error ??= this.words(found, goName(this.types, name), at);
    }
    return null;
  }

  private takesScalars(at: Walk): boolean {
    return (
      this.decoding.scalarsAsTexts === true &&
      this.fieldsTo(at).every(([struct, field]) => !isEmbedded(struct.name, field))
    );
  }

  /** The fields of structs that lead to a value. A map says nothing of its keys. */
  private fieldsTo(at: Walk): readonly (readonly [struct: Type, field: string])[] {
    return at.steps.flatMap(({ step, within }) =>
      within.form === 'struct' ? [[within, this.find(within, String(step))!.name] as const] : [],
    );
  }

  private words(found: string, type: string, at: Walk): string {
    const fields = this.fieldsTo(at);
    const struct = fields.at(-1)?.[0].name.replace(/^.*\./, '');
    const place =
      struct === undefined
        ? 'Go value'
        : `Go struct field ${struct}.${fields.map(([, field]) => field).join('.')}`;
    return `json: cannot unmarshal ${found} into ${place} of type ${type}`;
  }
}

/** It looks at the JSON itself, of which it takes the quotes off. */
function decodeQuantity(value: unknown, kind: Kind): unknown {
  const json = toGoJson(value);
  return acceptUnless(
    quantityProblem(trimSpace(kind === 'string' ? json.slice(1, -1) : json)),
    value,
  );
}

function acceptUnless(problem: string | undefined, value: unknown): unknown {
  if (problem !== undefined) throw new Refusal(problem);
  return value;
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

function fold(key: string): string {
  return key.toLowerCase().replace(/\u017f/g, 's');
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
