/**
 * Departures: objects that are deleted though they may still be among the files, or perhaps, each
 * with the reason.
 */

/** Why an object is deleted. */
interface Departure {
  readonly because: string;
  /** What decides, where the files do not show whether it is deleted at all. */
  readonly doubt?: string;
  /** Whether it is created again at once, empty. */
  readonly isRecreated?: boolean;
  /** Whether it is an engine's force that does both. */
  readonly isForced?: boolean;
  /** Whether it stays among the files, of which nothing else shows why it is deleted. */
  readonly isUnseen?: boolean;
}

/** Departures by the identities of objects. Of several, one that is certain counts. */
export class Departures {
  private readonly all = new Map<string, Departure>();

  /** Adds a departure, and answers whether it says more than what was known. */
  public add(id: string, departure: Departure): boolean {
    const known = this.all.get(id);
    if (known && (known.doubt === undefined || departure.doubt !== undefined)) return false;
    this.all.set(id, departure);
    return true;
  }

  public of(id: string): Departure | undefined {
    return this.all.get(id);
  }

  /** The departure of an object that is certainly deleted. */
  public certain(id: string): Departure | undefined {
    const one = this.all.get(id);
    return one?.doubt === undefined ? one : undefined;
  }

  public get size(): number {
    return this.all.size;
  }

  public *entries(): Generator<readonly [id: string, departure: Departure]> {
    yield* this.all;
  }
}
