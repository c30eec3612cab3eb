/** The policy on claims: the webhook's verdict as expressions, which the API server runs itself. */
import { allOf, anyOf, Cel, listOf, literal, not, PolicySpec, validatingBinding, validatingPolicy, Validation, valueAt } from '../../admission';
import { Manifest, withoutUndefined } from '../../kube';
import { REFUSAL } from '../enforce/verdict';
import { ACCEPT_ANNOTATION, LOCAL_DRIVER } from '../names';
import { EphemeralOnlySpec } from './spec';

const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';
const NAME_LABEL = 'kubernetes.io/metadata.name';

/** The policies and their bindings: for claims, and for claim templates. */
export function buildEphemeralOnly(spec: EphemeralOnlySpec): Manifest[] {
  const { name, statefulSets, validationActions, exemptNamespaces = [] } = spec;
  const binding = (policyName: string) => validatingBinding(withoutUndefined({
    name: policyName,
    forEachParam: spec.classNames === undefined,
    matchResources: exemptNamespaces.length === 0 ? undefined
      : { namespaceSelector: { matchExpressions: [{ key: NAME_LABEL, operator: 'NotIn', values: exemptNamespaces }] } },
  }), validationActions);
  const forTemplates = `${name}-statefulsets`;
  return [
    validatingPolicy({ name, ...claimPolicy(spec) }),
    binding(name),
    ...statefulSets ? [validatingPolicy({ name: forTemplates, ...templatePolicy(spec) }), binding(forTemplates)] : [],
  ];
}

function claimPolicy(spec: EphemeralOnlySpec): Omit<PolicySpec, 'name'> & { readonly validations: readonly Validation[] } {
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
function templatePolicy(spec: EphemeralOnlySpec): Omit<PolicySpec, 'name'> & { readonly validations: readonly Validation[] } {
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

/** Without classes that are known, the policy runs for each class of the cluster. */
function paramKindOf({ classNames }: EphemeralOnlySpec): PolicySpec['paramKind'] {
  return classNames === undefined ? { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass' } : undefined;
}

function localClasses({ classNames }: EphemeralOnlySpec): { readonly name: string; readonly expression: Cel }[] {
  return classNames === undefined ? [{ name: 'local-driver', expression: `params.provisioner == ${literal(LOCAL_DRIVER)}` }] : [];
}

function isLocalClass({ classNames }: EphemeralOnlySpec, className: Cel): Cel {
  return classNames === undefined ? `${className} == params.metadata.name` : `${className} in ${listOf(classNames)}`;
}

/** The class of a claim or a template, as Kubernetes reads it: the annotation first. */
function classOf(claim: Cel): Cel {
  return valueAt(claim, ['metadata', 'annotations', CLASS_ANNOTATION], valueAt(claim, ['spec', 'storageClassName'], literal('')));
}

function accepts(claim: Cel): Cel {
  return `${valueAt(claim, ['metadata', 'annotations', ACCEPT_ANNOTATION], literal(''))} == "true"`;
}

function isOfPod({ anyPodOwner }: EphemeralOnlySpec): Cel {
  const isPod = 'o.kind == "Pod"';
  const controls = allOf(isPod, 'o.apiVersion == "v1"', valueAt('o', ['controller'], 'false'));
  return `${valueAt('object.metadata', ['ownerReferences'], '[]')}.exists(o, ${anyPodOwner ? isPod : controls})`;
}

function constraints(group: string, resource: string, operations: readonly string[]): PolicySpec['matchConstraints'] {
  return { resourceRules: [{ apiGroups: [group], apiVersions: ['v1'], operations, resources: [resource], scope: 'Namespaced' }] };
}
