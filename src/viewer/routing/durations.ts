/**
 * Durations as routes have them: Go's for Istio, and the narrower ones of the Gateway API
 * (GEP-2257).
 */
import { DURATION_UNITS as NANOSECONDS, parseDuration } from '../../kube';

const GATEWAY = /^([0-9]{1,5}(h|m|s|ms)){1,4}$/;
const MILLISECOND = NANOSECONDS.ms;

/** Whether the Gateway API takes the duration. */
export function isGatewayDuration(text: string): boolean {
  return GATEWAY.test(text);
}

/** Whether Istio takes the duration as a timeout. */
export function isIstioTimeout(text: string): boolean {
  return (parseDuration(text) ?? 0n) >= MILLISECOND;
}

/** The same duration as the Gateway API spells it; undefined if it cannot. */
export function gatewaySpelling(text: string): string | undefined {
  const nanoseconds = parseDuration(text);
  if (nanoseconds === undefined || nanoseconds < 0n || nanoseconds % MILLISECOND !== 0n) {
    return undefined;
  }
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
