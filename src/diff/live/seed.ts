/**
 * The cluster as a read-out has it: live objects as stored ones, with what the applier sent last
 * and what others own.
 */
import { Applier, lastApplied, ManagerEntry, ownedBy, ownedPart, unionOf } from './managers';
import { withoutValues } from './secrets';
import { Fields, fieldsOf, LAST_APPLIED } from '../../kube';
import { Draft, listAt } from '../../model';
import { AppliedManifest } from '../../validation';
import { Cluster } from '../cluster';
import { ApplyWay } from '../spec';
import { Stored, storedAs } from '../stored';

/** How live objects are read. */
interface Seeding {
  readonly way: ApplyWay;
  readonly applier: Applier;
  /** Whether NEW has the object: only then it matters who owns what. */
  isWanted(id: string): boolean;
  /** An object as the API server completes it. */
  complete(sent: AppliedManifest, live: Draft): Draft;
  /** The field managers of an object; undefined if the read-out does not say. */
  managersOf(sent: AppliedManifest): readonly ManagerEntry[] | undefined;
  read(manifest: Fields): AppliedManifest | undefined;
}

/** Puts live objects into a cluster. */
export function seed(cluster: Cluster, live: readonly AppliedManifest[], seeding: Seeding): void {
  const makers = new Set(live.filter(isMaker).map(({ given }) => fieldsOf(given.metadata).uid));
  for (const sent of live) {
    const stored = storedOf(sent, seeding);
    cluster.set(storedAs(isMade(sent, makers) ? { ...stored, isMade: true } : stored));
  }
}

const NOTHING: Stored['last'] = { manifest: {} };

/** Workloads make pods, sets of pods, and Jobs; those of a schedule are their own. */
function isMaker({ workload }: AppliedManifest): boolean {
  return workload !== undefined && workload.isSchedule !== true;
}

function isMade({ workload, given }: AppliedManifest, makers: ReadonlySet<unknown>): boolean {
  return (
    workload !== undefined &&
    listAt(given, 'metadata.ownerReferences').some(
      ({ controller, uid }) => controller === true && makers.has(uid),
    )
  );
}

function storedOf(sent: AppliedManifest, seeding: Seeding): Stored {
  const shown = withoutAnnotation(sent.manifest);
  const plain = sent.kindKey === '/Secret' ? withoutValues(shown) : shown;
  const seen = sent.given;
  if (!seeding.isWanted(sent.id)) return { sent, seen, live: plain, applied: plain, last: NOTHING };
  const live = seeding.complete(sent, structuredClone(plain));
  if (seeding.way === 'clientSide') {
    const last = lastApplied(seen);
    const read = last && seeding.read(last);
    return { sent, seen, live, applied: live, last: read ?? NOTHING };
  }
  const all = seeding.managersOf(sent);
  if (!all) return { sent, seen, live, applied: live, last: NOTHING, isUnowned: true };
  const own = all.filter((entry) => seeding.applier.isOwn(entry));
  const others = all.filter((entry) => !seeding.applier.isOwn(entry));
  const last =
    own.length === 0
      ? NOTHING
      : { manifest: fieldsOf(ownedPart(live, unionOf(own.map(({ owned }) => owned)))) };
  return {
    sent,
    seen,
    live,
    applied: live,
    last,
    owners: { entries: others, others: ownedBy(others.map(({ owned }) => owned)) },
  };
}

/** The annotation of `kubectl apply` is not part of what is compared. */
function withoutAnnotation(manifest: Fields): Draft {
  if (fieldsOf(fieldsOf(manifest.metadata).annotations)[LAST_APPLIED] === undefined) {
    return manifest as Draft;
  }
  const { annotations: all, ...rest } = fieldsOf(manifest.metadata);
  const { [LAST_APPLIED]: _own, ...annotations } = fieldsOf(all);
  return {
    ...manifest,
    metadata: Object.keys(annotations).length > 0 ? { ...rest, annotations } : rest,
  };
}
