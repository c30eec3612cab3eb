/** The rules of binding: which volume a claim gets, and whether it gets one. */
import { defineRules, Severity } from '../../findings';

const BINDER = 'Kubernetes, volume binder';

export const BINDING_RULES = defineRules('binding', {
  className: {
    severity: Severity.WARNING,
    summary:
      'The class of a claim is not declared, is not one that the target lists, or is probably misspelled.',
    why: 'Nothing provisions a volume for a claim whose class does not exist: it stays Pending. A name that differs from another one by one letter is probably misspelled.',
    bad: 'storageClassName: fast-sdd, beside a class fast-ssd',
    good: 'storageClassName: fast-ssd',
    source:
      'Kubernetes, persistent volume controller (ProvisioningFailed); opensearch-project/opensearch-k8s-operator#440',
  },
  noVolume: {
    severity: Severity.WARNING,
    summary: 'No volume matches a claim with an empty class.',
    why: 'The empty class does not mean the default class: nothing provisions a volume, and the claim stays Pending until one is created manually.',
    bad: 'storageClassName: "", and no volume',
    good: 'no storageClassName, for the default class',
    source: BINDER,
  },
  selectedVolume: {
    severity: Severity.WARNING,
    summary: 'No volume matches the selector of a claim.',
    why: 'CSI drivers do not provision volumes for a claim with a selector: it stays Pending until one is created manually.',
    bad: 'storageClassName: gp3, selector: { matchLabels: { app: db } }, and no volume',
    good: 'storageClassName: gp3',
    source:
      'kubernetes-csi/external-provisioner v6.3.0, controller.go: claim Selector is not supported',
  },
  volumeNamedTwice: {
    summary: 'Several claims name the same volume.',
    why: 'A volume binds to only one claim: all others that name it stay Pending.',
    bad: 'two claims with volumeName: pv',
    good: 'one claim with volumeName: pv, which the pods share',
    source: BINDER,
  },
  reservedInVain: {
    severity: Severity.WARNING,
    summary: 'A volume is reserved for a claim that cannot bind to it.',
    why: 'The claim gets the volume that it names, and the one that is reserved for it stays unused.',
    bad: 'a volume pv-a with a claimRef to data, and a claim data with volumeName: pv-b',
    good: 'a claim data with volumeName: pv-a',
    source: BINDER,
  },
  volumeTwiceInPod: {
    otherSeverity: Severity.WARNING,
    summary: 'A pod uses one claim, or one volume of a driver, in several of its volumes.',
    why: 'Kubelet identifies CSI volumes by driver and handle. Up to Kubernetes 1.34, it waits forever for the second name of a volume; from 1.35 on, one of the volumes is mounted in both places.',
    bad: 'two volumes with the claim data',
    good: 'one volume with the claim data, mounted twice with a subPath',
    source:
      'kubernetes/kubernetes#132921, kubernetes/kubernetes#122140, kubernetes-sigs/aws-efs-csi-driver#1360',
  },
  diskOfSeveralVolumes: {
    severity: Severity.WARNING,
    summary: 'One disk that only one node can attach is represented by several volumes.',
    why: 'Kubernetes treats two volumes as two disks, and may schedule the pods on different nodes: one waits for the disk of the other, or both write to its file system.',
    bad: 'two volumes with volumeHandle: vol-0a1',
    good: 'one volume, and pods that share its claim',
    source: 'Kubernetes, attach/detach controller; kubernetes/kubernetes#132921',
  },
  growth: {
    severity: Severity.WARNING,
    summary: 'A claim is to grow automatically, but its class does not allow volume expansion.',
    why: 'The API server refuses a larger request: the volume stays as it is until it is full.',
    bad: 'resize.topolvm.io/storage_limit: 200Gi, and a class without allowVolumeExpansion',
    good: 'allowVolumeExpansion: true, in the class',
    source: 'Kubernetes, PersistentVolumeClaimResize admission; topolvm/pvc-autoresizer',
  },
  smallerThanSource: {
    summary: 'A clone or a restored volume is smaller than its source.',
    why: 'The provisioner refuses it: the claim stays Pending.',
    bad: 'storage: 100G, of a snapshot of a claim of 100Gi',
    good: 'storage: 100Gi',
    source:
      'kubernetes-csi/external-provisioner v6.3.0, controller.go; kubernetes-csi/external-provisioner#727',
  },
  volumeMode: {
    summary: 'A pod mounts a block volume as files, or uses files as a device.',
    why: 'Kubelet refuses to mount a block device, and to use files as a device: the pod waits forever.',
    bad: 'volumeMounts: [{ name: data, … }], and a claim with volumeMode: Block',
    good: 'volumeDevices: [{ name: data, devicePath: /dev/xvda }]',
    source: 'Kubernetes, kubelet (desired_state_of_world_populator.go)',
  },
  noDefaultClass: {
    severity: Severity.WARNING,
    summary: 'A claim names no class, and the cluster has no default class.',
    why: 'Nothing provisions a volume for a claim without a class: it stays Pending.',
    bad: 'a claim without storageClassName, for platform eks and Kubernetes 1.34',
    good: 'storageClassName: gp3',
    source: 'Amazon EKS User Guide, release notes of Kubernetes 1.30',
  },
  namespaceLimit: {
    summary: 'A claim exceeds a LimitRange or a quota of its namespace.',
    why: 'The API server refuses the claim, and pods that need it are never created or stay Pending.',
    bad: 'storage: 20Gi, and a LimitRange with max: { storage: 10Gi }',
    good: 'storage: 10Gi',
    source: 'Kubernetes, LimitRanger and ResourceQuota admission',
  },
  snapshotName: {
    severity: Severity.WARNING,
    summary: 'The claim or snapshot that is a source is not declared, and is probably misspelled.',
    why: 'A name that differs by one letter is probably misspelled: nothing is restored, or no snapshot is taken.',
    bad: 'persistentVolumeClaimName: databse, beside a claim database',
    good: 'persistentVolumeClaimName: database',
    source: 'kubernetes-csi/external-snapshotter and external-provisioner',
  },
  snapshotDriver: {
    severity: Severity.WARNING,
    summary: 'The class of a snapshot belongs to another driver than the volume.',
    why: 'The snapshot controller refuses the snapshot, and there is no copy of the data.',
    bad: 'a VolumeSnapshotClass of ebs.csi.aws.com, and a claim of efs.csi.aws.com',
    good: 'a VolumeSnapshotClass of the driver of the claim',
    source: 'kubernetes-csi/external-snapshotter, snapshot_controller.go',
  },
  snapshotClass: {
    summary: 'A VolumeSnapshotClass has no driver or no deletionPolicy.',
    why: 'The API server refuses the class.',
    bad: 'kind: VolumeSnapshotClass, driver: ebs.csi.aws.com',
    good: 'kind: VolumeSnapshotClass, driver: ebs.csi.aws.com, deletionPolicy: Retain',
    source: 'kubernetes-csi/external-snapshotter, client/config/crd',
  },
});
