/** A Kustomization of Flux. */
import { ApiObject, Duration } from 'cdk8s';
import { Construct } from 'constructs';
import { plainProps } from './argo-reading';
import { Finding } from '../../findings';
import { addManifest, findingsOfTrial, namespaceOf, readInput, registerIdentity } from '../../tree';
import { buildKustomization, checkKustomization, KUSTOMIZATION_SHAPE, KustomizationSpec } from '../kustomizations';

/** What Flux takes manifests from. */
export enum FluxSourceKind {
  /** A Git repository. */
  GIT_REPOSITORY = 'GitRepository',
  /** Manifests in a registry. */
  OCI_REPOSITORY = 'OCIRepository',
  /** A bucket of an object store. */
  BUCKET = 'Bucket',
  /** What another controller has packed (Flux 2.7). */
  EXTERNAL_ARTIFACT = 'ExternalArtifact',
}

/** What becomes of the objects of a Kustomization that is deleted. What has `prune: disabled` stays in any case. */
export enum FluxDeletionPolicy {
  /** They stay. */
  ORPHAN = 'Orphan',
  /** They are deleted if the Kustomization prunes. */
  MIRROR_PRUNE = 'MirrorPrune',
  /** They are deleted. */
  DELETE = 'Delete',
  /** They are deleted, and the Kustomization goes when they are gone, or its timeout has passed. */
  WAIT_FOR_TERMINATION = 'WaitForTermination',
}

/** Another Kustomization. */
export interface FluxDependency {
  /** Its name. */
  readonly name: string;

  /**
   * Its namespace.
   * @default - that of the Kustomization that waits
   */
  readonly namespace?: string;
}

/** Props of a `FluxKustomization`. */
export interface FluxKustomizationProps {
  /**
   * The name of the object.
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * Its namespace.
   * @default - the chart's, else `flux-system`
   */
  readonly namespace?: string;

  /**
   * The kind of the source.
   * @default FluxSourceKind.GIT_REPOSITORY
   */
  readonly sourceKind?: FluxSourceKind;

  /**
   * The name of the source.
   * @default 'flux-system'
   */
  readonly sourceName?: string;

  /**
   * The namespace of the source.
   * @default - that of the Kustomization
   */
  readonly sourceNamespace?: string;

  /** The folder in the source: `dist/manifests/eks`. */
  readonly path: string;

  /**
   * How often what is in the cluster is compared.
   * @default Duration.minutes(10)
   */
  readonly interval?: Duration;

  /**
   * When it is tried again after a failure.
   * @default - not set; Flux uses the interval
   */
  readonly retryInterval?: Duration;

  /**
   * How long applying and waiting may take.
   * @default - not set; Flux uses the interval
   */
  readonly timeout?: Duration;

  /**
   * Whether objects that left the folder are deleted. What holds data needs a guard then: `prune: disabled`.
   * @default false: a person removes them
   */
  readonly prune?: boolean;

  /**
   * What becomes of its objects when the Kustomization is deleted (kustomize-controller 1.5 and later).
   * @default FluxDeletionPolicy.ORPHAN
   */
  readonly deletionPolicy?: FluxDeletionPolicy;

  /**
   * Whether it is ready only when all its objects are. A claim that waits for a pod which is not there makes it time out.
   * @default true
   */
  readonly wait?: boolean;

  /**
   * Kustomizations that must be ready before.
   * @default - none
   */
  readonly dependsOn?: FluxDependency[];

  /**
   * A namespace that all objects are put into, whatever they say.
   * @default - each in its own
   */
  readonly targetNamespace?: string;

  /**
   * The ServiceAccount in whose name Flux applies.
   * @default - the controller's own
   */
  readonly serviceAccountName?: string;

  /**
   * Whether nothing is applied for now.
   * @default false
   */
  readonly suspend?: boolean;
}

/**
 * A Kustomization of Flux (`kustomize.toolkit.fluxcd.io/v1`, kustomize-controller 1.9): a folder that is kept applied.
 *
 * It never forces: `spec.force` deletes a claim with its data on any change that is refused. Objects that need it, such as Jobs, say so
 * themselves (`kustomize.toolkit.fluxcd.io/force: enabled`). It never substitutes either: `postBuild` takes variables in braces for its
 * own, those of the scripts in the folder as well.
 *
 * @example
 * const storage = new FluxKustomization(chart, 'storage', { path: 'dist/storage', timeout: Duration.minutes(5) });
 * new FluxKustomization(chart, 'web', { path: 'dist/web', dependsOn: [{ name: storage.kustomizationName }] });
 */
export class FluxKustomization extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an exception carries only
   * text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: FluxKustomizationProps): Finding[] {
    return findingsOfTrial(scope, id, () => new FluxKustomization(scope, id, props));
  }

  /** The object of the Kustomization. */
  public readonly apiObject: ApiObject;

  /** Its name, by which others depend on it. */
  public readonly kustomizationName: string;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the Kustomization unless `name` is set
   * @param props which folder, and how
   * @throws an error that lists all findings if Flux would refuse the Kustomization, or could never make it ready
   */
  constructor(scope: Construct, id: string, props: FluxKustomizationProps) {
    super(scope, id);
    const { plain, findings } = plainProps({ ...props, interval: props?.interval ?? Duration.minutes(10) }, ['interval', 'retryInterval', 'timeout'], []);
    const given = {
      ...plain,
      name: props?.name ?? id,
      namespace: namespaceOf(this, props?.namespace) ?? 'flux-system',
      sourceKind: props?.sourceKind ?? FluxSourceKind.GIT_REPOSITORY,
      sourceName: props?.sourceName ?? 'flux-system',
      prune: props?.prune ?? false,
      deletionPolicy: props?.deletionPolicy ?? FluxDeletionPolicy.ORPHAN,
      wait: props?.wait ?? true,
    } as KustomizationSpec;
    const check = (input: KustomizationSpec) => [...findings, ...checkKustomization(input)];
    const spec = readInput<KustomizationSpec>(this, given, { shape: KUSTOMIZATION_SHAPE, check }).read();
    this.apiObject = addManifest(this, 'Resource', buildKustomization(spec));
    this.kustomizationName = spec.name;
    registerIdentity(this, this.apiObject);
  }
}
