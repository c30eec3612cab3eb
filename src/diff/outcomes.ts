/**
 * Outcomes of a change after NEW has been applied and what is only in OLD has been pruned: claims,
 * volumes and their data, and what stays Terminating.
 */
import { at } from '../model';
import type { AppliedManifest } from '../validation';
import type { Comparison } from './comparison';
import { ClaimOutcomes } from './data/claim-outcomes';
import { Going } from './data/going';
import { dataOfDefinition, dataOfHolder, dataOfShrunk, Held } from './data/holders';
import { claimsInUse } from './data/in-use';
import { leftBehind } from './data/left-behind';
import { losesClaims } from './data/makers';
import { storageOf } from './data/places';
import { SharedStorage } from './data/shared-storage';
import { snapshotOf } from './data/snapshots';
import { noLongerSteered } from './data/steering';
import { DataOutcome, isWorse, perhaps, worst } from './data/storage';
import { VolumeData } from './data/volume-data';
import { CLAIM, VOLUME } from './kind-keys';
import { dependenciesOf, foreignFinalizers, Outcome } from './outcome';
import { isShortLived } from './rest';
import { Stored } from './stored';
import { ownerDoubt, releaseDoubt } from './uids';
import { claimKey } from './workloads';
import { NO_LONGER_THERE } from '../manifests/gitops/retention';

/**
 * The outcomes of all objects, by identity; claims that are not in the files have identities of
 * their own.
 */
export function outcomesOf(comparison: Comparison): Map<string, Outcome> {
  return new Reckoning(comparison).all();
}

class Reckoning {
  private readonly going: Going;
  private readonly held: Held;
  private readonly outcomes = new Map<string, Outcome>();
  private readonly used: ReadonlySet<string>;
  private readonly volumes: VolumeData;
  private attributesClasses: Set<unknown> | undefined;
  private stuckIndex: Reckoning['stuck'] | undefined;

  constructor(private readonly is: Comparison) {
    this.going = new Going(is);
    this.used = claimsInUse(is, (stored) => this.going.ends(stored));
    this.volumes = new VolumeData(is, this.going, this.used);
    this.held = {
      cluster: is.before,
      deletions: this.volumes.deletions,
      goes: (stored) => this.going.goes(stored),
    };
  }

  public all(): Map<string, Outcome> {
    const { before, after, changes, pruned } = this.is;
    const { isEmpty } = this.going;
    for (const stored of isEmpty ? after.ofKind('batch/Job') : after.all()) this.ofAny(stored);
    const claims = new ClaimOutcomes(this.is, this.going, this.volumes, this.used, this.outcomes);
    claims.find();
    for (const one of pruned) {
      if (one.sent.kindKey === 'storage.k8s.io/VolumeAttributesClass') this.ofAttributesClass(one);
    }
    for (const one of pruned) this.ofContainer(one);
    for (const stored of isEmpty ? changes.had : before.all()) this.ofHolder(stored);
    for (const sent of this.is.old) if (!before.get(sent.id)) this.ofRefused(sent);
    this.ofPrograms();
    for (const [id, doubt] of this.going.ownerDoubts) this.mayGo(id, doubt);
    for (const { sent } of changes.had) {
      const stored = after.get(sent.id);
      if (stored) this.ofUids(stored);
    }
    for (const stored of changes.added) this.ofUids(stored);
    const shared = new SharedStorage(this.is, this.going, this.volumes, this.outcomes);
    shared.spreadPoints();
    claims.share();
    shared.spread();
    shared.spreadSnapshots();
    return this.outcomes;
  }

  /** What goes with its namespace or definition, or stays for a finalizer. */
  private ofAny(stored: Stored): void {
    const { id, label } = stored.sent;
    const isPruned = this.going.isPruned(id);
    const goes = this.going.goes(stored);
    const finalizers = goes ? foreignFinalizers(stored.live) : NONE;
    if (finalizers.length > 0) {
      this.outcomes.set(id, {
        id,
        label,
        verdict: 'stuck',
        finalizers,
        dependsOn: [`whether a controller serves the finalizer ${finalizers.join(', ')}`],
      });
    } else if (isPruned) {
      this.outcomes.set(id, { id, label, verdict: 'deleted' });
    } else if (goes || (isShortLived(stored) && this.is.pods.get(id)?.ready !== false)) {
      this.outcomes.set(id, { id, label, afterwards: 'deleted' });
    } else if (this.going.departures.certain(id)?.isForced || this.is.replaced.has(id)) {
      this.outcomes.set(id, { id, label, verdict: 'replaced' });
    }
  }

  private ofAttributesClass({ sent: { id, label, name } }: Stored): void {
    if (!this.attributesClasses) {
      this.attributesClasses = new Set();
      for (const kind of [CLAIM, VOLUME]) {
        for (const stored of this.is.after.ofKind(kind)) {
          if (this.outcomes.get(stored.sent.id)?.verdict !== 'deleted') {
            this.attributesClasses.add(at(stored.live, 'spec.volumeAttributesClassName'));
          }
        }
      }
    }
    if (this.attributesClasses.has(name)) {
      this.outcomes.set(id, {
        id,
        label,
        verdict: 'stuck',
        finalizers: ['kubernetes.io/vac-protection'],
      });
    }
  }

  /** Where something stays Terminating. */
  private get stuck(): {
    readonly namespaces: ReadonlySet<string | undefined>;
    readonly kinds: ReadonlySet<string>;
  } {
    if (this.stuckIndex) return this.stuckIndex;
    const all = [...this.is.after.all()].filter(({ sent: { id } }) => {
      const known = this.outcomes.get(id);
      return [known?.verdict, known?.afterwards].includes('stuck') || this.going.isDenied(id);
    });
    this.stuckIndex = {
      namespaces: new Set(all.map(({ sent }) => sent.namespace)),
      kinds: new Set(all.map(({ sent }) => sent.kindKey)),
    };
    return this.stuckIndex;
  }

  /** Namespaces and definitions wait for what is in them. */
  private ofContainer({ sent, live }: Stored): void {
    const { id, label, name } = sent;
    if (sent.kindKey === '/Namespace' && this.stuck.namespaces.has(name)) {
      this.outcomes.set(id, { id, label, verdict: 'stuck', finalizers: ['kubernetes'] });
    } else if (sent.kind === 'CustomResourceDefinition') {
      const key = `${String(at(live, 'spec.group'))}/${String(at(live, 'spec.names.kind'))}`;
      if (this.stuck.kinds.has(key)) {
        this.outcomes.set(id, {
          id,
          label,
          verdict: 'stuck',
          finalizers: ['customresourcecleanup.apiextensions.k8s.io'],
        });
      }
    }
  }

  /** Snapshots, sets and custom resources that are deleted, or have fewer claims. */
  private ofHolder(stored: Stored): void {
    const { after } = this.is;
    const { id, label, namespace } = stored.sent;
    const departure = this.going.departures.of(id);
    const doubt = departure?.doubt ?? this.going.namespaceDoubt(namespace);
    const now = after.get(id);
    let outcome = this.going.elsewhere.get(id);
    if (!outcome && (departure || this.going.goesAlong(stored) || doubt !== undefined)) {
      const outcomes = [stored, ...(now ? [now] : [])].map((one) =>
        dataOfHolder(one, this.held, after),
      );
      // What is recreated is deleted as it was, or as it is.
      outcome = worst(outcomes) ?? dataOfDefinition(stored);
      const early = this.going.isPrunedFirst(stored) ? dataOfHolder(stored, this.held) : undefined;
      if (early && outcome && early.data !== outcome.data && worst([early, outcome]) === early) {
        outcome = perhaps(
          early,
          'whether what its data depends on is changed before it is deleted',
        );
      }
    } else if (!outcome && now) {
      const ended = this.withSnapshot(stored, now);
      if (ended) {
        if (ended.data === 'lost') this.outcomes.set(id, { id, label, afterwards: 'deleted' });
        return this.addData(id, label, ended);
      }
      return this.addData(id, label, dataOfShrunk(stored, now, this.held));
    }
    const snapshot = outcome && snapshotOf(now ?? stored, after);
    if (outcome && snapshot && !this.going.ends(snapshot)) {
      outcome = perhaps(outcome, `when ${snapshot.sent.label}, which is bound to it, is deleted`);
    }
    const known = this.outcomes.get(id);
    const waits = known?.verdict === 'stuck' ? known.dependsOn?.[0] : doubt;
    this.addData(
      id,
      label,
      outcome && waits !== undefined && !this.going.elsewhere.has(id)
        ? perhaps(outcome, waits)
        : outcome,
    );
  }

  /** What becomes of a content of a snapshot that stays, and whose snapshot goes. */
  private withSnapshot(had: Stored, now: Stored): DataOutcome | undefined {
    const { after } = this.is;
    const snapshot = snapshotOf(now, after);
    const departure = snapshot && this.going.departures.of(snapshot.sent.id);
    if (!snapshot || (!departure && !this.going.goesAlong(snapshot))) return undefined;
    const [early, outcome] = [had, now].map((one) => dataOfHolder(one, this.held, after));
    const isFirst = this.going.isPrunedFirst(snapshot) && early?.data !== outcome?.data;
    const found = isFirst ? worst([early, outcome]) : outcome;
    if (!found || found.data === 'left behind') return undefined;
    const because = `${snapshot.sent.label}, which is bound to it, is deleted: ${found.because}`;
    const doubt = isFirst
      ? 'whether the content is changed before its snapshot is deleted'
      : departure?.doubt;
    const all = { ...found, because };
    return doubt === undefined ? all : perhaps(all, doubt);
  }

  /** An object of OLD that a server of this version refuses: another one may have taken it. */
  private ofRefused(sent: AppliedManifest): void {
    const { id, label, kindKey, manifest } = sent;
    if (this.is.answers.has(id) || isShortLived({ sent, live: manifest })) return;
    const stored: Stored = {
      sent,
      live: { ...manifest },
      applied: { ...manifest },
      last: sent,
    };
    const doubt = 'whether the cluster took it: the API server of this version refuses it';
    const holds = kindKey === CLAIM || (kindKey === 'apps/StatefulSet' && losesClaims(stored));
    const outcome: DataOutcome | undefined = holds
      ? { data: 'may be lost', because: NO_LONGER_THERE }
      : dataOfHolder(stored, this.held);
    if (outcome) {
      this.outcomes.set(id, { id, label, verdict: 'deleted', ...perhaps(outcome, doubt) });
    }
  }

  private addData(id: string, label: string, outcome: DataOutcome | undefined): void {
    if (!outcome) return;
    const known = this.outcomes.get(id) ?? { id, label };
    const dependsOn = dependenciesOf(known, outcome);
    this.outcomes.set(id, { ...known, ...outcome, ...(dependsOn.length > 0 ? { dependsOn } : {}) });
  }

  /** Data that stay and that their programs no longer find. */
  private ofPrograms(): void {
    const { before, after, changes, answers, restBefore, rest } = this.is;
    const isRefused = (id: string) => answers.get(id)?.verdict === 'refused';
    const left = leftBehind({
      before,
      after,
      had: this.going.isEmpty ? changes.had : before.all(),
      isRefused,
      placeOfClaim: (key, side) => {
        const volume = (side === 'before' ? restBefore : rest).claims.get(key)?.volume;
        return volume && storageOf(volume.live);
      },
      isGone: (id) => {
        const stored = after.get(id);
        return stored !== undefined && this.going.goes(stored);
      },
    });
    const goes = (stored: Stored) => this.going.goes(stored);
    for (const id of noLongerSteered({
      before,
      after,
      changes,
      claims: restBefore.claims,
      goes,
    })) {
      this.addData(id, after.get(id)!.sent.label, { data: 'left behind', because: NOT_STEERED });
    }
    for (const [id, because] of left.workloads) {
      this.addData(id, after.get(id)!.sent.label, { data: 'left behind', because });
    }
    for (const [key, because] of left.claims) {
      const was = restBefore.claims.get(key);
      const id = was?.stored?.sent.id ?? `claim ${key}`;
      const known = this.outcomes.get(id);
      if (was?.volume && this.volumes.isUsedElsewhere(was.volume, key)) continue;
      if (
        known?.data === 'kept' ||
        (known && known.data === undefined && was?.doubt !== undefined)
      ) {
        this.outcomes.set(id, { ...known, data: 'left behind', because });
      }
    }
  }

  /** What perhaps goes with its owner. */
  private mayGo(id: string, doubt: string): void {
    const stored = this.is.after.get(id)!;
    const { kindKey, namespace, name, label } = stored.sent;
    const known = this.outcomes.get(id) ?? { id, label };
    if (known.verdict === 'deleted' || known.afterwards) return;
    const outcome =
      kindKey === CLAIM
        ? this.volumes.lossOf(this.is.restBefore.claims.get(claimKey(namespace, name)))
        : kindKey === VOLUME
          ? // A bound volume stays until its claim goes.
            this.volumes.boundTo.has(id)
            ? undefined
            : known.data && this.volumes.released(stored)
          : dataOfHolder(stored, this.held, this.is.after);
    const found = outcome && perhaps(outcome, doubt);
    if (found && isWorse(known, found)) return;
    this.outcomes.set(id, {
      ...known,
      ...(found ? { because: undefined, leftFolder: undefined, ...found } : {}),
      dependsOn: dependenciesOf(known, found ?? { dependsOn: [doubt] }),
    });
  }

  private ofUids(stored: Stored): void {
    const { id } = stored.sent;
    const had = this.is.before.get(id);
    const owner = ownerDoubt(stored, had);
    if (owner !== undefined) this.mayGo(id, owner);
    const release = releaseDoubt(stored, had);
    if (release === undefined) return;
    this.mayGo(id, release);
    const claim = this.volumes.boundTo.get(id);
    const named = claim && this.is.rest.claims.get(claim.key)?.stored;
    if (named) this.mayGo(named.sent.id, release);
  }
}

const NONE: readonly string[] = [];

const NOT_STEERED =
  'nothing steers its pods to the nodes of their local volumes any more: elsewhere they get empty ones';
