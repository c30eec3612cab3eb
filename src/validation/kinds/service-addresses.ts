/** Addresses of Services: those inside the cluster, their families, and those from outside. */
import { wrongName } from './field-names';
import { Finding } from '../../findings';
import { cidrProblems, Fields, ipProblems, isPartOf, parseCidr, valuesOf } from '../../kube';
import { duplicate, invalid } from '../../resource';
import { ASSIGNED_ADDRESS } from '../server-assigned';

/** Addresses and families of them; `asked` is what the manifest of a new Service says of them. */
export function addressProblems(spec: Fields, asked: Fields): Finding[] {
  const families = valuesOf(spec.ipFamilies);
  const isInside = spec.type !== 'ExternalName';
  return [
    ...(isInside ? clusterAddresses(spec, asked) : []),
    ...(isInside ? families : []).flatMap((family, index) =>
      families.indexOf(family) < index
        ? [duplicate(`spec.ipFamilies[${index}]`, family, 'list each family once')]
        : [],
    ),
    ...valuesOf(spec.externalIPs).flatMap((address, index) =>
      wrongName(
        `spec.externalIPs[${index}]`,
        address,
        outsideProblems,
        'use an address that others can reach',
      ),
    ),
    ...valuesOf(spec.loadBalancerSourceRanges).flatMap((range, index) =>
      wrongName(
        `spec.LoadBalancerSourceRanges[${index}]`,
        typeof range === 'string' ? range.trim() : range,
        cidrProblems,
        'use a range of addresses, such as 10.0.0.0/8',
      ),
    ),
  ];
}

function clusterAddresses(spec: Fields, asked: Fields): Finding[] {
  const field = 'spec.clusterIPs';
  const addresses = valuesOf(spec.clusterIPs);
  const remedy = 'set the same address in both, or let the server assign one';
  const wrong = (why: string) => [invalid(field, addresses, why, remedy)];
  const isAsked = valuesOf(asked.clusterIPs).length > 0;
  if (isAsked && (asked.clusterIP ?? '') === '') {
    return wrong('must be empty when `clusterIP` is not specified');
  }
  return [
    ...(isAsked && valuesOf(asked.clusterIPs)[0] !== asked.clusterIP
      ? wrong('first value must match `clusterIP`')
      : []),
    ...(addresses[0] === 'None' && addresses.length > 1
      ? wrong("'None' must be the first and only value")
      : []),
    ...addresses.flatMap((address, index) =>
      address === ASSIGNED_ADDRESS || (index === 0 && address === 'None')
        ? []
        : wrongName(`${field}[${index}]`, address, ipProblems, remedy),
    ),
  ];
}

/** Addresses that lead nowhere. */
const NOWHERE: readonly (readonly [range: string, why: string])[] = [
  ['0.0.0.0/32', 'may not be unspecified (0.0.0.0)'],
  ['::/128', 'may not be unspecified (::)'],
  ['127.0.0.0/8', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  ['::1/128', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  ['169.254.0.0/16', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
  ['fe80::/10', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
  ['224.0.0.0/24', 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
  ['ff02::/16', 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
];

function outsideProblems(address: string): readonly string[] {
  const found = ipProblems(address);
  if (found.length > 0) return found;
  const one = parseCidr(`${address}/${address.includes(':') ? 128 : 32}`)!;
  return NOWHERE.filter(([range]) => {
    const outer = parseCidr(range)!;
    return isPartOf({ ...one, length: one.length + 1 }, outer);
  }).map(([, why]) => why);
}
