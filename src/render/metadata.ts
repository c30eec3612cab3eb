/** The metadata of a custom resource, as the API server judges it. */
import { RENDER_RULES as RULES } from './rules';
import { Finding, inQuotes, meantOr, nearest, violation } from '../findings';
import {
  isFields,
  labelProblems,
  labelValueProblems,
  MAX_ANNOTATION_BYTES,
  qualifiedKeyProblems,
  quote,
  subdomainProblems,
} from '../kube';
import { withoutLastDash } from '../resource';
import { kindOf } from '../resource/values';

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

/** All findings on the metadata of an object. */
export function checkMetadata(metadata: unknown): Finding[] {
  if (metadata !== undefined && metadata !== null && !isFields(metadata)) {
    return [mistyped('metadata', 'object', metadata, 'use a mapping with the name of the object')];
  }
  const fields = metadata ?? {};
  return [
    ...checkName(fields),
    // It counts even beside a name. What is made up comes behind it.
    ...checkText(
      'metadata.generateName',
      fields.generateName,
      (prefix) => subdomainProblems(withoutLastDash(prefix)),
      'remove it',
    ),
    ...checkText(
      'metadata.namespace',
      fields.namespace,
      labelProblems,
      'use the name of a namespace: at most 63 lower-case letters, digits and dashes',
    ),
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
  if (!isAbsent(name)) {
    return checkText(
      path,
      name,
      subdomainProblems,
      'use a name of lower-case letters, digits, dashes and dots',
    );
  }
  const remedy = `set ${path}`;
  return isAbsent(generateName)
    ? [refused(path, 'Required value: name or generateName is required', remedy)]
    : [
        violation(
          RULES.generateName,
          'metadata.generateName',
          'the name would change with each run',
          remedy,
        ),
      ];
}

function checkText(
  path: string,
  text: unknown,
  problemsOf: (text: string) => readonly string[],
  remedy: string,
): Finding[] {
  if (isAbsent(text)) return [];
  if (typeof text !== 'string') return [mistyped(path, 'string', text)];
  return problemsOf(text).map((problem) => invalid(path, text, problem, remedy));
}

function checkEntries(
  entries: unknown,
  path: string,
  valueProblems?: (value: string) => string[],
): Finding[] {
  if (entries === undefined || entries === null) return [];
  if (!isFields(entries)) return [mistyped(path, 'object', entries, 'use a mapping of strings')];
  const findings: Finding[] = [];
  let size = 0;
  for (const [key, value] of Object.entries(entries)) {
    const place = `${path}.${key}`;
    for (const problem of qualifiedKeyProblems(valueProblems ? key : key.toLowerCase())) {
      findings.push(invalid(path, key, problem, 'use another key', place));
    }
    if (value === null) continue;
    if (typeof value !== 'string') {
      findings.push(mistyped(place, 'string', value));
      continue;
    }
    size += Buffer.byteLength(key) + Buffer.byteLength(value);
    for (const problem of valueProblems?.(value) ?? []) {
      findings.push(
        invalid(path, value, problem, 'use another value, or make it an annotation', place),
      );
    }
  }
  if (!valueProblems && size > MAX_ANNOTATION_BYTES) {
    const words = `Too long: may not be more than ${MAX_ANNOTATION_BYTES} bytes`;
    findings.push(refused(path, words, 'shorten the annotations'));
  }
  return findings;
}

/** Whether a field has nothing. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** A finding in the API server's words on a field, at the place that has to change. */
function refused(field: string, words: string, remedy: string, path: string = field): Finding {
  return violation(RULES.metadata, path, `${field}: ${words}`, remedy);
}

function invalid(
  field: string,
  value: string,
  problem: string,
  remedy: string,
  path?: string,
): Finding {
  return refused(field, `Invalid value: ${quote(value)}: ${problem}`, remedy, path);
}

function mistyped(
  path: string,
  expected: string,
  value: unknown,
  remedy: string = inQuotes(value),
): Finding {
  const type = kindOf(value);
  return invalid(path, type, `${path} in body must be of type ${expected}: ${quote(type)}`, remedy);
}
