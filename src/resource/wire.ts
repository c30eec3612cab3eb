/**
 * How values look after Go's types for them were read from JSON and written again: what is empty
 * vanishes, unless its type keeps it.
 */
import { goQuantity, setField } from '../kube';
import {
  BYTES,
  elementOf,
  fieldType,
  GoFields,
  goTypes,
  GoTypes,
  underlying,
  ZERO,
} from '../model';
import { entry, isObject, kindOf } from './values';

/**
 * The value as Kubernetes writes it, if it is of the named type: `Volume`, `Affinity`, `PodSpec`,
 * or in Go's notation `[]Volume`, `map[string]string`. Fields that the type does not know stay as
 * they are, and so do values of another type.
 */
export function asGoWrites(type: string, value: unknown, types: GoTypes = goTypes()): unknown {
  return new Writer(types).write(type, value);
}

/** Structs that read and write themselves. */
const STRUCTS = ['Quantity', 'IntOrString', 'Time', 'MicroTime', 'any'];

class Writer {
  constructor(private readonly types: GoTypes) {}

  public write(type: string, value: unknown): unknown {
    const made = underlying(this.types, type);
    if (typeof made !== 'string') return this.writeStruct(made, value);
    const element = made === BYTES ? undefined : elementOf(made);
    if (!element) {
      if (kindOf(value) === 'null') return Object.hasOwn(ZERO, made) ? ZERO[made] : null;
      return made === 'Quantity' ? writeQuantity(value) : value;
    }
    if (kindOf(value) === 'null') return null;
    if (element.kind === 'pointer') return this.write(element.type, value);
    if (element.kind === 'list') {
      return Array.isArray(value) ? value.map((item) => this.write(element.type, item)) : value;
    }
    return this.writeMap(element.type, value);
  }

  private writeStruct(fields: GoFields, value: unknown): unknown {
    const given = kindOf(value) === 'null' ? {} : value;
    if (!isObject(given)) return given;
    const written: Record<string, unknown> = {};
    for (const name of Object.keys(given)) {
      const declared = entry(fields, name);
      if (declared === undefined) {
        setField(written, name, given[name]);
        continue;
      }
      const { type, omitEmpty } = fieldType(declared);
      if (!omitEmpty || !this.isEmpty(type, given[name])) {
        written[name] = this.write(type, given[name]);
      }
    }
    for (const [name, declared] of Object.entries(fields)) {
      if (Object.hasOwn(given, name)) continue;
      const { type, omitEmpty } = fieldType(declared);
      // Go knows no empty struct: what is in there is written, however little it is.
      if (!omitEmpty || this.isStruct(type)) written[name] = this.write(type, undefined);
    }
    return written;
  }

  private writeMap(type: string, value: unknown): unknown {
    if (!isObject(value)) return value;
    const written: Record<string, unknown> = {};
    for (const key of Object.keys(value)) setField(written, key, this.write(type, value[key]));
    return written;
  }

  private isStruct(type: string): boolean {
    const made = underlying(this.types, type);
    return typeof made !== 'string' || STRUCTS.includes(made);
  }

  /**
   * Empty in the sense of `omitempty`: a pointer to something is never empty, whatever it points
   * to.
   */
  private isEmpty(type: string, value: unknown): boolean {
    if (this.isStruct(type)) return false;
    if (kindOf(value) === 'null') return true;
    if (type.startsWith('*')) return false;
    if (Array.isArray(value)) return value.length === 0;
    if (isObject(value)) return Object.keys(value).length === 0;
    return value === '' || value === 0 || value === 0n || value === false;
  }
}

/** What is not a quantity would not have come this far. */
function writeQuantity(value: unknown): unknown {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? (goQuantity(value) ?? value)
    : value;
}
