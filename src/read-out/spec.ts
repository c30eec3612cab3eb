/** A read-out: what `kubectl get` printed of a cluster, and how much of the cluster that is. */
import { Finding } from '../findings';
import { Fields } from '../kube';

/** A file of a read-out, or a stream. */
export interface ReadOutSource {
  /** As problems name it. */
  readonly name: string;
  /** UTF-8, or UTF-16 with a byte order mark; in pieces of any length. */
  readonly bytes: Iterable<Uint8Array>;
}

/** An object as it is in the cluster. */
export interface LiveObject {
  /** `group/Kind`, whatever the version is: `/Pod`, `apps/Deployment`. */
  readonly kindKey: string;
  /** Undefined if it is cluster-scoped. */
  readonly namespace?: string;
  readonly name: string;
  /** Empty if it was taken out. */
  readonly uid: string;
  /**
   * Without `metadata.managedFields`, see `ReadOut.managedFieldsOf`. The values of a Secret, and
   * those in its annotation of `kubectl apply`, are `HIDDEN`.
   */
  readonly manifest: Fields;
  /** The file that it stands in, and the line on which it begins there. */
  readonly file: string;
  readonly line: number;
}

/** What stands in place of each value of a Secret: the values themselves are not kept. */
export const HIDDEN = '***';

export interface ReadOut {
  /** All objects, each once, in the order in which they were printed. */
  readonly objects: readonly LiveObject[];
  /**
   * Whether it is one of the command that `read-out` prints, or of a wider one, so that it has all
   * objects of all `READ_OUT_KINDS`.
   */
  readonly isComplete: boolean;
  /** Whether there are managedFields: `kubectl get` prints them if it is told to. */
  readonly hasManagedFields: boolean;
  /** The version of the server, `major.minor`; undefined if nothing tells it. */
  readonly kubernetes?: string;
  /**
   * The latest time that anything in the read-out was written, in RFC 3339: it was taken then or
   * later, with nodes in it within five minutes of it.
   */
  readonly notBefore?: string;
  /**
   * What is wrong with it: nothing can be said with it if one is an error, and less than could be
   * otherwise. The path is the file, with a line where one is to blame; empty if it is about all.
   */
  readonly problems: readonly Finding[];
  /** Found by its identity; undefined if it is not in the read-out. */
  find(kindKey: string, namespace: string | undefined, name: string): LiveObject | undefined;
  ofKind(kindKey: string): readonly LiveObject[];
  byUid(uid: string): LiveObject | undefined;
  /**
   * Whether what is not in the read-out does not exist: objects of that kind in that namespace, or
   * in any, if none is given.
   */
  covers(kindKey: string, namespace?: string): boolean;
  /**
   * Who owns which fields of an object, as the server writes it; undefined if the read-out does not
   * say. Read anew each time.
   */
  managedFieldsOf(object: LiveObject): readonly Fields[] | undefined;
}
