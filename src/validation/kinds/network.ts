/** Ingresses and network policies: what the API server asks of them. */
import { pathSegmentProblems, wrongName, wrongNameOf } from './field-names';
import { KindRules } from './kind';
import { Finding } from '../../findings';
import {
  cidrProblems,
  Fields,
  fieldsOf,
  isFields,
  isIP,
  isPartOf,
  labelProblems,
  parseCidr,
  subdomainProblems,
  valuesOf,
  textOf,
  portNameProblems,
} from '../../kube';
import { listAt } from '../../model';
import { required, invalid, forbidden } from '../../resource';

export const NETWORK_RULES: { readonly [kindKey: string]: KindRules } = {
  'networking.k8s.io/Ingress': { invalid: ingressProblems },
  'networking.k8s.io/NetworkPolicy': { invalid: policyProblems },
};

function ingressProblems(ingress: Fields): Finding[] {
  const { defaultBackend } = fieldsOf(ingress.spec);
  const rules = listAt(ingress, 'spec.rules');
  return [
    ...(rules.length === 0 && defaultBackend === undefined
      ? [invalid('spec', [], 'either `defaultBackend` or `rules` must be specified', 'add rules')]
      : []),
    ...(isFields(defaultBackend) ? backendProblems(defaultBackend, 'spec.defaultBackend') : []),
    ...rules.flatMap((rule, index) => ruleProblems(rule, `spec.rules[${index}]`)),
    ...listAt(ingress, 'spec.tls').flatMap((tls, index) => tlsProblems(tls, `spec.tls[${index}]`)),
    ...wrongNameOf(
      fieldsOf(ingress.spec),
      'spec',
      'ingressClassName',
      subdomainProblems,
      'use the name of a class',
    ),
  ];
}

function tlsProblems(tls: Fields, path: string): Finding[] {
  const hosts = valuesOf(tls.hosts);
  const remedy = 'use a name, such as shop.example.com';
  return [
    ...hosts.flatMap((host, index) =>
      wrongName(`${path}.hosts[${index}]`, host, domainProblems, remedy),
    ),
    ...wrongNameOf(tls, path, 'secretName', subdomainProblems, 'use the name of a Secret'),
  ];
}

function ruleProblems({ host, http }: Fields, path: string): Finding[] {
  const at = `${path}.http.paths`;
  const paths = isFields(http) ? listAt(http, 'paths') : [];
  return [
    ...(typeof host === 'string' && host !== ''
      ? hostProblems(host).map((why) =>
          invalid(`${path}.host`, host, why, 'use a name, such as shop.example.com'),
        )
      : []),
    ...(isFields(http) && paths.length === 0 ? [required(at, 'list the paths')] : []),
    ...paths.flatMap((one, index) => pathProblems(one, `${at}[${index}]`)),
  ];
}

function hostProblems(host: string): string[] {
  const found = isIP(host) ? ['must be a DNS name, not an IP address'] : [];
  return [...found, ...domainProblems(host)];
}

function domainProblems(host: string): string[] {
  if (!host.includes('*')) return subdomainProblems(host);
  return host.startsWith('*.') && subdomainProblems(host.slice(2)).length === 0
    ? []
    : ["a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain"];
}

/** What a path may not have in it, and at its end. */
const SEQUENCES = ['//', '/./', '/../', '%2f', '%2F'];
const SUFFIXES = ['/..', '/.'];

function pathProblems({ path, pathType, backend }: Fields, at: string): Finding[] {
  const text = textOf(path);
  if (pathType === undefined) {
    const remedy = 'use Prefix, Exact or ImplementationSpecific';
    return [required(`${at}.pathType`, remedy, 'pathType must be specified')];
  }
  const why: string[] = [];
  if (pathType === 'Exact' || pathType === 'Prefix') {
    if (!text.startsWith('/')) why.push('must be an absolute path');
    for (const one of SEQUENCES) if (text.includes(one)) why.push(`must not contain '${one}'`);
    for (const one of SUFFIXES) if (text.endsWith(one)) why.push(`cannot end with '${one}'`);
  } else if (pathType === 'ImplementationSpecific' && text !== '' && !text.startsWith('/')) {
    why.push('must be an absolute path');
  }
  const wrong = why.map((one) => invalid(`${at}.path`, text, one, 'begin the path with a slash'));
  return [...wrong, ...backendProblems(fieldsOf(backend), `${at}.backend`)];
}

function backendProblems({ resource, service }: Fields, path: string): Finding[] {
  if (resource !== undefined && service !== undefined) {
    return [
      invalid(path, '', 'cannot set both resource and service backends', 'remove one of them'),
    ];
  }
  if (service === undefined) {
    return resource === undefined
      ? [required(path, 'set service or resource', 'resource or service backend is required')]
      : resourceProblems(fieldsOf(resource), `${path}.resource`);
  }
  return [
    ...wrongNameOf(
      fieldsOf(service),
      `${path}.service`,
      'name',
      labelProblems,
      'use the name of a Service',
    ),
    ...portOfBackend(service, path),
  ];
}

function resourceProblems(resource: Fields, path: string): Finding[] {
  return [
    ...wrongNameOf(resource, path, 'apiGroup', subdomainProblems, 'set a group, or remove it'),
    ...['kind', 'name'].flatMap((field) =>
      wrongNameOf(resource, path, field, pathSegmentProblems, 'name an object'),
    ),
  ];
}

function portOfBackend(service: unknown, path: string): Finding[] {
  const { name, number } = fieldsOf(fieldsOf(service).port);
  const isNumbered = typeof number === 'number' && number !== 0;
  const at = `${path}.service.port`;
  if (typeof name === 'string' && isNumbered) {
    return [invalid(path, '', 'cannot set both port name & port number', 'remove one of them')];
  }
  if (typeof name === 'string') {
    return portNameProblems(name).map((why) =>
      invalid(`${at}.name`, name, why, 'use the name of a port'),
    );
  }
  if (!isNumbered) {
    return [
      required(path, 'set the name or the number of a port', 'port name or number is required'),
    ];
  }
  return number >= 1 && number <= MOST_PORT
    ? []
    : [invalid(`${at}.number`, number, 'must be between 1 and 65535, inclusive', 'use a port')];
}

const MOST_PORT = 65535;

const MOST_DIRECTIONS = 2;

function policyProblems(policy: Fields): Finding[] {
  const { policyTypes } = fieldsOf(policy.spec);
  const why = 'may not specify more than two policyTypes';
  return [
    ...directionProblems(policy),
    ...(Array.isArray(policyTypes) && policyTypes.length > MOST_DIRECTIONS
      ? [invalid('spec.policyTypes', policyTypes, why, 'list each once')]
      : []),
  ];
}

function directionProblems(policy: Fields): Finding[] {
  return [
    ['ingress', 'from'],
    ['egress', 'to'],
  ].flatMap(([direction, peers]) =>
    listAt(policy, `spec.${direction}`).flatMap((rule, index) => {
      const path = `spec.${direction}[${index}]`;
      return [
        ...listAt(rule, peers).flatMap((peer, number) =>
          peerProblems(peer, `${path}.${peers}[${number}]`),
        ),
        ...listAt(rule, 'ports').flatMap((port, number) =>
          portProblems(port, `${path}.ports[${number}]`),
        ),
      ];
    }),
  );
}

function peerProblems(
  { ipBlock, podSelector, namespaceSelector }: Fields,
  path: string,
): Finding[] {
  const isSelected = podSelector !== undefined || namespaceSelector !== undefined;
  if (ipBlock === undefined && !isSelected) {
    return [required(path, 'set podSelector, namespaceSelector or ipBlock', 'must specify a peer')];
  }
  if (ipBlock === undefined) return [];
  const why = 'may not specify both ipBlock and another peer';
  return [
    ...blockProblems(fieldsOf(ipBlock), `${path}.ipBlock`),
    ...(isSelected ? [forbidden(path, why, 'use a separate peer for each')] : []),
  ];
}

function blockProblems({ cidr, except }: Fields, path: string): Finding[] {
  const remedy = 'use a range of addresses, such as 10.0.0.0/8';
  const outer = typeof cidr === 'string' ? parseCidr(cidr) : undefined;
  const found = wrongName(`${path}.cidr`, cidr, cidrProblems, remedy);
  if (!outer || !Array.isArray(except)) return found;
  const isWithin = (text: string) => {
    const inner = parseCidr(text);
    return inner === undefined || isPartOf(inner, outer);
  };
  return [
    ...found,
    ...except.flatMap((one, index) =>
      wrongName(
        `${path}.except[${index}]`,
        one,
        (text) => [
          ...cidrProblems(text),
          ...(isWithin(text) ? [] : ['must be a strict subset of `cidr`']),
        ],
        'use a range within cidr',
      ),
    ),
  ];
}

function portProblems({ port, endPort }: Fields, path: string): Finding[] {
  const names =
    typeof port === 'string'
      ? portNameProblems(port).map((why) =>
          invalid(`${path}.port`, port, why, 'use the name of a port'),
        )
      : [];
  if (endPort === undefined) return names;
  const at = `${path}.endPort`;
  if (port === undefined) {
    return [invalid(at, endPort, 'may not be specified when `port` is not specified', 'set port')];
  }
  if (typeof port === 'string') {
    return [
      ...names,
      invalid(at, endPort, 'may not be specified when `port` is non-numeric', 'remove it'),
    ];
  }
  return Number(endPort) < Number(port)
    ? [invalid(at, port, 'must be greater than or equal to `port`', 'use at least port')]
    : [];
}
