/**
 * The policies beside that on claims: pods, classes and volumes with which local disks cannot work,
 * or lose data.
 */
import {
  allOf,
  anyOf,
  Cel,
  isThere,
  listOf,
  literal,
  not,
  NOT_ENDING,
  onlyOn,
  Side,
  valueAt,
} from '../../admission';
import {
  FAILOVER_MODE,
  FAILOVER_MODES,
  INITIAL_NODE,
  LOCAL_DRIVER,
  SELECTED_NODE,
  VOLUME_GROUP,
} from '../names';
import { classOf, ClassSource, constraints, Unnamed } from './classes';
import { EphemeralOnlySpec } from './spec';

const VOLUMES: Cel = valueAt('object.spec', ['volumes'], '[]');

/** Pods with nodeName, whose ephemeral volumes wait for a scheduler that is never asked. */
export function podPolicy({ failurePolicy }: EphemeralOnlySpec, source: ClassSource): Unnamed {
  const { paramKind, conditions, has } = source;
  const isEphemeral = has(classOf('v', 'ephemeral', 'volumeClaimTemplate'));
  return {
    failurePolicy,
    paramKind,
    matchConstraints: constraints('', ['pods'], ['CREATE']),
    // Volumes of a class that binds at once are made without the scheduler.
    matchConditions: [
      ...conditions,
      ...(conditions.length === 0
        ? []
        : [
            {
              name: 'waits-for-pods',
              expression: `${valueAt('params', ['volumeBindingMode'], literal('Immediate'))} == "WaitForFirstConsumer"`,
            },
          ]),
    ],
    validations: [
      {
        expression: anyOf(
          `${valueAt('object.spec', ['nodeName'], literal(''))} == ""`,
          not(`${VOLUMES}.exists(v, ${isEphemeral})`),
        ),
        message:
          'the local volumes of a pod with nodeName are never created, because the scheduler is bypassed: use nodeSelector instead',
        reason: 'Forbidden',
      },
    ],
  };
}

/** Pods with inline volumes of the driver, which it cannot mount. */
export function inlinePolicy({ failurePolicy }: EphemeralOnlySpec): Unnamed {
  return {
    failurePolicy,
    matchConstraints: constraints('', ['pods'], ['CREATE']),
    validations: [
      {
        expression: `${VOLUMES}.all(v, ${valueAt('v', ['csi', 'driver'], literal(''))} != ${literal(LOCAL_DRIVER)})`,
        message: `${LOCAL_DRIVER} cannot mount inline volumes: use ephemeral.volumeClaimTemplate with a class of the driver`,
        reason: 'Forbidden',
      },
    ],
  };
}

/** Classes that bind at once, or with parameters that lose data or make no volume. */
export function classPolicy({ failurePolicy }: EphemeralOnlySpec): Unnamed {
  const parameter = (name: string, fallback: string): Cel =>
    valueAt('object', ['parameters', name], literal(fallback));
  return {
    failurePolicy,
    matchConstraints: constraints('storage.k8s.io', ['storageclasses'], ['CREATE'], 'Cluster'),
    matchConditions: [
      { name: 'local-driver', expression: `object.provisioner == ${literal(LOCAL_DRIVER)}` },
    ],
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
      {
        expression: `!${parameter(VOLUME_GROUP, '')}.contains("#")`,
        message: `${VOLUME_GROUP} must not contain a #`,
      },
    ],
  };
}

/**
 * Volumes that are nowhere, or that the driver cannot find: none is made so, and none becomes so.
 */
export function volumePolicy({ failurePolicy }: EphemeralOnlySpec): Unnamed {
  const driver = valueAt('object.spec', ['csi', 'driver'], literal(''));
  // Annotations can be changed by way of the status too.
  const resources = ['persistentvolumes', 'persistentvolumes/status'];
  const unlessItWas = (isRight: (side: Side) => Cel) =>
    anyOf(isRight('object'), allOf('oldObject != null', not(isRight('oldObject'))));
  return {
    failurePolicy,
    matchConstraints: constraints('', resources, ['CREATE', 'UPDATE'], 'Cluster'),
    matchConditions: [
      { name: 'local-driver', expression: `${driver} == ${literal(LOCAL_DRIVER)}` },
      NOT_ENDING,
    ],
    validations: [
      {
        expression: unlessItWas(specifiesNode),
        message: `nothing specifies the node of the volume: set the attribute ${INITIAL_NODE}, or node affinity`,
      },
      {
        expression: unlessItWas((side) => `${selectedNode(side, 'absent')} != ""`),
        message: `${SELECTED_NODE} must not be empty: every node would remove the data`,
      },
      {
        // The driver writes another node when the volume moves, and never takes the annotation off.
        expression: onlyOn(
          'UPDATE',
          anyOf(
            allOf(
              isThere('object', 'metadata.annotations'),
              `${literal(SELECTED_NODE)} in object.metadata.annotations`,
            ),
            `${selectedNode('oldObject', '')} == ""`,
          ),
        ),
        message: `${SELECTED_NODE} must stay: the node that it names has the data, and would remove them`,
      },
      {
        expression: onlyOn('CREATE', 'object.spec.csi.volumeHandle.matches("^[^#]+#[^#]+$")'),
        message: 'volumeHandle must be <volume group>#<name of the volume>',
      },
    ],
  };
}

function specifiesNode(side: Side): Cel {
  return anyOf(
    `${selectedNode(side, '')} != ""`,
    `${valueAt(`${side}.spec.csi`, ['volumeAttributes', INITIAL_NODE], literal(''))} != ""`,
    `size(${valueAt(`${side}.spec`, ['nodeAffinity', 'required', 'nodeSelectorTerms'], '[]')}) > 0`,
  );
}

function selectedNode(side: Side, fallback: string): Cel {
  return valueAt(`${side}.metadata`, ['annotations', SELECTED_NODE], literal(fallback));
}
