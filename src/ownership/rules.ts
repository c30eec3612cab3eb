/** The rules of ownership: whether the pod will be able to write, and how long its start takes. */
import { defineRules } from '../findings';

/** The source of rules on what kubelet does, which was run for them. */
export const KUBELET = 'kubelet, run (test/conformance/ownership)';

export const OWNERSHIP_RULES = defineRules('ownership', {
  workload: {
    error: 'Groups are set for the volumes of an object that creates no pods.',
    why: 'Other objects have no volumes, and no security context.',
    bad: 'VolumeOwnership.of(service)',
    good: 'VolumeOwnership.of(deployment)',
    source: 'Kubernetes',
  },
  option: {
    error: 'The options of a group contradict each other.',
    why: 'Contradictory options would silently have no effect.',
    bad: 'podSecurity: baseline, hints: { logs: { allowHostPath: true } }',
    good: 'podSecurity: privileged, hints: { logs: { allowHostPath: true } }',
    source: 'this library',
  },
  unknownVolume: {
    error: 'A group is set for a volume that the pod does not have.',
    why: 'The group would apply to nothing.',
    bad: 'volumeNames: [dat], and a pod with the volume data',
    good: 'volumeNames: [data]',
    source: 'this library',
  },
  notPossible: {
    error: 'A group is set for a volume whose group cannot be changed.',
    why: 'The pod would start, and fail with "permission denied".',
    bad: 'a group for an EFS volume with an access point',
    good: 'uid and gid of the access point',
    source: KUBELET,
  },
  oneGroup: {
    error:
      'A volume has two groups, or the volumes of a pod that kubelet handles have different ones.',
    why: 'A pod has one fsGroup.',
    bad: 'group 1000 for an emptyDir and group 2000 for a claim of EBS',
    good: 'group 1000 for both',
    source: 'Kubernetes, PodSecurityContext',
  },
  otherGroup: {
    error: 'The fsGroup that a pod already has is not the group of its volumes.',
    why: 'It is never overwritten, because something may rely on it.',
    bad: 'fsGroup: 1000 in the pod, and group 2000 for a claim of EBS',
    good: 'group 1000 for the claim, or no fsGroup in the pod',
    source: 'this library',
  },
  user: {
    error: 'A user is set for volumes whose group no init container sets.',
    why: 'Kubelet and drivers change groups, and never users: the user would have no effect.',
    bad: 'user 1000 for an emptyDir',
    good: 'user 1000 for an NFS volume',
    source: KUBELET,
  },
  assigned: {
    error: 'The group is left to a platform that assigns none.',
    why: 'The pod would have no group at all, and fail with "permission denied".',
    bad: 'usePlatformGroup() where the target names no platform',
    good: 'usePlatformGroup() with Target.enable(app, { platform: Platform.OPENSHIFT })',
    source: 'openshift/apiserver-library-go, securitycontextconstraints',
  },
  subPathExpr: {
    error: 'A volume whose group an init container sets is mounted by subPathExpr.',
    why: 'The expression needs the variables of the container that mounts it.',
    bad: 'subPathExpr: $(POD_NAME)',
    good: 'subPath: app',
    source: 'Kubernetes, VolumeMount',
  },
  containerName: {
    error:
      'A container has the name of an init container that sets the groups of volumes: volume-ownership, volume-ownership-2 and so on.',
    why: 'The containers of a pod have unique names.',
    bad: 'a container of your own named volume-ownership',
    good: 'any other name',
    source: 'Kubernetes',
  },
  alsoChanged: {
    warning: 'An fsGroup that is set for some volumes changes others as well.',
    why: 'A pod has one fsGroup, and kubelet changes every volume that it handles: the files of other claims go to the group as well.',
    bad: 'group 2000 for the claim uploads, beside the claim database',
    good: 'both named',
    source: KUBELET,
  },
  caveat: {
    warning:
      'Manifests alone cannot guarantee that the group can write: it depends on the driver or on the node.',
    why: 'Kubelet and drivers fail silently.',
    bad: 'an SMB share without dir_mode and file_mode',
    good: 'mountOptions: [dir_mode=0770, file_mode=0660]',
    source: `${KUBELET}; kubernetes-csi/csi-driver-smb#848`,
  },
  fixedIds: {
    warning: 'On OpenShift, a user or group is set that no SCC allows.',
    why: "The SCC restricted-v2 admits only ids of the namespace's own range: the pods are refused.",
    bad: 'runAsUser: 10000, fsGroup: 10000',
    good: 'runAsNonRoot: true',
    source: 'openshift/apiserver-library-go, securitycontextconstraints; goharbor/harbor-helm#874',
  },
  sharedGroup: {
    error: 'Workloads that share a volume set different groups for it.',
    why: 'Each start of one takes the files from the other: they change from group to group forever, and one of the two cannot write.',
    bad: 'two Deployments of one claim, with fsGroup 1000 and 2000',
    good: 'the same fsGroup in both',
    source: KUBELET,
  },
});
