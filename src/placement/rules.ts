/** The rules of co-location: who may wait for whom on which node. */
import { defineRules, Severity } from '../findings';

const SCHEDULER = 'Kubernetes 1.36, kube-scheduler and the attach/detach controller';

export const PLACEMENT_RULES = defineRules('placement', {
  claimForOnePod: {
    summary: 'A claim that is ReadWriteOncePod has one consumer.',
    why: 'The scheduler leaves the second pod pending for as long as the first one is there, on whatever node.',
    bad: 'a Deployment and a viewer of a claim with accessModes [ReadWriteOncePod]',
    good: 'accessModes [ReadWriteOnce], which several pods of one node can use',
    source: SCHEDULER,
  },
  claimOnManyNodes: {
    severity: Severity.WARNING,
    summary: 'What has a claim that is ReadWriteOnce runs on one node.',
    why: 'The volume can be attached to one node at a time: pods on any other stay in ContainerCreating.',
    bad: 'a Deployment of 3 replicas, or a DaemonSet, with a ReadWriteOnce claim',
    good: 'one replica, a claim for each pod (a StatefulSet\'s), or accessModes [ReadWriteMany]',
    source: SCHEDULER,
  },
  consumerWithoutLabels: {
    severity: Severity.WARNING,
    summary: 'A workload that others are to follow has labels on its pods.',
    why: 'Affinity finds pods by their labels; without any, the other pod may land on a node where the volume cannot be attached.',
    bad: 'a Pod without labels that mounts the claim',
    good: 'metadata.labels: { app: shop }',
    source: SCHEDULER,
  },
  requiredOfBatch: {
    severity: Severity.WARNING,
    summary: 'No pod is required to run beside pods that end.',
    why: 'Between two runs of a Job there is no pod to run beside, and what requires it stays pending: it is preferred only.',
    bad: 'mode REQUIRED, where only a CronJob has the claim',
    good: 'mode AUTO or PREFERRED',
    source: SCHEDULER,
  },
  requiredOfMany: {
    severity: Severity.WARNING,
    summary: 'A pod is required to run beside one workload, not several.',
    why: 'The scheduler looks for one pod that meets all required terms, so terms for different workloads are never met.',
    bad: 'mode REQUIRED, where two Deployments have the claim',
    good: 'mode AUTO or PREFERRED',
    source: SCHEDULER,
  },
  followedApart: {
    severity: Severity.WARNING,
    summary: 'Workloads with whom one pod shares ReadWriteOnce claims are brought together.',
    why: 'Each of them may start on a node of its own, and then there is none to which both volumes can be attached.',
    bad: 'CoLocation.of(a).withClaim(\'b-files\').withClaim(\'c-files\'), where b and c do not follow each other',
    good: 'CoLocation.of(c).with(b) besides',
    source: SCHEDULER,
  },
  taintNotTolerated: {
    severity: Severity.WARNING,
    summary: 'Who is required to run beside a workload tolerates the taints that it tolerates.',
    why: 'On a node with such a taint the workload runs, and the other one is not scheduled; elsewhere it may not go.',
    bad: 'a Deployment with tolerations [{ key: dedicated, operator: Exists }], and a viewer of its claim without any',
    good: 'tolerations: [{ key: dedicated, operator: Exists }] for the viewer, too',
    source: SCHEDULER,
  },
  requiredInCircle: {
    summary: 'No two workloads require each other on their node, be it by way of others.',
    why: 'Each waits for the other to be scheduled first, for ever.',
    bad: 'CoLocation.of(a).with(b, { mode: REQUIRED }) and CoLocation.of(b).with(a, { mode: REQUIRED })',
    good: 'one of them with mode AUTO or PREFERRED',
    source: SCHEDULER,
  },
  notPlaceable: {
    summary: 'Who is placed makes pods, and so does whom it is placed beside, unless that is a claim.',
    why: 'There is nothing to schedule, or nobody to follow.',
    bad: 'CoLocation.of(a).with(service)',
    good: 'CoLocation.of(a).with(deployment)',
    source: SCHEDULER,
  },
  option: {
    summary: 'Modes, topology keys and weights are ones that Kubernetes has.',
    why: 'The API server refuses the pod.',
    bad: 'weight: 1000',
    good: 'weight: 100',
    source: 'Kubernetes 1.36, core/v1 WeightedPodAffinityTerm',
  },
  affinity: {
    summary: 'What co-location adds to is an affinity as Kubernetes has it: maps, and lists of terms.',
    why: 'Where something else stands, nothing can be added without losing it.',
    bad: 'affinity: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: { weight: 1 } } }',
    good: 'affinity: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, … }] } }',
    source: 'Kubernetes 1.36, core/v1 Affinity',
  },
});
