/** What an engine leaves alone that is no longer among the files: objects with marks that keep them from being pruned. */
import { Stored } from './cluster';
import { PruningEngine } from './spec';
import { JudgedObject, readWorld, World } from '../judge';
import { Fields, fieldsOf } from '../kube';
import { APPLICATIONS, KUSTOMIZATION } from '../manifests/gitops/engines';
import { Actor, Treatment, treatmentOf } from '../manifests/gitops/sparing';

/** Why an object is not pruned, or not at once. */
export interface Guard {
  readonly stored: Stored;
  /** It is pruned when somebody confirms it. */
  readonly waits: boolean;
  /** Who leaves it, and by which mark. */
  readonly by: readonly { readonly engine: string; readonly because: string }[];
}

const ACTORS: { readonly [engine in PruningEngine]: Actor } = { argo: 'argocd', flux: 'flux', helm: 'helm', none: 'kubectl' };
const NAMES: { readonly [actor in Actor]: string } = { argocd: 'Argo CD', flux: 'Flux', helm: 'Helm', kubectl: 'kubectl' };

const DEFINITION = 'apiextensions.k8s.io/CustomResourceDefinition';

/** The guards of objects that left the files, by identity. Without an engine the marks of all of them count, since who writes one has that engine. */
export function guardsOf(left: readonly Stored[], engine: PruningEngine | undefined, speakers: Iterable<Stored>): Map<string, Guard> {
  const guards = new Map<string, Guard>();
  if (engine === 'none' || left.length === 0) return guards;
  const sources = [...left, ...engine === undefined ? [] : speakers].map((stored) => ({ key: stored.sent.id, manifest: manifestOf(stored) }));
  const world = readWorld(sources);
  const objects = new Map(world.objects.map((object) => [object.key, object]));
  for (const stored of left) {
    const object = objects.get(stored.sent.id);
    const by = object ? (engine === undefined ? ownMarks(object, world) : marksBy([ACTORS[engine]], object, world)) : [];
    if (by.length === 0) continue;
    const waits = by.every(({ does }) => does === 'waits');
    guards.set(stored.sent.id, { stored, waits, by: by.map(({ actor, because }) => ({ engine: NAMES[actor], because })) });
  }
  return guards;
}

/** Applications and Kustomizations, which may say it of all their objects. */
export function* speakersIn(cluster: { ofKind(kindKey: string): Iterable<Stored> }): Generator<Stored> {
  for (const kind of [...APPLICATIONS, KUSTOMIZATION]) yield* cluster.ofKind(kind);
}

type Mark = Treatment & { readonly actor: Actor };

/** What Argo CD does with all definitions is no mark of one. */
function ownMarks(object: JudgedObject, world: World): Mark[] {
  return marksBy(['argocd', 'flux', 'helm'], object, world).filter(({ actor }) => actor !== 'argocd' || object.kindKey !== DEFINITION);
}

function marksBy(actors: readonly Actor[], object: JudgedObject, world: World): Mark[] {
  return actors.map((actor) => ({ actor, ...treatmentOf(object, actor, 'pruning', world) })).filter(({ does }) => does !== 'deletes');
}

function manifestOf({ sent: { manifest, given, namespace } }: Stored): Fields {
  const { apiVersion, kind } = given;
  return { ...manifest, apiVersion, kind, metadata: { ...fieldsOf(manifest.metadata), ...namespace === undefined ? {} : { namespace } } };
}
