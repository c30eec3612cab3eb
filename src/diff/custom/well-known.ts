/**
 * The schemas of custom kinds as their projects define them, for files that have none:
 * `custom-schemas.json`, written by `tools/custom-schemas.ts`.
 */
import { groupOf, onceFor } from '../../kube';
import { Schema } from '../../resource';

type Table = { readonly [apiVersionAndKind: string]: Schema | string };

let loaded: Table | undefined;

function table(): Table {
  const load = (): typeof import('./custom-schemas.json') => require('./custom-schemas.json');
  return (loaded ??= load() as unknown as Table);
}

/** The schema of a kind in a version; undefined if it is not among them. */
export function wellKnownSchema(apiVersion: string, kind: string): Schema | undefined {
  const key = `${apiVersion}/${kind}`;
  // Other groups need not be looked up.
  if (!GROUPS.has(groupOf(apiVersion)) || !Object.hasOwn(table(), key)) return undefined;
  const schema = table()[key];
  return typeof schema === 'string' ? (table()[schema] as Schema) : schema;
}

const GROUPS = new Set([
  'argoproj.io',
  'gateway.networking.k8s.io',
  'networking.istio.io',
  'security.istio.io',
  'security.openshift.io',
  'snapshot.storage.k8s.io',
]);

/**
 * Groups whose kinds get fields and values with nearly every release, or have more of them in an
 * experimental channel.
 */
const GROWING = new Set(['argoproj.io', 'gateway.networking.k8s.io']);

/** Whether the definition in a cluster may well have what this one has not. */
export function isGrowing(apiVersion: string): boolean {
  return GROWING.has(groupOf(apiVersion));
}

/** The names of all fields of a schema, at every depth. */
export const fieldNamesOf = onceFor((schema: Schema): ReadonlySet<string> => {
  const names = new Set<string>();
  collect(schema, names);
  return names;
});

function collect(
  { properties = {}, items, additionalProperties }: Schema,
  names: Set<string>,
): void {
  for (const [field, inner] of Object.entries(properties)) {
    names.add(field);
    collect(inner, names);
  }
  if (items) collect(items, names);
  if (typeof additionalProperties === 'object') collect(additionalProperties, names);
}
