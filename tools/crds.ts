/**
 * Writes the schemas by which resources are admitted, src/SYSTEM/schema.json, from crds/: without
 * words for people, one version a line. Give a folder to write elsewhere.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';

const root = dirname(__dirname);
const target = resolve(process.argv[2] ?? join(root, 'src'));

const SYSTEMS = {
  efs: 'sharedvolumes.aws-efs.managed.openshift.io',
  locust: 'locusttests.locust.io',
  viewer: 'pvcviewers.kubeflow.org',
};
/**
 * How people read the schema, or how several of them write one object: nothing that admission looks
 * at.
 */
const LEFT_OUT = ['description', 'x-kubernetes-map-type'];

interface Version {
  readonly name: string;
  readonly schema: { readonly openAPIV3Schema: Record<string, any> };
  readonly subresources?: { readonly status?: object };
}

for (const [system, crd] of Object.entries(SYSTEMS)) {
  const { spec } = parse(readFileSync(join(root, 'crds', `${crd}.yaml`), 'utf8'));
  const lines = spec.versions.map(
    (version: Version) => `"${version.name}": ${JSON.stringify(schemaOf(version))}`,
  );
  mkdirSync(join(target, system), { recursive: true });
  writeFileSync(join(target, system, 'schema.json'), `{\n${lines.join(',\n')}\n}\n`);
}

function schemaOf({ schema, subresources }: Version): object {
  const { properties, ...rest } = schema.openAPIV3Schema;
  // The API server drops the status of what is applied, so what is in there does not matter.
  const status = subresources?.status
    ? { status: { 'x-kubernetes-preserve-unknown-fields': true } }
    : {};
  return strip({ ...rest, properties: { ...properties, ...status } }) as object;
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
      isValue(key) ? field : strip(field, key === 'properties' && !isFields),
    ]),
  );
}
