/**
 * The policies by which OpenShift lets the driver's pods do what they do: one for each plugin, and
 * for nobody else.
 */
import { Manifest, withoutUndefined } from '../../kube';
import { namespaceOf, Plugin, pluginsOf } from '../installation';
import { Labels } from '../names';
import { openshiftOf, sccNameOf } from '../platforms';
import { StackSpec } from '../spec';
import { needsOf } from './needs';
import { Part } from './part';

const RBAC = 'rbac.authorization.k8s.io';

/** The SecurityContextConstraints of one's own, or the right to use built-in ones. */
export function buildScc(spec: StackSpec, labels: Labels): Part[] {
  if (spec.platform !== 'openshift') return [];
  const plugins = pluginsOf(spec).filter(({ plugin }) => plugin.scc);
  switch (openshiftOf(spec).sccMode ?? 'custom') {
    case 'custom':
      return plugins.map((one) => ({
        role: one.key === 'node' ? 'nodeScc' : 'controllerScc',
        id: one.key === 'node' ? 'NodeScc' : 'ControllerScc',
        manifest: customScc(spec, one, labels),
      }));
    case 'privileged':
      return plugins.flatMap((one) => rightToUse(spec, one, labels));
    case 'none':
      return [];
  }
}

function customScc(spec: StackSpec, { key, plugin, pod }: Plugin, labels: Labels): Manifest {
  const scc = plugin.scc!;
  return {
    apiVersion: 'security.openshift.io/v1',
    kind: 'SecurityContextConstraints',
    metadata: withoutUndefined({
      name: sccNameOf(spec, key, scc)!,
      labels,
      annotations:
        scc.description === undefined
          ? undefined
          : { 'kubernetes.io/description': scc.description },
    }),
    ...needsOf(pod, scc.additionalVolumeTypes),
    defaultAddCapabilities: [],
    groups: [],
    priority: 0,
    users: [`system:serviceaccount:${namespaceOf(spec)}:${plugin.serviceAccountName}`],
  };
}

function rightToUse(spec: StackSpec, { key, plugin }: Plugin, labels: Labels): Part[] {
  const scc = plugin.scc!;
  const namespace = namespaceOf(spec);
  const { privilegedRoleName: name } = scc;
  const binding = `${plugin.name}-privileged-binding`;
  return [
    {
      role: 'clusterRole',
      id: `ClusterRole-${name}`,
      manifest: {
        apiVersion: `${RBAC}/v1`,
        kind: 'ClusterRole',
        metadata: { name, labels },
        rules: [
          {
            apiGroups: ['security.openshift.io'],
            resources: ['securitycontextconstraints'],
            resourceNames: [sccNameOf(spec, key, scc)!],
            verbs: ['use'],
          },
        ],
      },
    },
    {
      role: 'roleBinding',
      id: `RoleBinding-${binding}`,
      manifest: {
        apiVersion: `${RBAC}/v1`,
        kind: 'RoleBinding',
        metadata: { name: binding, namespace, labels },
        roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name },
        subjects: [{ kind: 'ServiceAccount', name: plugin.serviceAccountName, namespace }],
      },
    },
  ];
}
