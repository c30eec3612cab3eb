/** Answers of a topology: the submodule `topology` of the package. */

/** A workload: an object that creates pods. */
export interface TopologyWorkload {
  /** The API version of the object. */
  readonly apiVersion: string;
  /** The kind of the object. */
  readonly kind: string;
  /** The name of the object. */
  readonly name: string;
  /**
   * The namespace of the object.
   * @default - not set
   */
  readonly namespace?: string;
  /** The path of the object in the construct tree. */
  readonly construct: string;
}

/** A mount of a volume in a container. */
export interface TopologyMount {
  /** The name of the container. */
  readonly containerName: string;
  /** Whether the container is an init container. */
  readonly init: boolean;
  /** The mount path in the container. */
  readonly mountPath: string;
  /**
   * The path within the volume that is mounted.
   * @default - the whole volume
   */
  readonly subPath?: string;
  /** Whether it is read-only. */
  readonly readOnly: boolean;
}

/** A workload's use of a claim. */
export interface TopologyConsumer {
  /** The workload. */
  readonly workload: TopologyWorkload;
  /** The name of the volume in the pod, or of the volume claim template. */
  readonly volumeName: string;
  /**
   * The name of the claim.
   * @default - undefined; each pod has a claim of its own
   */
  readonly claimName?: string;
  /**
   * The name of the only pod that uses the claim.
   * @default - undefined; all pods of the workload use it
   */
  readonly podName?: string;
  /** Whether it is read-only. */
  readonly readOnly: boolean;
  /** The mounts of the volume in the containers. */
  readonly mounts: TopologyMount[];
}

/** A claim in the app. */
export interface TopologyClaim {
  /** The name of the object. */
  readonly name: string;
  /**
   * The namespace of the object.
   * @default - not set
   */
  readonly namespace?: string;
  /** The path of the object in the construct tree. */
  readonly construct: string;
}

/** A Service in the app. */
export interface TopologyService {
  /** The name of the object. */
  readonly name: string;
  /**
   * The namespace of the object.
   * @default - not set
   */
  readonly namespace?: string;
  /** The path of the object in the construct tree. */
  readonly construct: string;
}
