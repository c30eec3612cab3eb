/** Policies on who may reach a viewer: by the network of its pod, and by Istio. */
import { Manifest } from '../kube';
import { activityPortOf, watchesActivity } from './cull/activity';
import { cullName, cullPodLabels } from './cull/names';
import { metadataOf } from './metadata';
import { objectName, viewerLabels } from './names';
import { targetPortOf } from './ports';
import { AuthorizationPolicySpec, KubeValue, NetworkPolicySpec, ViewerSpec } from './spec';

/** The header in which Kubeflow's gateway names the user. */
const USER_HEADER = 'kubeflow-userid';

/**
 * The NetworkPolicy: only these peers reach the app, and only what culls the viewer reaches what
 * watches it.
 */
export function buildNetworkPolicy(
  spec: ViewerSpec,
  { from, additionalPorts = [] }: NetworkPolicySpec,
): Manifest {
  const port = targetPortOf(spec);
  const extra = additionalPorts.map((one) => ({ port: one }));
  // A rule without peers would let everybody in.
  // Where the port is not known, it may be any.
  const peers =
    from.length === 0
      ? []
      : [port === undefined ? { from } : { from, ports: [{ port }, ...extra] }];
  const cull = watchesActivity(spec)
    ? [
        {
          from: [{ podSelector: { matchLabels: cullPodLabels(spec.name) } }],
          ports: [{ port: activityPortOf(spec) }, ...extra],
        },
      ]
    : [];
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: metadataOf(spec, objectName(spec.name)),
    spec: {
      podSelector: { matchLabels: viewerLabels(spec.name) },
      policyTypes: ['Ingress'],
      ingress: [...peers, ...cull],
    },
  };
}

/** The AuthorizationPolicy: what none of its rules allows is denied, as soon as there is one. */
export function buildAuthorizationPolicy(
  spec: ViewerSpec,
  policy: AuthorizationPolicySpec,
): Manifest {
  return {
    apiVersion: policy.apiVersion ?? 'security.istio.io/v1',
    kind: 'AuthorizationPolicy',
    metadata: metadataOf(spec, objectName(spec.name)),
    spec: {
      selector: { matchLabels: viewerLabels(spec.name) },
      action: 'ALLOW',
      rules: [userRule(policy), ...(watchesActivity(spec) ? [cullRule(spec)] : [])],
    },
  };
}

/** Nothing is said of paths: an ambient mesh without a waypoint would then let nobody in. */
function userRule({
  principals,
  users,
  userHeader = USER_HEADER,
  methods,
}: AuthorizationPolicySpec): KubeValue {
  return {
    from: [{ source: { principals } }],
    ...(methods ? { to: [{ operation: { methods } }] } : {}),
    ...(users ? { when: [{ key: `request.headers[${userHeader}]`, values: users }] } : {}),
  };
}

/**
 * In an ambient mesh the Job comes with an identity; beside a sidecar the port is left alone. The
 * trust domain is any.
 */
function cullRule(spec: ViewerSpec): KubeValue {
  return {
    from: [{ source: { principals: [`*/ns/${spec.namespace}/sa/${cullName(spec.name)}`] } }],
    to: [{ operation: { ports: [String(activityPortOf(spec))] } }],
  };
}
