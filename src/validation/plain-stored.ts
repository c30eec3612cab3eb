/**
 * Objects that are plainly right as the server keeps them: with texts that stand for what only the
 * cluster knows.
 */
import { isPlainlyRight } from './plain';
import { ASSIGNED_ADDRESS, ASSIGNED_UID, isServerAssigned } from './server-assigned';
import { Fields, fieldsOf } from '../kube';

/** Whether the API server surely takes what it keeps. Of others nothing is known. */
export function isPlainlyStored(object: Parameters<typeof isPlainlyRight>[0]): boolean {
  const manifest = withoutStandIns(object.kind, object.manifest);
  return isPlainlyRight(manifest === object.manifest ? object : { ...object, manifest });
}

/** The manifest without what the server chose, which the server takes in any case. */
function withoutStandIns(kind: string, manifest: Fields): Fields {
  if (kind === 'Service') {
    const { clusterIP, clusterIPs, ...spec } = fieldsOf(manifest.spec);
    const isOnly = Array.isArray(clusterIPs) && clusterIPs.length === 1;
    const isChosen = clusterIP === ASSIGNED_ADDRESS && isOnly && clusterIPs[0] === clusterIP;
    return isChosen ? { ...manifest, spec } : manifest;
  }
  if (kind === 'PersistentVolumeClaim') {
    const { volumeName, ...spec } = fieldsOf(manifest.spec);
    const isChosen = typeof volumeName === 'string' && isServerAssigned(volumeName);
    return isChosen ? { ...manifest, spec } : manifest;
  }
  if (kind === 'PersistentVolume') {
    const spec = fieldsOf(manifest.spec);
    const { uid, ...claimRef } = fieldsOf(spec.claimRef);
    return uid === ASSIGNED_UID ? { ...manifest, spec: { ...spec, claimRef } } : manifest;
  }
  return manifest;
}
