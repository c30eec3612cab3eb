/**
 * Values as they are after Go's types for them were read from JSON and written again: what is empty
 * vanishes, unless its type keeps it.
 */
import { goQuantity, setField, own } from '../kube';
import {
  Field,
  goTypes,
  GoTypes,
  perType,
  Type,
  typeOf,
  Visitor,
  Walk,
  walk,
  ZERO,
} from '../model';
import { isObject, kindOf } from './values';

/**
 * The value as Kubernetes writes it, if it is of the named type: `Volume`, `Affinity`, `PodSpec`,
 * or in Go's notation `[]Volume`, `map[string]string`. Fields that the type does not know stay as
 * they are, and so do values of another type.
 */
export function asGoWrites(type: string, value: unknown, types: GoTypes = goTypes()): unknown {
  return walk(value, typeOf(type, types), WRITER);
}

/** Structs that read and write themselves. */
const STRUCTS = ['struct', 'Quantity', 'IntOrString', 'Time', 'MicroTime', 'any'];

const WRITER: Visitor = {
  copies: 'all',
  nothing: (_value, type, at) => zeroAt(type, at),
  misfit: (value, type, at) => (kindOf(value) === 'null' ? zeroAt(type, at) : value),
  scalar: (value, type, at) =>
    kindOf(value) === 'null'
      ? zeroAt(type, at)
      : type.form === 'Quantity'
        ? writeQuantity(value)
        : value,
  unknown: (value) => value,
  field: (value, { type, omitEmpty }) => (omitEmpty && isEmpty(type, value) ? undefined : value),
  leave: (value, type, at) => {
    if (type.form !== 'struct') return value;
    const written = value as Record<string, unknown>;
    for (const field of missingFields(type)) {
      if (!Object.hasOwn(written, field.name)) {
        setField(written, field.name, zeroAt(field.type, at));
      }
    }
    return written;
  },
};

function zeroAt(type: Type, at: Walk): unknown {
  if (type.isPointer) return null;
  return type.form === 'struct' ? at.value({}, type) : (own(ZERO, type.form) ?? null);
}

/** What is written although nobody gave it: Go knows no empty struct. */
const missingFields = perType(({ fields }): readonly Field[] =>
  [...fields.values()].filter(({ type, omitEmpty }) => !omitEmpty || isStruct(type)),
);

function isStruct({ form, isPointer }: Type): boolean {
  return !isPointer && STRUCTS.includes(form);
}

/**
 * Empty in the sense of `omitempty`: a pointer to something is never empty, whatever it points to.
 */
function isEmpty(type: Type, value: unknown): boolean {
  if (isStruct(type)) return false;
  if (kindOf(value) === 'null') return true;
  if (type.isPointer) return false;
  if (Array.isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === '' || value === 0 || value === 0n || value === false;
}

/** What is not a quantity would not have come this far. */
function writeQuantity(value: unknown): unknown {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? (goQuantity(value) ?? value)
    : value;
}
