/** The policies and webhook configurations as plain input. */
import { ADMISSION_ACTIONS, FAILURE_POLICIES } from '../../admission';
import { always, flag, listOf, Of, oneOf, objectOf, string, text } from '../../shape';

const failurePolicy = always(oneOf<string>(FAILURE_POLICIES));

/** The policy that refuses claims whose data nobody gave up. */
export const EPHEMERAL_ONLY_SHAPE = objectOf({
  name: always(string),
  // The classes that count; all of the driver if neither these nor a ConfigMap are given.
  storageClassNames: listOf(string),
  // The ConfigMap whose keys are the names of the classes that count.
  storageClassConfigMap: objectOf({ name: always(string), namespace: always(string) }),
  validationActions: always(listOf(oneOf<string>(ADMISSION_ACTIONS))),
  failurePolicy,
  // Any pod among the owners of a claim makes it an ephemeral one, as the webhook has it.
  anyPodOwner: flag,
  // Claim templates of StatefulSets are judged when the StatefulSet is made.
  statefulSets: flag,
  // Pods are judged that cannot get their local volumes.
  pods: flag,
  // Classes and persistent volumes of the driver are judged.
  storageClasses: flag,
  persistentVolumes: flag,
  exemptNamespaces: listOf(string),
});

/** The version of Kubernetes, and what is enabled in it besides. */
interface ClusterFacts {
  readonly kubernetes?: string;
  readonly featureGates?: readonly string[];
}

export type EphemeralOnlySpec = Of<typeof EPHEMERAL_ONLY_SHAPE> & Pick<ClusterFacts, 'kubernetes'>;

/** The policy that sends pods to the nodes of their volumes. */
export const HYPERCONVERGED_SHAPE = objectOf({
  name: always(string),
  labelKey: string,
  labelValue: text,
  // All pods of the cluster are looked at, with a label or without.
  everyPod: flag,
  failurePolicy,
});
export type HyperconvergedSpec = Of<typeof HYPERCONVERGED_SHAPE> & ClusterFacts;

/** The configuration of a webhook that a manager answers. */
export const WEBHOOK_SHAPE = objectOf({
  name: always(string),
  serviceName: always(string),
  namespace: always(string),
  failurePolicy,
});
export type WebhookSpec = Of<typeof WEBHOOK_SHAPE>;
