/** The cluster as far as the files tell: what is stored at a time, by identity and by kind. */
import { isSame, ownWorkloadKinds, pluralOf } from '../kube';
import { isWorkload, PlainlyStored, Stored, storedAs, Writing } from './stored';
import { identityOf } from '../validation';

/**
 * By which texts objects of a kind are looked up, and how much each is, if that is to be added up.
 */
export interface Index {
  readonly kindKey: string;
  keysOf(stored: Stored): readonly string[];
  amountOf?(stored: Stored): bigint;
}

/** The objects that have a key of an index in common. */
interface Group {
  readonly members: ReadonlyMap<string, Stored>;
  readonly amount: bigint;
}

interface OpenGroup {
  readonly members: Map<string, Stored>;
  amount: bigint;
}

/** An index with what it has of each object. */
interface Filled {
  readonly groups: Map<string, OpenGroup>;
  readonly entries: Map<string, { readonly keys: readonly string[]; readonly amount: bigint }>;
}

const NOBODY: Group = { members: new Map(), amount: 0n };

/** What differs between a cluster and an earlier copy of it: all else is the same object there. */
export interface Changes {
  /** Objects of the copy that were written since, or deleted. */
  readonly had: readonly Stored[];
  /** Objects that the copy does not have. */
  readonly added: readonly Stored[];
}

interface Coverage {
  covers(kindKey: string, namespace?: string): boolean;
}

/** As kubectl calls a kind. */
function resourceOf(kindKey: string): string {
  const slash = kindKey.indexOf('/');
  const [group, plural] = [kindKey.slice(0, slash), pluralOf(kindKey.slice(slash + 1))];
  return group === '' ? plural : `${plural}.${group}`;
}

/** All objects, in the order in which they were made. */
export class Cluster {
  private readonly byId = new Map<string, Stored>();
  private readonly byKind = new Map<string, Map<string, Stored>>();
  private readonly indexes = new Map<Index, Filled>();
  /** Kinds of others that make pods. */
  private readonly foreignWorkloads = new Set<string>();
  /** The last copy, and the identities of what was written since. */
  private lastCopy: Cluster | undefined;
  private readonly written = new Set<string>();
  private makers: readonly Stored[] | undefined;

  /**
   * With a read-out, what is not here and is covered does not exist. The default class is that of a
   * cluster of which no class is known to be the default.
   */
  constructor(
    private readonly coverage?: Coverage,
    public readonly defaultStorageClassName?: string,
  ) {}

  /** Whether all objects of a kind are known, in a namespace or everywhere. */
  public covers(kindKey: string, namespace?: string): boolean {
    return this.coverage?.covers(kindKey, namespace) === true;
  }

  /** Where an object is not that was not found. */
  public absentFrom(kindKey: string, namespace?: string): string {
    if (!this.coverage) return 'the files';
    return this.covers(kindKey, namespace) ? 'the cluster' : 'the read-out';
  }

  /**
   * What decides that only an object of that kind can tell; undefined if there is none. Of a kind
   * that a read-out lacks it says how to have it as well.
   */
  public doubt(kindKey: string, namespace: string | undefined, what: string): string | undefined {
    if (this.covers(kindKey, namespace)) return undefined;
    if (!this.coverage) return what;
    const within = namespace === undefined ? '' : ` -n ${namespace}`;
    return `${what}: add what \`kubectl get ${resourceOf(kindKey)}${within} --show-managed-fields -o json\` prints to the read-out`;
  }

  public get(id: string): Stored | undefined {
    return this.byId.get(id);
  }

  public find(kindKey: string, namespace: string | undefined, name: string): Stored | undefined {
    return this.byId.get(identityOf(kindKey, namespace, name));
  }

  public ofKind(kindKey: string): Iterable<Stored> {
    return this.byKind.get(kindKey)?.values() ?? [];
  }

  /** All objects that make pods. */
  public *ofWorkloads(): Generator<Stored> {
    for (const kindKey of ownWorkloadKinds().keys()) yield* this.ofKind(kindKey);
    for (const kindKey of this.foreignWorkloads) yield* this.ofKind(kindKey);
  }

  /** All objects that make pods of their own. */
  public get workloads(): readonly Stored[] {
    return (this.makers ??= [...this.ofWorkloads()].filter(isWorkload));
  }

  public all(): Iterable<Stored> {
    return this.byId.values();
  }

  public set(stored: Stored): void {
    const { id, kindKey } = stored.sent;
    if (this.lastCopy) this.written.add(id);
    this.byId.set(id, stored);
    let kind = this.byKind.get(kindKey);
    if (!kind) this.byKind.set(kindKey, (kind = new Map<string, Stored>()));
    kind.set(id, stored);
    if (stored.sent.workload) {
      this.makers = undefined;
      if (!ownWorkloadKinds().has(kindKey)) this.foreignWorkloads.add(kindKey);
    }
    this.enter(stored);
  }

  /** Lets a controller write into an object, at the latest when somebody asks what it is like. */
  public rewrite(stored: Stored, writing: Writing): void {
    const { id } = stored.sent;
    if (this.lastCopy) this.written.add(id);
    // Both have the same object until one of them writes.
    if (this.lastCopy?.get(id) === stored) this.lastCopy.set(storedAs(stored));
    if (stored instanceof PlainlyStored) stored.write(writing);
    else stored.live = writing(stored.live);
    this.enter(stored);
  }

  /**
   * The objects with that key. An index is filled when it is first asked, and follows what is
   * written.
   */
  public having(index: Index, key: string): Group {
    let filled = this.indexes.get(index);
    if (!filled) {
      filled = { groups: new Map(), entries: new Map() };
      this.indexes.set(index, filled);
      for (const stored of this.ofKind(index.kindKey)) fill(filled, index, stored);
    }
    return filled.groups.get(key) ?? NOBODY;
  }

  public delete(id: string): void {
    const stored = this.byId.get(id);
    if (!stored) return;
    if (this.lastCopy) this.written.add(id);
    this.makers = undefined;
    this.byId.delete(id);
    this.byKind.get(stored.sent.kindKey)?.delete(id);
    for (const [index, filled] of this.indexes) {
      if (index.kindKey === stored.sent.kindKey) empty(filled, id);
    }
  }

  private enter(stored: Stored): void {
    for (const [index, filled] of this.indexes) {
      if (index.kindKey === stored.sent.kindKey) fill(filled, index, stored);
    }
  }

  /**
   * The same objects, which further changes of this one do not touch. Stored values are never
   * changed in place.
   */
  public copy(): Cluster {
    const copy = new Cluster(this.coverage, this.defaultStorageClassName);
    for (const stored of this.all()) copy.set(stored);
    this.lastCopy = copy;
    this.written.clear();
    return copy;
  }

  /** Whether an object has come since the last copy. */
  public isNew(id: string): boolean {
    return this.lastCopy !== undefined && !this.lastCopy.get(id);
  }

  /** The same without some objects. */
  public without(ids: ReadonlySet<string>): Cluster {
    const rest = new Cluster(this.coverage, this.defaultStorageClassName);
    for (const stored of this.all()) if (!ids.has(stored.sent.id)) rest.set(stored);
    return rest;
  }

  /** What was written since the last copy. Throws an error for any other. */
  public changesSince(copy: Cluster): Changes {
    if (copy !== this.lastCopy) throw new Error('only the last copy knows what was written since');
    const had: Stored[] = [];
    for (const stored of copy.all()) if (this.written.has(stored.sent.id)) had.push(stored);
    const added: Stored[] = [];
    for (const id of this.written) {
      const stored = copy.get(id) ? undefined : this.get(id);
      if (stored) added.push(stored);
    }
    return { had, added };
  }
}

function fill(filled: Filled, index: Index, stored: Stored): void {
  const { id } = stored.sent;
  const keys = [...new Set(index.keysOf(stored))];
  const amount = index.amountOf?.(stored) ?? 0n;
  const had = filled.entries.get(id);
  // Who stays in a group keeps its place there.
  if (had && isSame(had.keys, keys)) {
    for (const key of keys) filled.groups.get(key)!.amount -= had.amount;
  } else {
    empty(filled, id);
  }
  filled.entries.set(id, { keys, amount });
  for (const key of keys) {
    const group = filled.groups.get(key) ?? { members: new Map<string, Stored>(), amount: 0n };
    group.members.set(id, stored);
    group.amount += amount;
    filled.groups.set(key, group);
  }
}

function empty({ groups, entries }: Filled, id: string): void {
  const entry = entries.get(id);
  if (!entry) return;
  entries.delete(id);
  for (const key of entry.keys) {
    const group = groups.get(key)!;
    if (group.members.delete(id)) group.amount -= entry.amount;
  }
}

export function byNamespace(kindKey: string, amountOf?: Index['amountOf']): Index {
  return {
    kindKey,
    keysOf: ({ sent }) => [sent.namespace ?? ''],
    ...(amountOf ? { amountOf } : {}),
  };
}
