/** The rules of co-location: who may wait for whom on which node. */
import { defineRules } from '../findings';

const SCHEDULER = 'Kubernetes, kube-scheduler and the attach/detach controller';

export const PLACEMENT_RULES = defineRules('placement', {
  claimForOnePod: {
    error: 'A claim that is ReadWriteOncePod has several consumers.',
    why: 'The scheduler keeps the second pod pending as long as the first one exists, on any node.',
    bad: 'a Deployment and a viewer of a claim with accessModes [ReadWriteOncePod]',
    good: 'accessModes [ReadWriteOnce], which several pods of one node can use',
    source: SCHEDULER,
    restates: ['nodes/claim-of-one-pod'],
  },
  claimElsewhere: {
    warning: 'A claim is in another namespace than the pods that use it.',
    why: 'A pod cannot refer to a claim in another namespace; the claim that it names does not exist, and the pod stays pending.',
    bad: 'a claim in the namespace data, and a viewer of it in the namespace tools',
    good: 'namespace: data for the viewer',
    source: 'Kubernetes, PersistentVolumeClaimVolumeSource',
    restates: ['storage/claim-elsewhere'],
  },
  claimOnManyNodes: {
    warning: 'Pods that use a ReadWriteOnce claim run on several nodes.',
    why: 'The volume can be attached to only one node at a time: pods on other nodes stay in ContainerCreating.',
    bad: 'a Deployment of 3 replicas, or a DaemonSet, with a ReadWriteOnce claim',
    good: "one replica, a claim for each pod (a StatefulSet's), or accessModes [ReadWriteMany]",
    source: SCHEDULER,
    restates: ['nodes/shared-claim', 'nodes/never-together', 'nodes/job-beside-workload'],
  },
  consumerWithoutLabels: {
    warning: 'The pods of a workload that others follow have no labels.',
    why: 'Affinity selects pods by their labels; without any, the other pod may be scheduled on a node where the volume cannot be attached.',
    bad: 'a Pod without labels that mounts the claim',
    good: 'metadata.labels: { app: shop }',
    source: SCHEDULER,
  },
  requiredOfBatch: {
    warning: 'A pod is required to run together with pods that end.',
    why: 'Between two runs of a Job, there is no pod to follow, and a pod that requires one stays pending: so it is only preferred.',
    bad: 'mode REQUIRED, where only a CronJob has the claim',
    good: 'mode AUTO or PREFERRED',
    source: SCHEDULER,
  },
  requiredOfMany: {
    warning: 'A pod is required to run together with several workloads.',
    why: 'The scheduler looks for one pod that satisfies all required terms, so terms for different workloads are never satisfied.',
    bad: 'mode REQUIRED, where two Deployments have the claim',
    good: 'mode AUTO or PREFERRED',
    source: SCHEDULER,
  },
  followedApart: {
    warning: 'Workloads with which one pod shares ReadWriteOnce claims may run on different nodes.',
    why: 'They may start on different nodes, and then both volumes cannot be attached to the same node.',
    bad: 'CoLocation.of(a).withClaim(bFiles).withClaim(cFiles), where b and c do not follow each other',
    good: 'additionally CoLocation.of(c).withWorkload(b)',
    source: SCHEDULER,
  },
  taintNotTolerated: {
    warning:
      'A pod that must run together with a workload does not tolerate the taints that the workload tolerates.',
    why: 'If the workload runs on a node with such a taint, the other pod cannot be scheduled there, and it must not run elsewhere.',
    bad: 'a Deployment with tolerations [{ key: dedicated, operator: Exists }], and a viewer of its claim without any',
    good: 'tolerations: [{ key: dedicated, operator: Exists }] for the viewer, too',
    source: SCHEDULER,
  },
  requiredInCircle: {
    error: 'Two workloads require each other on their node, directly or not.',
    why: 'Each waits for the other to be scheduled first, forever.',
    bad: 'CoLocation.of(a).withWorkload(b, { mode: REQUIRED }) and CoLocation.of(b).withWorkload(a, { mode: REQUIRED })',
    good: 'one of them with mode AUTO or PREFERRED',
    source: SCHEDULER,
  },
  notPlaceable: {
    error: 'A workload that is placed, or placed with, creates no pods.',
    why: 'There is nothing to schedule, or nothing to follow.',
    bad: 'CoLocation.of(a).withWorkload(service)',
    good: 'CoLocation.of(a).withWorkload(deployment)',
    source: SCHEDULER,
  },
  claimOfPods: {
    warning: "A reference to a StatefulSet's claim lacks the ordinal of its pod.",
    why: 'Each pod has its own claim, named with its ordinal: a pod that refers to a claim without one stays pending.',
    bad: 'the claim data-db, of the StatefulSet db with the claim template data',
    good: 'the claim data-db-0',
    source: 'Kubernetes, StatefulSet controller',
  },
  workloadKind: {
    error: 'A registered kind of workload does not specify where its pod template is.',
    why: 'Its objects could not be read, and nothing could be placed with them.',
    bad: "registerWorkload(app, { kind: 'Rollout', templatePath: 'spec.template' })",
    good: "registerWorkload(app, { group: 'argoproj.io', kind: 'Rollout', templatePath: ['spec', 'template'] })",
    source: 'this library',
  },
  option: {
    error: 'A mode, topology key or weight is not valid in Kubernetes.',
    why: 'The API server refuses the pod.',
    bad: 'weight: 1000',
    good: 'weight: 100',
    source: 'Kubernetes, core/v1 WeightedPodAffinityTerm',
  },
  affinity: {
    error:
      'An affinity that co-location adds to does not have the structure that Kubernetes defines: maps, and lists of terms.',
    why: 'Terms cannot be added to any other structure without losing it.',
    bad: 'affinity: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: { weight: 1 } } }',
    good: 'affinity: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, … }] } }',
    source: 'Kubernetes, core/v1 Affinity',
  },
});
