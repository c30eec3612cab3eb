/** The workloads of a driver, their service accounts and their rights. */
import { Manifest, withoutUndefined } from '../../kube';
import { namespaceOf, podAnnotations, pluginsOf } from '../installation';
import { Part } from './part';
import { serviceAccountAnnotations } from '../platforms';
import { ControllerOptions, ControllerSpec, NodeOptions, PluginOptions, PluginSpec, PodSpec, RoleSpec, StackSpec } from '../spec';

type Labels = { [key: string]: string };

const RBAC = 'rbac.authorization.k8s.io';
const REPLICAS = 2;

/** The labels by which a workload finds its pods. They can never be changed, so there is no version and no instance in them. */
export function selectorLabels({ driver }: StackSpec, plugin: PluginSpec): Labels {
  return { 'app': plugin.name, 'app.kubernetes.io/name': driver.appName };
}

/** How many pods the controller has. */
export function replicasOf({ driver, options }: StackSpec): number {
  return options.controller?.replicas ?? driver.controller?.replicas ?? REPLICAS;
}

/** The service accounts. */
export function buildServiceAccounts(spec: StackSpec, labels: Labels): Part[] {
  const namespace = namespaceOf(spec);
  return pluginsOf(spec).map(({ key, plugin, options }) => {
    const annotations = { ...serviceAccountAnnotations(spec.platform, key), ...options.serviceAccountAnnotations };
    return {
      role: key === 'node' ? 'nodeServiceAccount' : 'controllerServiceAccount',
      id: key === 'node' ? 'NodeServiceAccount' : 'ControllerServiceAccount',
      manifest: {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: {
          name: plugin.serviceAccountName, namespace, labels, ...Object.keys(annotations).length > 0 ? { annotations } : {},
        },
      },
    };
  });
}

/** The roles and their bindings. */
export function buildRoles(spec: StackSpec, labels: Labels): Part[] {
  const namespace = namespaceOf(spec);
  return pluginsOf(spec).flatMap(({ plugin }) => (plugin.roles ?? []).flatMap((role) => [
    { role: 'clusterRole' as const, id: `ClusterRole-${role.name}`, manifest: clusterRole(role, labels) },
    binding(role, plugin, namespace, labels),
  ]));
}

/** The DaemonSet, the Deployment and its disruption budget. */
export function buildWorkloads(spec: StackSpec, labels: Labels): Part[] {
  return pluginsOf(spec).flatMap(({ key, plugin, options, pod }): Part[] => key === 'node'
    ? [{ role: 'daemonSet', id: 'DaemonSet', manifest: daemonSet(spec, plugin, options, pod, labels) }]
    : [
      { role: 'controller', id: 'Controller', manifest: deployment(spec, plugin, options, pod, labels) },
      ...(options as ControllerOptions).podDisruptionBudget ? [disruptionBudget(spec, plugin, labels)] : [],
    ]);
}

function clusterRole({ name, rules }: RoleSpec, labels: Labels): Manifest {
  return { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name, labels }, rules };
}

function binding(role: RoleSpec, plugin: PluginSpec, namespace: string, labels: Labels): Part {
  const kind = role.inNamespace ? 'RoleBinding' : 'ClusterRoleBinding';
  return {
    role: role.inNamespace ? 'roleBinding' : 'clusterRoleBinding',
    id: `${kind}-${role.bindingName}`,
    manifest: {
      apiVersion: `${RBAC}/v1`,
      kind,
      metadata: { name: role.bindingName, ...role.inNamespace ? { namespace } : {}, labels },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role.name },
      subjects: [{ kind: 'ServiceAccount', name: plugin.serviceAccountName, namespace }],
    },
  };
}

function daemonSet(spec: StackSpec, plugin: PluginSpec, options: NodeOptions, pod: PodSpec, labels: Labels): Manifest {
  const { maxUnavailable } = options;
  return withoutUndefined({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: plugin.name, namespace: namespaceOf(spec), labels },
    spec: {
      selector: { matchLabels: selectorLabels(spec, plugin) },
      template: template(spec, plugin, options, pod),
      updateStrategy: maxUnavailable === undefined ? undefined : { rollingUpdate: { maxUnavailable } },
    },
  });
}

function deployment(spec: StackSpec, plugin: ControllerSpec, options: ControllerOptions, pod: PodSpec, labels: Labels): Manifest {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: plugin.name, namespace: namespaceOf(spec), labels },
    spec: {
      replicas: replicasOf(spec),
      selector: { matchLabels: selectorLabels(spec, plugin) },
      template: template(spec, plugin, options, pod),
    },
  };
}

function template(spec: StackSpec, plugin: PluginSpec, options: PluginOptions, pod: PodSpec): object {
  return withoutUndefined({
    metadata: { labels: { ...options.podLabels, ...selectorLabels(spec, plugin) }, annotations: podAnnotations(spec, options) },
    spec: pod,
  });
}

function disruptionBudget(spec: StackSpec, plugin: PluginSpec, labels: Labels): Part {
  return {
    role: 'podDisruptionBudget',
    id: 'PodDisruptionBudget',
    manifest: {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: plugin.name, namespace: namespaceOf(spec), labels },
      spec: { minAvailable: 1, selector: { matchLabels: selectorLabels(spec, plugin) } },
    },
  };
}
