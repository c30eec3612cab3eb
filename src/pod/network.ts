/**
 * A pod's place in the network and on its node: its own name, the names that it knows, and what it
 * shares with the node.
 */
import { Finding, isNot, show, violation, violationOf } from '../findings';
import { isIP, isIpAddress, MAX_SUBDOMAIN_LENGTH, subdomainProblems } from '../kube';
import {
  Fields,
  fieldsOf,
  isGiven,
  listOf,
  textOf,
  textsOf,
  valuesOf,
  checkLabelName,
} from '../object';
import { POD_RULES as RULES } from './rules';

const host = violationOf(RULES.host);
const dns = violationOf(RULES.dns);

const MAX_NAME_SERVERS = 3;
const MAX_SEARCHES = 32;
const MAX_SEARCH_LENGTH = 2048;
const MAX_HOST_NAME = 64;
const SEARCH = /^[a-z0-9_]([-_a-z0-9]*[a-z0-9_])?(\.[a-z0-9_]([-_a-z0-9]*[a-z0-9_])?)*$/;

/** Findings on what a pod shares with its node. */
export function checkHost(pod: Fields, path: string): Finding[] {
  const contexts = ['containers', 'initContainers'].flatMap((list) =>
    listOf(pod[list]).map((container, index) => ({ container, at: `${path}.${list}[${index}]` })),
  );
  return [
    ...(pod.hostPID === true && pod.shareProcessNamespace === true
      ? [
          host(
            `${path}.shareProcessNamespace`,
            'the containers already share the processes of the node, because hostPID is true',
            'remove one of them',
            { field: `${path}.securityContext.shareProcessNamespace` },
          ),
        ]
      : []),
    ...(pod.hostUsers !== false
      ? []
      : [
          ...['hostIPC', 'hostNetwork', 'hostPID']
            .filter((name) => pod[name] === true)
            .map((name) =>
              host(
                `${path}.${name}`,
                `${name} is true, but hostUsers is false`,
                'remove one of them',
              ),
            ),
          ...contexts
            .filter(({ container }) => valuesOf(container.volumeDevices).length > 0)
            .map(({ at }) =>
              host(
                `${at}.volumeDevices`,
                'devices cannot be used in a user namespace, but hostUsers is false',
                'remove one of them',
              ),
            ),
        ]),
    ...(pod.hostUsers === false
      ? []
      : contexts
          .filter(({ container }) => fieldsOf(container.securityContext).procMount === 'Unmasked')
          .map(({ at }) =>
            host(
              `${at}.securityContext.procMount`,
              'Unmasked is for pods with a user namespace',
              'set hostUsers: false, or use Default',
            ),
          )),
  ];
}

export function checkHostName(
  { hostname, subdomain, hostnameOverride, setHostnameAsFQDN, hostNetwork }: Fields,
  path: string,
): Finding[] {
  const name = textOf(hostnameOverride);
  const reason =
    setHostnameAsFQDN === true
      ? 'setHostnameAsFQDN'
      : hostNetwork === true
        ? 'hostNetwork'
        : undefined;
  return [
    ...(
      [
        ['hostname', hostname],
        ['subdomain', subdomain],
      ] as const
    ).flatMap(([field, value]) =>
      textOf(value) === '' ? [] : checkLabelName(value, `${path}.${field}`, RULES.host),
    ),
    ...(!isGiven(hostnameOverride)
      ? []
      : [
          ...(reason === undefined
            ? []
            : [
                host(
                  `${path}.hostnameOverride`,
                  `the host name is a different one, because ${reason} is true`,
                  'remove one of them',
                ),
              ]),
          ...[
            ...subdomainProblems(name),
            ...(name.length > MAX_HOST_NAME
              ? [`must be no more than ${MAX_HOST_NAME} characters`]
              : []),
          ].map((problem) =>
            host(
              `${path}.hostnameOverride`,
              `${show(name)}: ${problem}`,
              'use at most 64 lower-case letters, digits, dashes and dots',
            ),
          ),
        ]),
  ];
}

/** Findings on how a pod finds other names. */
export function checkDns({ dnsPolicy, dnsConfig, hostAliases }: Fields, path: string): Finding[] {
  const { nameservers, searches, options } = fieldsOf(dnsConfig);
  const servers = valuesOf(nameservers);
  const domains = textsOf(searches);
  const field = `${path}.dnsConfig`;
  return [
    ...(dnsPolicy === 'None' && servers.length === 0
      ? [
          violation(
            RULES.dns,
            `${field}.nameservers`,
            'the policy None requires a name server',
            'add at least one',
            isGiven(dnsConfig) ? undefined : { field },
          ),
        ]
      : []),
    ...(servers.length > MAX_NAME_SERVERS
      ? [
          dns(
            `${field}.nameservers`,
            `there are ${servers.length} name servers`,
            `use at most ${MAX_NAME_SERVERS}`,
          ),
        ]
      : []),
    ...servers.flatMap((address, index) =>
      addressFindings(address, `${field}.nameservers[${index}]`),
    ),
    ...(domains.length > MAX_SEARCHES
      ? [
          dns(
            `${field}.searches`,
            `there are ${domains.length} domains`,
            `use at most ${MAX_SEARCHES}`,
          ),
        ]
      : []),
    ...(domains.join(' ').length > MAX_SEARCH_LENGTH
      ? [
          dns(
            `${field}.searches`,
            `the domains have ${domains.join(' ').length} characters together`,
            `use at most ${MAX_SEARCH_LENGTH}`,
          ),
        ]
      : []),
    ...domains.flatMap((domain, index) =>
      isSearch(domain)
        ? []
        : [
            dns(
              `${field}.searches[${index}]`,
              `${show(domain)} is not a valid domain`,
              'use one such as example.com',
            ),
          ],
    ),
    ...listOf(options).flatMap(({ name }, index) =>
      textOf(name) === ''
        ? [
            dns(
              `${field}.options[${index}].name`,
              'the option has no name',
              'use one such as ndots',
              { field: `${field}.options[${index}]` },
            ),
          ]
        : [],
    ),
    ...listOf(hostAliases).flatMap(({ ip, hostnames }, index) => [
      ...addressFindings(ip, `${path}.hostAliases[${index}].ip`),
      ...textsOf(hostnames).flatMap((name, place) =>
        subdomainProblems(name).map((problem) =>
          dns(
            `${path}.hostAliases[${index}].hostnames[${place}]`,
            `${show(name)}: ${problem}`,
            'use a name such as db.example.com',
          ),
        ),
      ),
    ]),
  ];
}

/** Addresses of the one family that are written as those of the other are refused. */
function addressFindings(address: unknown, path: string): Finding[] {
  const text = textOf(address);
  const isMapped =
    isIP(text) !== 4 &&
    /^(0*:)*:?(0+:)*ffff:(\d+\.\d+\.\d+\.\d+|[0-9a-f]{1,4}:[0-9a-f]{1,4})$/i.test(text);
  return isIpAddress(text) && !isMapped
    ? []
    : [dns(path, isNot(address, 'a valid', 'IP address'), 'use one such as 10.0.0.10')];
}

function isSearch(domain: string): boolean {
  const name = domain.replace(/\.$/, '');
  return domain === '.' || (SEARCH.test(name) && name.length <= MAX_SUBDOMAIN_LENGTH);
}
