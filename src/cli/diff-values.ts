/** Words for what changed in an object: its fields, with old and new values that are short. */
import { ChangedField, ObjectDiff } from '../diff';
import { counted } from '../findings';
import { isFields, stableJson } from '../kube';

/** How long a value may be to be shown. */
const LONGEST = 60;
/** How many fields are named of those that a definition no longer has. */
const MOST_REMOVED = 3;
const SCHEMA = /^spec\.versions\[([^\]]+)\]\.schema\b/;
/** Labels that releases change on every object. */
const VERSION_LABELS: readonly string[] = [
  'metadata.labels[app.kubernetes.io/version]',
  'metadata.labels[helm.sh/chart]',
  'metadata.labels.chart',
  'metadata.labels.version',
];

/** Whether a path is a label that says which release an object is of. */
export function isVersionLabel(path: string): boolean {
  return VERSION_LABELS.includes(path);
}

/**
 * The changes without labels of versions, of the object and of its pods, unless there are no
 * others.
 */
export function withoutVersionLabels(diff: ObjectDiff): ObjectDiff {
  const isLabel = (path: string) => VERSION_LABELS.includes(path.replace(/^spec\.template\./, ''));
  const { changes = [], values } = diff;
  const others = changes.filter((path) => !isLabel(path));
  return others.length === 0 || others.length === changes.length
    ? diff
    : { ...diff, changes: others, values: values?.filter(({ path }) => !isLabel(path)) };
}

/** What changed, a line for each field; what a definition's schemas changed is counted. */
export function changeLines({ object, changes = [], values }: ObjectDiff): string[] {
  const fields: readonly ChangedField[] = values ?? changes.map((path) => ({ path }));
  const isDefinition = object.startsWith('CustomResourceDefinition/');
  const inSchemas = isDefinition ? fields.filter(({ path }) => SCHEMA.test(path)) : [];
  const others = inSchemas.length === 0 ? fields : fields.filter(({ path }) => !SCHEMA.test(path));
  return [...others.map(lineOf), ...schemaLines(inSchemas)];
}

/** `spec.replicas: 2 -> 3`. */
function lineOf({ path, before, after }: ChangedField): string {
  if (before === undefined && after === undefined) return path;
  if (before === undefined) return `${path}: added${withValue(' ', after)}`;
  if (after === undefined) return `${path}: removed${withValue(', was ', before)}`;
  if (isReordered(before, after)) return `${path}: in another order`;
  const [old, now] = [shown(before), shown(after)];
  if (old !== undefined && now !== undefined && old !== now) return `${path}: ${old} -> ${now}`;
  const [size, newSize] = [sizeOf(before), sizeOf(after)];
  return size === undefined || newSize === undefined || size === newSize
    ? `${path}: changed`
    : `${path}: changed, ${size} -> ${newSize}`;
}

function isReordered(before: unknown, after: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length) {
    return false;
  }
  const [old, now] = [before, after].map((list) => list.map(stableJson).sort());
  return old.every((item, index) => item === now[index]);
}

function withValue(words: string, value: unknown): string {
  const text = shown(value);
  return text === undefined ? '' : `${words}${text}`;
}

/** The value, if it is short. */
function shown(value: unknown): string | undefined {
  // A text that cannot be taken for something else needs no quotes.
  if (
    typeof value === 'string' &&
    /^[A-Za-z(][\w./:@+)-]*$|^\d+(?:[A-Za-z]+|[.:]\d+[.:][\w.:-]*)$/.test(value)
  ) {
    return value.length > LONGEST ? undefined : value;
  }
  if (typeof value === 'string' && value.length > LONGEST) return undefined;
  const text = jsonOf(value);
  return text.length > LONGEST ? undefined : text;
}

/** Within lists and maps, numbers that JSON does not hold are texts. */
function jsonOf(value: unknown): string {
  return typeof value === 'bigint'
    ? String(value)
    : JSON.stringify(value, (_field, one: unknown) =>
        typeof one === 'bigint' ? String(one) : one,
      );
}

function sizeOf(value: unknown): string | undefined {
  if (typeof value === 'string') return counted(value.split('\n').length, 'line');
  if (Array.isArray(value)) return counted(value.length, 'item');
  return isFields(value) ? counted(Object.keys(value).length, 'field') : undefined;
}

/** What schemas have more, less and otherwise, version by version. */
function schemaLines(fields: readonly ChangedField[]): string[] {
  const versions = new Map<string, { added: number; changed: number; removed: string[] }>();
  for (const { path, before, after } of fields) {
    const version = SCHEMA.exec(path)![1];
    const counts = versions.get(version) ?? { added: 0, changed: 0, removed: [] };
    versions.set(version, counts);
    // What is not a field of an object describes one: its type, its limits, its words.
    const isField = /\.properties(?:\.[^.[\]]+|\[[^\]]+\])$/.test(path);
    if (isField && before === undefined) counts.added += 1;
    else if (isField && after === undefined) counts.removed.push(nameOf(path));
    else counts.changed += 1;
  }
  return [...versions].map(([version, { added, removed, changed }]) => {
    const named = removed.slice(0, MOST_REMOVED).join(', ');
    const more = removed.length > MOST_REMOVED ? ', …' : '';
    const words = [
      ...(removed.length > 0
        ? [`${counted(removed.length, 'field')} removed (${named}${more})`]
        : []),
      ...(added > 0 ? [`${counted(added, 'field')} added`] : []),
      ...(changed > 0 ? [`${counted(changed, 'detail')} changed`] : []),
    ];
    return `schema of ${version}: ${words.join(', ')}`;
  });
}

/** `spec.template`, of a path in a schema. */
function nameOf(path: string): string {
  const inside = path.slice(path.indexOf('openAPIV3Schema') + 'openAPIV3Schema'.length);
  return inside
    .replace(/\.properties(?=[.[])/g, '')
    .replace(/\.items/g, '[]')
    .replace(/^\./, '');
}
