/** The policies of a viewer: who gets in. */
import { Finding, show, violation } from '../../findings';
import {
  cidrProblems,
  isIP,
  isPartOf,
  labelValueProblems,
  parseCidr,
  qualifiedKeyProblems,
} from '../../kube';
import { checkLabels } from '../../storage/core';
import { VIEWER_RULES as RULES } from '../rules';
import { KubeValue, Texts, ViewerSpec } from '../spec';

const AUTHORIZATION_VERSIONS = ['security.istio.io/v1', 'security.istio.io/v1beta1'];

/** A selector of pods or namespaces, whose shape has been looked at. */
interface Selector {
  readonly matchLabels?: Texts;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
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
  const { from, additionalPorts = [] } = networkPolicy;
  return [
    ...(from.length > 0
      ? []
      : [
          violation(
            RULES.networkPolicyClosed,
            'networkPolicy.from',
            'the list is empty, so no one can reach the viewer',
            'set the namespace of the gateway',
          ),
        ]),
    ...from.flatMap((peer, index) => checkPeer(peer, `networkPolicy.from[${index}]`)),
    ...additionalPorts.flatMap((port, index) =>
      Number.isInteger(port) && port >= 1 && port <= 65535
        ? []
        : [
            refused(
              `additionalPorts[${index}]`,
              `${show(port)} is not a valid port`,
              'use a number from 1 to 65535',
            ),
          ],
    ),
  ];
}

function checkPeer(peer: KubeValue, path: string): Finding[] {
  const field = path.replace('networkPolicy.', '');
  const { podSelector, namespaceSelector, ipBlock } = peer as Peer;
  if (!podSelector && !namespaceSelector && !ipBlock) {
    return [refused(field, 'the peer is empty', 'set podSelector, namespaceSelector or ipBlock')];
  }
  if (ipBlock && (podSelector || namespaceSelector)) {
    return [
      refused(`${field}.ipBlock`, 'ipBlock cannot be combined with a selector', 'use two peers'),
    ];
  }
  return [
    ...checkSelector(podSelector, `${path}.podSelector`),
    ...checkSelector(namespaceSelector, `${path}.namespaceSelector`),
    ...(ipBlock ? checkBlock(ipBlock.cidr, ipBlock.except ?? [], `${field}.ipBlock`) : []),
  ];
}

function checkSelector(
  { matchLabels, matchExpressions = [] }: Selector = {},
  path: string,
): Finding[] {
  const expressions = matchExpressions.flatMap(({ key, operator, values = [] }, index) => {
    const field = `${path}.matchExpressions[${index}]`.replace('networkPolicy.', '');
    const wantsValues = operator === 'In' || operator === 'NotIn';
    return [
      ...qualifiedKeyProblems(key).map((problem) =>
        refused(
          `${field}.key`,
          `the key ${show(key)}: ${problem}`,
          'use a key such as example.com/team',
        ),
      ),
      ...(wantsValues === values.length > 0
        ? []
        : [
            refused(
              `${field}.values`,
              `the operator ${operator} ${wantsValues ? 'needs values' : 'takes no values'}`,
              wantsValues ? 'add at least one' : 'remove them',
            ),
          ]),
      ...values.flatMap((value, at) =>
        labelValueProblems(value).map((problem) =>
          refused(
            `${field}.values[${at}]`,
            `the value ${show(value)}: ${problem}`,
            'set the value of a label',
          ),
        ),
      ),
    ];
  });
  return [...checkLabels(matchLabels, `${path}.matchLabels`, true), ...expressions];
}

function checkBlock(cidr: string, except: readonly string[], field: string): Finding[] {
  const block = parseCidr(cidr);
  return [
    ...checkCidr(cidr, `${field}.cidr`),
    ...except.flatMap((one, index) => {
      const at = `${field}.except[${index}]`;
      const problems = checkCidr(one, at);
      const inner = parseCidr(one);
      if (problems.length > 0 || !block || !inner || isPartOf(inner, block)) return problems;
      return [
        refused(
          at,
          `${show(one)} must be a strict subset of the cidr ${show(cidr)}`,
          'use a range within it, or remove it',
        ),
      ];
    }),
  ];
}

function checkCidr(cidr: string, field: string): Finding[] {
  const length = { 4: 32, 6: 128 }[isIP(cidr)];
  return cidrProblems(cidr).map((problem) =>
    refused(
      field,
      `${show(cidr)} ${problem}`,
      length === undefined
        ? `use the first address of the range and its length, such as ${cidr.includes(':') ? 'fd00::/8' : '10.0.0.0/8'}`
        : `use ${show(`${cidr}/${length}`)}`,
    ),
  );
}

function checkAuthorizationPolicy({ authorizationPolicy: policy, routing }: ViewerSpec): Finding[] {
  if (policy === undefined) return [];
  const wrong = (field: string, message: string, remedy: string) =>
    violation(RULES.authorizationPolicy, `authorizationPolicy.${field}`, message, remedy);
  const strings = (field: 'principals' | 'users' | 'methods', what: string, ifEmpty: string) => {
    const list = policy[field];
    if (list === undefined) return [];
    if (list.length === 0) {
      return [wrong(field, 'the list is empty, which would restrict nothing', ifEmpty)];
    }
    return list.flatMap((one, index) =>
      one.trim() === ''
        ? [wrong(`${field}[${index}]`, `${show(one)} is not a valid ${what}`, 'remove it')]
        : [],
    );
  };
  const { apiVersion, userHeader, users } = policy;
  return [
    ...strings(
      'principals',
      'principal',
      'use the principal of the gateway, such as cluster.local/ns/istio-system/sa/istio-ingressgateway-service-account',
    ),
    ...strings('users', 'user', 'remove users if the gateway lets in no one else'),
    ...strings('methods', 'method', 'remove methods if all are allowed'),
    ...(policy.methods ?? []).flatMap((method, index) =>
      /^[a-z]/.test(method)
        ? [
            wrong(
              `methods[${index}]`,
              `${show(method)} is not a valid method: methods are upper case`,
              `use ${show(method.toUpperCase())}`,
            ),
          ]
        : [],
    ),
    ...(userHeader === undefined || /^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/.test(userHeader)
      ? []
      : [
          wrong(
            'userHeader',
            `${show(userHeader)} is not a valid header name`,
            'use one such as kubeflow-userid',
          ),
        ]),
    ...(userHeader !== undefined && users === undefined
      ? [
          violation(
            RULES.optionIgnored,
            'authorizationPolicy.userHeader',
            'userHeader has no effect without users',
            'set users, or remove it',
          ),
        ]
      : []),
    ...(apiVersion === undefined || AUTHORIZATION_VERSIONS.includes(apiVersion)
      ? []
      : [
          wrong(
            'apiVersion',
            `${show(apiVersion)} is not a valid version of AuthorizationPolicy`,
            `must be one of ${AUTHORIZATION_VERSIONS.join(', ')}`,
          ),
        ]),
    ...(routing.kind === 'none' || routing.kind === 'ingress'
      ? [
          violation(
            RULES.authorizationUnreachable,
            'authorizationPolicy',
            routing.kind === 'none'
              ? 'no gateway of the mesh routes to the viewer'
              : 'the ingress controller has no principal unless it is part of the mesh',
            'make sure that all allowed clients are part of the mesh, or use a networkPolicy',
          ),
        ]
      : []),
  ];
}

function refused(field: string, message: string, remedy: string): Finding {
  return violation(RULES.networkPolicy, `networkPolicy.${field}`, message, remedy);
}
