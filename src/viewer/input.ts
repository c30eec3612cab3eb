/**
 * A viewer as the props of its construct have it: what they mean in the core's words, and what is
 * wrong with them.
 */
import { TargetFacts } from '../facts';
import { atOrigins, besideTypes, Finding, From, show, unmarked, violation } from '../findings';
import { labelProblems, withoutUndefined } from '../kube';
import { checkViewer } from './check';
import { forTarget } from './for-target';
import { VIEWER_INPUT_RULES as RULES } from './input-rules';
import { ViewerInput } from './input-shape';
import { viewerName } from './names';
import { VIEWER_RULES } from './rules';
import {
  PVCViewerResource,
  RoutingSpec,
  VIEWER_GROUP,
  VIEWER_KIND,
  VIEWER_VERSION,
  ViewerApp,
  ViewerSpec,
} from './spec';
import { CoLocationMode, CoLocationRequest } from '../placement/core';
import { KnownViewer } from './surroundings/unknown';

/** What is not plain data among the props. */
export interface ViewerParts {
  readonly app?: ViewerApp;
  readonly routing?: RoutingSpec;
  readonly target?: TargetFacts;
  /** The access modes of the claim, where its construct tells them. */
  readonly accessModes?: readonly string[];
  /** The routing, written through `from`: its options have names of their own. */
  readonly buildRouting?: (from: From) => RoutingSpec;
  /** Of each peer of the network policy, the index of the option that it comes from. */
  readonly peers?: readonly number[];
  /** What was wrong with the options that the two were made of. */
  readonly findings?: readonly Finding[];
}

/** What the controller knows, besides its own settings. */
const KNOWN_TO_OPERATOR = [
  'claim',
  'podSpec',
  'networking',
  'rwoScheduling',
  'name',
  'namespace',
  'operatorMode',
  'settings',
];
/** Istio's own gateway, as Kubeflow installs it. */
const GATEWAY_PRINCIPAL = 'cluster.local/ns/istio-system/sa/istio-ingressgateway-service-account';
/** Nothing proves that the cluster has Istio, or any other gateway. */
const DEFAULT_ROUTING: RoutingSpec = { kind: 'none' };

/** The viewer that the props mean. */
export function viewerOf(
  input: ViewerInput,
  { app, buildRouting, routing = DEFAULT_ROUTING, target, peers }: ViewerParts,
  from: From = unmarked,
): ViewerSpec {
  const {
    claim,
    coLocation: _coLocation,
    nodeName: _node,
    rwoScheduling: _rwo,
    operatorMode: _mode,
    ...same
  } = input;
  const { settings: _settings, readOnly, networkPolicy, authorizationPolicy, ...others } = same;
  const spec: ViewerSpec = withoutUndefined({
    ...others,
    pvc: from('claim', claim),
    name: input.name ?? nameOf(claim),
    namespace: input.namespace as string,
    app: app && from('image', app),
    routing: buildRouting?.(from) ?? routing,
    // None of the applications asks for a password. A podSpec says itself how it has the claim.
    readOnly: readOnly ?? (input.podSpec === undefined ? true : undefined),
    networkPolicy:
      networkPolicy &&
      withoutUndefined({
        from: from('networkPolicy.allowFrom', peersOf(networkPolicy.allowFrom, peers, from)),
        additionalPorts: networkPolicy.additionalPorts,
      }),
    authorizationPolicy: authorizationPolicy && {
      principals: principalsOf(routing, input.namespace),
      ...withoutUndefined(authorizationPolicy),
    },
  });
  return target ? forTarget(spec, target) : spec;
}

/** A peer of an option may be several in the policy; which of them is wrong is no matter. */
function peersOf<T>(given: readonly T[], peers: ViewerParts['peers'], from: From): readonly T[] {
  return peers === undefined
    ? given
    : given.map((peer, index) => from.whole(`networkPolicy.allowFrom[${peers[index]}]`, peer));
}

/**
 * The identities of the gateways: those of the Gateway API are what Istio makes of a Gateway whose
 * class is its own.
 */
function principalsOf(routing: RoutingSpec, namespace: string | undefined): string[] {
  if (routing.kind !== 'httpRoute') return [GATEWAY_PRINCIPAL];
  const principals = routing.parentRefs.map(
    (parent) => `cluster.local/ns/${parent.namespace ?? namespace ?? ''}/sa/${parent.name}-istio`,
  );
  return [...new Set(principals)];
}

/** The resource of the operator that the props mean. */
export function resourceOfInput(
  { claim, podSpec, networking, rwoScheduling, name, namespace }: ViewerInput,
  from: From = unmarked,
): PVCViewerResource {
  return withoutUndefined({
    apiVersion: `${VIEWER_GROUP}/${VIEWER_VERSION}`,
    kind: VIEWER_KIND,
    metadata: from('', { name: name ?? nameOf(claim), namespace }),
    spec: from('', { pvc: from('claim', claim), podSpec, networking, rwoScheduling }),
  });
}

/** How a viewer is placed. */
export function requestOf(
  input: ViewerInput,
  { accessModes }: ViewerParts,
  key: string,
): CoLocationRequest {
  const { claim, namespace, coLocation = CoLocationMode.AUTO, replicas, nodeName } = input;
  // Who knows the node has no need to look for others.
  const mode = nodeName === undefined ? coLocation : CoLocationMode.NONE;
  return withoutUndefined({
    key,
    namespace,
    claim: withoutUndefined({ name: claim, path: 'claim', accessModes }),
    mode,
    replicas,
  });
}

/** The viewer that the props mean, with what they say about its claim besides. */
export function knownViewer(
  input: ViewerInput,
  parts: ViewerParts,
  spec: ViewerSpec = viewerOf(input, parts),
): KnownViewer {
  const { coLocation, nodeName } = input;
  const isPlaced = nodeName !== undefined || coLocation === CoLocationMode.NONE;
  const follows = isPlaced ? 'nobody' : coLocation !== undefined ? 'asked' : 'consumers';
  // Who names a node knows of somebody on it.
  return {
    spec,
    follows,
    accessModes: parts.accessModes,
    hasOthers: nodeName !== undefined,
  };
}

/**
 * All findings on the props of a viewer outside of operator mode, which mean this one. Paths are
 * those of the props.
 */
export function checkInput(
  input: ViewerInput,
  parts: ViewerParts,
  spec: ViewerSpec = viewerOf(input, parts),
): Finding[] {
  // Whoever names no claim has no name for the viewer either: that need not be said. All other
  // names that are made are good ones.
  const findings = checkViewer(spec).filter(
    ({ rule }) => input.name !== undefined || rule !== VIEWER_RULES.name.id,
  );
  const { findings: ofParts = [] } = parts;
  return [
    ...ofParts,
    ...checkOptions(input),
    ...checkPrincipals(input, parts),
    ...besideTypes(atProps(findings, input, parts), ofParts),
  ];
}

/** Props that the operator does not know. */
export function checkOperatorOptions(input: ViewerInput, { app, routing }: ViewerParts): Finding[] {
  const given = Object.entries({ ...input, image: app, routing }).filter(
    ([, value]) => value !== undefined,
  );
  return given
    .filter(([field]) => !KNOWN_TO_OPERATOR.includes(field))
    .map(([field]) =>
      violation(
        RULES.unknownToOperator,
        field,
        `the PVCViewer controller has no ${field}`,
        'remove it, or set operatorMode: false',
      ),
    );
}

/** Findings of the core, each at the prop that its field comes from. */
export function atProps(
  findings: readonly Finding[],
  input: ViewerInput,
  parts: ViewerParts,
): Finding[] {
  return atOrigins(findings, (from) => viewerOf(input, parts, from));
}

function checkOptions({ rwoScheduling, coLocation, nodeName, settings }: ViewerInput): Finding[] {
  return [
    ...(rwoScheduling === undefined
      ? []
      : [
          violation(
            RULES.operatorOnly,
            'rwoScheduling',
            'rwoScheduling has no effect outside of operator mode',
            rwoScheduling
              ? 'remove it: the viewer follows its claim'
              : 'use coLocation: CoLocationMode.NONE',
          ),
        ]),
    ...(nodeName !== undefined && coLocation === CoLocationMode.NONE
      ? [
          violation(
            RULES.scheduling,
            'nodeName',
            `${show(nodeName)} contradicts coLocation: "none"`,
            'remove one of the two',
          ),
        ]
      : []),
    ...(nodeName === undefined
      ? []
      : nodeProblems(nodeName).map((problem) =>
          violation(
            RULES.scheduling,
            'nodeName',
            `${show(nodeName)}: ${problem}`,
            'use the name of a node',
          ),
        )),
    ...(settings === undefined
      ? []
      : [
          violation(
            RULES.operatorOnly,
            'settings',
            'the settings of the controller have no effect outside of operator mode',
            'use routing and podSpec, or set operatorMode: true',
          ),
        ]),
  ];
}

/** A policy with the wrong gateway would let nobody in. */
function checkPrincipals(
  { authorizationPolicy }: ViewerInput,
  { routing = DEFAULT_ROUTING }: ViewerParts,
): Finding[] {
  const isKnown = routing.kind === 'virtualService' || routing.kind === 'httpRoute';
  if (
    authorizationPolicy === undefined ||
    authorizationPolicy.principals !== undefined ||
    isKnown
  ) {
    return [];
  }
  return [
    violation(
      RULES.gatewayUnknown,
      'authorizationPolicy.principals',
      `with the routing ${show(routing.kind)}, the principals that call the viewer are unknown`,
      'set the principals that are allowed, such as cluster.local/ns/ingress/sa/nginx',
    ),
  ];
}

/** A node is chosen by its label, which holds less than a name. */
function nodeProblems(nodeName: string): string[] {
  return nodeName.split('.').flatMap(labelProblems).slice(0, 1);
}

function nameOf(claim: unknown): string {
  return typeof claim === 'string' ? viewerName(claim) : '';
}
