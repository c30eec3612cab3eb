/** The start of a comparison: what is in the cluster before NEW is applied. */
import { Cluster } from './cluster';
import { CustomKinds } from './custom/kinds';
import { Stored } from './stored';
import { AppliedManifest } from '../validation';
import { consumersOf } from './data/consumers';
import { comeToRest, isShortLived, Rest } from './rest';
import { Answer } from './server/answers';
import { ServerSettings } from './server/settings';
import { apply } from './server/store';
import { DiffOptions, ObjectDrift } from './spec';

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

/** OLD, applied to an empty cluster. */
export function startWith(
  old: readonly AppliedManifest[],
  next: readonly AppliedManifest[],
  options: DiffOptions,
  past: ServerSettings,
): Start {
  const cluster = new Cluster(undefined, options.defaultStorageClassName);
  let isOfWay = false;
  for (const sent of old) if (apply(cluster, sent, past).isOfWay) isOfWay = true;
  const consumers = consumersOf(cluster);
  for (const job of [...cluster.ofKind('batch/Job')]) {
    if (isShortLived(job)) cluster.delete(job.sent.id);
  }
  const restBefore = comeToRest(cluster, new Map(), options.bound, consumers);
  return { cluster, custom: past.custom, old, next, options, restBefore, isOfWay, force: true };
}
