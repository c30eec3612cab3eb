/** The start of a comparison: what is in the cluster before NEW is applied. */
import { Cluster } from './cluster';
import { CustomKinds } from './custom/kinds';
import { outlineOf, Stored, storedAs } from './stored';
import { AppliedManifest } from '../validation';
import { consumersOf } from './data/consumers';
import { CLAIM } from './kind-keys';
import { comeToRest, isShortLived, Rest } from './rest';
import { Answer } from './server/answers';
import { ServerSettings } from './server/settings';
import { apply } from './server/store';
import { DiffOptions, ObjectDrift } from './spec';
import { claimKey, ownClaims } from './workloads';
import { Fields, fieldsOf } from '../kube';
import { fieldsAt } from '../model';

/** Where a comparison begins. */
export interface Start {
  /** At rest. */
  readonly cluster: Cluster;
  /** The definitions by which it was applied. */
  readonly custom: CustomKinds;
  /** What is there of NEW, and what the engine has applied. */
  readonly old: readonly AppliedManifest[];
  /** As the engine sends it. */
  readonly next: readonly AppliedManifest[];
  readonly options: DiffOptions;
  readonly restBefore: Rest;
  readonly isOfWay: boolean;
  /** Whether fields of others are taken. */
  readonly force: boolean;
  /** What NEW is of, by the marks of live objects, where nothing else says what is pruned. */
  readonly application?: Application;
  /** Tells what was changed by hand; only with a read-out. */
  drift?(told: Told): ObjectDrift[];
}

/** An Application, a Kustomization or a release. */
export interface Application {
  readonly name: string;
  /** The identities of the live objects that have its marks. */
  readonly ids: readonly string[];
}

/** What came of it, as far as drift depends on it. */
interface Told {
  readonly before: Cluster;
  readonly after: ReadonlyMap<string, Stored['live'] | undefined>;
  readonly answers: ReadonlyMap<string, Answer>;
}

/** What the files say, and how a manifest is read. */
interface Given {
  readonly old: readonly AppliedManifest[];
  readonly next: readonly AppliedManifest[];
  read(manifest: Fields): AppliedManifest | undefined;
}

/** OLD, applied to an empty cluster. */
export function startWith(given: Given, options: DiffOptions, past: ServerSettings): Start {
  const { old, next } = given;
  const cluster = new Cluster(undefined, options.defaultStorageClassName);
  let isOfWay = false;
  for (const sent of old) if (apply(cluster, sent, past).isOfWay) isOfWay = true;
  for (const sent of claimsMade(given, cluster)) {
    apply(cluster, sent, past);
    const stored = cluster.get(sent.id);
    // A controller has made it: nobody has applied anything of it.
    if (stored) {
      const { live, applied } = stored;
      cluster.set(storedAs({ sent, live, applied, last: { manifest: {} } }));
    }
  }
  const consumers = consumersOf(cluster);
  for (const job of [...cluster.ofKind('batch/Job')]) {
    if (isShortLived(job)) cluster.delete(job.sent.id);
  }
  const restBefore = comeToRest(cluster, new Map(), options.bound, consumers);
  return { cluster, custom: past.custom, old, next, options, restBefore, isOfWay, force: true };
}

/** Claims that only NEW has in its files, and that StatefulSets of OLD have made. */
function claimsMade({ old, next, read }: Given, cluster: Cluster): AppliedManifest[] {
  const had = new Set(old.filter(isClaim).map(({ id }) => id));
  const added = new Set(next.filter((sent) => isClaim(sent) && !had.has(sent.id)).map(keyOf));
  if (added.size === 0) return [];
  const sets = [...cluster.ofKind('apps/StatefulSet')];
  return sets.flatMap((set) => {
    const { matchLabels } = fieldsAt(outlineOf(set), 'spec.selector');
    const made = ownClaims(set, outlineOf(set)).filter(
      (own) => !own.isEphemeral && added.has(keyOf(own)),
    );
    return made.flatMap(({ namespace, name, template }) => {
      const { labels, annotations } = fieldsOf(template.metadata);
      const metadata = {
        name,
        namespace,
        labels: { ...fieldsOf(labels), ...fieldsOf(matchLabels) },
        ...(annotations === undefined ? {} : { annotations }),
      };
      const { spec } = template;
      return read({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec }) ?? [];
    });
  });
}

function isClaim({ kindKey }: AppliedManifest): boolean {
  return kindKey === CLAIM;
}

function keyOf({ namespace, name }: Pick<AppliedManifest, 'namespace' | 'name'>): string {
  return claimKey(namespace, name);
}
