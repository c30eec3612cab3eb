/** Facts that all of EFS shares. */

/** The name of the CSI driver. */
export const EFS_DRIVER_NAME = 'efs.csi.aws.com';
