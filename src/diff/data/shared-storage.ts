/**
 * Storage that several objects name: a driver that deletes that of one volume deletes the data of
 * all others that are in it.
 */
import { idOf } from './claim-outcomes';
import { Holder, Shared } from './efs';
import { Going } from './going';
import { Found, Losses } from './losses';
import { placeOf, placeOfInline } from './places';
import { placesOf, snapshotOf } from './snapshots';
import { isWorse } from './storage';
import { VolumeData } from './volume-data';
import { fieldsAt, listAt } from '../../model';
import type { Cluster } from '../cluster';
import type { Comparison } from '../comparison';
import { CONTENTS, VOLUME } from '../kind-keys';
import { dependenciesOf, Outcome } from '../outcome';
import { outlineOf, Stored } from '../stored';
import { templateOf } from '../workloads';

/** Spreads losses among the outcomes, by identity. */
export class SharedStorage {
  private readonly losses = new Losses();

  constructor(
    private readonly is: Comparison,
    private readonly going: Going,
    private readonly volumes: VolumeData,
    private readonly outcomes: Map<string, Outcome>,
  ) {}

  /** Claims for which the EFS driver makes one access point, or folder, lose it together. */
  public spreadPoints(): void {
    const { accessPoints } = this.volumes.deletions;
    if (accessPoints.areUnknown) return;
    const open: { readonly outcome: Outcome; readonly shared: Shared }[] = [];
    for (const [id, holder] of this.holders()) {
      const shared = accessPoints.sharedBy(holder);
      const outcome = shared && this.outcomes.get(id);
      if (!outcome) continue;
      open.push({ outcome, shared });
      const isPointGone = outcome.leftFolder === 'without access point' && shared.isPoint === true;
      if (isDeleted(outcome) || isPointGone) this.losses.add(shared.place, outcome);
    }
    for (const { outcome, shared } of open) {
      const found = this.losses.at(shared.place, outcome.id);
      if (!found || outcome.verdict === 'created') continue;
      const { loss, isBelow } = found;
      this.lose(outcome, loss, isBelow ? whyOf(found) : `${loss.label} ${shared.why}`);
    }
  }

  /** Volumes, their claims, and pods that name storage without a claim. */
  public spread(): void {
    const { before, after, rest, restBefore } = this.is;
    for (const { sent, live } of before.ofKind(VOLUME)) {
      const outcome = this.outcomes.get(sent.id);
      const place = outcome && isGone(outcome) ? placeOf(live) : undefined;
      if (place) this.losses.add(place, outcome!);
    }
    if (this.losses.isEmpty) return;
    for (const { sent, live } of after.ofKind(VOLUME)) {
      const place = placeOf(live);
      const found = place && this.losses.at(place, sent.id);
      if (!found) continue;
      const why = whyOf(found);
      const bound = this.volumes.boundTo.get(sent.id);
      const state = bound && (rest.claims.get(bound.key) ?? restBefore.claims.get(bound.key));
      for (const id of [sent.id, ...(state ? [idOf(bound!.key, state)] : [])]) {
        const outcome = this.outcomes.get(id);
        if (outcome && outcome.id !== found.loss.id) this.lose(outcome, found.loss, why);
      }
    }
    for (const workload of after.workloads) this.ofWorkload(workload);
    for (const cron of after.ofKind('batch/CronJob')) this.ofWorkload(cron);
  }

  private ofWorkload(workload: Stored): void {
    const { sent } = workload;
    const template = templateOf(sent, outlineOf(workload));
    for (const volume of listAt(template, 'spec.volumes')) {
      const place = placeOfInline(volume, sent.namespace);
      const found = place && this.losses.at(place, sent.id);
      if (!found || this.going.goes(workload)) continue;
      const { id, label } = sent;
      this.lose(this.outcomes.get(id) ?? { id, label }, found.loss, whyOf(found));
    }
  }

  /** Contents that name the same snapshot, and the snapshots that are bound to them. */
  public spreadSnapshots(): void {
    const { before, after } = this.is;
    const losses = new Losses();
    const contentsIn = (side: Cluster) => CONTENTS.flatMap((kind) => [...side.ofKind(kind)]);
    for (const content of contentsIn(before)) {
      const outcome = this.outcomes.get(content.sent.id);
      if (!outcome || !isDeleted(outcome)) continue;
      for (const place of placesOf(content)) losses.add(place, outcome);
    }
    if (losses.isEmpty) return;
    for (const content of contentsIn(after)) {
      const { id } = content.sent;
      const [found] = placesOf(content).flatMap((place) => losses.at(place, id) ?? []);
      if (!found) continue;
      const snapshot = snapshotOf(content, after);
      for (const { sent } of [content, ...(snapshot ? [snapshot] : [])]) {
        const own = this.outcomes.get(sent.id) ?? { id: sent.id, label: sent.label };
        this.lose(own, found.loss, `${found.loss.label} names the same snapshot`);
      }
    }
  }

  /** Claims, and volumes whose claims are not in the files, by the identities of their outcomes. */
  private *holders(): Generator<readonly [id: string, Holder]> {
    const { before, after, rest, restBefore } = this.is;
    for (const [key, state] of new Map([...restBefore.claims, ...rest.claims])) {
      yield [idOf(key, state), state];
    }
    for (const volume of [...before.ofKind(VOLUME), ...after.ofKind(VOLUME)]) {
      const { namespace, name } = fieldsAt(outlineOf(volume), 'spec.claimRef');
      if (typeof name !== 'string' || this.volumes.boundTo.has(volume.sent.id)) continue;
      const live = outlineOf(volume);
      yield [volume.sent.id, { namespace: namespace as string | undefined, name, live, volume }];
    }
  }

  /** What is lost by itself is not told to be lost by another. */
  private lose(outcome: Outcome, loss: Outcome, why: string): void {
    if (!isWorse(loss, outcome)) return;
    const { dataAfterwards: _own, leftFolder: _left, ...known } = outcome;
    const dependsOn = dependenciesOf(outcome, loss);
    this.outcomes.set(outcome.id, {
      ...known,
      data: loss.data,
      lostWith: loss,
      because: `${why}: ${loss.because ?? 'it is deleted'}`,
      ...(loss.dataAfterwards ? { dataAfterwards: loss.dataAfterwards } : {}),
      ...(dependsOn.length > 0 ? { dependsOn } : {}),
    });
  }
}

function isDeleted({ data }: Outcome): boolean {
  return data === 'lost' || data === 'may be lost';
}

/** Whether who names the storage finds nothing there, be it only under this name. */
function isGone(outcome: Outcome): boolean {
  const { leftFolder } = outcome;
  return isDeleted(outcome) || (leftFolder !== undefined && leftFolder !== 'kept');
}

function whyOf({ loss, isBelow }: Found): string {
  return isBelow
    ? `it lies in the folder of ${loss.label}`
    : `${loss.label} names the same storage`;
}
