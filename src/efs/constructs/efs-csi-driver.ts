/** The EFS CSI driver, for a `CsiDriverStack`. */
import { Duration } from 'cdk8s';
import { CsiDriver, CsiDriverContext, CsiDriverDefinition, CsiStorageClassProps } from '../../csi';
import { ClassSpec, DEFINITION_STRUCTS, DriverContext } from '../../csi/core';
import { Finding } from '../../findings';
import { isFields } from '../../kube';
import { checkDuration, inUnit, readProps, typed } from '../../tree';
import {
  checkClassOfStack,
  checkEfsDriver,
  describeEfsDriver,
  EFS_DRIVER_SHAPE,
  EfsDriverSpec,
} from '../csi-driver';
import { EfsCsiStorageClass } from './efs-csi-storage-class';

/**
 * Options of the volume metrics, which report how much data volumes hold. The driver walks every
 * directory to find out.
 */
export interface EfsVolumeMetrics {
  /**
   * How often the metrics are collected, in whole minutes up to 30 days.
   * @default - 4 hours (aws-efs-csi-driver v3.4.1)
   */
  readonly refreshPeriod?: Duration;

  /**
   * The number of volumes of a file system that a node walks at the same time, from 1 to 100.
   * @default - 5 (aws-efs-csi-driver v3.4.1)
   */
  readonly fsRateLimit?: number;
}

/**
 * Options of OpenShift's operator for the driver, used with
 * `CsiDriverStackMode.OPENSHIFT_OPERATOR`.
 */
export interface EfsOpenShiftOperatorOptions {
  /**
   * The channel of the package `aws-efs-csi-driver-operator`.
   * @default 'stable'
   */
  readonly channel?: string;

  /**
   * The CatalogSource that the package comes from.
   * @default 'redhat-operators'
   */
  readonly source?: string;

  /**
   * The namespace of the CatalogSource.
   * @default 'openshift-marketplace'
   */
  readonly sourceNamespace?: string;

  /**
   * The ARN of the controller's IAM role, on clusters with AWS STS. It is written to the operator's
   * environment variable `ROLEARN`.
   * @default - the Cloud Credential Operator creates the credentials
   */
  readonly roleArn?: string;

  /**
   * The ARN of the node plugin's IAM role, on clusters with AWS STS. It is written to the
   * operator's environment variable `NODE_ROLEARN`.
   * @default - the Cloud Credential Operator creates the credentials
   */
  readonly nodeRoleArn?: string;
}

/**
 * Props of an `EfsCsiDriver`. Without any, the driver only mounts existing file systems and access
 * points.
 */
export interface EfsCsiDriverProps {
  /**
   * Whether to create exactly the five objects that aws-efs-operator creates: ServiceAccount,
   * SecurityContextConstraints, DaemonSet, CSIDriver and StorageClass. They date from 2022, with
   * the images of that time, only for amd64 worker nodes, and with more permissions than the driver
   * needs. No other option can be set together with this one.
   * @default false
   */
  readonly operatorMode?: boolean;

  /**
   * Classes whose volumes the driver provisions on demand. Each needs a `name`. The controller is
   * deployed for them.
   * @default - none; only existing file systems and access points are mounted
   */
  readonly storageClasses?: EfsCsiStorageClass[];

  /**
   * Whether to create the storage class of statically provisioned volumes. It is only a name that
   * volume and claim share.
   * @default - true; if OpenShift's operator installs the driver, only if `staticStorageClassName`
   * is set
   */
  readonly staticStorageClass?: boolean;

  /**
   * The name of the static class. Many clusters already have a dynamic class `efs-sc`, which cannot
   * be changed into this one.
   * @default 'efs-sc'
   */
  readonly staticStorageClassName?: string;

  /**
   * Options of the volume metrics.
   * @default - no metrics
   */
  readonly volumeMetrics?: EfsVolumeMetrics;

  /**
   * The maximum number of mounts that a node performs at the same time, at least 1.
   * @default - no limit
   */
  readonly maxInflightMounts?: number;

  /**
   * The maximum number of volumes on a node, at least 1. The scheduler enforces it.
   * @default - no limit
   */
  readonly volumeAttachLimit?: number;

  /**
   * The time after which an unmount is forced, in whole seconds.
   * @default - never
   */
  readonly forceUnmountAfter?: Duration;

  /**
   * Whether efs-utils writes debug logs.
   * @default false
   */
  readonly debugLogs?: boolean;

  /**
   * Whether logs of EFS mounts are sent to CloudWatch. The nodes need the IAM permissions for that.
   * @default false
   */
  readonly cloudWatchLogs?: boolean;

  /**
   * Whether logs of S3 Files mounts are sent to CloudWatch.
   * @default - true (aws-efs-csi-driver v3.4.1)
   */
  readonly s3FilesCloudWatchLogs?: boolean;

  /**
   * Whether metrics of S3 Files mounts are sent to CloudWatch.
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
   * Whether to use the FIPS endpoints of AWS. They exist only in the United States and Canada:
   * elsewhere the pods restart forever.
   * @default false
   */
  readonly useFips?: boolean;

  /**
   * Whether the node plugin removes the taint `efs.csi.aws.com/agent-not-ready` from its node once
   * it is ready. If false, the node plugin has no permissions in the cluster, and needs the
   * instance metadata service to identify its node.
   * @default true
   */
  readonly taintWatcher?: boolean;

  /**
   * The last port of the range for the proxies of TLS mounts, from 21049 to 65535. The range starts
   * at 20049, and each mount uses one port.
   * @default 21049
   */
  readonly portRangeUpperBound?: number;

  /**
   * Tags of the access points that the controller creates.
   * @default - only the driver's own
   */
  readonly tags?: { [key: string]: string };

  /**
   * Whether the directory of an access point, with all data in it, is deleted together with its
   * claim. The controller is privileged only if this is true, whereas in the driver's Helm chart it
   * always is.
   * @default false
   */
  readonly deleteAccessPointRootDir?: boolean;

  /**
   * The port of the controller's metrics endpoint, such as 3301.
   * @default - none
   */
  readonly metricsPort?: number;

  /**
   * Whether the controller may read all ConfigMaps and Secrets of the cluster, for classes that
   * take the ID of their file system from one.
   * @default - true if one of `storageClasses` does so
   */
  readonly fileSystemIdRefs?: boolean;

  /**
   * The name of the Secret, in the driver's namespace, that holds the role for file systems of
   * another account. It is the only Secret that the controller may read.
   * @default 'x-account'
   */
  readonly crossAccountSecretName?: string;

  /**
   * Options of OpenShift's operator for the driver.
   * @default - its package's defaults
   */
  readonly openShiftOperator?: EfsOpenShiftOperatorOptions;
}

/**
 * The EFS CSI driver: aws-efs-csi-driver v3.4.1, as its Helm chart 4.4.1 runs it, without flags
 * that only repeat a default.
 *
 * It is a value, not a construct: a `CsiDriverStack` creates the objects.
 *
 * @example
 * new CsiDriverStack(chart, 'efs', { driver: new EfsCsiDriver(), platform: Platform.EKS });
 */
export class EfsCsiDriver extends CsiDriver {
  private readonly spec: EfsDriverSpec;

  /**
   * @param props options of this driver. Options that all drivers share belong to the stack
   * @throws an error that lists all findings if the driver or AWS would reject a value, or if one
   * is known only at synthesis
   */
  constructor(props: EfsCsiDriverProps = {}) {
    super();
    this.spec = readSpec(props);
  }

  /**
   * The definition of the driver.
   * @internal
   */
  public _describe(context: CsiDriverContext): CsiDriverDefinition {
    return typed(describeEfsDriver(this.spec, context as DriverContext), DEFINITION_STRUCTS);
  }

  /**
   * Checks the parameters and mount options of a storage class that is added to the stack
   * (aws-efs-csi-driver v3.4.1).
   * @internal
   */
  public _checkStorageClass(storageClass: CsiStorageClassProps): Finding[] {
    return checkClassOfStack(storageClass as ClassSpec);
  }
}

/** The plain options, durations as numbers. Throws all findings at once. */
function readSpec(props: unknown): EfsDriverSpec {
  const options = { shape: EFS_DRIVER_SHAPE, check: checkEfsDriver };
  return readProps<EfsDriverSpec>(props, options, (given: EfsCsiDriverProps) => {
    const { forceUnmountAfter, volumeMetrics, ...others } = given;
    const { refreshPeriod, ...metrics } = isFields(volumeMetrics)
      ? (volumeMetrics as EfsVolumeMetrics)
      : {};
    return {
      plain: {
        ...others,
        forceUnmountAfter: inUnit(forceUnmountAfter, 'toSeconds'),
        volumeMetrics: isFields(volumeMetrics)
          ? {
              ...metrics,
              refreshPeriod: inUnit(refreshPeriod, 'toMinutes'),
            }
          : volumeMetrics,
      },
      findings: [
        ...checkDuration(forceUnmountAfter, 'forceUnmountAfter', 'Duration.seconds(30)'),
        ...checkDuration(refreshPeriod, 'volumeMetrics.refreshPeriod', 'Duration.hours(4)'),
      ],
    };
  });
}
