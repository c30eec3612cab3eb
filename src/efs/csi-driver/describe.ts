/** The definition of the EFS CSI driver, as pure data: aws-efs-csi-driver v3.4.1. */
import { checkEfsDriver } from './check';
import { efsController } from './controller';
import { efsNodePlugin } from './node';
import { OPERATOR_NAMESPACE, operatorStatics } from './operator-mode';
import { EfsDriverSpec } from './spec';
import { ClassSpec, DriverContext, DriverSpec, OperatorSpec } from '../../csi/core';
import { EFS_DRIVER_NAME } from '../../facts';
import { withoutUndefined } from '../../kube';
import { toStorageClassSpec } from '../storage-class/build';
import { EfsStorageClassSpec } from '../storage-class/spec';

const APP = 'aws-efs-csi-driver';
const STATIC_CLASS = 'efs-sc';
/** What Go reads as false. */
const FALSE = ['0', 'f', 'F', 'FALSE', 'false', 'False'];
/** The options that OpenShift's operator has a place for, and those for classes. */
const FOR_OPERATOR = ['openShiftOperator', 'storageClasses', 'volumeMetrics'];
const FOR_CLASSES = ['staticStorageClass', 'staticStorageClassName', 'storageClasses'];

/** The driver as it is installed with these options, in this place. */
export function describeEfsDriver(spec: EfsDriverSpec, context: DriverContext): DriverSpec {
  const findings = checkEfsDriver(spec);
  return withoutUndefined({
    name: EFS_DRIVER_NAME,
    appName: APP,
    defaultNamespace: spec.operatorMode
      ? OPERATOR_NAMESPACE
      : context.platform === 'openshift'
        ? APP
        : 'kube-system',
    csiDriver: {
      attachRequired: false,
      podInfoOnMount: false,
      volumeLifecycleModes: ['Persistent'],
    },
    node: efsNodePlugin(spec, context),
    controller: efsController(spec, context),
    storageClasses: classesOf(spec, context),
    dynamicParameters: ['provisioningMode'],
    requirements: REQUIREMENTS,
    storageClassRestrictions:
      Object.keys(spec.tags ?? {}).length === 0
        ? undefined
        : [
            {
              parameter: 'enableTagging',
              values: FALSE,
              reason: 'the controller has tags, so it refuses to create untagged access points',
              remedy: 'remove enableTagging, or the tags of the driver',
            },
          ],
    operator: operatorOf(spec),
    fixedObjects: spec.operatorMode
      ? operatorStatics(context.namespace ?? OPERATOR_NAMESPACE)
      : undefined,
    optionsWithoutEffect: optionsWithoutEffect(spec, context),
    findings: findings.length > 0 ? findings : undefined,
  });
}

const UNKNOWN_KEYS =
  'kubelet would add keys to the volume context, and the driver refuses every unknown key';

/** What the driver does not work without. */
const REQUIREMENTS: DriverSpec['requirements'] = [
  {
    field: 'node.hostNetwork',
    mustBe: 'true',
    reason: 'a restart of the node plugin would cut the proxies of all TLS mounts, which then hang',
  },
  {
    field: 'csiDriver.attachRequired',
    mustBe: 'false',
    reason: 'nothing attaches EFS volumes, so pods would wait forever',
  },
  { field: 'csiDriver.podInfoOnMount', mustBe: 'false', reason: UNKNOWN_KEYS },
  { field: 'csiDriver.tokenRequests', mustBeAbsent: true, reason: UNKNOWN_KEYS },
  { field: 'csiDriver.volumeLifecycleModes', mustNotContain: 'Ephemeral', reason: UNKNOWN_KEYS },
];

function classesOf(spec: EfsDriverSpec, { mode }: DriverContext): ClassSpec[] {
  const dynamic = (spec.storageClasses ?? []).map(dynamicClass);
  // The class of static volumes is only a name that both sides agree on; the operators bring their
  // own, or none.
  const isStatic =
    spec.staticStorageClass ??
    (spec.staticStorageClassName !== undefined ||
      (mode !== 'openshift-operator' && !spec.operatorMode));
  return isStatic ? [{ name: spec.staticStorageClassName ?? STATIC_CLASS }, ...dynamic] : dynamic;
}

function dynamicClass(spec: EfsStorageClassSpec): ClassSpec {
  const { provisioner: _, additionalFields: __, ...fields } = toStorageClassSpec(spec);
  return { ...fields, dynamic: true };
}

function operatorOf({ openShiftOperator = {}, volumeMetrics }: EfsDriverSpec): OperatorSpec {
  const { channel = 'stable', source, sourceNamespace, roleArn, nodeRoleArn } = openShiftOperator;
  const env = {
    ...(roleArn === undefined ? {} : { ROLEARN: roleArn }),
    ...(nodeRoleArn === undefined ? {} : { NODE_ROLEARN: nodeRoleArn }),
  };
  const { refreshPeriod, fsRateLimit } = volumeMetrics ?? {};
  const recursiveWalk = { refreshPeriodMinutes: refreshPeriod, fsRateLimit };
  return withoutUndefined({
    packageName: 'aws-efs-csi-driver-operator',
    namespace: 'openshift-cluster-csi-drivers',
    channel,
    source,
    sourceNamespace,
    env: Object.keys(env).length > 0 ? env : undefined,
    clusterCsiDriver: volumeMetrics && {
      driverConfig: {
        driverType: 'AWS',
        aws: {
          efsVolumeMetrics: {
            state: 'RecursiveWalk',
            recursiveWalk:
              refreshPeriod === undefined && fsRateLimit === undefined ? undefined : recursiveWalk,
          },
        },
      },
    },
  });
}

function optionsWithoutEffect(spec: EfsDriverSpec, { mode }: DriverContext): string[] {
  const given = Object.entries(spec)
    .filter(([, value]) => value !== undefined)
    .map(([option]) => option);
  const always =
    spec.staticStorageClass === false && spec.staticStorageClassName !== undefined
      ? ['staticStorageClassName']
      : [];
  switch (mode) {
    case 'this-stack':
      return [...always, ...given.filter((option) => option === 'openShiftOperator')];
    case 'openshift-operator':
      return [
        ...always,
        ...given.filter((option) => ![...FOR_OPERATOR, ...FOR_CLASSES].includes(option)),
      ];
    case 'external':
      return [...always, ...given.filter((option) => !FOR_CLASSES.includes(option))];
  }
}
