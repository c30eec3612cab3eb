/** The workloads of a driver, their service accounts and their rights. */
import { Manifest, withoutUndefined } from '../../kube';
import { namespaceOf, Plugin, podAnnotations, pluginsOf, replicasOf } from '../installation';
import { Labels, selectorLabels } from '../names';
import { Part } from './part';
import { serviceAccountAnnotations } from '../platforms';
import { ControllerOptions, NodeOptions, PluginSpec, RoleSpec, StackSpec } from '../spec';

const RBAC = 'rbac.authorization.k8s.io';

export function buildServiceAccounts(spec: StackSpec, labels: Labels): Part[] {
  const namespace = namespaceOf(spec);
  return pluginsOf(spec).map(({ key, plugin, options }) => {
    const annotations = {
      ...serviceAccountAnnotations(spec, key),
      ...options.serviceAccountAnnotations,
    };
    return {
      role: key === 'node' ? 'nodeServiceAccount' : 'controllerServiceAccount',
      id: key === 'node' ? 'NodeServiceAccount' : 'ControllerServiceAccount',
      manifest: {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: {
          name: plugin.serviceAccountName,
          namespace,
          labels,
          ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
        },
      },
    };
  });
}

export function buildRoles(spec: StackSpec, labels: Labels): Part[] {
  const namespace = namespaceOf(spec);
  return pluginsOf(spec).flatMap(({ plugin }) =>
    (plugin.roles ?? []).flatMap((role) => [
      {
        role: 'clusterRole' as const,
        id: `ClusterRole-${role.name}`,
        manifest: clusterRole(role, labels),
      },
      binding(role, plugin, namespace, labels),
    ]),
  );
}

/** The DaemonSet, the Deployment and its disruption budget. */
export function buildWorkloads(spec: StackSpec, labels: Labels): Part[] {
  return pluginsOf(spec).flatMap((one): Part[] =>
    one.key === 'node'
      ? [{ role: 'daemonSet', id: 'DaemonSet', manifest: daemonSet(spec, one, labels) }]
      : [
          { role: 'controller', id: 'Controller', manifest: deployment(spec, one, labels) },
          ...((one.options as ControllerOptions).podDisruptionBudget
            ? [disruptionBudget(spec, one.plugin, labels)]
            : []),
        ],
  );
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
      metadata: { name: role.bindingName, ...(role.inNamespace ? { namespace } : {}), labels },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role.name },
      subjects: [{ kind: 'ServiceAccount', name: plugin.serviceAccountName, namespace }],
    },
  };
}

function daemonSet(spec: StackSpec, one: Plugin, labels: Labels): Manifest {
  const { plugin } = one;
  const { maxUnavailable } = one.options as NodeOptions;
  return withoutUndefined({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: plugin.name, namespace: namespaceOf(spec), labels },
    spec: {
      selector: { matchLabels: selectorLabels(spec, plugin) },
      template: template(spec, one),
      updateStrategy:
        maxUnavailable === undefined ? undefined : { rollingUpdate: { maxUnavailable } },
    },
  });
}

function deployment(spec: StackSpec, one: Plugin, labels: Labels): Manifest {
  const { plugin } = one;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: plugin.name, namespace: namespaceOf(spec), labels },
    spec: {
      replicas: replicasOf(spec),
      selector: { matchLabels: selectorLabels(spec, plugin) },
      template: template(spec, one),
    },
  };
}

function template(spec: StackSpec, one: Plugin): object {
  const { plugin, options, pod } = one;
  return withoutUndefined({
    metadata: {
      labels: { ...options.podLabels, ...selectorLabels(spec, plugin) },
      annotations: podAnnotations(spec, one),
    },
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
