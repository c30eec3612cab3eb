/** What the API server demands of any object beyond its schema: names, labels, ports, and what it finds missing. */
import { podProblems } from './pod-rules';
import { child, get, isFields, Report, walk } from './reading';
import { isKubernetesKind } from './schemas';
import { storageProblems } from './storage-rules';
import { show } from '../../src/findings';
import {
  groupOf, isClusterScoped, label1035Problems, labelProblems, labelValueProblems, podTemplatePath, qualifiedKeyProblems,
  subdomainProblems,
} from '../../src/kube';

/** Tells all that is wrong with an object, whatever its shape: what is not where it should be is the schema's to tell. */
export function ruleProblems(object: unknown, report: Report): void {
  const apiVersion = String(get(object, 'apiVersion'));
  const kind = String(get(object, 'kind'));
  identityProblems(object, apiVersion, kind, report);
  if (kind === 'CustomResourceDefinition') return;
  metadataProblems(object, report);
  if (!isKubernetesKind(apiVersion, kind)) return;
  portProblems(object, report);
  storageProblems(object, `${groupOf(apiVersion)}/${kind}`, report);
  const template = podTemplatePath(apiVersion, kind);
  if (template) podProblems(object, kind, template, report);
}

type NameRule = (name: string) => string[];

const nameOfPath: NameRule = (name) => /[/%]/.test(name) || name === '.' || name === '..' ? ['must be usable as a segment of a path'] : [];
/** The names of its Jobs are eleven characters longer. */
const nameOfCronJob: NameRule = (name) => [...subdomainProblems(name), ...name.length > 52 ? ['must be no more than 52 characters'] : []];

/** Kinds whose names are not subdomains. */
const NAME_RULES: { readonly [groupAndKind: string]: NameRule } = {
  '/Namespace': labelProblems,
  // Releases before 1.36 want a name that begins with a letter.
  '/Service': label1035Problems,
  'apps/StatefulSet': labelProblems,
  'batch/CronJob': nameOfCronJob,
  'rbac.authorization.k8s.io/ClusterRole': nameOfPath,
  'rbac.authorization.k8s.io/ClusterRoleBinding': nameOfPath,
  'rbac.authorization.k8s.io/Role': nameOfPath,
  'rbac.authorization.k8s.io/RoleBinding': nameOfPath,
};

function identityProblems(object: unknown, apiVersion: string, kind: string, report: Report): void {
  const name = get(object, 'metadata', 'name');
  const namespace = get(object, 'metadata', 'namespace');
  if (typeof name === 'string') {
    const rule = NAME_RULES[`${groupOf(apiVersion)}/${kind}`] ?? subdomainProblems;
    for (const problem of rule(name)) report('metadata.name', `${show(name)}: ${problem}`);
  } else if (get(object, 'metadata', 'generateName') === undefined) {
    report('metadata.name', 'required');
  }
  if (typeof namespace !== 'string') return;
  if (isClusterScoped(apiVersion, kind)) report('metadata.namespace', `a ${kind} is outside of namespaces`);
  for (const problem of labelProblems(namespace)) report('metadata.namespace', `${show(namespace)}: ${problem}`);
}

/** Labels, annotations and label selectors, those of templates too. */
function metadataProblems(object: unknown, report: Report): void {
  walk(object, (path, key, value) => {
    if (!isFields(value)) return;
    if (key === 'metadata') {
      labelsProblems(get(value, 'labels'), `${path}.labels`, report);
      const annotations = get(value, 'annotations');
      if (isFields(annotations)) keyProblems(annotations, `${path}.annotations`, (annotation) => annotation.toLowerCase(), report);
    }
    if (key === 'matchLabels') labelsProblems(value, path, report);
  });
}

function labelsProblems(labels: unknown, path: string, report: Report): void {
  if (!isFields(labels)) return;
  keyProblems(labels, path, (key) => key, report);
  for (const [key, value] of Object.entries(labels)) {
    for (const problem of typeof value === 'string' ? labelValueProblems(value) : []) report(child(path, key), `${show(value)}: ${problem}`);
  }
}

function keyProblems(map: object, path: string, normal: (key: string) => string, report: Report): void {
  for (const key of Object.keys(map)) {
    for (const problem of qualifiedKeyProblems(normal(key))) report(path, `key ${show(key)}: ${problem}`);
  }
}

const PORT_FIELDS = ['containerPort', 'healthCheckNodePort', 'hostPort', 'nodePort', 'port', 'targetPort'];

function portProblems(object: unknown, report: Report): void {
  walk(object, (path, key, value) => {
    if (!PORT_FIELDS.includes(key) || typeof value !== 'number') return;
    if (value < 1 || value > 65535) report(path, `${value}: must be between 1 and 65535, inclusive`);
  });
}
