/** Objects as the cluster keeps them: what was sent, what is there, and what controllers wrote. */
import { Fields, fieldsOf } from '../kube';
import { Draft } from '../model';
import { AppliedManifest, newObject } from '../validation';
import { Others } from './apply/others';
import type { ManagerEntry } from './live/managers';

/** An object in the cluster. */
export interface Stored {
  readonly sent: AppliedManifest;
  /** As the API server keeps it, without status. */
  live: Draft;
  /** As the applier left it, before controllers wrote into it. */
  readonly applied: Draft;
  /** What the applier sent last; a refused manifest does not count. */
  readonly last: Pick<AppliedManifest, 'manifest'>;
  /**
   * Whether a controller has written over what the manifest says: to apply it again is a change,
   * perhaps.
   */
  isOverwritten?: boolean;
  /** The live object that was read out, with its status and `managedFields`. */
  readonly seen?: Fields;
  /** Who else owns what of a live object. */
  readonly owners?: Owners;
  /** Whether nothing tells who owns what of a live object, though it matters. */
  readonly isUnowned?: boolean;
  /** Whether a workload made it, whose pods are its own: a ReplicaSet, a pod. */
  readonly isMade?: boolean;
}

/** The object with every field, set or not: objects of one layout are faster to read. */
export function storedAs(given: Stored): Stored {
  const { sent, live, applied, last, isOverwritten, seen, owners, isUnowned, isMade } = given;
  return { sent, live, applied, last, isOverwritten, seen, owners, isUnowned, isMade };
}

/** A new object that the server surely takes: it is made when somebody asks what it is like. */
export class PlainlyStored implements Stored {
  public readonly last: AppliedManifest;
  public isOverwritten: boolean | undefined = undefined;
  private made: Draft | undefined = undefined;
  private rewritten: Draft | undefined = undefined;
  private writing: Writing | undefined = undefined;
  private outlined: Fields | undefined = undefined;

  constructor(public readonly sent: AppliedManifest) {
    this.last = sent;
  }

  public get applied(): Draft {
    return (this.made ??= newObject(this.sent));
  }

  public get live(): Draft {
    if (this.writing) {
      const { writing } = this;
      this.writing = undefined;
      this.rewritten = writing(this.live);
    }
    return this.rewritten ?? this.applied;
  }

  public get outline(): Fields {
    if (this.writing) return (this.outlined ??= this.writing(this.rewritten ?? this.sent.given));
    return this.rewritten ?? this.made ?? this.sent.given;
  }

  /** What a controller writes: at the latest when somebody asks what the object is like. */
  public write(writing: Writing): void {
    const before = this.writing;
    this.writing = before ? (live) => writing(before(live)) : writing;
    this.outlined = undefined;
  }
}

/** What a controller makes of a live object. */
export type Writing = (live: Fields) => Draft;

/**
 * An object as it is known without being made: the names in it, and how much there is of what. Its
 * defaults may be missing, and its quantities as they were spelt.
 */
export function outlineOf(stored: Stored): Fields {
  return stored instanceof PlainlyStored ? stored.outline : stored.live;
}

/** Whether it makes pods of its own: a CronJob's are those of its Jobs. */
export function isWorkload({
  sent: { workload },
  isMade,
}: Pick<Stored, 'sent' | 'isMade'>): boolean {
  return workload !== undefined && workload.isSchedule !== true && isMade !== true;
}

/** The other field managers of an object. */
interface Owners {
  readonly entries: readonly ManagerEntry[];
  readonly others: Others | undefined;
}

export function specOf(stored: Stored | undefined): Fields {
  return fieldsOf(stored?.live.spec);
}

/** The annotations of a stored object, for which it need not be made. */
export function annotationsOf(stored: Stored | undefined): Fields {
  return stored ? fieldsOf(fieldsOf(outlineOf(stored).metadata).annotations) : {};
}
