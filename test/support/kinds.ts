/** The kinds of an API server, as it was asked; and what is known of those of other projects. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { definitionOf, Schema } from './schemas';

/**
 * Whether objects of a kind have namespaces, by `apiVersion/kind`: what `kubectl api-resources`
 * shows.
 */
const NAMESPACED: { readonly [apiVersionAndKind: string]: boolean } = JSON.parse(
  readFileSync(join(__dirname, '..', 'conformance', 'kubernetes', 'kinds.json'), 'utf8'),
);

/** Kinds of other projects that are cluster-scoped: all that has a schema here, and these. */
const OTHERS = [
  'security.openshift.io/v1/SecurityContextConstraints',
  'operator.openshift.io/v1/ClusterCSIDriver',
  'gateway.networking.k8s.io/v1/GatewayClass',
];

/** The API group of a version: empty for the core. */
export function groupOfVersion(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
}

/** Whether objects of a kind are cluster-scoped. */
export function isOutsideOfNamespaces(apiVersion: string, kind: string): boolean {
  const key = `${apiVersion}/${kind}`;
  return NAMESPACED[key] === undefined ? OTHERS.includes(key) : !NAMESPACED[key];
}

/**
 * The fields that lead to the pods that a kind makes; none for a pod itself, undefined for a kind
 * that makes none.
 */
export function templateOf(apiVersion: string, kind: string): readonly string[] | undefined {
  return apiVersion === 'v1' && kind === 'Pod'
    ? []
    : templateIn(definitionOf(`${apiVersion}/${kind}`), []);
}

/** As deep as a CronJob has them. */
function templateIn(
  schema: Schema | undefined,
  path: readonly string[],
): readonly string[] | undefined {
  for (const [name, { $ref }] of path.length < 4 ? Object.entries(schema?.properties ?? {}) : []) {
    if ($ref?.endsWith('.PodTemplateSpec')) return [...path, name];
    const found = $ref === undefined ? undefined : templateIn(definitionOf($ref), [...path, name]);
    if (found) return found;
  }
  return undefined;
}
