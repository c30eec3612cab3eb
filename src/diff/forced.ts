/**
 * Objects that Argo CD would force with server-side apply, which it cannot: it fails to sync them,
 * and deletes nothing.
 */
import type { Cluster } from './cluster';
import { readWorld } from '../judge';
import { fieldsOf, lazily } from '../kube';
import type { Files } from './data/folders';
import { annotationsOf } from './stored';
import { Annotated, hasSyncOption, SYNC_OPTIONS } from '../manifests/gitops/annotations';
import { APPLICATIONS, deployersFor, syncingOf } from '../manifests/gitops/engines';
import { inWords } from '../resource';
import { AppliedManifest, asGiven } from '../validation';
import { Answer } from './server/answers';

const [FORCE, REPLACE, SERVER_SIDE] = ['Force', 'Replace', 'ServerSideApply'].map(
  (option) => `${option}=true`,
);

/**
 * Tells whether an object of NEW has Force, and is certainly applied by the server and not
 * replaced. Replace and Force count in the cluster as well; Replace goes before all else.
 */
export function unforced(
  before: Cluster,
  next: readonly AppliedManifest[],
  filesOf: () => Files,
): (sent: AppliedManifest) => boolean {
  const speakers = lazily(() => [
    ...new Map(
      [
        ...APPLICATIONS.flatMap((kind) => [...before.ofKind(kind)].map(({ sent }) => sent)),
        ...next.filter(({ kindKey }) => APPLICATIONS.includes(kindKey)),
      ].map((sent) => [sent.id, sent]),
    ).values(),
  ]);
  return (sent) => {
    const own: Annotated = { annotations: annotationsIn(sent) };
    const both = [own, { annotations: annotationsOf(before.get(sent.id)) }];
    const says = (option: string) => both.some((one) => hasSyncOption(one, option));
    if (!says(FORCE) || says(REPLACE) || hasSyncOption(own, 'ServerSideApply=false')) return false;
    const applications = speakers();
    const world = readWorld(
      [sent, ...applications.filter(({ id }) => id !== sent.id)].map((one) => ({
        key: one.id,
        manifest: asGiven(one),
      })),
    );
    const all = APPLICATIONS.flatMap((kind) => world.ofKind(kind));
    if (all.some((one) => syncingOf(one).options.includes(REPLACE))) return false;
    if (hasSyncOption(own, SERVER_SIDE)) return true;
    const object = world.objects.find(({ key }) => key === sent.id);
    if (!object) return false;
    const { deployers, doubt } = deployersFor(object, 'argocd', world, (id) => filesOf().get(id));
    return (
      deployers.length > 0 &&
      doubt === undefined &&
      deployers.every((one) => syncingOf(one).options.includes(SERVER_SIDE))
    );
  };
}

function annotationsIn({ given }: AppliedManifest): Annotated['annotations'] {
  return fieldsOf(fieldsOf(given.metadata).annotations);
}

/** What Argo CD says at the sync, after a dry run on the client that knows nothing of it. */
export const FAILS_TO_FORCE: Answer = {
  verdict: 'refused',
  errors: [
    inWords(
      `metadata.annotations[${JSON.stringify(SYNC_OPTIONS)}]`,
      'error validating options: --force cannot be used with --server-side',
      'remove Force=true, or add ServerSideApply=false: Argo CD up to 3.5 fails to sync it, and later versions ignore Force=true',
    ),
  ],
  changes: [],
};
