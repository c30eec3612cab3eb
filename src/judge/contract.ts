/** The contract of all checks: something is looked at in what stands around it. */
import { Finding } from '../findings';
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

/** What stands around: computed when it is first asked for, where that takes long. */
export interface Surroundings {
  readonly objects: readonly PlacedObject[];
  /** Who mounts what among these objects. */
  readonly topology: Topology;
}

/**
 * Looks at a subject in what is around it, and answers all that is wrong with it. The subject is an
 * object, or the options that several constructs or custom resources have; around it are other
 * objects, or what it was before. Pure: the same subject in the same place has the same findings.
 * Never throws.
 */
export type Check<Subject, Around, Found extends Finding = Finding> = (
  subject: Subject,
  around: Around,
) => readonly Found[];
