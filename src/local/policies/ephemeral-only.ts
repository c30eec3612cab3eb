/** The policy on claims: the webhook's verdict as expressions, which the API server runs itself. */
import { allOf, anyOf, Cel, literal, not, validatingBinding, validatingPolicy, valueAt } from '../../admission';
import { Manifest, withoutUndefined } from '../../kube';
import { REFUSAL } from '../enforce/verdict';
import { ACCEPT_ANNOTATION } from '../names';
import { classPolicy, inlinePolicy, podPolicy, volumePolicy } from './beside';
import { classOf, constraints, isLocalClass, localClasses, paramKindOf, Unnamed } from './classes';
import { EphemeralOnlySpec } from './spec';

const NAME_LABEL = 'kubernetes.io/metadata.name';

/** A policy with its binding, by what it looks at. */
export interface BoundPolicy {
  readonly on: 'claims' | 'statefulSets' | 'pods' | 'inlineVolumes' | 'storageClasses' | 'persistentVolumes';
  readonly policy: Manifest;
  readonly binding: Manifest;
}

/** The policies, that for claims first. */
export function buildEphemeralOnly(spec: EphemeralOnlySpec): BoundPolicy[] {
  const { name, statefulSets, pods, storageClasses, persistentVolumes } = spec;
  return [
    bound(spec, 'claims', name, claimPolicy(spec)),
    ...statefulSets ? [bound(spec, 'statefulSets', `${name}-statefulsets`, templatePolicy(spec))] : [],
    ...pods ? [bound(spec, 'pods', `${name}-pods`, podPolicy(spec)), bound(spec, 'inlineVolumes', `${name}-inline-volumes`, inlinePolicy(spec))] : [],
    ...storageClasses ? [bound(spec, 'storageClasses', `${name}-classes`, classPolicy(spec))] : [],
    ...persistentVolumes ? [bound(spec, 'persistentVolumes', `${name}-volumes`, volumePolicy(spec))] : [],
  ];
}

function bound({ validationActions, storageClassConfigMap, exemptNamespaces = [] }: EphemeralOnlySpec, on: BoundPolicy['on'], name: string, policy: Unnamed): BoundPolicy {
  const { paramKind } = policy;
  const isNamespaced = on !== 'storageClasses' && on !== 'persistentVolumes';
  const matchResources = isNamespaced && exemptNamespaces.length > 0
    ? { namespaceSelector: { matchExpressions: [{ key: NAME_LABEL, operator: 'NotIn', values: exemptNamespaces }] } } : undefined;
  const param = paramKind && storageClassConfigMap;
  const binding = withoutUndefined({ name, forEachParam: paramKind && !storageClassConfigMap, param, matchResources });
  return { on, policy: validatingPolicy({ name, ...policy }), binding: validatingBinding(binding, validationActions) };
}

function claimPolicy(spec: EphemeralOnlySpec): Unnamed {
  return {
    failurePolicy: spec.failurePolicy,
    paramKind: paramKindOf(spec),
    matchConstraints: constraints('', 'persistentvolumeclaims', ['CREATE', 'UPDATE']),
    matchConditions: [
      ...localClasses(spec),
      { name: 'local-class', expression: isLocalClass(spec, classOf('object')) },
      // An update counts where it gives the claim its class: the default one, later.
      { name: 'new-class', expression: anyOf('oldObject == null', `${classOf('oldObject')} != ${classOf('object')}`) },
    ],
    validations: [{ expression: anyOf(accepts('object'), isOfPod(spec)), message: REFUSAL, reason: 'Forbidden' }],
  };
}

/** A StatefulSet is refused with its templates, rather than each of its claims again and again. They never change afterwards. */
function templatePolicy(spec: EphemeralOnlySpec): Unnamed {
  return {
    failurePolicy: spec.failurePolicy,
    paramKind: paramKindOf(spec),
    matchConstraints: constraints('apps', 'statefulsets', ['CREATE']),
    matchConditions: localClasses(spec),
    validations: [{
      expression: `${valueAt('object.spec', ['volumeClaimTemplates'], '[]')}.all(t, ${anyOf(not(isLocalClass(spec, classOf('t'))), accepts('t'))})`,
      message: `${REFUSAL}: give the volumeClaimTemplates the annotation ${ACCEPT_ANNOTATION}: "true"`,
      reason: 'Forbidden',
    }],
  };
}

function accepts(claim: Cel): Cel {
  return `${valueAt(claim, ['metadata', 'annotations', ACCEPT_ANNOTATION], literal(''))} == "true"`;
}

function isOfPod({ anyPodOwner }: EphemeralOnlySpec): Cel {
  const isPod = 'o.kind == "Pod"';
  const controls = allOf(isPod, 'o.apiVersion == "v1"', valueAt('o', ['controller'], 'false'));
  return `${valueAt('object.metadata', ['ownerReferences'], '[]')}.exists(o, ${anyPodOwner ? isPod : controls})`;
}
