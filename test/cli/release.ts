/**
 * Two releases of a stack as large as kube-prometheus 0.13 and 0.14: 121 objects that all change,
 * 67 of them in nothing but a label of their version, and definitions with thousands of lines.
 */
import { stringify } from 'yaml';

type Manifest = { readonly [field: string]: unknown };

/** How many objects change in nothing but a label. */
export const LABEL_ONLY = 67;
/** How many objects there are. */
export const ALL = 121;

const files: string[] = [];

/** The objects of a release, 0 or 1, as one file. */
export function release(number: 0 | 1): string {
  files[number] ??= objectsOf(number)
    .map((object) => stringify(object))
    .join('---\n');
  return files[number];
}

function objectsOf(number: 0 | 1): Manifest[] {
  const version = ['0.67.1', '0.76.0'][number];
  const meta = (name: string, isNamespaced = true) => ({
    name,
    ...(isNamespaced ? { namespace: 'monitoring' } : {}),
    labels: { 'app.kubernetes.io/part-of': 'stack', 'app.kubernetes.io/version': version },
  });
  const many = (count: number, make: (index: number) => Manifest) =>
    Array.from({ length: count }, (_, index) => make(index));
  const pods = (name: string) => ({
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name, 'app.kubernetes.io/version': version } },
      spec: { containers: [{ name: 'app', image: `registry.example.com/${name}:v${version}` }] },
    },
  });
  const fields = (count: number, words: string) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `field${index}`,
        { type: 'string', description: `${words} ${'of what it is '.repeat(8)}` },
      ]),
    );
  return [
    ...many(8, (index) => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `things${index}.example.com`, annotations: { release: version } },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: {
          plural: `things${index}`,
          singular: `thing${index}`,
          kind: `Thing${index}`,
          listKind: `Thing${index}List`,
        },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  spec: {
                    type: 'object',
                    properties: fields(450 + 20 * number - index, `In ${version}, a word`),
                  },
                },
              },
            },
          },
        ],
      },
    })),
    ...many(7, (index) => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: meta(`exporter-${index}`),
      spec: pods(`exporter-${index}`),
    })),
    { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: meta('node'), spec: pods('node') },
    ...many(28, (index) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: meta(`dashboard-${index}`),
      data: { [`${index}.json`]: JSON.stringify({ version, panels: 'x'.repeat(9000) }, null, 2) },
    })),
    ...many(6, (index) => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: meta(`reader-${index}`, false),
      rules: [
        { apiGroups: [''], resources: ['pods', 'nodes'].slice(0, 1 + number), verbs: ['get'] },
      ],
    })),
    ...many(4, (index) => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: meta(`web-${index}`),
      spec: { selector: { app: `web-${index}` }, ports: [{ name: 'web', port: 8080 + number }] },
    })),
    ...many(20, (index) => ({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: meta(`account-${index}`),
    })),
    ...many(22, (index) => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: meta(`binding-${index}`, false),
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name: `role-${index}`,
      },
      subjects: [{ kind: 'ServiceAccount', name: `account-${index}`, namespace: 'monitoring' }],
    })),
    ...many(25, (index) => ({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: meta(`policy-${index}`),
      spec: { podSelector: { matchLabels: { app: `p-${index}` } }, policyTypes: ['Ingress'] },
    })),
  ];
}
