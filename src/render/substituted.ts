/**
 * Objects with the variables that Flux fills in: with the values that their Kustomization has, as
 * far as the files show them, and with their own defaults.
 */
import type { Entry, KubernetesObject } from './entries';
import { substitute, ValueOf } from './envsubst';
import {
  addTo,
  Fields,
  fieldsOf,
  isEncrypted,
  isFields,
  kindKey,
  lazily,
  putFirst,
  setField,
  textOf,
  valuesOf,
} from '../kube';
import { KUSTOMIZATION } from '../manifests/gitops/engines';
import { folderOf, runsOf } from '../manifests/gitops/folders';
import { readYaml } from '../yaml';

const SUBSTITUTE = 'kustomize.toolkit.fluxcd.io/substitute';
const VARIABLE = '${';

/** Entries with the values of their variables. */
interface Substituted {
  readonly entries: readonly Entry[];
  /**
   * The variables of which the files do not show one value: their defaults count, or they stay as
   * they are.
   */
  readonly unset: readonly string[];
}

/**
 * Fills in what a Kustomization among the entries substitutes, or all of them if Flux applies them
 * and no Kustomization shows how.
 */
export function withVariables(entries: readonly Entry[], isFlux: boolean): Substituted {
  const inputs = new Set(entries.map(({ input }) => input));
  const written = new Set([...inputs].filter(({ stream }) => stream.text.includes(VARIABLE)));
  if (written.size === 0) return { entries, unset: [] };
  const byFolder = valuesByFolder(entries);
  if (byFolder.size === 0 && isFlux) byFolder.set('', [new Map()]);
  const unset = new Set<string>();
  const filled = entries.map((entry) => {
    const values = written.has(entry.input) ? valuesFor(entry, byFolder) : [];
    if (values.length === 0 || isExempt(entry.data)) return entry;
    const valueOf = (name: string) => {
      const [value, ...others] = values.map((one) => one.get(name));
      if (value !== undefined && others.every((one) => one === value)) return value;
      unset.add(name);
      return undefined;
    };
    return entry.with(filledIn(entry.data, valueOf) as KubernetesObject);
  });
  return { entries: filled, unset: [...unset].sort() };
}

/** Whether an object is to stay as it is written. */
export function isExempt({ metadata }: Fields): boolean {
  const { annotations, labels } = fieldsOf(metadata);
  return [annotations, labels].some((some) => fieldsOf(some)[SUBSTITUTE] === 'disabled');
}

/** Variables of a Kustomization; `undefined` is a value that only the cluster knows. */
type ValuesOfBuild = ReadonlyMap<string, string | undefined>;
/** The same of any Kustomization; undefined if it substitutes none. */
type Values = ValuesOfBuild | undefined;

/** The variables of each Kustomization, by the folder that it builds. */
function valuesByFolder(entries: readonly Entry[]): Map<string, Values[]> {
  const found = new Map<string, Values[]>();
  const sources = lazily(() => sourcesIn(entries));
  for (const { data } of entries) {
    if (kindKey(data.apiVersion, data.kind) !== KUSTOMIZATION) continue;
    const { path, suspend, postBuild } = fieldsOf(data.spec);
    if (suspend === true) continue;
    addTo(found, folderOf(textOf(path)), valuesOfBuild(fieldsOf(postBuild), data, sources));
  }
  return found;
}

function valuesOfBuild(
  { substitute: own, substituteFrom, substituteStrategy }: Fields,
  { metadata }: KubernetesObject,
  sources: () => ReadonlyMap<string, Fields>,
): Values {
  const { namespace } = fieldsOf(metadata);
  const values = new Map<string, string | undefined>();
  const references = valuesOf(substituteFrom).map(fieldsOf);
  for (const { kind, name } of references) {
    const from = sources().get(sourceKey(kind, namespace, name));
    for (const [key, value] of from ? textsIn(from) : []) values.set(key, value);
  }
  for (const [key, value] of Object.entries(fieldsOf(own))) values.set(key, inLine(textOf(value)));
  const isAsked = substituteStrategy === 'Always' || references.length > 0;
  return values.size > 0 || isAsked ? values : undefined;
}

/** What values can come from, the first of each name. */
function sourcesIn(entries: readonly Entry[]): ReadonlyMap<string, Fields> {
  const found = new Map<string, Fields>();
  for (const { data } of entries) {
    const { namespace, name } = fieldsOf(data.metadata);
    if (SOURCES.includes(data.kind)) putFirst(found, sourceKey(data.kind, namespace, name), data);
  }
  return found;
}

const SOURCES: readonly string[] = ['ConfigMap', 'Secret'];

function sourceKey(...parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}

/** A value as Flux takes it. */
function inLine<T extends string | undefined>(value: T): T {
  return value?.replaceAll('\n', '') as T;
}

/** What a ConfigMap or a Secret holds; undefined is what only the cluster knows. */
function textsIn({ kind, data, stringData }: Fields): [string, string | undefined][] {
  const plain = (value: unknown) => (isEncrypted(value) ? undefined : textOf(value));
  const decoded = (value: unknown) =>
    isEncrypted(value) ? undefined : Buffer.from(textOf(value), 'base64').toString();
  const read = (map: unknown, as: typeof plain) =>
    Object.entries(fieldsOf(map)).map(([key, value]): [string, string | undefined] => [
      key,
      inLine(as(value)),
    ]);
  return kind === 'Secret'
    ? [...read(data, decoded), ...read(stringData, plain)]
    : read(data, plain);
}

/**
 * The variables of the Kustomizations with the innermost folder that an object is in; none if one
 * of them substitutes nothing.
 */
function valuesFor(
  { input }: Entry,
  byFolder: ReadonlyMap<string, readonly Values[]>,
): readonly ValuesOfBuild[] {
  const folders = new Set(input.places.flatMap(runsOf).filter((one) => byFolder.has(one)));
  const [innermost = ''] = [...folders].sort((one, other) => other.length - one.length);
  const all = byFolder.get(innermost) ?? [];
  const values = all.filter((one) => one !== undefined);
  return values.length === all.length ? values : [];
}

/** Data with the values of its variables, in the same order; the data itself if it has none. */
function filledIn(data: unknown, valueOf: ValueOf): unknown {
  if (typeof data === 'string') return data.includes(VARIABLE) ? scalarOf(data, valueOf) : data;
  if (Array.isArray(data)) {
    const items = data.map((one) => filledIn(one, valueOf));
    return items.some((one, index) => one !== data[index]) ? items : data;
  }
  if (!isFields(data)) return data;
  const filled: Record<string, unknown> = {};
  let isSame = true;
  for (const [key, value] of Object.entries(data)) {
    const name = key.includes(VARIABLE) ? (substitute(key, valueOf) ?? key) : key;
    const one = filledIn(value, valueOf);
    isSame &&= name === key && one === value;
    setField(filled, name, one);
  }
  return isSame ? data : filled;
}

/** A text that YAML writes in quotes, or in a block. */
const QUOTED = /^[\s!&*|>@`"'%#,[\]{}]|^[-?]\s|: | #|[:\s]$|[\n\t]/;

/**
 * A text with its values, as what it then is: Flux fills in what kustomize has written, in which a
 * text has no quotes unless it must.
 */
function scalarOf(text: string, valueOf: ValueOf): unknown {
  const filled = substitute(text, valueOf);
  if (filled === undefined || QUOTED.test(text)) return filled ?? text;
  const [document, ...others] = readYaml(filled).documents;
  if (document === undefined) return null;
  return document.problem || others.length > 0 ? filled : document.data;
}
