/**
 * Applying as an engine does: what it leaves as it is, what it fails to force, and what it creates
 * anew.
 */
import { Cluster } from './cluster';
import type { Files } from './data/folders';
import { FAILS_TO_FORCE, isHookMadeAgain, isReplacedByForce, recreated, unforced } from './forced';
import { Answer, UNCHANGED, withDoubt } from './server/answers';
import type { ServerSettings } from './server/settings';
import { apply } from './server/store';
import { mayBeMissing, Skip, skipOf } from './skipped';
import type { Stored } from './stored';
import type { Actor } from '../manifests/gitops/retention';
import type { AppliedManifest } from '../validation';

/** What is applied, by which engine, and where. */
interface Given {
  /** What the objects are written into. */
  readonly cluster: Cluster;
  readonly before: Cluster;
  readonly next: readonly AppliedManifest[];
  readonly settings: ServerSettings;
  /** Undefined if it is not known, or there are several. */
  readonly engine: Actor | undefined;
  filesOf(): Files;
}

/** Applies one object after the other, and remembers which were not just applied. */
export class Applying {
  public readonly skipped = new Map<string, Skip>();
  /** Those that Force would delete, if Argo CD did not fail before. */
  public readonly unforced = new Set<string>();
  /** Those that are created anew, since the server refuses to change them. */
  public readonly replaced = new Set<string>();
  private readonly isUnforced: (sent: AppliedManifest) => boolean;

  constructor(private readonly given: Given) {
    this.isUnforced = unforced(given.before, given.next, () => given.filesOf());
  }

  /** What comes of an object of NEW. */
  public apply(sent: AppliedManifest): Answer {
    const { before, engine } = this.given;
    const had = before.get(sent.id);
    const mark = skipOf(engine, sent, had?.seen);
    const skip = had || mark?.isCreated !== true ? mark : undefined;
    if (skip) this.skipped.set(sent.id, skip);
    const answer = skip ? UNCHANGED : this.write(sent, had);
    const unmade = skip || !had || had.seen ? undefined : skipOf(engine, had.sent);
    return unmade && unmade.isCreated !== true ? withDoubt(answer, mayBeMissing(unmade)) : answer;
  }

  private write(sent: AppliedManifest, had: Stored | undefined): Answer {
    const { cluster, settings, engine } = this.given;
    const { id } = sent;
    const was = cluster.get(id);
    const answer = apply(cluster, sent, settings);
    if (this.isUnforced(sent)) {
      this.unforced.add(id);
      if (engine === 'argocd' && answer.verdict !== 'unchanged' && answer.verdict !== 'refused') {
        if (was) cluster.set(was);
        else cluster.delete(id);
        return FAILS_TO_FORCE;
      }
    }
    if (!had || answer.verdict !== 'refused' || !this.isReplaced(sent, answer)) return answer;
    const anew = recreated(cluster, had, sent, settings);
    if (anew) this.replaced.add(id);
    return anew ?? answer;
  }

  private isReplaced(sent: AppliedManifest, { code }: Answer): boolean {
    const { before, next, engine, settings } = this.given;
    return (
      isHookMadeAgain(sent, engine) ||
      (engine === 'argocd' && isReplacedByForce({ sent, code, before, next, way: settings.way }))
    );
  }
}
