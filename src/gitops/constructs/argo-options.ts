/**
 * Options that Applications and sets of them have in common: from where, whereto, and how they are
 * synced.
 */
import { Duration } from 'cdk8s';
import { AppProject } from './app-project';
import { plainClass } from '../../kube';

/** What happens to the resources of an Application when it is deleted. */
export enum ArgoDeletion {
  /** They are kept: only the Application is deleted. */
  ORPHAN = 'orphan',
  /** They are deleted first, and then the Application. Resources with `Delete=false` are kept. */
  FOREGROUND = 'foreground',
  /**
   * The Application is deleted immediately, and they are deleted in the background. Resources with
   * `Delete=false` are kept.
   */
  BACKGROUND = 'background',
}

/**
 * What a difference and its props have alike.
 *
 * @internal
 */
class DifferenceFields {
  /**
   * The API group of the kind.
   * @default - the core group
   */
  public readonly group?: string;

  /** The kind, such as `PersistentVolumeClaim`. */
  public readonly kind!: string;

  /**
   * The name of the object.
   * @default - all objects of the kind
   */
  public readonly name?: string;

  /**
   * The namespace of the object.
   * @default - all namespaces
   */
  public readonly namespace?: string;

  /**
   * The fields to ignore, as JSON pointers such as `/spec/replicas`.
   * @default - none
   */
  public readonly jsonPointers?: string[];

  /**
   * The fields to ignore, as jq paths such as `.spec.template.spec.containers[].image`.
   * @default - none
   */
  public readonly jqPathExpressions?: string[];

  /**
   * Field managers whose fields are ignored, such as `kube-controller-manager`.
   * @default - none
   */
  public readonly managedFieldsManagers?: string[];
}

/** Props of an `ArgoIgnoreDifference`. */
export interface ArgoIgnoreDifferenceProps extends DifferenceFields {}

/**
 * A difference between Git and the cluster that Argo CD ignores (`spec.ignoreDifferences`). At
 * least one kind of path must be set. In TypeScript, an object with the same fields will do.
 *
 * @example
 * new ArgoApplication(chart, 'shop', {
 *   repoUrl: 'https://git.example.com/shop/deploy.git',
 *   path: 'dist/shop',
 *   destinationNamespace: 'shop',
 *   ignoreDifferences: [
 *     new ArgoIgnoreDifference({ kind: 'ServiceAccount', jsonPointers: ['/secrets'] }),
 *   ],
 * });
 */
export class ArgoIgnoreDifference extends DifferenceFields {
  /**
   * @param props the fields
   */
  public constructor(props: ArgoIgnoreDifferenceProps) {
    super();
    Object.assign(this, props);
  }
}
plainClass(ArgoIgnoreDifference);

/**
 * Options for syncing an Application (Argo CD 3.5). There is deliberately no option to replace
 * everything: for claims, that is either rejected or deletes them together with their data.
 */
export interface ArgoSyncOptions {
  /**
   * Whether Argo CD syncs automatically when Git changes.
   * @default true
   */
  readonly automated?: boolean;

  /**
   * Whether an automated sync deletes objects that were removed from the folder. Objects that hold
   * data then need a guard: `Prune=false`.
   * @default false; such objects have to be deleted manually
   */
  readonly prune?: boolean;

  /**
   * Whether an automated sync reverts changes in the cluster.
   * @default true if `automated` is true
   */
  readonly selfHeal?: boolean;

  /**
   * Whether to use server-side apply (`ServerSideApply=true`), which is required for objects larger
   * than 256 KiB.
   * @default false
   */
  readonly serverSideApply?: boolean;

  /**
   * Whether Argo CD creates the destination namespace (`CreateNamespace=true`). It never deletes
   * it.
   * @default false
   */
  readonly createNamespace?: boolean;

  /**
   * Whether pruning happens only after everything else is healthy (`PruneLast=true`).
   * @default false
   */
  readonly pruneLast?: boolean;

  /**
   * Further sync options in Argo CD's spelling, such as `FailOnSharedResource=true`. `Force=true`
   * and `Replace=true` are not allowed.
   * @default - none
   */
  readonly syncOptions?: string[];

  /**
   * How often a failed sync is retried.
   * @default - not set; Argo CD retries automated syncs 5 times and other syncs not at all
   */
  readonly retries?: number;

  /**
   * The time before the first retry. It doubles with each further retry.
   * @default - not set; Argo CD defaults to 5 seconds
   */
  readonly retryBackoff?: Duration;

  /**
   * The maximum time between two retries.
   * @default - not set; Argo CD defaults to 3 minutes
   */
  readonly retryMaxBackoff?: Duration;

  /**
   * Differences to ignore. Those that follow from the known objects are added: the replicas of
   * workloads that an autoscaler scales and, with server-side apply, the volume claim templates of
   * StatefulSets that omit their kind.
   * @default - only those that follow from the known objects
   */
  readonly ignoreDifferences?: ArgoIgnoreDifference[];

  /**
   * Whether to ignore the sizes of claims, because something else in the cluster expands claims.
   * Otherwise each sync tries to shrink them, which is rejected.
   * @default false
   */
  readonly ignoreClaimSizes?: boolean;

  /**
   * What happens to the resources when the Application is deleted.
   * @default ArgoDeletion.ORPHAN
   */
  readonly deletion?: ArgoDeletion;
}

/** The source and the destination of Applications. */
export interface ArgoDeliveryOptions extends ArgoSyncOptions {
  /**
   * The name of the object.
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * The namespace of the object, which must be one where Argo CD looks for Applications.
   * @default - that of the chart, or else `argocd`
   */
  readonly namespace?: string;

  /**
   * The name of the project.
   * @default 'default', unless `project` is given
   */
  readonly projectName?: string;

  /**
   * The project as a construct, which then permits what the Application needs.
   * @default - that of `projectName`
   */
  readonly project?: AppProject;

  /**
   * The URL of the repository, such as `https://git.example.com/team/app.git`,
   * `git@git.example.com:team/app.git` or `oci://registry.example.com/app`.
   */
  readonly repoUrl: string;

  /**
   * The branch, tag or commit.
   * @default - not set; Argo CD uses the default branch of the repository (`HEAD`)
   */
  readonly targetRevision?: string;

  /**
   * Whether subfolders are read as well.
   * @default true
   */
  readonly recurse?: boolean;

  /**
   * The config management plugin that generates the manifests, by its name and version, such as
   * `cdk8s-v1.0` (see `ArgoSynthPlugin`).
   * @default - none; the folder contains plain manifests
   */
  readonly pluginName?: string;

  /**
   * Environment variables for the plugin, which gets them with the prefix `ARGOCD_ENV_`.
   * @default - none
   */
  readonly pluginEnv?: { [name: string]: string };

  /**
   * The name of the destination cluster in Argo CD.
   * @default - that of `server`
   */
  readonly cluster?: string;

  /**
   * The URL of the destination cluster's API server.
   * @default 'https://kubernetes.default.svc', the cluster that Argo CD runs in, unless `cluster`
   * is set
   */
  readonly server?: string;

  /**
   * The namespace of objects that do not specify one.
   * @default - none; such objects are errors
   */
  readonly destinationNamespace?: string;

  /**
   * Local folders or files with the manifests of the Application, from which its needs are derived.
   * They are read immediately.
   * @default - unknown, except for `charts`
   */
  readonly folders?: string[];
}
