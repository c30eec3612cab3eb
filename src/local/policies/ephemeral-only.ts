/** The policy on claims: the webhook's verdict as expressions, which the API server runs itself. */
import {
  allOf,
  anyOf,
  BY_CONTROL_PLANE,
  Cel,
  isThere,
  listOf,
  literal,
  not,
  NOT_ENDING,
  onlyOn,
  Side,
  validatingBinding,
  validatingPolicy,
  valueAt,
} from '../../admission';
import { Manifest, withoutUndefined } from '../../kube';
import { REFUSAL } from '../enforce/verdict';
import { ACCEPT_ANNOTATION } from '../names';
import { classPolicy, inlinePolicy, podPolicy, volumePolicy } from './beside';
import { classOf, ClassSource, classSources, constraints, Unnamed } from './classes';
import { EphemeralOnlySpec } from './spec';

const NAME_LABEL = 'kubernetes.io/metadata.name';

/** What a claim gets when a volume is made for it: the node of its first pod, and who makes it. */
const PROVISIONING = [
  'volume.kubernetes.io/selected-node',
  'volume.kubernetes.io/storage-provisioner',
  'volume.beta.kubernetes.io/storage-provisioner',
];

/** A policy with its binding, by what it looks at. */
interface BoundPolicy {
  readonly on:
    | 'claims'
    | 'statefulSets'
    | 'pods'
    | 'inlineVolumes'
    | 'storageClasses'
    | 'persistentVolumes';
  /** The end of its name, where there is another policy on the same. */
  readonly suffix: string;
  readonly policy: Manifest;
  readonly binding: Manifest;
}

/** The policies, that for claims first. */
export function buildEphemeralOnly(spec: EphemeralOnlySpec): BoundPolicy[] {
  const { name, statefulSets, pods, storageClasses, persistentVolumes } = spec;
  const forEach = (on: BoundPolicy['on'], of: string, make: (source: ClassSource) => Unnamed) =>
    classSources(spec).map((source) => bound(spec, on, of, make(source), source));
  return [
    ...forEach('claims', name, (source) => claimPolicy(spec, source)),
    ...(statefulSets
      ? forEach('statefulSets', `${name}-statefulsets`, (source) => templatePolicy(spec, source))
      : []),
    ...(pods
      ? [
          ...forEach('pods', `${name}-pods`, (source) => podPolicy(spec, source)),
          bound(spec, 'inlineVolumes', `${name}-inline-volumes`, inlinePolicy(spec)),
        ]
      : []),
    ...(storageClasses
      ? [bound(spec, 'storageClasses', `${name}-classes`, classPolicy(spec))]
      : []),
    ...(persistentVolumes
      ? [bound(spec, 'persistentVolumes', `${name}-volumes`, volumePolicy(spec))]
      : []),
  ];
}

function bound(
  spec: EphemeralOnlySpec,
  on: BoundPolicy['on'],
  of: string,
  policy: Unnamed,
  source?: ClassSource,
): BoundPolicy {
  const { validationActions, exemptNamespaces = [] } = spec;
  const isNamespaced = on !== 'storageClasses' && on !== 'persistentVolumes';
  const matchResources =
    isNamespaced && exemptNamespaces.length > 0
      ? {
          namespaceSelector: {
            matchExpressions: [{ key: NAME_LABEL, operator: 'NotIn', values: exemptNamespaces }],
          },
        }
      : undefined;
  const suffix = source?.suffix ?? '';
  const name = `${of}${suffix}`;
  const binding = withoutUndefined({ name, ...source?.params, matchResources });
  return {
    on,
    suffix,
    policy: validatingPolicy({ name, ...policy }),
    binding: validatingBinding(binding, validationActions),
  };
}

/**
 * A claim has to be of a pod, or accept the loss, when it is made and before it gets a class or a
 * volume: its class may come after it. What it was admitted for has to stay, also in updates of the
 * status, which carry the metadata along.
 */
function claimPolicy(spec: EphemeralOnlySpec, source: ClassSource): Unnamed {
  const getsClass = `${classOf('oldObject')} != ${classOf('object')}`;
  const isNew = anyOf('oldObject == null', getsClass, IS_PROVISIONED);
  const resources = ['persistentvolumeclaims', 'persistentvolumeclaims/status'];
  return {
    failurePolicy: spec.failurePolicy,
    paramKind: source.paramKind,
    matchConstraints: constraints('', resources, ['CREATE', 'UPDATE']),
    matchConditions: [
      ...source.conditions,
      { name: 'local-class', expression: source.has(classOf('object')) },
      NOT_ENDING,
    ],
    variables: [
      { name: 'admitted', expression: anyOf(accepts('object'), isOfPod(spec, 'object')) },
    ],
    validations: [
      {
        expression: anyOf('variables.admitted', not(isNew)),
        message: REFUSAL,
        reason: 'Forbidden',
      },
      {
        expression: onlyOn('UPDATE', anyOf('variables.admitted', not(accepts('oldObject')))),
        message:
          `a claim on local disks must keep the annotation ${ACCEPT_ANNOTATION}: "true"; ` +
          'delete the claim instead',
        reason: 'Forbidden',
      },
      {
        // A pod that is deleted without its dependents would never be gone if the claim held on to
        // it.
        expression: onlyOn(
          'UPDATE',
          anyOf('variables.admitted', not(isOfPod(spec, 'oldObject')), BY_CONTROL_PLANE),
        ),
        message:
          'the claim of an ephemeral volume must keep the pod that controls it; delete the pod instead',
        reason: 'Forbidden',
      },
    ],
  };
}

/**
 * A StatefulSet is refused with its templates, rather than each of its claims again and again. They
 * never change afterwards.
 */
function templatePolicy({ failurePolicy }: EphemeralOnlySpec, source: ClassSource): Unnamed {
  const isRight = anyOf(not(source.has(classOf('t'))), accepts('t'));
  return {
    failurePolicy,
    paramKind: source.paramKind,
    matchConstraints: constraints('apps', ['statefulsets'], ['CREATE']),
    matchConditions: source.conditions,
    validations: [
      {
        expression: `${valueAt('object.spec', ['volumeClaimTemplates'], '[]')}.all(t, ${isRight})`,
        message: `${REFUSAL}: add the annotation ${ACCEPT_ANNOTATION}: "true" to the volumeClaimTemplates`,
        reason: 'Forbidden',
      },
    ],
  };
}

function accepts(claim: Cel): Cel {
  return `${valueAt(claim, ['metadata', 'annotations', ACCEPT_ANNOTATION], literal(''))} == "true"`;
}

function isOfPod({ anyPodOwner }: EphemeralOnlySpec, side: Side): Cel {
  const isPod = 'o.kind == "Pod"';
  const controls = allOf(isPod, 'o.apiVersion == "v1"', valueAt('o', ['controller'], 'false'));
  const owners = valueAt(`${side}.metadata`, ['ownerReferences'], '[]');
  return `${owners}.exists(o, ${anyPodOwner ? isPod : controls})`;
}

/** Whether an update gives the claim a volume, or makes that somebody creates one for it. */
const IS_PROVISIONED: Cel = anyOf(
  `${volumeNameOf('object')} != ${volumeNameOf('oldObject')}`,
  `${listOf(PROVISIONING)}.exists(k, ${hasKey('object')} && !(${hasKey('oldObject')}))`,
);

function volumeNameOf(side: Side): Cel {
  return valueAt(`${side}.spec`, ['volumeName'], literal(''));
}

function hasKey(side: Side): Cel {
  return allOf(isThere(side, 'metadata.annotations'), `k in ${side}.metadata.annotations`);
}
