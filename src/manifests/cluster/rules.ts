/** The rules on what lives in a cluster: what waits there, what is lost, and what nobody uses. */
import { defineRules, Severity } from '../../findings';

/** The release whose code was read. */
const RELEASE = 'Kubernetes 1.36';
const BINDER = `${RELEASE}, persistent volume controller (pkg/controller/volume/persistentvolume)`;

export const CLUSTER_RULES = defineRules('cluster', {
  claimPending: {
    severity: Severity.WARNING,
    summary: 'A claim in the cluster is not bound, though it does not wait for its first pod.',
    why: 'No pod that mounts the claim starts until it is bound.',
    bad: 'a claim that is Pending, and whose class the cluster does not have',
    good: 'a claim that is Bound',
    source: BINDER,
  },
  claimLost: {
    summary: 'The volume of a bound claim does not exist.',
    why: 'A claim whose volume was deleted is Lost: no pod that mounts it starts, and no other volume takes its place.',
    bad: 'status.phase: Lost',
    good: 'status.phase: Bound',
    source: BINDER,
  },
  claimTerminating: {
    severity: Severity.WARNING,
    summary: 'A claim in the cluster is being deleted.',
    why: 'A deleted claim stays until no pod mounts it any more. Its data is then deleted too if the reclaim policy is Delete. A deletion cannot be undone.',
    bad: 'a claim with a deletionTimestamp that a running pod mounts',
    good: 'a claim without one',
    source: `${RELEASE}, pvc-protection controller`,
  },
  claimUnused: {
    severity: Severity.WARNING,
    summary: 'Neither a workload nor a pod mounts a claim that has existed for a day.',
    why: 'The storage of an unmounted claim stays reserved, and is billed. Claims that wait for their first pod have none, and those of a StatefulSet or a CronJob that has no pods now are mounted again.',
    bad: 'a bound claim that no pod and no workload names',
    good: 'a claim that a Deployment mounts',
    source:
      'Kubernetes: claims of a StatefulSet that is gone stay, as do those of removed workloads',
  },
  claimResize: {
    severity: Severity.WARNING,
    summary: 'The expansion of a claim fails or waits.',
    why: 'The claim keeps its old size until the driver expands it.',
    bad: 'status.allocatedResourceStatuses: { storage: ControllerResizeInfeasible }',
    good: 'a capacity of at least the request',
    source: `kubernetes-csi/external-resizer; ${RELEASE}, RecoverVolumeExpansionFailure`,
  },
  volumeReleased: {
    severity: Severity.WARNING,
    summary: 'A volume in the cluster is neither bound to a claim nor available.',
    why: 'A volume whose claim was deleted is Released: it stays reserved for the uid of that claim, so nothing else binds to it until the reservation is cleared.',
    bad: 'status.phase: Released',
    good: 'status.phase: Available',
    source: BINDER,
  },
  volumeFailed: {
    summary: 'The storage of a volume is not deleted, though its claim was.',
    why: 'The driver did not delete the storage: it stays, and is billed.',
    bad: 'status.phase: Failed',
    good: 'no volume',
    source: BINDER,
  },
  volumeNeverClaimed: {
    severity: Severity.WARNING,
    summary: 'No claim can bind to an available volume.',
    why: 'A volume that is reserved for a claim with another volume, or that no node of the cluster can reach, stays unused forever.',
    bad: 'a volume for the node node-9, which the cluster no longer has',
    good: 'a volume for a node that exists',
    source: `${BINDER}; Kubernetes scheduler, VolumeBinding`,
  },
  podWaits: {
    severity: Severity.WARNING,
    summary: 'A pod in the cluster waits for a volume.',
    why: 'The pod does not start: its volume is attached to another node, is in another zone, or its node has no room for one more.',
    bad: 'a pod on node-2 whose ReadWriteOnce volume is attached to node-1',
    good: 'both pods on node-1',
    source: `${RELEASE}, attach-detach controller, scheduler (NodeVolumeLimits, VolumeBinding), kubelet`,
  },
  setStopped: {
    severity: Severity.WARNING,
    summary: 'A StatefulSet lacks pods, since a quota has no room for their claims.',
    why: 'The StatefulSet controller creates the claim before the pod, and tries again until the quota has room.',
    bad: 'a quota of 1 persistentvolumeclaims, and a StatefulSet of 3 pods',
    good: 'a quota of 3 persistentvolumeclaims',
    source: `${RELEASE}, StatefulSet controller (FailedCreate); ResourceQuota admission`,
  },
  quotaExceeded: {
    summary: 'The quotas of the cluster have no room for the claims of the manifests.',
    why: 'The API server refuses a claim that exceeds a quota.',
    bad: 'a new claim of 20Gi, where 90Gi of 100Gi are used',
    good: 'a quota of 200Gi',
    source: `${RELEASE}, ResourceQuota admission (403)`,
  },
  driverMissing: {
    severity: Severity.WARNING,
    summary: 'The driver of a class, or of a volume, is not installed in the cluster.',
    why: 'Nothing provisions or mounts the volumes: claims stay Pending, pods do not start.',
    bad: 'provisioner: ebs.csi.aws.com, in a cluster without that driver',
    good: 'the driver among the manifests, or in the cluster',
    source: 'Kubernetes: CSIDriver and CSINode objects',
  },
  kindMissing: {
    severity: Severity.WARNING,
    summary:
      'The definition of a custom resource is neither in the cluster nor among the manifests.',
    why: 'The API server refuses the object: no matches for kind.',
    bad: 'a VolumeSnapshotClass, in a cluster without snapshot.storage.k8s.io',
    good: 'the CustomResourceDefinition among the manifests',
    source: 'Kubernetes API server (404)',
  },
});
