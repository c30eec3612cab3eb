/** The metadata of a custom resource, as the API server judges it. */
import { RENDER_RULES as RULES } from './rules';
import { Finding, inQuotes, meantOr, nearest, violation } from '../findings';
import {
  isFields,
  labelProblems,
  labelValueProblems,
  qualifiedKeyProblems,
  quote,
  subdomainProblems,
} from '../kube';

/** The fields that it may have. */
export const METADATA_FIELDS: readonly string[] = [
  'annotations',
  'creationTimestamp',
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'finalizers',
  'generateName',
  'generation',
  'labels',
  'managedFields',
  'name',
  'namespace',
  'ownerReferences',
  'resourceVersion',
  'selfLink',
  'uid',
];
const MAX_ANNOTATIONS = 256 * 1024;

/** All findings on the metadata of an object. */
export function checkMetadata(metadata: unknown): Finding[] {
  if (metadata !== undefined && metadata !== null && !isFields(metadata)) {
    return [
      violation(
        RULES.metadata,
        'metadata',
        typeWords('metadata', 'object', metadata),
        'use a mapping with the name of the object',
      ),
    ];
  }
  const fields = metadata ?? {};
  return [
    ...checkName(fields),
    ...checkGenerateName(fields.generateName),
    ...checkNamespace(fields.namespace),
    ...checkEntries(fields.labels, 'metadata.labels', labelValueProblems),
    ...checkEntries(fields.annotations, 'metadata.annotations'),
    ...Object.keys(fields)
      .filter((field) => !METADATA_FIELDS.includes(field))
      .map((field) => unknownField(`metadata.${field}`, nearest(field, METADATA_FIELDS))),
  ];
}

/** The finding on a field that the API server would drop. */
export function unknownField(path: string, meant?: string): Finding {
  return violation(
    RULES.unknownField,
    path,
    `unknown field ${quote(path)}`,
    meantOr(meant, 'remove it'),
  );
}

function checkName({ name, generateName }: Record<string, unknown>): Finding[] {
  const path = 'metadata.name';
  if (isAbsent(name)) {
    if (!isAbsent(generateName)) {
      return [
        violation(
          RULES.generateName,
          'metadata.generateName',
          'the name would change with each run',
          'set metadata.name',
        ),
      ];
    }
    return [
      violation(
        RULES.metadata,
        path,
        `${path}: Required value: name or generateName is required`,
        'set metadata.name',
      ),
    ];
  }
  if (typeof name !== 'string') {
    return [violation(RULES.metadata, path, typeWords(path, 'string', name), inQuotes(name))];
  }
  return subdomainProblems(name).map((problem) =>
    violation(
      RULES.metadata,
      path,
      `${path}: Invalid value: ${quote(name)}: ${problem}`,
      'use a name of lower-case letters, digits, dashes and dots',
    ),
  );
}

/**
 * It counts even beside a name. A dash at its end is not judged: what is made up comes behind it.
 */
function checkGenerateName(prefix: unknown): Finding[] {
  const path = 'metadata.generateName';
  if (isAbsent(prefix)) return [];
  if (typeof prefix !== 'string') {
    return [violation(RULES.metadata, path, typeWords(path, 'string', prefix), inQuotes(prefix))];
  }
  const judged = prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix;
  return subdomainProblems(judged).map((problem) =>
    violation(
      RULES.metadata,
      path,
      `${path}: Invalid value: ${quote(prefix)}: ${problem}`,
      'remove it',
    ),
  );
}

function checkNamespace(namespace: unknown): Finding[] {
  const path = 'metadata.namespace';
  if (isAbsent(namespace)) return [];
  if (typeof namespace !== 'string') {
    return [
      violation(RULES.metadata, path, typeWords(path, 'string', namespace), inQuotes(namespace)),
    ];
  }
  return labelProblems(namespace).map((problem) =>
    violation(
      RULES.metadata,
      path,
      `${path}: Invalid value: ${quote(namespace)}: ${problem}`,
      'use the name of a namespace: at most 63 lower-case letters, digits and dashes',
    ),
  );
}

function checkEntries(
  entries: unknown,
  path: string,
  valueProblems?: (value: string) => string[],
): Finding[] {
  if (entries === undefined || entries === null) return [];
  if (!isFields(entries)) {
    return [
      violation(
        RULES.metadata,
        path,
        typeWords(path, 'object', entries),
        'use a mapping of strings',
      ),
    ];
  }
  const findings: Finding[] = [];
  let size = 0;
  for (const [key, value] of Object.entries(entries)) {
    const field = `${path}.${key}`;
    for (const problem of qualifiedKeyProblems(valueProblems ? key : key.toLowerCase())) {
      findings.push(
        violation(
          RULES.metadata,
          field,
          `${path}: Invalid value: ${quote(key)}: ${problem}`,
          'use another key',
        ),
      );
    }
    if (value === null) continue;
    if (typeof value !== 'string') {
      findings.push(
        violation(RULES.metadata, field, typeWords(field, 'string', value), inQuotes(value)),
      );
      continue;
    }
    size += Buffer.byteLength(key) + Buffer.byteLength(value);
    for (const problem of valueProblems?.(value) ?? []) {
      findings.push(
        violation(
          RULES.metadata,
          field,
          `${path}: Invalid value: ${quote(value)}: ${problem}`,
          'use another value, or make it an annotation',
        ),
      );
    }
  }
  if (!valueProblems && size > MAX_ANNOTATIONS) {
    findings.push(
      violation(
        RULES.metadata,
        path,
        `${path}: Too long: may not be more than ${MAX_ANNOTATIONS} bytes`,
        'shorten the annotations',
      ),
    );
  }
  return findings;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** The API server's words for a value of the wrong type. */
function typeWords(path: string, expected: string, value: unknown): string {
  const type =
    value === null
      ? 'null'
      : Array.isArray(value)
        ? 'array'
        : typeof value === 'bigint' || Number.isInteger(value)
          ? 'integer'
          : typeof value;
  return `${path}: Invalid value: "${type}": ${path} in body must be of type ${expected}: "${type}"`;
}
