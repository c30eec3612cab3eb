/**
 * The validation of manifests as an API server does it: strictly by the schema of its kind, and by
 * the rules that schemas cannot tell. A kind that has no schema here is a problem, never passed
 * over.
 */
import { ErrorObject } from 'ajv';
import { groupOfVersion } from './kinds';
import { child, get, isFields } from './reading';
import { ruleProblems } from './rules';
import { Schema, validatorOf } from './schemas';
import { show } from '../../src/findings';

/** All that is wrong with one manifest, each as `path: message`. */
export function problemsOf(manifest: unknown): string[] {
  if (!isFields(manifest)) return [`no object: ${show(manifest)}`];
  const { apiVersion, kind } = manifest;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') {
    return ['apiVersion', 'kind']
      .filter((field) => typeof manifest[field] !== 'string')
      .map((field) => `${field}: required`);
  }
  const validate = validatorOf(apiVersion, kind);
  if (!validate) return [`no schema for ${apiVersion} ${kind}`];
  const problems: string[] = [];
  if (!validate(manifest)) {
    problems.push(
      ...validate
        .errors!.filter((error) => !isUnset(error))
        .map((error) => describeError(error, manifest)),
    );
  }
  ruleProblems(manifest, (path, message) => problems.push(`${path}: ${message}`));
  return [...new Set(problems)];
}

/**
 * All that is wrong with manifests that are applied together, each as `Kind/namespace/name: path:
 * message`.
 */
export function problemsOfAll(manifests: readonly unknown[]): string[] {
  const seen = new Set<string>();
  return manifests.flatMap((manifest) => {
    const name = describe(manifest);
    const identity = `${groupOfVersion(String(get(manifest, 'apiVersion')))} ${name}`;
    const problems = problemsOf(manifest);
    if (isFields(manifest) && seen.has(identity)) problems.push('appears twice');
    seen.add(identity);
    return problems.map((problem) => `${name}: ${problem}`);
  });
}

/** Fails with every problem of every manifest, unless there is none. */
export function expectValid(manifests: readonly unknown[]): void {
  const problems = problemsOfAll(manifests);
  if (problems.length === 0) return;
  const error = new Error(
    `${problems.length} problem${problems.length === 1 ? '' : 's'}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
  );
  Error.captureStackTrace(error, expectValid);
  throw error;
}

function describe(manifest: unknown): string {
  return (
    [
      get(manifest, 'kind'),
      get(manifest, 'metadata', 'namespace'),
      get(manifest, 'metadata', 'name'),
    ]
      .filter((part) => part)
      .join('/') || 'manifest'
  );
}

/**
 * The operator and the effect of a toleration may be empty, to an API server of Kubernetes 1.36:
 * that is as if they were not there.
 */
function isUnset({ keyword, data, instancePath }: ErrorObject): boolean {
  return (
    keyword === 'enum' &&
    data === '' &&
    /\/tolerations\/\d+\/(?:operator|effect)$/.test(instancePath)
  );
}

function describeError(error: ErrorObject, manifest: unknown): string {
  const path = pathOf(error.instancePath, manifest);
  const { title } = error.parentSchema as Schema;
  const value = show(error.data);
  switch (error.keyword) {
    case 'additionalProperties': {
      const field = String(error.params.additionalProperty);
      return `${child(path, field)}: ${path === '' && field === 'status' ? 'the cluster writes it, not the manifest' : 'unknown field'}`;
    }
    case 'required':
      return `${child(path, String(error.params.missingProperty))}: required`;
    case 'type':
      return `${path}: must be ${[error.params.type].flat().join(' or ')}, not ${value}`;
    case 'enum':
      return `${path}: must be one of ${(error.schema as unknown[]).map(show).join(', ')}, not ${value}`;
    case 'pattern':
      return `${path}: must be a ${title ?? `match of ${String(error.schema)}`}, not ${value}`;
    case 'format':
      return `${path}: must be ${String(error.schema)}, not ${value}`;
    default:
      return `${path}: ${error.message}, not ${value}`;
  }
}

/** The path of a JSON pointer, in which an index can only be told from a field by the value. */
function pathOf(pointer: string, manifest: unknown): string {
  let value = manifest;
  let path = '';
  for (const part of pointer
    .split('/')
    .slice(1)
    .map((escaped) => escaped.replace(/~1/g, '/').replace(/~0/g, '~'))) {
    const key = Array.isArray(value) ? Number(part) : part;
    path = child(path, key);
    value = (value as Record<string | number, unknown>)[key];
  }
  return path;
}
