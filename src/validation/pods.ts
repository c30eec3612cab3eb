/**
 * Refusals of the pods that a workload asks for, by the checks that the whole library has of them.
 */
import { AppliedManifest } from './applied';
import { byField } from './of-finding';
import { templateMetadataProblems } from './template-metadata';
import { isRefused, Finding } from '../findings';
import { Fields, fieldsOf, podTemplatePath, restartPoliciesOf, isFields } from '../kube';
import { fieldsAt, listAt } from '../model';
import { checkPodSpec } from '../pod';

/**
 * What is wrong with the pods of an object; nothing if it has none. What was there `before` keeps
 * what the server computed for its pods.
 */
export function podProblems(
  { apiVersion, kind, kindKey, workload, given }: AppliedManifest,
  live: Fields,
  before?: Fields,
): Finding[] {
  const template = podTemplatePath(apiVersion, kind);
  if (!template) return [];
  const path = [...template, 'spec'];
  const specIn = (object: Fields) =>
    path.reduce<unknown>((value, field) => fieldsOf(value)[field], object);
  const pod = specIn(live);
  // The rules of a ReplicationController require the template.
  if (pod === undefined && kindKey === '/ReplicationController') return [];
  const spec = withEmpties(pod, fieldsOf(specIn(given)));
  const claimTemplates = listAt(live, 'spec.volumeClaimTemplates').map(({ metadata }) =>
    String(fieldsOf(metadata).name),
  );
  return checkPodSpec(spec, {
    path: path.join('.'),
    claimTemplates,
    restartPolicies: workload && restartPoliciesOf(workload),
    isPod: kindKey === '/Pod',
    isNew: before === undefined,
    namesHosts: kindKey === 'apps/StatefulSet',
  })
    .filter(isRefused)
    .flatMap(byField);
}

/** With what is empty in the manifest, and refused all the same. */
function withEmpties(spec: unknown, { overhead, resources }: Fields): Fields {
  const { claims } = fieldsOf(resources);
  const live = fieldsOf(spec);
  return {
    ...live,
    ...(isFields(overhead) && live.overhead === undefined ? { overhead } : {}),
    ...(Array.isArray(claims) && claims.length === 0
      ? { resources: { ...fieldsOf(live.resources), claims } }
      : {}),
  };
}

/** Labels and annotations of a template, which the server calls by other names than their own. */
export function templateProblems({ apiVersion, kind }: AppliedManifest, live: Fields): Finding[] {
  const template = podTemplatePath(apiVersion, kind);
  if (!template || template.length === 0) return [];
  const remedy = 'correct it in the metadata of the template';
  const path = [...template, 'metadata'].join('.');
  return templateMetadataProblems(
    fieldsAt(live, path),
    path,
    { key: remedy, value: remedy },
    template.join('.'),
  );
}

/**
 * A manifest without its pods, which have rules of their own: only what rules on workloads look at
 * is left of them.
 */
export function withoutPods(manifest: Fields, apiVersion: string, kind: string): Fields {
  const template = podTemplatePath(apiVersion, kind);
  return template ? without(manifest, [...template, 'spec']) : manifest;
}

function without(manifest: Fields, [field, ...below]: readonly string[]): Fields {
  const value = manifest[field];
  if (!isFields(value)) return manifest;
  return { ...manifest, [field]: below.length > 0 ? without(value, below) : outlineOf(value) };
}

/** The names of containers, and when they start again. */
function outlineOf({ containers, initContainers, restartPolicy }: Fields): Fields {
  return {
    containers: named(containers),
    initContainers: named(initContainers),
    restartPolicy: textOrNone(restartPolicy),
  };
}

function named(containers: unknown): unknown {
  return Array.isArray(containers)
    ? containers.map((container) => ({ name: textOrNone(fieldsOf(container).name) }))
    : undefined;
}

/** What is of another type is told by the rules on pods. */
function textOrNone(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
