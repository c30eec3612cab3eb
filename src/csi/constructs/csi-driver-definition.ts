/** What a CSI driver says about itself. */
import * as kplus from 'cdk8s-plus-28';
import { CsiStorageClass } from './csi-storage-class';
import { Finding } from '../../findings';

/** A ClusterRole for a driver, and how its service account gets it. */
export interface CsiRole {
  /** The name of the ClusterRole. */
  readonly name: string;

  /** The name of the ClusterRoleBinding, or of the RoleBinding. */
  readonly bindingName: string;

  /** What the role allows. */
  readonly rules: kplus.k8s.PolicyRule[];

  /**
   * Whether the role counts in the driver's own namespace only, by a RoleBinding.
   * @default false
   */
  readonly inNamespace?: boolean;
}

/** Ports at which a plugin listens besides those of its containers. */
export interface CsiPortRange {
  /** The first port. */
  readonly first: number;

  /** The last port. */
  readonly last: number;

  /** What listens there: lower case, one line. It becomes part of the message. */
  readonly use: string;
}

/** The node plugin of a driver, and what its pods need. */
export interface CsiPlugin {
  /** The name of the workload, and the value of its pods' label `app`. */
  readonly name: string;

  /** The name of the service account. */
  readonly serviceAccountName: string;

  /**
   * What the service account may do.
   * @default - nothing
   */
  readonly roles?: CsiRole[];

  /**
   * Ports that processes of the plugin pick from. The stack refuses another use of them in the same network.
   * @default - none but those of the containers
   */
  readonly reservedPorts?: CsiPortRange[];

  /**
   * The security context constraint for OpenShift.
   * @default - the pods need none
   */
  readonly scc?: CsiSecurityContextConstraints;

  /**
   * The pod. The stack adds the service account, the placement of the platform and the user's options. Without
   * tolerations, node plugins tolerate everything; without `topologySpreadConstraints`, controllers of several pods are
   * spread over nodes and zones as far as they can be.
   */
  readonly pod: kplus.k8s.PodSpec;
}

/** The controller plugin of a driver. */
export interface CsiControllerPlugin extends CsiPlugin {
  /**
   * Whether it is deployed whatever the classes are, as what makes no volumes but cleans up after them.
   * @default false: only where a class is dynamic
   */
  readonly always?: boolean;

  /**
   * How many pods there are.
   * @default 2
   */
  readonly replicas?: number;
}

/**
 * The security context constraint that a plugin gets on OpenShift, for its service account and nobody else. What it
 * allows is read from the pod, and is no more than that: host paths, network, ports and processes, privileged containers,
 * capabilities, users and groups, SELinux labels, seccomp profiles, kinds of volumes.
 */
export interface CsiSecurityContextConstraints {
  /** The name of the constraint. */
  readonly name: string;

  /**
   * What the constraint is for: the annotation `kubernetes.io/description`.
   * @default - no description
   */
  readonly description?: string;

  /** The name of the ClusterRole that allows to use a built-in one, in `SccMode.PRIVILEGED`: another one for each plugin. */
  readonly privilegedRoleName: string;

  /**
   * Kinds of volumes that are allowed besides those of the pod and projected, which holds the token of its service account.
   * @default - none
   */
  readonly additionalVolumeTypes?: string[];
}

/** A setting that a driver does not work without. */
export interface CsiRequirement {
  /** The field: `csiDriver.` and a field of the CSIDriver's spec, or `node.` or `controller.` and one of the pod's spec. */
  readonly field: string;

  /**
   * The only value that works, in JSON: `true`, `3`, `"File"` with its quotes.
   * @default - any value
   */
  readonly mustBe?: string;

  /**
   * The text that must not be in the list.
   * @default - any entries
   */
  readonly mustNotContain?: string;

  /**
   * Whether any value is wrong.
   * @default false
   */
  readonly mustBeAbsent?: boolean;

  /** What happens otherwise: lower case, one line. It becomes part of the message. */
  readonly reason: string;
}

/** Values of a parameter that classes must not have with the driver as it is installed. */
export interface CsiStorageClassRestriction {
  /** The parameter. */
  readonly parameter: string;

  /** The values that do not work. */
  readonly values: string[];

  /** What happens otherwise: lower case, one line. It becomes part of the message. */
  readonly reason: string;

  /** What to do about it: lower case, one line. */
  readonly remedy: string;
}

/** OpenShift's own operator for a driver. */
export interface CsiOpenShiftOperator {
  /** The name of the package in the catalog. */
  readonly packageName: string;

  /** The namespace that the operator is installed in, unless the user names one. */
  readonly namespace: string;

  /**
   * The channel of the package.
   * @default - the package's own default channel
   */
  readonly channel?: string;

  /**
   * The catalog.
   * @default 'redhat-operators'
   */
  readonly source?: string;

  /**
   * The namespace of the catalog.
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

/** All that a `CsiDriverStack` has to know about a driver. */
export interface CsiDriverDefinition {
  /** The name of the driver: of its CSIDriver, and the provisioner of its classes. At most 63 characters. */
  readonly name: string;

  /** What the software is called: the label `app.kubernetes.io/name`. */
  readonly appName: string;

  /** The namespace of the driver where neither the stack nor its chart was given one. */
  readonly defaultNamespace: string;

  /** The spec of the CSIDriver. */
  readonly csiDriver: kplus.k8s.CsiDriverSpec;

  /** The node plugin. */
  readonly node: CsiPlugin;

  /**
   * The controller plugin. It is deployed where a class is dynamic, or on request.
   * @default - the driver has none
   */
  readonly controller?: CsiControllerPlugin;

  /**
   * The driver's own classes.
   * @default - none
   */
  readonly storageClasses?: CsiStorageClass[];

  /**
   * The parameters that only classes have whose volumes the controller makes: with one of them, a class is dynamic
   * without saying so.
   * @default - none: classes say themselves that they are dynamic
   */
  readonly dynamicParameters?: string[];

  /**
   * The settings that the driver does not work without.
   * @default - none
   */
  readonly requirements?: CsiRequirement[];

  /**
   * Parameters that do not go with the driver as it is installed.
   * @default - none
   */
  readonly storageClassRestrictions?: CsiStorageClassRestriction[];

  /**
   * OpenShift's operator for the driver.
   * @default - there is none
   */
  readonly operator?: CsiOpenShiftOperator;

  /**
   * The objects of the installation to the letter, in place of all that the stack would make but its classes. For
   * definitions that reproduce somebody else's installation.
   * @default - the stack makes them
   */
  readonly fixedObjects?: { [field: string]: any }[];

  /**
   * Objects of the installation that the stack has no part for, such as Services, with their namespaces. They get the labels of
   * the driver.
   * @default - none
   */
  readonly additionalObjects?: { [field: string]: any }[];

  /**
   * The names of the driver's own options that were given but do nothing on this platform and in this mode.
   * @default - none
   */
  readonly optionsWithoutEffect?: string[];

  /**
   * The driver's warnings about its own options. The stack reports them, with `driver.` before their paths.
   * @default - none
   */
  readonly findings?: Finding[];
}
