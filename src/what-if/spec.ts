/**
 * Questions and answers: which data would be lost if an application were deleted, pruned, forced or
 * uninstalled.
 */
import { Question } from './questions';
import { DataVerdict } from '../diff';
import { Actor } from '../manifests/gitops/retention';

/** What becomes of an object. */
type ObjectFate =
  /** It stays. */
  | 'kept'
  /** It goes. */
  | 'deleted'
  /** It stays Terminating, and goes with the last pod that names it. */
  | 'stuck'
  /** It goes, and an empty one takes its place. */
  | 'replaced'
  /** It goes once a person has confirmed it. */
  | 'waits';

/** What becomes of one object that holds data. */
export interface ObjectAnswer {
  /** `Kind/namespace/name`, or `Kind/name` cluster-scoped. */
  readonly object: string;
  readonly fate: ObjectFate;
  /**
   * What becomes of its data in the end, if it has any; of what `waits`, after the confirmation.
   */
  readonly data?: DataVerdict;
  /** Why its data are lost, may be lost or are left behind. */
  readonly why?: string;
  /** The option or the rule that decides. */
  readonly because: string;
  /** The workload that makes the claim; of a Pod, its data goes with that in any case. */
  readonly of?: string;
  /**
   * The driver of its volume, if that goes too: nobody is left who mounts, unmounts or deletes the
   * volume.
   */
  readonly driverGoes?: string;
  /** What is not among the objects and decides. */
  readonly dependsOn?: readonly string[];
  /** How it would be kept. */
  readonly remedy?: string;
}

/** What one of those who may do it would do. */
export interface ActorAnswer {
  readonly by: Actor;
  /** All objects that hold data, in the order of the input; claims behind those that make them. */
  readonly objects: readonly ObjectAnswer[];
  /** Those whose data would be lost for good. */
  readonly lost: readonly string[];
}

export interface WhatIf {
  readonly question: Question;
  readonly answers: readonly ActorAnswer[];
}
