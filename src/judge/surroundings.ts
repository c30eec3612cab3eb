/** Objects among others: what checks have around what they look at. */
import { Fields } from '../kube';
import { Topology } from '../topology';

/** What an object is called, and where it is from. */
export interface Identity {
  /** The path of a construct, or `file:line`. */
  readonly key: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty if it has none. */
  readonly name: string;
  readonly namespace?: string;
}

/** An object among others. */
export interface PlacedObject extends Identity {
  readonly manifest: Fields;
}

/** The objects around a subject; what takes long is computed on first use. */
export interface Surroundings {
  readonly objects: readonly PlacedObject[];
  /** Who mounts what among these objects. */
  readonly topology: Topology;
}
