/** Options of the EFS CSI driver itself, as plain input. */
import {
  flag,
  integer,
  listOf,
  mapOf,
  number,
  Of,
  objectOf,
  string,
  strings,
  text,
} from '../../shape';
import { EFS_STORAGE_CLASS_SHAPE } from '../storage-class/spec';

/** OpenShift's operator for the driver. */
const OPERATOR = objectOf({
  channel: text,
  source: text,
  sourceNamespace: text,
  roleArn: string,
  nodeRoleArn: string,
});

/** Settings of efs-utils, by section and key. */
const UTILS_CONFIG = mapOf(strings);
export type UtilsConfig = Of<typeof UTILS_CONFIG>;

/**
 * What can be chosen about the driver. Durations are numbers that need not be whole: that is for
 * the check to find.
 */
export const EFS_DRIVER_SHAPE = objectOf({
  operatorMode: flag,
  storageClasses: listOf(EFS_STORAGE_CLASS_SHAPE),
  staticStorageClass: flag,
  staticStorageClassName: string,
  // The period is in minutes.
  volumeMetrics: objectOf({ refreshPeriod: number, fsRateLimit: integer }),
  maxInflightMounts: integer,
  volumeAttachLimit: integer,
  // In seconds.
  forceUnmountAfter: number,
  debugLogs: flag,
  cloudWatchLogs: flag,
  s3FilesCloudWatchLogs: flag,
  s3FilesCloudWatchMetrics: flag,
  efsUtilsConfig: UTILS_CONFIG,
  s3FilesUtilsConfig: UTILS_CONFIG,
  useFips: flag,
  taintWatcher: flag,
  portRangeUpperBound: integer,
  tags: strings,
  deleteAccessPointRootDir: flag,
  metricsPort: integer,
  fileSystemIdRefs: flag,
  crossAccountSecretName: string,
  openShiftOperator: OPERATOR,
});
export type EfsDriverSpec = Of<typeof EFS_DRIVER_SHAPE>;
