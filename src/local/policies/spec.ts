/** The policies and webhook configurations as plain input. */
import { ADMISSION_ACTIONS, FAILURE_POLICIES, ParamRef } from '../../admission';
import { flag, listOf, oneOf, string, struct, text } from '../../shape';

/** The policy that refuses claims whose data nobody gave up. */
export interface EphemeralOnlySpec {
  readonly name: string;
  /** The version of Kubernetes; unknown if it is not given. */
  readonly kubernetes?: string;
  /** The classes that count; all of the driver if neither these nor a ConfigMap are given. */
  readonly storageClassNames?: readonly string[];
  /** The ConfigMap whose keys are the names of the classes that count. */
  readonly storageClassConfigMap?: ParamRef;
  readonly validationActions: readonly string[];
  readonly failurePolicy: string;
  /**
   * Whether any pod among the owners of a claim makes it an ephemeral one, as the webhook has it.
   */
  readonly anyPodOwner?: boolean;
  /** Whether claim templates of StatefulSets are looked at when the StatefulSet is made. */
  readonly statefulSets?: boolean;
  /** Whether pods are looked at that cannot get their local volumes. */
  readonly pods?: boolean;
  /** Whether classes of the driver are looked at. */
  readonly storageClasses?: boolean;
  /** Whether persistent volumes of the driver are looked at. */
  readonly persistentVolumes?: boolean;
  readonly exemptNamespaces?: readonly string[];
}

/** The policy that sends pods to the nodes of their volumes. */
export interface HyperconvergedSpec {
  readonly name: string;
  /** The version of Kubernetes, and what is enabled in it besides. */
  readonly kubernetes?: string;
  readonly featureGates?: readonly string[];
  readonly labelKey?: string;
  readonly labelValue?: string;
  /** Whether all pods of the cluster are looked at, with a label or without. */
  readonly everyPod?: boolean;
  readonly failurePolicy: string;
}

/** The configuration of a webhook that a manager answers. */
export interface WebhookSpec {
  readonly name: string;
  readonly serviceName: string;
  readonly namespace: string;
  readonly failurePolicy: string;
}

const failurePolicy = oneOf(FAILURE_POLICIES);

/** The types of each. */
export const EPHEMERAL_ONLY_SHAPE = struct<Omit<EphemeralOnlySpec, 'kubernetes'>>({
  name: string,
  storageClassNames: listOf(string),
  storageClassConfigMap: struct<ParamRef>({ name: string, namespace: string }),
  validationActions: listOf(oneOf(ADMISSION_ACTIONS)),
  failurePolicy,
  anyPodOwner: flag,
  statefulSets: flag,
  pods: flag,
  storageClasses: flag,
  persistentVolumes: flag,
  exemptNamespaces: listOf(string),
});
export const HYPERCONVERGED_SHAPE = struct<Omit<HyperconvergedSpec, 'kubernetes' | 'featureGates'>>(
  {
    name: string,
    labelKey: string,
    labelValue: text,
    everyPod: flag,
    failurePolicy,
  },
);
export const WEBHOOK_SHAPE = struct<WebhookSpec>({
  name: string,
  serviceName: string,
  namespace: string,
  failurePolicy,
});
