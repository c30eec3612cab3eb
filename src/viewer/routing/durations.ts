/** Durations as routes have them: Go's for Istio, and the narrower ones of the Gateway API (GEP-2257). */

const NANOSECONDS: { readonly [unit: string]: bigint } = {
  ns: 1n, us: 1000n, µs: 1000n, μs: 1000n, ms: 1_000_000n, s: 1_000_000_000n, m: 60_000_000_000n, h: 3_600_000_000_000n,
};
const PART = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g;
const GO = new RegExp(`^[-+]?(0|(${PART.source})+)$`);
const GATEWAY = /^([0-9]{1,5}(h|m|s|ms)){1,4}$/;
const MILLISECOND = NANOSECONDS.ms;
/** The longest that Go can hold. */
const LONGEST = 2n ** 63n - 1n;

/** The nanoseconds of a duration of Go (`time.ParseDuration`); undefined if it is none. */
export function goDuration(text: string): bigint | undefined {
  if (!GO.test(text)) return undefined;
  let sum = 0n;
  for (const [, number, unit] of text.matchAll(PART)) {
    const [whole, fraction = ''] = number.split('.');
    sum += BigInt((whole + fraction) || '0') * NANOSECONDS[unit] / 10n ** BigInt(fraction.length);
  }
  if (sum > LONGEST) return undefined;
  return text.startsWith('-') ? -sum : sum;
}

/** Whether the Gateway API takes the duration. */
export function isGatewayDuration(text: string): boolean {
  return GATEWAY.test(text);
}

/** Whether Istio takes the duration as a timeout. */
export function isIstioTimeout(text: string): boolean {
  return (goDuration(text) ?? 0n) >= MILLISECOND;
}

/** The same duration as the Gateway API spells it; undefined if it cannot. */
export function gatewaySpelling(text: string): string | undefined {
  const nanoseconds = goDuration(text);
  if (nanoseconds === undefined || nanoseconds < 0n || nanoseconds % MILLISECOND !== 0n) return undefined;
  let left = nanoseconds;
  let spelled = '';
  for (const unit of ['h', 'm', 's', 'ms']) {
    const count = left / NANOSECONDS[unit];
    left %= NANOSECONDS[unit];
    if (count > 0n) spelled += `${count}${unit}`;
  }
  spelled ||= '0s';
  return isGatewayDuration(spelled) ? spelled : undefined;
}
