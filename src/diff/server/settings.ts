/** Settings of the API server beside what it stores, and what comes with what is applied. */
import type { Cluster } from '../cluster';
import type { CustomKinds } from '../custom/kinds';
import type { ApplyWay } from '../spec';
import type { Stored } from '../stored';

/** What is made by what is applied: nothing can be in it before. */
export interface Coming {
  readonly namespaces: ReadonlySet<string>;
  /** Custom kinds, each with the identity of its definition. */
  readonly kinds: ReadonlyMap<string, string>;
  /** Whether the engine applies these before all else. */
  readonly isSorted: boolean;
  /** Whether the engine may make namespaces that nobody wrote. */
  readonly mayAddNamespaces: boolean;
}

/** All that the server knows beside what it stores. */
export interface ServerSettings {
  readonly way: ApplyWay;
  readonly minor: number;
  /** What is applied was taken by whatever server there was. */
  readonly isPast: boolean;
  readonly custom: CustomKinds;
  /** The definitions that counted when the stored objects were applied, if others count now. */
  readonly customBefore?: CustomKinds;
  readonly coming: Coming;
  /** The cluster at rest before any of this was applied, whose policies are in force. */
  readonly settled?: Cluster;
  /** The phase of what was there at rest; undefined if only the cluster knows. */
  readonly phaseOf?: (stored: Stored) => string | undefined;
  /** Whether server-side apply takes fields that others own; by default it does. */
  readonly force?: boolean;
  isBound(stored: Stored): boolean;
  /** Whether a claim that is not bound, as far as the files show, may be, and hold data. */
  mayBeBound?(stored: Stored): boolean;
  /** What decides whether a claim that was taken for bound is, if the files do not tell. */
  bindingDoubt?(stored: Stored): string | undefined;
}
