/**
 * The kinds that are cluster-scoped: what `kubectl api-resources --namespaced=false` lists of a
 * cluster of 1.36, and of OpenShift and Gateway API.
 */
import { isClusterScoped, podTemplatePath } from '../../src/kube';

const CLUSTER = `
v1 ComponentStatus Namespace Node PersistentVolume
admissionregistration.k8s.io/v1 MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingWebhookConfiguration
admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration
apiextensions.k8s.io/v1 CustomResourceDefinition
apiregistration.k8s.io/v1 APIService
certificates.k8s.io/v1 CertificateSigningRequest
certificates.k8s.io/v1beta1 ClusterTrustBundle
flowcontrol.apiserver.k8s.io/v1 FlowSchema PriorityLevelConfiguration
networking.k8s.io/v1 IngressClass IPAddress ServiceCIDR
node.k8s.io/v1 RuntimeClass
policy/v1beta1 PodSecurityPolicy
rbac.authorization.k8s.io/v1 ClusterRole ClusterRoleBinding
resource.k8s.io/v1 DeviceClass ResourceSlice
resource.k8s.io/v1alpha2 ResourceClass
resource.k8s.io/v1alpha3 DeviceTaintRule ResourcePoolStatusRequest
storagemigration.k8s.io/v1beta1 StorageVersionMigration
scheduling.k8s.io/v1 PriorityClass
storage.k8s.io/v1 CSIDriver CSINode StorageClass VolumeAttachment VolumeAttributesClass
groupsnapshot.storage.k8s.io/v1beta1 VolumeGroupSnapshotClass VolumeGroupSnapshotContent
snapshot.storage.k8s.io/v1 VolumeSnapshotClass VolumeSnapshotContent
gateway.networking.k8s.io/v1 GatewayClass
config.openshift.io/v1 Infrastructure ClusterVersion
operator.openshift.io/v1 ClusterCSIDriver Storage
security.openshift.io/v1 SecurityContextConstraints
`;

const NAMESPACED = `
v1 ConfigMap Endpoints Event LimitRange PersistentVolumeClaim Pod PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount
apps/v1 ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet
batch/v1 CronJob Job
coordination.k8s.io/v1 Lease
discovery.k8s.io/v1 EndpointSlice
networking.k8s.io/v1 Ingress NetworkPolicy
policy/v1 PodDisruptionBudget
rbac.authorization.k8s.io/v1 Role RoleBinding
resource.k8s.io/v1 ResourceClaim ResourceClaimTemplate
storage.k8s.io/v1 CSIStorageCapacity
groupsnapshot.storage.k8s.io/v1beta1 VolumeGroupSnapshot
snapshot.storage.k8s.io/v1 VolumeSnapshot
gateway.networking.k8s.io/v1 Gateway HTTPRoute
`;

const kindsOf = (list: string) =>
  list
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [apiVersion, ...kinds] = line.split(' ');
      return kinds.map((kind) => [apiVersion, kind] as const);
    });

test.each(kindsOf(CLUSTER))('%s %s is cluster-scoped', (apiVersion, kind) =>
  expect(isClusterScoped(apiVersion, kind)).toBe(true),
);

test.each(kindsOf(NAMESPACED))('%s %s is in a namespace', (apiVersion, kind) =>
  expect(isClusterScoped(apiVersion, kind)).toBe(false),
);

test.each([
  ['v1', 'PodTemplate', ['template']],
  ['v1', 'ReplicationController', ['spec', 'template']],
  ['apps/v1', 'DaemonSet', ['spec', 'template']],
  ['apps/v1', 'ReplicaSet', ['spec', 'template']],
  ['apps/v1', 'StatefulSet', ['spec', 'template']],
  ['batch/v1', 'Job', ['spec', 'template']],
  ['example.com/v1', 'Job', undefined],
  ['constructor', 'X', undefined],
])('the pods of %s %s come from %j', (apiVersion, kind, path) =>
  expect(podTemplatePath(apiVersion, kind)).toEqual(path),
);
