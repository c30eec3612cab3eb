/** Options and results of a comparison: the words of the verdicts, of pods and of data. */
import type { ChangedField } from './changes';
import type { Drivers } from '../facts';
import type { answerOf } from '../findings';
import type { Fields, WorkloadKind } from '../kube';
import type { ReadOut } from '../read-out';

/** How manifests reach the API server. */
export type ApplyWay = 'serverSide' | 'clientSide';

/**
 * The engine that deletes what left the files: `kubectl` is `kubectl apply --prune`, and `none` a
 * person who deletes all of it.
 */
export type PruningEngine = 'argo' | 'flux' | 'helm' | 'kubectl' | 'none';

/** What becomes of an object. */
export type Verdict =
  | 'unchanged'
  | 'changed'
  | 'refused'
  | 'created'
  | 'deleted'
  | 'stuck'
  | 'replaced'
  | 'depends';

/** Which of a workload's pods are replaced. */
export type Restarts = 'none' | 'some' | 'all';

/**
 * What becomes of data: `lost`: the storage deletes them; `may be lost`: what is not in the files
 * decides; `left behind`: they stay, but no object refers to them, or the program starts with an
 * empty volume; `kept`. What is not proven safe is not called safe.
 */
export type DataVerdict = 'kept' | 'left behind' | 'may be lost' | 'lost';

/** How two sets of manifests are compared. */
export interface DiffOptions {
  /** How they are applied; by default `serverSide`. */
  readonly way?: ApplyWay;
  /** The minor version of Kubernetes 1, such as 36. */
  readonly minor?: number;
  /** The namespace of objects that name none; `default`, unless it is said. */
  readonly namespace?: string;
  /** The class of claims that name none, where no class that is known is marked as the default. */
  readonly defaultStorageClassName?: string;
  /** What drivers can do; by default what is known of them. */
  readonly driver?: Drivers;
  /** Kinds that make pods, beside those of Kubernetes and Kubeflow's Notebook. */
  readonly workloadKinds?: readonly WorkloadKind[];
  /** Definitions of custom kinds that neither the manifests nor the cluster define. */
  readonly definitions?: readonly Fields[];
  /** Nothing of OLD is in the cluster yet: all of NEW is created. */
  readonly isFresh?: boolean;
  /**
   * Which of OLD's claims are bound: all, none, or these (`name` or `namespace/name`). What is left
   * out is told from the manifests.
   */
  readonly bound?: 'all' | 'none' | readonly string[];
  /**
   * The engine that prunes, and whose marks keep objects; by default the one whose Applications or
   * Kustomizations are among the files.
   */
  readonly engine?: PruningEngine;
  /**
   * Whether the engine deletes what left the files; `kubectl apply` does with --prune only. True by
   * default.
   */
  readonly prunes?: boolean;
  /** Whether the way out of what is refused is told as well. */
  readonly isPlanned?: boolean;
  /**
   * What lives in the cluster: NEW is applied to this. OLD only adds to what is pruned; by default
   * that is what has the marks of the engine.
   */
  readonly cluster?: ReadOut;
  /**
   * The Application, Kustomization or release that NEW is of, by its name or as `namespace/name`:
   * what has its marks and is not in NEW is pruned. By default the one that the live objects of NEW
   * are of, or the only one that has objects in their namespaces.
   */
  readonly application?: string;
  /**
   * The field manager that applies: by default `argocd-controller`, `kustomize-controller`, `helm`,
   * or that of kubectl, by the engine. It decides what becomes of fields that leave the manifests,
   * by server-side apply.
   */
  readonly manager?: string;
  /**
   * Whether server-side apply takes fields that others own, as `--force-conflicts` does. By default
   * Argo CD and Flux do, and kubectl is refused with a conflict.
   */
  readonly force?: boolean;
  /** Whether what was changed by hand is told as well; only with `cluster`. */
  readonly isDriftTold?: boolean;
}

/** What becomes of one object. */
export interface ObjectDiff {
  /** `Kind/namespace/name`, or `Kind/name` where there is no namespace. */
  readonly object: string;
  readonly verdict: Verdict;
  /** The HTTP status of a refusal. */
  readonly code?: number;
  /**
   * Each field that is refused, by the server's own name: seldom its full path, and empty where the
   * server names none.
   */
  readonly errors?: readonly ReturnType<typeof answerOf>[];
  /** Paths that differ in the stored object. */
  readonly changes?: readonly string[];
  /** What stood at those paths, and what stands there now. */
  readonly values?: readonly ChangedField[];
  /** Those of `changes` that a controller sets back. */
  readonly putBack?: readonly string[];
  readonly restarts?: Restarts;
  readonly podsAdded?: number;
  readonly podsRemoved?: number;
  /** Whether the workload is where its spec wants it, when all has come to rest. */
  readonly ready?: boolean;
  readonly data?: DataVerdict;
  /** Data that `may be lost` only because pods still use it: with the last of them it is lost. */
  readonly dataAfterwards?: 'lost';
  /** Why its data are lost, may be lost or are left behind. */
  readonly because?: string;
  readonly phase?: string;
  /** What holds a `stuck` object. */
  readonly finalizers?: readonly string[];
  /** An object of NEW that is gone in the end. */
  readonly afterwards?: 'deleted' | 'stuck';
  /** Who makes a claim that is not in the files. */
  readonly of?: string;
  /** What is not in the files and decides, or would make the answer another. */
  readonly dependsOn?: readonly string[];
  /** What to do about a refusal, or about data that would be lost. */
  readonly remedy?: string;
}

/** What a reviewer should know beyond the verdicts. */
export interface DiffNote {
  /** Which object it is about, as in `ObjectDiff`. */
  readonly object: string;
  /** A stable name: `order`, `string-data`, `force`. */
  readonly id: string;
  /** Whether something is lost or refused by it. */
  readonly isError: boolean;
  readonly message: string;
  readonly remedy?: string;
}

/** One step of a way out: commands, or objects to apply, or neither where only people can do it. */
export interface PlanStep {
  /** What is done, and why; a sentence or two. */
  readonly what: string;
  /**
   * Lines of a shell. All steps of a plan run in the same shell: later ones use variables of
   * earlier ones.
   */
  readonly commands?: readonly string[];
  /** Applied by server-side apply, in this order. */
  readonly manifests?: readonly { readonly [field: string]: unknown }[];
}

export interface ObjectPlan {
  /** Which object it is about, as in `ObjectDiff`. */
  readonly object: string;
  readonly steps: readonly PlanStep[];
}

/**
 * What the next sync does about a change by hand: `reverted`: it writes over it; `kept`: it leaves
 * it; `refused`: the object is refused, and stays as it is.
 */
export type DriftFate = 'reverted' | 'kept' | 'refused';

/** One field that somebody beside the applier has changed. */
export interface DriftedField {
  /** The path, as in `ObjectDiff.changes`. */
  readonly field: string;
  /** The field manager that owns it now, such as `kubectl-edit`. */
  readonly by?: string;
  /** When that manager wrote last, as in `managedFields`. */
  readonly at?: string;
  readonly fate: DriftFate;
}

/** The changes by hand of one object. */
export interface ObjectDrift {
  /** Which object it is about, as in `ObjectDiff`. */
  readonly object: string;
  /** Whether somebody deleted it: the next sync creates it anew. */
  readonly isDeleted?: boolean;
  readonly fields: readonly DriftedField[];
  /** Why the next sync fails, if it does. */
  readonly because?: string;
}

/** The answer for two sets of manifests. */
export interface DiffResult {
  /** In the order of NEW, then what is only in OLD; claims behind those that make them. */
  readonly objects: readonly ObjectDiff[];
  readonly notes: readonly DiffNote[];
  /**
   * If they are asked for: one for each object that is refused, and for claims whose data would be
   * deleted.
   */
  readonly plans?: readonly ObjectPlan[];
  /** If it is asked for: what was changed by hand, in the order of NEW. */
  readonly drift?: readonly ObjectDrift[];
}
