/** What can be chosen about the EFS CSI driver itself, as plain input. */
import {
  flag,
  integer,
  listOf,
  mapOf,
  number,
  Shape,
  string,
  strings,
  struct,
  text,
} from '../../shape';
import { EFS_STORAGE_CLASS_SHAPE, EfsStorageClassSpec } from '../storage-class/spec';

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
export interface UtilsConfig {
  readonly [section: string]: { readonly [key: string]: string };
}

/** What can be chosen about the driver. */
export interface EfsDriverSpec {
  readonly operatorMode?: boolean;
  readonly storageClasses?: readonly EfsStorageClassSpec[];
  readonly staticStorageClass?: boolean;
  readonly staticStorageClassName?: string;
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

/**
 * The types of it all. Durations are numbers that need not be whole: that is for the check to tell.
 */
export const EFS_DRIVER_SHAPE: Shape<EfsDriverSpec> = struct<EfsDriverSpec>({
  operatorMode: flag,
  storageClasses: listOf(EFS_STORAGE_CLASS_SHAPE),
  staticStorageClass: flag,
  staticStorageClassName: string,
  volumeMetrics: struct<EfsVolumeMetricsSpec>({ refreshPeriod: number, fsRateLimit: integer }),
  maxInflightMounts: integer,
  volumeAttachLimit: integer,
  forceUnmountAfter: number,
  debugLogs: flag,
  cloudWatchLogs: flag,
  s3FilesCloudWatchLogs: flag,
  s3FilesCloudWatchMetrics: flag,
  efsUtilsConfig: mapOf(strings),
  s3FilesUtilsConfig: mapOf(strings),
  useFips: flag,
  taintWatcher: flag,
  portRangeUpperBound: integer,
  tags: strings,
  deleteAccessPointRootDir: flag,
  metricsPort: integer,
  fileSystemIdRefs: flag,
  crossAccountSecretName: string,
  openShiftOperator: struct<EfsOperatorOptions>({
    channel: text,
    source: text,
    sourceNamespace: text,
    roleArn: string,
    nodeRoleArn: string,
  }),
});
