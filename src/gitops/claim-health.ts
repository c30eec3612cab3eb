/**
 * The health of claims as Argo CD should see it: what waits for its first consumer is not on its
 * way to anything.
 */
import { Finding } from '../findings';
import { Manifest } from '../kube';
import { FLUX, SYNC_OPTIONS } from '../manifests/gitops/core';
import { always, Of, objectOf, string } from '../shape';
import { checkName, checkNamespace } from '../storage/core';

/** Where Argo CD has its settings. */
export const CLAIM_HEALTH_SHAPE = objectOf({
  name: always(string),
  namespace: always(string),
});
export type ClaimHealthSpec = Of<typeof CLAIM_HEALTH_SHAPE>;

export function checkClaimHealth({ name, namespace }: ClaimHealthSpec): Finding[] {
  return [...checkName(name, 'name'), ...checkNamespace(namespace, 'namespace', true)];
}

/**
 * A claim for which a volume is being made has its provisioner in an annotation; of a class that
 * waits it gets that when a pod has been given a node. One that names a volume, or no class, waits
 * for a volume that somebody makes.
 */
const LUA = `hs = { status = "Progressing", message = "" }
local phase = obj.status and obj.status.phase or ""
local annotations = obj.metadata.annotations or {}
local isProvisioned = annotations["volume.kubernetes.io/storage-provisioner"] ~= nil
  or annotations["volume.beta.kubernetes.io/storage-provisioner"] ~= nil
if phase == "Bound" then
  hs.status = "Healthy"
elseif phase == "Lost" then
  hs.status = "Degraded"
  hs.message = "the volume of the claim is gone"
elseif phase == "Pending" then
  local class = obj.spec.storageClassName or ""
  if isProvisioned or class == "" or obj.spec.volumeName ~= nil then
    hs.message = "waiting for a volume"
  else
    hs.status = "Healthy"
    hs.message = "waiting for its first consumer"
  end
end
return hs
`;

/** Other settings stand in the same ConfigMap: it is added to, and never goes. */
const ANNOTATIONS = {
  [SYNC_OPTIONS]: 'ServerSideApply=true,Prune=false,Delete=false',
  [`${FLUX}/prune`]: 'disabled',
};
const LABELS = { 'app.kubernetes.io/name': 'argocd-cm', 'app.kubernetes.io/part-of': 'argocd' };

/**
 * The setting, as a ConfigMap that has nothing else: applied beside what is there, it adds one key.
 */
export function buildClaimHealth({ name, namespace }: ClaimHealthSpec): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace, annotations: { ...ANNOTATIONS }, labels: { ...LABELS } },
    data: { 'resource.customizations.health.PersistentVolumeClaim': LUA },
  };
}
