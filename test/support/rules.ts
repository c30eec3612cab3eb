/**
 * The demands of the API server on any object beyond its schema: names, labels, ports, and what it
 * finds missing.
 */
import { groupOfVersion, isOutsideOfNamespaces, templateOf } from './kinds';
import { podProblems } from './pod-rules';
import { child, get, isFields, Report, walk } from './reading';
import { isKubernetesKind } from './schemas';
import { storageProblems } from './storage-rules';
import { Judge, label, label1035, labelValue, pathSegment, qualifiedKey, subdomain } from './texts';
import { show } from '../../src/findings';

/**
 * Tells all that is wrong with an object, whatever its shape: what is not where it should be is the
 * schema's to tell.
 */
export function ruleProblems(object: unknown, report: Report): void {
  const apiVersion = String(get(object, 'apiVersion'));
  const kind = String(get(object, 'kind'));
  identityProblems(object, apiVersion, kind, report);
  if (kind === 'CustomResourceDefinition') return;
  metadataProblems(object, report);
  if (!isKubernetesKind(apiVersion, kind)) return;
  portProblems(object, report);
  storageProblems(object, `${groupOfVersion(apiVersion)}/${kind}`, report);
  const template = templateOf(apiVersion, kind);
  if (template) podProblems(object, kind, template, report);
}

/** The names of its Jobs are eleven characters longer. */
const nameOfCronJob: Judge = (name) => [
  ...subdomain(name),
  ...(name.length > 52 ? ['must be no more than 52 characters'] : []),
];

/** Kinds whose names are not subdomains. */
const NAME_RULES: { readonly [groupAndKind: string]: Judge } = {
  '/Namespace': label,
  // Releases before 1.36 want a name that begins with a letter.
  '/Service': label1035,
  'apps/StatefulSet': label,
  'batch/CronJob': nameOfCronJob,
  'rbac.authorization.k8s.io/ClusterRole': pathSegment,
  'rbac.authorization.k8s.io/ClusterRoleBinding': pathSegment,
  'rbac.authorization.k8s.io/Role': pathSegment,
  'rbac.authorization.k8s.io/RoleBinding': pathSegment,
};

function identityProblems(object: unknown, apiVersion: string, kind: string, report: Report): void {
  const name = get(object, 'metadata', 'name');
  const namespace = get(object, 'metadata', 'namespace');
  if (typeof name === 'string') {
    const rule = NAME_RULES[`${groupOfVersion(apiVersion)}/${kind}`] ?? subdomain;
    for (const problem of rule(name)) report('metadata.name', `${show(name)}: ${problem}`);
  } else if (get(object, 'metadata', 'generateName') === undefined) {
    report('metadata.name', 'required');
  }
  if (typeof namespace !== 'string') return;
  if (isOutsideOfNamespaces(apiVersion, kind)) {
    report('metadata.namespace', `a ${kind} is cluster-scoped`);
  }
  for (const problem of label(namespace)) {
    report('metadata.namespace', `${show(namespace)}: ${problem}`);
  }
}

/** Labels, annotations and label selectors, those of templates too. */
function metadataProblems(object: unknown, report: Report): void {
  walk(object, (path, key, value) => {
    if (!isFields(value)) return;
    if (key === 'metadata') {
      labelsProblems(get(value, 'labels'), `${path}.labels`, report);
      const annotations = get(value, 'annotations');
      if (isFields(annotations)) {
        keyProblems(
          annotations,
          `${path}.annotations`,
          (annotation) => annotation.toLowerCase(),
          report,
        );
      }
    }
    if (key === 'matchLabels') labelsProblems(value, path, report);
  });
}

function labelsProblems(labels: unknown, path: string, report: Report): void {
  if (!isFields(labels)) return;
  keyProblems(labels, path, (key) => key, report);
  for (const [key, value] of Object.entries(labels)) {
    for (const problem of typeof value === 'string' ? labelValue(value) : []) {
      report(child(path, key), `${show(value)}: ${problem}`);
    }
  }
}

function keyProblems(
  map: object,
  path: string,
  normal: (key: string) => string,
  report: Report,
): void {
  for (const key of Object.keys(map)) {
    for (const problem of qualifiedKey(normal(key))) report(path, `key ${show(key)}: ${problem}`);
  }
}

const PORT_FIELDS = [
  'containerPort',
  'healthCheckNodePort',
  'hostPort',
  'nodePort',
  'port',
  'targetPort',
];

function portProblems(object: unknown, report: Report): void {
  walk(object, (path, key, value) => {
    if (!PORT_FIELDS.includes(key) || typeof value !== 'number') return;
    if (value < 1 || value > 65535) {
      report(path, `${value}: must be between 1 and 65535, inclusive`);
    }
  });
}
