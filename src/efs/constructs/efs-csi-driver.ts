/** The EFS CSI driver, for a `CsiDriverStack`. */
import { Duration } from 'cdk8s';
import { CsiDriverContext, CsiDriverDefinition, CsiStorageClass, ICsiDriver } from '../../csi';
import { ClassSpec, DEFINITION_STRUCTS, DriverContext } from '../../csi/core';
import { Finding, show, throwIfErrors, violation } from '../../findings';
import { hasLazy, isFields, unwrap } from '../../kube';
import { checkShaped, SHAPE_RULES, shapeFindings } from '../../shape';
import { lateFindings, typed, unreadableFindings } from '../../tree';
import { checkClassOfStack, checkEfsDriver, describeEfsDriver, EFS_DRIVER_SHAPE, EfsDriverSpec } from '../csi-driver';
import { EfsStorageClassProps } from './efs-storage-class';

/** Metrics of volumes: how much they hold. The driver walks through every directory to find out. */
export interface EfsVolumeMetrics {
  /**
   * How often they are taken, in whole minutes up to 30 days.
   * @default - 4 hours (aws-efs-csi-driver v3.4.1)
   */
  readonly refreshPeriod?: Duration;

  /**
   * How many volumes of a file system are walked through at the same time on one node, from 1 to 100.
   * @default - 5 (aws-efs-csi-driver v3.4.1)
   */
  readonly fsRateLimit?: number;
}

/** OpenShift's operator for the driver, in `CsiDriverStackMode.OPENSHIFT_OPERATOR`. */
export interface EfsOpenShiftOperatorOptions {
  /**
   * The channel of the package `aws-efs-csi-driver-operator`.
   * @default 'stable'
   */
  readonly channel?: string;

  /**
   * The catalog.
   * @default 'redhat-operators'
   */
  readonly source?: string;

  /**
   * The namespace of the catalog.
   * @default 'openshift-marketplace'
   */
  readonly sourceNamespace?: string;

  /**
   * The IAM role of the controller, on clusters with AWS STS: the operator's variable `ROLEARN`.
   * @default - the cloud credential operator makes credentials
   */
  readonly roleArn?: string;

  /**
   * The IAM role of the node plugin, on clusters with AWS STS: the operator's variable `NODE_ROLEARN`.
   * @default - the cloud credential operator makes credentials
   */
  readonly nodeRoleArn?: string;
}

/** Props of an `EfsCsiDriver`. Without any, the driver mounts what exists and nothing more. */
export interface EfsCsiDriverProps {
  /**
   * Whether the five objects of aws-efs-operator are written to the letter: ServiceAccount, SecurityContextConstraints,
   * DaemonSet, CSIDriver and StorageClass. They are those of 2022, with its images, worker nodes of amd64 only, and
   * more rights than the driver needs. No other option can be given then.
   * @default false
   */
  readonly operatorMode?: boolean;

  /**
   * Classes whose volumes the driver makes on demand. Each has a `name`. They have the controller deployed.
   *
   * In Python, give each as a `EfsStorageClassProps`: in a dict, jsii silently drops options such as the reclaim policy.
   * @default - none: only volumes that exist are mounted
   */
  readonly storageClasses?: EfsStorageClassProps[];

  /**
   * Whether the class of volumes that exist already is written. It is only a name that volume and claim agree on.
   * @default - true, but not where OpenShift's operator installs the driver, unless `staticStorageClassName` is given
   */
  readonly staticStorageClass?: boolean;

  /**
   * The name of that class. Many clusters have a dynamic class `efs-sc`, which cannot be changed to this one.
   * @default 'efs-sc'
   */
  readonly staticStorageClassName?: string;

  /**
   * Metrics of volumes.
   * @default - no metrics
   */
  readonly volumeMetrics?: EfsVolumeMetrics;

  /**
   * How many mounts a node works on at the same time, at least 1.
   * @default - no limit
   */
  readonly maxInflightMounts?: number;

  /**
   * How many volumes a node has, at least 1. The scheduler counts them.
   * @default - no limit
   */
  readonly volumeAttachLimit?: number;

  /**
   * After which time an unmount is forced, in whole seconds.
   * @default - never
   */
  readonly forceUnmountAfter?: Duration;

  /**
   * Whether efs-utils writes debug logs.
   * @default false
   */
  readonly debugLogs?: boolean;

  /**
   * Whether logs of EFS mounts go to CloudWatch. The nodes need the rights for it.
   * @default false
   */
  readonly cloudWatchLogs?: boolean;

  /**
   * Whether logs of S3 Files mounts go to CloudWatch.
   * @default - true (aws-efs-csi-driver v3.4.1)
   */
  readonly s3FilesCloudWatchLogs?: boolean;

  /**
   * Whether metrics of S3 Files mounts go to CloudWatch.
   * @default - true (aws-efs-csi-driver v3.4.1)
   */
  readonly s3FilesCloudWatchMetrics?: boolean;

  /**
   * Settings of efs-utils.conf, by section and key.
   * @default - the driver's own
   */
  readonly efsUtilsConfig?: { [section: string]: { [key: string]: string } };

  /**
   * Settings of s3files-utils.conf, by section and key.
   * @default - the driver's own
   */
  readonly s3FilesUtilsConfig?: { [section: string]: { [key: string]: string } };

  /**
   * Whether FIPS endpoints of AWS are used. They exist in the United States and Canada only: elsewhere the pods
   * restart forever.
   * @default false
   */
  readonly useFips?: boolean;

  /**
   * Whether a node's taint `efs.csi.aws.com/agent-not-ready` is removed when the plugin is ready. Without it, the node
   * plugin has no rights at all in the cluster, and needs the instance metadata service to know its node.
   * @default true
   */
  readonly taintWatcher?: boolean;

  /**
   * The last of the ports from 20049 on at which proxies of TLS mounts listen, from 21049 to 65535: one a mount.
   * @default 21049
   */
  readonly portRangeUpperBound?: number;

  /**
   * Tags of the access points that the controller makes.
   * @default - only the driver's own
   */
  readonly tags?: { [key: string]: string };

  /**
   * Whether the directory of an access point, with all data in it, is deleted when its claim is. The controller is
   * privileged then, and only then: the driver's own chart always has it so.
   * @default false
   */
  readonly deleteAccessPointRootDir?: boolean;

  /**
   * The port at which the controller shows its metrics, such as 3301.
   * @default - none
   */
  readonly metricsPort?: number;

  /**
   * Whether the controller may read every ConfigMap and Secret of the cluster, for classes that refer to the ID of
   * their file system.
   * @default - if one of `storageClasses` does
   */
  readonly fileSystemIdRefs?: boolean;

  /**
   * The name of the secret, in the driver's namespace, with the role for file systems of another account: the only one
   * that the controller may read.
   * @default 'x-account'
   */
  readonly crossAccountSecretName?: string;

  /**
   * OpenShift's operator for the driver.
   * @default - its package's defaults
   */
  readonly openShiftOperator?: EfsOpenShiftOperatorOptions;
}

/**
 * The EFS CSI driver: aws-efs-csi-driver v3.4.1, as its chart 4.4.1 runs it, without flags that say what is the default
 * anyway.
 *
 * It is a value, not a construct: a `CsiDriverStack` makes the objects.
 *
 * @example
 * new CsiDriverStack(chart, 'efs', { driver: new EfsCsiDriver(), platform: Platform.eks() });
 */
export class EfsCsiDriver implements ICsiDriver {
  private readonly spec: EfsDriverSpec;

  /**
   * @param props what can be chosen about this driver. What can be chosen about any is a matter of the stack
   * @throws all findings at once when the driver or AWS would refuse a value, or when one is known only at synthesis
   */
  constructor(props: EfsCsiDriverProps = {}) {
    this.spec = readSpec(props);
  }

  /**
   * Everything about the driver.
   * @param context where and how it is installed
   * @returns the definition
   */
  public describe(context: CsiDriverContext): CsiDriverDefinition {
    return typed(describeEfsDriver(this.spec, context as DriverContext), DEFINITION_STRUCTS);
  }

  /**
   * What the driver has against a class that its stack is given: parameters that it refuses or does not know, and
   * mount options (aws-efs-csi-driver v3.4.1).
   * @param storageClass the class. Without parameters it is one for volumes that exist already
   * @returns the findings
   */
  public checkStorageClass(storageClass: CsiStorageClass): Finding[] {
    return checkClassOfStack(storageClass as ClassSpec);
  }
}

/** The plain options, durations as numbers. Throws all findings at once. */
function readSpec(props: unknown): EfsDriverSpec {
  if (!isFields(props)) throwIfErrors(shapeFindings(props, EFS_DRIVER_SHAPE));
  const { forceUnmountAfter, volumeMetrics, ...others } = props as EfsCsiDriverProps;
  const { refreshPeriod, ...metrics } = isFields(volumeMetrics) ? volumeMetrics as EfsVolumeMetrics : {};
  const plain = {
    ...others,
    forceUnmountAfter: isDuration(forceUnmountAfter) ? forceUnmountAfter.toSeconds({ integral: false }) : undefined,
    volumeMetrics: isFields(volumeMetrics)
      ? { ...metrics, refreshPeriod: isDuration(refreshPeriod) ? refreshPeriod.toMinutes({ integral: false }) : undefined }
      : volumeMetrics,
  };
  const unreadable = unreadableFindings(plain);
  const spec = unreadable.length > 0 ? {} : unwrap(plain);
  throwIfErrors([
    ...unreadable,
    ...checkDuration(forceUnmountAfter, 'forceUnmountAfter', 'Duration.seconds(30)'),
    ...checkDuration(refreshPeriod, 'volumeMetrics.refreshPeriod', 'Duration.hours(4)'),
    ...checkShaped(spec, EFS_DRIVER_SHAPE, checkEfsDriver),
  ]);
  return spec as EfsDriverSpec;
}

function isDuration(value: unknown): value is Duration {
  return isFields(value) && typeof value.toSeconds === 'function';
}

function checkDuration(value: unknown, path: string, example: string): Finding[] {
  if (value === undefined || isDuration(value)) return [];
  if (hasLazy(value)) return lateFindings({ [path]: value });
  return [violation(SHAPE_RULES.type, path, `${show(value)} is not a Duration`, `give one such as ${example}`)];
}
