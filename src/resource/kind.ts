/**
 * The description of a kind of custom resource that is rendered: its schemas, and what its objects
 * stand for.
 */
import { TargetFacts } from '../facts';
import { Check, Finding, Origins } from '../findings';
import { Surroundings } from '../judge';
import { Fields, Manifest, WorkloadKind } from '../kube';
import { Schema } from './schema';
import { Shape } from '../shape';

/** The remedy for a resource whose namespace has to be known. */
export const NAME_A_NAMESPACE =
  'set metadata.namespace, or use --namespace NAME for all objects without one';

/** How custom resources are rendered. */
export interface RenderOptions {
  /**
   * Exactly what the operator would write, with its verdicts: what only this library objects to is
   * a warning.
   */
  readonly operatorMode: boolean;
  /** Which of the operator's defaults are meant: those of its binary or of its chart. */
  readonly operatorPreset: string;
  /** Environment variables of the operator, which win over the defaults. */
  readonly operatorEnv: { readonly [name: string]: string };
  /** The texts of the files that these variables name, by the variable. */
  readonly operatorFiles?: { readonly [variable: string]: string };
  /** The namespace of resources that name none. */
  readonly namespace?: string;
  /** Kinds that make pods, beside those that are known. */
  readonly workloadKinds?: readonly WorkloadKind[];
  /** What the objects are for. In operator mode it changes nothing. */
  readonly target?: TargetFacts;
  /**
   * What resources get that cannot say it themselves, by their kind. In operator mode it changes
   * nothing.
   */
  readonly defaults?: { readonly [kind: string]: Fields };
}

export interface Rendered {
  /**
   * The objects, in the order in which they are to be applied; none when there are errors among the
   * findings.
   */
  readonly manifests: readonly Manifest[];
  /** What is wrong with it. Paths are those of the resource: `spec.volumes[0].name`. */
  readonly findings: readonly Finding[];
  /**
   * Where the resource has what an object has: `[1].spec.template.metadata` is a field of the
   * second one.
   */
  readonly origins?: Origins;
}

/** A custom resource that its schema accepts, beside the others of the same input. */
export interface Neighbour {
  /** What findings on this resource carry as their `construct`. */
  readonly key: string;
  readonly resource: Manifest;
  readonly rendered: Rendered;
}

/**
 * What stands around the resources of a kind in the same input: objects that pass through, and
 * those that other kinds stand for.
 */
export interface Input extends Surroundings {
  readonly options: RenderOptions;
}

/** What a mutating webhook makes of a resource, or why it refuses. */
export interface Mutation {
  readonly object: Record<string, unknown>;
  readonly error?: string;
}

export interface ResourceKind {
  readonly group: string;
  readonly kind: string;
  /** The schema of each version that the API server would serve. */
  readonly versions: { readonly [version: string]: (options: RenderOptions) => Schema };
  /** What the API server says to those who use a version that is to go. */
  readonly deprecated?: { readonly [version: string]: string };
  /**
   * Whether `render` looks at the surroundings: then it comes after the kinds that do not, and sees
   * what they stand for.
   */
  readonly isPlacedByOthers?: boolean;
  /**
   * The environment variables of the operator on which its objects depend: of others it is told
   * that they have no effect.
   */
  readonly operatorVariables?: readonly string[];
  /** What can be said for all of them in `defaults`. */
  readonly defaults?: Shape;
  /**
   * Findings that only show when all are seen together, and those on the options alone; asked once,
   * if there is a resource of this kind. `construct` is the key of the resource that each is about.
   */
  readonly checkTogether?: Check<readonly Neighbour[], Input, NeighbourFinding>;
  /**
   * Whether a resource is plainly that of another project that took the same group, version and
   * kind: then it passes through.
   */
  isForeign?(resource: Fields): boolean;
  /**
   * The operator's mutating webhook: it sees a resource that was pruned and defaulted, before its
   * schema judges it.
   */
  mutate?(resource: Record<string, unknown>, options: RenderOptions): Mutation;
  /**
   * What a resource stands for. It was pruned, defaulted and found valid by the schema of its
   * version.
   */
  render(resource: Manifest, options: RenderOptions, surroundings: Surroundings): Rendered;
}

/** A finding on resources that are seen together. */
export interface NeighbourFinding extends Finding {
  /** The name of the object that, as the finding says, two of them make. */
  readonly takenName?: string;
}
