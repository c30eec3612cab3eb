/**
 * Objects that go: the departures of a comparison, and everything that goes along with a namespace
 * or a definition.
 */
import { Departures } from './departures';
import { missingOwners } from './owners';
import { recreate } from './recreated';
import { DataOutcome } from './storage';
import { undeploy } from './undeployed';
import { fieldsOf } from '../../kube';
import { Actor, Deletion, NO_LONGER_THERE } from '../../manifests/gitops/retention';
import { at } from '../../model';
import type { Comparison } from '../comparison';
import { deployedWith } from '../deployed-with';
import { enginesOf, treatmentsIn } from '../guards';
import { prunedLast } from '../prune-last';
import { Stored } from '../stored';

/** Everything that is deleted, with or without its files, or perhaps. */
function departuresOf(is: Comparison): Departures {
  const departures = new Departures();
  for (const { sent } of is.pruned) {
    departures.add(sent.id, { because: NO_LONGER_THERE });
  }
  for (const { sent, seen } of is.before.all()) {
    if (seen && fieldsOf(seen.metadata).deletionTimestamp !== undefined) {
      departures.add(sent.id, { because: 'it was deleted already, and is Terminating' });
    }
  }
  for (const [id, doubt] of is.doubts) departures.add(id, { because: NO_LONGER_THERE, doubt });
  for (const [id, { doubt }] of is.guards) {
    if (doubt !== undefined) {
      departures.add(id, { because: NO_LONGER_THERE, doubt });
    }
  }
  for (const [id, { refused, unknown }] of is.denials) {
    if (refused.length === 0) {
      departures.add(id, {
        because: NO_LONGER_THERE,
        doubt: unknown.join(', and '),
      });
    }
  }
  return departures;
}

/** Answers whether objects are deleted. */
export class Going {
  public readonly departures: Departures;
  /** What becomes of data that deployers hold elsewhere, by the identity of the deployer. */
  public readonly elsewhere: ReadonlyMap<string, DataOutcome>;
  /** Each with what decides, if it is not certain. */
  private readonly goneNamespaces = new Map<string, string | undefined>();
  private readonly goneKinds = new Set<string>();
  /** Whether an engine deletes what left the files before it applies what changed. */
  private readonly prunesFirst: boolean;
  private readonly isLast: (stored: Stored) => boolean;
  private ownerDoubtIndex: ReadonlyMap<string, string> | undefined;

  constructor(private readonly is: Comparison) {
    const { before, after, oldFiles, newFiles, answers, pruned, options } = is;
    this.departures = departuresOf(is);
    const all = [...before.all()];
    const treatments = {
      app: treatmentsIn(all, before, 'app', oldFiles),
      pruning: treatmentsIn(all, after, 'pruning', oldFiles),
    };
    const treat = (stored: Stored, actor: Actor, deletion: Deletion, by: Stored) =>
      treatments[deletion](stored, actor, by);
    this.elsewhere = undeploy({ before, after, oldFiles, newFiles, treat }, this.departures);
    const isSynced =
      pruned.length > 0 || [...answers.values()].some(({ verdict }) => verdict !== 'unchanged');
    const engines = enginesOf(is);
    this.prunesFirst = engines.includes('argocd');
    this.isLast = prunedLast(is);
    const filesOf = (id: string) => oldFiles().get(id) ?? [];
    const { prunes = true } = options;
    recreate(
      {
        ...is,
        engines,
        isSynced,
        prunes,
        filesOf,
        isSkippedInSync: deployedWith('ApplyOutOfSyncOnly=true', is),
      },
      this.departures,
    );
    for (const [id, { doubt }] of this.departures.entries()) {
      const stored = before.get(id);
      if (stored?.sent.kindKey === '/Namespace') this.goneNamespaces.set(stored.sent.name, doubt);
      if (stored?.sent.kind === 'CustomResourceDefinition' && doubt === undefined) {
        this.goneKinds.add(
          `${String(at(stored.live, 'spec.group'))}/${String(at(stored.live, 'spec.names.kind'))}`,
        );
      }
    }
  }

  /** Whether nothing is deleted, for certain or perhaps. */
  public get isEmpty(): boolean {
    return this.departures.size === 0 && this.elsewhere.size === 0;
  }

  /** Whether an object was only in OLD and is deleted. */
  public isPruned(id: string): boolean {
    return this.departures.certain(id) !== undefined && !this.is.answers.has(id);
  }

  /** Whether an object is certainly deleted, and not created again. */
  public goes(stored: Stored): boolean {
    const departure = this.departures.certain(stored.sent.id);
    return (departure !== undefined && departure.isRecreated !== true) || this.goesAlong(stored);
  }

  /** Whether an object is deleted before what changed is applied, as Argo CD does. */
  public isPrunedFirst(stored: Stored | undefined): boolean {
    return this.prunesFirst && !(stored && this.isLast(stored) && !this.goesAlong(stored));
  }

  /** Whether an object certainly ends, be it to be created anew. */
  public ends(stored: Stored): boolean {
    return this.departures.certain(stored.sent.id) !== undefined || this.goesAlong(stored);
  }

  /**
   * Objects of which all owners end, by identity, each with what decides whether it goes with them.
   */
  public get ownerDoubts(): ReadonlyMap<string, string> {
    this.ownerDoubtIndex ??= this.isEmpty
      ? new Map<string, string>()
      : missingOwners(this.is.after, {
          goes: (stored) => this.goes(stored),
          ends: (stored) => this.ends(stored),
          doubt: ({ sent }) =>
            this.departures.of(sent.id)?.doubt ?? this.namespaceDoubt(sent.namespace),
        });
    return this.ownerDoubtIndex;
  }

  /** Whether an object goes with its namespace or its definition. */
  public goesAlong({ sent }: Stored): boolean {
    // The namespace controller is denied what others are denied.
    if (this.isDenied(sent.id)) return false;
    return this.isNamespaceGone(sent.namespace) || this.goneKinds.has(sent.kindKey);
  }

  /** Whether a namespace is certainly deleted. */
  public isNamespaceGone(namespace: string | undefined): boolean {
    return (
      namespace !== undefined &&
      this.goneNamespaces.has(namespace) &&
      this.goneNamespaces.get(namespace) === undefined
    );
  }

  /** Whether a policy keeps an object from being deleted. */
  public isDenied(id: string): boolean {
    return (this.is.denials.get(id)?.refused ?? []).length > 0;
  }

  /** Why a namespace is perhaps deleted. */
  public namespaceDoubt(namespace: string | undefined): string | undefined {
    return this.goneNamespaces.get(namespace ?? '');
  }
}
