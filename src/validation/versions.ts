/** Objects of one version of Kubernetes in another, and which version to write. */
import { nearest } from '../findings';
import { Fields, fieldsOf, groupOf } from '../kube';
import { Draft, kindsOfGroup, servedVersion, servingVersions } from '../model';

/** How to have a kind that a server of that release does not have under that name. */
export function servedInstead(apiVersion: string, kind: string, minor: number): string | undefined {
  const group = groupOf(apiVersion);
  const best = servedVersion(group, kind, minor);
  if (best !== undefined) return `write apiVersion: ${best}`;
  const kinds = kindsOfGroup(group);
  if (kinds.includes(kind)) return `remove it: Kubernetes 1.${minor} does not have the kind`;
  const meant = nearest(
    kind,
    kinds.filter((one) =>
      servingVersions(one, minor).some((life) => groupOf(life.apiVersion) === group),
    ),
  );
  return meant === undefined ? undefined : `write kind: ${meant}`;
}

export function inComparedVersion(manifest: Fields): Fields {
  const { apiVersion, kind } = manifest;
  if (kind === 'HorizontalPodAutoscaler' && apiVersion === 'autoscaling/v1') {
    return autoscalerOf(manifest);
  }
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return manifest;
  const group = groupOf(apiVersion);
  const newest = NEWEST[group];
  return newest !== undefined && apiVersion !== newest
    ? { ...manifest, apiVersion: newest }
    : manifest;
}

/** In these groups older versions have the same fields, as far as they are looked at. */
const NEWEST: { readonly [group: string]: string } = {
  apps: 'apps/v1',
  autoscaling: 'autoscaling/v2',
  batch: 'batch/v1',
  policy: 'policy/v1',
  'rbac.authorization.k8s.io': 'rbac.authorization.k8s.io/v1',
  'storage.k8s.io': 'storage.k8s.io/v1',
  'scheduling.k8s.io': 'scheduling.k8s.io/v1',
  'networking.k8s.io': 'networking.k8s.io/v1',
  'discovery.k8s.io': 'discovery.k8s.io/v1',
  'node.k8s.io': 'node.k8s.io/v1',
};

function autoscalerOf(manifest: Fields): Fields {
  const { targetCPUUtilizationPercentage, ...rest } = fieldsOf(manifest.spec);
  const spec: Draft = { ...rest };
  if (targetCPUUtilizationPercentage !== undefined && targetCPUUtilizationPercentage !== null) {
    spec.metrics = [
      {
        type: 'Resource',
        resource: {
          name: 'cpu',
          target: { type: 'Utilization', averageUtilization: targetCPUUtilizationPercentage },
        },
      },
    ];
  }
  return { ...manifest, apiVersion: 'autoscaling/v2', spec };
}
