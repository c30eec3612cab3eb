/**
 * Objects that an engine deletes and creates anew where the API server refuses to change them, and
 * those that Argo CD only fails to force, since it applies them on the server.
 */
import { changedFields } from './changes';
import type { Cluster } from './cluster';
import { CLAIM, VOLUME } from './kind-keys';
import { readWorld, World } from '../judge';
import { fieldsOf, lazily, onceFor } from '../kube';
import type { Files } from './data/folders';
import {
  argoHook,
  FORCE,
  forceOn,
  helmHook,
  NEVER_REPLACED,
  REPLACE,
  syncOptions,
} from './recreation';
import { AppliedManifest, asGiven } from '../validation';
import { Answer } from './server/answers';
import { apply } from './server/store';
import { annotationsOf, Stored } from './stored';
import {
  Annotated,
  hasSyncOption,
  isArgoHook,
  SYNC_OPTIONS,
} from '../manifests/gitops/annotations';
import { APPLICATIONS, deployersFor, syncingOf } from '../manifests/gitops/engines';
import type { Actor } from '../manifests/gitops/retention';
import { inWords } from '../resource';
import type { ServerSettings } from './server/settings';
import type { ApplyWay } from './spec';

const SERVER_SIDE = 'ServerSideApply=true';
const CLIENT_SIDE = 'ServerSideApply=false';

/** Kinds that Argo CD never replaces, and those whose data decide what becomes of them. */
const OTHERS: readonly string[] = [...NEVER_REPLACED, VOLUME, CLAIM];

/** A change that the server refuses, and by what it may be made all the same. */
interface Refused {
  readonly sent: AppliedManifest;
  readonly code: number | undefined;
  readonly before: Cluster;
  readonly next: readonly AppliedManifest[];
  readonly way: ApplyWay;
}

/**
 * Whether Argo CD certainly deletes an object and creates it anew: with Force and Replace whatever
 * changes, with Force alone where the server refuses the change, and it is applied on the client.
 */
export function isReplacedByForce({ sent, code, before, next, way }: Refused): boolean {
  const own = { annotations: annotationsIn(sent), kindKey: sent.kindKey };
  if (OTHERS.includes(sent.kindKey) || isArgoHook(own)) return false;
  const force = forceOn(
    own,
    annotationsOf(before.get(sent.id)),
    () => applicationsIn(next).objects,
  );
  if (!force) return false;
  if (force.isReplaced) return true;
  // What is forbidden is not forced, and what a grace period holds is not gone at once.
  if (code === 403 || sent.kindKey === '/Pod' || force.replacing.length > 0) return false;
  return way === 'clientSide' || hasSyncOption(own, CLIENT_SIDE);
}

/** The Applications among the files, which are read once. */
const applicationsIn = onceFor((next: readonly AppliedManifest[]) =>
  worldOf(next.filter(({ kindKey }) => APPLICATIONS.includes(kindKey))),
);

/** Whether an object is a hook that its engine certainly deletes before it creates it again. */
export function isHookMadeAgain(sent: AppliedManifest, engine: Actor | undefined): boolean {
  if (OTHERS.includes(sent.kindKey)) return false;
  const own = { annotations: annotationsIn(sent) };
  const hook = engine === 'argocd' ? argoHook(own) : engine === 'helm' ? helmHook(own) : undefined;
  return hook?.isCreated === true && hook.deleted === 'before';
}

/**
 * Creates what the server refuses to change, as if it had not been there; undefined if it refuses
 * that as well.
 */
export function recreated(
  cluster: Cluster,
  had: Stored,
  sent: AppliedManifest,
  settings: ServerSettings,
): Answer | undefined {
  const was = cluster.get(sent.id) ?? had;
  cluster.delete(sent.id);
  const answer = apply(cluster, sent, settings);
  const now = cluster.get(sent.id);
  if (now) return { ...answer, verdict: 'changed', changes: changedFields(had.live, now.live) };
  cluster.set(was);
  return undefined;
}

/**
 * Tells whether an object of NEW has Force, and is certainly applied by the server and not
 * replaced. Replace and Force count in the cluster as well; Replace goes before all else.
 */
export function unforced(
  before: Cluster,
  next: readonly AppliedManifest[],
  filesOf: () => Files,
): (sent: AppliedManifest) => boolean {
  const speakers = lazily(() =>
    worldOf([
      ...new Map(
        [
          ...APPLICATIONS.flatMap((kind) => [...before.ofKind(kind)].map(({ sent }) => sent)),
          ...next.filter(({ kindKey }) => APPLICATIONS.includes(kindKey)),
        ].map((sent) => [sent.id, sent]),
      ).values(),
    ]),
  );
  return (sent) => {
    const own: Annotated = { annotations: annotationsIn(sent) };
    const says = syncOptions(own, annotationsOf(before.get(sent.id)));
    if (!says(FORCE) || says(REPLACE) || hasSyncOption(own, CLIENT_SIDE)) return false;
    const world = speakers();
    if (world.objects.some((one) => syncingOf(one).options.includes(REPLACE))) return false;
    if (hasSyncOption(own, SERVER_SIDE)) return true;
    const { deployers, doubt } = deployersFor(
      { key: sent.id, namespace: sent.namespace },
      'argocd',
      world,
      (id) => filesOf().get(id) ?? [],
    );
    return (
      deployers.length > 0 &&
      doubt === undefined &&
      deployers.every((one) => syncingOf(one).options.includes(SERVER_SIDE))
    );
  };
}

function worldOf(objects: readonly AppliedManifest[]): World {
  return readWorld(objects.map((one) => ({ key: one.id, manifest: asGiven(one) })));
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
