/** What stands in folders beside objects: charts, files of kustomize and its patches. They are passed over, and who has them is told what to do. */
import { Fields, fieldsOf, isFields } from '../kube';
import { Source } from '../render';
import { readYaml } from '../yaml';

/** A line about what was passed over. */
export interface Note {
  readonly file: string;
  readonly words: string;
}

/** The sources that hold objects, as far as that shows before they are read. */
export interface SortedSources {
  readonly sources: readonly Source[];
  readonly notes: readonly Note[];
}

const CHART = /^(?:(.*)\/)?Chart\.yaml$/;
const KUSTOMIZATION = /^(?:(.*)\/)?kustomization\.ya?ml$/;

/** The fields of a kustomization that name such files. */
const PATCHING = ['patches', 'patchesStrategicMerge', 'patchesJson6902', 'replacements', 'transformers', 'generators', 'configurations'];

/** Leaves out what Helm and kustomize make objects of. */
export function sortSources(sources: readonly Source[]): SortedSources {
  const charts = foldersOf(sources, CHART);
  const kustomizations = sources.filter(({ name }) => KUSTOMIZATION.test(name)).map(readKustomization)
    .filter(({ documents }) => documents.every(isOfKustomize));
  const patches = new Set(kustomizations.flatMap(patchesOf));
  const built = new Set(kustomizations.map(({ name }) => name));
  const notes: Note[] = [
    ...charts.map((folder) => ({
      file: fileIn(folder, 'Chart.yaml'),
      words: `${folder || '.'} is a chart: its templates are skipped; check what they render to: `
      + `helm template ${shellWord(folder || '.')} | cdk8s-volumes check -`,
    })),
    ...kustomizations.map(({ name }) => ({
      file: name,
      words: `${folderOf(name) || '.'} is built by kustomize: its patches are skipped; check what they render to: `
      + `kubectl kustomize ${shellWord(folderOf(name) || '.')} | cdk8s-volumes check -`,
    })),
  ];
  const isObjects = ({ name, text }: Source) => !CHART.test(name) && !built.has(name) && !patches.has(name)
    && !charts.some((folder) => isInChart(name, folder) && (text.includes('{{') || /(?:^|\/)values[^/]*\.ya?ml$/.test(name)));
  return { sources: sources.filter(isObjects), notes };
}

function foldersOf(sources: readonly Source[], pattern: RegExp): string[] {
  return sources.flatMap(({ name }) => {
    const match = pattern.exec(name);
    return match ? [match[1] ?? ''] : [];
  });
}

function isInChart(name: string, folder: string): boolean {
  return folder === '' || name.startsWith(`${folder}/`);
}

function folderOf(name: string): string {
  return name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '';
}

function fileIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

interface KustomizationFile { readonly name: string; readonly documents: readonly Fields[] }

function readKustomization({ name, text }: Source): KustomizationFile {
  return { name, documents: readYaml(text).documents.map(({ data }) => fieldsOf(data)) };
}

/** Others have a kind of that name, too: Flux's is an object of the cluster. */
function isOfKustomize({ apiVersion }: Fields): boolean {
  return typeof apiVersion !== 'string' || apiVersion.startsWith('kustomize.config.k8s.io/');
}

/** The files that a kustomization changes objects by, which look like objects and are parts of some. */
function patchesOf({ name, documents }: KustomizationFile): string[] {
  return documents.flatMap((kustomization) => {
    const entries = PATCHING.flatMap((field) => Array.isArray(kustomization[field]) ? kustomization[field] as unknown[] : []);
    return entries.flatMap((one) => {
      const path = isFields(one) ? one.path : one;
      return typeof path === 'string' && !path.includes('\n') ? [resolveIn(folderOf(name), path)] : [];
    });
  });
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
  return /^[\w./@:+,-]+$/.test(text) ? text : `'${text.replaceAll('\'', '\'\\\'\'')}'`;
}
