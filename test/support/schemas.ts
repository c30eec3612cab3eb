/**
 * The schemas that manifests are held against: Kubernetes' own, as an API server publishes them,
 * and strict ones of other projects' kinds.
 *
 * `schemas/kubernetes-1.36.json` is made by `tools/refresh-schemas.ts`;
 * `schemas/custom/<apiVersion>/<kind>.yaml` are written by hand, and what is in neither may be
 * defined in crds/.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, ValidateFunction } from 'ajv';
import { parse } from 'yaml';

/** The release whose API the schemas are of. */
export const KUBERNETES_VERSION = '1.36';
/** The file that `tools/refresh-schemas.ts` writes. */
export const KUBERNETES_SCHEMAS = join(
  __dirname,
  'schemas',
  `kubernetes-${KUBERNETES_VERSION}.json`,
);
const CUSTOM_SCHEMAS = join(__dirname, 'schemas', 'custom');
const CRDS = join(__dirname, '..', '..', 'crds');

/** A JSON schema, as far as it is used here. */
export interface Schema {
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly const?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
}

/** What `tools/refresh-schemas.ts` writes. */
export interface KubernetesSchemas {
  /** The version of the server that was asked. */
  readonly version: string;
  /** The definition of each kind, by `apiVersion/kind`. */
  readonly kinds: { readonly [apiVersionAndKind: string]: string };
  /** Definitions by name; they refer to each other by name. */
  readonly definitions: { readonly [name: string]: Schema };
}

/**
 * The schema with every object closed that lists its fields: others are refused, as by strict field
 * validation.
 */
export function closed(schema: Schema): Schema {
  const { properties, items, additionalProperties, ...rest } = schema;
  const copy: { -readonly [key in keyof Schema]: Schema[key] } = rest;
  if (items) copy.items = closed(items);
  if (properties) {
    copy.properties = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, closed(field)]),
    );
  }
  if (typeof additionalProperties === 'object') {
    copy.additionalProperties = closed(additionalProperties);
  } else if (additionalProperties !== undefined) {
    copy.additionalProperties = additionalProperties;
  } else if (properties) {
    copy.additionalProperties = false;
  }
  return copy;
}

let kubernetes: { ajv: Ajv; schemas: KubernetesSchemas } | undefined;
const validators = new Map<string, ValidateFunction | undefined>();

/**
 * The validator of a kind, compiled when it is first asked for. Undefined if there is no schema of
 * the kind.
 */
export function validatorOf(apiVersion: string, kind: string): ValidateFunction | undefined {
  const key = `${apiVersion}/${kind}`;
  if (!validators.has(key)) validators.set(key, compile(apiVersion, kind));
  return validators.get(key);
}

/** Whether the kind is one of Kubernetes' own. */
export function isKubernetesKind(apiVersion: string, kind: string): boolean {
  return `${apiVersion}/${kind}` in load().schemas.kinds;
}

/**
 * The definition of one of Kubernetes' own kinds by `apiVersion/kind`, or of any part by its name.
 */
export function definitionOf(name: string): Schema | undefined {
  const { kinds, definitions } = load().schemas;
  return definitions[kinds[name] ?? name];
}

function compile(apiVersion: string, kind: string): ValidateFunction | undefined {
  const { ajv, schemas } = load();
  const definition = schemas.kinds[`${apiVersion}/${kind}`];
  if (definition) return ajv.getSchema(definition);
  // Only what can be the name of a group, version or kind may become part of a path.
  if (![...apiVersion.split('/'), kind].every((part) => /^\w[\w.-]*$/.test(part))) return undefined;
  const file = join(CUSTOM_SCHEMAS, apiVersion, `${kind}.yaml`);
  const schema = existsSync(file)
    ? (parse(readFileSync(file, 'utf8')) as Schema)
    : definedSchema(apiVersion, kind);
  return (
    schema &&
    ajv.compile(
      closed({
        ...schema,
        properties: {
          ...schema.properties,
          apiVersion: { const: apiVersion },
          kind: { const: kind },
        },
      }),
    )
  );
}

/**
 * The schema of a kind that crds/ defines: what the API server adds to it, and without the words
 * that only the API server knows.
 */
function definedSchema(apiVersion: string, kind: string): Schema | undefined {
  const definitions = readdirSync(CRDS).map((file) =>
    parse(readFileSync(join(CRDS, file), 'utf8')),
  );
  const [group, version] = apiVersion.split('/');
  const { spec } =
    definitions.find((one) => one.spec.group === group && one.spec.names.kind === kind) ?? {};
  const found = spec?.versions.find((one: { name: string }) => one.name === version);
  if (!found) return undefined;
  const { status: _status, ...properties } = found.schema.openAPIV3Schema.properties;
  const known = (key: string, value: any) =>
    key.startsWith('x-kubernetes-')
      ? undefined
      : value?.['x-kubernetes-int-or-string']
        ? { type: ['integer', 'string'], pattern: value.pattern }
        : value;
  const schema = JSON.parse(
    JSON.stringify({ type: 'object', required: ['metadata', 'spec'], properties }, known),
  );
  return {
    ...schema,
    properties: { ...schema.properties, metadata: { $ref: 'meta.v1.ObjectMeta' } },
  };
}

function load(): NonNullable<typeof kubernetes> {
  if (kubernetes) return kubernetes;
  const schemas = JSON.parse(readFileSync(KUBERNETES_SCHEMAS, 'utf8')) as KubernetesSchemas;
  // `verbose` puts the value and its schema into each error, for the message. Inlining only makes
  // more code.
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    inlineRefs: false,
    validateSchema: false,
  });
  ajv.addFormat('int32', {
    type: 'number',
    validate: (value) => Number.isInteger(value) && Math.abs(value + 0.5) < 2 ** 31,
  });
  ajv.addFormat('int64', { type: 'number', validate: (value) => Number.isInteger(value) });
  ajv.addFormat('byte', /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/);
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/);
  for (const [name, schema] of Object.entries(schemas.definitions)) ajv.addSchema(schema, name);
  return (kubernetes = { ajv, schemas });
}
