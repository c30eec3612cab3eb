/** The rules on pods, the nodes that they come to, and the claims that they have there. */
import { defineRules, Severity } from '../../findings';

const ATTACHED = 'Kubernetes, kube-scheduler and the attach/detach controller';

export const NODE_RULES = defineRules('nodes', {
  rolloutNeverEnds: {
    summary:
      'A rollout adds the new pod first, though it can never use the claim together with the old one.',
    why: 'The new pod waits for the claim, and the old one is kept until the new one is ready: the rollout never ends.',
    bad: 'a Deployment with a hostPort and a ReadWriteOnce claim, and no strategy',
    good: 'strategy: { type: Recreate }',
    source: 'Kubernetes, Deployment controller and kube-scheduler',
  },
  sharedClaim: {
    severity: Severity.WARNING,
    summary: 'Pods that share a ReadWriteOnce claim may run on different nodes.',
    why: 'The volume is attached to one node at a time: pods on other nodes stay in ContainerCreating (Multi-Attach error).',
    bad: 'a Deployment of 3 replicas with a ReadWriteOnce claim',
    good: 'accessModes [ReadWriteMany], one replica, or required podAffinity of all pods to a label that all of them have',
    source: ATTACHED,
  },
  jobBesideWorkload: {
    severity: Severity.WARNING,
    summary:
      'A Job, a CronJob or a viewer of a ReadWriteOnce claim may run on another node than the workload that uses it.',
    why: 'The volume is attached to one node at a time, even for pods that only read: on another node, the pod stays in ContainerCreating.',
    bad: 'a CronJob that mounts the claim of a Deployment, on any node',
    good: 'podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: { matchLabels: { app: shop } }, topologyKey: kubernetes.io/hostname }] }',
    source: ATTACHED,
  },
  neverTogether: {
    summary: 'Pods that share a claim for one node can never run on the same node.',
    why: 'On different nodes, the volume is not available to both: one of them never starts.',
    bad: 'a Deployment with nodeSelector { pool: storage } and a CronJob of its ReadWriteOnce claim with nodeSelector { pool: batch }',
    good: 'nodeSelector { pool: storage } for both, or accessModes [ReadWriteMany]',
    source: ATTACHED,
  },
  claimOfOnePod: {
    summary: 'Several pods use a claim that is ReadWriteOncePod.',
    why: 'The scheduler keeps the second pod pending as long as the first one exists, on any node.',
    bad: 'a Deployment of 2 replicas with a ReadWriteOncePod claim',
    good: 'one replica, or accessModes [ReadWriteMany]',
    source: ATTACHED,
  },
  zoneBeforePod: {
    severity: Severity.WARNING,
    summary:
      'A zonal volume is provisioned before its pod has been scheduled, which something else binds to a zone.',
    why: 'With the binding mode Immediate, the volume is created in any zone, and the pod stays pending if it must not run there.',
    bad: 'volumeBindingMode: Immediate of a class of EBS, and pods with nodeSelector { topology.kubernetes.io/zone: eu-central-1b }',
    good: 'volumeBindingMode: WaitForFirstConsumer',
    source: 'Kubernetes, volume binder of kube-scheduler',
  },
  nodesOfVolume: {
    summary: 'The pods of a volume are not allowed to run where the volume is.',
    why: 'No node satisfies the constraints of both the pod and its volumes: the pod stays pending (volume node affinity conflict).',
    bad: 'a PersistentVolume of the zone eu-central-1a, and pods with nodeSelector { topology.kubernetes.io/zone: eu-central-1b }',
    good: 'nodeSelector { topology.kubernetes.io/zone: eu-central-1a }',
    source: 'Kubernetes, volume binder of kube-scheduler',
  },
  selinuxLabel: {
    severity: Severity.WARNING,
    summary:
      'From Kubernetes 1.37 on, pods that share a volume have different SELinux labels, and do not label its files.',
    why: 'Kubelet mounts volumes of drivers with seLinuxMount with the label of the pod (mount -o context): on one node, a volume cannot have two labels, so the second pod waits in ContainerCreating.',
    bad: 'two Deployments of one claim, one of them with seLinuxOptions { level: "s0:c1,c2" }',
    good: 'seLinuxChangePolicy: Recursive in the securityContext of both, or the same seLinuxOptions',
    source:
      'kubernetes 1.37, pkg/kubelet/volumemanager/cache/desired_state_of_world.go and pkg/controller/volume/selinuxwarning; CHANGELOG-1.37.md, SELinuxMount',
  },
  selinuxLabelsOfPod: {
    severity: Severity.WARNING,
    summary:
      'From Kubernetes 1.37 on, containers of a pod that mount the same claim have different SELinux labels.',
    why: 'Kubelet requires one label for the volume of a claim, and refuses the pod otherwise, whatever the driver and the seLinuxChangePolicy are.',
    bad: 'two containers that mount the claim data, with the seLinuxOptions { level: "s0:c1" } and { level: "s0:c2" }',
    good: 'seLinuxOptions in the securityContext of the pod',
    source: 'kubernetes 1.37, pkg/volume/util/selinux.go (GetMountSELinuxLabel)',
  },
});
