/**
 * Quantities as Kubernetes reads them: `1Gi`, `500m`, `1e3`, `0.5`.
 *
 * Values are held exactly, as a whole number of nano units: Kubernetes itself keeps nothing finer
 * and rounds up what is (k8s.io/apimachinery `resource.Quantity`).
 */
import { remembered } from './remembered';

type Format = 'binary' | 'decimal' | 'exponent';

export interface ParsedQuantity {
  /** The value in billionths (10⁻⁹). */
  readonly nano: bigint;
  /** Which family of suffixes it was written with; the canonical form keeps it. */
  readonly format: Format;
}

const NANO = 1_000_000_000n;
const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const DECIMAL: readonly (readonly [suffix: string, exponent: number])[] = [
  ['E', 18],
  ['P', 15],
  ['T', 12],
  ['G', 9],
  ['M', 6],
  ['k', 3],
  ['', 0],
  ['m', -3],
  ['u', -6],
  ['n', -9],
];
const SYNTAX = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE]|[eE][+-]?\d+)?$/;
/**
 * Exponents beyond this only make numbers that no cluster has, and that would take long to compute.
 */
const LARGEST_EXPONENT = 60;
const MAX_EXPONENT = 1_000_000;

/**
 * Reads a quantity, or answers with nothing if it is none. Numbers are read as they are written in
 * YAML.
 */
export function parseQuantity(value: string | number): ParsedQuantity | undefined {
  return parse(String(value));
}

const parse = remembered((text): ParsedQuantity | undefined => {
  const match = SYNTAX.exec(text);
  if (!match) return undefined;
  const [, sign, number, suffix = ''] = match;
  const [whole, fraction = ''] = number.split('.');
  const digits = BigInt(whole + fraction || '0');
  let nano: bigint;
  let format: Format;
  const binary = BINARY.indexOf(suffix);
  if (binary > 0) {
    format = 'binary';
    nano = divideUp(digits * NANO * 1024n ** BigInt(binary), 10n ** BigInt(fraction.length));
  } else {
    let exponent = DECIMAL.find(([known]) => known === suffix)?.[1];
    format = exponent === undefined ? 'exponent' : 'decimal';
    exponent ??= Number(suffix.slice(1));
    if (Math.abs(exponent) > LARGEST_EXPONENT || fraction.length > LARGEST_EXPONENT) {
      return undefined;
    }
    const scale = exponent + 9 - fraction.length;
    nano = scale >= 0 ? digits * 10n ** BigInt(scale) : divideUp(digits, 10n ** BigInt(-scale));
  }
  return { nano: sign === '-' ? -nano : nano, format };
});

/** Less than, equal to or greater than zero, as `a` is less than, equal to or greater than `b`. */
export function compareQuantities(a: ParsedQuantity, b: ParsedQuantity): number {
  return a.nano < b.nano ? -1 : a.nano > b.nano ? 1 : 0;
}

/** The sum of those that there are, in the format of the first one; undefined of none. */
export function sumOfQuantities(
  quantities: readonly (ParsedQuantity | undefined)[],
): ParsedQuantity | undefined {
  return quantities.reduce(
    (sum, one) => (sum && one ? { ...sum, nano: sum.nano + one.nano } : (sum ?? one)),
    undefined,
  );
}

/**
 * The form in which the API server would return the quantity: `1024Mi` is `1Gi`, `1000m` is `1`.
 */
export function canonicalQuantity({ nano, format }: ParsedQuantity): string {
  const size = nano < 0n ? -nano : nano;
  const sign = nano < 0n ? '-' : '';
  if (format === 'binary' && size >= 1024n * NANO && size % NANO === 0n) {
    let number = size / NANO;
    let suffix = 0;
    while (number % 1024n === 0n && suffix < BINARY.length - 1) {
      number /= 1024n;
      suffix += 1;
    }
    return `${sign}${number}${BINARY[suffix]}`;
  }
  if (size === 0n) return '0';
  // Whole multiples of a thousand go into the suffix. Plain suffixes end at E.
  const thousands = Math.min(Math.floor(zerosOf(size) / 3), format === 'exponent' ? Infinity : 9);
  const number = size / 10n ** BigInt(3 * thousands);
  const exponent = 3 * thousands - 9;
  if (format === 'exponent') return `${sign}${number}${exponent === 0 ? '' : `e${exponent}`}`;
  return `${sign}${number}${DECIMAL.find(([, known]) => known === exponent)![0]}`;
}

/**
 * The most digits that Go keeps in a machine word, with which it remembers how a quantity was
 * written.
 */
const MOST_DIGITS = 18;
const MAX_INT64 = 2n ** 63n - 1n;
const PARTS = /^([+-]?)0*(?!0)(\d*)(?:\.(\d*))?((?:(?:[eEinumkKMGTP]+[+-]?|[+-])\d*)?)$/;

/**
 * The quantity as Go writes it after it read it, or nothing if it cannot read it
 * (`resource.Quantity` of apimachinery 0.36).
 *
 * That is mostly the canonical form; but a spelling that looks canonical at first sight is kept,
 * such as `1.250`, `+1` or `010Mi`.
 */
export function goQuantity(value: string | number | bigint): string | undefined {
  return goText(String(value).trim());
}

const goText = remembered((text): string | undefined => {
  const match = PARTS.exec(text);
  if (!match || text === '') return undefined;
  const [, sign, whole, decimals = '', suffix] = match;
  const unit = unitOf(suffix);
  if (!unit) return undefined;
  const number = `${whole || '0'}${decimals}`;
  const digits = BigInt(number);
  const { format } = unit;
  const room = 14 - (whole || '0').length - (unit.exponent * 3) / 10;
  const exponent = unit.exponent - decimals.length;
  if (digits === 0n) {
    // Go takes a suffix without a number for zero, as long as the suffix is not too large or too
    // small.
    const isQuick = format === 'binary' ? room >= 0 : exponent >= -9;
    return isQuick || /^[+-]?\.?0/.test(text) ? '0' : undefined;
  }
  if (format === 'binary') {
    const amount = digits * 2n ** BigInt(unit.exponent);
    if (decimals === '' && room >= 0 && amount <= MAX_INT64 && digits % 8n !== 0n) return text;
    const nano = divideUp(amount * NANO, 10n ** BigInt(decimals.length));
    return signed(sign, writeBinary(nano > MAX_INT64 * NANO ? MAX_INT64 * NANO : nano));
  }
  if (
    number.length <= MOST_DIGITS &&
    exponent >= -9 &&
    exponent % 3 === 0 &&
    !number.endsWith('000') &&
    !number.startsWith('0')
  ) {
    return text;
  }
  return signed(sign, writeDecimal(digits, exponent, format));
});

function unitOf(
  suffix: string,
): { readonly format: Format; readonly exponent: number } | undefined {
  const binary = BINARY.indexOf(suffix);
  if (binary > 0) return { format: 'binary', exponent: binary * 10 };
  const decimal = DECIMAL.find(([known]) => known === suffix);
  if (decimal) return { format: 'decimal', exponent: decimal[1] };
  const exponent = /^[eE]([+-]?\d+)$/.exec(suffix);
  // Go goes on to exponents that no cluster has, and to errors of its own with them.
  if (!exponent || Math.abs(Number(exponent[1])) > MAX_EXPONENT) return undefined;
  return { format: 'exponent', exponent: Number(exponent[1]) };
}

function signed(sign: string, text: string): string {
  return sign === '-' ? `-${text}` : text;
}

function writeBinary(nano: bigint): string {
  if (nano < 1024n * NANO || nano % NANO !== 0n) return writeDecimal(nano, -9, 'decimal');
  let number = nano / NANO;
  let step = 0;
  for (; number % 1024n === 0n; step += 1) number /= 1024n;
  return `${number}${BINARY[step]}`;
}

/** Nothing is finer than a billionth: what is left is rounded up. */
function writeDecimal(digits: bigint, scale: number, format: Format): string {
  const excess = Math.max(0, -9 - scale);
  // More places than there are digits leave nothing to divide, however many more they are.
  let number =
    excess > 0
      ? divideUp(digits, 10n ** BigInt(Math.min(excess, digits.toString().length)))
      : digits;
  let exponent = scale + excess;
  const zeros = zerosOf(number);
  number /= 10n ** BigInt(zeros);
  exponent += zeros;
  for (; exponent % 3 !== 0; exponent -= 1) number *= 10n;
  if (format === 'exponent') return `${number}${exponent === 0 ? '' : `e${exponent}`}`;
  // Beyond E there is no suffix, and Go writes none.
  return `${number}${DECIMAL.find(([, known]) => known === exponent)?.[0] ?? ''}`;
}

/**
 * How many zeros a number ends with: counted in its digits, since a division for each would take
 * the square of their number.
 */
function zerosOf(number: bigint): number {
  const digits = number.toString();
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.length - end;
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
