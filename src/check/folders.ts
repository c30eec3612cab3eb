/**
 * Files in folders beside objects: charts, files of kustomize and its patches. They are passed
 * over, with a note on what to do.
 */
import {
  Additions,
  additionsOf,
  buildersOf,
  buildsIn,
  folderOf,
  kustomizationsIn,
  namespacesOf,
  patchesOf,
} from './kustomize';
import { isPatchFile } from './patches';
import { shellWord } from '../escape';
import { Build, Note, Source } from '../render';

/** A source, and what the kustomizations that build its objects add to them. */
export interface BuiltSource extends Source {
  readonly added?: readonly Additions[];
}

/** The sources that hold objects, as far as that shows before they are read. */
interface SortedSources {
  readonly sources: readonly BuiltSource[];
  readonly notes: readonly Note[];
}

const CHART = /^(?:(.*)\/)?Chart\.yaml$/;

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

/**
 * Leaves out what Helm and kustomize make objects of. Files at the places of `whole` are no
 * patches, whatever they look like.
 */
export function sortSources(
  given: readonly Source[],
  command: SortingCommand = 'check',
  whole: ReadonlySet<string> = NONE,
): SortedSources {
  const revision = given
    .map(({ name }) => REVISION.exec(name)?.[0])
    .find((one) => one !== undefined);
  if (revision === undefined) return sortPaths(given, command, whole);
  // A revision is a folder like any other.
  const inFolder = given.map((source) => ({
    ...source,
    name: source.name.replace(REVISION, '$&/'),
  }));
  const { sources, notes } = sortPaths(inFolder, 'revision', whole);
  const plain = (text: string) => text.replaceAll(`${revision}/`, revision);
  return {
    sources: sources.map((source) => ({ ...source, name: plain(source.name) })),
    notes: notes.map((note) => ({ ...note, file: plain(note.file), words: plain(note.words) })),
  };
}

/** A file's place in its folder; the only one of a side has none. */
function placeIn(sources: readonly Source[], { name, relativeName }: Source): string {
  return sources.length === 1 ? '' : (relativeName ?? name);
}

/** The places of files that hold whole objects: what is there later is no patch of kustomize. */
export function placesOf(
  all: readonly Source[],
  { sources }: Pick<SortedSources, 'sources'>,
): ReadonlySet<string> {
  return new Set(sources.map((source) => placeIn(all, source)));
}

const NONE: ReadonlySet<string> = new Set();

function sortPaths(
  sources: readonly Source[],
  command: keyof typeof ADVICE,
  known: ReadonlySet<string>,
): SortedSources {
  const charts = foldersOf(sources, CHART);
  const kustomizations = kustomizationsIn(sources);
  const patches = new Set(kustomizations.flatMap(patchesOf));
  const built = new Set(kustomizations.map(({ name }) => name));
  const chartFolders = new Set(charts);
  const notes: Note[] = [
    ...charts.map((folder) =>
      builtNote(
        fileIn(folder, 'Chart.yaml'),
        `${folder || '.'} is a chart: its templates are skipped`,
        `helm template ${shellWord(folder || '.')}`,
        command,
      ),
    ),
    ...kustomizations.map(({ name }) =>
      builtNote(
        name,
        `${folderOf(name) || '.'} is built by kustomize: its patches are skipped`,
        `kubectl kustomize ${shellWord(folderOf(name) || '.')}`,
        command,
      ),
    ),
  ];
  const folders = new Set(kustomizations.map(({ name }) => folderOf(name)));
  const whole = (source: Source) =>
    known.has(placeIn(sources, source)) || !isPatchFile(source, isBelow(source.name, folders));
  const isObjects = ({ name, text }: Source) =>
    !CHART.test(name) &&
    !built.has(name) &&
    !patches.has(name) &&
    !(
      isBelow(name, chartFolders) &&
      (text.includes('{{') || /(?:^|\/)values[^/]*\.ya?ml$/.test(name))
    );
  const objects = sources.filter((source) => source.unreadable !== undefined || isObjects(source));
  const applied = objects.filter(whole);
  const rest = new Set(applied);
  const namespaces = namespacesOf(kustomizations);
  const builders = buildersOf(kustomizations);
  const additions = additionsOf(kustomizations);
  const buildOf = buildsIn(kustomizations, sources);
  return {
    sources: applied.map((source) => asBuilt(source, namespaces, builders, additions, buildOf)),
    notes: [
      ...notes,
      ...objects
        .filter((source) => !rest.has(source))
        .map(({ name }) => ({
          file: name,
          reason: 'patch' as const,
          words: `${name} is skipped: it is a patch, not a whole object`,
        })),
    ],
  };
}

/** What is to be done with what Helm or kustomize makes objects of. */
function builtNote(
  file: string,
  words: string,
  rendering: string,
  command: keyof typeof ADVICE,
): Note {
  return {
    file,
    words: `${words}; ${ADVICE[command](rendering)}`,
    rendering,
  };
}

/** A source as kustomize builds it, if it does. */
function asBuilt(
  source: Source,
  namespaces: ReadonlyMap<string, string>,
  builders: ReadonlyMap<string, readonly string[]>,
  additions: ReadonlyMap<string, Additions>,
  buildOf: (builtBy: readonly string[]) => Build,
): BuiltSource {
  const builtBy = builders.get(source.name);
  if (builtBy === undefined) return source;
  const namespace = namespaces.get(source.name);
  return {
    ...source,
    builtBy,
    build: buildOf(builtBy),
    added: builtBy.flatMap((name) => additions.get(name) ?? []),
    ...(namespace === undefined ? {} : { namespace }),
  };
}

function foldersOf(sources: readonly Source[], pattern: RegExp): string[] {
  return sources.flatMap(({ name }) => {
    const match = pattern.exec(name);
    return match ? [match[1] ?? ''] : [];
  });
}

/** Whether a file is in one of the folders, or below it. */
function isBelow(name: string, folders: ReadonlySet<string>): boolean {
  if (folders.size === 0) return false;
  for (let folder = folderOf(name); ; folder = folderOf(folder)) {
    if (folders.has(folder)) return true;
    if (folder === '') return false;
  }
}

function fileIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
