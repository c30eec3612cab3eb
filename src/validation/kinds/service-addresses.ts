/** Addresses of Services: those inside the cluster, their families, and those from outside. */
import { repeats, wrongName } from './field-names';
import { Finding } from '../../findings';
import { cidrProblems, Fields, ipProblems, isPartOf, parseCidr, valuesOf } from '../../kube';
import { duplicate, invalid, unsupported } from '../../resource';
import { ASSIGNED_ADDRESS } from '../server-assigned';

/** Addresses and families of them; `asked` is what the manifest of a new Service says of them. */
export function addressProblems(spec: Fields, asked?: Fields): Finding[] {
  const families = valuesOf(spec.ipFamilies);
  const isInside = spec.type !== 'ExternalName';
  const ofFamilies = isInside ? familyProblems(families) : [];
  const ofAddresses = isInside ? clusterAddresses(spec, asked ?? {}) : [];
  const isRight =
    asked !== undefined && isInside && ofFamilies.length === 0 && ofAddresses.length === 0;
  return [
    ...ofAddresses,
    ...ofFamilies,
    ...(isRight ? stackProblems(spec, families) : []),
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

/** Families of addresses, in the order in which a Service with both gets them. */
export const FAMILIES: readonly string[] = ['IPv4', 'IPv6'];

function familyProblems(families: readonly unknown[]): Finding[] {
  const isTwice = repeats(families);
  return families.flatMap((family, index) => {
    const field = `spec.ipFamilies[${index}]`;
    return [
      // Others are refused by their type.
      ...(family === '' ? [unsupported(field, family, FAMILIES)] : []),
      ...(isTwice[index] ? [duplicate(field, family, 'list each family once')] : []),
    ];
  });
}

/** Problems of addresses by their families: at most one of each, in the order of these. */
function stackProblems(spec: Fields, families: readonly unknown[]): Finding[] {
  const addresses = valuesOf(spec.clusterIPs).filter(
    (address) => address !== ASSIGNED_ADDRESS && address !== 'None',
  );
  const own = addresses.map((address) => (String(address).includes(':') ? 'IPv6' : 'IPv4'));
  const wrong = (why: string) => [
    invalid('spec.clusterIPs', addresses, why, 'set at most one address of each family'),
  ];
  if (addresses.length > 2) return wrong('may only hold up to 2 values');
  if (new Set(own).size < own.length) {
    return wrong('may specify no more than one IP for each IP family');
  }
  const misplaced = own.flatMap((family, index) =>
    index >= families.length || families[index] === family
      ? []
      : [
          invalid(
            `spec.clusterIPs[${index}]`,
            addresses[index],
            `expected an ${String(families[index])} value as indicated by \`ipFamilies[${index}]\``,
            'list the families in the order of the addresses',
          ),
        ],
  );
  if (misplaced.length > 0 || spec.ipFamilyPolicy !== 'SingleStack') return misplaced;
  return [
    { what: 'IP families', list: families },
    { what: 'cluster IPs', list: addresses },
  ].flatMap(({ what, list }) =>
    list.length < 2
      ? []
      : [
          invalid(
            'spec.ipFamilyPolicy',
            spec.ipFamilyPolicy,
            `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`,
            'use PreferDualStack, or list only one',
          ),
        ],
  );
}

function clusterAddresses(spec: Fields, asked: Fields): Finding[] {
  const field = 'spec.clusterIPs';
  const addresses = valuesOf(spec.clusterIPs);
  const remedy = 'set the same address in both, or let the server assign one';
  const wrong = (why: string) => [invalid(field, addresses, why, remedy)];
  const isAsked = valuesOf(asked.clusterIPs).length > 0;
  if (isAsked && (asked.clusterIP ?? '') === '') {
    const why = 'must be empty when `clusterIP` is not specified';
    return [...wrong(why), ...brokenAddresses(addresses, remedy)];
  }
  return [
    ...(isAsked && valuesOf(asked.clusterIPs)[0] !== asked.clusterIP
      ? wrong('first value must match `clusterIP`')
      : []),
    ...(addresses[0] === 'None' && addresses.length > 1
      ? wrong("'None' must be the first and only value")
      : []),
    ...brokenAddresses(addresses, remedy),
  ];
}

function brokenAddresses(addresses: readonly unknown[], remedy: string): Finding[] {
  return addresses.flatMap((address, index) =>
    address === ASSIGNED_ADDRESS || (index === 0 && address === 'None')
      ? []
      : wrongName(`spec.clusterIPs[${index}]`, address, ipProblems, remedy),
  );
}

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

/** What is wrong with an address that others are to reach. */
export function outsideProblems(address: string): readonly string[] {
  const found = ipProblems(address);
  if (found.length > 0) return found;
  const one = parseCidr(`${address}/${address.includes(':') ? 128 : 32}`)!;
  return NOWHERE.filter(([range]) => {
    const outer = parseCidr(range)!;
    return isPartOf({ ...one, length: one.length + 1 }, outer);
  }).map(([, why]) => why);
}
