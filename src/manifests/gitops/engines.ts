/** Kustomizations of Flux and Applications of Argo CD, by the namespaces that they are for. */
import { folderOf, runsOf } from './folders';
import { JudgedObject, World } from '../../judge';
import { addTo, isFields, kindAndName } from '../../kube';
import { fieldsOf, textOf, textsOf } from '../../object';

export const KUSTOMIZATION = 'kustomize.toolkit.fluxcd.io/Kustomization';
/** Applications of Argo CD, and what makes them. */
export const APPLICATIONS = ['argoproj.io/Application', 'argoproj.io/ApplicationSet'];

/** The Kustomizations that put their objects into a namespace, but for those that are suspended. */
export function kustomizationsFor(
  world: World,
  namespace: string | undefined,
): readonly JudgedObject[] {
  return world.once(byTarget).get(namespace ?? '') ?? [];
}

/** The namespace that a Kustomization puts its objects into. */
export function targetOf({ manifest }: JudgedObject): string {
  return textOf(fieldsOf(manifest.spec).targetNamespace);
}

function byTarget(world: World): ReadonlyMap<string, readonly JudgedObject[]> {
  const found = new Map<string, JudgedObject[]>();
  for (const one of world.ofKind(KUSTOMIZATION)) {
    const target = targetOf(one);
    if (target === '' || fieldsOf(one.manifest.spec).suspend === true) continue;
    addTo(found, target, one);
  }
  return found;
}

/** The folders that a Kustomization, an Application or a set of them deploys; none of a chart. */
function pathsOf({ kind, manifest }: JudgedObject): readonly string[] {
  const spec = fieldsOf(manifest.spec);
  if (kind === 'Kustomization') return [folderOf(textOf(spec.path))];
  const { source, sources } = fieldsOf(
    kind === 'ApplicationSet' ? fieldsOf(fieldsOf(spec.template).spec) : spec,
  );
  return (Array.isArray(sources) ? sources.map(fieldsOf) : [fieldsOf(source)]).flatMap(
    ({ path, chart }) => (typeof path === 'string' && chart === undefined ? [folderOf(path)] : []),
  );
}

/** Deployers that may have an object among theirs. */
interface Deploying {
  readonly deployers: readonly JudgedObject[];
  /** What decides, where the files do not show that they deploy it. */
  readonly doubt?: string;
}

/** The files that an object is in, by its key; empty if none is known. */
export type FilesOf = (key: string) => readonly string[];

/**
 * The deployers of some kinds that have an object among theirs: those of its folder, else those
 * for its namespace, else the only one that there is.
 */
export function deployersFor(
  { key, namespace = '' }: Pick<JudgedObject, 'key' | 'namespace'>,
  engine: 'argocd' | 'flux',
  world: World,
  filesOf: FilesOf = () => [],
): Deploying {
  const { all, byFolder, byNamespace } = world.once(engine === 'argocd' ? ofArgo : ofFlux);
  if (all.length === 0) return NONE;
  const folders = filesOf(key)
    .flatMap(runsOf)
    .filter((one) => one !== '');
  const inFolder = new Set(folders.flatMap((one) => byFolder.get(one) ?? []));
  if (inFolder.size > 0) return { deployers: [...inFolder] };
  const own = namespace === '' ? [] : (byNamespace.get(namespace) ?? []);
  // Few deploy themselves, and those from their folders.
  const deployers = (own.length > 0 ? own : all.length === 1 ? all : []).filter(
    (one) => one.key !== key,
  );
  if (deployers.length === 0) return NONE;
  const whole = byFolder.get('') ?? [];
  const isSure = deployers.every(
    (one) => whole.includes(one) || (own.length > 0 && folders.length === 0),
  );
  return isSure
    ? { deployers }
    : { deployers, doubt: `whether ${deployers.map(kindAndName).join(' or ')} deploys it` };
}

interface DeployersBy {
  readonly all: readonly JudgedObject[];
  readonly byFolder: ReadonlyMap<string, readonly JudgedObject[]>;
  readonly byNamespace: ReadonlyMap<string, readonly JudgedObject[]>;
}

function ofArgo(world: World): DeployersBy {
  return indexed(APPLICATIONS.flatMap((kind) => world.ofKind(kind)));
}

function ofFlux(world: World): DeployersBy {
  return indexed(world.ofKind(KUSTOMIZATION));
}

function indexed(all: readonly JudgedObject[]): DeployersBy {
  const byFolder = new Map<string, JudgedObject[]>();
  const byNamespace = new Map<string, JudgedObject[]>();
  for (const one of all) {
    for (const path of pathsOf(one)) addTo(byFolder, path, one);
    addTo(byNamespace, namespaceOf(one), one);
  }
  return { all, byFolder, byNamespace };
}

const NONE: Deploying = { deployers: [] };

function namespaceOf(deployer: JudgedObject): string {
  return deployer.kind === 'Kustomization' ? targetOf(deployer) : syncingOf(deployer).namespace;
}

interface Syncing {
  readonly namespace: string;
  readonly options: readonly string[];
  readonly path: string;
  /** Whether it puts back by itself what changes in the cluster. */
  readonly heals: boolean;
  /** Whether it prunes by itself; undefined if somebody says so at each sync. */
  readonly prunes: boolean | undefined;
}

/** What an Application, or those of an ApplicationSet, are for. */
export function syncingOf({ kind, manifest }: Pick<JudgedObject, 'kind' | 'manifest'>): Syncing {
  const isSet = kind === 'ApplicationSet';
  const spec = fieldsOf(isSet ? fieldsOf(fieldsOf(manifest.spec).template).spec : manifest.spec);
  const { automated } = fieldsOf(spec.syncPolicy);
  return {
    namespace: textOf(fieldsOf(spec.destination).namespace),
    options: textsOf(fieldsOf(spec.syncPolicy).syncOptions),
    heals: fieldsOf(automated).selfHeal === true,
    prunes:
      isFields(automated) && automated.enabled !== false ? automated.prune === true : undefined,
    path: `${isSet ? 'spec.template.spec' : 'spec'}.syncPolicy.syncOptions`,
  };
}
