/**
 * Types of all kinds in the stable versions of Kubernetes, written into
 * `src/model/kubernetes.json`: a step of `tools/kubernetes.ts`.
 *
 * Types, pointers and the tags of patches are Go's own, by reflection (`tools/model/main.go`). The
 * API server that KUBECONFIG names tells the rest by its OpenAPI and its discovery: enums, required
 * fields, what server-side apply takes lists and maps for, names, scopes. It must be of the minor
 * that `tools/model/go.mod` has. What Go makes of values in each field goes to
 * `test/conformance/model`.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The name of a type with its package: `k8s.io/api/core/v1.PodSpec`. */
const FULL_NAME = /k8s\.io\/[\w./-]+\.\w+/g;

const ROOT = join(__dirname, '..', '..');
const TARGET = join(ROOT, 'src', 'model', 'kubernetes.json');
const ANSWERS = join(ROOT, 'test', 'conformance', 'model', 'decode.json');

/** What reflection tells. */
interface Reflected {
  readonly kinds: readonly {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
    readonly type: string;
  }[];
  readonly types: { readonly [fullName: string]: ReflectedType };
  readonly candidates: readonly string[];
}

interface ReflectedType {
  readonly fields?: readonly ReflectedField[];
  readonly made?: string;
  readonly readsItself?: boolean;
  readonly answers?: { readonly [field: string]: string };
}

interface ReflectedField {
  readonly name: string;
  readonly type: string;
  readonly omitEmpty?: boolean;
  readonly omitZero?: boolean;
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
}

/** A schema of OpenAPI, as far as it is read here. */
interface Published {
  readonly $ref?: string;
  readonly allOf?: readonly Published[];
  readonly enum?: readonly unknown[];
  readonly items?: Published;
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: Published };
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
}

/** A group and version as the server tells what is in it. */
interface Discovery {
  readonly resources: readonly {
    readonly name: string;
    readonly kind: string;
    readonly namespaced: boolean;
    readonly shortNames?: readonly string[];
    readonly verbs: readonly string[];
  }[];
}

/** These read themselves, each by a name that everybody knows; all others take any value. */
const BY_NAME = ['Quantity', 'IntOrString', 'Time', 'MicroTime'];

/** Values of fields that the server calls any text, and yet takes these only. */
const VALUES: { readonly [field: string]: readonly string[] } = {
  FSGroupPolicy: ['File', 'None', 'ReadWriteOnceWithFSType'],
  VolumeLifecycleMode: ['Persistent', 'Ephemeral'],
  'ServiceSpec.trafficDistribution': ['PreferClose', 'PreferSameZone', 'PreferSameNode'],
  PersistentVolumeClaimRetentionPolicyType: ['Delete', 'Retain'],
};

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function ask<T>(path: string): T {
  return JSON.parse(run('kubectl', 'get', '--raw', path)) as T;
}

const { types, kinds, candidates } = JSON.parse(
  run('go', 'run', '-C', __dirname, '.'),
) as Reflected;
const { gitVersion } = ask<{ gitVersion: string }>('/version');

const names = shortNames();
const served = kindsServed();
const schemas = Object.assign(
  {},
  ...[...new Set([...served.keys()].map(versionOfKey))].map(
    (apiVersion) =>
      ask<{ components: { schemas: object } }>(`/openapi/v3/${pathOf(apiVersion)}`).components
        .schemas,
  ),
) as { readonly [name: string]: Published };
const table = {
  kinds: {} as Record<string, unknown>,
  types: {} as Record<string, unknown>,
  enums: {} as Record<string, readonly unknown[]>,
  required: {} as Record<string, readonly string[]>,
  lists: {} as Record<string, Record<string, unknown>>,
  atomic: [] as string[],
};
for (const [key, { type, ...rest }] of served) {
  add(type);
  table.kinds[key] = { type: named(type), ...rest };
}
Object.assign(table.enums, VALUES);
writeFileSync(TARGET, format());
writeFileSync(ANSWERS, formatAnswers());
console.log(`${TARGET}: ${gitVersion}, ${Object.keys(table.types).length} types`);

/**
 * Go's names without `v1.`: `PodSpec`, `v2.MetricSpec`. Of several with the same name the first
 * keeps it, and others have their group: `flowcontrol/Subject`.
 */
function shortNames(): ReadonlyMap<string, string> {
  const taken = new Map<string, string>();
  const visit = (text: string): void => {
    for (const [full] of text.matchAll(FULL_NAME)) {
      if ([...taken.values()].includes(full)) continue;
      const [group, last] = full.split('/').slice(-2);
      const short = last.replace(/^v1\./, '');
      taken.set(taken.has(short) ? `${group}/${short}` : short, full);
      const { fields = [], made } = types[full];
      if (made !== undefined) visit(made);
      for (const field of fields) visit(field.type);
    }
  };
  for (const { type } of kinds) visit(type);
  return new Map([...taken].map(([short, full]) => [full, short]));
}

/** What the server has of a kind, by `apps/v1/Deployment`. */
interface Served {
  readonly type: string;
  readonly plural: string;
  readonly short?: readonly string[];
  readonly cluster?: true;
}

/** The kinds that manifests can be of: what cannot be listed is a question, not an object. */
function kindsServed(): ReadonlyMap<string, Served> {
  const found = new Map<string, Served>();
  const versions = [...new Set(kinds.map(({ group, version }) => apiVersionOf(group, version)))];
  for (const apiVersion of versions) {
    const { resources } = ask<Discovery>(`/${pathOf(apiVersion)}`);
    for (const { name, kind, namespaced, shortNames: short, verbs } of resources) {
      const known = kinds.find(
        (one) => one.kind === kind && apiVersionOf(one.group, one.version) === apiVersion,
      );
      if (!known || name.includes('/') || !verbs.includes('create') || !verbs.includes('list')) {
        continue;
      }
      found.set(`${apiVersion}/${kind}`, {
        type: known.type,
        plural: name,
        ...(short && { short }),
        ...(!namespaced && { cluster: true }),
      });
    }
  }
  return found;
}

function apiVersionOf(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}

function versionOfKey(key: string): string {
  return key.slice(0, key.lastIndexOf('/'));
}

function pathOf(apiVersion: string): string {
  return `${apiVersion.includes('/') ? 'apis' : 'api'}/${apiVersion}`;
}

/** Adds a type and all that it is made of. */
function add(full: string): void {
  const name = named(full);
  if (name === 'any' || BY_NAME.includes(name) || name in table.types) return;
  const { fields = [], made } = types[full];
  if (made !== undefined) {
    table.types[name] = shortened(made);
    addAll(made);
    return;
  }
  const schema = schemas[publishedName(full)];
  if (!schema) throw new Error(`the server does not publish ${full}`);
  table.types[name] = Object.fromEntries(fields.map((field) => [field.name, declared(field)]));
  if (schema.required) table.required[name] = schema.required;
  if (schema['x-kubernetes-map-type'] === 'atomic') table.atomic.push(name);
  for (const field of fields) {
    addAll(field.type);
    const published = schema.properties?.[field.name];
    if (!published) throw new Error(`the server does not publish ${full}.${field.name}`);
    addEnum(name, field, published);
    addList(name, field, published);
  }
}

function addAll(type: string): void {
  for (const [full] of type.matchAll(FULL_NAME)) add(full);
}

/** A field's type as `kubernetes.json` has it: a question mark where it is left out when empty. */
function declared({ type, omitEmpty, omitZero }: ReflectedField): string {
  // What is left out when it is zero looks like a pointer to whoever reads it.
  return `${omitZero ? '*' : ''}${shortened(type)}${omitEmpty ? '?' : ''}`;
}

/** Enums are those of Go's types, of which fields are. */
function addEnum(struct: string, { name, type }: ReflectedField, published: Published): void {
  const values = published.enum ?? published.items?.enum;
  if (!values) return;
  const [full] = type.match(FULL_NAME) ?? [];
  const key = full === undefined ? `${struct}.${name}` : named(full);
  if (table.enums[key] && String(table.enums[key]) !== String(values)) {
    throw new Error(`${key} has other values in ${struct}.${name}`);
  }
  table.enums[key] = values;
}

/** How appliers see a list or a map. */
function addList(struct: string, field: ReflectedField, published: Published): void {
  const keys = published['x-kubernetes-list-map-keys'];
  const kind = published['x-kubernetes-list-type'];
  const mapType = published['x-kubernetes-map-type'];
  const strategies = field.patchStrategy?.split(',') ?? [];
  const found = {
    ...(keys && kind === 'map' && { server: keys }),
    ...(kind === 'set' && { set: true }),
    ...(strategies.includes('merge') && { client: field.patchMergeKey ?? '' }),
    ...(strategies.includes('retainKeys') && { retain: true }),
    ...(strategies.includes('replace') && { replace: true }),
    ...(mapType === 'granular' && { granular: true }),
  };
  if (Object.keys(found).length > 0) (table.lists[struct] ??= {})[field.name] = found;
  if (mapType === 'atomic') {
    table.atomic.push(`${struct}.${field.name}`);
  }
}

function named(full: string): string {
  const short = names.get(full)!;
  const last = short.slice(short.lastIndexOf('.') + 1);
  if (!types[full].readsItself) return short;
  return BY_NAME.includes(last) ? last : 'any';
}

function shortened(type: string): string {
  return type.replace(FULL_NAME, named);
}

/** `k8s.io/api/core/v1.PodSpec` is `io.k8s.api.core.v1.PodSpec` there. */
function publishedName(full: string): string {
  const [host, ...rest] = full.split('/');
  return [...host.split('.').reverse(), ...rest].join('.');
}

/** JSON with a type a line: compact, and yet a change is seen for what it is. */
function format(): string {
  const sections = Object.entries(table).map(([name, section]) => {
    const lines = Array.isArray(section)
      ? [
          section
            .sort()
            .map((one) => JSON.stringify(one))
            .join(','),
        ]
      : Object.keys(section)
          .sort()
          .map((key) => `${JSON.stringify(key)}:${JSON.stringify(section[key])}`);
    const [open, close] = Array.isArray(section) ? '[]' : '{}';
    return `${JSON.stringify(name)}:${open}\n${lines.join(',\n')}\n${close}`;
  });
  return `{\n"version":${JSON.stringify(gitVersion)},\n${sections.join(',\n')}\n}\n`;
}

/** What Go makes of the candidates, with the fields of which it makes the same. */
function formatAnswers(): string {
  const fields = new Map<string, string[]>();
  for (const [full, { answers = {} }] of Object.entries(types)) {
    if (!(named(full) in table.types)) continue;
    for (const [field, answer] of Object.entries(answers)) {
      fields.set(answer, [...(fields.get(answer) ?? []), `${named(full)}:${field}`]);
    }
  }
  const lines = [...fields].map(
    ([answer, of]) =>
      `{"answers":${JSON.stringify(answer)},"fields":${JSON.stringify(of.sort().join(' '))}}`,
  );
  return `{\n"candidates":${JSON.stringify(candidates)},\n"answers":[\n${lines.sort().join(',\n')}\n]\n}\n`;
}
