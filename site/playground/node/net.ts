/** `node:net` in the browser: which texts are IP addresses. */

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
const GROUP = /^[0-9a-f]{1,4}$/i;
const ZONE = /%[\w.:-]+$/;

/** 4 or 6, the version of the address; 0 for what is not an address. */
export function isIP(text: string): number {
  if (IPV4.test(text)) return 4;
  return isIPv6(text.replace(ZONE, '')) ? 6 : 0;
}

function isIPv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1);
  const hasIPv4 = last !== undefined && !text.endsWith('::') && IPV4.test(last);
  const hex = hasIPv4 ? groups.slice(0, -1) : groups;
  const length = hex.length + (hasIPv4 ? 2 : 0);
  return (
    hex.every((group) => GROUP.test(group)) && (halves.length === 2 ? length < 8 : length === 8)
  );
}
