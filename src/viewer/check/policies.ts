/** The policies of a viewer: who gets in. */
import { isIP } from 'node:net';
import { Finding, show, violation } from '../../findings';
import { labelValueProblems, qualifiedKeyProblems } from '../../kube';
import { checkLabels } from '../../storage/core';
import { VIEWER_RULES as RULES } from '../rules';
import { KubeValue, Texts, ViewerSpec } from '../spec';

const AUTHORIZATION_VERSIONS = ['security.istio.io/v1', 'security.istio.io/v1beta1'];

/** A selector of pods or namespaces, whose shape has been looked at. */
interface Selector {
  readonly matchLabels?: Texts;
  readonly matchExpressions?: readonly { readonly key: string; readonly operator: string; readonly values?: readonly string[] }[];
}

interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}

/** Findings on both policies. */
export function checkPolicies(spec: ViewerSpec): Finding[] {
  return [...checkNetworkPolicy(spec), ...checkAuthorizationPolicy(spec)];
}

function checkNetworkPolicy({ networkPolicy }: ViewerSpec): Finding[] {
  if (networkPolicy === undefined) return [];
  const { from, extraPorts = [] } = networkPolicy;
  return [
    ...from.length > 0 ? [] : [violation(RULES.networkPolicyClosed, 'networkPolicy.from', 'there are no peers, so that nobody gets in', 'give the namespace of the gateway')],
    ...from.flatMap((peer, index) => checkPeer(peer, `networkPolicy.from[${index}]`)),
    ...extraPorts.flatMap((port, index) => Number.isInteger(port) && port >= 1 && port <= 65535 ? []
      : [refused(`extraPorts[${index}]`, `${show(port)} is no port`, 'give a number from 1 to 65535')]),
  ];
}

function checkPeer(peer: KubeValue, path: string): Finding[] {
  const field = path.replace('networkPolicy.', '');
  const { podSelector, namespaceSelector, ipBlock } = peer as Peer;
  if (!podSelector && !namespaceSelector && !ipBlock) return [refused(field, 'the peer is nobody', 'give podSelector, namespaceSelector or ipBlock')];
  if (ipBlock && (podSelector || namespaceSelector)) return [refused(`${field}.ipBlock`, 'ipBlock stands beside a selector', 'give two peers')];
  return [
    ...checkSelector(podSelector, `${path}.podSelector`),
    ...checkSelector(namespaceSelector, `${path}.namespaceSelector`),
    ...ipBlock ? checkBlock(ipBlock.cidr, ipBlock.except ?? [], `${field}.ipBlock`) : [],
  ];
}

function checkSelector({ matchLabels, matchExpressions = [] }: Selector = {}, path: string): Finding[] {
  const expressions = matchExpressions.flatMap(({ key, operator, values = [] }, index) => {
    const field = `${path}.matchExpressions[${index}]`.replace('networkPolicy.', '');
    const wantsValues = operator === 'In' || operator === 'NotIn';
    return [
      ...qualifiedKeyProblems(key).map((problem) => refused(`${field}.key`, `the key ${show(key)}: ${problem}`, 'give a key such as example.com/team')),
      ...wantsValues === values.length > 0 ? [] : [refused(`${field}.values`, `the operator ${operator} has ${values.length} values`, wantsValues ? 'give at least one' : 'give none')],
      ...values.flatMap((value, at) => labelValueProblems(value).map((problem) => refused(`${field}.values[${at}]`, `the value ${show(value)}: ${problem}`, 'give the value of a label'))),
    ];
  });
  return [...checkLabels(matchLabels, `${path}.matchLabels`, true), ...expressions];
}

function checkBlock(cidr: string, except: readonly string[], field: string): Finding[] {
  const block = blockOf(cidr);
  if (!block) return [refused(`${field}.cidr`, `${show(cidr)} is no range of addresses`, isIP(cidr) === 0 ? 'give one such as 10.0.0.0/8' : `give ${show(`${cidr}/${isIP(cidr) === 4 ? 32 : 128}`)}`)];
  return except.flatMap((one, index) => {
    const inner = blockOf(one);
    const isWithin = inner?.version === block.version && inner.bits.length > block.bits.length && inner.bits.startsWith(block.bits);
    return isWithin ? [] : [refused(`${field}.except[${index}]`, `${show(one)} is no part of ${show(cidr)}`, 'give ranges within it, or leave it out')];
  });
}

/** The leading bits that all addresses of the range have. */
function blockOf(cidr: string): { readonly version: number; readonly bits: string } | undefined {
  const [, address, length] = /^([^/]+)\/(\d{1,3})$/.exec(cidr) ?? [];
  const version = address === undefined || address.includes('%') ? 0 : isIP(address);
  // Go refuses zeros at the beginning.
  if (version === 0 || String(Number(length)) !== length || Number(length) > (version === 4 ? 32 : 128)) return undefined;
  return { version, bits: bitsOf(address, version).slice(0, Number(length)) };
}

function bitsOf(address: string, version: number): string {
  if (version === 4) return address.split('.').map((part) => Number(part).toString(2).padStart(8, '0')).join('');
  // The URL parser writes addresses of IPv6 in one way, without the last four bytes as those of IPv4.
  const [head, tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const [before, after] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0')).join('');
}

function checkAuthorizationPolicy({ authorizationPolicy: policy, routing }: ViewerSpec): Finding[] {
  if (policy === undefined) return [];
  const wrong = (field: string, message: string, remedy: string) => violation(RULES.authorizationPolicy, `authorizationPolicy.${field}`, message, remedy);
  const texts = (field: 'principals' | 'users' | 'methods', what: string, ifEmpty: string) => {
    const list = policy[field];
    if (list === undefined) return [];
    if (list.length === 0) return [wrong(field, `there is no ${what}, which would be no restriction`, ifEmpty)];
    return list.flatMap((one, index) => one.trim() === '' ? [wrong(`${field}[${index}]`, `${show(one)} is no ${what}`, 'leave it out')] : []);
  };
  const { apiVersion, userHeader, users } = policy;
  return [
    ...texts('principals', 'principal', 'give that of the gateway, such as cluster.local/ns/istio-system/sa/istio-ingressgateway-service-account'),
    ...texts('users', 'user', 'leave users out if all may come in that the gateway lets through'),
    ...texts('methods', 'method', 'leave methods out if all are allowed'),
    ...(policy.methods ?? []).flatMap((method, index) => /^[a-z]/.test(method) ? [wrong(`methods[${index}]`, `${show(method)} is no method: they have capital letters`, `give ${show(method.toUpperCase())}`)] : []),
    ...userHeader === undefined || /^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/.test(userHeader) ? [] : [wrong('userHeader', `${show(userHeader)} is no name of a header`, 'give one such as kubeflow-userid')],
    ...userHeader !== undefined && users === undefined ? [violation(RULES.optionIgnored, 'authorizationPolicy.userHeader', 'userHeader has no effect without users', 'give users, or leave it out')] : [],
    ...apiVersion === undefined || AUTHORIZATION_VERSIONS.includes(apiVersion) ? []
      : [wrong('apiVersion', `${show(apiVersion)} is no version of AuthorizationPolicies`, `give one of ${AUTHORIZATION_VERSIONS.join(', ')}`)],
    ...routing.kind === 'none' || routing.kind === 'ingress' ? [violation(RULES.authorizationUnreachable, 'authorizationPolicy',
      routing.kind === 'none' ? 'no gateway of the mesh leads to the viewer' : 'the controller of an Ingress has no principal, unless it is in the mesh',
      'make sure that who is let in comes from the mesh, or use a networkPolicy')] : [],
  ];
}

function refused(field: string, message: string, remedy: string): Finding {
  return violation(RULES.networkPolicy, `networkPolicy.${field}`, message, remedy);
}
