/**
 * All objects of the least driver, to the letter: what is made where nothing is asked for, and what
 * each platform adds.
 */
import { POD, specOf, TINY } from './tiny';
import { buildParts, DriverSpec, StackSpec } from '../../src/csi/core';

const LABELS = { 'app.kubernetes.io/name': 'tiny-csi' };
const RULES = [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }];
const SELECTOR = { matchLabels: { app: 'tiny-node', ...LABELS } };
const SCC = { name: 'tiny-scc', privilegedRoleName: 'tiny-privileged' };

function partOf(driver: DriverSpec, role: string, rest: Partial<StackSpec> = {}): object[] {
  return buildParts(specOf(driver, rest)).filter((one) => one.role === role);
}

function withNode(fields: Partial<DriverSpec['node']>): DriverSpec {
  return { ...TINY, node: { ...TINY.node, ...fields } };
}

test('a driver that asks for nothing has three objects', () => {
  expect(buildParts(specOf(TINY, { options: { createNamespace: false } }))).toEqual([
    {
      role: 'nodeServiceAccount',
      id: 'NodeServiceAccount',
      manifest: {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: 'tiny-node-account', namespace: 'tiny-system', labels: LABELS },
      },
    },
    {
      role: 'csiDriver',
      id: 'CsiDriver',
      manifest: {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'CSIDriver',
        metadata: { name: 'tiny.example.com', labels: LABELS },
        spec: {},
      },
    },
    {
      role: 'daemonSet',
      id: 'DaemonSet',
      manifest: {
        apiVersion: 'apps/v1',
        kind: 'DaemonSet',
        metadata: { name: 'tiny-node', namespace: 'tiny-system', labels: LABELS },
        spec: {
          selector: SELECTOR,
          template: {
            metadata: { labels: SELECTOR.matchLabels },
            spec: {
              serviceAccountName: 'tiny-node-account',
              tolerations: [{ operator: 'Exists' }],
              containers: POD.containers,
            },
          },
        },
      },
    },
  ]);
});

test.each<[string, DriverSpec, string, object[]]>([
  [
    'for the cluster',
    withNode({ roles: [{ name: 'tiny-role', bindingName: 'tiny-binding', rules: RULES }] }),
    'clusterRoleBinding',
    [
      {
        role: 'clusterRoleBinding',
        id: 'ClusterRoleBinding-tiny-binding',
        manifest: {
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'ClusterRoleBinding',
          metadata: { name: 'tiny-binding', labels: LABELS },
          roleRef: {
            apiGroup: 'rbac.authorization.k8s.io',
            kind: 'ClusterRole',
            name: 'tiny-role',
          },
          subjects: [
            { kind: 'ServiceAccount', name: 'tiny-node-account', namespace: 'tiny-system' },
          ],
        },
      },
    ],
  ],
  [
    'for the namespace of the driver',
    withNode({
      roles: [{ name: 'tiny-role', bindingName: 'tiny-binding', rules: RULES, inNamespace: true }],
    }),
    'roleBinding',
    [
      {
        role: 'roleBinding',
        id: 'RoleBinding-tiny-binding',
        manifest: {
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'RoleBinding',
          metadata: { name: 'tiny-binding', namespace: 'tiny-system', labels: LABELS },
          roleRef: {
            apiGroup: 'rbac.authorization.k8s.io',
            kind: 'ClusterRole',
            name: 'tiny-role',
          },
          subjects: [
            { kind: 'ServiceAccount', name: 'tiny-node-account', namespace: 'tiny-system' },
          ],
        },
      },
    ],
  ],
])('a role is bound %s', (_, driver, role, expected) => {
  expect(partOf(driver, role)).toEqual(expected);
  expect(partOf(driver, 'clusterRole')).toEqual([
    {
      role: 'clusterRole',
      id: 'ClusterRole-tiny-role',
      manifest: {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'tiny-role', labels: LABELS },
        rules: RULES,
      },
    },
  ]);
});

test('the controller and its budget find its pods, and so many replicas are made as are wanted', () => {
  const driver: DriverSpec = {
    ...TINY,
    controller: {
      name: 'tiny-controller',
      serviceAccountName: 'tiny-controller-account',
      pod: POD,
    },
  };
  const options = { controller: { enabled: true, replicas: 1, podDisruptionBudget: true } };
  const selector = { matchLabels: { app: 'tiny-controller', ...LABELS } };
  const metadata = { name: 'tiny-controller', namespace: 'tiny-system', labels: LABELS };
  expect(partOf(driver, 'controller', { options })).toEqual([
    {
      role: 'controller',
      id: 'Controller',
      manifest: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata,
        spec: {
          replicas: 1,
          selector,
          template: {
            metadata: { labels: selector.matchLabels },
            spec: { serviceAccountName: 'tiny-controller-account', containers: POD.containers },
          },
        },
      },
    },
  ]);
  expect(partOf(driver, 'podDisruptionBudget', { options })).toEqual([
    {
      role: 'podDisruptionBudget',
      id: 'PodDisruptionBudget',
      manifest: {
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        metadata,
        spec: { minAvailable: 1, selector },
      },
    },
  ]);
});

test.each<[string, object, object]>([
  ['none', {}, { name: 'tiny-scc', labels: LABELS }],
  [
    'one',
    { description: 'For tiny disks.' },
    {
      name: 'tiny-scc',
      labels: LABELS,
      annotations: { 'kubernetes.io/description': 'For tiny disks.' },
    },
  ],
])(
  'constraints of the driver have a description where the definition has %s',
  (_, fields, metadata) => {
    const [part, ...others] = buildParts(
      specOf(withNode({ scc: { ...SCC, ...fields } }), { platform: 'openshift' }),
    ).filter(({ role }) => role === 'nodeScc');
    expect(others).toEqual([]);
    expect(part.id).toBe('NodeScc');
    expect(part.manifest.metadata).toEqual(metadata);
  },
);

test('the right to use built-in constraints is one role and one binding, both known by what they are', () => {
  const rest: Partial<StackSpec> = {
    platform: 'openshift',
    options: { openshift: { sccMode: 'privileged' } },
  };
  const driver = withNode({ scc: SCC });
  expect(partOf(driver, 'clusterRole', rest)).toEqual([
    {
      role: 'clusterRole',
      id: 'ClusterRole-tiny-privileged',
      manifest: {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'tiny-privileged', labels: LABELS },
        rules: [
          {
            apiGroups: ['security.openshift.io'],
            resources: ['securitycontextconstraints'],
            resourceNames: ['privileged'],
            verbs: ['use'],
          },
        ],
      },
    },
  ]);
  expect(partOf(driver, 'roleBinding', rest)).toEqual([
    {
      role: 'roleBinding',
      id: 'RoleBinding-tiny-node-privileged-binding',
      manifest: {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'RoleBinding',
        metadata: {
          name: 'tiny-node-privileged-binding',
          namespace: 'tiny-system',
          labels: LABELS,
        },
        roleRef: {
          apiGroup: 'rbac.authorization.k8s.io',
          kind: 'ClusterRole',
          name: 'tiny-privileged',
        },
        subjects: [{ kind: 'ServiceAccount', name: 'tiny-node-account', namespace: 'tiny-system' }],
      },
    },
  ]);
});

test.each([
  ['ServiceAccount', 'nodeServiceAccount'],
  ['ClusterRole', 'clusterRole'],
  ['ClusterRoleBinding', 'clusterRoleBinding'],
  ['RoleBinding', 'roleBinding'],
  ['SecurityContextConstraints', 'nodeScc'],
  ['CSIDriver', 'csiDriver'],
  ['DaemonSet', 'daemonSet'],
  ['Deployment', 'controller'],
  ['StorageClass', 'storageClass'],
  ['ConfigMap', 'other'],
])('of a driver that brings its objects to the letter, a %s plays the part %s', (kind, role) => {
  const manifest = { apiVersion: 'v1', kind, metadata: { name: 'a' } };
  expect(buildParts(specOf({ ...TINY, fixedObjects: [manifest] }))).toEqual([
    { role, id: `${kind}-a`, manifest },
  ]);
});
