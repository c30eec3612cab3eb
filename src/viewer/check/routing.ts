/** The gateway, the hosts and the parents of a route. */
import { Finding, show, violation } from '../../findings';
import { append, labelProblems, stableJson, subdomainProblems } from '../../kube';
import { checkLabels } from '../../storage/core';
import { VIEWER_RULES as RULES } from '../rules';
import { RoutingSpec, ViewerSpec } from '../spec';

const VIRTUAL_SERVICE_VERSIONS = ['networking.istio.io/v1', 'networking.istio.io/v1beta1', 'networking.istio.io/v1alpha3'];
const MAX_PARENTS = 32;
const MAX_HOSTNAMES = 16;
/** The gateway that stands for all sidecars. */
const MESH = 'mesh';

/** Findings on the route of a viewer. */
export function checkRouting({ routing, clusterDomain }: ViewerSpec): Finding[] {
  return [...checkKind(routing), ...checkClusterDomain(clusterDomain, routing)];
}

function checkKind(routing: RoutingSpec): Finding[] {
  switch (routing.kind) {
    case 'virtualService': return checkVirtualService(routing);
    case 'httpRoute': return checkHttpRoute(routing);
    case 'ingress': return checkIngress(routing);
    default: return [];
  }
}

function checkVirtualService({ gateway, apiVersion, hosts = ['*'] }: RoutingSpec & { kind: 'virtualService' }): Finding[] {
  const findings: Finding[] = [];
  const parts = gateway.split('/');
  const isName = subdomainProblems(parts[parts.length - 1]).length === 0;
  const isReference = isName && (parts.length === 1 || (parts.length === 2 && labelProblems(parts[0]).length === 0));
  if (!isReference) findings.push(wrong('gateway', `${show(gateway)} is no gateway`, 'give namespace/name, such as kubeflow/kubeflow-gateway, or the name of one in this namespace'));
  if (apiVersion !== undefined && !VIRTUAL_SERVICE_VERSIONS.includes(apiVersion)) {
    findings.push(wrong('apiVersion', `${show(apiVersion)} is no version of VirtualServices`, `give one of ${VIRTUAL_SERVICE_VERSIONS.join(', ')}`));
  }
  if (hosts.length === 0) findings.push(violation(RULES.host, 'routing.hosts', 'there is no host', 'leave hosts out: then all hosts of the gateway count'));
  hosts.forEach((host, index) => {
    const path = `routing.hosts[${index}]`;
    if (host === '*' && gateway === MESH) {
      findings.push(violation(RULES.host, path, 'the host * is not possible on the gateway mesh', 'give the hosts, or another gateway'));
    } else if (host !== '*') {
      append(findings, checkHost(host, path));
    }
  });
  return findings;
}

function checkHttpRoute({ parentRefs, hostnames = [] }: RoutingSpec & { kind: 'httpRoute' }): Finding[] {
  const findings: Finding[] = [];
  if (parentRefs.length === 0) findings.push(wrong('parentRefs', 'the route has no parent, so that no gateway takes it', 'give the name of a Gateway'));
  if (parentRefs.length > MAX_PARENTS) findings.push(wrong('parentRefs', `the route has ${parentRefs.length} parents`, `give at most ${MAX_PARENTS}`));
  parentRefs.forEach(({ name, namespace, sectionName, port }, index) => {
    const at = `parentRefs[${index}]`;
    for (const problem of subdomainProblems(name)) findings.push(wrong(`${at}.name`, `${show(name)}: ${problem}`, 'give the name of a Gateway'));
    for (const problem of namespace === undefined ? [] : labelProblems(namespace)) {
      findings.push(wrong(`${at}.namespace`, `${show(namespace)}: ${problem}`, 'give the name of a namespace'));
    }
    for (const problem of sectionName === undefined ? [] : subdomainProblems(sectionName)) {
      findings.push(wrong(`${at}.sectionName`, `${show(sectionName)}: ${problem}`, 'give the name of a listener'));
    }
    if (port !== undefined && !isPort(port)) findings.push(wrong(`${at}.port`, `${show(port)} is no port`, 'give a number from 1 to 65535'));
  });
  append(findings, checkDistinct(parentRefs));
  if (hostnames.length > MAX_HOSTNAMES) findings.push(violation(RULES.host, 'routing.hostnames', `there are ${hostnames.length} hostnames`, `give at most ${MAX_HOSTNAMES}`));
  hostnames.forEach((host, index) => {
    const path = `routing.hostnames[${index}]`;
    if (host === '*') findings.push(violation(RULES.host, path, '"*" is no hostname of an HTTPRoute', 'leave hostnames out: then all hosts of the gateway count'));
    else append(findings, checkHost(host, path));
  });
  return findings;
}

/** The Gateway API tells several references to one Gateway apart by sectionName alone. */
function checkDistinct(parentRefs: readonly { readonly name: string; readonly namespace?: string; readonly sectionName?: string }[]): Finding[] {
  const groups = new Map<string, { readonly index: number; readonly sectionName?: string }[]>();
  parentRefs.forEach(({ name, namespace, sectionName }, index) => {
    const key = stableJson([namespace ?? '', name]);
    groups.set(key, [...groups.get(key) ?? [], { index, sectionName }]);
  });
  return [...groups.values()].flatMap((group) => group.slice(1).flatMap(({ index, sectionName }, at) => {
    const earlier = group.slice(0, at + 1);
    const isTold = sectionName !== undefined && earlier.every((other) => other.sectionName !== undefined && other.sectionName !== sectionName);
    return isTold ? [] : [wrong(`parentRefs[${index}]`, `it is the same parent as parentRefs[${earlier[0].index}]`, 'leave it out, or give each a sectionName of its own')];
  }));
}

function checkIngress({ ingressClassName, host, tlsSecretName, annotations }: RoutingSpec & { kind: 'ingress' }): Finding[] {
  const names = [['ingressClassName', ingressClassName], ['tlsSecretName', tlsSecretName]] as const;
  return [
    ...names.flatMap(([field, name]) => name === undefined ? [] : subdomainProblems(name).map((problem) => wrong(field, `${show(name)}: ${problem}`, 'give the name of an object'))),
    ...host === undefined ? [] : checkHost(host, 'routing.host'),
    ...checkLabels(annotations, 'routing.annotations', false),
  ];
}

function checkClusterDomain(domain: string | undefined, routing: RoutingSpec): Finding[] {
  if (domain === undefined) return [];
  if (routing.kind !== 'virtualService') return [violation(RULES.optionIgnored, 'clusterDomain', 'clusterDomain has no effect without a VirtualService', 'leave it out')];
  return subdomainProblems(domain).map((problem) => violation(RULES.host, 'clusterDomain', `${show(domain)}: ${problem}`, 'give a domain, such as cluster.local'));
}

/** Host names with at most one star, at their beginning; addresses are none. */
function checkHost(host: string, path: string): Finding[] {
  const isAddress = /^[0-9.]+$/.test(host);
  const isName = subdomainProblems(host.replace(/^\*\./, '')).length === 0;
  return isName && !isAddress ? [] : [violation(RULES.host, path, `${show(host)} is no host name`, 'give one such as files.example.com or *.example.com')];
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65535;
}

function wrong(field: string, message: string, remedy: string): Finding {
  return violation(RULES.routing, `routing.${field}`, message, remedy);
}
