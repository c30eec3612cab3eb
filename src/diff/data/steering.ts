/**
 * Pods that nothing leads to the nodes of their local volumes any more: on another node they start
 * with empty ones.
 */
import { userIn } from './uses';
import { Fields, fieldsOf } from '../../kube';
import {
  LOCAL_DRIVER,
  STEERED_LABEL,
  Steering,
  STEERING_KINDS,
  steeringOf,
} from '../../local/core';
import { at, fieldsAt } from '../../model';
import { ClaimState } from '../binding/volumes';
import { Changes, Cluster } from '../cluster';
import { STORAGE_CLASS } from '../kind-keys';
import { Stored } from '../stored';
import { templateOf } from '../workloads';

/** Both sides at rest, and what goes. */
interface Sides {
  readonly before: Cluster;
  readonly after: Cluster;
  readonly changes: Changes;
  readonly claims: ReadonlyMap<string, ClaimState>;
  goes(stored: Stored): boolean;
}

/** The identities of workloads whose pods were steered to local volumes, and no longer are. */
export function* noLongerSteered({
  before,
  after,
  changes,
  claims,
  goes,
}: Sides): Generator<string> {
  const [had, now] = [steeringIn(before, () => false), steeringIn(after, goes)];
  // What had a policy, or its binding, and has it no longer is steered by nothing, whatever labels
  // are left.
  const has =
    had && (!now || (hasBinding(before, () => false) && !hasBinding(after, goes)))
      ? () => false
      : now;
  for (const stored of had || has ? before.all() : changes.had) {
    const next = after.get(stored.sent.id);
    if (!next || (!had && !has && next.sent === stored.sent)) continue;
    const user = userIn(stored);
    if (
      !user ||
      goes(next) ||
      !isSteered(labelsOf(stored), had) ||
      isSteered(labelsOf(next), has)
    ) {
      continue;
    }
    const isLocal = user.uses
      .flatMap((use) => use.claims)
      .some((key) => mayBeLocal(claims.get(key), before));
    if (isLocal) yield stored.sent.id;
  }
}

function steeringIn(cluster: Cluster, goes: (stored: Stored) => boolean): Steering | undefined {
  if (STEERING_KINDS.every((kind) => cluster.ofKind(kind)[Symbol.iterator]().next().done)) {
    return undefined;
  }
  return steeringOf((kind) =>
    [...cluster.ofKind(kind)].filter((stored) => !goes(stored)).map(({ live }) => live),
  );
}

function hasBinding(cluster: Cluster, goes: (stored: Stored) => boolean): boolean {
  return [...cluster.ofKind(STEERING_KINDS[1])].some((stored) => !goes(stored));
}

/** Without a policy among the files, the label of the construct shows it. */
function isSteered(labels: Fields, steering: Steering | undefined): boolean {
  return steering ? steering(labels) : labels[STEERED_LABEL] !== undefined;
}

function labelsOf({ sent, live }: Stored): Fields {
  return fieldsAt(templateOf(sent, live), 'metadata.labels');
}

function mayBeLocal(claim: ClaimState | undefined, cluster: Cluster): boolean {
  if (!claim) return true;
  if (claim.volume) return fieldsOf(at(claim.volume.live, 'spec.csi')).driver === LOCAL_DRIVER;
  const found = cluster.find(STORAGE_CLASS, undefined, claim.className ?? '');
  return !found || found.live.provisioner === LOCAL_DRIVER;
}
