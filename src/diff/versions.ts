/**
 * Which versions of Kubernetes' own groups a server has, and what an object of one version is in
 * another.
 */
import { nearest } from '../findings';
import { Fields, fieldsOf, groupOf, versionOf } from '../kube';
import { Draft } from '../model';

/**
 * By group and version: kinds, each with the first minor release that has it and the last one
 * before it went, as in `Ingress@14-21`; without either it was always there. Left out are versions
 * that are off unless somebody switches them on: alpha ones, and beta ones that came with 1.24 or
 * later.
 */
const SERVED: { readonly [group: string]: { readonly [version: string]: string } } = {
  '': {
    v1:
      'Binding ComponentStatus ConfigMap Endpoints Event LimitRange Namespace Node PersistentVolume PersistentVolumeClaim Pod PodTemplate ' +
      'ReplicationController ResourceQuota Secret Service ServiceAccount',
  },
  'admissionregistration.k8s.io': {
    v1:
      'MutatingAdmissionPolicy@36 MutatingAdmissionPolicyBinding@36 MutatingWebhookConfiguration@16 ValidatingAdmissionPolicy@30 ' +
      'ValidatingAdmissionPolicyBinding@30 ValidatingWebhookConfiguration@16',
    v1beta1: 'MutatingWebhookConfiguration@9-21 ValidatingWebhookConfiguration@9-21',
  },
  'apiextensions.k8s.io': {
    v1: 'CustomResourceDefinition@16',
    v1beta1: 'CustomResourceDefinition@7-21',
  },
  'apiregistration.k8s.io': { v1: 'APIService@10', v1beta1: 'APIService@7-21' },
  apps: {
    v1: 'ControllerRevision@9 DaemonSet@9 Deployment@9 ReplicaSet@9 StatefulSet@9',
    v1beta2:
      'ControllerRevision@8-15 DaemonSet@8-15 Deployment@8-15 ReplicaSet@8-15 StatefulSet@8-15',
    v1beta1: 'ControllerRevision@7-15 Deployment@6-15 StatefulSet@5-15',
  },
  'authentication.k8s.io': {
    v1: 'SelfSubjectReview@28 TokenReview@6',
    v1beta1: 'TokenReview@4-21',
  },
  'authorization.k8s.io': {
    v1: 'LocalSubjectAccessReview@6 SelfSubjectAccessReview@6 SelfSubjectRulesReview@8 SubjectAccessReview@6',
    v1beta1:
      'LocalSubjectAccessReview@2-21 SelfSubjectAccessReview@2-21 SelfSubjectRulesReview@8-21 SubjectAccessReview@2-21',
  },
  autoscaling: {
    v2: 'HorizontalPodAutoscaler@23',
    v1: 'HorizontalPodAutoscaler@2',
    v2beta2: 'HorizontalPodAutoscaler@12-25',
    v2beta1: 'HorizontalPodAutoscaler@8-24',
  },
  batch: { v1: 'CronJob@21 Job@2', v1beta1: 'CronJob@8-24' },
  'certificates.k8s.io': {
    v1: 'CertificateSigningRequest@19',
    v1beta1: 'CertificateSigningRequest@4-21',
  },
  'coordination.k8s.io': { v1: 'Lease@14', v1beta1: 'Lease@12-21' },
  'discovery.k8s.io': { v1: 'EndpointSlice@21', v1beta1: 'EndpointSlice@17-24' },
  'events.k8s.io': { v1: 'Event@19', v1beta1: 'Event@8-24' },
  extensions: {
    v1beta1:
      'DaemonSet@1-15 Deployment@1-15 Ingress@1-21 NetworkPolicy@3-15 PodSecurityPolicy@2-15 ReplicaSet@2-15',
  },
  'flowcontrol.apiserver.k8s.io': {
    v1: 'FlowSchema@29 PriorityLevelConfiguration@29',
    v1beta3: 'FlowSchema@26-31 PriorityLevelConfiguration@26-31',
    v1beta2: 'FlowSchema@23-28 PriorityLevelConfiguration@23-28',
    v1beta1: 'FlowSchema@20-25 PriorityLevelConfiguration@20-25',
  },
  'networking.k8s.io': {
    v1: 'IPAddress@33 Ingress@19 IngressClass@19 NetworkPolicy@7 ServiceCIDR@33',
    v1beta1: 'Ingress@14-21 IngressClass@18-21',
  },
  'node.k8s.io': { v1: 'RuntimeClass@20', v1beta1: 'RuntimeClass@14-24' },
  policy: {
    v1: 'PodDisruptionBudget@21',
    v1beta1: 'PodDisruptionBudget@5-24 PodSecurityPolicy@10-24',
  },
  'rbac.authorization.k8s.io': {
    v1: 'ClusterRole@8 ClusterRoleBinding@8 Role@8 RoleBinding@8',
    v1beta1: 'ClusterRole@6-21 ClusterRoleBinding@6-21 Role@6-21 RoleBinding@6-21',
  },
  'resource.k8s.io': {
    v1: 'DeviceClass@34 ResourceClaim@34 ResourceClaimTemplate@34 ResourceSlice@34',
  },
  'scheduling.k8s.io': { v1: 'PriorityClass@14', v1beta1: 'PriorityClass@11-21' },
  'storage.k8s.io': {
    v1: 'CSIDriver@18 CSINode@17 CSIStorageCapacity@24 StorageClass@6 VolumeAttachment@13 VolumeAttributesClass@34',
    v1beta1:
      'CSIDriver@14-21 CSINode@14-21 CSIStorageCapacity@21-26 StorageClass@4-21 VolumeAttachment@10-21',
  },
};

/** The first release that has a kind, and the last one. */
type Releases = readonly [since: number, until: number];

let releases: Map<string, Map<string, Releases>> | undefined;

/** The kinds of each version. */
function kindsByVersion(): Map<string, Map<string, Releases>> {
  if (releases) return releases;
  releases = new Map();
  for (const [group, versions] of Object.entries(SERVED)) {
    for (const [version, kinds] of Object.entries(versions)) {
      const entries = kinds.split(' ').map((entry): [string, Releases] => {
        const [kind, since = '0', until = 'Infinity'] = entry.split(/[@-]/);
        return [kind, [Number(since), Number(until)]];
      });
      releases.set(group === '' ? version : `${group}/${version}`, new Map(entries));
    }
  }
  return releases;
}

/** Whether a group is one of Kubernetes' own, and not that of a definition. */
export function isOwnGroup(group: string): boolean {
  return Object.hasOwn(SERVED, group);
}

/**
 * Whether a server of that release has the version and the kind. Groups of definitions, whose names
 * have a dot, are not known here.
 */
export function isServed(apiVersion: string, kind: string, minor: number): boolean {
  const group = groupOf(apiVersion);
  if (!isOwnGroup(group)) return group.includes('.');
  const [since, until] = kindsByVersion().get(apiVersion)?.get(kind) ?? [Infinity, 0];
  return minor >= since && minor <= until;
}

/** How to have a kind that a server of that release does not have under that name. */
export function servedInstead(apiVersion: string, kind: string, minor: number): string | undefined {
  const group = groupOf(apiVersion);
  const found = servingVersions(kind, minor);
  const best = found.find((one) => groupOf(one) === group) ?? found.at(0);
  if (best !== undefined) return `write apiVersion: ${best}`;
  const kinds = [...kindsByVersion()].flatMap(([version, all]) =>
    groupOf(version) === group ? [...all.keys()] : [],
  );
  const meant = nearest(
    kind,
    [...new Set(kinds)].filter((one) =>
      servingVersions(one, minor).some((version) => groupOf(version) === group),
    ),
  );
  if (meant !== undefined) return `write kind: ${meant}`;
  return kinds.includes(kind)
    ? `remove it: Kubernetes 1.${minor} does not have the kind`
    : undefined;
}

/** Versions that have the kind; in each group the stable one first. */
function servingVersions(kind: string, minor: number): string[] {
  return [...kindsByVersion().keys()]
    .filter((one) => isServed(one, kind, minor))
    .sort((a, b) => Number(isBeta(a)) - Number(isBeta(b)));
}

const isBeta = (apiVersion: string) => versionOf(apiVersion).includes('beta');

/** The object in the version that it is compared in. */
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
