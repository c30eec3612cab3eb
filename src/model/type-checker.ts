/**
 * Checks of whether a value has its type, the same for each visitor: what becomes of a value of
 * another type, and in which words it is reported, is up to the visitor.
 */
import { BYTES } from './go-types';
import { Type } from './type';
import { Visitor, Walk } from './walk';

const MOST_INT = 2 ** 31;
/** The first whole number that 64 bits do not hold. */
export const MOST_LONG = 2n ** 63n;

/** A visitor that tells of values of other types. It leaves quantities to those that read them. */
export abstract class TypeChecker implements Visitor {
  public misfit(value: unknown, type: Type, at: Walk): unknown {
    return this.wrong(value, type.form === 'list' ? 'list' : 'map', type, at);
  }

  public scalar(value: unknown, type: Type, at: Walk): unknown {
    const { form } = type;
    // Nearly all values are texts.
    if (form === 'string' && typeof value === 'string') return value;
    const expected = expectedOf(form, value);
    return expected === undefined ? value : this.wrong(value, expected, type, at);
  }

  /** What stands in the place of a value that is not what is `expected`. */
  protected abstract wrong(value: unknown, expected: string, type: Type, at: Walk): unknown;
}

/**
 * The type that a field without parts has, as the API server calls it, if the value is not of that
 * type; undefined if it is. Where a field of bytes has a list of numbers, which Go reads, it is
 * `bytes`. Not for quantities.
 */
function expectedOf(form: string, value: unknown): string | undefined {
  switch (form) {
    case 'string':
      return typeof value === 'string' ? undefined : 'string';
    case BYTES:
      return typeof value === 'string' ? undefined : isByteList(value) ? 'bytes' : 'string';
    case 'Time':
    case 'MicroTime':
      if (typeof value !== 'string') return 'string';
      return isTime(value) ? undefined : 'time';
    case 'bool':
      return typeof value === 'boolean' ? undefined : 'boolean';
    case 'IntOrString':
      if (typeof value === 'string') return undefined;
      return isNumber(value) ? numberExpected('int32', value) : 'numeric or string';
    case 'int':
    case 'int32':
    case 'int64':
    case 'float64':
      return isNumber(value) ? numberExpected(form, value) : 'numeric';
    default:
      return undefined;
  }
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function numberExpected(form: string, value: number | bigint): string | undefined {
  if (form === 'float64') return undefined;
  if (typeof value === 'number' && !Number.isInteger(value)) return 'integer';
  const most = form === 'int32' ? MOST_INT : MOST_LONG;
  return value < most && value >= -most ? undefined : form;
}

/** Whether Go reads bytes of a list: it takes them as numbers, too. */
function isByteList(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    value.every((one) => Number.isInteger(one) && (one as number) >= 0 && (one as number) < 256)
  );
}

function isTime(text: string): boolean {
  return TIME.test(text);
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:\d\d)$/;
