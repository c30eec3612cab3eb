/** Parts of a volume map. */
import { Finding } from '../findings';

/** What there is on a map, in the order in which one leads to the next. */
export const MAP_KINDS = ['workload', 'claim', 'volume', 'class', 'driver'] as const;
export type MapKind = (typeof MAP_KINDS)[number];

export interface MapNode {
  /** `claim/shop/data`: of two that would be called the same, the second ends with `#2`. */
  readonly id: string;
  readonly kind: MapKind;
  /** What it is, in the words of Kubernetes: `Deployment`, `PersistentVolumeClaim`. */
  readonly type: string;
  readonly name: string;
  /** The namespace; undefined for what is cluster-scoped, and where nobody says it. */
  readonly namespace?: string;
  /** What else is worth knowing, a few words each: `3 replicas`, `10Gi`. */
  readonly details: readonly string[];
  /** Whether it is in the input: what is only named by others may be in the cluster, or nowhere. */
  readonly isDeclared: boolean;
  readonly findings: readonly Finding[];
  /** The nodes that are drawn as this one: see `foldedMap`. */
  readonly members?: readonly MapNode[];
}

/**
 * What leads from one to another: a workload to a claim, a claim to its volume, a volume to its
 * class, a class to its driver.
 */
export interface MapEdge {
  readonly from: string;
  readonly to: string;
  /** The access modes as kubectl shortens them: `RWO`. */
  readonly accessModes: readonly string[];
  /** Where the volume is mounted: `/data`, or `/data (read-only, sub path a)`. */
  readonly mounts: readonly string[];
}

export interface MapGroup {
  readonly id: string;
  /** Undefined for objects of which nobody says the namespace. */
  readonly namespace?: string;
  /** The ids of its workloads and claims. */
  readonly nodes: readonly string[];
}

/** Who mounts what, as far as the objects tell: the same objects make the same map. */
export interface VolumeMap {
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
  readonly groups: readonly MapGroup[];
}
