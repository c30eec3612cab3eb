/**
 * IP addresses and ranges of them (CIDR), as Kubernetes reads them. The words are those of
 * k8s.io/apimachinery `util/validation`.
 */
import { isIP } from './ip';

/** Addresses that have their first bits in common. */
export interface AddressRange {
  readonly family: 4 | 6;
  /** The address that it is written with, as a number. */
  readonly address: bigint;
  /** How many bits all of them have in common. */
  readonly length: number;
}

interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
  /** Whether a number in it begins with a zero too many, which some programs take for octal. */
  readonly hasZeros: boolean;
}

const BITS = { 4: 32, 6: 128 };
const ADDRESSES_OF_IPV4 = 2n ** 32n;
/** What IPv6 addresses begin with that stand for addresses of IPv4. */
const MAPPED = 0xffffn;

/** What is wrong with an IP address; nothing if it is one. */
export function ipProblems(text: string): string[] {
  const address = addressOf(text);
  if (!address) return ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];
  if (address.hasZeros) return ['must not have leading 0s'];
  return isMapped(address) ? ['must not be an IPv4-mapped IPv6 address'] : [];
}

/** What is wrong with a range of addresses, such as `10.0.0.0/8`; nothing if it is one. */
export function cidrProblems(text: string): string[] {
  const read = readRange(text);
  if (!read) return ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'];
  if (read.address.hasZeros) return ['must not have leading 0s in IP or prefix length'];
  if (isMapped(read.address)) return ['must not have an IPv4-mapped IPv6 address'];
  return read.address.value % sizeOf(read.address.family, read.length) === 0n
    ? []
    : ['must not have bits set beyond the prefix length'];
}

/**
 * The range that a text means; undefined if it means none. One of which `cidrProblems` tells only
 * its spelling is read all the same.
 */
export function parseCidr(text: string): AddressRange | undefined {
  const read = readRange(text);
  return read && { family: read.address.family, address: read.address.value, length: read.length };
}

/** Whether a range is a part of another one, and smaller. */
export function isPartOf(inner: AddressRange, outer: AddressRange): boolean {
  const size = sizeOf(outer.family, outer.length);
  return (
    inner.family === outer.family &&
    inner.length > outer.length &&
    inner.address / size === outer.address / size
  );
}

/** How many addresses a range has. */
function sizeOf(family: 4 | 6, length: number): bigint {
  return 2n ** BigInt(BITS[family] - length);
}

function readRange(
  text: string,
): { readonly address: Address; readonly length: number } | undefined {
  const slash = text.indexOf('/');
  const address = slash < 0 ? undefined : addressOf(text.slice(0, slash));
  const digits = text.slice(slash + 1);
  if (!address || !/^[0-9]+$/.test(digits) || Number(digits) > BITS[address.family]) {
    return undefined;
  }
  const hasZeros = address.hasZeros || String(Number(digits)) !== digits;
  return { address: { ...address, hasZeros }, length: Number(digits) };
}

function addressOf(text: string): Address | undefined {
  if (text.includes('%')) return undefined;
  const hasZeros = isIP(text) === 0;
  const plain = hasZeros ? text.replace(/(^|[.:])0+(?=[0-9a-f])/gi, '$1') : text;
  switch (isIP(plain)) {
    case 4:
      return { family: 4, value: valueOf(plain.split('.').map(Number), 8), hasZeros };
    case 6:
      return { family: 6, value: valueOf(groupsOf(plain), 16), hasZeros };
    default:
      return undefined;
  }
}

/** The eight groups of an address of IPv6: two colons stand for as many zeros as are missing. */
function groupsOf(text: string): number[] {
  const [before, after = []] = text
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':').flatMap(groupOf)));
  return [
    ...before,
    ...Array.from({ length: 8 - before.length - after.length }, () => 0),
    ...after,
  ];
}

/** The last two groups may be written as an address of IPv4. */
function groupOf(text: string): number[] {
  if (!text.includes('.')) return [Number.parseInt(text, 16)];
  const [a, b, c, d] = text.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

function valueOf(parts: readonly number[], bits: number): bigint {
  return parts.reduce((value, part) => value * 2n ** BigInt(bits) + BigInt(part), 0n);
}

function isMapped({ family, value }: Address): boolean {
  return family === 6 && value / ADDRESSES_OF_IPV4 === MAPPED;
}
