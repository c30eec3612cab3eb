/** Which versions of Kubernetes' own groups a server has, and what an object of one version is in another. */
import { Fields, fieldsOf, groupOf, versionOf } from '../kube';
import { Draft } from './types';

/** By group: versions with the first minor release that has them, and the last one before they went. */
const SERVED: { readonly [group: string]: { readonly [version: string]: readonly [since: number, until?: number] } } = {
  '': { v1: [0] },
  'admissionregistration.k8s.io': { v1: [16], v1beta1: [9, 21] },
  'apiextensions.k8s.io': { v1: [16], v1beta1: [7, 21] },
  'apiregistration.k8s.io': { v1: [10], v1beta1: [7, 21] },
  'apps': { v1: [9], v1beta2: [8, 15], v1beta1: [5, 15] },
  'authentication.k8s.io': { v1: [6] },
  'authorization.k8s.io': { v1: [6] },
  'autoscaling': { v1: [2], v2: [23], v2beta2: [12, 25], v2beta1: [8, 24] },
  'batch': { v1: [2], v1beta1: [8, 24] },
  'certificates.k8s.io': { v1: [19], v1beta1: [4, 21] },
  'coordination.k8s.io': { v1: [14], v1beta1: [12, 21] },
  'discovery.k8s.io': { v1: [21], v1beta1: [17, 24] },
  'events.k8s.io': { v1: [19], v1beta1: [8, 24] },
  'extensions': { v1beta1: [1, 21] },
  'flowcontrol.apiserver.k8s.io': { v1: [29], v1beta3: [26, 31], v1beta2: [23, 28], v1beta1: [20, 25] },
  'networking.k8s.io': { v1: [7], v1beta1: [14, 21] },
  'node.k8s.io': { v1: [20], v1beta1: [14, 24] },
  'policy': { v1: [21], v1beta1: [5, 24] },
  'rbac.authorization.k8s.io': { v1: [8], v1beta1: [6, 21] },
  'resource.k8s.io': { v1: [34] },
  'scheduling.k8s.io': { v1: [14], v1beta1: [11, 21] },
  'storage.k8s.io': { v1: [6], v1beta1: [4, 26] },
};

/** Kinds that came into a group later than its version. */
const KIND_SINCE: { readonly [apiVersionAndKind: string]: number } = {
  'admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy': 30,
  'admissionregistration.k8s.io/v1/ValidatingAdmissionPolicyBinding': 30,
  'admissionregistration.k8s.io/v1/MutatingAdmissionPolicy': 36,
  'admissionregistration.k8s.io/v1/MutatingAdmissionPolicyBinding': 36,
  'batch/v1/CronJob': 21,
  'storage.k8s.io/v1/VolumeAttributesClass': 34,
  'storage.k8s.io/v1/CSIStorageCapacity': 24,
};

/** Whether a group is one of Kubernetes' own, and not that of a definition. */
export function isOwnGroup(group: string): boolean {
  return Object.hasOwn(SERVED, group);
}

/** Whether a server of that release has the version and the kind. Groups of definitions are not known here. */
export function isServed(apiVersion: string, kind: string, minor: number): boolean {
  const group = groupOf(apiVersion);
  if (!isOwnGroup(group)) return true;
  const versions = SERVED[group];
  const version = versionOf(apiVersion);
  if (!Object.hasOwn(versions, version)) return false;
  const [since, until = Infinity] = versions[version];
  return minor >= since && minor <= until && minor >= (KIND_SINCE[`${apiVersion}/${kind}`] ?? 0);
}

/** The newest version of the same group that a server of that release has. */
export function servedInstead(apiVersion: string, minor: number): string | undefined {
  const group = groupOf(apiVersion);
  const versions = Object.hasOwn(SERVED, group) ? Object.entries(SERVED[group]) : [];
  const found = versions.filter(([, [since, until = Infinity]]) => minor >= since && minor <= until).map(([version]) => version);
  const version = found.find((one) => /^v\d+$/.test(one)) ?? found[0];
  return version === undefined ? undefined : group === '' ? version : `${group}/${version}`;
}

/** The object in the version that it is compared in. */
export function inComparedVersion(manifest: Fields): Fields {
  const { apiVersion, kind } = manifest;
  if (kind === 'HorizontalPodAutoscaler' && apiVersion === 'autoscaling/v1') return autoscalerOf(manifest);
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return manifest;
  const group = groupOf(apiVersion);
  const newest = NEWEST[group];
  return newest !== undefined && apiVersion !== newest ? { ...manifest, apiVersion: newest } : manifest;
}

/** In these groups older versions have the same fields, as far as they are looked at. */
const NEWEST: { readonly [group: string]: string } = {
  'apps': 'apps/v1',
  'autoscaling': 'autoscaling/v2',
  'batch': 'batch/v1',
  'policy': 'policy/v1',
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
    spec.metrics = [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: targetCPUUtilizationPercentage } } }];
  }
  return { ...manifest, apiVersion: 'autoscaling/v2', spec };
}
