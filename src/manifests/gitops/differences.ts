/** Fields in which two objects differ, once what the API server takes for the same is the same. */
import { canonicalQuantity, Fields, fieldsOf, isFields, stableJson, own } from '../../kube';
import { entriesOf, readQuantity } from '../../object';

/** Values that stand for fields that are not there. */
export type Defaults = { readonly [field: string]: unknown };

/**
 * The fields of which the two objects have different values; `defaults` are of those that may be
 * left out.
 */
export function differentFields(
  one: Fields,
  other: Fields,
  defaults: Defaults = {},
): readonly string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const valueOf = (fields: Fields, name: string) => {
    const value = own(fields, name) ?? defaults[name];
    // No class and an empty one are different classes.
    return stableJson(name === 'storageClassName' ? (value ?? null) : (settled(value) ?? null));
  };
  return [...names].filter((name) => valueOf(one, name) !== valueOf(other, name)).sort();
}

/** The spec of a claim or of a claim template, with quantities as the API server writes them. */
export function settledClaim(spec: unknown): Fields {
  const { resources, ...others } = fieldsOf(spec);
  const { requests, limits, ...more } = fieldsOf(resources);
  return {
    ...others,
    resources: { ...more, requests: quantities(requests), limits: quantities(limits) },
  };
}

/** What the API server writes into a claim. */
export const CLAIM_DEFAULTS: Defaults = { volumeMode: 'Filesystem' };

function quantities(given: unknown): Fields {
  return Object.fromEntries(
    entriesOf(given).map(([name, value]) => {
      const parsed = readQuantity(value);
      return [name, parsed ? canonicalQuantity({ ...parsed, format: 'exponent' }) : value];
    }),
  );
}

/**
 * A value without what is as good as nothing: nulls, `false`, empty texts, and maps and lists of
 * nothing.
 */
function settled(value: unknown): unknown {
  if (value === null || value === false || value === '') return undefined;
  if (Array.isArray(value)) {
    return value.length === 0 ? undefined : value.map((one: unknown) => settled(one) ?? null);
  }
  if (!isFields(value)) return value;
  const fields = Object.entries(value)
    .map(([name, one]) => [name, settled(one)] as const)
    .filter(([, one]) => one !== undefined);
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}
