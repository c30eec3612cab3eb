/** Pods of a driver, as far as they are read here. */

/** A container, as far as it is read here; further fields pass through. */
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly [field: string]: unknown }[];
  readonly ports?: readonly ContainerPort[];
  readonly resources?: Resources;
  readonly securityContext?: { readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

export interface ContainerPort {
  readonly containerPort: number;
  readonly hostPort?: number;
  readonly [field: string]: unknown;
}

/** What a container requests and may use. */
export interface Resources {
  readonly limits?: { readonly [resource: string]: string | number };
  readonly requests?: { readonly [resource: string]: string | number };
  readonly [field: string]: unknown;
}

/** A pod's spec, as far as it is read here; further fields pass through. */
export interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly { readonly name: string; readonly [source: string]: unknown }[];
  readonly hostNetwork?: boolean;
  readonly nodeSelector?: { readonly [label: string]: string };
  readonly affinity?: Affinity;
  readonly tolerations?: readonly object[];
  readonly [field: string]: unknown;
}

/** Where pods may run, as far as it is read here. */
export interface Affinity {
  readonly nodeAffinity?: {
    readonly requiredDuringSchedulingIgnoredDuringExecution?: {
      readonly nodeSelectorTerms: readonly NodeSelectorTerm[];
    };
    readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly object[];
  };
  readonly [field: string]: unknown;
}

/** One alternative of a required node affinity. */
interface NodeSelectorTerm {
  readonly matchExpressions?: readonly NodeExpression[];
  readonly [field: string]: unknown;
}

/** A condition on a label of a node. */
export interface NodeExpression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}
