/** Names and images of local-csi-driver v0.3.0 and its sidecars, as its chart has them. */
const REGISTRY = 'mcr.microsoft.com';
const SIDECARS = `${REGISTRY}/oss/v2/kubernetes-csi`;

export const LOCAL_IMAGES = {
  driver: `${REGISTRY}/acstor/local-csi-driver:v0.3.0`,
  manager: `${REGISTRY}/acstor/local-csi-manager:v0.3.0`,
  provisioner: `${SIDECARS}/csi-provisioner:v5.2.0`,
  resizer: `${SIDECARS}/csi-resizer:v1.13.2`,
  registrar: `${SIDECARS}/csi-node-driver-registrar:v2.16.0`,
} as const;

/** The manager is told of these by its arguments, so that they are fixed. */
export const NODE_NAME = 'csi-local-node';
export const MANAGER_NAME = 'csi-local-manager';
export const SERVICE_NAME = 'csi-local-webhook-service';
export const CERTIFICATE_NAME = 'csi-local-webhook-cert';
export const EPHEMERAL_ONLY_WEBHOOK = 'csi-local-enforce-ephemeral';
export const HYPERCONVERGED_WEBHOOK = 'csi-local-hyperconverged-webhook';
export const WEBHOOK_PORT = 9443;
