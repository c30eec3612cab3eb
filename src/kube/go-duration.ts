/** Durations as Go reads them (`time.ParseDuration`): `1h30m`, `1.5s`, `-2us`. */

export const DURATION_UNITS: { readonly [unit: string]: bigint } = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};
/**
 * A number and its unit. Each sign can belong to one part of it only, so that a text of any length
 * is read once.
 */
const PART = /(\d*)(?:\.(\d*))?([^.\d]+)/y;
/** A duration is an int64 of nanoseconds; below zero there is one more. */
const LARGEST = 2n ** 63n;
/** No larger whole number fits, whatever its unit is. */
const MOST_DIGITS = 19;
/** Of a fraction Go reads as many digits as fit. */
const MOST_DECIMALS = 18;

/** The nanoseconds of a duration; undefined if Go does not take the text for one. */
export function parseDuration(text: string): bigint | undefined {
  const isNegative = text.startsWith('-');
  const amount = isNegative || text.startsWith('+') ? text.slice(1) : text;
  if (amount === '0') return 0n;
  const size = sumOf(amount);
  if (size === undefined || size > (isNegative ? LARGEST : LARGEST - 1n)) return undefined;
  return isNegative ? -size : size;
}

function sumOf(amount: string): bigint | undefined {
  let sum = 0n;
  PART.lastIndex = 0;
  do {
    const [, whole, fraction = '', unit] = PART.exec(amount) ?? [];
    const size = unit === undefined ? undefined : sizeOf(whole, fraction, unit);
    if (size === undefined) return undefined;
    sum += size;
    if (sum > LARGEST) return undefined;
  } while (PART.lastIndex < amount.length);
  return sum;
}

function sizeOf(whole: string, fraction: string, unit: string): bigint | undefined {
  const digits = withoutLeadingZeros(whole);
  if (
    (whole === '' && fraction === '') ||
    !Object.hasOwn(DURATION_UNITS, unit) ||
    digits.length > MOST_DIGITS
  ) {
    return undefined;
  }
  const decimals = fraction.slice(0, MOST_DECIMALS);
  return (
    (BigInt(`${digits}${decimals}` || '0') * DURATION_UNITS[unit]) / 10n ** BigInt(decimals.length)
  );
}

function withoutLeadingZeros(digits: string): string {
  return digits.slice(/^0*/.exec(digits)![0].length);
}

/**
 * The duration as Go writes it, without parts of nothing: `1h30m`, `90.5s` is `1m30s500ms`.
 * Milliseconds are the least.
 */
export function durationText(seconds: number): string {
  let rest = Math.round(seconds * 1000);
  const parts = (
    [
      ['h', 3_600_000],
      ['m', 60_000],
      ['s', 1000],
      ['ms', 1],
    ] as const
  ).map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? `${count}${unit}` : '';
  });
  return parts.join('') || '0s';
}
