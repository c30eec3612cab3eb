/**
 * Worlds: the files of OLD and of NEW, and who deploys them. All names of what is not in a
 * namespace, and those of namespaces, contain the world's id, so that many live beside each other.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { stringify } from 'yaml';

/** An object as the files have it; what is in it is drawn, and so of any type. */
export interface Fields {
  [field: string]: any;
}

export type Engine = 'argo' | 'flux' | 'kubectl';

/** An object in the folder of a deployer. */
export interface Entry {
  readonly folder: string;
  readonly manifest: Fields;
  /** Whether its file is in a base, which the kustomization of the folder lists. */
  readonly isInBase?: boolean;
}

/** Who applies one folder, and how. */
export interface Deployer {
  readonly name: string;
  readonly folder: string;
  readonly prunes: boolean;
  /** Options of Argo CD's syncs, such as `PruneLast=true`. */
  readonly syncOptions: readonly string[];
  /** Whether Flux recreates what it cannot change. */
  readonly isForced: boolean;
}

export interface Side {
  readonly entries: Entry[];
  readonly deployers: Deployer[];
}

export interface World {
  readonly id: string;
  readonly engine: Engine;
  /** Whether Applications or Kustomizations are among the files; else options name the engine. */
  readonly isNamed: boolean;
  readonly isServerSide: boolean;
  readonly old: Side;
  readonly next: Side;
  /** What was changed, in words. */
  readonly changes: readonly string[];
}

/** Namespaces that a world may have. */
export function namespacesOf({ id }: Pick<World, 'id'>): readonly string[] {
  return [`${id}-a`, `${id}-b`];
}

/** The identity of an object. */
export function labelOf({ kind, metadata: { namespace, name } }: Fields): string {
  return [kind, namespace, name].filter(Boolean).join('/');
}

/** The same world under another id. */
export function renamed(world: World, id: string): World {
  return JSON.parse(JSON.stringify(world).replaceAll(world.id, id)) as World;
}

/** YAML as kubectl reads it, to which a bare `yes` is a boolean. */
function textOf(manifest: Fields): string {
  return stringify(manifest, { version: '1.1' });
}

/** All files of a side, by their paths. */
export function filesOf(side: Side, world: World): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const add = (path: string, manifest: Fields) =>
    files.set(path, `${files.has(path) ? `${files.get(path)}---\n` : ''}${textOf(manifest)}`);
  for (const one of side.entries) add(pathOf(one), one.manifest);
  addKustomizations(side, add);
  if (world.isNamed) {
    for (const one of side.deployers) add(`clusters/main/${one.name}.yaml`, deployerOf(one, world));
  }
  return files;
}

/** The files of a side as they are built: each in the folder of its deployer. */
export function builtFilesOf(side: Side, world: World): ReadonlyMap<string, string> {
  const entries = side.entries.map(({ folder, manifest }) => ({ folder, manifest }));
  return filesOf({ ...side, entries }, { ...world, isNamed: false });
}

/** Folders that have bases list these, and everything else that they have. */
function addKustomizations(side: Side, add: (path: string, manifest: Fields) => void): void {
  const list = (folder: string, resources: readonly string[]) =>
    add(`${folder}/kustomization.yaml`, { resources });
  const withBases = new Set(side.entries.filter((one) => one.isInBase).map((one) => one.folder));
  for (const folder of withBases) {
    const paths = side.entries.filter((one) => one.folder === folder).map(pathOf);
    const bases = [...new Set(paths.filter((path) => path.startsWith('base/')).map(dirname))];
    const own = paths.filter((path) => !path.startsWith('base/')).map((path) => basename(path));
    list(folder, [...new Set(own), ...bases.map((base) => relative(folder, base))]);
    for (const base of bases) {
      const files = paths.filter((path) => dirname(path) === base).map((path) => basename(path));
      list(base, [...new Set(files)]);
    }
  }
}

function pathOf({ folder, manifest, isInBase }: Entry): string {
  const place = isInBase ? `base/${basename(folder)}-${manifest.metadata.name}` : folder;
  return `${place}/${fileOf(manifest)}`;
}

function fileOf({ kind, metadata: { name } }: Fields): string {
  return `${String(kind).toLowerCase()}-${name}.yaml`;
}

/** Writes files into a folder. */
export function write(files: ReadonlyMap<string, string>, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A folder for a moment. */
export function temporary(): string {
  return mkdtempSync(join(tmpdir(), 'fate-'));
}

/** The object that stands for a deployer among the files. */
export function deployerOf(
  { name, folder, prunes, syncOptions, isForced }: Deployer,
  { engine, isServerSide }: World,
): Fields {
  if (engine === 'flux') {
    return {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata: { name, namespace: 'flux-system' },
      spec: {
        interval: '10m',
        path: `./${folder}`,
        prune: prunes,
        ...(isForced ? { force: true } : {}),
        sourceRef: { kind: 'GitRepository', name: 'platform' },
      },
    };
  }
  const options = [...syncOptions, ...(isServerSide ? ['ServerSideApply=true'] : [])];
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name, namespace: 'argocd' },
    spec: {
      project: 'default',
      source: {
        repoURL: 'https://git.example.com/platform.git',
        path: folder,
        targetRevision: 'main',
        directory: { recurse: true },
      },
      destination: { server: 'https://kubernetes.default.svc' },
      syncPolicy: {
        automated: { prune: prunes },
        ...(options.length > 0 ? { syncOptions: options } : {}),
      },
    },
  };
}
