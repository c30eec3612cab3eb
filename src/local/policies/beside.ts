/** The policies beside that on claims: pods, classes and volumes with which local disks cannot work, or lose data. */
import { anyOf, Cel, listOf, literal, not, valueAt } from '../../admission';
import { FAILOVER_MODE, FAILOVER_MODES, INITIAL_NODE, LOCAL_DRIVER, SELECTED_NODE, VOLUME_GROUP } from '../names';
import { classOf, constraints, isLocalClass, localClasses, paramKindOf, Unnamed } from './classes';
import { EphemeralOnlySpec } from './spec';

const VOLUMES: Cel = valueAt('object.spec', ['volumes'], '[]');

/** Pods with nodeName, whose ephemeral volumes wait for a scheduler that is never asked. */
export function podPolicy(spec: EphemeralOnlySpec): Unnamed {
  const isEphemeral = isLocalClass(spec, classOf('v', 'ephemeral', 'volumeClaimTemplate'));
  const classes = localClasses(spec);
  return {
    failurePolicy: spec.failurePolicy,
    paramKind: paramKindOf(spec),
    matchConstraints: constraints('', 'pods', ['CREATE']),
    // Volumes of a class that binds at once are made without the scheduler.
    matchConditions: [...classes, ...classes.length === 0 ? [] : [
      { name: 'waits-for-pods', expression: `${valueAt('params', ['volumeBindingMode'], literal('Immediate'))} == "WaitForFirstConsumer"` },
    ]],
    validations: [{
      expression: anyOf(`${valueAt('object.spec', ['nodeName'], literal(''))} == ""`, not(`${VOLUMES}.exists(v, ${isEphemeral})`)),
      message: 'the local volumes of a pod with nodeName are never created, because the scheduler is bypassed: use nodeSelector instead',
      reason: 'Forbidden',
    }],
  };
}

/** Pods with inline volumes of the driver, which it cannot mount. */
export function inlinePolicy({ failurePolicy }: EphemeralOnlySpec): Unnamed {
  return {
    failurePolicy,
    matchConstraints: constraints('', 'pods', ['CREATE']),
    validations: [{
      expression: `${VOLUMES}.all(v, ${valueAt('v', ['csi', 'driver'], literal(''))} != ${literal(LOCAL_DRIVER)})`,
      message: `${LOCAL_DRIVER} cannot mount inline volumes: use ephemeral.volumeClaimTemplate with a class of the driver`,
      reason: 'Forbidden',
    }],
  };
}

/** Classes that bind at once, or with parameters that lose data or make no volume. */
export function classPolicy({ failurePolicy }: EphemeralOnlySpec): Unnamed {
  const parameter = (name: string, fallback: string): Cel => valueAt('object', ['parameters', name], literal(fallback));
  return {
    failurePolicy,
    matchConstraints: constraints('storage.k8s.io', 'storageclasses', ['CREATE'], 'Cluster'),
    matchConditions: [{ name: 'local-driver', expression: `object.provisioner == ${literal(LOCAL_DRIVER)}` }],
    validations: [
      {
        expression: `${valueAt('object', ['volumeBindingMode'], literal('Immediate'))} == "WaitForFirstConsumer"`,
        message: 'volumeBindingMode of a class of local disks must be WaitForFirstConsumer',
      },
      {
        expression: `${parameter(FAILOVER_MODE, FAILOVER_MODES[0])} in ${listOf(FAILOVER_MODES)}`,
        message: `${FAILOVER_MODE} must be one of ${FAILOVER_MODES.join(', ')}`,
      },
      {
        expression: `${parameter(INITIAL_NODE, '')} == ""`,
        message: `${INITIAL_NODE} must not be set on classes: volumes on other nodes would be removed`,
      },
      { expression: `!${parameter(VOLUME_GROUP, '')}.contains("#")`, message: `${VOLUME_GROUP} must not contain a #` },
    ],
  };
}

/** Persistent volumes that are nowhere, or that the driver cannot find. Only when they are made: those that are there must be able to go. */
export function volumePolicy({ failurePolicy }: EphemeralOnlySpec): Unnamed {
  const annotation = (fallback: string): Cel => valueAt('object.metadata', ['annotations', SELECTED_NODE], literal(fallback));
  const attribute = valueAt('object.spec.csi', ['volumeAttributes', INITIAL_NODE], literal(''));
  return {
    failurePolicy,
    matchConstraints: constraints('', 'persistentvolumes', ['CREATE'], 'Cluster'),
    matchConditions: [{ name: 'local-driver', expression: `${valueAt('object.spec', ['csi', 'driver'], literal(''))} == ${literal(LOCAL_DRIVER)}` }],
    validations: [
      {
        expression: anyOf(`${annotation('')} != ""`, `${attribute} != ""`, `size(${valueAt('object.spec', ['nodeAffinity', 'required', 'nodeSelectorTerms'], '[]')}) > 0`),
        message: `nothing specifies the node of the volume: give it the attribute ${INITIAL_NODE}, or node affinity`,
      },
      { expression: `${annotation('none')} != ""`, message: `${SELECTED_NODE} must not be empty: every node would remove the data` },
      {
        expression: 'object.spec.csi.volumeHandle.matches("^[^#]+#[^#]+$")',
        message: 'volumeHandle must be <volume group>#<name of the volume>',
      },
    ],
  };
}
