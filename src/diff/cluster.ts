/** The cluster as far as the files tell: what is stored at a time, by identity and by kind. */
import { Fields, fieldsOf } from '../kube';
import { Sent } from './objects';
import { Draft } from './types';

/** An object in the cluster. */
export interface Stored {
  readonly sent: Sent;
  /** As the API server keeps it, without status. */
  live: Draft;
  /** What the applier sent last; a refused manifest does not count. */
  last: Fields;
  /** Whether an autoscaler has set its replicas since, which are no longer the applier's. */
  isScaled?: boolean;
}

/** All objects, in the order in which they were made. */
export class Cluster {
  private readonly byId = new Map<string, Stored>();
  private readonly byKind = new Map<string, Map<string, Stored>>();

  public get(id: string): Stored | undefined {
    return this.byId.get(id);
  }

  public find(kindKey: string, namespace: string | undefined, name: string): Stored | undefined {
    return this.byId.get(JSON.stringify([kindKey, namespace ?? null, name]));
  }

  public ofKind(kindKey: string): Iterable<Stored> {
    return this.byKind.get(kindKey)?.values() ?? [];
  }

  public all(): Iterable<Stored> {
    return this.byId.values();
  }

  public set(stored: Stored): void {
    const { id, kindKey } = stored.sent;
    this.byId.set(id, stored);
    const kind = this.byKind.get(kindKey) ?? new Map<string, Stored>();
    kind.set(id, stored);
    this.byKind.set(kindKey, kind);
  }

  public delete(id: string): void {
    const stored = this.byId.get(id);
    if (!stored) return;
    this.byId.delete(id);
    this.byKind.get(stored.sent.kindKey)?.delete(id);
  }

  /** The same objects, which further changes of this one do not touch. Stored values are never changed in place. */
  public copy(): Cluster {
    const copy = new Cluster();
    for (const stored of this.all()) copy.set({ ...stored });
    return copy;
  }
}

/** The spec of a stored object. */
export function specOf(stored: Stored | undefined): Fields {
  return fieldsOf(stored?.live.spec);
}

/** The labels or annotations of a stored object. */
export function annotationsOf(stored: Stored | undefined): Fields {
  return fieldsOf(fieldsOf(stored?.live.metadata).annotations);
}
