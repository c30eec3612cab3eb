/**
 * What stands in folders beside objects: charts, files of kustomize and its patches. They are
 * passed over, and who has them is told what to do.
 */
import { Fields, fieldsOf, isFields } from '../kube';
import { Note, Source } from '../render';
import { readYaml } from '../yaml';

/** The sources that hold objects, as far as that shows before they are read. */
export interface SortedSources {
  readonly sources: readonly Source[];
  readonly notes: readonly Note[];
}

const CHART = /^(?:(.*)\/)?Chart\.yaml$/;
const KUSTOMIZATION = /^(?:(.*)\/)?kustomization\.ya?ml$/;

/** The fields of a kustomization that name such files. */
const PATCHING = [
  'patches',
  'patchesStrategicMerge',
  'patchesJson6902',
  'replacements',
  'transformers',
  'generators',
  'configurations',
];

/**
 * What is to be done with what charts and kustomizations render to, by the command that passes them
 * over.
 */
const ADVICE = {
  check: (render: string) => `check what they render to: ${render} | cdk8s-volumes check -`,
  map: (render: string) => `draw what they render to: ${render} | cdk8s-volumes map -`,
  diff: (render: string) => `compare what they render to: ${render}`,
  revision: () => 'check the revision out, and compare what they render to',
};

/** A command that passes over what Helm and kustomize make objects of. */
export type SortingCommand = 'check' | 'map' | 'diff';

/** The name of a revision of Git before the path in it. */
const REVISION = /^[^/:]+:(?!\/)/;

/** Leaves out what Helm and kustomize make objects of. */
export function sortSources(
  given: readonly Source[],
  command: SortingCommand = 'check',
): SortedSources {
  const revision = given
    .map(({ name }) => REVISION.exec(name)?.[0])
    .find((one) => one !== undefined);
  if (revision === undefined) return sortPaths(given, command);
  // A revision is a folder like any other.
  const originals = new Map(
    given.map((source) => [{ ...source, name: source.name.replace(REVISION, '$&/') }, source]),
  );
  const { sources, notes } = sortPaths([...originals.keys()], 'revision');
  const plain = (text: string) => text.replaceAll(`${revision}/`, revision);
  return {
    sources: sources.map((source) => originals.get(source)!),
    notes: notes.map(({ file, words }) => ({ file: plain(file), words: plain(words) })),
  };
}

function sortPaths(sources: readonly Source[], command: keyof typeof ADVICE): SortedSources {
  const charts = foldersOf(sources, CHART);
  const kustomizations = sources
    .filter(({ name }) => KUSTOMIZATION.test(name))
    .map(readKustomization)
    .filter(({ documents }) => documents.every(isOfKustomize));
  const patches = new Set(kustomizations.flatMap(patchesOf));
  const built = new Set(kustomizations.map(({ name }) => name));
  const chartFolders = new Set(charts);
  const notes: Note[] = [
    ...charts.map((folder) => ({
      file: fileIn(folder, 'Chart.yaml'),
      words: `${folder || '.'} is a chart: its templates are skipped; ${ADVICE[command](`helm template ${shellWord(folder || '.')}`)}`,
    })),
    ...kustomizations.map(({ name }) => ({
      file: name,
      words: `${folderOf(name) || '.'} is built by kustomize: its patches are skipped; ${ADVICE[command](`kubectl kustomize ${shellWord(folderOf(name) || '.')}`)}`,
    })),
  ];
  const isObjects = ({ name, text }: Source) =>
    !CHART.test(name) &&
    !built.has(name) &&
    !patches.has(name) &&
    !(
      isInChart(name, chartFolders) &&
      (text.includes('{{') || /(?:^|\/)values[^/]*\.ya?ml$/.test(name))
    );
  return {
    sources: sources.filter((source) => source.unreadable !== undefined || isObjects(source)),
    notes,
  };
}

function foldersOf(sources: readonly Source[], pattern: RegExp): string[] {
  return sources.flatMap(({ name }) => {
    const match = pattern.exec(name);
    return match ? [match[1] ?? ''] : [];
  });
}

function isInChart(name: string, charts: ReadonlySet<string>): boolean {
  if (charts.size === 0) return false;
  for (let folder = folderOf(name); ; folder = folderOf(folder)) {
    if (charts.has(folder)) return true;
    if (folder === '') return false;
  }
}

function folderOf(name: string): string {
  return name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '';
}

function fileIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

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
function patchesOf({ name, documents }: KustomizationFile): string[] {
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

/** The files and folders that kustomizations list. */
export function builtFiles(sources: readonly Source[]): ReadonlySet<string> {
  const kustomizations = sources
    .filter(({ name }) => KUSTOMIZATION.test(name))
    .map(readKustomization);
  return new Set(
    kustomizations.filter(({ documents }) => documents.every(isOfKustomize)).flatMap(listedBy),
  );
}

function listedBy({ name, documents }: KustomizationFile): string[] {
  const lists = documents.flatMap((kustomization) => BUILDING.map((field) => kustomization[field]));
  return lists
    .flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
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

/** A word for a shell, in quotes where it needs some. */
function shellWord(text: string): string {
  return /^[\w./@:+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
