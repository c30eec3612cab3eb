/** The start of a comparison with a read-out: what lives, who applies, and what is the engine's. */
import { liveClaims } from './claims';
import { driftOf } from './drift';
import { applierOf, lastApplied, ManagerEntry, managersIn } from './managers';
import { markedBy, marksFor, nameOf, withMarks } from './marks';
import { hideValues } from './secrets';
import { seed } from './seed';
import { Fields, isFields } from '../../kube';
import { Draft } from '../../model';
import type { ReadOut } from '../../read-out';
import { AppliedManifest } from '../../validation';
import { Cluster } from '../cluster';
import { CustomKinds } from '../custom/kinds';
import { desiredPods } from '../rest';
import { complete, updated } from '../server/stored-form';
import { ApplyWay, DiffOptions } from '../spec';
import type { Start } from '../start';

interface Asked {
  readonly live: readonly AppliedManifest[];
  readonly old: readonly AppliedManifest[];
  readonly next: readonly AppliedManifest[];
  readonly options: DiffOptions;
  readonly readOut: ReadOut;
  read(manifest: Fields): AppliedManifest | undefined;
}

/** The cluster as it lives. */
export function startFrom({ live, old, next, options: given, readOut, read }: Asked): Start {
  const byId = new Map(live.map((sent) => [sent.id, sent]));
  const marks = marksFor(next, byId, given);
  const asked = { ...given, ...(marks && !given.engine ? { engine: marks.engine } : {}) };
  const managersOf = ({ kindKey, namespace, name }: AppliedManifest) => {
    const object = readOut.find(kindKey, namespace, name);
    const found = object && readOut.managedFieldsOf(object);
    return found ? managersIn(found) : readOut.hasManagedFields ? [] : undefined;
  };
  const options = { ...asked, way: asked.way ?? wayOf(next, byId, asked, managersOf) };
  const cluster = new Cluster(readOut, given.defaultStorageClassName);
  const custom = new CustomKinds([...(given.definitions ?? []), ...definitionsOf(live)], true);
  const names = new Set(next.map(({ id }) => id));
  const applier = applierOf(options);
  const completed = (sent: AppliedManifest, draft: Draft) =>
    complete(sent.type, draft, sent, { custom, way: options.way });
  seed(cluster, live, {
    way: options.way,
    applier,
    isWanted: (id) => names.has(id),
    complete: completed,
    managersOf,
    read,
  });
  const marked = (marks ? [...markedBy(live, marks)] : []).map(({ id }) => id);
  const ours = new Set([...old.map(({ id }) => id), ...marked]);
  const applied = marks ? next.map((sent) => withMarks(sent, marks, byId.get(sent.id))) : next;
  return {
    cluster,
    custom,
    old: live.filter(({ id }) => names.has(id) || ours.has(id)),
    next: applied,
    options,
    restBefore: {
      claims: liveClaims(cluster, (id) => names.has(id)),
      scaled: desiredPods(cluster),
    },
    isOfWay: false,
    force: applier.force,
    ...(marks && old.length === 0 ? { application: { name: nameOf(marks), ids: marked } } : {}),
    drift: (told) =>
      driftOf({
        ...told,
        next: applied,
        old,
        options,
        managersOf,
        isOwn: (entry) => applier.isOwn(entry),
        layoutOf: (sent) => custom.layoutOf(sent),
        completed: (sent, draft, before) => {
          const after = updated(sent, structuredClone(draft), before, { custom, way: options.way });
          if (sent.kindKey === '/Secret') hideValues(after, before);
          return after;
        },
      }),
  };
}

function definitionsOf(live: readonly AppliedManifest[]): Fields[] {
  return live
    .filter(({ kind, manifest }) => kind === 'CustomResourceDefinition' && isFields(manifest))
    .map(({ manifest }) => manifest);
}

/** How the objects of NEW were applied, as far as they show it. */
function wayOf(
  next: readonly AppliedManifest[],
  live: ReadonlyMap<string, AppliedManifest>,
  options: DiffOptions,
  managersOf: (sent: AppliedManifest) => readonly ManagerEntry[] | undefined,
): ApplyWay {
  const applier = applierOf(options);
  for (const { id } of next) {
    const object = live.get(id);
    if (!object) continue;
    const isApplied = managersOf(object)?.some(
      ({ manager, operation }) => manager === applier.manager && operation === 'Apply',
    );
    if (isApplied === true) return 'serverSide';
    if (lastApplied(object.given)) return 'clientSide';
  }
  return 'serverSide';
}
