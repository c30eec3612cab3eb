/**
 * Writes `src/diff/custom/custom-schemas.json`, the schemas of custom kinds that come with volumes
 * and that few people keep the definitions of among their files: `npx tsx tools/custom-schemas.ts
 * FILE...`. The files have the definitions, of any kinds, as their projects publish them:
 * external-snapshotter (`client/config/crd`), Gateway API (`config/crd/standard`), Istio
 * (`kubernetes/customresourcedefinitions.gen.yaml` of istio.io/api), Argo CD (`manifests/crds`),
 * openshift/api (`payload-manifests/crds`).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

/**
 * By group: kinds, and fields that the server or a controller writes though they are no
 * subresource.
 */
const KINDS: { readonly [group: string]: { readonly [kind: string]: readonly string[] } } = {
  'argoproj.io': { Application: ['operation'], AppProject: [] },
  'gateway.networking.k8s.io': { Gateway: [], HTTPRoute: [] },
  'networking.istio.io': { DestinationRule: [], VirtualService: [] },
  'security.istio.io': { AuthorizationPolicy: [] },
  'security.openshift.io': { SecurityContextConstraints: [] },
  'snapshot.storage.k8s.io': {
    VolumeSnapshot: [],
    VolumeSnapshotClass: [],
    VolumeSnapshotContent: [],
  },
};
/** Words for people, and how several of them write one object. */
const LEFT_OUT = ['description', 'title', 'example', 'x-kubernetes-map-type'];

interface Definition {
  readonly kind: string;
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly served: boolean;
      readonly schema: { readonly openAPIV3Schema: Schema };
    }[];
  };
}

type Schema = { readonly [keyword: string]: unknown };

const schemas = new Map<string, unknown>();
for (const file of process.argv.slice(2)) {
  for (const document of parseAllDocuments(readFileSync(file, 'utf8'))) {
    const definition = document.toJS() as Definition | null;
    if (definition?.kind === 'CustomResourceDefinition') add(definition);
  }
}
const wanted = Object.entries(KINDS).flatMap(([group, kinds]) =>
  Object.keys(kinds).map((kind) => [group, kind]),
);
for (const [group, kind] of wanted) {
  if (![...schemas.keys()].some((key) => key.startsWith(`${group}/`) && key.endsWith(`/${kind}`))) {
    throw new Error(`no file defines ${kind} of ${group}`);
  }
}
const lines = [...schemas]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([key, schema]) => `${JSON.stringify(key)}: ${JSON.stringify(schema)}`);
writeFileSync(
  join(__dirname, '..', 'src', 'diff', 'custom', 'custom-schemas.json'),
  `{\n${lines.join(',\n')}\n}\n`,
);

/** Of versions that are alike, the first one has the schema and the others its name. */
function add({
  spec: {
    group,
    names: { kind },
    versions,
  },
}: Definition): void {
  if (!Object.hasOwn(KINDS, group) || !Object.hasOwn(KINDS[group], kind)) return;
  const known = new Map<string, string>();
  for (const { name, served, schema } of versions) {
    if (!served) continue;
    const key = `${group}/${name}/${kind}`;
    const reduced = reduce(schema.openAPIV3Schema, ['status', ...KINDS[group][kind]]);
    const text = JSON.stringify(reduced);
    schemas.set(key, known.get(text) ?? reduced);
    if (!known.has(text)) known.set(text, key);
  }
}

/** What others write may be anything. */
function reduce(schema: Schema, written: readonly string[]): unknown {
  const properties = { ...(schema.properties as Schema) };
  for (const field of written) {
    if (properties[field] !== undefined) {
      properties[field] = { 'x-kubernetes-preserve-unknown-fields': true };
    }
  }
  return strip({ ...schema, properties });
}

/**
 * A field of an object may have any name; only what stands beside `type` are words of the schema.
 */
function strip(value: unknown, isFields = false): unknown {
  if (Array.isArray(value)) return value.map((item) => strip(item));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => isFields || !LEFT_OUT.includes(key));
  const isValue = (key: string) => !isFields && ['default', 'enum'].includes(key);
  return Object.fromEntries(
    kept.map(([key, field]) => [
      key,
      isValue(key) ? (field as unknown) : strip(field, key === 'properties' && !isFields),
    ]),
  );
}
