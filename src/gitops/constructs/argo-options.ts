/** What Applications and sets of them have in common: from where, whereto, and how they are synced. */
import { Duration } from 'cdk8s';
import { AppProject } from './app-project';

/** What becomes of the resources of an Application that is deleted. */
export enum ArgoDeletion {
  /** They stay: only the Application goes. */
  ORPHAN = 'orphan',
  /** They are deleted, and the Application when all of them are gone. What has `Delete=false` stays. */
  FOREGROUND = 'foreground',
  /** They are deleted, and the Application at once. What has `Delete=false` stays. */
  BACKGROUND = 'background',
}

/** A difference between Git and the cluster that does not count (`spec.ignoreDifferences`). One kind of path at least is needed. */
export interface ArgoIgnoreDifference {
  /**
   * The API group of the kind.
   * @default - the core group
   */
  readonly group?: string;

  /** The kind, such as `PersistentVolumeClaim`. */
  readonly kind: string;

  /**
   * The name of the object.
   * @default - every object of the kind
   */
  readonly name?: string;

  /**
   * Its namespace.
   * @default - every namespace
   */
  readonly namespace?: string;

  /**
   * Fields as JSON pointers: `/spec/replicas`.
   * @default - none
   */
  readonly jsonPointers?: string[];

  /**
   * Fields as paths of jq: `.spec.template.spec.containers[].image`.
   * @default - none
   */
  readonly jqPathExpressions?: string[];

  /**
   * Field managers whose fields are ignored, such as `kube-controller-manager`.
   * @default - none
   */
  readonly managedFieldsManagers?: string[];
}

/** How an Application is synced (Argo CD 3.5). There is no way to replace everything: that is refused for claims, or deletes them with their data. */
export interface ArgoSyncOptions {
  /**
   * Whether Argo CD syncs by itself when Git changes.
   * @default true
   */
  readonly automated?: boolean;

  /**
   * Whether an automated sync deletes what left the folder. What holds data needs a guard then: `Prune=false`.
   * @default false: a person removes it
   */
  readonly prune?: boolean;

  /**
   * Whether an automated sync undoes changes in the cluster.
   * @default true, if it is automated
   */
  readonly selfHeal?: boolean;

  /**
   * Whether objects are applied by the API server (`ServerSideApply=true`): needed for objects of more than 256 KiB.
   * @default false
   */
  readonly serverSideApply?: boolean;

  /**
   * Whether Argo CD makes the destination's namespace (`CreateNamespace=true`). It never deletes it.
   * @default false
   */
  readonly createNamespace?: boolean;

  /**
   * Whether what left the folder is deleted after everything else is healthy (`PruneLast=true`).
   * @default false
   */
  readonly pruneLast?: boolean;

  /**
   * Further options, as Argo CD spells them: `FailOnSharedResource=true`. `Force=true` and `Replace=true` are refused here.
   * @default - none
   */
  readonly syncOptions?: string[];

  /**
   * How often a sync that fails is tried again.
   * @default - not written; Argo CD tries 5 times what it synced by itself, and nothing else
   */
  readonly retries?: number;

  /**
   * The time before it is first tried again. Each next time is twice as long.
   * @default - not written; Argo CD takes 5 seconds
   */
  readonly retryBackoff?: Duration;

  /**
   * The longest time between two attempts.
   * @default - not written; Argo CD takes 3 minutes
   */
  readonly retryMaxBackoff?: Duration;

  /**
   * Differences that do not count. Those that the known objects bring with them are added: the replicas of what an autoscaler
   * scales, and the claim templates of StatefulSets that leave out their kind, where the API server applies them.
   * @default - only what the objects need
   */
  readonly ignoreDifferences?: ArgoIgnoreDifference[];

  /**
   * Whether the sizes of claims do not count, since something else in the cluster makes claims grow. Otherwise each sync tries to
   * make them smaller, and is refused.
   * @default false
   */
  readonly ignoreClaimSizes?: boolean;

  /**
   * What becomes of the resources when the Application is deleted.
   * @default ArgoDeletion.ORPHAN
   */
  readonly deletion?: ArgoDeletion;
}

/** From where Applications take their manifests, and where these go. */
export interface ArgoDeliveryOptions extends ArgoSyncOptions {
  /**
   * The name of the object.
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * The namespace of the object: one in which Argo CD looks for Applications.
   * @default - the chart's, else `argocd`
   */
  readonly namespace?: string;

  /**
   * The project, by its name.
   * @default 'default', unless `project` is given
   */
  readonly projectName?: string;

  /**
   * The project, which then permits what the Application needs.
   * @default - that of `projectName`
   */
  readonly project?: AppProject;

  /** The repository: `https://git.example.com/team/app.git`, `git@git.example.com:team/app.git` or `oci://registry.example.com/app`. */
  readonly repoUrl: string;

  /**
   * The branch, tag or commit.
   * @default - not written; Argo CD takes the repository's own branch (`HEAD`)
   */
  readonly targetRevision?: string;

  /**
   * Whether folders below are read as well.
   * @default true
   */
  readonly recurse?: boolean;

  /**
   * The plug-in that makes the manifests, by its name and version: `cdk8s-v1.0` (see `ArgoSynthPlugin`).
   * @default - the folder has plain manifests
   */
  readonly pluginName?: string;

  /**
   * Environment variables for the plug-in. It gets them with `ARGOCD_ENV_` before their names.
   * @default - none
   */
  readonly pluginEnv?: { [name: string]: string };

  /**
   * The cluster, by the name under which Argo CD knows it.
   * @default - that of `server`
   */
  readonly cluster?: string;

  /**
   * The address of the cluster's API server.
   * @default 'https://kubernetes.default.svc', the cluster that Argo CD runs in, unless `cluster` is given
   */
  readonly server?: string;

  /**
   * The namespace of objects that name none.
   * @default - none; such objects are refused
   */
  readonly destinationNamespace?: string;

  /**
   * Folders or files of this machine with the manifests that it holds, to read what they need. They are read at once.
   * @default - nothing is known but `charts`
   */
  readonly folders?: string[];
}
