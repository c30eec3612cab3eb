/**
 * Quantities as Kubernetes reads them: `1Gi`, `500m`, `1e3`, `0.5`.
 *
 * Values are held exactly, as a whole number of nano units: Kubernetes itself keeps nothing finer and rounds
 * up what is (k8s.io/apimachinery `resource.Quantity`).
 */

type Format = 'binary' | 'decimal' | 'exponent';

/** A quantity that was understood. */
export interface ParsedQuantity {
  /** The value in billionths (10⁻⁹). */
  readonly nano: bigint;
  /** Which family of suffixes it was written with; the canonical form keeps it. */
  readonly format: Format;
}

const NANO = 1_000_000_000n;
const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const DECIMAL: readonly (readonly [suffix: string, exponent: number])[] = [
  ['E', 18], ['P', 15], ['T', 12], ['G', 9], ['M', 6], ['k', 3], ['', 0], ['m', -3], ['u', -6], ['n', -9],
];
const SYNTAX = /^([+-]?)(\d+\.?\d*|\.\d+)(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE]|[eE][+-]?\d+)?$/;
/** Exponents beyond this only make numbers that no cluster has, and that would take long to compute. */
const LARGEST_EXPONENT = 60;

/** Reads a quantity, or answers with nothing if it is none. Numbers are read as they are written in YAML. */
export function parseQuantity(value: string | number): ParsedQuantity | undefined {
  const match = SYNTAX.exec(String(value));
  if (!match) return undefined;
  const [, sign, number, suffix = ''] = match;
  const [whole, fraction = ''] = number.split('.');
  const digits = BigInt((whole + fraction) || '0');
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
    if (Math.abs(exponent) > LARGEST_EXPONENT || fraction.length > LARGEST_EXPONENT) return undefined;
    const scale = exponent + 9 - fraction.length;
    nano = scale >= 0 ? digits * 10n ** BigInt(scale) : divideUp(digits, 10n ** BigInt(-scale));
  }
  return { nano: sign === '-' ? -nano : nano, format };
}

/** Less than, equal to or greater than zero, as `a` is less than, equal to or greater than `b`. */
export function compareQuantities(a: ParsedQuantity, b: ParsedQuantity): number {
  return a.nano < b.nano ? -1 : a.nano > b.nano ? 1 : 0;
}

/** The form in which the API server would return the quantity: `1024Mi` is `1Gi`, `1000m` is `1`. */
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
  let exponent = -9;
  let number = size;
  // Whole multiples of a thousand go into the suffix. Plain suffixes end at E.
  while (number % 1000n === 0n && (format === 'exponent' || exponent < 18)) {
    number /= 1000n;
    exponent += 3;
  }
  if (format === 'exponent') return `${sign}${number}${exponent === 0 ? '' : `e${exponent}`}`;
  return `${sign}${number}${DECIMAL.find(([, known]) => known === exponent)![0]}`;
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
