/** Endpoints: the addresses behind a Service, by hand or by a controller. */
import { domainNameProblems, repeats, wrongName } from './field-names';
import { KindRules } from './kind';
import { outsideProblems } from './service-addresses';
import { Finding } from '../../findings';
import {
  Fields,
  fieldsOf,
  ipProblems,
  isFields,
  labelProblems,
  textOf,
  valuesOf,
} from '../../kube';
import { listAt } from '../../model';
import { duplicate, invalid, required, tooMany } from '../../resource';

export const ENDPOINT_RULES: { readonly [kindKey: string]: KindRules } = {
  'discovery.k8s.io/EndpointSlice': { invalid: sliceProblems },
  '/Endpoints': { invalid: ({ subsets }) => valuesOf(subsets).flatMap(subsetProblems) },
};

function sliceProblems(slice: Fields): Finding[] {
  return [
    ...namedTwice(listAt(slice, 'ports'), 'ports'),
    ...listAt(slice, 'endpoints').flatMap((endpoint, index) => {
      const path = `endpoints[${index}]`;
      return [
        ...addressProblems(endpoint, slice.addressType, `${path}.addresses`),
        ...['forZones', 'forNodes'].flatMap((field) =>
          hintProblems(listAt(endpoint, `hints.${field}`), `${path}.hints.${field}`),
        ),
      ];
    }),
  ];
}

const MOST_HINTS = 8;
const MOST_ADDRESSES = 100;

function hintProblems(hints: readonly Fields[], path: string): Finding[] {
  return hints.length > MOST_HINTS
    ? [tooMany(path, hints.length, MOST_HINTS, 'use fewer')]
    : namedTwice(hints, path);
}

/** Ports without a name have the empty one. */
function namedTwice(list: readonly Fields[], path: string): Finding[] {
  const names = list.map(({ name }) => textOf(name));
  const isTwice = repeats(names);
  return names.flatMap((name, index) =>
    isTwice[index] ? [duplicate(`${path}[${index}].name`, name, 'use a unique name')] : [],
  );
}

const AN_ADDRESS = 'use an address of a pod';

function addressProblems({ addresses }: Fields, type: unknown, path: string): Finding[] {
  const list = valuesOf(addresses);
  if (list.length === 0) {
    return [required(path, 'list the addresses', 'must contain at least 1 address')];
  }
  const found =
    list.length > MOST_ADDRESSES ? [tooMany(path, list.length, MOST_ADDRESSES, 'use fewer')] : [];
  const wrong = list.flatMap((address, index) => {
    const at = `${path}[${index}]`;
    const text = textOf(address);
    if (type === 'FQDN') {
      return text === ''
        ? [required(at, 'write it')]
        : wrongName(at, text.replace(/\.$/, ''), hostProblems, 'use the name of a host');
    }
    if (type !== 'IPv4' && type !== 'IPv6') return [];
    const isOther = ipProblems(text).length === 0 && text.includes(':') !== (type === 'IPv6');
    return [
      ...(isOther ? [invalid(path, text, `must be an ${type} address`, AN_ADDRESS)] : []),
      ...wrongName(at, text, outsideProblems, AN_ADDRESS),
    ];
  });
  return [...found, ...wrong];
}

/** Each part of a host's name is a label. */
function hostProblems(name: string): string[] {
  const found = domainNameProblems(name, 2);
  return found.length > 0 ? found : name.split('.').flatMap(labelProblems);
}

function subsetProblems(subset: unknown, index: number): Finding[] {
  const path = `subsets[${index}]`;
  const { addresses, notReadyAddresses, ports } = fieldsOf(subset);
  const why = 'must specify `addresses` or `notReadyAddresses`';
  return [
    ...(valuesOf(addresses).length + valuesOf(notReadyAddresses).length === 0
      ? [required(path, 'list the addresses', why)]
      : []),
    ...Object.entries({ addresses, notReadyAddresses }).flatMap(([field, list]) =>
      valuesOf(list).flatMap((one, number) => {
        const { ip } = fieldsOf(one);
        // A missing address is a fault of its type.
        return wrongName(`${path}.${field}[${number}].ip`, ip, outsideProblems, AN_ADDRESS);
      }),
    ),
    ...(valuesOf(ports).length > 1
      ? valuesOf(ports).flatMap((port, number) =>
          isFields(port) && textOf(port.name) === ''
            ? [required(`${path}.ports[${number}].name`, 'name each of several ports')]
            : [],
        )
      : []),
  ];
}
