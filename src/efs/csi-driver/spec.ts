/** What can be chosen about the EFS CSI driver itself, as plain input. */
import { EfsStorageClassSpec } from '../storage-class/spec';

/** Metrics of volumes: how much they hold. */
export interface EfsVolumeMetricsSpec {
  /** In minutes. */
  readonly refreshPeriod?: number;
  readonly fsRateLimit?: number;
}

/** OpenShift's operator for the driver. */
export interface EfsOperatorOptions {
  readonly channel?: string;
  readonly source?: string;
  readonly sourceNamespace?: string;
  readonly roleArn?: string;
  readonly nodeRoleArn?: string;
}

/** Settings of efs-utils, by section and key. */
export interface UtilsConfig { readonly [section: string]: { readonly [key: string]: string } }

/** What can be chosen about the driver. */
export interface EfsDriverSpec {
  readonly operatorMode?: boolean;
  readonly storageClasses?: readonly EfsStorageClassSpec[];
  readonly staticClass?: boolean;
  readonly staticClassName?: string;
  readonly volumeMetrics?: EfsVolumeMetricsSpec;
  readonly maxInflightMounts?: number;
  readonly volumeAttachLimit?: number;
  /** In seconds. */
  readonly forceUnmountAfter?: number;
  readonly debugLogs?: boolean;
  readonly cloudWatchLogs?: boolean;
  readonly s3FilesCloudWatchLogs?: boolean;
  readonly s3FilesCloudWatchMetrics?: boolean;
  readonly efsUtilsConfig?: UtilsConfig;
  readonly s3FilesUtilsConfig?: UtilsConfig;
  readonly useFips?: boolean;
  readonly taintWatcher?: boolean;
  readonly portRangeUpperBound?: number;
  readonly tags?: { readonly [key: string]: string };
  readonly deleteAccessPointRootDir?: boolean;
  readonly metricsPort?: number;
  readonly fileSystemIdRefs?: boolean;
  readonly crossAccountSecretName?: string;
  readonly openShiftOperator?: EfsOperatorOptions;
}
