/**
 * Checks of the API server apart from the schema's own keywords: no duplicates in lists, and whole
 * objects where one is embedded.
 */
import { Finding } from '../findings';
import { append, fieldPath, label1035Problems, onceFor, own } from '../kube';
import { duplicate, invalid, required } from './problems';
import { Schema } from './schema';
import { isObject, kindOf, showValue, toGoJson } from './values';

export function violatedInvariants(object: unknown, schema: Schema): Finding[] {
  const found: Finding[] = [];
  walk(object, schema, '', found);
  return found;
}

/** Whether a schema asks for any of this, however deep: most have fields that do not. */
const asks = onceFor((schema: Schema): boolean => {
  const { items, properties = {}, additionalProperties: others } = schema;
  return (
    schema['x-kubernetes-list-type'] !== undefined ||
    schema['x-kubernetes-embedded-resource'] === true ||
    (items !== undefined && asks(items)) ||
    (typeof others === 'object' && asks(others)) ||
    Object.values(properties).some(asks)
  );
});

function walk(value: unknown, schema: Schema, path: string, found: Finding[]): void {
  if (!asks(schema)) return;
  const child = (key: string) => fieldPath(path, key);
  if (Array.isArray(value)) {
    if (schema['x-kubernetes-list-type'] === 'set') append(found, repeated(value, path));
    if (schema['x-kubernetes-list-type'] === 'map') {
      append(found, repeatedKeys(value, schema['x-kubernetes-list-map-keys'] ?? [], path));
    }
    const { items } = schema;
    if (items) value.forEach((item, index) => walk(item, items, `${path}[${index}]`, found));
  } else if (isObject(value)) {
    if (path !== '' && schema['x-kubernetes-embedded-resource']) {
      append(found, embeddedProblems(value, child));
    }
    const { properties, additionalProperties } = schema;
    for (const key of Object.keys(value)) {
      const known = own(properties, key);
      if (known) {
        walk(value[key], known, child(key), found);
      } else if (typeof additionalProperties === 'object') {
        walk(value[key], additionalProperties, `${path}[${key}]`, found);
      }
    }
  }
}

/** Each item that was there before, reported once however often it is there. */
function repeated(items: readonly unknown[], path: string): Finding[] {
  const times = new Map<string, number>();
  return items.flatMap((item, index) => {
    const text = toGoJson(item);
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    return before === 1 ? [duplicate(`${path}[${index}]`, item)] : [];
  });
}

function repeatedKeys(items: readonly unknown[], keys: readonly string[], path: string): Finding[] {
  const odd = items.findIndex((item) => kindOf(item) !== 'null' && !isObject(item));
  if (odd >= 0) {
    return [
      invalid(
        `${path}[${odd}]`,
        showValue(items[odd]),
        'must be an object for an array of list-type map',
      ),
    ];
  }
  return repeated(
    items.map((item) =>
      Object.fromEntries(
        keys
          .filter((key) => isObject(item) && Object.hasOwn(item, key))
          .map((key) => [key, (item as Record<string, unknown>)[key]]),
      ),
    ),
    path,
  );
}

/** An object inside an object needs to say what it is. Its metadata is not judged. */
function embeddedProblems(
  object: Record<string, unknown>,
  child: (key: string) => string,
): Finding[] {
  return ['apiVersion', 'kind'].flatMap((key): Finding[] => {
    if (!Object.hasOwn(object, key)) return [required(child(key))];
    const value = object[key];
    const refuse = (text: string) => [invalid(child(key), showValue(value), text)];
    if (typeof value !== 'string') return refuse('must be a string');
    if (value === '') return refuse('must not be empty');
    if (key === 'apiVersion') {
      return value.split('/').length > 2 ? refuse(`unexpected GroupVersion string: ${value}`) : [];
    }
    const problems = label1035Problems(value.toLowerCase());
    return problems.length > 0
      ? refuse(`may have mixed case, but should otherwise match: ${problems.join(',')}`)
      : [];
  });
}
