/** Checks of numbers by a schema: ranges of types, bounds and multiples. */
import { Finding } from '../findings';
import { general, invalid, outOfBounds } from './problems';
import { Schema } from './schema';
import { kindOf, showFloat, showInteger } from './values';

/**
 * A number that Go's validator takes for a whole one: safe to store in a float64, and off by less
 * than a billionth of itself.
 */
export function isIntegral(value: number): boolean {
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return false;
  if (Number.isInteger(value)) return true;
  const whole = Math.trunc(value);
  return whole > 0 && (value - whole) / (value + whole) < 1e-9;
}

/** Everything that is wrong with a number. The type is empty where the schema allows several. */
export function checkNumber(
  value: number | bigint,
  schema: Schema,
  type: string,
  format: string,
  path: string,
): Finding[] {
  const found: Finding[] = [];
  const checkRange = (one: number | bigint, what: string) => {
    if (isInRange(one, type, format)) return true;
    const kind = format === '' ? `${type} (default format)` : `${type} with format ${format}`;
    found.push(general(path, `${what} value must be of type ${kind} in ${path}`));
    return false;
  };
  const check = (limit: number | undefined, what: string, violated: Check) => {
    if (limit === undefined) return;
    // The API server compares whole numbers as such, unless the limit is none that the type can
    // hold.
    const whole = checkRange(limit, what) && kindOf(value) === 'integer';
    const problem = violated(
      whole ? wholePair(value, limit) : { value: Number(value), limit, show: showFloat },
      path,
    );
    if (problem) found.push(problem);
  };
  checkRange(value, 'Checked');
  check(schema.multipleOf, 'MultipleOf', multipleOf);
  check(schema.minimum, 'Minimum boundary', atLeast(schema.exclusiveMinimum));
  check(schema.maximum, 'Maximum boundary', atMost(schema.exclusiveMaximum));
  return found;
}

interface Pair {
  readonly value: number | bigint;
  readonly limit: number | bigint;
  readonly show: (value: number) => string;
}
type Check = (pair: Pair, path: string) => Finding | undefined;

function wholePair(value: number | bigint, limit: number): Pair {
  return { value: BigInt(value), limit: BigInt(Math.trunc(limit)), show: showInteger };
}

function isInRange(value: number | bigint, type: string, format: string): boolean {
  if (type === 'integer') {
    return (
      kindOf(value) === 'integer' &&
      (format !== 'int32' || (value >= -(2 ** 31) && value < 2 ** 31))
    );
  }
  return type !== 'number' || format !== 'float' || Number.isFinite(Math.fround(Number(value)));
}

function atMost(exclusive: boolean | undefined): Check {
  return ({ value, limit, show }, path) => {
    if (exclusive ? value < limit : value <= limit) return undefined;
    return outOfBounds(
      path,
      show(value as number),
      `be less than ${exclusive ? '' : 'or equal to '}${show(limit as number)}`,
    );
  };
}

function atLeast(exclusive: boolean | undefined): Check {
  return ({ value, limit, show }, path) => {
    if (exclusive ? value > limit : value >= limit) return undefined;
    return outOfBounds(
      path,
      show(value as number),
      `be greater than ${exclusive ? '' : 'or equal to '}${show(limit as number)}`,
    );
  };
}

function multipleOf({ value, limit, show }: Pair, path: string): Finding | undefined {
  if (limit <= 0) {
    return invalid(
      path,
      show(limit as number),
      `factor MultipleOf declared for ${path} must be positive: ${show(limit as number)}`,
    );
  }
  if (isMultiple(value, limit)) return undefined;
  return outOfBounds(path, show(value as number), `be a multiple of ${show(limit as number)}`);
}

function isMultiple(value: number | bigint, factor: number | bigint): boolean {
  if (typeof value === 'bigint') return value % BigInt(factor) === 0n;
  const by = Number(factor);
  return isIntegral(by < 1 ? (1 / by) * value : value / by);
}
