/** Facts about the kinds of Kubernetes: their groups, scopes and plurals. */
import { Fields, fieldsOf, own, textOf } from './fields';
import { rememberedOfBoth } from './remembered';

/**
 * Kinds without a namespace, by API group. cdk8s stamps the chart's namespace on them, so they must
 * be known.
 */
const CLUSTER_SCOPED: { readonly [group: string]: readonly string[] } = {
  '': ['ComponentStatus', 'Namespace', 'Node', 'PersistentVolume'],
  'admissionregistration.k8s.io': [
    'MutatingAdmissionPolicy',
    'MutatingAdmissionPolicyBinding',
    'MutatingWebhookConfiguration',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
    'ValidatingWebhookConfiguration',
  ],
  'apiextensions.k8s.io': ['CustomResourceDefinition'],
  'apiregistration.k8s.io': ['APIService'],
  'authentication.k8s.io': ['SelfSubjectReview', 'TokenReview'],
  'authorization.k8s.io': [
    'SelfSubjectAccessReview',
    'SelfSubjectRulesReview',
    'SubjectAccessReview',
  ],
  'certificates.k8s.io': ['CertificateSigningRequest', 'ClusterTrustBundle'],
  'config.openshift.io': ['*'],
  extensions: ['PodSecurityPolicy'],
  'flowcontrol.apiserver.k8s.io': ['FlowSchema', 'PriorityLevelConfiguration'],
  'gateway.networking.k8s.io': ['GatewayClass'],
  'networking.k8s.io': ['IngressClass', 'IPAddress', 'ServiceCIDR'],
  'node.k8s.io': ['RuntimeClass'],
  'operator.openshift.io': ['ClusterCSIDriver', 'Storage'],
  policy: ['PodSecurityPolicy'],
  'rbac.authorization.k8s.io': ['ClusterRole', 'ClusterRoleBinding'],
  'resource.k8s.io': [
    'DeviceClass',
    'DeviceTaintRule',
    'ResourceClass',
    'ResourcePoolStatusRequest',
    'ResourceSlice',
  ],
  'scheduling.k8s.io': ['PriorityClass'],
  'security.openshift.io': ['SecurityContextConstraints'],
  'groupsnapshot.storage.k8s.io': ['VolumeGroupSnapshotClass', 'VolumeGroupSnapshotContent'],
  'snapshot.storage.k8s.io': ['VolumeSnapshotClass', 'VolumeSnapshotContent'],
  'storagemigration.k8s.io': ['StorageVersionMigration'],
  'storage.k8s.io': [
    'CSIDriver',
    'CSINode',
    'StorageClass',
    'VolumeAttachment',
    'VolumeAttributesClass',
  ],
};

/** The API group of an apiVersion: empty for `v1`. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

export function isOfGroup(apiVersion: string, group: string): boolean {
  return apiVersion.charAt(group.length) === '/' && apiVersion.startsWith(group);
}

/** A kind whatever its version: an object is the same in all versions of its group. */
export const kindKey = rememberedOfBoth(
  (apiVersion, kind): string => `${groupOf(apiVersion)}/${kind}`,
);

export const DEFINITION = 'apiextensions.k8s.io/CustomResourceDefinition';

/** The kind that a definition defines, with its group. */
export function kindDefinedBy(definition: Fields): string {
  const { group, names } = fieldsOf(definition.spec);
  return `${textOf(group)}/${textOf(fieldsOf(names).kind)}`;
}

/** The version without its group. */
export function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}

/**
 * Whether objects of this kind live cluster-scoped. Kinds that are not known are taken to be
 * namespaced.
 */
export const isClusterScoped = rememberedOfBoth((apiVersion, kind): boolean => {
  const group = groupOf(apiVersion);
  const kinds = own(CLUSTER_SCOPED, group) ?? [];
  return kinds.includes(kind) || kinds.includes('*');
});

/** The plural by which policies and roles name a kind, as the API server makes it. */
export function pluralOf(kind: string): string {
  const singular = kind.toLowerCase();
  if (singular === 'securitycontextconstraints' || singular === 'endpoints') return singular;
  if (/(?:s|x|ch|sh)$/.test(singular)) return `${singular}es`;
  return /[^aeiou]y$/.test(singular) ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}
