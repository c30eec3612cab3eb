/**
 * Policies of others that keep a viewer's pods from everybody: those of its namespace that select
 * them.
 */
import { fieldsOf, Manifest } from '../../kube';
import { selects } from '../../object';
import { Labels } from '../../topology';
import { isEveryPrincipal, isOpenToPeers } from '../access';
import { entries } from '../ports';
import { KubeValue } from '../spec';

/** The policies among the objects of an app. */
export type Guards = readonly Manifest[];

/** Whether an object is a policy about who reaches pods. */
export function isGuard(apiVersion: unknown, kind: unknown): boolean {
  const [group] = String(apiVersion).split('/');
  return (
    (kind === 'NetworkPolicy' && group === 'networking.k8s.io') ||
    (kind === 'AuthorizationPolicy' && group === 'security.istio.io')
  );
}

/**
 * Whether one of them lets in some, and none lets in everybody. Those that name no namespace are
 * where the viewer is.
 */
export function isGuarded(
  guards: Guards,
  namespace: string | undefined,
  podLabels: Labels,
): boolean {
  const around = guards.filter(
    ({ metadata }) => metadata?.namespace === undefined || metadata.namespace === namespace,
  );
  const ofNetwork = around.filter(
    ({ kind, spec }) =>
      kind === 'NetworkPolicy' &&
      selects(fieldsOf(spec).podSelector ?? {}, podLabels) &&
      isAboutIngress(spec),
  );
  const ofMesh = around.filter(
    ({ kind, spec }) =>
      kind === 'AuthorizationPolicy' && selects(fieldsOf(spec).selector ?? {}, podLabels),
  );
  return (
    (ofNetwork.length > 0 &&
      !ofNetwork.some(({ spec }) => entries(fieldsOf(spec).ingress).some(isOpenIngress))) ||
    isGuardedByMesh(ofMesh)
  );
}

function isAboutIngress(spec: unknown): boolean {
  const { policyTypes } = fieldsOf(spec);
  return !Array.isArray(policyTypes) || policyTypes.length === 0 || policyTypes.includes('Ingress');
}

/** Without peers, a rule is about everybody. */
function isOpenIngress({ from }: KubeValue): boolean {
  return !Array.isArray(from) || from.length === 0 || isOpenToPeers(from);
}

function isGuardedByMesh(policies: readonly Manifest[]): boolean {
  const actions = policies.map(({ spec }) => fieldsOf(spec).action ?? 'ALLOW');
  // Who is asked by way of CUSTOM, a single sign-on mostly, decides on everybody.
  if (actions.includes('CUSTOM')) return true;
  const allowing = policies.filter((_policy, index) => actions[index] === 'ALLOW');
  return (
    allowing.length > 0 &&
    !allowing.some(({ spec }) => entries(fieldsOf(spec).rules).some(isOpenRule))
  );
}

/** A rule that says neither from whom nor under which condition is about everybody. */
function isOpenRule({ from, when }: KubeValue): boolean {
  const sources = entries(from).map(({ source }) => fieldsOf(source));
  const isEverybody = (source: KubeValue) =>
    Object.keys(source).length === 0 ||
    (Object.keys(source).length === 1 &&
      Array.isArray(source.principals) &&
      source.principals.some((one) => typeof one === 'string' && isEveryPrincipal(one)));
  return sources.length === 0 ? entries(when).length === 0 : sources.some(isEverybody);
}
