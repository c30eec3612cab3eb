/** The policies by which OpenShift lets the driver's pods do what they do: read from the pods, so that they never allow more. */
import { Manifest, withoutUndefined } from '../../kube';
import { namespaceOf, pluginsOf } from '../installation';
import { Part } from './part';
import { Container, PodSpec, StackSpec } from '../spec';

/** Kinds of volumes that any pod may use; the token of its service account is a projected one. */
const HARMLESS_VOLUMES = ['configMap', 'emptyDir', 'projected', 'secret'];

const RBAC = 'rbac.authorization.k8s.io';

/** The SecurityContextConstraints of one's own, or the right to use a built-in one. */
export function buildScc(spec: StackSpec, labels: { [key: string]: string }): Part[] {
  const { driver, platform } = spec;
  if (platform.kind !== 'openshift' || !driver.scc) return [];
  switch (platform.sccMode ?? 'custom') {
    case 'custom': return [{ role: 'scc', id: 'Scc', manifest: customScc(spec, labels), grows: true }];
    case 'privileged': return privilegedRole(spec, labels);
    case 'none': return [];
  }
}

function customScc(spec: StackSpec, labels: { [key: string]: string }): Manifest {
  const { name, description, additionalVolumes = [] } = spec.driver.scc!;
  const plugins = pluginsOf(spec);
  const pods = plugins.map(({ pod }) => pod);
  const containers = pods.flatMap((pod) => [...pod.initContainers ?? [], ...pod.containers]);
  const privileged = containers.some(({ securityContext }) => securityContext?.privileged === true);
  const any = { type: 'RunAsAny' };
  return {
    apiVersion: 'security.openshift.io/v1',
    kind: 'SecurityContextConstraints',
    metadata: withoutUndefined({
      name: spec.platform.sccName ?? name,
      labels,
      annotations: description === undefined ? undefined : { 'kubernetes.io/description': description },
    }),
    allowHostDirVolumePlugin: volumesOf(pods).includes('hostPath'),
    allowHostIPC: pods.some((pod) => pod.hostIPC === true),
    allowHostNetwork: pods.some((pod) => pod.hostNetwork === true),
    allowHostPID: pods.some((pod) => pod.hostPID === true),
    allowHostPorts: pods.some(usesHostPorts),
    allowPrivilegeEscalation: privileged || containers.some(({ securityContext }) => securityContext?.allowPrivilegeEscalation === true),
    allowPrivilegedContainer: privileged,
    allowedCapabilities: sorted(containers.flatMap(addedCapabilities)),
    defaultAddCapabilities: [],
    fsGroup: any,
    groups: [],
    priority: 0,
    readOnlyRootFilesystem: false,
    requiredDropCapabilities: [],
    runAsUser: any,
    seLinuxContext: any,
    seccompProfiles: ['*'],
    supplementalGroups: any,
    users: plugins.map(({ plugin }) => `system:serviceaccount:${namespaceOf(spec)}:${plugin.serviceAccountName}`),
    volumes: sorted([...HARMLESS_VOLUMES, ...volumesOf(pods), ...additionalVolumes]),
  };
}

function privilegedRole(spec: StackSpec, labels: { [key: string]: string }): Part[] {
  const { privilegedRoleName: name } = spec.driver.scc!;
  const namespace = namespaceOf(spec);
  const role: Part = {
    role: 'clusterRole',
    id: `ClusterRole-${name}`,
    manifest: {
      apiVersion: `${RBAC}/v1`,
      kind: 'ClusterRole',
      metadata: { name, labels },
      rules: [{
        apiGroups: ['security.openshift.io'],
        resources: ['securitycontextconstraints'],
        resourceNames: [spec.platform.sccName ?? 'privileged'],
        verbs: ['use'],
      }],
    },
  };
  const bindings = pluginsOf(spec).map(({ plugin }): Part => ({
    role: 'roleBinding',
    id: `RoleBinding-${plugin.name}-privileged-binding`,
    manifest: {
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata: { name: `${plugin.name}-privileged-binding`, namespace, labels },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name },
      subjects: [{ kind: 'ServiceAccount', name: plugin.serviceAccountName, namespace }],
    },
  }));
  return [role, ...bindings];
}

/** On the host's network, the API server makes every port one of the host. */
function usesHostPorts(pod: PodSpec): boolean {
  const ports = [...pod.initContainers ?? [], ...pod.containers].flatMap((container) => container.ports ?? []);
  return ports.some(({ hostPort }) => pod.hostNetwork === true || hostPort !== undefined);
}

function volumesOf(pods: readonly PodSpec[]): string[] {
  return pods.flatMap((pod) => (pod.volumes ?? []).flatMap((volume) => Object.keys(volume).filter((field) => field !== 'name')));
}

function addedCapabilities({ securityContext }: Container): string[] {
  const added = (securityContext?.capabilities as { add?: unknown } | undefined)?.add;
  return Array.isArray(added) ? added.map(String) : [];
}

function sorted(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
