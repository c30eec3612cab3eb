/** The images of aws-efs-csi-driver v3.4.1 and its sidecars, as its chart 4.4.1 has them. */
const SIDECARS = 'public.ecr.aws/csi-components';

export const EFS_IMAGES = {
  driver: 'public.ecr.aws/efs-csi-driver/amazon/aws-efs-csi-driver:v3.4.1',
  livenessProbe: `${SIDECARS}/livenessprobe:v2.19.0-eksbuild.3`,
  registrar: `${SIDECARS}/csi-node-driver-registrar:v2.17.0-eksbuild.3`,
  provisioner: `${SIDECARS}/csi-provisioner:v6.3.0-eksbuild.2`,
} as const;
