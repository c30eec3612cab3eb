/** A Kustomization of Flux. */
import { ApiObject, Duration } from 'cdk8s';
import { Construct } from 'constructs';
import { plainProps } from './argo-reading';
import { Finding } from '../../findings';
import { addManifest, findingsOfTrial, namespaceOf, readInput, registerIdentity } from '../../tree';
import {
  buildKustomization,
  checkKustomization,
  KUSTOMIZATION_SHAPE,
  KustomizationSpec,
} from '../kustomizations';

/** The kind of source that Flux takes manifests from. */
export enum FluxSourceKind {
  /** A Git repository. */
  GIT_REPOSITORY = 'GitRepository',
  /** Manifests in an OCI registry. */
  OCI_REPOSITORY = 'OCIRepository',
  /** A bucket of an object store. */
  BUCKET = 'Bucket',
  /** An artifact that another controller provides (Flux 2.7). */
  EXTERNAL_ARTIFACT = 'ExternalArtifact',
}

/**
 * What happens to the objects of a Kustomization when it is deleted. Objects with `prune: disabled`
 * are always kept.
 */
export enum FluxDeletionPolicy {
  /** They are kept. */
  ORPHAN = 'Orphan',
  /** They are deleted if the Kustomization prunes. */
  MIRROR_PRUNE = 'MirrorPrune',
  /** They are deleted. */
  DELETE = 'Delete',
  /**
   * They are deleted, and then the Kustomization, once they no longer exist or its timeout has
   * passed.
   */
  WAIT_FOR_TERMINATION = 'WaitForTermination',
}

/** A Kustomization that another one depends on. */
export interface FluxDependency {
  /** The name of the Kustomization. */
  readonly name: string;

  /**
   * The namespace of the Kustomization.
   * @default - that of the dependent Kustomization
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
   * The namespace of the Kustomization.
   * @default - that of the chart, or else `flux-system`
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

  /** The folder in the source, such as `dist/manifests/eks`. */
  readonly path: string;

  /**
   * How often Flux compares the cluster with the source.
   * @default Duration.minutes(10)
   */
  readonly interval?: Duration;

  /**
   * The time after which Flux retries after a failure.
   * @default - not set; Flux uses the interval
   */
  readonly retryInterval?: Duration;

  /**
   * The timeout for applying the objects and waiting for them.
   * @default - not set; Flux uses the interval
   */
  readonly timeout?: Duration;

  /**
   * Whether objects that were removed from the folder are deleted. Objects that hold data then need
   * a guard: `prune: disabled`.
   * @default false; such objects have to be deleted manually
   */
  readonly prune?: boolean;

  /**
   * What happens to its objects when the Kustomization is deleted (kustomize-controller 1.5 and
   * later).
   * @default FluxDeletionPolicy.ORPHAN
   */
  readonly deletionPolicy?: FluxDeletionPolicy;

  /**
   * Whether the Kustomization becomes ready only when all its objects are. A claim that waits for a
   * pod that does not exist makes it time out.
   * @default true
   */
  readonly wait?: boolean;

  /**
   * Kustomizations that must be ready first.
   * @default - none
   */
  readonly dependsOn?: FluxDependency[];

  /**
   * A namespace that overrides the namespaces of all objects.
   * @default - the objects keep their own
   */
  readonly targetNamespace?: string;

  /**
   * The name of the ServiceAccount that Flux impersonates when it applies the objects.
   * @default - the controller's own
   */
  readonly serviceAccountName?: string;

  /**
   * Whether reconciliation is suspended.
   * @default false
   */
  readonly suspend?: boolean;
}

/**
 * A Kustomization of Flux (`kustomize.toolkit.fluxcd.io/v1`, kustomize-controller 1.9), which keeps
 * a folder applied.
 *
 * It never forces: `spec.force` deletes a claim together with its data if a change is rejected.
 * Objects that need it, such as Jobs, are annotated individually
 * (`kustomize.toolkit.fluxcd.io/force: enabled`). Nor does it substitute variables: `postBuild`
 * would also replace variables in braces in the scripts of the folder.
 *
 * @example
 * const storage = new FluxKustomization(chart, 'storage', {
 *   path: 'dist/storage',
 *   timeout: Duration.minutes(5),
 * });
 * new FluxKustomization(chart, 'web', {
 *   path: 'dist/web',
 *   dependsOn: [{ name: storage.kustomizationName }],
 * });
 */
export class FluxKustomization extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: FluxKustomizationProps): Finding[] {
    return findingsOfTrial(scope, id, () => new FluxKustomization(scope, id, props));
  }

  /** The Kustomization object. */
  public readonly apiObject: ApiObject;

  /** The name of the Kustomization, by which others depend on it. */
  public readonly kustomizationName: string;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the Kustomization unless `name` is set
   * @param props the folder, and how to apply it
   * @throws an error that lists all findings if Flux would reject the Kustomization, or if it could
   * never become ready
   */
  constructor(scope: Construct, id: string, props: FluxKustomizationProps) {
    super(scope, id);
    const { plain, findings } = plainProps(
      { ...props, interval: props?.interval ?? Duration.minutes(10) },
      ['interval', 'retryInterval', 'timeout'],
      [],
    );
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
    const spec = readInput<KustomizationSpec>(this, given, {
      shape: KUSTOMIZATION_SHAPE,
      check,
    }).read();
    this.apiObject = addManifest(this, 'Resource', buildKustomization(spec));
    this.kustomizationName = spec.name;
    registerIdentity(this, this.apiObject);
  }
}
