/** The rules of ownership: whether the pod will be able to write, and how long its start takes. */
import { defineRules, Severity } from '../findings';

const KUBELET = 'kubelet 1.36.3, run (test/conformance/ownership)';

export const OWNERSHIP_RULES = defineRules('ownership', {
  ignoredGroup: {
    severity: Severity.WARNING,
    summary: 'A volume that the pod writes to is one to which kubelet or its driver gives the fsGroup.',
    why: 'Kubelet leaves NFS, hostPath, EFS without access point and what is only ReadWriteMany alone, and tells nobody: the files keep their group, and the pod gets "permission denied".',
    bad: 'fsGroup: 1000, and a volume with nfs',
    good: 'supplementalGroups with the group of the export, or an init container that gives the volume to the group (VolumeOwnership)',
    source: `${KUBELET}; kubernetes/examples#260, kubernetes-sigs/aws-efs-csi-driver#125`,
  },
  noFsType: {
    severity: Severity.WARNING,
    summary: 'With the fsGroupPolicy ReadWriteOnceWithFSType, a volume has an fsType.',
    why: 'Without one kubelet skips fsGroup without a word: the pod gets "permission denied".',
    bad: 'a class of a driver with that policy, without csi.storage.k8s.io/fstype',
    good: 'parameters: { csi.storage.k8s.io/fstype: ext4 }, or fsType in the volume',
    source: `${KUBELET}; kubernetes-sigs/vsphere-csi-driver#370`,
  },
  slowStart: {
    severity: Severity.WARNING,
    summary: 'With an fsGroup, a large volume is walked through only if its root is wrong.',
    why: 'Without OnRootMismatch kubelet writes to every file at every start of a pod, which takes minutes to hours.',
    bad: 'fsGroup: 1000, and a claim of 2Ti',
    good: 'fsGroup: 1000, fsGroupChangePolicy: OnRootMismatch',
    source: `${KUBELET}; kubernetes/kubernetes#69699`,
  },
  fixedIds: {
    severity: Severity.WARNING,
    summary: 'On OpenShift, users and groups are left to the platform, or an SCC grants them.',
    why: 'The SCC restricted-v2 admits only ids of the namespace\'s own range: the pods are refused.',
    bad: 'runAsUser: 10000, fsGroup: 10000',
    good: 'runAsNonRoot: true',
    source: 'openshift/apiserver-library-go, securitycontextconstraints; goharbor/harbor-helm#874',
  },
  sharedGroup: {
    summary: 'Workloads that share a volume give it to the same group.',
    why: 'Each start of one takes the files from the other: they change from group to group for ever, and one of the two cannot write.',
    bad: 'two Deployments of one claim, with fsGroup 1000 and 2000',
    good: 'the same fsGroup in both',
    source: KUBELET,
  },
});
