/**
 * Parts of a topology: workloads, what they mount, claims, persistent volumes, classes, drivers and
 * services.
 */

/** Labels, or what is asked of them. */
export type Labels = { readonly [key: string]: string };
/** Plain data of an object. */
export type Data = { readonly [field: string]: unknown };

/** One object, and where it is from. */
export interface TopologySource {
  /** The path of a construct, or `file:line`. */
  readonly key: string;
  /** The object: whatever the input has. */
  readonly manifest: Data;
  /** Whether a check has found already what is wrong with it by itself. */
  readonly isAsBuilt?: boolean;
}

/** Which pods are meant: a LabelSelector of Kubernetes. */
export interface PodSelector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly Data[];
}

export interface Mount {
  readonly container: string;
  /** Whether the container is one of `initContainers`. */
  readonly isInit: boolean;
  /** The name of the volume in the pod, or of the claim template. */
  readonly volume: string;
  /** Where it is mounted, or the path of the device. */
  readonly path: string;
  readonly subPath?: string;
  readonly subPathExpr?: string;
  readonly isReadOnly: boolean;
  /** Whether it is a block device (`volumeDevices`). */
  readonly isDevice: boolean;
}

/** Where a claim comes from. */
export type ClaimOrigin = 'declared' | 'template' | 'ephemeral';

/** What a workload says of a claim in its pod template, or beside it. */
export interface ClaimUse {
  /** The name of the volume in the pod; of a claim template, that of the template. */
  readonly volume: string;
  /**
   * `declared`: by its name. `template`: one claim for each pod of a StatefulSet. `ephemeral`: one
   * that comes and goes with the pod.
   */
  readonly origin: ClaimOrigin;
  /**
   * The name of the claim; of a template or an ephemeral volume only if there is one pod, whose
   * name is known.
   */
  readonly claimName?: string;
  /** The spec of the template, where it has one. */
  readonly template?: Data;
  /** The metadata of the template, where it has one. */
  readonly templateMetadata?: Data;
  /** Whether the volume or all its mounts are read-only. */
  readonly isReadOnly: boolean;
  /** Where it is mounted: empty if no container has it. */
  readonly mounts: readonly Mount[];
}

/** An object that makes pods. */
export interface Workload {
  readonly key: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty if the server makes one (`generateName`). */
  readonly name: string;
  /** As it is written, or that of the objects that name none; undefined if nobody says it. */
  readonly namespace?: string;
  /** The labels that all its pods have, with those that its controller adds. */
  readonly podLabels: Labels;
  /**
   * How the controller finds its pods; undefined where it does so otherwise (Pod, CronJob, a Job
   * that does not choose its own).
   */
  readonly selector?: PodSelector;
  /**
   * How many pods there are at a time, for Jobs `parallelism`: 1 if it says nothing. Undefined
   * where the nodes decide (DaemonSet).
   */
  readonly replicas?: number;
  /** The first ordinal of a StatefulSet's pods. */
  readonly firstOrdinal: number;
  /** Whether its pods are meant to end (Job, CronJob, a Pod that is not restarted always). */
  readonly isBatch: boolean;
  /** The node that the template names (`nodeName`). */
  readonly nodeName?: string;
  readonly podSpec: Data;
  /** The path of its pod spec: `spec.template.spec`; `spec` for a Pod. */
  readonly podPath: string;
  readonly mounts: readonly Mount[];
  readonly claims: readonly ClaimUse[];
  readonly manifest: Data;
}

export interface Consumer {
  readonly workload: Workload;
  /**
   * The volume. If the pod has the claim under several, the first, with the mounts of all, and
   * read-only if all are.
   */
  readonly use: ClaimUse;
  /**
   * The one pod that has the claim, where the claim belongs to a pod: `db-0`. The label
   * `statefulset.kubernetes.io/pod-name` of a StatefulSet's pod is the same.
   */
  readonly podName?: string;
}

/** A claim that is known: declared, or one that a template makes. */
export interface Claim {
  readonly name: string;
  readonly namespace?: string;
  readonly origin: ClaimOrigin;
  /** Where the claim, or the workload with its template, is from. */
  readonly key: string;
  /** The spec of the claim or of its template. */
  readonly spec: Data;
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly accessModes: readonly string[];
  /** `Filesystem` if it says nothing. */
  readonly volumeMode: string;
  /** The persistent volume that it names, or that names it. */
  readonly volumeName?: string;
  /** What controllers say of it, if it was read from a server. */
  readonly status?: Data;
}

export interface PersistentVolume {
  readonly key: string;
  readonly name: string;
  readonly accessModes: readonly string[];
  readonly storageClassName?: string;
  /** The CSI driver; undefined for volumes of other kinds. */
  readonly driver?: string;
  readonly claimRef?: { readonly name: string; readonly namespace?: string };
  readonly manifest: Data;
}

export interface StorageClass {
  readonly key: string;
  readonly name: string;
  readonly provisioner: string;
  readonly isDefault: boolean;
  /** `Immediate` if it says nothing. */
  readonly volumeBindingMode: string;
  readonly manifest: Data;
}

export interface CsiDriver {
  readonly key: string;
  readonly name: string;
  readonly manifest: Data;
}

export interface ClassOfClaim {
  /**
   * The name: empty for no class at all, undefined when the cluster's default counts and none is
   * known. Of several defaults it is the newest, as far as they have a `creationTimestamp`, and
   * then the one whose name comes first.
   */
  readonly name?: string;
  readonly from: 'spec' | 'annotation' | 'default';
  /** The class itself, where it is known. */
  readonly storageClass?: StorageClass;
}

export interface Service {
  readonly key: string;
  readonly name: string;
  readonly namespace?: string;
  /**
   * Never empty: a service without a selector, or of the type ExternalName, is for no pods and not
   * listed.
   */
  readonly selector: Labels;
  readonly manifest: Data;
}

/** A claim that a workload mounts and nobody declares. */
export interface UndeclaredClaim {
  readonly workload: Workload;
  readonly use: ClaimUse;
  readonly claimName: string;
}
