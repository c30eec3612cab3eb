/**
 * Kustomizations among the files: what they list, what they patch, the namespace they set, and by
 * which of them a file is built.
 */
import { addTo, Fields, fieldsOf, isFields, onceFor, stableJson, textOf, valuesOf } from '../kube';
import { Build, Source } from '../render';
import { readYaml } from '../yaml';

const KUSTOMIZATION = /^(?:(.*)\/)?kustomization\.ya?ml$/;

/** The fields of a kustomization that name files that objects are changed by. */
const PATCHING = [
  'patches',
  'patchesStrategicMerge',
  'patchesJson6902',
  'replacements',
  'transformers',
  'generators',
  'configurations',
];

/** All kustomizations, without what only has their name. */
export function kustomizationsIn(sources: readonly Source[]): KustomizationFile[] {
  return sources
    .filter(({ name }) => KUSTOMIZATION.test(name))
    .map(readKustomization)
    .filter(({ documents }) => documents.every(isOfKustomize));
}

/** The folder that a file is in: empty for one that is in none. */
export function folderOf(name: string): string {
  return name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '';
}

/** A kustomization, and what it says. */
interface KustomizationFile {
  readonly name: string;
  readonly documents: readonly Fields[];
}

function readKustomization({ name, text }: Source): KustomizationFile {
  return { name, documents: readYaml(text).documents.map(({ data }) => fieldsOf(data)) };
}

/** Others have a kind of that name, too: Flux's is an object of the cluster. */
function isOfKustomize({ apiVersion }: Fields): boolean {
  return typeof apiVersion !== 'string' || apiVersion.startsWith('kustomize.config.k8s.io/');
}

/**
 * The files that a kustomization changes objects by, which look like objects and are parts of some.
 */
export function patchesOf({ name, documents }: KustomizationFile): string[] {
  return documents.flatMap((kustomization) => {
    const entries = PATCHING.flatMap((field) =>
      Array.isArray(kustomization[field]) ? (kustomization[field] as unknown[]) : [],
    );
    return entries.flatMap((one) => {
      const path = isFields(one) ? one.path : one;
      return typeof path === 'string' && !path.includes('\n')
        ? [resolveIn(folderOf(name), path)]
        : [];
    });
  });
}

/**
 * The fields of a kustomization that name what it builds: files, and folders with kustomizations of
 * their own.
 */
const BUILDING = ['resources', 'bases', 'components'];

function listedBy({ name, documents }: KustomizationFile): string[] {
  const lists = documents.flatMap((kustomization) => BUILDING.map((field) => kustomization[field]));
  return lists
    .flatMap((list) => valuesOf(list))
    .flatMap((path) =>
      typeof path === 'string' && !path.includes('://') && !path.includes('\n')
        ? [resolveIn(folderOf(name), path)]
        : [],
    );
}

/** A path beside the folder, without the ways back in it. */
function resolveIn(folder: string, path: string): string {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** The kustomizations that list each file or folder. */
export function listing(
  kustomizations: readonly KustomizationFile[],
): ReadonlyMap<string, readonly KustomizationFile[]> {
  const builders = new Map<string, KustomizationFile[]>();
  for (const one of kustomizations) {
    for (const listed of listedBy(one)) addTo(builders, listed, one);
  }
  return builders;
}

/**
 * The kustomizations that build each file or folder that any lists: those that list it, and those
 * that list their folders.
 */
export function buildersOf(
  kustomizations: readonly KustomizationFile[],
): ReadonlyMap<string, readonly string[]> {
  const builders = listing(kustomizations);
  const outer = onceFor((one: KustomizationFile) => {
    const all = new Set([one]);
    for (const { name } of all) {
      for (const other of builders.get(folderOf(name)) ?? []) all.add(other);
    }
    return [...all].map(({ name }) => name);
  });
  return new Map(
    [...builders].map(([listed, all]) => [listed, [...new Set(all.flatMap(outer))]] as const),
  );
}

/**
 * The namespace that kustomize gives the objects of each file, as far as there is just one: that of
 * the outermost kustomization.
 */
export function namespacesOf(
  kustomizations: readonly KustomizationFile[],
): ReadonlyMap<string, string> {
  const builders = listing(kustomizations);
  const found = new Map<string, ReadonlySet<string | undefined>>();
  const namespaces = new Map<string, string>();
  for (const listed of builders.keys()) {
    const [namespace, ...others] = namespacesAt(listed, builders, found);
    if (namespace !== undefined && others.length === 0) namespaces.set(listed, namespace);
  }
  return namespaces;
}

/** What those who build a file or folder make of its namespace; undefined if they leave it. */
function namespacesAt(
  listed: string,
  builders: ReadonlyMap<string, readonly KustomizationFile[]>,
  found: Map<string, ReadonlySet<string | undefined>>,
): ReadonlySet<string | undefined> {
  const known = found.get(listed);
  if (known) return known;
  // For those that list each other.
  found.set(listed, new Set([undefined]));
  const all = (builders.get(listed) ?? []).flatMap((one) =>
    [...namespacesAt(folderOf(one.name), builders, found)].map(
      (outer) => outer ?? namespaceOf(one),
    ),
  );
  const namespaces = new Set(all.length === 0 ? [undefined] : all);
  found.set(listed, namespaces);
  return namespaces;
}

/** What a kustomization adds to objects, so that they need not have it before. */
export interface Additions {
  readonly namespace: string | undefined;
  /** The keys of labels that selectors and the labels of pods get. */
  readonly selected: readonly string[];
}

/** What each kustomization adds to the objects that it builds, by its name. */
export function additionsOf(
  kustomizations: readonly KustomizationFile[],
): ReadonlyMap<string, Additions> {
  return new Map(
    kustomizations.map((one) => [
      one.name,
      { namespace: namespaceOf(one), selected: one.documents.flatMap(selectedIn) },
    ]),
  );
}

function selectedIn({ commonLabels, labels }: Fields): string[] {
  const pairs = valuesOf(labels)
    .map(fieldsOf)
    .filter(({ includeSelectors }) => includeSelectors === true);
  return [commonLabels, ...pairs.map((one) => one.pairs)].flatMap((one) =>
    Object.keys(fieldsOf(one)),
  );
}

function namespaceOf({ documents }: KustomizationFile): string | undefined {
  return documents
    .map(({ namespace }) => namespace)
    .find((one): one is string => typeof one === 'string' && one !== '');
}

/** Patches that take objects away, or give them another name or namespace. */
const REMOVING = /\$patch\W{1,9}delete|\/metadata\/name/;

/** What the kustomizations of some sources do to names, and which objects they leave out. */
export function buildsIn(
  kustomizations: readonly KustomizationFile[],
  sources: readonly Source[],
): (builtBy: readonly string[]) => Build {
  const texts = new Map(sources.map(({ name, text }) => [name, text]));
  const builds = new Map(
    kustomizations.map((one) => {
      const [fields] = one.documents;
      const inline = PATCHING.flatMap((field) => valuesOf(fields?.[field])).map(stableJson);
      const all = [...inline, ...patchesOf(one).map((name) => texts.get(name) ?? '')];
      const affixes = [fields?.namePrefix, fields?.nameSuffix].map(textOf);
      return [
        one.name,
        {
          names: affixes.some((affix) => affix !== '') ? [stableJson(affixes)] : [],
          removals: all.filter((text) => REMOVING.test(text)),
        },
      ] as const;
    }),
  );
  return (builtBy) => {
    const all = builtBy.flatMap((name) => builds.get(name) ?? []);
    return {
      names: all.flatMap(({ names }) => names),
      removals: all.flatMap(({ removals }) => removals),
    };
  };
}
