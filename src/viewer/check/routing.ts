/** The gateway, the hosts and the parents of a route. */
import { Finding, show, violation } from '../../findings';
import { append, labelProblems, stableJson, subdomainProblems } from '../../kube';
import { checkLabels } from '../../storage/core';
import { VIEWER_RULES as RULES } from '../rules';
import { RoutingSpec, Texts, ViewerSpec } from '../spec';

const VIRTUAL_SERVICE_VERSIONS = [
  'networking.istio.io/v1',
  'networking.istio.io/v1beta1',
  'networking.istio.io/v1alpha3',
];
const MAX_PARENTS = 32;
const MAX_HOSTNAMES = 16;
/** The gateway that stands for all sidecars. */
const MESH = 'mesh';

export function checkRouting({ routing, clusterDomain, annotations }: ViewerSpec): Finding[] {
  return [...checkKind(routing, annotations), ...checkClusterDomain(clusterDomain, routing)];
}

function checkKind(routing: RoutingSpec, common: Texts | undefined): Finding[] {
  switch (routing.kind) {
    case 'virtualService':
      return checkVirtualService(routing);
    case 'httpRoute':
      return checkHttpRoute(routing);
    case 'ingress':
      return checkIngress(routing, common);
    default:
      return [];
  }
}

function checkVirtualService({
  gateway,
  apiVersion,
  hosts = ['*'],
}: RoutingSpec & { kind: 'virtualService' }): Finding[] {
  const findings: Finding[] = [];
  const parts = gateway.split('/');
  const isName = subdomainProblems(parts[parts.length - 1]).length === 0;
  const isReference =
    isName && (parts.length === 1 || (parts.length === 2 && labelProblems(parts[0]).length === 0));
  if (!isReference) {
    findings.push(
      wrong(
        'gateway',
        `${show(gateway)} is not a valid gateway`,
        'use namespace/name, such as kubeflow/kubeflow-gateway, or the name of a gateway in this namespace',
      ),
    );
  }
  if (apiVersion !== undefined && !VIRTUAL_SERVICE_VERSIONS.includes(apiVersion)) {
    findings.push(
      wrong(
        'apiVersion',
        `${show(apiVersion)} is not a valid version of VirtualService`,
        `must be one of ${VIRTUAL_SERVICE_VERSIONS.join(', ')}`,
      ),
    );
  }
  if (hosts.length === 0) {
    findings.push(
      violation(
        RULES.host,
        'routing.hosts',
        'the list is empty, so no request matches',
        'remove it to accept all hosts of the gateway',
      ),
    );
  }
  hosts.forEach((host, index) => {
    const path = `routing.hosts[${index}]`;
    if (host === '*' && gateway === MESH) {
      findings.push(
        violation(
          RULES.host,
          path,
          'the host * is not allowed with the gateway mesh',
          'set the hosts, or use another gateway',
        ),
      );
    } else if (host !== '*') {
      append(findings, checkHost(host, path));
    }
  });
  return findings;
}

function checkHttpRoute({
  parentRefs,
  hostnames = [],
}: RoutingSpec & { kind: 'httpRoute' }): Finding[] {
  const findings: Finding[] = [];
  if (parentRefs.length === 0) {
    findings.push(
      wrong(
        'parentRefs',
        'the route has no parent, so no gateway accepts it',
        'use the name of a Gateway',
      ),
    );
  }
  if (parentRefs.length > MAX_PARENTS) {
    findings.push(
      wrong(
        'parentRefs',
        `the route has ${parentRefs.length} parents`,
        `use at most ${MAX_PARENTS}`,
      ),
    );
  }
  parentRefs.forEach(({ name, namespace, sectionName, port }, index) => {
    const at = `parentRefs[${index}]`;
    for (const problem of subdomainProblems(name)) {
      findings.push(wrong(`${at}.name`, `${show(name)}: ${problem}`, 'use the name of a Gateway'));
    }
    for (const problem of namespace === undefined ? [] : labelProblems(namespace)) {
      findings.push(
        wrong(`${at}.namespace`, `${show(namespace)}: ${problem}`, 'use the name of a namespace'),
      );
    }
    for (const problem of sectionName === undefined ? [] : subdomainProblems(sectionName)) {
      findings.push(
        wrong(
          `${at}.sectionName`,
          `${show(sectionName)}: ${problem}`,
          'use the name of a listener',
        ),
      );
    }
    if (port !== undefined && !isPort(port)) {
      findings.push(
        wrong(`${at}.port`, `${show(port)} is not a valid port`, 'use a number from 1 to 65535'),
      );
    }
  });
  append(findings, checkDistinct(parentRefs));
  if (hostnames.length > MAX_HOSTNAMES) {
    findings.push(
      violation(
        RULES.host,
        'routing.hostnames',
        `there are ${hostnames.length} hostnames`,
        `use at most ${MAX_HOSTNAMES}`,
      ),
    );
  }
  hostnames.forEach((host, index) => {
    const path = `routing.hostnames[${index}]`;
    if (host === '*') {
      findings.push(
        violation(
          RULES.host,
          path,
          '"*" is not a valid hostname of an HTTPRoute',
          'remove hostnames to accept all hosts of the gateway',
        ),
      );
    } else {
      append(findings, checkHost(host, path));
    }
  });
  return findings;
}

/** The Gateway API tells several references to one Gateway apart by sectionName alone. */
function checkDistinct(
  parentRefs: readonly {
    readonly name: string;
    readonly namespace?: string;
    readonly sectionName?: string;
  }[],
): Finding[] {
  const groups = new Map<string, { readonly index: number; readonly sectionName?: string }[]>();
  parentRefs.forEach(({ name, namespace, sectionName }, index) => {
    const key = stableJson([namespace ?? '', name]);
    groups.set(key, [...(groups.get(key) ?? []), { index, sectionName }]);
  });
  return [...groups.values()].flatMap((group) =>
    group.slice(1).flatMap(({ index, sectionName }, at) => {
      const earlier = group.slice(0, at + 1);
      const isTold =
        sectionName !== undefined &&
        earlier.every(
          (other) => other.sectionName !== undefined && other.sectionName !== sectionName,
        );
      return isTold
        ? []
        : [
            wrong(
              `parentRefs[${index}]`,
              `it is the same parent as parentRefs[${earlier[0].index}]`,
              'remove it, or set a different sectionName in each',
            ),
          ];
    }),
  );
}

function checkIngress(
  { ingressClassName, host, tlsSecretName, annotations = {} }: RoutingSpec & { kind: 'ingress' },
  common: Texts | undefined,
): Finding[] {
  const at = 'routing.annotations';
  const names = [
    ['ingressClassName', ingressClassName, 'an IngressClass'],
    ['tlsSecretName', tlsSecretName, 'a Secret'],
  ] as const;
  return [
    ...names.flatMap(([field, name, kind]) =>
      name === undefined
        ? []
        : subdomainProblems(name).map((problem) =>
            wrong(field, `${show(name)}: ${problem}`, `use the name of ${kind}`),
          ),
    ),
    ...(host === undefined ? [] : checkHost(host, 'routing.host')),
    // The Ingress has those of all objects, too; what is wrong with one of these is told there.
    ...checkLabels({ ...common, ...annotations }, at, false).filter(
      ({ path }) => path === at || Object.hasOwn(annotations, path.slice(at.length + 1)),
    ),
  ];
}

function checkClusterDomain(domain: string | undefined, routing: RoutingSpec): Finding[] {
  if (domain === undefined) return [];
  if (routing.kind !== 'virtualService') {
    return [
      violation(
        RULES.optionIgnored,
        'clusterDomain',
        'clusterDomain has no effect without a VirtualService',
        'remove it',
      ),
    ];
  }
  return subdomainProblems(domain).map((problem) =>
    violation(
      RULES.host,
      'clusterDomain',
      `${show(domain)}: ${problem}`,
      'use a domain, such as cluster.local',
    ),
  );
}

/** Host names with at most one star, at their beginning; addresses are none. */
function checkHost(host: string, path: string): Finding[] {
  const isAddress = /^[0-9.]+$/.test(host);
  const isName = subdomainProblems(host.replace(/^\*\./, '')).length === 0;
  return isName && !isAddress
    ? []
    : [
        violation(
          RULES.host,
          path,
          `${show(host)} is not a valid host name`,
          'use one such as files.example.com or *.example.com',
        ),
      ];
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65535;
}

function wrong(field: string, message: string, remedy: string): Finding {
  return violation(RULES.routing, `routing.${field}`, message, remedy);
}
