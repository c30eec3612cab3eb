/** The definition of a CSI driver, as the driver gives it. */
import * as kplus from 'cdk8s-plus-28';
import { CsiDriverStackMode } from './csi-driver';
import { CsiStorageClass } from './csi-storage-class';
import { Finding } from '../../findings';
import { Platform } from '../../tree';

/** The context in which a driver describes itself. */
export interface CsiDriverContext {
  /** The platform that the driver is installed on. */
  readonly platform: Platform;

  /** Who installs the driver. */
  readonly mode: CsiDriverStackMode;

  /**
   * The namespace of the stack or, if the stack installs the driver, that of its chart.
   * @default - none; the namespace of the definition is used
   */
  readonly namespace?: string;

  /** The kubelet's directory on the nodes, without a trailing slash. */
  readonly kubeletPath: string;

  /** The log verbosity, from 0 to 10. */
  readonly logLevel: number;

  /**
   * The port of the node plugin's health endpoint.
   * @default - the driver's own
   */
  readonly nodeHealthPort?: number;

  /**
   * The port of the controller's health endpoint.
   * @default - the driver's own
   */
  readonly controllerHealthPort?: number;
}

/** A ClusterRole for a driver, and how it is bound to the service account. */
export interface CsiRole {
  /** The name of the ClusterRole. */
  readonly name: string;

  /** The name of the ClusterRoleBinding or RoleBinding. */
  readonly bindingName: string;

  /** The rules of the role. */
  readonly rules: kplus.k8s.PolicyRule[];

  /**
   * Whether the role is granted only in the driver's own namespace, by a RoleBinding.
   * @default false
   */
  readonly inNamespace?: boolean;
}

/** A range of ports that a plugin listens on, besides those of its containers. */
export interface CsiPortRange {
  /** The first port of the range. */
  readonly first: number;

  /** The last port of the range. */
  readonly last: number;

  /** What listens on the ports, in lower case and on one line. It becomes part of the message. */
  readonly use: string;
}

/** A plugin of a driver, and what its pods need. */
export interface CsiPlugin {
  /** The name of the workload, and the value of the label `app` of its pods. */
  readonly name: string;

  /** The name of the service account. */
  readonly serviceAccountName: string;

  /**
   * What the service account may do.
   * @default - nothing
   */
  readonly roles?: CsiRole[];

  /**
   * Ports that the processes of the plugin pick from. The stack rejects any other use of them in
   * the same network.
   * @default - only those of the containers
   */
  readonly reservedPorts?: CsiPortRange[];

  /**
   * The SecurityContextConstraints of the plugin on OpenShift.
   * @default - none; the pods do not need any
   */
  readonly scc?: CsiSecurityContextConstraints;

  /**
   * The spec of the pods. The stack adds the service account, the placement for the platform and
   * the user's options. Without tolerations, a node plugin tolerates all taints. Without
   * `topologySpreadConstraints`, the pods of a controller are spread over nodes and zones as far as
   * possible.
   */
  readonly pod: kplus.k8s.PodSpec;
}

/** The controller plugin of a driver. */
export interface CsiControllerPlugin extends CsiPlugin {
  /**
   * Whether the controller is deployed even if no class is dynamic, because it does not provision
   * volumes but cleans up after them.
   * @default false; it is deployed only if a class is dynamic
   */
  readonly always?: boolean;

  /**
   * The number of pods.
   * @default 2
   */
  readonly replicas?: number;
}

/**
 * The SecurityContextConstraints (SCC) of a plugin on OpenShift, which only its service account may
 * use. They are derived from the pod and allow no more than it needs: host paths, network, ports
 * and processes, privileged containers, capabilities, users and groups, SELinux labels, seccomp
 * profiles and types of volumes.
 */
export interface CsiSecurityContextConstraints {
  /** The name of the SCC. */
  readonly name: string;

  /**
   * The purpose of the SCC, written to the annotation `kubernetes.io/description`.
   * @default - no description
   */
  readonly description?: string;

  /**
   * The name of the ClusterRole that grants the use of a built-in SCC with `SccMode.PRIVILEGED`.
   * Each plugin needs a name of its own.
   */
  readonly privilegedRoleName: string;

  /**
   * Types of volumes that are allowed besides those of the pod and `projected`, which holds the
   * token of its service account.
   * @default - none
   */
  readonly additionalVolumeTypes?: string[];
}

/** A setting that a driver requires. */
export interface CsiRequirement {
  /**
   * The path of the field: `csiDriver.` followed by a field of the CSIDriver's spec, or `node.` or
   * `controller.` followed by a field of the pod's spec.
   */
  readonly field: string;

  /**
   * The only value that works, as JSON: `true`, `3`, or `"File"` with the quotes.
   * @default - any value
   */
  readonly mustBe?: string;

  /**
   * A string that must not be in the list.
   * @default - the list may have any entries
   */
  readonly mustNotContain?: string;

  /**
   * Whether the field must not be set at all.
   * @default false
   */
  readonly mustBeAbsent?: boolean;

  /** What happens otherwise, in lower case and on one line. It becomes part of the message. */
  readonly reason: string;
}

/** Values of a parameter that storage classes must not have, given how the driver is installed. */
export interface CsiStorageClassRestriction {
  /** The name of the parameter. */
  readonly parameter: string;

  /** The values that do not work. */
  readonly values: string[];

  /** What happens otherwise, in lower case and on one line. It becomes part of the message. */
  readonly reason: string;

  /** What to do about it, in lower case and on one line. */
  readonly remedy: string;
}

/** The operator that OpenShift offers for a driver. */
export interface CsiOpenShiftOperator {
  /** The name of the package in the catalog. */
  readonly packageName: string;

  /** The namespace that the operator is installed in, unless the user specifies another one. */
  readonly namespace: string;

  /**
   * The channel that the Subscription follows.
   * @default - the package's own default channel
   */
  readonly channel?: string;

  /**
   * The CatalogSource that the package comes from.
   * @default 'redhat-operators'
   */
  readonly source?: string;

  /**
   * The namespace of the CatalogSource.
   * @default 'openshift-marketplace'
   */
  readonly sourceNamespace?: string;

  /**
   * Environment variables of the operator.
   * @default - none
   */
  readonly env?: { [name: string]: string };

  /**
   * Fields of the spec of the ClusterCSIDriver besides `managementState: Managed`.
   * @default - none
   */
  readonly clusterCsiDriver?: { [field: string]: any };
}

/** Everything that a `CsiDriverStack` needs to know about a driver. */
export interface CsiDriverDefinition {
  /**
   * The name of the driver, with at most 63 characters. It names the CSIDriver object and is the
   * provisioner of the classes.
   */
  readonly name: string;

  /** The name of the software, for the label `app.kubernetes.io/name`. */
  readonly appName: string;

  /** The namespace of the driver if neither the stack nor its chart specifies one. */
  readonly defaultNamespace: string;

  /** The spec of the CSIDriver. */
  readonly csiDriver: kplus.k8s.CsiDriverSpec;

  /** The node plugin. */
  readonly node: CsiPlugin;

  /**
   * The controller plugin. It is deployed if a class is dynamic, or on request.
   * @default - the driver has no controller
   */
  readonly controller?: CsiControllerPlugin;

  /**
   * The driver's own classes.
   * @default - none
   */
  readonly storageClasses?: CsiStorageClass[];

  /**
   * Parameters that only dynamic classes have. A class with one of them is dynamic even if it does
   * not say so.
   * @default - none; a class is dynamic only if it says so
   */
  readonly dynamicParameters?: string[];

  /**
   * The settings that the driver requires.
   * @default - none
   */
  readonly requirements?: CsiRequirement[];

  /**
   * Values of parameters that do not work with the driver as it is installed.
   * @default - none
   */
  readonly storageClassRestrictions?: CsiStorageClassRestriction[];

  /**
   * OpenShift's operator for the driver.
   * @default - there is no operator
   */
  readonly operator?: CsiOpenShiftOperator;

  /**
   * The exact objects of the installation. They replace everything that the stack would create,
   * except its classes. For definitions that reproduce an existing installation.
   * @default - the stack creates them
   */
  readonly fixedObjects?: { [field: string]: any }[];

  /**
   * Further objects of the installation that the stack does not create itself, such as Services,
   * with their namespaces. They get the labels of the driver.
   * @default - none
   */
  readonly additionalObjects?: { [field: string]: any }[];

  /**
   * The names of the driver's own options that are set but have no effect on this platform and in
   * this mode.
   * @default - none
   */
  readonly optionsWithoutEffect?: string[];

  /**
   * The driver's warnings about its own options. The stack reports them, with their paths prefixed
   * by `driver.`.
   * @default - none
   */
  readonly findings?: Finding[];
}
