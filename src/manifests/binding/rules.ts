/** The rules of binding: which volume a claim gets, and whether it gets one. */
import { defineRules, Severity } from '../../findings';

const BINDER = 'Kubernetes 1.36, volume binder';

export const BINDING_RULES = defineRules('binding', {
  className: {
    severity: Severity.WARNING,
    summary: 'The class of a claim is one of those that are declared, or clearly another.',
    why: 'One letter off, it is probably misspelt: nothing makes a volume for the claim, and it stays Pending.',
    bad: 'storageClassName: fast-sdd, beside a class fast-ssd',
    good: 'storageClassName: fast-ssd',
    source: 'Kubernetes 1.36, persistent volume controller (ProvisioningFailed); opensearch-project/opensearch-k8s-operator#440',
  },
  noVolume: {
    severity: Severity.WARNING,
    summary: 'A claim of the empty class has a volume that fits: free, without a class, large enough, with its access modes, its mode and its labels.',
    why: 'The empty class does not mean the default class: nobody makes a volume, and the claim stays Pending until somebody does by hand.',
    bad: 'storageClassName: "", and no volume',
    good: 'no storageClassName, for the default class',
    source: BINDER,
  },
  selectedVolume: {
    severity: Severity.WARNING,
    summary: 'A claim with a selector has a volume that fits.',
    why: 'CSI drivers make no volume for a claim with a selector: it stays Pending until somebody makes one by hand.',
    bad: 'storageClassName: gp3, selector: { matchLabels: { app: db } }, and no volume',
    good: 'storageClassName: gp3',
    source: 'kubernetes-csi/external-provisioner v6.3.0, controller.go: claim Selector is not supported',
  },
  volumeNamedTwice: {
    summary: 'A volume is named by one claim.',
    why: 'A volume binds to one claim: all others that name it stay Pending.',
    bad: 'two claims with volumeName: pv',
    good: 'one claim with volumeName: pv, which the pods share',
    source: BINDER,
  },
  reservedInVain: {
    severity: Severity.WARNING,
    summary: 'A volume is reserved for a claim that wants it.',
    why: 'The claim gets the volume that it names, and the one that is reserved for it stays unused.',
    bad: 'a volume pv-a with a claimRef to data, and a claim data with volumeName: pv-b',
    good: 'a claim data with volumeName: pv-a',
    source: BINDER,
  },
  volumeTwiceInPod: {
    summary: 'A pod has each claim, and each volume of a driver, as one of its volumes.',
    why: 'Kubelet knows CSI volumes by driver and handle. Up to Kubernetes 1.34 it waits for the second name of a volume forever; from 1.35 on both places show one of the volumes.',
    bad: 'two volumes with the claim data',
    good: 'one volume with the claim data, mounted twice with a subPath',
    source: 'kubernetes/kubernetes#132921, kubernetes/kubernetes#122140, kubernetes-sigs/aws-efs-csi-driver#1360',
  },
  diskOfSeveralVolumes: {
    severity: Severity.WARNING,
    summary: 'A disk that is attached to one node is there as one volume.',
    why: 'Kubernetes takes two volumes for two disks, and places the pods apart: one waits for the disk of the other, or both write to its file system.',
    bad: 'two volumes with volumeHandle: vol-0a1',
    good: 'one volume, and pods that share its claim',
    source: 'Kubernetes 1.36, attach/detach controller; kubernetes/kubernetes#132921',
  },
  growth: {
    severity: Severity.WARNING,
    summary: 'Claims that are to grow are of a class that says that volumes can grow.',
    why: 'The API server refuses a larger request: the volume stays as it is until it is full.',
    bad: 'resize.topolvm.io/storage_limit: 200Gi, and a class without allowVolumeExpansion',
    good: 'allowVolumeExpansion: true, in the class',
    source: 'Kubernetes 1.36, PersistentVolumeClaimResize admission; topolvm/pvc-autoresizer',
  },
  smallerThanSource: {
    summary: 'A clone, or what is restored from a snapshot, is at least as large as the claim that it is of.',
    why: 'The provisioner refuses it: the claim stays Pending.',
    bad: 'storage: 100G, of a snapshot of a claim of 100Gi',
    good: 'storage: 100Gi',
    source: 'kubernetes-csi/external-provisioner v6.3.0, controller.go; kubernetes-csi/external-provisioner#727',
  },
});
